//! Events as blocks of text: the opening, each turn, each failure, user input, the end.
//!
//! Not here: events that only panels have (`panel`).
mod stand;
#[cfg(test)]
mod tests;

use super::panel::columns::Columns;
use super::panel::room::{self, Shown};
use super::panel::{self, take};
use super::style::Style;
use super::summary;
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::measure::summary::RoundSummary;
use debate::event::{Answer, Grouped, Grouper, Noted, Reason, RoomEvent, RoundKind, Ruled, Ruling};
use debate::{Ballot, CallId, Debate, Envelope, Event, Flaw, Letter, Name, Participant, RoomId, Turn, Vote};
use exports::wording::{duration, forked, heading, manner, money, name, one_line};

/// Renders a debate event by event.
#[derive(Clone, Debug)]
pub(crate) struct Transcript {
    style: Style,
    seats: Vec<Participant>,
    /// The events so far, folded while that is possible.
    debate: Option<Debate>,
    /// The last round whose figures were shown.
    measured: u32,
    /// The level of detail of a panel's rooms.
    shown: Shown,
    /// When it is shown.
    pace: RoomDisplay,
    /// Whether the ballot was announced before the debate began.
    is_announced: bool,
}

/// When a panel's rooms are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoomDisplay {
    /// Each as a block, once it is over.
    Whole,
    /// Each statement as soon as it is finished.
    Live,
}

impl Transcript {
    /// A transcript without events.
    pub(crate) fn new(style: Style, seats: &[Participant]) -> Transcript {
        let (seats, debate, shown, pace) = (seats.to_vec(), None, Shown::Visible, RoomDisplay::Whole);
        Transcript { style, seats, debate, measured: 0, shown, pace, is_announced: false }
    }

    /// A transcript whose events so far were already shown.
    pub(crate) fn after(style: Style, debate: &Debate) -> Transcript {
        let last = debate.round().map_or(0, |it| it.number);
        let measured = if debate.closed.is_some() { last } else { last.saturating_sub(1) };
        Transcript { debate: Some(debate.clone()), measured, ..Transcript::new(style, &debate.participants) }
    }

    /// The same with hidden reasoning (P-22).
    pub(crate) fn traced(self) -> Transcript {
        Transcript { shown: Shown::Traced, ..self }
    }

    /// The same while the debate runs: statements in rooms are shown at once (I-12).
    pub(crate) fn live(self) -> Transcript {
        Transcript { pace: RoomDisplay::Live, ..self }
    }

    /// The same below an announcement of seats and ballot.
    pub(crate) fn announced(self) -> Transcript {
        Transcript { is_announced: true, ..self }
    }

    /// The debate so far; none if its events can't be folded.
    pub(crate) fn debate(&self) -> Option<&Debate> {
        self.debate.as_ref()
    }

    /// The style of its text.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// The layout of a round's turns in columns, if there is one (P-42).
    pub(crate) fn columns(&self) -> Option<Columns> {
        let seats = self.panel()?.participants.len();
        Columns::of(self.style, seats)
    }

    /// The blocks of rooms that are open.
    pub(crate) fn unfinished(&self) -> String {
        let panel = self.panel().filter(|_| self.pace == RoomDisplay::Whole);
        let text = panel.map(|it| room::unfinished(self.style, it)).unwrap_or_default();
        self.style.fitted(&text, self.style.screen())
    }

    /// A participant's seat; after all others if it is unknown.
    pub(crate) fn seat(&self, by: &Name) -> usize {
        self.seats.iter().position(|it| it.name == *by).unwrap_or(usize::MAX)
    }

    /// The state so far, if it is a panel.
    fn panel(&self) -> Option<&Debate> {
        self.debate.as_ref().filter(|it| panel::is_panel(&it.mode))
    }

    /// One event as text, after the figures of the round that it ends; empty if there is nothing to show.
    pub(crate) fn event(&mut self, envelope: &Envelope) -> String {
        let figures = self.figures(envelope).unwrap_or_default();
        let text = format!("{figures}{}", self.told(envelope));
        self.style.fitted(&text, self.style.screen())
    }

