//! `show`: prints the verdict of a stored debate, its reasons or all of it; for a panel also rooms and cards.
use crate::args::{Graph, Show};
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::render::panel::columns::Gathered;
use crate::render::panel::{graph, is_panel, shown};
use crate::render::turns::Transcript;
use crate::render::{summary, verdict, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::argument::thresholds::WHY_LOOKS;
use analysis::crux;
use analysis::evidence::checks;
use analysis::measure::summary::RoundSummary;
use debate::{Envelope, Event, Name};

pub(crate) async fn run(args: &Show, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let debate = crate::context::fold(&store, &args.id).await?;
    let style = context.style();
    match args.graph {
        Some(Graph::Json) => return print::json(&crux::graph(&debate)),
        Some(Graph::Dot) => return print::line(graph::dot(&crux::graph(&debate)).trim_end()),
        None => {}
    }
    if args.cruxes || args.matrix || args.trace {
        shown::must_be(&debate)?;
    }
    if args.cruxes && args.json {
        return print::json(&shown::records(&debate));
    }
    if args.matrix && args.json {
        return print::json(&crux::matrix(&debate));
    }
    if args.cruxes || args.matrix {
        print::line(style.wrap("", debate.topic.as_str()).trim_end())?;
        let text = if args.cruxes { shown::cards(style, &debate) } else { shown::matrix(style, &debate) };
        return print::line(format!("\n{}", text.trim_end()));
    }
    let result = Verdict::of(&debate);
    let rounds = || debate.rounds.iter().filter_map(|it| RoundSummary::of(&debate, it.number));
    let reasons = args.why.then(|| {
        Why::of_option(&debate, result.decision.option.as_ref().map(|it| it.letter), &checks::of(&debate), WHY_LOOKS)
    });
    if let Some(reasons) = reasons.as_ref().filter(|_| args.json) {
        return print::json(reasons);
    }
    if args.json && args.rounds {
        return rounds().try_for_each(|it| print::json(&it));
    }
    if args.json {
        return print::json(&verdict::Document::of(&result));
    }
    print::line(style.wrap("", debate.topic.as_str()).trim_end())?;
    if let Some(reasons) = &reasons {
        return print::line(format!("\n{}", why::text(style, &result, reasons).trim_end()));
    }
    if args.turns || args.trace {
        let transcript = Transcript::new(style, &[]);
        let transcript = if args.trace { transcript.traced() } else { transcript };
        turns(&store.log(&debate.id).await?, transcript)?;
    } else if is_panel(&debate.mode) {
        print::line(shown::brief(style, &debate).trim_end())?;
    }
    if args.rounds {
        rounds().try_for_each(|it| print::line(summary::text(style, &it).trim_end_matches('\n')))?;
    }
    print::line(format!("\n{}", verdict::text(style, &result).trim_end()))
}

/// Every turn of every round; turns of a panel round stand side by side if the terminal is wide enough.
fn turns(log: &[Envelope], mut transcript: Transcript) -> Result<(), Exit> {
    let mut round = Gathered::default();
    let print = |text: String| match text.trim_end_matches('\n') {
        "" => Ok(()),
        text => print::line(text),
    };
    for envelope in log {
        let text = transcript.event(envelope);
        match said_by(&envelope.event).filter(|_| transcript.columns().is_some()) {
            Some(by) => round.push(transcript.seat(by), text),
            // The topic is printed above, and the rest of the opening with the verdict below.
            None if envelope.seq == 0 || text.is_empty() => {}
            None => {
                print(round.take(transcript.columns()))?;
                print(text)?;
            }
        }
    }
    print(round.take(transcript.columns()))?;
    print(transcript.unfinished())
}

/// The participant whose turn an event records.
fn said_by(event: &Event) -> Option<&Name> {
    if let Event::TurnTaken { by, .. }
    | Event::TurnFailed { by, .. }
    | Event::AnswerUnusable { by, .. }
    | Event::AnswerReviewed { by, .. } = event
    {
        return Some(by);
    }
    None
}
