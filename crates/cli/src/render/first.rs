//! The first screen of a verdict, or of what a panel found: at most fifteen lines, with the id and the commands that show more (I-01).
//!
//! Its parts give up lines, the longest first, until all fit; `show --full` has every word. Not here: what the parts say
//! (`analysis::decision::verdict`).
use super::panel;
use super::style::Style;
use super::verdict;
use crate::suggest::command;
use analysis::{Label, Verdict};
use debate::Debate;
use engine::Status;
use exports::wording::one_line;

/// The most lines of the first screen (I-01).
const LINES: usize = 15;

/// A part of the screen: its title, wrapped lines, and how each is painted.
struct Part {
    title: String,
    lines: Vec<String>,
    rank: Rank,
    paint: Paint,
}

/// When a part gives up its lines. The last line of a part goes only where even one line of each is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// As an extra; left out where no more than one of its lines would be kept.
    Spare,
    /// First, down to one line; then left out, the last such part first.
    Extra,
    /// First, down to one line; left out when all extras are.
    Detail,
    /// First, down to two lines; to one when all details are left out.
    Main,
    /// When all others have one line: what to do next, a question to the reader, what was said before the debate.
    Last,
    /// Never.
    Whole,
}

/// Paints a line.
type Paint = fn(Style, &str) -> String;

/// The parts of a screen, in order.
pub(super) struct Parts {
    style: Style,
    all: Vec<Part>,
}

impl Parts {
    /// Adds a part; without text it is left out.
    pub(super) fn push(&mut self, head: &str, words: &str, rank: Rank) {
        let before = self.all.len();
        self.painted(head, words, rank, |_, line| line.to_owned());
        if let Some(it) = self.all.get_mut(before) {
            it.title = head.to_owned();
        }
    }

    /// Adds a line in bold.
    pub(super) fn title(&mut self, head: &str, words: &str) {
        self.painted(head, words, Rank::Main, |style, it| style.bold(it));
    }

    /// Adds the note on a rehearsal.
    pub(super) fn rehearsal(&mut self) {
        self.painted("  ", REHEARSAL, Rank::Main, |style, it| style.warn(it));
    }

    /// Adds a line with commands. In a pipe it stays in one piece, so that they can be copied.
    fn dimmed(&mut self, head: &str, words: &str) {
        if self.style.screen() == 0 {
            let lines = vec![format!("{head}{words}")];
            self.all.push(Part { title: String::new(), lines, rank: Rank::Whole, paint: |style, it| style.dim(it) });
            return;
        }
        self.painted(head, words, Rank::Whole, |style, it| style.dim(it));
    }

    fn painted(&mut self, head: &str, words: &str, rank: Rank, paint: Paint) {
        let lines: Vec<String> = self.style.wrap(head, words).lines().map(str::to_owned).collect();
        if !lines.is_empty() {
            self.all.push(Part { title: String::new(), lines, rank, paint });
        }
    }

    /// How many lines of each part fit into so many. The longest part that may be cut gives up a line first; of equal ones, the later.
    fn kept(&self, most: usize) -> Vec<usize> {
        let whole: Vec<usize> = self.all.iter().map(|it| it.lines.len()).collect();
        let kept = self.cut(whole.clone(), most);
        // The beginning of a spare part says nothing: others get its line.
        let is_stub = |at: &usize| {
            let kept = kept.get(*at).copied();
            let part = self.all.get(*at).filter(|it| it.rank == Rank::Spare);
            part.is_some_and(|it| kept == Some(1) && it.lines.len() > 1)
        };
        let stubs: Vec<usize> = (0..whole.len()).filter(is_stub).collect();
        if stubs.is_empty() {
            return kept;
        }
        let without = whole.into_iter().enumerate().map(|(at, lines)| if stubs.contains(&at) { 0 } else { lines });
        self.cut(without.collect(), most)
    }

    /// The lines that are kept of so many.
    fn cut(&self, mut kept: Vec<usize>, most: usize) -> Vec<usize> {
        // The least lines of extras, details, main parts and last ones. Details, and on a narrow terminal main parts, are left out.
        const WHOLE: usize = usize::MAX;
        let passes =
            [[1, 1, 2, WHOLE], [0, 1, 2, WHOLE], [0, 0, 2, WHOLE], [0, 0, 1, WHOLE], [0, 0, 1, 1], [0, 0, 0, 1]];
        for [extra, detail, main, last] in passes {
            let least = |rank: Rank| match rank {
                Rank::Spare | Rank::Extra => extra,
                Rank::Detail => detail,
                Rank::Main => main,
                Rank::Last => last,
                Rank::Whole => WHOLE,
            };
            while kept.iter().sum::<usize>() > most {
                let may_be_cut = kept.iter().zip(&self.all).enumerate();
                let may_be_cut = may_be_cut.filter(|(_, (kept, part))| **kept > least(part.rank));
                let Some((at, _)) = may_be_cut.max_by_key(|(at, (kept, _))| (**kept, *at)) else { break };
                if let Some(it) = kept.get_mut(at) {
                    *it -= 1;
                }
            }
        }
        kept
    }

