//! `fork`: starts another debate from any point of an existing one, with changes (O-23).
use super::continued::allow;
use crate::args::Fork;
use crate::context::Context;
use crate::debate_runner::{Beginning, DebateRunner};
use crate::exit::Exit;
use crate::fetch_models::{announce_hosts, fetched};
use crate::print;
use crate::prompter::Prompter;
use crate::stdin_arg;
use engine::Resources;
use setup::plan::fork::{ForkRequest, at, planned, seats};
use setup::plan::rules;
use setup::providers::ModelRegistry;
use setup::settings::{self, Origin};

pub(crate) async fn run(args: &Fork, mut context: Context) -> Result<(), Exit> {
    let settings = &mut context.settings;
    settings.set_for_run(&args.set)?;
    settings.overrule("mode", args.mode.as_ref())?;
    settings.overrule("algorithm", args.algorithm.as_ref())?;
    settings.overrule("decide", args.decide.as_ref())?;
    settings.overrule("analyst", args.analyst.as_ref())?;
    settings.overrule("evidence_gate", args.gate.then_some(true))?;
    settings.overrule("rounds", args.rounds.as_ref())?;
    allow(settings, &args.more)?;
    if settings.table.origin == Origin::Flag {
        return Err(Exit::request(
            "a fork keeps the participants; give a seat another model with `--seat NAME=provider/model`",
        ));
    }
    let attached = stdin_arg::attached(&args.attach, (args.say.as_deref() == Some("-")).then_some("what you say"))?;
    let said = args.say.as_deref().map(|it| stdin_arg::words(it, "what you say")).transpose()?;
    let registry = ModelRegistry::new(&context.settings, &settings::process)?;
    let seats = seats(&registry, &args.seat)?;

    let store = context.store_with(&args.id).await?;
    let source = crate::context::find(&store, &args.id).await?;
    let log = store.log(&source).await?;
    let (said, focus) = (said.map(|it| it.into_owned()), args.focus.clone());
    let request = ForkRequest { at: at(args.at, args.after_round), seats, said, focus, attached };
    let (debate, begun) = planned(&context.settings, &registry, &log, request)?;
    let names = rules::models(&debate.participants, &debate.rules, debate.watching.as_ref());
    let open = registry.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&registry, &debate.participants, &debate.rules, debate.watching.as_ref());
    }
    let Resources { models, analyst } = fetched(&registry, open, &names, &debate.rules.analyst, args.yes).await?;

    let id = debate.id.clone();
    let lock = store.lock_run(&id)?;
    if let Err(error) = store.import(&id, &begun).await {
        lock.settle();
        return Err(error.into());
    }
    let seats = debate.participants.len();
    let kept = debate.rounds.iter().filter(|it| it.is_finished(seats)).count();
    let upto = debate.fork.as_ref().map_or(0, |it| it.upto);
    print::note(format!(
        "{id} is forked from {source} after event {upto} (rounds kept: {kept}; their questions are not asked again)"
    ));
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let runner =
        DebateRunner { store, lock, models, analyst, style, output, prompter: Prompter::of(output), require_consensus };
    runner.run(Beginning::Resume(begun), &id, &debate.participants, debate.elapsed).await
}
