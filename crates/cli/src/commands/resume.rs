//! `resume`: continues an interrupted debate (O-22).
use crate::answers::later;
use crate::args::Resume;
use crate::context::Context;
use crate::debate_runner::{Beginning, DebateRunner};
use crate::detached;
use crate::exit::Exit;
use crate::fetch_models::{announce_hosts, fetched};
use crate::print;
use crate::prompter::Prompter;
use crate::running;
use debate::{Debate, DebateId, Envelope};
use engine::Resources;
use setup::plan::rules;
use setup::providers::ModelRegistry;
use setup::settings;
use store::{Error, Store};

pub(crate) async fn run(args: &Resume, context: &Context) -> Result<(), Exit> {
    if args.detached {
        detached::leave_session();
    }
    let store = context.store().await?;
    let id = crate::context::find(&store, &args.id).await?;
    let lock = store.lock_run(&id)?;
    let log = log(&store, &id, args).await?;
    let debate = Debate::replay(&log).map_err(engine::Error::from)?;
    if debate.closed.is_some() {
        lock.settle();
        print::note(match debate.closed.as_ref().and_then(|it| it.question.as_ref()) {
            Some(_) => format!("{id} waits for an answer: {}; this is its verdict so far", later(&debate)),
            None => format!("{id} is over; this is its verdict"),
        });
        return running::conclude(&debate, args.output, context.style(), args.require_consensus);
    }
    let registry = ModelRegistry::new(&context.settings, &settings::process)?;
    let names = rules::models(&debate.participants, &debate.rules, debate.watching.as_ref());
    let open = registry.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&registry, &debate.participants, &debate.rules, debate.watching.as_ref());
    }
    let Resources { models, analyst } = fetched(&registry, open, &names, &debate.rules.analyst, args.yes).await?;
    print::note(format!("going on with {id} {}", place(&debate)));
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let runner =
        DebateRunner { store, lock, models, analyst, style, output, prompter: Prompter::of(output), require_consensus };
    runner.run(Beginning::Resume(log), &id, &debate.participants, debate.elapsed).await
}

/// How far a debate is: its round, and how many answers there are.
fn place(debate: &Debate) -> String {
    let answers = match debate.calls {
        0 => return "from its beginning".to_owned(),
        1 => "1 answer".to_owned(),
        more => format!("{more} answers"),
    };
    debate.round().map_or_else(|| format!("after {answers}"), |it| format!("in round {}, after {answers}", it.number))
}

/// The debate's log; a torn last record is dropped only on request.
async fn log(store: &Store, id: &DebateId, args: &Resume) -> Result<Vec<Envelope>, Exit> {
    match store.log(id).await {
        Err(Error::Torn { seq, .. }) if args.drop_torn => {
            store.drop_torn(id).await?;
            print::note(format!("dropped the incomplete record {seq}: its question is asked again"));
            Ok(store.log(id).await?)
        }
        other => Ok(other?),
    }
}