    /// Whether anything has to be cut to fit into so many lines.
    fn is_cut(&self, most: usize) -> bool {
        self.all.iter().map(|it| it.lines.len()).sum::<usize>() > most
    }

    /// All parts in at most so many lines.
    fn fitted(mut self, most: usize) -> String {
        let style = self.style;
        let kept = self.kept(most);
        let cut = |(part, kept): (&mut Part, usize)| {
            let is_cut = part.lines.len() > kept;
            part.lines.truncate(kept);
            if let Some(last) = part.lines.last_mut().filter(|_| is_cut) {
                *last = ellipsed(last, style.width());
            }
            let painted = |it: &String| format!("{}\n", (part.paint)(style, it));
            style.titled(&part.title, &part.lines.iter().map(painted).collect::<String>())
        };
        self.all.iter_mut().zip(kept).map(cut).collect()
    }
}

/// A line cut to the width: it ends with an ellipsis behind a whole word.
fn ellipsed(line: &str, width: usize) -> String {
    let mut line = line.trim_end();
    while console::measure_text_width(line) + 2 > width {
        match line.trim_end().rsplit_once(' ').filter(|(before, _)| !before.trim().is_empty()) {
            Some((before, _)) => line = before.trim_end(),
            // A line without spaces: cut between letters.
            None => return console::truncate_str(line, width, "…").into_owned(),
        }
    }
    format!("{} …", line.trim_end_matches(['·', ' ']))
}

/// The first screen. `topic` is printed above it, and counts. Wide lines are harder to read, but easier than what is left out.
pub(crate) fn text(style: Style, debate: &Debate, status: &Status, topic: Option<&str>) -> String {
    // The command by which a question is answered stands below the rows.
    let is_asked = matches!(status, Status::NeedsContext | Status::Escalated);
    let of = || if is_asked { Verdict::of(debate) } else { verdict::of(debate, status) };
    let verdict = (!panel::is_panel(&debate.mode)).then(of);
    let commands = more(debate, status);
    let parts = |style: Style| {
        let mut parts = Parts { style, all: Vec::new() };
        if let Some(topic) = topic {
            parts.push("", &one_line(topic, usize::MAX), Rank::Main);
        }
        match &verdict {
            Some(verdict) => of_verdict(&mut parts, verdict, status),
            None => panel::first::parts(&mut parts, debate, status),
        }
        commands.iter().for_each(|line| parts.dimmed("  ", line));
        parts
    };
    let usual = parts(style);
    if usual.is_cut(LINES) { parts(style.wide()).fitted(LINES) } else { usual.fitted(LINES) }
}

/// Adds the parts of a verdict.
fn of_verdict(parts: &mut Parts, verdict: &Verdict, status: &Status) {
    let decision = &verdict.decision;
    let screen = verdict.screen();
    parts.title("Verdict: ", &screen.headline);
    let over = unless_over(status);
    let sure = decision.confidence.filter(|_| !decision.is_tied);
    let sure = sure.map(|it| format!(" · confidence {it:.2}, pooled")).unwrap_or_default();
    // A debate that is not over has no label yet.
    let label = if verdict.progress.is_some() { status.told().to_owned() } else { format!("{}{over}", screen.label) };
    let paint: Paint = if verdict.progress.is_some() { |style, it| style.warn(it) } else { of_label(decision.label) };
    parts.painted("  ", &format!("{label}{sure}"), Rank::Main, paint);
    if decision.is_rehearsal {
        parts.rehearsal();
    }
    if let Some(position) = &screen.position {
        let by = screen.by.as_deref().map(|it| format!("{}: ", one_line(it, 80))).unwrap_or_default();
        // Who is asked something reads the question first.
        let is_asked = screen.rows.iter().any(|it| it.title == QUESTION);
        let rank = if is_asked { Rank::Detail } else { Rank::Main };
        parts.push("  ", &format!("{by}“{}”", position.trim()), rank);
    }
    for row in screen.rows.iter().filter(|it| it.title != CONFIDENCE) {
        let rank = match row.title {
            LOST => Rank::Whole,
            QUESTION | NEXT | ALONE => Rank::Last,
            RESTS_ON | TURNS | LEARNED => Rank::Extra,
            title if title.starts_with(WEAKEST) => Rank::Spare,
            _ => Rank::Detail,
        };
        parts.push(&format!("  {}: ", row.title), &row.text, rank);
    }
}

/// The state of a debate that is not over, in brackets.
pub(super) fn unless_over(status: &Status) -> String {
    if *status == Status::Over { String::new() } else { format!(" ({})", status.told()) }
}

/// The note on a rehearsal.
pub(crate) const REHEARSAL: &str = "REHEARSAL: simulated participants; nothing they say is about the topic";

/// Rows that are placed differently here.
const CONFIDENCE: &str = "Confidence";
const LOST: &str = "Lost";
const QUESTION: &str = "Question";
const NEXT: &str = "Next step";
const ALONE: &str = "Alone they would have said";
const RESTS_ON: &str = "Rests on";
const TURNS: &str = "Would turn it";
const WEAKEST: &str = "Weakest assumptions";
const LEARNED: &str = "Learned";

