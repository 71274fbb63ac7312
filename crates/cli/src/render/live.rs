//! A running debate on a terminal: one line for each participant who is speaking, then the round as a block (I-12).
use super::panel::columns::Gathered;
use super::style::Style;
use super::turns::Transcript;
use debate::event::PanelEvent;
use debate::{CallId, Envelope, Event, Name, Participant};
use engine::{Signal, Subscriber};
use exports::wording::{money, name, one_line};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::time::Duration;

/// The live view.
pub(crate) struct Live {
    style: Style,
    transcript: Transcript,
    lines: MultiProgress,
    speaking: BTreeMap<CallId, Speaker>,
    /// Names in seating order, and the width of the widest.
    seats: Vec<Name>,
    /// The finished turns of this round.
    round: Gathered,
    spent: Option<f64>,
}

struct Speaker {
    line: ProgressBar,
    /// The prefix of its line.
    prefix: String,
    heard: String,
}

/// Columns of a line besides prefix and text: spinner, time, spaces, and room for the `^C` that a terminal echoes. A line that wraps can't be
/// cleared.
const BESIDE: usize = 14;

/// The longest tail of an in-flight answer that is kept.
const HEARD: usize = 1_000;

impl Live {
    /// A view on standard output.
    pub(crate) fn new(style: Style, transcript: Transcript, seats: &[Participant]) -> Live {
        Live::on(ProgressDrawTarget::stdout(), style, transcript, seats)
    }

    fn on(target: ProgressDrawTarget, style: Style, transcript: Transcript, seats: &[Participant]) -> Live {
        let lines = MultiProgress::with_draw_target(target);
        let seats = seats.iter().map(|it| it.name.clone()).collect();
        Live { style, transcript, lines, speaking: BTreeMap::new(), seats, round: Gathered::default(), spent: None }
    }

    /// Shows signals until the debate is over.
    pub(crate) async fn follow(mut self, mut ear: Subscriber) {
        let mut signals = ear.signals.take();
        loop {
            tokio::select! {
                biased;
                event = ear.events.recv() => match event {
                    Some(envelope) => self.event(&envelope),
                    None => break,
                },
                signal = next(&mut signals) => match signal {
                    Some(signal) => self.signal(signal),
                    None => signals = None,
                },
            }
        }
        // Move past the line that holds the cursor.
        let _ = self.lines.println("");
    }