    /// The figures of the round that an event ends (E-22).
    fn figures(&mut self, envelope: &Envelope) -> Option<String> {
        if matches!(envelope.event, Event::DebateOpened { .. }) {
            self.debate = Debate::open(envelope).ok();
            return None;
        }
        let mut debate = self.debate.take()?;
        debate.apply(envelope).ok()?;
        // The consequence of a round comes after its figures.
        let follows = matches!(envelope.event, Event::GroupthinkSeen { .. } | Event::ModeChosen { .. });
        let is_over = debate.closed.is_some() || follows;
        let ended = debate.rounds.iter().rev().nth(if is_over { 0 } else { 1 });
        // A panel closes at the end of its course, whatever the figures.
        let ended = ended.filter(|_| !panel::is_panel(&debate.mode));
        let ended = ended.filter(|it| it.number > self.measured && it.spoken.len() >= FEWEST_LIVE).map(|it| it.number);
        let text = ended.and_then(|it| RoundSummary::of(&debate, it)).map(|it| summary::figures(self.style, &it));
        self.measured = ended.unwrap_or(self.measured);
        self.debate = Some(debate);
        text
    }

    fn told(&mut self, envelope: &Envelope) -> String {
        let style = self.style;
        match &envelope.event {
            Event::DebateOpened { debate, topic, ballot, mode, participants, rehearsal, fork, .. } => {
                self.seats.clone_from(participants);
                let mut text = style.wrap("", &topic.to_string());
                if let Some(ballot) = ballot.as_ref().filter(|_| !self.is_announced) {
                    text.push_str(&style.dim(style.wrap("ballot: ", &ballot.to_string()).trim_end()));
                    text.push('\n');
                }
                text.push_str(&style.dim(format!(
                    "{}, {} participants, id {}\n",
                    one_line(mode, 64),
                    participants.len(),
                    one_line(debate.as_str(), 64)
                )));
                text.push_str(&self.key());
                if let Some(fork) = fork {
                    text.push_str(&style.dim(format!("{}\n", forked(fork))));
                }
                if *rehearsal {
                    text.push_str(&rehearsal_note(style, ""));
                }
                if ballot.is_some() {
                    text.push_str(&signs(style));
                }
                text
            }
            Event::RoundOpened { round, kind, focus, .. } => {
                let mut text = format!("\n{}\n", style.bold(heading(*round, *kind)));
                if let Some(focus) = focus {
                    let head = if *kind == RoundKind::Take { "  Aspect: " } else { "  Must answer: " };
                    text.push_str(&style.wrap(head, focus));
                }
                text
            }
            Event::TurnTaken { call, by, turn, flaws, answer, .. } => match self.panel() {
                Some(debate) => self.take(debate, call, by, (turn, flaws, answer)),
                None => self.taken(by, turn, flaws, answer),
            },
            Event::AnswerUnusable { by, flaws, .. } => {
                let flaws = list(flaws);
                self.about(by, &style.warn(format!("has an answer that breaks the form ({flaws}); asked once more")))
            }
            Event::TurnFailed { by, why, detail, .. } => {
                let silent = self.panel().is_some_and(|it| it.is_silence(*why));
                let why = if silent { "silent" } else { why.as_str() };
                let line = format!("has no turn: {why} ({})", one_line(detail, DETAIL));
                self.about(by, &if silent { style.dim(line) } else { style.bad(line) })
            }
            Event::ModeChosen { mode, why, participants, .. } => {
                self.seats.clone_from(participants);
                let mut text = format!("\n{}\n", style.bold(format!("Goes on as {}", one_line(mode, 64))));
                text.push_str(&style.wrap("  ", why));
                text.push_str(&self.key());
                text
            }
            Event::GroupthinkSeen { what, signs, .. } => {
                let line = format!("{what}: {}", one_line(&what.signs(signs), 400));
                format!("{}\n", style.warn(style.wrap("! ", &line).trim_end()))
            }
            Event::WatchBegun { triggers, evaluator, second, beside } => {
                let triggers = one_line(&triggers.join(", "), 160);
                let line = evaluator.as_ref().map_or_else(
                    || {
                        format!(
                            "Not watched, though called for ({triggers}): no available model can review answers for harm"
                        )
                    },
                    |it| {
                        let who = one_line(it, 64);
                        let second =
                            second.iter().map(|it| format!("; {} reads what that model itself says", one_line(it, 64)));
                        let second: String = second.collect();
                        let how = if *beside {
                            "reads each round for harm beside the debate"
                        } else {
                            "reads every answer for harm before the others see it"
                        };
                        format!("Watched ({triggers}): {who} {how}{second}")
                    },
                );
                format!("{}\n", style.dim(style.wrap("", &line).trim_end()))
            }
            Event::WatchEnded { .. } => {
                format!("{}\n", style.dim("No longer watched: two rounds brought nothing to hold back"))
            }
            Event::AnswerReviewed { by, ruling, reason, .. } => self.reviewed(by, ruling, reason),
            Event::RoundReviewed { round, rulings, failed, .. } => {
                let withdrawn = rulings.iter().map(|it| self.withdrawn(*round, it));
                let failed = failed.as_ref().map(|it| {
                    let line = format!("Nobody has read round {round} for harm: {}", one_line(it, 160));
                    format!("{}\n", style.warn(style.wrap("! ", &line).trim_end()))
                });
                withdrawn.chain(failed).collect()
            }
            Event::SourcesAttached { sources } => {
                let titles: Vec<&str> = sources.iter().map(|it| it.title.as_str()).collect();
                format!("{}\n", style.dim(style.wrap("Attached: ", &one_line(&titles.join(", "), 400)).trim_end()))
            }
            Event::ToolsUsed { by, uses, .. } => {
                let uses: Vec<String> = uses.iter().map(|it| format!("{} {}", it.tool, it.arguments)).collect();
                self.about(by, &style.dim(format!("looks things up: {}", one_line(&uses.join("; "), 200))))
            }
            // The figures name the comparer.
            Event::PositionsCompared { .. } => String::new(),
            Event::BallotsGrouped { by, failed, options, .. } => self.grouped(by, failed.as_deref(), options),
            Event::CallNoted { call, noted } => self.noted(call, noted),
            Event::Panel { what } => panel::event(style, what),
            Event::Room { room, what, .. } => self.room(room, what),
            Event::DebateContinued { rules, said, .. } => {
                // The focus is shown with the round that must answer it.
                let mut text =
                    format!("\n{}\n", style.bold(format!("Continued: at most {} rounds in all", rules.rounds)));
                if let Some(said) = said {
                    text.push_str(&style.wrap("  You said: ", said));
                }
                text
            }
            Event::DebateClosed { why, question, .. } => {
                // A debate that requests something is not over.
                let what = if *why == Reason::NeedsContext { "Waits" } else { "Ended" };
                let mut text = format!("\n{}\n", style.dim(format!("{what}: {why}")));
                if let Some(question) = question {
                    text.push_str(&style.wrap("  Question: ", question));
                }
                text
            }
        }
    }

