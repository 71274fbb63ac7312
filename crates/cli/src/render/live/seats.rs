//! Who is speaking and who has finished, a line each, until the round is over (I-12). Not here: drawing (`screen`).
use super::speech::Speech;
use crate::render::style::Style;
use debate::{CallId, Name};
use exports::wording::{money, name, one_line};
use std::time::{Duration, Instant};

/// The lines of those who were asked, in seating order.
#[derive(Debug)]
pub(super) struct Seats {
    /// Names in seating order, and the width of the widest.
    names: Vec<Name>,
    width: usize,
    lines: Vec<Line>,
}

/// What a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    /// A participant in a round.
    Seat(Name),
    /// A question apart from the rounds: in a room, or to a helper model.
    Call(CallId),
}

#[derive(Debug)]
struct Line {
    key: Key,
    /// The name in front.
    called: String,
    round: Option<u32>,
    /// The question in flight.
    active: Option<Active>,
    /// The finished answer.
    done: Option<Done>,
    spent: f64,
}

#[derive(Debug)]
struct Active {
    call: CallId,
    since: Instant,
    phase: Phase,
    speech: Speech,
}

/// What a participant is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Thinking,
    /// It was asked by another process, which alone knows what it does.
    Asked,
    Speaking,
    AskedAgain,
    /// The connection broke, and the same question was sent again.
    TryingAgain,
    LookingUp,
    /// It groups headlines or compares positions.
    Sorting(&'static str),
    /// Its answer is read for harm, by this model.
    Reviewed(String),
    /// All answers of this round are read for harm, by this model.
    Reviewing(u32, String),
}

/// How a finished answer is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerStatus {
    Fine,
    /// It is withheld from the others, in part or as a whole.
    Withheld,
    Failed,
}

#[derive(Debug)]
struct Done {
    mark: AnswerStatus,
    /// Its duration in milliseconds, where it is known.
    took: Option<u64>,
    /// The ballot and the confidence, or why there is none.
    what: String,
}

/// Columns of the widest name in a line, which also takes at most a third of the terminal. Ours: the longest name of a seat in a room fits.
const WIDEST: usize = 40;

/// Columns of a phase and of a duration: words begin in one column.
const PHASE: usize = 8;
const TIME: usize = 3;

/// Frames of the mark of activity.
const FRAMES: [char; 4] = ['⠋', '⠙', '⠸', '⠴'];

impl Seats {
    pub(super) fn new(names: Vec<Name>) -> Seats {
        let mut seats = Seats { names: Vec::new(), width: 0, lines: Vec::new() };
        seats.seat(names);
        seats
    }

    /// Takes over the names, in seating order.
    pub(super) fn seat(&mut self, names: Vec<Name>) {
        let width = names.iter().map(|it| console::measure_text_width(it.as_str())).max().unwrap_or_default();
        self.width = width.min(WIDEST);
        let rank = |line: &Line| match &line.key {
            Key::Seat(by) => names.iter().position(|it| it == by).unwrap_or(names.len()),
            Key::Call(_) => usize::MAX,
        };
        self.lines.sort_by_key(rank);
        self.names = names;
    }

    /// A question was sent; `evaluator` reads answers for harm.
    pub(super) fn asked(&mut self, call: CallId, by: &Name, evaluator: Option<&str>) {
        let is_repeated = matches!(call, CallId::Again { .. }) || matches!(call, CallId::Room { again: true, .. });
        let model = || evaluator.unwrap_or("a model").to_owned();
        let phase = if matches!(call, CallId::Review { .. }) {
            Phase::Reviewed(model())
        } else if let Some(round) = call.round().filter(|_| matches!(call, CallId::Reviews { .. })) {
            Phase::Reviewing(round, model())
        } else if matches!(call, CallId::Group { .. }) {
            Phase::Sorting("grouping")
        } else if matches!(call, CallId::Compare { .. }) {
            Phase::Sorting("comparing")
        } else if is_repeated {
            Phase::AskedAgain
        } else {
            Phase::Thinking
        };
        let line = self.line(&call, by);
        line.round = call.round();
        line.active = Some(Active { call, since: Instant::now(), phase, speech: Speech::default() });
    }

    /// A question of another process waits for its answer, for so long already.
    pub(super) fn owes(&mut self, call: &CallId, by: &Name, evaluator: Option<&str>, waited: Duration) {
        if self.active(call).is_some() {
            return;
        }
        self.asked(call.clone(), by, evaluator);
        if let Some(active) = self.active(call) {
            active.since = active.since.checked_sub(waited).unwrap_or(active.since);
            if active.phase == Phase::Thinking {
                active.phase = Phase::Asked;
            }
        }
    }

