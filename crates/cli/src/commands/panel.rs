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
use debate::Topic;
use engine::{Resources, Spec};
use exports::wording::{name, one_line};
use setup::decks;
use setup::plan::panel::{Answers, Estimate, PanelRequest, named, planned};
use setup::plan::{Planned, learning, rules};
use setup::providers::ModelRegistry;
use setup::settings::{self, Settings};
use std::path::Path;

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
    lines.push(match &panel.clerk {
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