    /// Role, discipline and pseudonym of each seat, where the mode assigns any; the user sees the real names.
    fn key(&self) -> String {
        let line = |it: &Participant| {
            let manner = manner(it.role, it.discipline, it.alias.as_ref())?;
            Some(self.style.dim(format!("  {}: {manner}\n", name(&it.name))))
        };
        self.seats.iter().filter_map(line).collect()
    }

    /// A participant's name and role.
    fn head(&self, by: &Name) -> String {
        let seat = self.seats.iter().find(|it| it.name == *by);
        let manner = seat.and_then(|it| manner(it.role, it.discipline, it.alias.as_ref()));
        let manner = manner.map(|it| self.style.dim(format!(" ({it})"))).unwrap_or_default();
        format!("{}{manner}", self.style.bold(name(by)))
    }

    fn about(&self, by: &Name, what: &str) -> String {
        format!("{} {what}\n", self.head(by))
    }

    /// One turn of a panel, at its final width.
    fn take(&self, debate: &Debate, call: &CallId, by: &Name, said: (&Turn, &[Flaw], &Answer)) -> String {
        let style = self.columns().map_or(self.style, |it| self.style.within(it.width()));
        let (turn, flaws, answer) = said;
        let mut text = take::text(style, &self.head(by), turn, flaws, answer);
        if take::is_ungrounded(debate, call) {
            text.push_str(&take::ungrounded(style));
        }
        text
    }

