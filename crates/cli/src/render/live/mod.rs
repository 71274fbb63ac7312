//! A running debate on a terminal: finished answers as text, and below them a line for each participant of the round (I-12).
//!
//! A finished answer is printed at once, whoever is still speaking; where a panel's takes stand side by side, the round so far is redrawn below
//! the text until it is complete (P-42). Not here: events as text (`turns`).
mod keys;
mod screen;
mod seats;
mod speech;

use super::columned::Columned;
use super::style::Style;
use super::turns::Transcript;
use debate::event::{Answer, PanelEvent, Ruling};
use debate::{CallId, Debate, Envelope, Event, Name, Participant};
use engine::{Signal, Subscriber};
use exports::wording::{heading, money, one_line};
use formats::step::Step;
use keys::Silenced;
use screen::{Screen, Size};
use seats::{AnswerStatus, Phase, Seats, clock};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::mpsc::Receiver;
use tokio::time::MissedTickBehavior;

/// The live view.
pub(crate) struct Live {
    begun: Begun,
    text: Columned,
    /// What stands above the events of a debate that goes on.
    headline: String,
    /// All events, from which the text is made again when the width changes.
    events: Vec<Arc<Envelope>>,
    /// How many of them are on the terminal.
    printed: usize,
    seats: Seats,
    screen: Screen,
    size: Size,
    /// The size at the last look: the screen is drawn anew when it has come to rest.
    looked: Size,
    round: Option<u32>,
    rounds: Option<u32>,
    evaluator: Option<String>,
    spent: f64,
    since: Instant,
    /// How long the debate had taken at its last event, and when that was, in milliseconds.
    last: Option<(u64, u64)>,
    tick: usize,
    keys: Silenced,
}

/// What the view begins with.
#[derive(Clone)]
pub(crate) struct Begun {
    pub(crate) style: Style,
    pub(crate) seats: Vec<Participant>,
    /// The debate so far, which was shown already.
    pub(crate) so_far: Option<Debate>,
    /// What Ctrl-C does, in words.
    pub(crate) leave: String,
    /// Who runs the debate.
    pub(crate) runner: Runner,
}

/// Who runs a debate that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    /// This process, which has announced seats and ballot.
    Here,
    /// This process repeats a recorded one.
    Replay,
    /// Another process: no signal tells who is asked.
    Elsewhere,
}

impl Begun {
    fn transcript(&self, style: Style) -> Transcript {
        let transcript = match &self.so_far {
            Some(debate) => Transcript::after(style, debate),
            None => Transcript::new(style, &self.seats),
        };
        let transcript = transcript.live();
        if self.runner == Runner::Here { transcript.announced() } else { transcript }
    }
}

/// The time between two frames. Ours: quick enough for words to flow, and slow enough for a slow line.
const FRAME: Duration = Duration::from_millis(120);

impl Live {
    /// A view on standard output.
    pub(crate) fn new(begun: Begun) -> Live {
        let names = begun.seats.iter().map(|it| it.name.clone()).collect();
        let rules = begun.so_far.as_ref();
        let size = size();
        let mut live = Live {
            text: Columned::new(begun.transcript(begun.style)),
            headline: String::new(),
            events: Vec::new(),
            printed: 0,
            seats: Seats::new(names),
            screen: Screen::new(Box::new(std::io::stdout())),
            size,
            looked: size,
            round: rules.and_then(|it| it.round()).map(|it| it.number),
            rounds: rules.map(|it| it.rules.rounds),
            evaluator: rules.and_then(|it| it.watching.as_ref()).and_then(|it| it.evaluator.clone()),
            spent: rules.and_then(|it| it.spent.cost).unwrap_or_default(),
            since: Instant::now(),
            last: None,
            tick: 0,
            keys: Silenced::new(),
            begun,
        };
        live.take_up();
        live
    }

