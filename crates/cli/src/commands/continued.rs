//! `continue`: continues a closed debate with new information from the user (D-43).
use crate::answers::{later, read};
use crate::args::{Continue, More};
use crate::context::Context;
use crate::debate_runner::{Beginning, DebateRunner};
use crate::exit::Exit;
use crate::fetch_models::{announce_hosts, fetched};
use crate::print;
use crate::prompter::Prompter;
use crate::stdin_arg;
use debate::{Attachment, Debate};
use engine::{Continuation, Resources};
use setup::plan::continuation::{self, Answer, planned};
use setup::plan::rules;
use setup::providers::ModelRegistry;
use setup::settings::{self, Origin, Settings};
use std::borrow::Cow;

pub(crate) async fn run(args: &Continue, mut context: Context) -> Result<(), Exit> {
    allow(&mut context.settings, &args.more)?;
    context.settings.overrule("rounds", args.rounds.as_ref())?;
    let attached = stdin_arg::attached(&args.attach, (args.say.as_deref() == Some("-")).then_some("what you say"))?;
    let answers = read(&args.answer)?;
    let said = args.say.as_deref().map(|it| stdin_arg::words(it, "what you say")).transpose()?;
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let lock = store.lock_run(&id)?;
    let log = store.log(&id).await?;
    let debate = Debate::replay(&log).map_err(engine::Error::from)?;
    let Ready { continuation, brought: Resources { models, analyst } } =
        match prepare(args, &context, &debate, said.map(Cow::into_owned), (attached, answers)).await {
            Ok(ready) => ready,
            Err(exit) => {
                // A debate that was not closed keeps the lock of the process that runs it.
                if debate.closed.is_some() {
                    lock.settle();
                }
                return Err(exit);
            }
        };
    print::note(format!("continuing {id} after round {}", debate.rounds.len()));
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let runner =
        DebateRunner { store, lock, models, analyst, style, output, prompter: Prompter::of(output), require_consensus };
    let beginning = Beginning::Continue(log, continuation);
    runner.run(beginning, &id, &debate.participants, debate.elapsed).await
}

/// Everything needed to continue a debate.
struct Ready {
    continuation: Continuation,
    brought: Resources,
}

/// The continuation, checked before anything is spent.
async fn prepare(
    args: &Continue,
    context: &Context,
    debate: &Debate,
    mut said: Option<String>,
    (mut attached, mut answers): (Vec<Attachment>, Vec<Answer>),
) -> Result<Ready, Exit> {
    let question = debate.closed.as_ref().and_then(|it| it.question.as_ref());
    let awaited = debate.awaited();
    let is_answered = said.is_some() || !(awaited.is_empty() || (attached.is_empty() && answers.is_empty()));
    if let Some(question) = question.filter(|_| !is_answered) {
        let (later, prompter) = (later(debate), Prompter::of(args.output));
        if awaited.is_empty() {
            said = prompter.answer(context.style(), question, &later).await?;
        } else {
            answers = prompter.request_texts(context.style(), &awaited, &later).await?;
        }
        if said.is_none() && answers.is_empty() {
            return Err(Exit::request(format!("debate `{}` waits for an answer to its question; {later}", debate.id)));
        }
    }
    attached.extend(continuation::attached(debate, &answers)?);
    let settings = &context.settings;
    let registry = ModelRegistry::new(settings, &settings::process)?;
    let words = Continuation { said, focus: args.focus.clone(), attached, ..Continuation::of(debate) };
    let continuation = planned(settings, &registry, debate, words)?;
    let names = rules::models(&debate.participants, &continuation.rules, debate.watching.as_ref());
    let open = registry.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&registry, &debate.participants, &continuation.rules, debate.watching.as_ref());
    }
    let brought = fetched(&registry, open, &names, &continuation.rules.analyst, args.yes).await?;
    Ok(Ready { continuation, brought })
}

/// Budget and time from the command line override the settings.
pub(crate) fn allow(settings: &mut Settings, more: &More) -> Result<(), Exit> {
    if settings.hide.origin == Origin::Flag {
        return Err(Exit::request("hidden channels are fixed when a debate begins: leave `hide` out"));
    }
    settings.overrule("budget", more.budget.as_ref())?;
    settings.overrule("budget_tokens", more.budget_tokens.as_ref())?;
    settings.overrule("deadline", more.deadline.as_ref())?;
    Ok(())
}
