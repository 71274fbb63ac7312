//! `panel`: seats the personas of a deck and finds what they disagree about (P-10).
//!
//! Not here: seating and cost (`setup::plan::panel`), and disagreements known before the first turn (`render`).
use super::persona::BUILT;
use crate::args::Panel;
use crate::context::Context;
use crate::debate_runner::{Beginning, DebateRunner};
use crate::detached;
use crate::exit::Exit;
use crate::fetch_models::{BETTER, announce_hosts, fetched};
use crate::outcomes;
use crate::print;
use crate::prompter::Prompter;
use crate::render::panel::before::Before;
use crate::stdin_arg;
use debate::rules::PanelRules;
use debate::{Analyst, Debate, DebateId, Envelope, Rules, Topic};
use engine::{Bus, Journal, Live, PauseFlag, Resources, Spec, Toolbox, World};
use exports::wording::{money, name, one_line};
use formats::panel::Reading;
use futures_util::future::BoxFuture;
use setup::decks;
use setup::plan::panel::{Answers, Estimate, PanelRequest, named, planned};
use setup::plan::{Planned, learning, rules};
use setup::providers::ModelRegistry;
use setup::settings::{self, Settings};
use std::path::Path;
use std::sync::Arc;

pub(crate) async fn run(args: &Panel, mut context: Context, cwd: &Path) -> Result<(), Exit> {
    let topic = Topic::new(&stdin_arg::words(&args.topic, "the topic")?).map_err(Exit::request)?;
    overrule(&mut context.settings, args)?;
    let aspects = aspects(&args.aspects)?;
    let decks = decks::places(args.decks.as_deref(), &settings::process, cwd)?;
    let deck = decks.load_for(&args.deck, &named(&args.with))?;
    let registry = ModelRegistry::new(&context.settings, &settings::process)?;
    let (with, model, answers) = (args.with.clone(), args.model.clone(), answers(args));
    let request = PanelRequest { topic, deck, with, model, aspects, answers, seed: args.seed.unwrap_or_default() };
    let Planned { mut spec, is_embedded } = planned(&context.settings, &registry, request).await?;
    outcomes::draw(&context, &mut spec).await?;
    let before = Before::of(&spec)?;
    if args.candidates {
        let before = match read_before(&spec, &before, &registry, args).await? {
            Some(debate) => before.asked(&debate),
            None => before,
        };
        return before.print(args.output, context.style());
    }
    if args.plan {
        let style = context.style();
        let lines = announced(&args.deck, &spec, &before, &registry);
        lines.iter().try_for_each(|it| print::line(style.wrap("", it).trim_end()))?;
        return print::line("nothing was started");
    }
    let names = rules::models(&spec.participants, &spec.rules, None);
    let open = registry.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&registry, &spec.participants, &spec.rules, None);
    }
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announced(&args.deck, &spec, &before, &registry).iter().for_each(print::note);
        print::note("");
        if is_embedded {
            print::note(format_args!("{BETTER}\n"));
        }
    }
    let Resources { models, analyst } = fetched(&registry, open, &names, &spec.rules.analyst, args.yes).await?;
    let store = context.store().await?;
    let lock = store.lock_run(&spec.id)?;
    if args.detach {
        return detached::start(store, lock, &spec, &args.set, args.output.json).await;
    }
    let (style, output) = (context.style(), args.output);
    // A panel has no consensus to require.
    let (prompter, require_consensus) = (Prompter::of(output), false);
    let runner = DebateRunner { store, lock, models, analyst, style, output, prompter, require_consensus };
    let (id, seats) = (spec.id.clone(), spec.participants.clone());
    runner.run(Beginning::Start(spec), &id, &seats, 0).await
}

/// Asks the clerk, if there is one, what it asks before anybody speaks. Nothing is stored.
async fn read_before(
    spec: &Spec,
    before: &Before,
    registry: &ModelRegistry,
    args: &Panel,
) -> Result<Option<Debate>, Exit> {
    let Some(panel) = &spec.rules.panel else { return Ok(None) };
    let Some(clerk) = &panel.clerk else { return Ok(None) };
    // The clerk reads their texts also where the aspects are given.
    let panel = PanelRules { aspects: Vec::new(), ..panel.clone() };
    let rules = Rules { panel: Some(panel.clone()), analyst: Analyst::Lexical, ..spec.rules.clone() };
    let spec = Spec { rules, ..spec.clone() };
    let open = registry.open(std::iter::once(clerk.as_str()))?;
    if !args.output.json {
        let cost = Estimate::reading_usd(clerk, registry);
        let cost = cost.map_or("cost unknown".to_owned(), |it| format!("at most {}", money(Some(it))));
        print::note(format_args!("asking {clerk}, the clerk, once: {} ({cost})", read(before)));
    }
    let names = [clerk.clone()];
    let Resources { models, .. } = fetched(registry, open, &names, &spec.rules.analyst, args.yes).await?;
    let world = World {
        models,
        journal: Arc::new(Unkept),
        clock: Arc::new(Live::after(0)),
        analyst: None,
        tools: Arc::new(Toolbox::usual()),
        pause_flag: PauseFlag::default(),
    };
    Ok(Some(Box::pin(engine::before_anybody_speaks(&world, &spec, &Bus::silent())).await?))
}