    /// Of a debate that goes on: its topic, its open round, and those who have answered in it.
    fn take_up(&mut self) {
        let Some(debate) = self.begun.so_far.take() else { return };
        let style = self.text.transcript().style();
        self.headline = style.wrap("", debate.topic.as_str());
        if let Some(round) = debate.round().filter(|_| debate.closed.is_none()) {
            self.headline.push_str(&format!("{}\n", style.bold(heading(round.number, round.kind))));
            // Once a panel is in its rooms, the takes of the round are over.
            let is_in_rooms = debate.panel.searched.contains_key(&round.number);
            for it in round.spoken.iter().filter(|_| !is_in_rooms) {
                let what = self.text.transcript().short(&it.turn);
                self.seats.finished(
                    &CallId::turn(round.number, &it.by),
                    &it.by,
                    AnswerStatus::Fine,
                    Some(it.took),
                    what,
                );
            }
            for it in round.failed.iter().filter(|_| !is_in_rooms) {
                let what = format!("no turn: {}", it.why);
                self.seats.finished(&CallId::turn(round.number, &it.by), &it.by, AnswerStatus::Failed, None, what);
            }
        }
        self.begun.so_far = Some(debate);
    }

    /// Shows events and signals until the debate is over.
    pub(crate) async fn follow(mut self, mut subscriber: Subscriber) {
        let mut signals = subscriber.signals.take();
        let mut frames = tokio::time::interval(FRAME);
        frames.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut put_aside, mut continued) = (on(rustix::process::Signal::TSTP), on(rustix::process::Signal::CONT));
        let headline = self.headline.clone();
        self.draw(&headline);
        loop {
            tokio::select! {
                biased;
                event = subscriber.events.recv() => match event {
                    Some(envelope) => {
                        // What a call has streamed was sent before its answer was recorded.
                        self.drain(&mut signals);
                        self.event(envelope);
                    }
                    None => break,
                },
                signal = next(&mut signals) => match signal {
                    Some(signal) => self.signal(signal),
                    None => signals = None,
                },
                () = received(&mut put_aside) => self.put_aside(),
                () = received(&mut continued) => {
                    self.keys.begin();
                    self.screen.lose();
                }
                _ = frames.tick() => self.frame(),
            }
        }
    }

    /// Ctrl-Z: takes the lines of the participants away and stops, as the shell expects.
    fn put_aside(&mut self) {
        self.screen.draw("", &[]);
        self.keys.end();
        // If that fails, the debate goes on, and the next frame draws the lines again.
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
    }

    fn drain(&mut self, signals: &mut Option<Receiver<Signal>>) {
        while let Some(signal) = signals.as_mut().and_then(|it| it.try_recv().ok()) {
            self.signal(signal);
        }
    }

    fn event(&mut self, envelope: Arc<Envelope>) {
        self.note(&envelope.event);
        self.last = Some((envelope.elapsed, envelope.at));
        let text = self.text.event(&envelope);
        if self.begun.runner == Runner::Elsewhere {
            self.infer(envelope.at);
        }
        self.events.push(envelope);
        self.draw(&text);
    }

    /// Who is asked in a debate that another process runs: those whose answers it waits for, since the last event.
    fn infer(&mut self, at: u64) {
        let Some(debate) = self.text.transcript().debate().filter(|it| it.closed.is_none()) else { return };
        let mode = debate.chosen.as_ref().map_or(debate.mode.as_str(), |it| it.mode.as_str());
        let Ok(format) = formats::modes::named(mode) else { return };
        if let Step::Ask(asks) = format.next(debate) {
            for it in &asks {
                self.seats.owes(it.call(), it.who(), self.evaluator.as_deref(), since(at));
            }
        }
    }

    /// What an event changes in the lines of the participants.
    fn note(&mut self, event: &Event) {
        match event {
            Event::DebateOpened { participants, rules, .. } => {
                // The first questions may have been sent before this event is shown.
                self.seats.seat(participants.iter().map(|it| it.name.clone()).collect());
                self.rounds = Some(rules.rounds);
            }
            Event::RoundOpened { round, .. } => {
                self.round = Some(*round);
                self.seats.end_round(Some(*round));
            }
            Event::TurnTaken { call, by, turn, answer, .. } => {
                self.pay(call, by, Some(answer));
                let what = self.text.transcript().short(turn);
                self.seats.finished(call, by, AnswerStatus::Fine, Some(answer.took), what);
            }
            Event::AnswerUnusable { call, by, answer, .. } => {
                self.pay(call, by, Some(answer));
                self.seats.goes_on(call, by, Phase::AskedAgain);
            }
            Event::TurnFailed { call, by, why, .. } => {
                self.seats.finished(call, by, AnswerStatus::Failed, None, format!("no turn: {why}"));
            }
            Event::AnswerReviewed { call, by, ruling, answer, .. } => {
                self.pay(call, by, answer.as_ref());
                let mark = if matches!(ruling, Ruling::Pass) { AnswerStatus::Fine } else { AnswerStatus::Withheld };
                self.seats.reviewed(call, by, mark);
            }
            Event::RoundReviewed { call, answer, .. } => {
                self.spend(answer.as_ref());
                self.seats.forget(call);
            }
            Event::ToolsUsed { call, by, answer, .. } => {
                self.pay(call, by, Some(answer));
                self.seats.goes_on(call, by, Phase::LookingUp);
            }
            Event::PositionsCompared { call, answer, .. } | Event::BallotsGrouped { call, answer, .. } => {
                self.spend(answer.as_ref());
                self.seats.forget(call);
            }
            Event::Panel { what } => match what {
                PanelEvent::AspectsSet { call, answer, .. } => {
                    self.spend(answer.as_ref());
                    call.iter().for_each(|it| self.seats.forget(it));
                }
                PanelEvent::CruxesAnswered { call, answer, .. } => {
                    self.spend(answer.as_ref());
                    self.seats.forget(call);
                }
                PanelEvent::DisputesFound { .. } => self.seats.end_round(None),
                PanelEvent::PersonasSeated { .. } | PanelEvent::BeliefsRecalled { .. } => {}
            },
            Event::Room { what, .. } => {
                self.spend(what.answer());
                what.call().iter().for_each(|it| self.seats.forget(it));
            }
            Event::CallNoted { noted, .. } => self.spent += noted.usage.cost.unwrap_or_default(),
            Event::WatchBegun { evaluator, .. } => self.evaluator.clone_from(evaluator),
            Event::DebateContinued { rules, .. } => self.rounds = Some(rules.rounds),
            Event::DebateClosed { .. } => self.seats.end_round(None),
            Event::ModeChosen { .. }
            | Event::SourcesAttached { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchEnded { .. } => {}
        }
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Asked { call, by } => self.seats.asked(call, &by, self.evaluator.as_deref()),
            Signal::Said { call, text } => self.seats.heard(&call, &text),
            Signal::Restarted { call } => self.seats.restarted(&call),
        }
    }

    fn pay(&mut self, call: &CallId, by: &Name, answer: Option<&Answer>) {
        self.spend(answer);
        if let Some(cost) = answer.and_then(|it| it.usage.cost) {
            self.seats.paid(call, by, cost);
        }
    }

    fn spend(&mut self, answer: Option<&Answer>) {
        self.spent += answer.and_then(|it| it.usage.cost).unwrap_or_default();
    }

    /// A frame: the marks of activity move; a terminal whose size has changed and come to rest is drawn anew.
    fn frame(&mut self) {
        self.tick += 1;
        let now = size();
        let is_at_rest = now == self.looked;
        self.looked = now;
        if now == self.size {
            self.draw("");
        } else if is_at_rest {
            self.resize(now);
        }
    }

    fn draw(&mut self, text: &str) {
        // A terminal of another size is drawn anew in the next frames, with this text.
        if size() == self.size {
            let region = self.region();
            self.screen.draw(text, &region);
            self.printed = self.events.len();
        }
    }

    /// Draws everything for another size.
    fn resize(&mut self, now: Size) {
        self.size = now;
        let style = self.begun.style.resized(now.columns);
        let mut text = Columned::new(self.begun.transcript(style));
        let (before, after) = self.events.split_at_checked(self.printed).unwrap_or((&self.events, &[]));
        let printed: String = before.iter().map(|it| text.event(it)).collect();
        let printed = format!("{}{printed}", self.headline);
        let new: String = after.iter().map(|it| text.event(it)).collect();
        self.text = text;
        self.printed = self.events.len();
        let region = self.region();
        self.screen.redraw(now, &printed, &new, &region);
    }

    /// The lines at the end: the round so far where it is shown in columns, the participants, and the state of the debate.
    fn region(&self) -> Vec<String> {
        let style = self.text.transcript().style();
        let Size { rows, columns } = self.size;
        let mut lines = self.seats.lines(style, columns, self.tick);
        lines.push(style.dim(self.footer(columns)));
        let most = rows.saturating_sub(1).max(1);
        let lines = lines.split_off(lines.len().saturating_sub(most));
        let waiting = self.text.waiting();
        let waiting: Vec<&str> = waiting.lines().collect();
        let fit = most.saturating_sub(lines.len());
        let waiting = waiting.get(waiting.len().saturating_sub(fit)..).unwrap_or_default();
        let narrow = |it: &&str| console::truncate_str(it, columns.saturating_sub(1), "…").into_owned();
        waiting.iter().map(narrow).chain(lines).collect()
    }

    /// The state of the debate, and how to leave: as much of that as fits.
    fn footer(&self, columns: usize) -> String {
        let (round, short_round) = match (self.round, self.rounds) {
            (Some(round), Some(rounds)) if round <= rounds => {
                (format!("round {round} of at most {rounds} · "), format!("round {round} · "))
            }
            (Some(round), _) => (format!("round {round} · "), format!("round {round} · ")),
            (None, _) => (String::new(), String::new()),
        };
        let answered = match self.seats.answered() {
            0 => String::new(),
            count => format!("{count} answered · "),
        };
        let time = clock(match self.last.filter(|_| self.begun.runner == Runner::Elsewhere) {
            Some((elapsed, at)) => Duration::from_millis(elapsed).saturating_add(since(at)),
            None => self.since.elapsed(),
        });
        let cost = if self.spent > 0.0 { format!(" · {}", money(Some(self.spent))) } else { String::new() };
        let leave = one_line(&self.begun.leave, 400);
        let short = leave.split(';').next().unwrap_or_default();
        let lines = [
            format!("{round}{answered}{time}{cost} · {leave}"),
            format!("{round}{answered}{time}{cost} · {short}"),
            format!("{round}{time}{cost} · {short}"),
            format!("{short_round}{time}{cost} · {short}"),
            format!("{short_round}{time}"),
        ];
        let fits = |it: &String| console::measure_text_width(it) < columns;
        lines.into_iter().find(fits).unwrap_or_else(|| time.clone())
    }
}

