//! The picture in README.md: a terminal on which the program shows the verdict of a real debate, drawn from the screen that a terminal makes of
//! the program's escape sequences. `cargo xtask picture` draws it again.
use crate::pty::Terminal;
use crate::sandbox::Sandbox;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vt100::{Cell, Color, Screen};

/// The file.
const PICTURE: &str = "docs/verdict.svg";
/// The debate, and its id.
const LOG: &str = "docs/examples/split.jsonl";
const ID: &str = "su3946qx";
/// If this variable is set, the file is written.
const WRITE: &str = "ROUNDTABLE_PICTURE";

const ROWS: u16 = 30;
const COLUMNS: u16 = 100;

/// Pixels of a column at a font size of 14, of a line, and of the space around the text.
const COLUMN: f64 = 8.43;
const LINE: usize = 19;
const MARGIN: usize = 18;
/// The first baseline, below the three circles.
const TOP: usize = 58;

const LABEL: &str = "A terminal with the verdict of a debate of three models: No, by 3 of 3, with the terms that all ask for, the claims it \
                     rests on, and what they would have said alone";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// I-01, I-12: the picture in README.md is what the program prints on a terminal today, colours included, the answer first.
#[test]
fn the_picture_is_what_a_terminal_shows() {
    let sandbox = Sandbox::new();
    let log = root().join(LOG);
    assert_eq!(sandbox.print(&["import", log.to_str().unwrap()]), format!("{ID}\n"));
    let (code, screen) = Terminal::start(&sandbox.command(&["show", ID]), ROWS, COLUMNS).last();
    assert_eq!(code, 0);
    let drawn = draw(&format!("$ roundtable show {ID}"), &screen);
    let words = drawn.split(['<', '>']).filter(|it| it.starts_with("Verdict: No")).count();
    assert_eq!(words, 1, "the answer is there: {drawn}");
    assert!(drawn.contains(GREEN) && drawn.contains(CYAN), "and the colours: {drawn}");
    let path = root().join(PICTURE);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let is_current = std::fs::read_to_string(&path).unwrap() == drawn;
    assert!(is_current, "`{PICTURE}` is not what the program prints: run `cargo xtask picture`, and look at it");
}

const PLAIN: &str = "#d7dae0";
const FAINT: &str = "#8b919c";
const RED: &str = "#f28b82";
const GREEN: &str = "#7fc97f";
const YELLOW: &str = "#e6c07b";
const CYAN: &str = "#8ab4f8";

/// How a span of a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    fill: &'static str,
    is_bold: bool,
}

impl Look {
    fn of(cell: &Cell) -> Look {
        let fill = match cell.fgcolor() {
            Color::Idx(1) => RED,
            Color::Idx(2) => GREEN,
            Color::Idx(3) => YELLOW,
            Color::Idx(6) => CYAN,
            Color::Default if cell.dim() => FAINT,
            Color::Default => PLAIN,
            other @ (Color::Idx(_) | Color::Rgb(..)) => panic!("no colour for {other:?}"),
        };
        Look { fill, is_bold: cell.bold() }
    }
}

/// A span of a line in one colour.
struct Span {
    column: u16,
    columns: u16,
    text: String,
    look: Look,
}

impl Span {
    /// Its width is explicit, so that columns line up in any font.
    fn draw(&self) -> String {
        let text = self.text.trim_end();
        let columns = f64::from(self.columns) - (self.text.len() - text.len()) as f64;
        let (x, length) = (MARGIN as f64 + f64::from(self.column) * COLUMN, columns * COLUMN);
        let weight = if self.look.is_bold { " font-weight=\"700\"" } else { "" };
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let fill = self.look.fill;
        format!(
            "<tspan x=\"{x:.1}\" fill=\"{fill}\"{weight} textLength=\"{length:.1}\" lengthAdjust=\"spacing\">{text}</tspan>"
        )
    }
}

/// The spans of a row: cells beside each other that look the same. Spaces at the beginning are left out.
fn spans(screen: &Screen, row: u16) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for column in 0..COLUMNS {
        let Some(cell) = screen.cell(row, column).filter(|it| !it.is_wide_continuation()) else { continue };
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let (look, columns) = (Look::of(cell), if cell.is_wide() { 2 } else { 1 });
        match spans.last_mut() {
            Some(last) if last.look == look || text == " " => {
                last.text.push_str(text);
                last.columns += columns;
            }
            Some(_) | None if text == " " => {}
            Some(_) | None => spans.push(Span { column, columns, text: text.to_owned(), look }),
        }
    }
    spans
}

/// The picture: the typed line, and the rows of the screen.
fn draw(typed: &str, screen: &Screen) -> String {
    let typed_columns = u16::try_from(typed.len()).unwrap();
    let command =
        Span { column: 0, columns: typed_columns, text: typed.to_owned(), look: Look { fill: PLAIN, is_bold: true } };
    let rows = (0..ROWS).map(|row| spans(screen, row));
    let mut lines: Vec<Vec<Span>> = std::iter::once(vec![command]).chain(rows).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    let columns = lines.iter().flatten().map(|it| it.column + it.columns).filter(|it| *it <= COLUMNS).max().unwrap();
    let width = (f64::from(columns) * COLUMN).ceil() as usize + 2 * MARGIN;
    let height = TOP + (lines.len() - 1) * LINE + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{LABEL}\">\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1d2026\"/>\n"
    );
    for x in [22, 42, 62] {
        write!(out, "<circle cx=\"{x}\" cy=\"20\" r=\"6\" fill=\"#4a4f59\"/>").unwrap();
    }
    out.push_str(
        "\n<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n",
    );
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let (y, spans) = (TOP + index * LINE, line.iter().map(Span::draw).collect::<String>());
        writeln!(out, "<text y=\"{y}\" xml:space=\"preserve\">{spans}</text>").unwrap();
    }
    out.push_str("</g>\n</svg>\n");
    out
}