/// The colour of a label.
pub(super) fn of_label(label: Label) -> Paint {
    match label {
        Label::Consensus => |style, it| style.good(it),
        Label::Partial | Label::Escalated => |style, it| style.warn(it),
        Label::Dissensus | Label::Insufficient => |style, it| style.bad(it),
    }
}

/// The id, and the commands that come next.
fn more(debate: &Debate, status: &Status) -> [String; 2] {
    let id = one_line(debate.id.as_str(), 64);
    let is_panel = panel::is_panel(&debate.mode);
    let parts = if is_panel { "--full, --cruxes, --matrix, --turns" } else { "--full, --why, --turns, --rounds" };
    let next = match status {
        Status::Running | Status::ComingToRest | Status::RunningElsewhere => {
            format!("follow: {}", command(format_args!("show {id} --follow")))
        }
        Status::Paused | Status::Failed(_) => format!("go on: {}", command(format_args!("resume {id}"))),
        Status::NeedsContext => {
            let request = debate.awaited().first().map_or_else(|| "N1".to_owned(), |it| it.id.to_string());
            format!("answer: {}", command(format_args!("continue {id} --answer {request}=\"…\"")))
        }
        Status::Escalated => format!("answer: {}", command(format_args!("continue {id} --say \"…\""))),
        Status::Over => match verdict::reseated(debate) {
            Some((seat, again)) => format!("again with {seat}: {again}"),
            None => format!("reopen: {}", command(format_args!("continue {id} --say \"…\""))),
        },
    };
    [format!("id {id} · more: {} {parts}", command(format_args!("show {id}"))), next]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-01: the longest parts give up lines first, each ends behind a whole word with an ellipsis, and higher ranks later.
    #[test]
    fn long_parts_are_cut_before_short_ones() {
        let style = Style::terminal(30, false);
        let mut parts = Parts { style, all: Vec::new() };
        parts.push("", "one line", Rank::Detail);
        parts.push("  ", &"longest of all ".repeat(12), Rank::Detail);
        parts.push("  ", &"kept as it is ".repeat(4), Rank::Last);
        parts.push("  ", &"long ".repeat(12), Rank::Detail);
        let text = parts.fitted(9);
        assert_eq!(text.lines().count(), 9, "{text}");
        assert!(text.lines().all(|it| console::measure_text_width(it) <= 30), "{text}");
        insta::assert_snapshot!(text);
    }

    /// I-01: whatever the heights of the parts, they fit; a main part keeps two lines while a detail has two, what is to be done next is cut last, and whole parts stay whole.
    #[test]
    fn parts_of_any_height_fit() {
        let ranks = [Rank::Main, Rank::Main, Rank::Detail, Rank::Whole, Rank::Detail, Rank::Last, Rank::Whole];
        let part = |(rank, lines): (&Rank, usize)| Part {
            title: String::new(),
            lines: vec!["x".to_owned(); lines],
            rank: *rank,
            paint: |_, it| it.to_owned(),
        };
        // Every combination of one to five lines; whole parts have at most three together.
        for code in 0..5_usize.pow(5) {
            let heights = (0_u32..).map(|place| code / 5_usize.pow(place) % 5 + 1);
            let mut heights = heights.take(5);
            let lines: Vec<usize> =
                ranks.iter().map(|rank| if *rank == Rank::Whole { 2 } else { heights.next().unwrap() }).collect();
            let all: Vec<Part> = ranks.iter().zip(lines.iter().copied()).map(part).collect();
            let parts = Parts { style: Style::plain(), all };
            for most in [9, 12, 15, 40] {
                let kept = parts.kept(most);
                assert!(kept.iter().sum::<usize>() <= most, "{lines:?} in {most}: {kept:?}");
                let cut_below = |rank: Rank, least: usize| {
                    let mut parts = ranks.iter().zip(kept.iter().zip(&lines));
                    parts.any(|(it, (kept, whole))| *it == rank && kept < whole && *kept < least)
                };
                let has_two = |rank: Rank| ranks.iter().zip(&kept).any(|(it, kept)| *it < rank && *kept > 1);
                assert!(!cut_below(Rank::Main, 2) || !has_two(Rank::Main), "{lines:?} in {most}: {kept:?}");
                assert!(!cut_below(Rank::Last, usize::MAX) || !has_two(Rank::Last), "{lines:?} in {most}: {kept:?}");
                assert!(!cut_below(Rank::Whole, usize::MAX), "{lines:?} in {most}: {kept:?}");
            }
        }
    }

    /// I-01: a line is cut between words, or between letters where there are none, and never wider than the terminal.
    #[test]
    fn an_ellipsis_fits() {
        for (line, width, expected) in [
            ("  one two", 20, "  one two …"),
            ("  one two three", 15, "  one two …"),
            ("  one two ·", 20, "  one two …"),
            ("まず二週間で棚卸しする", 12, "まず二週間…"),
        ] {
            assert_eq!(ellipsed(line, width), expected);
        }
    }
}
