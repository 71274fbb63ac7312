//! A debate that runs, shown as it goes; Ctrl-C leaves it resumable.
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::live::Live;
use crate::render::style::{Style, one_line};
use crate::render::{turns, verdict};
use analysis::{Label, Verdict};
use debate::{Debate, DebateId, log};
use engine::{Bus, Ear};
use std::io::IsTerminal;

/// How a debate is shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// Line by line on a terminal, word by word.
    Live,
    /// Each event as plain text.
    Plain,
    /// Each event as JSON.
    Lines,
    /// Not at all.
    Nothing,
}

impl Show {
    /// What was asked for, and what standard output can do.
    pub(crate) fn of(output: Output) -> Show {
        let is_terminal = std::io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|it| it != "dumb");
        match output {
            Output { jsonl: true, .. } => Show::Lines,
            Output { json: true, .. } | Output { quiet: true, .. } => Show::Nothing,
            Output { .. } if is_terminal => Show::Live,
            Output { .. } => Show::Plain,
        }
    }

    /// A bus that tells what this way of showing needs to hear.
    pub(crate) fn bus(self) -> (Bus, Option<Ear>) {
        let (bus, ear) = match self {
            Show::Live => Bus::live(),
            Show::Plain | Show::Lines => Bus::events(),
            Show::Nothing => return (Bus::silent(), None),
        };
        (bus, Some(ear))
    }

    /// Shows what is heard until the debate is over.
    pub(crate) async fn follow(self, style: Style, ear: Option<Ear>) -> Result<(), Exit> {
        let Some(mut ear) = ear else { return Ok(()) };
        match self {
            Show::Live => Live::new(style).follow(ear).await,
            Show::Plain | Show::Lines | Show::Nothing => {
                while let Some(envelope) = ear.events.recv().await {
                    let text = match self {
                        Show::Lines => log::write(&envelope).map_err(Exit::failure)?,
                        Show::Live | Show::Plain | Show::Nothing => turns::event(style, &envelope),
                    };
                    print::line(text.trim_end_matches('\n'))?;
                }
            }
        }
        Ok(())
    }
}

/// Runs `work` with a bus of its own while `show` follows; an interruption ends both and says how to go on.
pub(crate) async fn run<F>(show: Show, style: Style, id: &DebateId, work: impl FnOnce(Bus) -> F) -> Result<Debate, Exit>
where
    F: Future<Output = Result<Debate, engine::Error>>,
{
    let (bus, ear) = show.bus();
    let work = async { work(bus).await.map_err(Exit::from) };
    // Nobody left to see it is an interruption too: what nobody reads need not be paid for.
    let follow = async { show.follow(style, ear).await.map_err(|exit| exit.or_interrupted(|| go_on(id))) };
    tokio::select! {
        outcome = futures_util::future::try_join(work, follow) => outcome.map(|(debate, ())| debate),
        () = interruption() => Err(Exit::interrupted(go_on(id))),
    }
}

fn go_on(id: &DebateId) -> String {
    format!("nothing is lost; go on with `roundtable resume {id}`")
}

/// Prints the verdict in the form asked for.
pub(crate) fn present(result: &Verdict, output: Output, style: Style) -> Result<(), Exit> {
    if output.json {
        print::line(serde_json::to_string(result).map_err(Exit::failure)?)?;
    } else if !output.jsonl {
        print::line(format_args!("\n{}", verdict::text(style, result).trim_end()))?;
    }
    Ok(())
}

/// Prints the verdict, and judges whether there was a debate at all and whether it came to what was required.
pub(crate) fn conclude(debate: &Debate, output: Output, style: Style, require_consensus: bool) -> Result<(), Exit> {
    let result = Verdict::of(debate);
    present(&result, output, style)?;
    if result.decision.label == Label::Insufficient {
        let first = result
            .metadata
            .lost
            .first()
            .map(|it| format!(" ({} was lost in round {}: {})", it.name, it.round, one_line(&it.detail, 400)));
        let first = first.unwrap_or_else(|| " (nobody was lost: it ended before two had spoken)".to_owned());
        return Err(Exit::failure(format!(
            "the debate could not be held: fewer than two participants could speak{first}"
        )));
    }
    if require_consensus && result.decision.label != Label::Consensus {
        return Err(Exit::no_consensus(format!("the debate ended as `{}`, not as a consensus", result.decision.label)));
    }
    Ok(())
}

/// Ctrl-C, or a polite request to end.
async fn interruption() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate()).ok();
    let terminated = async {
        match &mut terminated {
            Some(it) => it.recv().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
