//! The real debates, played from their scripts in four languages, with the verdicts that they must come to (B-11 … B-13, B-21).
//!
//! Every file under `tests/debates` has what was asked, what each call was answered with, and what is expected. The questions that the engine
//! puts are real; nobody but the script answers them.
use crate::desk::{Paper, Ticks};
use analysis::ballots::{moves, rules::Carried};
use analysis::{Verdict, checks, verdict};
use debate::state::Held;
use debate::{Algorithm, Ballot, Debate, Envelope, Groups, Layout, Letter, Profile, Rules, Topic};
use engine::{Bus, Seat, Spec, Toolbox, World};
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

const LANGUAGES: [&str; 4] = ["en", "de", "es", "ja"];
const DEBATES: [&str; 8] =
    ["collab", "four-day", "four-day-argued", "heron", "ibis", "on-call", "person-days", "person-days-short"];

/// A debate as it was held.
#[derive(Deserialize)]
struct Script {
    topic: String,
    mode: String,
    rounds: u32,
    algorithm: Option<Algorithm>,
    ballot: Ballot,
    participants: Vec<String>,
    answers: BTreeMap<String, Value>,
    expected: Expected,
}

/// The verdict that it must come to.
#[derive(Debug, PartialEq, Deserialize)]
struct Expected {
    label: String,
    option: Option<String>,
    held_by: usize,
    of: usize,
    unanimous: bool,
    plain_vote: ExpectedVote,
    moves: Vec<ExpectedMove>,
    estimate: Option<ExpectedEstimate>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedVote {
    option: Option<String>,
    held_by: usize,
    of: usize,
    independent: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedMove {
    by: String,
    round: u32,
    from: String,
    to: String,
    carried: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedEstimate {
    best: f64,
}

/// Answers each call with what the script has for it.
struct Reader {
    answers: BTreeMap<String, Value>,
    asked: Arc<Mutex<BTreeSet<String>>>,
}

impl Model for Reader {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let answer =
            self.answers.get(&request.call).unwrap_or_else(|| panic!("`{}` is not in the script", request.call));
        self.asked.lock().unwrap().insert(request.call.clone());
        let usage = Usage { input: 1_000, cached: 0, output: 500, cost: Some(0.01) };
        let reply = Reply { text: answer.to_string(), stop: Stop::End, usage, attempts: 1, calls: Vec::new() };
        Box::pin(std::future::ready(Ok(reply)))
    }
}

fn script(language: &str, name: &str) -> Script {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/debates/{language}/{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn spec(script: &Script, name: &str) -> Spec {
    let seats = script.participants.iter().map(|it| Seat {
        model: format!("script/{it}"),
        family: it.clone(),
        name: Some(it.clone()),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    let groups = Groups::Model(format!("script/{}", script.participants[0]));
    Spec {
        id: name.into(),
        topic: Topic::new(&script.topic).unwrap(),
        ballot: Some(script.ballot.clone()),
        mode: script.mode.clone(),
        participants: engine::seat(seats),
        rules: Rules {
            rounds: script.rounds,
            groups,
            algorithm: script.algorithm.unwrap_or_default(),
            // They were held before sections were fields.
            structure: false,
            ..Rules::default()
        },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

/// Plays a script: every answer up to where the debate ends is asked for, and nothing else is.
async fn play(script: &Script, name: &str) -> (Debate, Vec<Envelope>) {
    let asked: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let spec = spec(script, name);
    let reader: Arc<dyn Model> = Arc::new(Reader { answers: script.answers.clone(), asked: asked.clone() });
    let paper = Arc::new(Paper::default());
    let world = World {
        models: spec.participants.iter().map(|it| (it.model.clone(), reader.clone())).collect(),
        journal: paper.clone(),
        clock: Arc::new(Ticks),
        analyst: None,
        tools: Arc::new(Toolbox::default()),
        brake: Default::default(),
    };
    let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let is_later = |it: &&String| (debate.rounds.len() + 1..9).any(|round| it.starts_with(&format!("r{round}/")));
    let played = script.answers.keys().filter(|it| !is_later(it));
    let unused: Vec<&String> = played.filter(|it| !asked.lock().unwrap().contains(*it)).collect();
    assert!(unused.is_empty(), "{name}: {unused:?} are not asked for; it ended by {:?}", debate.closed);
    (debate, paper.read())
}

/// What a debate came to, as the files have it.
fn came_to(debate: &Debate, verdict: &Verdict) -> Expected {
    let decision = &verdict.decision;
    let held_by = match &decision.option {
        Some(option) => option.held_by.len(),
        None => verdict.participants.iter().filter(|it| it.estimate.is_some()).count(),
    };
    let vote = &verdict.plain_vote;
    let openers = if vote.estimate.is_some() { vote.openings } else { vote.held_by.len() };
    let plain_vote = ExpectedVote {
        option: vote.headline.clone().filter(|_| vote.estimate.is_none()),
        held_by: openers,
        of: vote.openings,
        independent: vote.is_independent,
    };
    let registry = debate.entered().0;
    let checks = checks::of_registry(debate, &registry);
    let moves = moves::moves(debate, &registry, &checks).into_iter().map(|it| ExpectedMove {
        by: it.by.to_string(),
        round: it.round,
        from: verdict::held(debate, it.from),
        to: verdict::held(debate, it.to),
        carried: it.carried > Carried::Nothing,
    });
    Expected {
        label: decision.label.to_string(),
        option: decision.option.as_ref().map(|it| it.headline.clone()),
        held_by,
        of: decision.of,
        unanimous: decision.is_unanimous,
        plain_vote,
        moves: moves.collect(),
        estimate: decision.estimate.map(|it| ExpectedEstimate { best: it.best }),
    }
}

/// B-11 … B-13, B-18: the real debates come to the verdicts that their participants declared: labels, options, counts, moves, estimates.
#[tokio::test]
async fn the_real_debates_come_to_their_verdicts() {
    for language in LANGUAGES {
        for name in DEBATES {
            let script = script(language, name);
            let (debate, _) = play(&script, name).await;
            let mut came = came_to(&debate, &Verdict::of(&debate));
            let is_near = |(one, other): (&ExpectedEstimate, &ExpectedEstimate)| (one.best - other.best).abs() <= 0.5;
            if came.estimate.as_ref().zip(script.expected.estimate.as_ref()).is_some_and(is_near) {
                came.estimate = script.expected.estimate.as_ref().map(|it| ExpectedEstimate { best: it.best });
            }
            assert_eq!(came, script.expected, "{language}/{name}");
        }
    }
}

/// O-05, O-22: a debate from a script replays from its log, groupings by call id among it, and goes on from any cut.
#[tokio::test]
async fn the_real_debates_replay() {
    for name in DEBATES {
        let script = script("en", name);
        let (debate, log) = play(&script, name).await;
        assert_eq!(engine::replay(log.clone(), &Bus::silent()).await.unwrap(), debate, "{name}");
        for cut in 1..log.len() {
            let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
            assert_eq!(begun.next_seq as usize, cut, "{name}");
        }
    }
}

/// All that is counted, without a word: letters, names, figures.
fn counted(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let registry = debate.entered().0;
    let checks = checks::of_registry(debate, &registry);
    let held = |it: Held<'_>| (it.option(), it.estimate().map(|it| it.best));
    let moves: Vec<_> = moves::moves(debate, &registry, &checks)
        .into_iter()
        .map(|it| (it.by.clone(), it.round, held(it.from), held(it.to), it.carried, it.ids))
        .collect();
    let options: Vec<(Letter, _, _, _)> =
        verdict.options.iter().map(|it| (it.letter, it.held_by.clone(), it.opened_by.clone(), it.pooled)).collect();
    let seats: Vec<_> =
        verdict.participants.iter().map(|it| (it.option, it.vote, it.confidence, it.rounds.clone())).collect();
    let terms: Vec<_> = verdict.decision.terms.iter().map(|it| (&it.id, &it.asked_by, &it.opposed_by)).collect();
    let metadata = &verdict.metadata;
    let vote = &verdict.plain_vote;
    format!(
        "{:#?}",
        (
            (
                verdict.decision.label,
                verdict.decision.is_unanimous,
                verdict.decision.is_tested,
                verdict.decision.confidence
            ),
            (verdict.decision.option.as_ref().map(|it| it.letter), verdict.decision.estimate, terms),
            (vote.option, &vote.held_by, vote.openings, vote.options, vote.estimate, vote.same_as_decision),
            (options, seats, moves),
            (metadata.exit, metadata.rule, &metadata.figures, metadata.rounds, metadata.calls),
        )
    )
}

/// B-21: the same debates in other languages have the same labels, letters, counts, moves and figures.
#[tokio::test]
async fn any_language_has_the_same_verdict() {
    for name in DEBATES {
        let english = counted(&play(&script("en", name), name).await.0);
        for language in LANGUAGES {
            let other = counted(&play(&script(language, name), name).await.0);
            assert_eq!(other, english, "{language}/{name}");
        }
    }
}

/// I-01: the first screen of each, for people.
#[tokio::test]
async fn the_first_screens_read_well() {
    for name in DEBATES {
        let (debate, _) = play(&script("en", name), name).await;
        let screen = Verdict::of(&debate).screen();
        let mut text = format!("{}\n\n{}\n{}\n", debate.topic, screen.headline, screen.label);
        if let Some(position) = &screen.position {
            text.push_str(&format!("“{position}” ({})\n", screen.by.as_deref().unwrap_or_default()));
        }
        screen.rows.iter().for_each(|it| text.push_str(&format!("\n{}: {}", it.title, it.text)));
        insta::assert_snapshot!(format!("screen of {name}"), text);
    }
}
