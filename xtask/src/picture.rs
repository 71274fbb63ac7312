//! `cargo xtask picture`: draws the verdict of README.md from the snapshot of what the program prints.
//!
//! A test checks the snapshot against the program, and `tidy` the picture against the snapshot: neither can show an outdated verdict.

use anyhow::{Context, Result};

use crate::files::{self, File};
use crate::finding::Finding;
use crate::process;

/// The snapshot of a real debate's verdict.
const SNAPSHOT: &str = "crates/cli/tests/it/snapshots/it__surfaces__first screen of collab.snap";
/// The picture.
const PICTURE: &str = "docs/verdict.svg";
/// The command that prints it, once `docs/examples/microservices.jsonl` is imported. Not `debate`: the debate was held before there were ballots,
/// which were added by hand.
const TYPED: [&str; 1] = ["$ roundtable show collab"];
const LABEL: &str = "The verdict of a debate of three models in a terminal: No, by 3 of 3, with its terms, the claims it rests on, \
                     what would turn it, and the plain vote";

/// Pixels of a column at a font size of 14, of a line, and of the space around the text.
const COLUMN: f64 = 8.43;
const LINE: usize = 19;
const MARGIN: usize = 18;
/// The first baseline, below the three circles.
const TOP: usize = 58;

const PLAIN: &str = "#d7dae0";
const FAINT: &str = "#8b919c";
const GOOD: &str = "#7fc97f";
const TITLE: &str = "#8ab4f8";

pub(crate) fn run() -> Result<()> {
    let files = files::read_all()?;
    let drawn = draw(&files).with_context(|| format!("could not read `{SNAPSHOT}`"))?;
    std::fs::write(process::root().join(PICTURE), drawn).with_context(|| format!("could not write `{PICTURE}`"))
}

/// Checks that the picture matches the snapshot.
pub(crate) fn check(files: &[File]) -> Vec<Finding> {
    let kept = text_of(files, PICTURE);
    match draw(files) {
        Some(drawn) if kept == Some(&drawn) => vec![],
        Some(_) => vec![Finding::new(PICTURE, 1, "does not show the snapshot: run `cargo xtask picture`")],
        None if kept.is_some() => {
            vec![Finding::new(PICTURE, 1, format!("is drawn from `{SNAPSHOT}`, which is not there: correct the path"))]
        }
        None => vec![],
    }
}

fn text_of<'a>(files: &'a [File], path: &str) -> Option<&'a String> {
    files.iter().find(|file| file.path == path).map(|file| &file.text)
}

/// The picture; none without a snapshot.
fn draw(files: &[File]) -> Option<String> {
    let printed = text_of(files, SNAPSHOT)?.splitn(3, "---\n").nth(2)?;
    let lines: Vec<&str> = TYPED.into_iter().chain(printed.lines()).collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let width = (columns as f64 * COLUMN).ceil() as usize + 2 * MARGIN;
    let height = TOP + (lines.len() - 1) * LINE + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{LABEL}\">\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1d2026\"/>\n"
    );
    for x in [22, 42, 62] {
        out.push_str(&format!("<circle cx=\"{x}\" cy=\"20\" r=\"6\" fill=\"#4a4f59\"/>"));
    }
    out.push_str(
        "\n<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n",
    );
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let y = TOP + index * LINE;
        let spans: String = spans(index, line).into_iter().map(|span| span.draw()).collect();
        out.push_str(&format!("<text y=\"{y}\" xml:space=\"preserve\">{spans}</text>\n"));
    }
    out.push_str("</g>\n</svg>\n");
    Some(out)
}

/// A span of a line in one colour.
struct Span<'a> {
    column: usize,
    text: &'a str,
    fill: &'static str,
    bold: bool,
}

impl Span<'_> {
    /// Its width is explicit, so that columns line up in any font.
    fn draw(&self) -> String {
        let x = MARGIN as f64 + self.column as f64 * COLUMN;
        let length = self.text.chars().count() as f64 * COLUMN;
        let weight = if self.bold { " font-weight=\"700\"" } else { "" };
        let text = self.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let fill = self.fill;
        format!(
            "<tspan x=\"{x:.1}\" fill=\"{fill}\"{weight} textLength=\"{length:.1}\" lengthAdjust=\"spacing\">{text}</tspan>"
        )
    }
}

/// The spans of a line: command and headline are bold; the label, row titles and names have colours.
fn spans(index: usize, line: &str) -> Vec<Span<'_>> {
    let text = line.trim_start();
    let column = line.chars().count() - text.chars().count();
    let whole = |fill, bold| vec![Span { column, text, fill, bold }];
    if index < TYPED.len() {
        return whole(PLAIN, index == 0);
    }
    if text.starts_with("in the words of ") {
        return whole(FAINT, false);
    }
    if text.starts_with("consensus") {
        return whole(GOOD, false);
    }
    let is_row = column == 2 || column == 0;
    match text.split_once(": ").filter(|(title, _)| is_row && title.chars().count() < 30 && !title.contains('.')) {
        Some((title, rest)) => {
            let bold = column == 0;
            let fill = if bold { PLAIN } else { TITLE };
            let after = column + title.chars().count() + 2;
            let title = text.get(..=title.len()).unwrap_or(title);
            vec![Span { column, text: title, fill, bold }, Span { column: after, text: rest, fill: PLAIN, bold }]
        }
        None => whole(PLAIN, false),
    }
}

#[cfg(test)]
mod tests {
    use super::{PICTURE, SNAPSHOT, check, draw};
    use crate::files::sample;
    use crate::finding::lines;

    const SNAP: &str = "---\nsource: a\n---\nVerdict: No & <never>, 3 of 3\n  consensus\n  Terms: all: one\n";

    #[test]
    fn a_picture_has_the_words_and_colours_of_the_snapshot() {
        let drawn = draw(&sample(&[(SNAPSHOT, SNAP)])).unwrap();
        assert!(drawn.contains(">No &amp; &lt;never&gt;, 3 of 3</tspan>"), "{drawn}");
        assert!(
            drawn.contains("fill=\"#8ab4f8\" textLength=\"50.6\" lengthAdjust=\"spacing\">Terms:</tspan>"),
            "{drawn}"
        );
        assert!(!drawn.contains("source: a"), "{drawn}");
    }

    /// The picture of README.md matches the program's output.
    #[test]
    fn an_old_picture_is_found() {
        let drawn = draw(&sample(&[(SNAPSHOT, SNAP)])).unwrap();
        assert_eq!(check(&sample(&[(SNAPSHOT, SNAP), (PICTURE, &drawn)])), []);
        let expected = "docs/verdict.svg:1: does not show the snapshot: run `cargo xtask picture`";
        assert_eq!(lines(&check(&sample(&[(SNAPSHOT, SNAP), (PICTURE, "<svg/>")]))), expected);
        assert_eq!(lines(&check(&sample(&[(SNAPSHOT, SNAP)]))), expected);
        assert!(lines(&check(&sample(&[(PICTURE, &drawn)]))).contains("which is not there"));
    }
}
