//! `continue`: a debate that is over goes on, with what a person says (D-43).
use super::answers::{self, Answer};
use super::debate::fetched;
use super::holding::{Beginning, Hall};
use super::person::Person;
use super::rules::{self, Purse, check_budget};
use super::{Context, typed};
use crate::args::{Continue, More};
use crate::attach;
use crate::exit::Exit;
use crate::print;
use crate::render::panel::is_panel;
use crate::settings::{self, Origin, Settings};
use crate::table::{Table, announce_hosts};
use debate::{Attachment, Debate, Rules};
use engine::{Brought, Continuation};
use std::borrow::Cow;

pub(crate) async fn run(args: &Continue, mut context: Context) -> Result<(), Exit> {
    allow(&mut context.settings, &args.more)?;
    context.settings.flag("rounds", args.rounds.as_ref())?;
    let attached = attach::read(&args.attach, (args.say.as_deref() == Some("-")).then_some("what you say"))?;
    let answers = answers::typed(&args.answer)?;
    let said = args.say.as_deref().map(|it| typed::words(it, "what you say")).transpose()?;
    let store = context.store_with(&args.id).await?;
    let id = super::find(&store, &args.id).await?;
    let claim = store.claim(&id)?;
    let log = store.log(&id).await?;
    let debate = Debate::replay(&log).map_err(engine::Error::from)?;
    let Ready { continuation, brought: Brought { models, analyst } } =
        match prepare(args, &context, &debate, said.map(Cow::into_owned), (attached, answers)).await {
            Ok(ready) => ready,
            Err(exit) => {
                // One that was not over keeps the mark of whoever runs it.
                if debate.closed.is_some() {
                    claim.settle();
                }
                return Err(exit);
            }
        };
    print::note(format!("continuing {id} after round {}", debate.rounds.len()));
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let hall = Hall { store, claim, models, analyst, style, output, person: Person::of(output), require_consensus };
    let beginning = Beginning::GoOn(log, continuation);
    hall.hold(beginning, &id, &debate.participants, debate.elapsed).await
}

/// All that a debate needs to go on.
struct Ready {
    continuation: Continuation,
    brought: Brought,
}

/// What the debate goes on with, checked before anything is spent.
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
        let (later, person) = (answers::later(debate), Person::of(args.output));
        if awaited.is_empty() {
            said = person.answer(context.style(), question, &later).await?;
        } else {
            answers = person.bring(context.style(), &awaited, &later).await?;
        }
        if said.is_none() && answers.is_empty() {
            return Err(Exit::request(format!("debate `{}` waits for an answer to its question; {later}", debate.id)));
        }
    }
    attached.extend(answers::attached(debate, &answers)?);
    let settings = &context.settings;
    let table = Table::new(settings, &settings::process)?;
    let words = Continuation { said, focus: args.focus.clone(), attached, ..Continuation::of(debate) };
    let continuation = planned(settings, &table, debate, words)?;
    let names = rules::models(&debate.participants, &continuation.rules, debate.watching.as_ref());
    let open = table.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&table, &debate.participants, &continuation.rules, debate.watching.as_ref());
    }
    let brought = fetched(&table, open, &names, &continuation.rules.analyst, args.yes).await?;
    Ok(Ready { continuation, brought })
}

/// A continuation with rounds, budget and time as they were typed, checked before anything is spent.
pub(crate) fn planned(
    settings: &Settings,
    table: &Table,
    debate: &Debate,
    words: Continuation,
) -> Result<Continuation, Exit> {
    let rules = Rules { rounds: rounds(settings, debate, words.rules.rounds)?, ..words.rules };
    let rules = allowed(rules, settings, debate.spent, debate.elapsed);
    let continuation = Continuation { rules, ..words };
    continuation.event(debate)?;
    check_budget(purse(settings), &debate.participants, &continuation.rules, table)?;
    Ok(continuation)
}

/// So many rounds more as were typed.
fn rounds(settings: &Settings, debate: &Debate, usual: u32) -> Result<u32, Exit> {
    if settings.rounds.origin != Origin::Flag {
        return Ok(usual);
    }
    if is_panel(&debate.mode) {
        return Err(Exit::request(
            "`--rounds` is for debates: a panel has a round for each aspect; name a further one with `--focus`, or say \
             something to the closing with `--say`",
        ));
    }
    let (played, more) = (debate.round().map_or(0, |it| it.number), settings.rounds.value);
    let rounds = played.saturating_add(more);
    if rounds > Rules::MOST_ROUNDS {
        return Err(Exit::request(format!(
            "`--rounds` is {more}, and {played} are played already; a debate has at most {}",
            Rules::MOST_ROUNDS
        )));
    }
    Ok(rounds)
}

/// What was typed of budget and time goes over what was set.
pub(crate) fn allow(settings: &mut Settings, more: &More) -> Result<(), Exit> {
    if settings.hide.origin == Origin::Flag {
        return Err(Exit::request(
            "what participants are not shown of each other is settled when a debate begins: leave `hide` out",
        ));
    }
    settings.flag("budget", more.budget.as_ref())?;
    settings.flag("budget_tokens", more.budget_tokens.as_ref())?;
    settings.flag("deadline", more.deadline.as_ref())
}

/// Budget and time as typed count from here on: what was spent before is added. `none` lifts a limit.
pub(crate) fn allowed(mut rules: Rules, settings: &Settings, spent: debate::Usage, elapsed: u64) -> Rules {
    let is_typed = |origin: &Origin| *origin == Origin::Flag;
    if is_typed(&settings.budget.origin) {
        rules.budget_usd = settings.budget.value.map(|it| it + spent.cost.unwrap_or_default());
    }
    if is_typed(&settings.budget_tokens.origin) {
        rules.budget_tokens = settings.budget_tokens.value.map(|it| it.saturating_add(spent.tokens()));
    }
    if is_typed(&settings.deadline.origin) {
        rules.deadline_ms = settings.deadline.value.map(|it| rules::millis(it).saturating_add(elapsed));
    }
    rules
}

/// What was typed to be spent from here on.
pub(crate) fn purse(settings: &Settings) -> Purse {
    let is_typed = |origin: &Origin| *origin == Origin::Flag;
    Purse {
        usd: settings.budget.value.filter(|_| is_typed(&settings.budget.origin)),
        tokens: settings.budget_tokens.value.filter(|_| is_typed(&settings.budget_tokens.origin)),
    }
}
