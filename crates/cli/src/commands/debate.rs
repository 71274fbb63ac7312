//! `debate`: from a topic to a verdict.
use crate::args::Debate;
use crate::context::Context;
use crate::debate_runner::{Beginning, DebateRunner};
use crate::detached;
use crate::exit::Exit;
use crate::fetch_models::{BETTER, announce_hosts, fetched};
use crate::outcomes;
use crate::print;
use crate::prompter::Prompter;
use crate::render::plan;
use crate::stdin_arg;
use debate::Topic;
use debate::learning::Event;
use engine::{Resources, Spec, sim};
use exports::wording::money;
use setup::plan::debate::{DebateRequest, ballot, planned};
use setup::plan::preview::Preview;
use setup::plan::review::{self, Review};
use setup::plan::{Planned, analyst, learning, rules};
use setup::providers::ModelRegistry;
use setup::settings::{self, Settings};

pub(crate) async fn run(args: &Debate, mut context: Context) -> Result<(), Exit> {
    let attached = stdin_arg::attached(&args.attach, (args.topic == "-").then_some("the topic"))?;
    let topic = Topic::new(&stdin_arg::words(&args.topic, "the topic")?).map_err(Exit::request)?;
    overrule(&mut context.settings, args)?;
    let registry = ModelRegistry::new(&context.settings, &settings::process)?;
    let ballot = ballot(args.options.as_deref(), args.yes_no, args.estimate.as_deref(), args.open)?;
    let request = DebateRequest { topic, ballot, attached, seed: args.seed.unwrap_or_default() };
    let revisit = args.revisit.as_deref().map(outcomes::revisit_day).transpose()?;
    let Planned { mut spec, is_embedded } = planned(&context.settings, &registry, request).await?;
    outcomes::draw(&context, &mut spec).await?;
    if args.plan {
        return plan::show(context.style(), &Preview::of(&spec, &registry)?, args.output.json);
    }
    let names = rules::models(&spec.participants, &spec.rules, None);
    let open = registry.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&registry, &spec.participants, &spec.rules, None);
    }
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announce(&spec, &registry)?;
        if is_embedded {
            print::note(format_args!("{BETTER}\n"));
        }
        // Simulated participants have no meaning to compare.
        if spec.participants.iter().any(|it| it.family != sim::PROVIDER) {
            let advice = analyst::advice(&context.settings, &spec.rules.analyst);
            advice.iter().for_each(|it| print::note(format_args!("{it}\n")));
        }
    }
    let Resources { models, analyst } = fetched(&registry, open, &names, &spec.rules.analyst, args.yes).await?;
    let store = context.store().await?;
    let lock = store.lock_run(&spec.id)?;
    if let Some(on) = revisit {
        outcomes::record(&store, vec![Event::ReviewSet { debate: spec.id.clone(), on: Some(on) }]).await?;
    }
    if args.detach {
        return detached::start(store, lock, &spec, &args.set, args.output.json).await;
    }
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let runner =
        DebateRunner { store, lock, models, analyst, style, output, prompter: Prompter::of(output), require_consensus };
    let (id, seats) = (spec.id.clone(), spec.participants.clone());
    runner.run(Beginning::Start(spec), &id, &seats, 0).await?;
    // The first screen has no room for more than was asked for; `list --due` and `doctor` remind of every decision.
    if let Some(on) = revisit.filter(|_| !(output.json || output.jsonl || output.quiet)) {
        print::note(format!(
            "\nYou are reminded of this decision from {} on; `roundtable outcome add {id}` records what happened.",
            exports::times::day(on)
        ));
    }
    Ok(())
}

/// Flags override the settings.
fn overrule(settings: &mut Settings, args: &Debate) -> Result<(), Exit> {
    settings.set_for_run(&args.set)?;
    settings.overrule("parallel_enabled", args.parallel.as_ref().map(|_| true))?;
    settings.overrule("parallel_level", args.parallel.as_ref())?;
    settings.overrule("economy", args.economy.then_some(true))?;
    settings.overrule("safety", args.no_review.then_some(false))?;
    settings.overrule("mode", args.mode.as_ref())?;
    settings.overrule("rounds", args.rounds.as_ref())?;
    settings.overrule("algorithm", args.algorithm.as_ref())?;
    settings.overrule("analyst", args.analyst.as_ref())?;
    settings.overrule("decide", args.decide.as_ref())?;
    settings.overrule("closing_ballot", args.closing_ballot.as_ref())?;
    settings.overrule("hide", (!args.hide.is_empty()).then(|| args.hide.join(",")))?;
    settings.overrule("budget", args.budget.as_ref())?;
    settings.overrule("budget_tokens", args.budget_tokens.as_ref())?;
    settings.overrule("deadline", args.deadline.as_ref())?;
    settings.overrule("high_stakes", args.high_stakes.then_some(true))?;
    settings.overrule("evidence_gate", args.gate.then_some(true))?;
    settings.overrule("domain", args.domain.as_ref())?;
    settings.overrule("learning", args.no_learning.then_some(false))?;
    settings.overrule("context", args.ask_context.then_some(true))?;
    settings.overrule("table", (!args.with.is_empty()).then(|| args.with.join(",")))?;
    Ok(())
}

/// Prints the seats and the estimated cost (I-11).
fn announce(spec: &Spec, registry: &ModelRegistry) -> Result<(), Exit> {
    for it in &spec.participants {
        print::note(format!("{:24} {} ({})", it.name, it.model, it.perspective));
    }
    if let Some(ballot) = spec.ballot() {
        print::note(format!("ballot: {ballot}"));
    }
    learning::says(&spec.rules).iter().for_each(|it| print::note(format!("learned: {it}; off with `--no-learning`")));
    if let Some(review) = Review::of(spec, registry)? {
        print::note(format!("safety review: {}; off with `--no-review`", review.words()));
    }
    let estimate = match review::estimate(spec, registry, spec.rules.rounds)? {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {} if every round is played", money(Some(usd))),
        None => "cost unknown: set `[prices]` in roundtable.toml to have it estimated".to_owned(),
    };
    print::note(format!("estimate: {estimate}\n"));
    Ok(())
}