/// What the clerk reads.
fn read(before: &Before) -> String {
    match before.reading() {
        Some(Reading { shown, all }) if shown == all => {
            format!("it reads all {all} beliefs and sentences of their texts")
        }
        Some(Reading { shown, all }) => {
            format!(
                "it reads the {shown} of {all} beliefs and sentences that are nearest to the topic and to each other"
            )
        }
        None => "it reads their beliefs and sentences".to_owned(),
    }
}

/// A journal that keeps nothing.
struct Unkept;

impl Journal for Unkept {
    fn write<'a>(&'a self, _debate: &'a DebateId, _events: &'a [Envelope]) -> BoxFuture<'a, Result<(), engine::Error>> {
        Box::pin(async { Ok(()) })
    }
}

/// Flags override the settings.
fn overrule(settings: &mut Settings, args: &Panel) -> Result<(), Exit> {
    settings.set_for_run(&args.set)?;
    settings.overrule("analyst", args.analyst.as_ref())?;
    settings.overrule("budget", args.budget.as_ref())?;
    settings.overrule("budget_tokens", args.budget_tokens.as_ref())?;
    settings.overrule("deadline", args.deadline.as_ref())?;
    settings.overrule("domain", args.domain.as_ref())?;
    settings.overrule("learning", args.no_learning.then_some(false))?;
    settings.overrule("panel_clerk", args.clerk.as_ref())?;
    settings.overrule("panel_strong", args.strong.as_ref())?;
    settings.overrule("panel_detection", args.detection.as_ref())?;
    settings.overrule("panel_exchange", args.exchange.as_ref())?;
    settings.overrule("panel_clash", args.clash.as_ref())?;
    settings.overrule("panel_rooms", args.rooms.as_ref())?;
    settings.overrule("panel_remind", args.remind.as_ref())?;
    settings.overrule("panel_temperature_turn", args.temperature_turn.as_ref())?;
    settings.overrule("panel_temperature_room", args.temperature_room.as_ref())?;
    settings.overrule("panel_temperature_check", args.temperature_check.as_ref())?;
    settings.overrule("panel_temperature_card", args.temperature_card.as_ref())?;
    Ok(())
}

/// Whether participants are voiced by a model or quote.
fn answers(args: &Panel) -> Answers {
    if args.quote { Answers::Quoted } else { Answers::Spoken }
}

/// The aspects from the command line, in order; empty if none were given.
fn aspects(typed: &[String]) -> Result<Vec<String>, Exit> {
    let all = typed.iter().flat_map(|it| it.split(';')).map(str::trim).filter(|it| !it.is_empty());
    let aspects: Vec<String> = all.map(str::to_owned).collect();
    if aspects.is_empty() && !typed.is_empty() {
        return Err(Exit::request(
            "`--aspects` names none; write `--aspects \"cost; risk; who decides\"`, or leave it out",
        ));
    }
    Ok(aspects)
}

/// Seats, builds, models, aspects and the estimated cost, a line each (I-11, P-01, Q-22).
fn announced(deck: &str, spec: &Spec, before: &Before, registry: &ModelRegistry) -> Vec<String> {
    let mut lines = Vec::new();
    for (seat, persona) in spec.participants.iter().zip(&spec.personas) {
        let (model, built) = (&seat.model, one_line(&persona.built.to_string(), BUILT));
        let beliefs = crate::render::panel::beliefs(persona);
        lines.push(format!("{:24} {model} (built {built}: {beliefs})", name(&seat.name)));
    }
    lines.push(format!("deck `{deck}`: a persona is made of what somebody wrote; it is not the person"));
    let Some(panel) = &spec.rules.panel else { return lines };
    if panel.quote && spec.rules.analyst != debate::Analyst::Local && registry.missing_reader().is_some() {
        let pull = "`roundtable models pull minilm-l6-v2` also finds what is said in other words";
        lines.push(format!("texts: searched by words alone, so that some may be silent; {pull}"));
    }
    lines.push(match &panel.clerk {
        Some(model) if panel.aspects.is_empty() => format!(
            "clerk: {model} chooses the aspects, looks for disagreement and writes cards; before anybody speaks {}, in 1 call",
            read(before)
        ),
        Some(model) => format!("clerk: {model} looks for disagreement and writes cards"),
        None => {
            "clerk: none; this process looks for disagreement, and builds cards from both sides' statements".to_owned()
        }
    });
    lines.extend(panel.strong.as_ref().map(|model| format!("rooms: {model} speaks for all personas")));
    lines.extend(before.lines());
    lines.extend(learning::says(&spec.rules).iter().map(|it| format!("learned: {it}; off with `--no-learning`")));
    let estimate = Estimate::of(spec, registry);
    lines.push(if panel.quote {
        "estimate: no model is asked, so no cost".to_owned()
    } else {
        format!("estimate: {estimate}")
    });
    lines
}