    fn event(&mut self, envelope: &Envelope) {
        let text = self.transcript.event(envelope);
        match &envelope.event {
            Event::DebateOpened { .. } => self.print(&text),
            Event::RoundOpened { .. } | Event::DebateClosed { .. } => {
                self.end_round();
                self.print(&text);
            }
            Event::TurnTaken { call, by, answer, .. } => {
                self.pay(answer.usage.cost);
                self.settle(call, by, text);
            }
            Event::AnswerUnusable { call, by, answer, .. } => {
                self.pay(answer.usage.cost);
                self.settle(call, by, text);
            }
            Event::AnswerReviewed { call, by, answer, .. } => {
                self.pay(answer.as_ref().and_then(|it| it.usage.cost));
                self.settle(call, by, text);
            }
            Event::RoundReviewed { call, answer, .. } => {
                self.pay(answer.as_ref().and_then(|it| it.usage.cost));
                self.wipe(call);
                self.print(&text);
            }
            Event::ToolsUsed { answer, .. } => {
                self.pay(answer.usage.cost);
                self.print(&text);
            }
            Event::PositionsCompared { answer, .. } | Event::BallotsGrouped { answer, .. } => {
                self.pay(answer.as_ref().and_then(|it| it.usage.cost));
                self.print(&text);
            }
            Event::Panel { what } => match what {
                PanelEvent::PersonasSeated { .. } | PanelEvent::BeliefsRecalled { .. } => self.print(&text),
                PanelEvent::AspectsSet { call, answer, .. } => {
                    self.pay(answer.as_ref().and_then(|it| it.usage.cost));
                    call.iter().for_each(|it| self.wipe(it));
                    self.print(&text);
                }
                // The takes are complete: print them above the comparison.
                PanelEvent::DisputesFound { .. } => {
                    self.end_round();
                    self.print(&text);
                }
            },
            Event::Room { what, .. } => {
                self.pay(what.answer().and_then(|it| it.usage.cost));
                what.call().iter().for_each(|it| self.wipe(it));
                self.print(&text);
            }
            Event::CallNoted { noted, .. } => {
                self.pay(noted.usage.cost);
                self.print(&text);
            }
            Event::ModeChosen { .. }
            | Event::SourcesAttached { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::DebateContinued { .. } => {
                self.end_round();
                self.print(&text);
            }
            Event::TurnFailed { call, by, .. } => self.settle(call, by, text),
        }
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Asked { call, by } => {
                let room = call.room();
                // In a room, text is shown only when a turn is complete (P-22).
                let doing = if room.is_some() { "thinks" } else { "is asked" };
                let prefix = self.prefix(&call, &by);
                let line = self.lines.add(ProgressBar::new_spinner());
                // The template is a valid constant; an invalid one would only look plain.
                if let Ok(look) = ProgressStyle::with_template("{spinner} {prefix} {elapsed:>4} {msg}") {
                    line.set_style(look);
                }
                line.set_message(one_line(doing, self.left(&prefix)));
                line.set_prefix(prefix.clone());
                line.enable_steady_tick(Duration::from_millis(120));
                self.speaking.insert(call, Speaker { line, prefix, heard: String::new() });
            }
            Signal::Said { call, text } => {
                let spent = self.spent;
                let room = self.speaking.get(&call).map_or(0, |it| self.left(&it.prefix));
                if let Some(speaker) = self.speaking.get_mut(&call) {
                    hear(&mut speaker.heard, &text);
                    let cost =
                        spent.filter(|it| *it > 0.0).map(|it| format!("{} ", money(Some(it)))).unwrap_or_default();
                    speaker.line.set_message(one_line(&format!("{cost}{}", glimpse(&speaker.heard)), room));
                }
            }
            Signal::Restarted { call } => {
                let room = self.speaking.get(&call).map_or(0, |it| self.left(&it.prefix));
                if let Some(speaker) = self.speaking.get_mut(&call) {
                    speaker.heard.clear();
                    speaker.line.set_message(one_line("broke off; is asked again", room));
                }
            }
        }
    }

    fn pay(&mut self, cost: Option<f64>) {
        if let Some(cost) = cost {
            *self.spent.get_or_insert_default() += cost;
        }
    }

    /// Name and place of a speaker, padded to the widest name unless that fills the line.
    fn prefix(&self, call: &CallId, by: &Name) -> String {
        let place = call.room().map(|it| format!("{it} ")).unwrap_or_default();
        let widest = self.seats.iter().map(|it| console::measure_text_width(it.as_str())).max().unwrap_or_default();
        let room = self.style.width().saturating_sub(BESIDE);
        let prefix = console::pad_str(&name(by), widest, console::Alignment::Left, None).into_owned();
        console::truncate_str(&format!("{place}{prefix}"), room, "…").into_owned()
    }

    /// The columns left behind a prefix.
    fn left(&self, prefix: &str) -> usize {
        self.style.width().saturating_sub(console::measure_text_width(prefix) + BESIDE)
    }

    fn settle(&mut self, call: &CallId, by: &Name, block: String) {
        self.wipe(call);
        let seat = self.seats.iter().position(|it| it == by).unwrap_or(usize::MAX);
        self.round.push(seat, block);
    }

    /// Removes the line of a call.
    fn wipe(&mut self, call: &CallId) {
        if let Some(speaker) = self.speaking.remove(call) {
            speaker.line.finish_and_clear();
            self.lines.remove(&speaker.line);
        }
    }