    /// The next piece of an answer.
    pub(super) fn heard(&mut self, call: &CallId, piece: &str) {
        if let Some(active) = self.active(call) {
            active.speech.hear(piece);
            let is_silent =
                matches!(active.phase, Phase::Thinking | Phase::Asked | Phase::AskedAgain | Phase::TryingAgain);
            if is_silent && !active.speech.text().trim().is_empty() {
                active.phase = Phase::Speaking;
            }
        }
    }

    /// The streamed text is void.
    pub(super) fn restarted(&mut self, call: &CallId) {
        if let Some(active) = self.active(call) {
            active.speech = Speech::default();
            if !matches!(active.phase, Phase::Reviewed(_) | Phase::Reviewing(..)) {
                active.phase = Phase::TryingAgain;
            }
        }
    }

    /// A participant's phase changes before it answers.
    pub(super) fn goes_on(&mut self, call: &CallId, by: &Name, phase: Phase) {
        let line = self.line(call, by);
        // The second question may have been sent before this event is shown.
        let is_asked = |it: &Active| it.call != *call && matches!(it.call, CallId::Again { .. });
        if !line.active.as_ref().is_some_and(is_asked) {
            line.active = Some(Active { call: call.clone(), since: Instant::now(), phase, speech: Speech::default() });
        }
    }

    /// An answer is complete, or lost.
    pub(super) fn finished(&mut self, call: &CallId, by: &Name, mark: AnswerStatus, took: Option<u64>, what: String) {
        let line = self.line(call, by);
        // The review may have begun before this event is shown.
        line.active = line.active.take().filter(|it| matches!(it.call, CallId::Review { .. }));
        line.round = call.round();
        line.done = Some(Done { mark, took, what });
    }

    /// The review of an answer is over.
    pub(super) fn reviewed(&mut self, call: &CallId, by: &Name, mark: AnswerStatus) {
        let line = self.line(call, by);
        line.active = None;
        if let Some(done) = line.done.as_mut().filter(|it| it.mark == AnswerStatus::Fine) {
            done.mark = mark;
        }
    }

    /// Money spent on a participant.
    pub(super) fn paid(&mut self, call: &CallId, by: &Name, cost: f64) {
        self.line(call, by).spent += cost;
    }

    /// Removes the line of a call apart from the rounds.
    pub(super) fn forget(&mut self, call: &CallId) {
        self.lines.retain(|it| it.key != Key::Call(call.clone()));
    }

    /// A round is over; the questions of the next may have been sent already.
    pub(super) fn end_round(&mut self, next: Option<u32>) {
        self.lines
            .retain(|it| it.active.is_some() && (it.round.is_none() || next.is_none_or(|next| it.round >= Some(next))));
        self.lines.iter_mut().for_each(|it| it.done = None);
    }

    /// How many have answered in this round.
    pub(super) fn answered(&self) -> usize {
        let has_answered = |it: &Done| it.mark != AnswerStatus::Failed;
        self.lines.iter().filter(|it| it.done.as_ref().is_some_and(has_answered)).count()
    }

    fn active(&mut self, call: &CallId) -> Option<&mut Active> {
        self.lines.iter_mut().filter_map(|it| it.active.as_mut()).find(|it| it.call == *call)
    }

    /// The line for a call, which is added where there is none.
    fn line(&mut self, call: &CallId, by: &Name) -> &mut Line {
        let seat = if let CallId::Turn { who, .. } | CallId::Again { who, .. } | CallId::Review { who, .. } = call {
            Some(who.clone())
        } else {
            None
        };
        let key = seat.map_or_else(|| Key::Call(call.clone()), Key::Seat);
        let at = self.lines.iter().position(|it| it.key == key).unwrap_or_else(|| {
            let called = match (call.room(), call) {
                (Some(room), _) => format!("{} {}", one_line(room.as_str(), 12), name(by)),
                (None, CallId::Reviews { .. }) => "safety review".to_owned(),
                (None, _) => name(by),
            };
            let rank = |key: &Key| match key {
                Key::Seat(by) => self.names.iter().position(|it| it == by).unwrap_or(self.names.len()),
                Key::Call(_) => usize::MAX,
            };
            let at = self.lines.iter().take_while(|it| rank(&it.key) <= rank(&key)).count();
            let line = Line { key, called, round: call.round(), active: None, done: None, spent: 0.0 };
            self.lines.insert(at, line);
            at
        });
        #[expect(clippy::indexing_slicing, reason = "the place was found or made above")]
        &mut self.lines[at]
    }

