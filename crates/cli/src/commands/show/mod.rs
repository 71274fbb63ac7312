//! `show`: prints the first screen of a stored debate, and on request its reasons, rounds, turns or all of its verdict; for a panel also rooms
//! and cards. What is longer than a screen goes through a pager.
mod follow;

use crate::args::{Graph, Show};
use crate::context::Context;
use crate::exit::Exit;
use crate::pager::{self, Paging};
use crate::print;
use crate::render::columned::Columned;
use crate::render::panel::{graph, is_panel, shown};
use crate::render::turns::{Transcript, signs};
use crate::render::{first, summary, verdict, why};
use crate::selection::status_of;
use analysis::Findings;
use analysis::argument::thresholds::WHY_LOOKS;
use analysis::argument::{GraphView, Why};
use analysis::crux;
use analysis::evidence::checks;
use analysis::measure::summary::RoundSummary;
use debate::Envelope;
use exports::wording::verdict::VOTES;
use setup::settings;

pub(crate) async fn run(args: &Show, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    if args.follow {
        return Box::pin(follow::run(&store, &args.id, context)).await;
    }
    let debate = crate::context::fold(&store, &args.id).await?;
    let style = context.style();
    match args.graph {
        Some(Graph::Json) => return print::json(&GraphView::of(&debate)),
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
        let topic = style.wrap("", debate.topic.as_str());
        let text = if args.cruxes { shown::cards(style, &debate) } else { shown::matrix(style, &debate) };
        return pager::show(format!("{topic}\n{text}").trim_end(), Paging::of(args.no_pager), &settings::process);
    }
    if args.why || args.rounds {
        shown::must_not_be(&debate, if args.why { "--why" } else { "--rounds" })?;
    }
    if args.json && is_panel(&debate.mode) {
        return print::json(&Findings::of(&debate));
    }
    let status = status_of(&store, &debate);
    let result = verdict::of(&debate, &status);
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
        return print::json(&result.document());
    }
    let topic = style.wrap("", debate.topic.as_str());
    let mut text = String::new();
    if args.turns || args.trace {
        if !is_panel(&debate.mode) {
            text.push_str(&format!("\n{}", signs(style)));
        }
        let transcript = Transcript::new(style, &[]);
        let transcript = if args.trace { transcript.traced() } else { transcript };
        text.push_str(&turns(&store.log(&debate.id).await?, transcript));
    }
    if args.rounds {
        // The whole verdict explains the votes, too.
        if !args.full {
            text.push_str(&format!("\n{}", style.dim(style.wrap("votes on the leading option: ", VOTES))));
        }
        text.push_str(&summary::all(style, rounds()));
    }
    if let Some(reasons) = &reasons {
        text.push_str(&format!("\n{}", why::text(style, &result, reasons)));
    }
    if args.full {
        match is_panel(&debate.mode) {
            true => text.push_str(&shown::brief(style, &debate, &status)),
            false => text.push_str(&format!("\n{}", verdict::text(style, &result, &status))),
        }
    }
    if text.is_empty() {
        return print::line(first::text(style, &debate, &status, Some(debate.topic.as_str())).trim_end());
    }
    pager::show(format!("{topic}{text}").trim_end(), Paging::of(args.no_pager), &settings::process)
}

/// Every turn of every round; turns of a panel round stand side by side if the terminal is wide enough.
fn turns(log: &[Envelope], transcript: Transcript) -> String {
    let mut text = Columned::new(transcript);
    // The topic stands above, and the rest of the opening in the whole verdict.
    let each = |it: &Envelope| Some(text.event(it)).filter(|_| it.seq > 0);
    let said: String = log.iter().filter_map(each).collect();
    format!("{said}{}", text.rest())
}
