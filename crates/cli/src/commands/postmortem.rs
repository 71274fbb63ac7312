//! `postmortem`: compares a decision with its outcomes, and learns from them (L-03, L-07).
use crate::args::{PostmortemArgs, ReportFormat};
use crate::commands::{export, outcome};
use crate::context::{self, Context};
use crate::draft;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::prompter::Prompter;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::record::DecisionRecord;
use analysis::learning::{Applied, Input, Learned, MOST_QUESTION, OutcomeRequest, closing, sentence, truth};
use debate::Debate;
use debate::learning::{Event, Postmortem};
use exports::report::{Report, Surface, postmortem};
use formats::postmortem::Drafted;
use serde_json::json;
use std::path::Path;
use store::Store;

pub(crate) async fn run(args: &PostmortemArgs, context: &Context) -> Result<(), Exit> {
    let format = format_of(args)?;
    let store = context.store().await?;
    let debate = context::fold(&store, &args.id).await?;
    let (known, _) = outcomes::learned(&store).await?;
    let id = &debate.id;
    if debate.is_panel() {
        return Err(Exit::request(format!(
            "`{id}` is a panel, which decides nothing, so there is no decision to compare with what happened; `roundtable show {id} --cruxes` prints what a decision turns on"
        )));
    }
    let closed = known.debates.get(id).and_then(|it| it.postmortem.as_ref());
    if let (Some(_), false, true) = (closed, args.again, gives_anything(args)) {
        let why = "has a post-mortem already; `--again` makes a new one, which replaces its updates";
        return Err(Exit::request(format!("debate `{id}` {why}")));
    }
    if closed.is_none() || args.again {
        if debate.closed.is_none() {
            return Err(Exit::request(format!("debate `{id}` is not over; `roundtable resume {id}` goes on with it")));
        }
        // Nothing is learned where the report can't be written.
        args.output.as_deref().map_or(Ok(()), export::has_place)?;
        let known = asked_first(args, &store, &debate, known).await?;
        let drafted = match &args.with {
            Some(model) => Some(draft::drafted(model, args.yes, context, &debate, &known).await?),
            None => None,
        };
        let input = input(args, &debate, &known, drafted).await?;
        outcomes::decide(&store, |known, next| {
            let (events, _) = closing(known, next, outcomes::now(), &debate, &input);
            Ok((events, ()))
        })
        .await?;
    }
    let (known, _) = outcomes::learned(&store).await?;
    let text = written(format, &debate, &known)?;
    match &args.output {
        None => print::raw(text.as_bytes()),
        Some(path) => export::keep_or_fail(path, text.as_bytes()),
    }
}

/// Whether the command line says anything about a new post-mortem.
fn gives_anything(args: &PostmortemArgs) -> bool {
    let is_empty = args.lesson.is_empty() && args.question.is_empty() && args.skill.is_empty();
    args.accuracy.is_some() || args.domain.is_some() || args.with.is_some() || args.rehearsal || !is_empty
}

/// What is known once a person at the terminal has said what happened, if nothing is recorded yet.
async fn asked_first(args: &PostmortemArgs, store: &Store, debate: &Debate, known: Learned) -> Result<Learned, Exit> {
    let has_outcome = known.debates.get(&debate.id).is_some_and(|it| !it.outcomes.is_empty());
    let Some(interview) = Prompter::on_terminal("nothing was recorded").filter(|_| !args.yes && !has_outcome) else {
        return Ok(known);
    };
    let mut request = OutcomeRequest::default();
    outcome::ask(interview, debate, &mut request).await?;
    if request.is_empty() {
        return Ok(known);
    }
    let outcome = request.checked(debate, outcomes::now()).map_err(Exit::request)?;
    outcomes::record(store, vec![Event::OutcomeAdded { debate: debate.id.clone(), outcome }]).await?;
    Ok(outcomes::learned(store).await?.0)
}

/// What was typed, and what a person at the terminal says of the rest.
async fn input(
    args: &PostmortemArgs,
    debate: &Debate,
    known: &Learned,
    drafted: Option<Drafted>,
) -> Result<Input, Exit> {
    let domain = args.domain.as_deref().map(debate::learning::domain).transpose().map_err(Exit::request)?;
    if let Some(it) = args.accuracy.filter(|it| !(0.0..=1.0).contains(it)) {
        return Err(Exit::request(format!("`--accuracy` is {it}; it must be 0 (wrong) to 1")));
    }
    let mut input = Input {
        domain,
        accuracy: args.accuracy,
        lessons: lines("lesson", &args.lesson)?,
        questions: lines("question", &args.question)?,
        skills: lines("skill", &args.skill)?,
        with_rehearsal: args.rehearsal,
        ..Input::default()
    };
    let outcomes = known.debates.get(&debate.id).map(|it| it.outcomes.as_slice()).unwrap_or_default();
    if outcomes.is_empty() {
        let id = &debate.id;
        let why = "no outcome is recorded, so nothing is learned, not even of questions and skills";
        print::note(format!("{why}; `roundtable outcome add {id}` records one"));
    } else if debate.rehearsal && !args.rehearsal {
        print::note("a rehearsal: nothing is learned from simulated participants unless `--rehearsal` is given");
    }
    let interview = Prompter::on_terminal("nothing was recorded").filter(|_| !args.yes);
    if let Some(drafted) = drafted {
        draft::add(&mut input, drafted, args.with.as_deref().unwrap_or_default(), interview).await?;
    }
    let Some(interview) = interview else { return checked(input) };
    if input.accuracy.is_none() && truth(outcomes).is_none() {
        input.accuracy =
            interview.number("How accurate was the decision, 0 (wrong) to 1? An empty line: unknown.").await?;
    }
    if input.lessons.is_empty() {
        input.lessons = interview.sentences("Which lesson does it teach? An empty line: none.").await?;
    }
    if input.questions.is_empty() {
        input.questions =
            interview.sentences("Which question should have been asked first? An empty line: none.").await?;
    }
    if input.skills.is_empty() {
        input.skills =
            interview.list("Which skills did no participant have (with commas)? An empty line: none.").await?;
    }
    checked(input)
}