    /// The lines for a terminal of that width, narrower by at least one column; `tick` counts the frames.
    pub(super) fn lines(&self, style: Style, columns: usize, tick: usize) -> Vec<String> {
        let width = self.lines.iter().map(|it| console::measure_text_width(&it.called)).max().unwrap_or_default();
        let width = width.max(self.width).min(WIDEST.min(columns / 3));
        self.lines.iter().filter_map(|it| it.text(style, columns, tick, width)).collect()
    }
}

impl Line {
    fn text(&self, style: Style, columns: usize, tick: usize, width: usize) -> Option<String> {
        let called = console::truncate_str(&self.called, width, "…").into_owned();
        let called = console::pad_str(&called, width, console::Alignment::Left, None).into_owned();
        let cost = if self.spent > 0.0 { format!(" {}", money(Some(self.spent))) } else { String::new() };
        let most = columns.saturating_sub(1);
        let line = match (&self.active, &self.done) {
            (Some(active), _) => {
                let frame = FRAMES.get(tick % FRAMES.len()).copied().unwrap_or(' ');
                let time = clock(active.since.elapsed());
                let phase = active.told();
                let head = format!("{frame} {called} {phase:PHASE$} {time:>TIME$}{cost} ");
                let room = most.saturating_sub(console::measure_text_width(&head));
                format!("{}{}", style.dim(&head), last_words(active.speech.text(), room))
            }
            (None, Some(done)) => {
                let mark = match done.mark {
                    AnswerStatus::Fine => style.good('✓'),
                    AnswerStatus::Withheld => style.warn('!'),
                    AnswerStatus::Failed => style.bad('✗'),
                };
                // Rounded, as the answer above says it.
                let took = done.took.map(|it| Duration::from_millis(it.saturating_add(500)));
                let time = took.map(|it| format!(" {:>TIME$}", clock(it))).unwrap_or_default();
                format!("{mark} {called}{time} {}{}", done.what, style.dim(cost))
            }
            (None, None) => return None,
        };
        Some(console::truncate_str(&line, most, "…").into_owned())
    }
}

impl Active {
    /// The phase; while a field streams that is not shown, which one.
    fn told(&self) -> String {
        match self.speech.hidden().filter(|_| self.phase == Phase::Speaking) {
            Some(field) => field.to_owned(),
            None => self.phase.told(),
        }
    }
}

impl Phase {
    fn told(&self) -> String {
        match self {
            Phase::Thinking => "thinking".to_owned(),
            Phase::Asked => "asked".to_owned(),
            Phase::Speaking => "speaking".to_owned(),
            Phase::AskedAgain => "asked again".to_owned(),
            Phase::TryingAgain => "trying again".to_owned(),
            Phase::Sorting(what) => (*what).to_owned(),
            Phase::LookingUp => "looking something up".to_owned(),
            Phase::Reviewed(model) => format!("reviewed by {}", one_line(model, 40)),
            Phase::Reviewing(round, model) => format!("of round {round} by {}", one_line(model, 40)),
        }
    }
}

/// A duration in whole seconds, in few columns: `4s`, `1m07s`, `2h03m`.
pub(super) fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m{seconds:02}s"),
        (hours, minutes, _) => format!("{hours}h{minutes:02}m"),
    }
}

/// The last words of a text that fill so many columns, with an ellipsis before them where more was said.
fn last_words(text: &str, columns: usize) -> String {
    // The end of a text is enough, however long it is.
    let from = text.floor_char_boundary(text.len().saturating_sub(columns.saturating_mul(8)));
    let text = one_line(text.get(from..).unwrap_or_default(), usize::MAX);
    let text = text.trim();
    if from == 0 && console::measure_text_width(text) <= columns {
        return text.to_owned();
    }
    let (mut line, mut used) = (String::new(), ELLIPSIS);
    for word in text.rsplit(' ') {
        let width = console::measure_text_width(word);
        if used + width > columns {
            break;
        }
        line = if line.is_empty() { word.to_owned() } else { format!("{word} {line}") };
        used += width + 1;
    }
    if line.is_empty() {
        line = last_letters(text, columns.saturating_sub(ELLIPSIS));
    }
    if line.is_empty() { line } else { format!("… {line}") }
}

/// Columns of an ellipsis and a space.
const ELLIPSIS: usize = 2;