/// The time since a moment, in milliseconds since 1970; nothing if clocks differ.
fn since(at: u64) -> Duration {
    let moment = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
    SystemTime::now().duration_since(moment).unwrap_or_default()
}

/// At any exit, also after Ctrl-C: removes the lines of the participants and prints what waited.
impl Drop for Live {
    fn drop(&mut self) {
        let now = size();
        if now != self.size {
            self.resize(now);
        }
        let rest = self.text.rest();
        self.screen.draw(&rest, &[]);
    }
}

/// The size of the terminal; that of an old one where it does not say.
fn size() -> Size {
    let (rows, columns) = console::Term::stdout().size_checked().unwrap_or((24, 80));
    Size { rows: usize::from(rows).max(2), columns: usize::from(columns).max(20) }
}

/// The next signal; pending for ever without a sender.
async fn next(signals: &mut Option<Receiver<Signal>>) -> Option<Signal> {
    match signals {
        Some(signals) => signals.recv().await,
        None => std::future::pending().await,
    }
}

/// A signal: SIGTSTP asks to be put aside; SIGCONT follows when the shell has written to the terminal.
fn on(signal: rustix::process::Signal) -> Option<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(signal.as_raw())).ok()
}

async fn received(signal: &mut Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => std::future::pending().await,
    }
}