fn lines(field: &'static str, given: &[String]) -> Result<Vec<String>, Exit> {
    let given = given.iter().map(|it| sentence(field, Some(it.clone())).map_err(Exit::request));
    Ok(given.collect::<Result<Vec<_>, Exit>>()?.into_iter().flatten().collect())
}

/// Questions and skills stand in later prompts: they are bounded, and checked as topics are.
fn checked(input: Input) -> Result<Input, Exit> {
    if let Some(it) = input.accuracy.filter(|it| !(0.0..=1.0).contains(it)) {
        return Err(Exit::request(format!("the accuracy is {it}; it must be 0 (wrong) to 1")));
    }
    for it in input.questions.iter().chain(&input.skills) {
        if it.chars().count() > MOST_QUESTION {
            return Err(Exit::request(format!(
                "a question or skill has {} characters; it may have {MOST_QUESTION}",
                it.chars().count()
            )));
        }
        engine::check_words(it).map_err(|why| Exit::request(why.to_string()))?;
    }
    Ok(input)
}

fn format_of(args: &PostmortemArgs) -> Result<ReportFormat, Exit> {
    let extension = args.output.as_deref().and_then(Path::extension).map(|it| it.to_string_lossy().to_lowercase());
    match (args.format, extension.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, None | Some("txt")) => Ok(ReportFormat::Text),
        (None, Some("md" | "markdown")) => Ok(ReportFormat::Markdown),
        (None, Some("html" | "htm")) => Ok(ReportFormat::Html),
        (None, Some("json")) => Ok(ReportFormat::Json),
        (None, Some(other)) => {
            let other = exports::wording::one_line(other, 20);
            let known = ".txt, .md, .html and .json are known";
            Err(Exit::request(format!(
                "no report has the ending `.{other}` ({known}); name the format with `--format`"
            )))
        }
    }
}

/// The report on a debate with a post-mortem.
fn written(format: ReportFormat, debate: &Debate, known: &Learned) -> Result<String, Exit> {
    let of_debate = known.debates.get(&debate.id);
    let closed = of_debate.and_then(|it| it.postmortem.as_ref());
    let Some((_, closed)) = closed else {
        return Err(Exit::failure("the post-mortem is gone: was the debate deleted?"));
    };
    let outcomes = of_debate.map(|it| it.outcomes.as_slice()).unwrap_or_default();
    let updates: Vec<&Applied> = known.updates.iter().filter(|it| closed.updates.contains(&it.number)).collect();
    if format == ReportFormat::Json {
        return json_of(debate, closed, &updates);
    }
    let models = debate.participants.iter().map(|it| (it.model.as_str(), it.family.as_str()));
    let next = known.rules(&closed.domain, models, outcomes::now());
    let next = next.map(|it| LearnedUse::in_domain(closed.domain.clone(), it));
    let domain = known.domain(&closed.domain, outcomes::now());
    let input = postmortem::Input {
        debate,
        outcomes,
        postmortem: closed,
        updates: &updates,
        domain: &domain,
        next: next.as_ref(),
        is_stale: of_debate.is_some_and(|it| it.is_stale),
        surface: Surface::CommandLine,
    };
    Ok(rendered(format, &postmortem::report(&input)))
}

/// A report in a format for people.
pub(super) fn rendered(format: ReportFormat, report: &Report) -> String {
    match format {
        ReportFormat::Text | ReportFormat::Json => report.text(),
        ReportFormat::Markdown => report.markdown(),
        ReportFormat::Html => report.html(),
    }
}

fn json_of(debate: &Debate, closed: &Postmortem, updates: &[&Applied]) -> Result<String, Exit> {
    let updates: Vec<_> =
        updates.iter().map(|it| json!({"number": it.number, "update": it.update, "reverted": it.reverted})).collect();
    let record = DecisionRecord::of(debate, closed.project.clone());
    let value = json!({"postmortem": closed, "updates": updates, "record": record});
    exports::json::written(&value).map(|it| it + "\n").map_err(Exit::failure)
}