    /// A room as a block, as soon as it is over: several run at the same time. While the debate runs, each of its statements.
    fn room(&self, id: &RoomId, what: &RoomEvent) -> String {
        let Some(debate) = self.panel() else { return String::new() };
        if self.pace == RoomDisplay::Live {
            return debate.panel.room(id).map(|it| room::event(self.style, debate, it, what)).unwrap_or_default();
        }
        let over = debate.panel.room(id).filter(|it| it.is_over());
        over.map(|it| format!("\n{}", room::text(self.style, debate, it, self.shown))).unwrap_or_default()
    }

    /// An answer that the evaluator held back; empty for those it passed.
    fn reviewed(&self, by: &Name, ruling: &Ruling, reason: &str) -> String {
        let what = match ruling {
            Ruling::Pass => return String::new(),
            Ruling::Redact(_) => "is shown to the others without some words",
            Ruling::Reject => "is withheld from the others",
        };
        self.about(by, &self.style.warn(format!("{what} ({})", one_line(reason, 160))))
    }

    /// An answer that the evaluator withdrew after others saw it.
    fn withdrawn(&self, round: u32, Ruled { by, ruling, reason }: &Ruled) -> String {
        let what = match ruling {
            Ruling::Pass => return String::new(),
            Ruling::Redact(_) => format!("is shown without some words of round {round} from now on"),
            Ruling::Reject => format!("has its answer of round {round} withdrawn"),
        };
        self.about(by, &self.style.warn(format!("{what} ({})", one_line(reason, 160))))
    }

    /// The options after a round, and who holds which.
    fn grouped(&self, by: &Grouper, failed: Option<&str>, options: &[Grouped]) -> String {
        // Where estimates are asked for, claims and terms are grouped alone.
        if options.is_empty() && failed.is_none() {
            return String::new();
        }
        let option = |it: &Grouped| {
            let held: Vec<String> = it.held_by.iter().map(name).collect();
            let held = if held.is_empty() { "nobody".to_owned() } else { held.join(", ") };
            format!("{} {} ({held})", it.letter, one_line(&it.headline, 120))
        };
        let options: Vec<String> = options.iter().map(option).collect();
        let failed = failed.map(|it| format!("; {}", one_line(it, 160))).unwrap_or_default();
        let line = format!("{} (grouped by {}{failed})", options.join(" · "), one_line(&by.to_string(), 64));
        format!("{}\n", self.style.dim(self.style.wrap("Options: ", &line).trim_end()))
    }

    /// Notes on a call: its cost, and options that were dropped.
    fn noted(&self, call: &CallId, noted: &Noted) -> String {
        let mut parts = Vec::new();
        if noted.attempts > 0 {
            let (tokens, cost) = (noted.usage.tokens(), money(noted.usage.cost));
            let attempts = if noted.attempts == 1 { "1 attempt" } else { &format!("{} attempts", noted.attempts) };
            parts.push(format!("{attempts} lost or not counted, about {tokens} tokens, {cost}"));
        }
        parts.extend(noted.estimated.then(|| "its tokens are our estimate".to_owned()));
        parts.extend(
            noted.dropped.iter().map(|it| format!("without {} ({})", one_line(&it.option, 40), one_line(&it.why, 120))),
        );
        let line = format!("{call}: {}", parts.join("; "));
        format!("{}\n", self.style.dim(self.style.wrap("", &line).trim_end()))
    }

    /// An option's text with its letter; yes and no need none.
    fn option(&self, letter: Letter) -> String {
        let debate = self.debate.as_ref();
        let headline = debate.and_then(|it| it.headline(letter));
        if let Some((Some(Ballot::YesNo), headline)) = debate.map(|it| it.ballot.as_ref()).zip(headline) {
            return headline.to_owned();
        }
        headline.map_or_else(|| letter.to_string(), |it| format!("{letter} ({})", one_line(it, 80)))
    }