    fn end_round(&mut self) {
        for (_, speaker) in std::mem::take(&mut self.speaking) {
            speaker.line.finish_and_clear();
        }
        let block = self.block();
        self.print(&block);
    }

    /// Prints the turns of the round in seating order; those of a panel side by side.
    fn block(&mut self) -> String {
        self.round.take(self.transcript.columns())
    }

    fn print(&self, block: &str) {
        if !block.is_empty() {
            // A closed terminal is noticed when the verdict is printed.
            let _ = self.lines.println(block.trim_end_matches('\n'));
        }
    }
}

/// At any exit, also after Ctrl-C: removes the lines of speakers and prints the turns of the round.
impl Drop for Live {
    fn drop(&mut self) {
        self.end_round();
        self.print(&self.transcript.unfinished());
        let _ = self.lines.clear();
    }
}

/// Appends text and keeps its tail.
fn hear(heard: &mut String, text: &str) {
    heard.push_str(text);
    let from = heard.ceil_char_boundary(heard.len().saturating_sub(HEARD));
    heard.drain(..from);
}

/// The next signal; pending for ever without a sender.
async fn next(signals: &mut Option<tokio::sync::mpsc::Receiver<Signal>>) -> Option<Signal> {
    match signals {
        Some(signals) => signals.recv().await,
        None => std::future::pending().await,
    }
}

/// The tail of the text so far, without JSON syntax.
fn glimpse(heard: &str) -> String {
    let text: String =
        heard.replace("\\n", " ").chars().filter(|c| !matches!(c, '{' | '}' | '[' | ']' | '"' | '\\')).collect();
    let line = one_line(&text, usize::MAX);
    let from = line.char_indices().rev().nth(70).map_or(0, |(at, _)| at);
    line.get(from..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(names: &[&str]) -> Vec<Participant> {
        engine::seat(names.iter().map(|it| engine::Seat {
            model: "sim/1".to_owned(),
            family: "sim".to_owned(),
            name: Some((*it).to_owned()),
            profile: debate::Profile::Full,
            layout: debate::Layout::Rebuild,
        }))
    }

    /// I-12, O-22: a resumed debate does not repeat its opening; its turns are in seating order.
    #[test]
    fn turns_are_in_seating_order_from_the_start() {
        let seats = seats(&["ann", "bob", "cyd"]);
        let transcript = Transcript::new(Style::plain(), &seats);
        let mut live = Live::on(ProgressDrawTarget::hidden(), Style::plain(), transcript, &seats);
        for by in ["cyd", "ann", "bob"] {
            live.settle(&CallId::turn(2, &Name::from(by)), &Name::from(by), format!("{by}\n"));
        }
        assert_eq!(live.block(), "ann\nbob\ncyd\n");
    }

    /// I-12: a speaker's line leaves room for spinner, time and some words at any terminal width, because a wrapped line can't be cleared.
    #[test]
    fn a_line_of_a_speaker_fits() {
        let seats = seats(&["an", "a participant with a very long name", "数据库迁移应该分阶段进行"]);
        for width in [20, 40, 120] {
            let style = Style::terminal(width, false);
            let live = Live::on(ProgressDrawTarget::hidden(), style, Transcript::new(style, &seats), &seats);
            for call in ["r1/turn/an", "room-12/position/1/an"] {
                for seat in &seats {
                    let prefix = live.prefix(&CallId::from(call), &seat.name);
                    let taken = console::measure_text_width(&prefix) + live.left(&prefix) + BESIDE;
                    assert!(taken <= width, "{width}: {prefix:?}");
                }
            }
        }
    }

    /// I-12: of a long answer the tail is shown.
    #[test]
    fn the_end_of_a_long_answer_is_seen() {
        let mut heard = String::new();
        (0..2_000).for_each(|n| hear(&mut heard, &format!("wörd{n} ")));
        assert!(heard.len() <= HEARD && glimpse(&heard).ends_with("wörd1999"), "{}", glimpse(&heard));
    }
}
