//! Simulated debates as the product holds them: prompts, answers in JSON, parsing, the loop, the log. Slow and complete.
//!
//! Every mode, order, exit and decision rule can be run with participants whose properties are known. Not here: the same without prompts
//! ([`crate::direct`]).
use crate::direct::{Played, Signs, gate};
use crate::memory_journal::MemoryJournal;
use crate::sim::agent::Problem;
use crate::simulation_config::SimulationConfig;
use crate::{Error, Sim};
use analysis::ballots::{FinalTurns, history, moves};
use analysis::evidence::checks;
use debate::event::{Reason, RoundKind};
use debate::{Ballot, Debate, DebateId, Decide, Layout, Profile, Topic};
use engine::{Bus, Live, Seat, Spec, Toolbox, World};
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The topic and the options of a simulated debate; which option is right is drawn for each.
const TOPIC: &str = "Which supplier should deliver the timber?";
const OPTIONS: [&str; crate::sim::agent::MOST_OPTIONS] =
    ["Alder", "Birch", "Cedar", "Douglas", "Elm", "Fir", "Ginkgo", "Hazel"];

/// Holds the debate of a problem.
pub async fn play(setting: &SimulationConfig, problem: Problem) -> Result<Played, Error> {
    let debate = hold(setting, problem).await?;
    let finals = FinalTurns::of(&debate);
    let moved = moves::moves(&debate, &debate.registry, &checks::of(&debate));
    let options = usize::from(problem.options);
    let history = finals.map(|it| history::history(&debate, &it, &moved)).unwrap_or_default();
    let reason = debate.closed.as_ref().map_or(Reason::Insufficient, |it| it.why);
    let argued = debate.rounds.iter().filter(|it| it.kind != RoundKind::Ballot).count();
    let is_grave = |grave: bool| debate.groupthink.iter().any(|it| it.what.is_grave() == grave);
    let seen = Signs { grave: is_grave(true), light: is_grave(false) };
    debug_assert_eq!(history.options, options);
    Ok(Played {
        problem,
        history,
        reason,
        argued: u32::try_from(argued).unwrap_or_default(),
        seen,
        accuracies: setting.accuracies(),
    })
}

/// The rule and the gate of a setting, as the verdict applies them.
pub fn decided(setting: &SimulationConfig, played: &Played) -> Option<usize> {
    played.decided(setting.rules.decide, gate(&setting.rules))
}

/// All decision rules.
pub fn all_decided(setting: &SimulationConfig, played: &Played) -> Vec<Option<usize>> {
    Decide::ALL.map(|rule| played.decided(rule, gate(&setting.rules))).to_vec()
}

/// Runs the loop of the engine to its end.
pub async fn hold(setting: &SimulationConfig, problem: Problem) -> Result<Debate, Error> {
    let options = OPTIONS.iter().take(usize::from(problem.options)).map(|it| (*it).to_owned()).collect();
    hold_on(setting, problem, Ballot::Choice { options }).await
}

/// The same on another ballot: one for which participants have dials, such as an estimate.
pub async fn hold_on(setting: &SimulationConfig, problem: Problem, ballot: Ballot) -> Result<Debate, Error> {
    let name = |seat: usize| format!("sim/{}", seat + 1);
    let model = |(seat, dials): (usize, &crate::sim::agent::Dials)| {
        (name(seat), Arc::new(Sim::on(problem, *dials)) as Arc<dyn Model>)
    };
    let models: BTreeMap<String, Arc<dyn Model>> = setting.seats.iter().enumerate().map(model).collect();
    let seat = |seat| Seat {
        model: name(seat),
        family: "sim".to_owned(),
        name: None,
        profile: Profile::Full,
        layout: Layout::default(),
    };
    let spec = Spec {
        id: DebateId::from("lab"),
        topic: Topic::new(TOPIC)?,
        ballot: Some(ballot),
        mode: setting.mode.clone(),
        participants: engine::seat((0..setting.seats.len()).map(seat)),
        rules: setting.rules.clone(),
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    };
    let world = World {
        pause_flag: Default::default(),
        models,
        journal: Arc::new(MemoryJournal::default()),
        clock: Arc::new(Live::after(0)),
        analyst: None,
        tools: Arc::new(Toolbox::default()),
    };
    Ok(engine::start(&world, &spec, &Bus::silent()).await?)
}