    /// One turn.
    fn taken(&self, by: &Name, turn: &Turn, flaws: &[Flaw], answer: &Answer) -> String {
        let style = self.style;
        let mut text = format!("{} {}", self.head(by), self.stand(turn));
        let cost =
            answer.usage.cost.filter(|it| *it > 0.0).map(|it| format!(", {}", money(Some(it)))).unwrap_or_default();
        text.push_str(&style.dim(format!("  {}{cost}", duration(answer.took))));
        text.push('\n');
        if let Some(position) = &turn.position {
            text.push_str(&style.wrap("  ", position));
        }
        for line in
            turn.reasoning.iter().flat_map(|it| style.wrap("    ", it).lines().map(str::to_owned).collect::<Vec<_>>())
        {
            text.push_str(&format!("{}\n", style.dim(line)));
        }
        for point in &turn.key_points {
            text.push_str(&style.wrap("    · ", &one_line(point, 400)));
        }
        for it in &turn.others {
            let why = it.why.as_deref().map(|it| format!(": {}", one_line(it, 400))).unwrap_or_default();
            text.push_str(&style.wrap("    ! ", &format!("on {}, {}{why}", self.option(it.option), it.stand)));
        }
        for it in &turn.because {
            let id = it.id.as_deref().unwrap_or("a reason of its own");
            let why = it.why.as_deref().map(|it| format!(": {}", one_line(it, 400))).unwrap_or_default();
            text.push_str(&style.wrap("    ← ", &format!("moved by {id}{why}")));
        }
        for it in &turn.terms {
            text.push_str(&style.wrap("    § ", &one_line(it, 400)));
        }
        for it in &turn.on_terms {
            text.push_str(&style.wrap("    § ", &format!("{}s {}", it.act, it.term)));
        }
        if let Some(it) = &turn.would_change {
            text.push_str(&style.wrap("    ↺ would change it: ", &one_line(it, 400)));
        }
        for (it, counter) in turn.moves.iter().filter_map(|it| Some((it, it.counter.as_ref()?))) {
            let kind = counter.kind.map(|it| format!(", {it}")).unwrap_or_default();
            let line = format!("against {}{kind}: {}", one_line(&it.claim, 16), one_line(&counter.text, 400));
            text.push_str(&style.wrap("    × ", &line));
        }
        for it in &turn.vulnerabilities {
            let met = it.mitigation.as_deref().map(|it| format!("; met by: {it}")).unwrap_or_default();
            let what = if met.is_empty() { it.vulnerability.as_str() } else { it.vulnerability.trim_end_matches('.') };
            text.push_str(&style.wrap("    ▲ ", &one_line(&format!("{what}{met}"), 800)));
        }
        for it in &turn.questions {
            let to = it.to.as_ref().map_or("all", Name::as_str);
            text.push_str(&style.wrap(&format!("    ? asks {to}: "), &one_line(&it.text, 400)));
        }
        for need in &turn.needs {
            text.push_str(&style.wrap("    ? asks for: ", &one_line(need, 400)));
        }
        if !flaws.is_empty() {
            let lines = style.wrap("    ", &list(flaws));
            text.extend(lines.lines().map(|it| format!("{}\n", style.dim(it))));
        }
        text
    }
}

/// The longest reason of a failure, in characters.
const DETAIL: usize = 240;

/// The note on a rehearsal, behind `head`.
pub(crate) fn rehearsal_note(style: Style, head: &str) -> String {
    format!("{}\n", style.warn(style.wrap(head, super::first::REHEARSAL).trim_end()))
}

/// The signs before the lines of a turn.
const SIGNS: &str = "· a point, § a term, ← moved by, ! on another option (minor: would sign it with a reservation; blocker: would not), × against \
                     a claim, ▲ a weakness, ↺ would change it, ? a question";

/// What the signs mean, in a line.
pub(crate) fn signs(style: Style) -> String {
    format!("{}\n", style.dim(style.wrap("signs: ", SIGNS).trim_end()))
}

/// A vote in its colour.
pub(crate) fn vote(style: Style, vote: Option<Vote>) -> String {
    match vote {
        Some(Vote::Accept) => style.good(Vote::Accept),
        Some(Vote::Minor) => style.warn(Vote::Minor),
        Some(Vote::Blocker) => style.bad(Vote::Blocker),
        None => style.dim("no vote"),
    }
}

fn list(flaws: &[Flaw]) -> String {
    flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
