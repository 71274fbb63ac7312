//! Reliability curves: stated confidence against the share that proved right (L-05).
use super::columns;
use crate::html::escaped;
use analysis::learning::{Bin, Calibration};
use std::fmt::Write;

/// A drawing made here: all text in it is escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing(String);

impl Drawing {
    /// The drawing as SVG.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The side of a plot, in units of the drawing.
const SIDE: f64 = 180.0;
/// The space around a plot.
const MARGIN: f64 = 46.0;
/// How many plots stand beside each other.
const ACROSS: usize = 3;

/// The reliability curves of models, one plot each: a dot for each bin, as large as it has ballots, with its 90% interval; the diagonal is
/// perfect calibration.
pub fn svg(models: &[Calibration]) -> Drawing {
    let step = SIDE + 2.0 * MARGIN;
    let across = models.len().clamp(1, ACROSS);
    let down = models.len().div_ceil(ACROSS).max(1);
    let (width, height) = (step * across as f64, step * down as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>Reliability curves</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    if models.is_empty() {
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{MARGIN}\" fill=\"#333333\">No judged ballots yet.</text>");
    }
    for (at, model) in models.iter().enumerate() {
        let left = step * (at % ACROSS) as f64 + MARGIN;
        let top = step * (at / ACROSS) as f64 + MARGIN;
        plot(&mut out, model, left, top);
    }
    out.push_str("</svg>\n");
    Drawing(out)
}

fn plot(out: &mut String, model: &Calibration, left: f64, top: f64) {
    let (right, bottom) = (left + SIDE, top + SIDE);
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#999999\"/>\n\
         <path d=\"M{left} {bottom}L{right} {top}\" stroke=\"#999999\" stroke-dasharray=\"4 3\"/>"
    );
    let brier = model.brier.map_or_else(String::new, |it| format!(", Brier {it:.2}"));
    let name = crate::wording::one_line(&model.model, 28);
    let title = escaped(&format!("{name}: {} of {} right{brier}", model.right, model.cases));
    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\" fill=\"#222222\">{title}</text>", top - 10.0);
    for tick in [0.0, 0.5, 1.0] {
        let (x, y) = (left + SIDE * tick, bottom - SIDE * tick);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{tick}</text>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#555555\">{tick}</text>",
            bottom + 14.0,
            left - 5.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#333333\">stated confidence</text>\n\
         <text transform=\"translate({} {})rotate(-90)\" text-anchor=\"middle\" fill=\"#333333\">share right</text>",
        left + SIDE / 2.0,
        bottom + 30.0,
        left - 30.0,
        top + SIDE / 2.0
    );
    for Bin { stated, share, low, high, cases, .. } in &model.curve {
        let x = left + SIDE * stated;
        let y = |it: f64| bottom - SIDE * it;
        let radius = (2.0 + f64::from(*cases).sqrt()).min(9.0);
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#1f6f8b\" stroke-width=\"1.5\"/>\n\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1f6f8b\" fill-opacity=\"0.8\"/>",
            y(*low),
            y(*high),
            y(*share)
        );
    }
}

/// The same as a table.
pub(super) fn table(models: &[Calibration]) -> (Vec<String>, Vec<Vec<String>>) {
    let rows = models.iter().flat_map(|model| {
        model.curve.iter().map(|it| {
            vec![
                model.model.clone(),
                format!("{:.1}–{:.1}", it.from, it.to),
                it.cases.to_string(),
                format!("{:.2}", it.stated),
                format!("{:.2}", it.share),
                format!("{:.2}–{:.2}", it.low, it.high),
            ]
        })
    });
    (columns(&["model", "confidence", "ballots", "stated", "right", "90% interval"]), rows.collect())
}