/// The end of a word that is longer than the line.
fn last_letters(text: &str, columns: usize) -> String {
    let (mut used, mut from) = (0, text.len());
    for (at, c) in text.char_indices().rev() {
        used += console::measure_text_width(c.encode_utf8(&mut [0; 4]));
        if used > columns {
            break;
        }
        from = at;
    }
    text.get(from..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(it: &str) -> Name {
        Name::from(it)
    }

    fn plain(seats: &Seats, columns: usize) -> Vec<String> {
        let lines = seats.lines(Style::terminal(columns, true), columns, 0);
        lines.iter().map(|it| console::strip_ansi_codes(it).into_owned()).collect()
    }

    /// I-12: lines are in seating order; a finished seat keeps its ballot while others speak, readable text in the full width.
    #[test]
    fn a_round_in_lines() {
        let [ann, bob] = ["ann", "bob"].map(name);
        let mut seats = Seats::new(vec![ann.clone(), bob.clone()]);
        let [first, second] = [&ann, &bob].map(|it| CallId::turn(1, it));
        seats.asked(second.clone(), &bob, None);
        seats.asked(first.clone(), &ann, None);
        assert_eq!(plain(&seats, 60), ["⠋ ann thinking  0s ", "⠋ bob thinking  0s "]);
        seats.heard(&first, "{\"position\": \"No, the lock-in outweighs ");
        seats.heard(&first, "all that we would gain.");
        seats.finished(&second, &bob, AnswerStatus::Fine, Some(4_000), "No 0.83".to_owned());
        assert_eq!(plain(&seats, 60), ["⠋ ann speaking  0s … outweighs all that we would gain.", "✓ bob  4s No 0.83"]);
        let wide = plain(&seats, 100);
        assert!(wide[0].ends_with("0s No, the lock-in outweighs all that we would gain."), "{wide:?}");
        seats.restarted(&first);
        seats.asked(CallId::review(1, &bob), &bob, Some("a/judge"));
        assert_eq!(plain(&seats, 60), ["⠋ ann trying again  0s ", "⠋ bob reviewed by a/judge  0s "]);
        seats.reviewed(&CallId::review(1, &bob), &bob, AnswerStatus::Withheld);
        assert_eq!(plain(&seats, 60)[1], "! bob  4s No 0.83");
        // The first question of the next round is sent before the round is closed.
        seats.asked(CallId::turn(2, &bob), &bob, None);
        seats.finished(&first, &ann, AnswerStatus::Failed, None, "rate limit".to_owned());
        seats.end_round(Some(2));
        assert_eq!(plain(&seats, 60), ["⠋ bob thinking  0s "]);
    }

    /// I-12: a review, or a second question, that began before the answer is shown keeps its line.
    #[test]
    fn what_began_early_is_kept() {
        let ann = name("ann");
        let mut seats = Seats::new(vec![ann.clone()]);
        let [first, again] = [CallId::turn(1, &ann), CallId::again(1, &ann)];
        seats.asked(first.clone(), &ann, None);
        seats.asked(again.clone(), &ann, None);
        seats.goes_on(&first, &ann, Phase::AskedAgain);
        seats.heard(&again, "{\"position\": \"No.");
        assert_eq!(plain(&seats, 60), ["⠋ ann speaking  0s No."]);
        let review = CallId::review(1, &ann);
        seats.asked(review.clone(), &ann, Some("a/judge"));
        seats.finished(&again, &ann, AnswerStatus::Fine, Some(4_000), "No 0.83".to_owned());
        assert_eq!(plain(&seats, 60), ["⠋ ann reviewed by a/judge  0s "]);
        seats.reviewed(&review, &ann, AnswerStatus::Fine);
        assert_eq!(plain(&seats, 60), ["✓ ann  4s No 0.83"]);
    }

    /// I-12: no line is as wide as the terminal, whatever the names and the words.
    #[test]
    fn a_line_of_a_speaker_fits() {
        let names = ["an", "a participant with a very long name", "数据库迁移应该分阶段进行"].map(name);
        for columns in [20, 40, 60, 160] {
            let mut seats = Seats::new(names.to_vec());
            for by in &names {
                for call in [CallId::turn(1, by), CallId::from(format!("room-12/position/1/{by}"))] {
                    seats.asked(call.clone(), by, None);
                    seats.heard(
                        &call,
                        "{\"position\": \"Donaudampfschifffahrtsgesellschaftskapitän 数据库迁移应该分阶段进行 so\"",
                    );
                }
            }
            let lines = seats.lines(Style::plain(), columns, 0);
            assert_eq!(lines.len(), 6);
            assert!(lines.iter().all(|it| console::measure_text_width(it) < columns), "{columns}: {lines:?}");
        }
    }
}
