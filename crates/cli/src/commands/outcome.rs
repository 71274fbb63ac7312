//! `outcome`: records what happened after a decision (L-02).
use crate::args::{Outcome, OutcomeAdd, OutcomeList, OutcomeRemove, OutcomeReview, OutcomeStatus};
use crate::context::{self, Context};
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::prompter::Prompter;
use analysis::learning::OutcomeRequest;
use debate::Debate;
use debate::learning::{self, Event};
use exports::report::postmortem;
use exports::times;

pub(crate) async fn run(what: &Outcome, context: &Context) -> Result<(), Exit> {
    match what {
        Outcome::Add(args) => add(args, context).await,
        Outcome::List(args) => list(args, context).await,
        Outcome::Remove(args) => remove(args, context).await,
        Outcome::Review(args) => review(args, context).await,
    }
}

async fn add(args: &OutcomeAdd, context: &Context) -> Result<(), Exit> {
    let store = context.store().await?;
    let debate = context::fold(&store, &args.id).await?;
    let mut request = request(args)?;
    if request.is_empty() {
        ask(&debate, &mut request).await?;
    }
    let outcome = request.checked(&debate).map_err(Exit::request)?;
    let event = Event::OutcomeAdded { debate: debate.id.clone(), outcome };
    let number = outcomes::record(&store, vec![event]).await?;
    let id = &debate.id;
    print::note(format!("recorded as outcome {number} of {id}; learn from it with `roundtable postmortem {id}`"));
    Ok(())
}

/// What was typed.
fn request(args: &OutcomeAdd) -> Result<OutcomeRequest, Exit> {
    let when = match &args.when {
        Some(words) => Some(times::read(words).ok_or_else(|| {
            let words = exports::wording::one_line(words, 40);
            Exit::request(format!("`--when` is `{words}`; give a day (2026-11-18) or a moment (2026-11-18T08:15:30Z)"))
        })?),
        None => None,
    };
    Ok(OutcomeRequest {
        when,
        what: args.what.clone(),
        status: args.status.map(Into::into),
        right: args.right.clone(),
        value: args.value,
        impact: args.impact.clone(),
        cost_days: args.cost_days,
        surprise: args.surprise,
        bears_out: args.bears_out.clone(),
        refutes: args.refutes.clone(),
        project: args.project.clone(),
    })
}

/// Asks on a terminal; an empty line leaves a question open.
async fn ask(debate: &Debate, request: &mut OutcomeRequest) -> Result<(), Exit> {
    let Some(interview) = Prompter::on_terminal("nothing was recorded") else { return Ok(()) };
    print::note(format!("What happened after “{}”? Empty lines leave a question open.", debate.topic));
    request.what = interview.ask("What happened, in a sentence?").await?;
    if debate.ballot.as_ref().is_some_and(|it| it.unit().is_some()) {
        request.value = interview.number("The true value?").await?;
    } else if debate.ballot.is_some() {
        let options = debate.options_at(debate::Horizon::Now).into_iter().filter(|(_, it)| it.merged.is_none());
        options.for_each(|(letter, it)| print::note(format!("  {letter} {}", it.headline)));
        request.right = interview.ask("Which option proved right (a letter, or `none`)?").await?;
    }
    for (at, claim) in debate.registry.claims.iter().enumerate() {
        print::note(format!("  C{} {}", at + 1, claim.text));
    }
    request.bears_out = interview.list("Which claims held (ids, with commas)?").await?;
    request.refutes = interview.list("Which claims did not hold?").await?;
    request.surprise = interview.number("How surprising was it, 0 to 1?").await?;
    Ok(())
}

async fn list(args: &OutcomeList, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let debate = context::fold(&store, &args.id).await?;
    let (known, _) = outcomes::learned(&store).await?;
    let of_debate = known.debates.get(&debate.id);
    let recorded = of_debate.map(|it| it.outcomes.as_slice()).unwrap_or_default();
    for it in recorded {
        if args.json {
            let line =
                serde_json::json!({"number": it.number, "recorded": times::written(it.at), "outcome": it.outcome});
            print::line(line)?;
        } else {
            print::line(postmortem::outcome(&debate, it))?;
        }
    }
    if recorded.is_empty() && !args.json {
        print::note(format!("no outcome is recorded; `roundtable outcome add {}` records one", debate.id));
    }
    if let Some(on) = of_debate.and_then(|it| it.review).filter(|_| !args.json) {
        print::note(format!("to be looked at on {}", times::day(on)));
    }
    Ok(())
}

async fn remove(args: &OutcomeRemove, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = context::find(&store, &args.id).await?;
    let number = args.number;
    outcomes::decide(&store, |known, _| {
        let recorded = known.debates.get(&id).is_some_and(|it| it.outcomes.iter().any(|it| it.number == number));
        if !recorded {
            let advice = format!("`roundtable outcome list {id}` prints their numbers");
            return Err(Exit::request(format!("debate `{id}` has no outcome {number}; {advice}")));
        }
        Ok((vec![Event::OutcomeRemoved { debate: id.clone(), outcome: number }], ()))
    })
    .await?;
    print::note(format!("outcome {number} of {id} is removed; `roundtable postmortem {id} --again` learns anew"));
    Ok(())
}

async fn review(args: &OutcomeReview, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = context::find(&store, &args.id).await?;
    let on = if args.on == "never" { None } else { Some(outcomes::review_day(&args.on)?) };
    outcomes::record(&store, vec![Event::ReviewSet { debate: id.clone(), on }]).await?;
    print::note(match on {
        Some(on) => format!("{id} is to be looked at on {}", times::day(on)),
        None => format!("{id} has no day for a review any more"),
    });
    Ok(())
}

impl From<OutcomeStatus> for learning::OutcomeStatus {
    fn from(status: OutcomeStatus) -> learning::OutcomeStatus {
        match status {
            OutcomeStatus::OnTrack => learning::OutcomeStatus::OnTrack,
            OutcomeStatus::NewRequirement => learning::OutcomeStatus::NewRequirement,
            OutcomeStatus::TechnicalDebt => learning::OutcomeStatus::TechnicalDebt,
            OutcomeStatus::Blocked => learning::OutcomeStatus::Blocked,
            OutcomeStatus::Completed => learning::OutcomeStatus::Completed,
        }
    }
}
