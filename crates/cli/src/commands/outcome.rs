//! `outcome`: records what happened after a decision (L-02).
use crate::args::{Outcome, OutcomeAdd, OutcomeList, OutcomeRemove, OutcomeRevisit, OutcomeStatus};
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
        Outcome::Revisit(args) => revisit(args, context).await,
    }
}

async fn add(args: &OutcomeAdd, context: &Context) -> Result<(), Exit> {
    let store = context.store().await?;
    let debate = context::fold(&store, &args.id).await?;
    let mut request = request(args)?;
    if debate.closed.is_none() {
        let id = &debate.id;
        let why = "an outcome needs a decision";
        return Err(Exit::request(format!(
            "debate `{id}` is not over, and {why}; `roundtable resume {id}` goes on with it"
        )));
    }
    let asks_nothing = request == OutcomeRequest::default();
    if let Some(interview) = Prompter::on_terminal("nothing was recorded").filter(|_| asks_nothing) {
        ask(interview, &debate, &mut request).await?;
    }
    let outcome = request.checked(&debate, outcomes::now()).map_err(Exit::request)?;
    let event = Event::OutcomeAdded { debate: debate.id.clone(), outcome };
    let number = outcomes::record(&store, vec![event]).await?;
    let id = &debate.id;
    let (known, _) = outcomes::learned(&store).await?;
    print::note(match known.debates.get(id).is_some_and(|it| it.is_stale) {
        true => format!(
            "recorded as outcome {number} of {id}; its post-mortem is older: `roundtable postmortem {id} --again` learns from all outcomes"
        ),
        false => format!("recorded as outcome {number} of {id}; learn from it with `roundtable postmortem {id}`"),
    });
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

/// Asks the person at the terminal what happened, and checks each answer at once; an empty line leaves a question open.
pub(super) async fn ask(interview: Prompter, debate: &Debate, request: &mut OutcomeRequest) -> Result<(), Exit> {
    print::note(format!("What happened after “{}”? Empty lines leave a question open.", debate.topic));
    let fits = |given: OutcomeRequest| given.checked(debate, outcomes::now()).map(|_| ()).map_err(|it| it.to_string());
    let with = |words: &str| OutcomeRequest { what: Some(words.to_owned()), ..OutcomeRequest::default() };
    let figure = |words: &str, of: fn(f64) -> OutcomeRequest| match words.parse::<f64>() {
        Ok(it) => fits(of(it)),
        Err(_) => Err(format!("`{words}` is not a number")),
    };
    let number = |it: Option<String>| it.and_then(|it| it.parse::<f64>().ok());
    request.what = interview.valid("What happened, in a sentence?", |it| fits(with(it))).await?;
    let when = |words: &str| match times::read(words) {
        Some(at) => fits(OutcomeRequest { when: Some(at), ..with("x") }),
        None => Err(format!("`{words}` is no day; give one, as in 2026-11-18")),
    };
    let day = interview.valid("On which day (2026-11-18)? An empty line: today.", when).await?;
    request.when = day.as_deref().and_then(times::read);
    if debate.ballot.as_ref().is_some_and(|it| it.unit().is_some()) {
        let of = |it| OutcomeRequest { value: Some(it), ..OutcomeRequest::default() };
        request.value = number(interview.valid("The true value?", |it| figure(it, of)).await?);
    } else if debate.ballot.is_some() {
        let options = debate.options_at(debate::Horizon::Now).into_iter().filter(|(_, it)| it.merged.is_none());
        options.for_each(|(letter, it)| print::note(format!("  {letter} {}", it.headline)));
        let of = |it: &str| OutcomeRequest { right: Some(it.to_owned()), ..OutcomeRequest::default() };
        request.right = interview.valid("Which option proved right (a letter, or `none`)?", |it| fits(of(it))).await?;
    }
    let registry = debate.entered().0;
    for (at, claim) in registry.claims.iter().enumerate() {
        print::note(format!("  C{} {}", at + 1, claim.text));
    }
    for (at, source) in registry.evidence.iter().enumerate() {
        print::note(format!("  E{} {}", at + 1, source.title));
    }
    let ids = |words: &str| words.split(',').map(|it| it.trim().to_owned()).collect::<Vec<String>>();
    let held = |it: &str| fits(OutcomeRequest { bears_out: ids(it), ..with("x") });
    let held = interview.valid("Which claims or sources held (ids, with commas)?", held).await?;
    request.bears_out = held.as_deref().map(ids).unwrap_or_default();
    let kept = request.bears_out.clone();
    let failed = |it: &str| fits(OutcomeRequest { bears_out: kept.clone(), refutes: ids(it), ..with("x") });
    let failed = interview.valid("Which did not hold?", failed).await?;
    request.refutes = failed.as_deref().map(ids).unwrap_or_default();
    let names = learning::OutcomeStatus::ALL.map(learning::OutcomeStatus::as_str).join(", ");
    let status = |it: &str| it.parse::<learning::OutcomeStatus>().map(|_| ()).map_err(|why| why.to_string());
    let status = interview.valid(&format!("How does the project stand ({names})?"), status).await?;
    request.status = status.and_then(|it| it.parse().ok());
    let of = |it: &str| OutcomeRequest { impact: Some(it.to_owned()), ..OutcomeRequest::default() };
    request.impact = interview.valid("What was its effect, in a sentence?", |it| fits(of(it))).await?;
    let of = |it| OutcomeRequest { cost_days: Some(it), ..OutcomeRequest::default() };
    request.cost_days = number(interview.valid("What did it cost, in days of work?", |it| figure(it, of)).await?);
    let of = |it| OutcomeRequest { surprise: Some(it), ..OutcomeRequest::default() };
    request.surprise = number(interview.valid("How surprising was it, 0 to 1?", |it| figure(it, of)).await?);
    let of = |it: &str| OutcomeRequest { project: Some(it.to_owned()), ..with("x") };
    request.project = interview
        .valid("To which project does it belong? Debates of one count as one case.", |it| fits(of(it)))
        .await?;
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
    if let Some(on) = of_debate.and_then(|it| it.revisit_on).filter(|_| !args.json) {
        print::note(format!("to be revisited on {}", times::day(on)));
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

async fn revisit(args: &OutcomeRevisit, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = context::find(&store, &args.id).await?;
    let on = if args.on == "never" { None } else { Some(outcomes::revisit_day(&args.on)?) };
    outcomes::record(&store, vec![Event::ReviewSet { debate: id.clone(), on }]).await?;
    print::note(match on {
        Some(on) => format!("{id} is to be revisited on {}", times::day(on)),
        None => format!("{id} has no day to be revisited on any more"),
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
