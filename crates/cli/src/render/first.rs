//! The first screen of a verdict, or of what a panel found: at most fifteen lines, with the id and the commands that show more (I-01).
//!
//! Its parts give up lines, the longest first, until all fit; `show --full` has every word. Not here: what the parts say
//! (`analysis::decision::verdict`).
use super::panel;
use super::style::Style;
use super::verdict;
use analysis::{Label, Verdict};
use debate::Debate;
use engine::Status;
use exports::wording::one_line;

/// The most lines of the first screen (I-01).
const LINES: usize = 15;

/// A part of the screen: its title, wrapped lines, of which it keeps at least so many, and how each is painted.
struct Part {
    title: String,
    lines: Vec<String>,
    least: usize,
    paint: Paint,
}

/// Paints a line.
type Paint = fn(Style, &str) -> String;

/// The parts of a screen, in order.
pub(super) struct Parts {
    style: Style,
    all: Vec<Part>,
}

impl Parts {
    /// Adds a part that may be cut to `least` lines; without text it is left out.
    pub(super) fn push(&mut self, head: &str, words: &str, least: usize) {
        let before = self.all.len();
        self.painted(head, words, least, |_, line| line.to_owned());
        if let Some(it) = self.all.get_mut(before) {
            it.title = head.to_owned();
        }
    }

    /// Adds a line in bold.
    pub(super) fn title(&mut self, head: &str, words: &str) {
        self.painted(head, words, 2, |style, it| style.bold(it));
    }

    /// Adds the note on a rehearsal.
    pub(super) fn rehearsal(&mut self) {
        self.painted("  ", REHEARSAL, 2, |style, it| style.warn(it));
    }

    fn dimmed(&mut self, head: &str, words: &str) {
        self.painted(head, words, 2, |style, it| style.dim(it));
    }

    fn painted(&mut self, head: &str, words: &str, least: usize, paint: Paint) {
        let lines: Vec<String> = self.style.wrap(head, words).lines().map(str::to_owned).collect();
        if !lines.is_empty() {
            self.all.push(Part { title: String::new(), lines, least, paint });
        }
    }

    /// All parts in at most so many lines. The longest part that may be cut gives up a line first; of equal ones, the later.
    fn fitted(mut self, most: usize) -> String {
        let style = self.style;
        let mut kept: Vec<usize> = self.all.iter().map(|it| it.lines.len()).collect();
        while kept.iter().sum::<usize>() > most {
            let may_be_cut = kept.iter().zip(&self.all).enumerate().filter(|(_, (kept, part))| **kept > part.least);
            let Some((at, _)) = may_be_cut.max_by_key(|(at, (kept, _))| (**kept, *at)) else { break };
            if let Some(it) = kept.get_mut(at) {
                *it -= 1;
            }
        }
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

/// The first screen. `topic` is printed above it, and counts.
pub(crate) fn text(style: Style, debate: &Debate, status: &Status, topic: Option<&str>) -> String {
    let mut parts = Parts { style, all: Vec::new() };
    if let Some(topic) = topic {
        parts.push("", &one_line(topic, usize::MAX), 1);
    }
    if panel::is_panel(&debate.mode) {
        panel::first::parts(&mut parts, debate, status);
    } else {
        of_verdict(&mut parts, &verdict::of(debate), status);
    }
    for line in more(debate, status) {
        parts.dimmed("  ", &line);
    }
    parts.fitted(LINES)
}

/// Adds the parts of a verdict.
fn of_verdict(parts: &mut Parts, verdict: &Verdict, status: &Status) {
    let decision = &verdict.decision;
    let screen = verdict.screen();
    parts.title("Verdict: ", &screen.headline);
    let over = unless_over(status);
    let sure = decision.confidence.map(|it| format!(" · confidence {it:.2}, pooled")).unwrap_or_default();
    parts.painted("  ", &format!("{}{over}{sure}", screen.label), 2, of_label(decision.label));
    if decision.is_rehearsal {
        parts.rehearsal();
    }
    if let Some(position) = &screen.position {
        let by = screen.by.as_deref().map(|it| format!("{}: ", one_line(it, 80))).unwrap_or_default();
        parts.push("  ", &format!("{by}“{}”", position.trim()), 2);
    }
    for row in screen.rows.iter().filter(|it| it.title != CONFIDENCE) {
        // A question to the reader is not cut.
        let is_asked = row.title == QUESTION || !verdict.needs.is_empty() && row.title == NEXT;
        let least = if is_asked { 4 } else { 1 };
        parts.push(&format!("  {}: ", row.title), &row.text, least);
    }
}

/// The state of a debate that is not over, in brackets.
pub(super) fn unless_over(status: &Status) -> String {
    if *status == Status::Over { String::new() } else { format!(" ({})", status.told()) }
}

/// The note on a rehearsal.
pub(crate) const REHEARSAL: &str = "REHEARSAL: the participants are simulated; nothing they say is about the topic";

/// Rows that are placed differently here.
const CONFIDENCE: &str = "Confidence";
const QUESTION: &str = "Question";
const NEXT: &str = "Next step";

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
            format!("follow: roundtable show {id} --follow")
        }
        Status::Paused | Status::Failed(_) => format!("go on: roundtable resume {id}"),
        Status::NeedsContext => {
            let request = debate.awaited().first().map_or_else(|| "N1".to_owned(), |it| it.id.to_string());
            format!("answer: roundtable continue {id} --answer {request}=\"…\"")
        }
        Status::Escalated => format!("answer: roundtable continue {id} --say \"…\""),
        Status::Over => format!("reopen: roundtable continue {id} --say \"…\""),
    };
    [format!("id {id} · more: roundtable show {id} {parts}"), next]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-01: the longest parts give up lines first, each ends behind a whole word with an ellipsis, and a part keeps its least.
    #[test]
    fn long_parts_are_cut_before_short_ones() {
        let style = Style::terminal(30, false);
        let mut parts = Parts { style, all: Vec::new() };
        parts.push("", "one line", 1);
        parts.push("  ", &"longest of all ".repeat(12), 1);
        parts.push("  ", &"kept as it is ".repeat(4), 3);
        parts.push("  ", &"long ".repeat(12), 1);
        let text = parts.fitted(9);
        assert_eq!(text.lines().count(), 9, "{text}");
        assert!(text.lines().all(|it| console::measure_text_width(it) <= 30), "{text}");
        insta::assert_snapshot!(text);
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
