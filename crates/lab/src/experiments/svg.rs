//! A plot as an SVG picture: lines with their 95% intervals, axes, and a legend. It needs no script, font or network.
use super::page::{Plot, number};
use super::plot::extent;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 190.0;
const BOTTOM: f64 = 50.0;
/// Marks on an axis.
const TICKS: usize = 5;
/// Colours that people who see few colours can tell apart.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c00"];

/// The plot as SVG; none without points.
pub fn svg(plot: &Plot) -> Option<String> {
    let ((left, right), (bottom, top)) = extent(plot)?;
    let x = |at: f64| LEFT + (at - left) / (right - left) * (WIDTH - LEFT - RIGHT);
    let y = |at: f64| HEIGHT - BOTTOM - (at - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{}</text>\n",
        escaped(&plot.title),
        escaped(&plot.title)
    );
    for tick in 0..=TICKS {
        let share = tick as f64 / TICKS as f64;
        let (across, up) = (left + (right - left) * share, bottom + (top - bottom) * share);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#e0e0e0\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            WIDTH - RIGHT,
            y(up),
            y(up),
            LEFT - 6.0,
            y(up) + 4.0,
            number(up),
            x(across),
            HEIGHT - BOTTOM + 18.0,
            number(across)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0,
        escaped(&plot.across),
        (TOP + HEIGHT - BOTTOM) / 2.0,
        escaped(&plot.up)
    );
    for (at, (line, colour)) in plot.lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let path: Vec<String> = line.points.iter().map(|(at, it)| format!("{:.1},{:.1}", x(*at), y(it.mean))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
            path.join(" ")
        );
        for (place, it) in &line.points {
            let _ = writeln!(
                out,
                "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1:.1}\" y2=\"{2:.1}\" stroke=\"{colour}\"/><circle cx=\"{0:.1}\" cy=\"{3:.1}\" r=\"3\" fill=\"{colour}\"/>",
                x(*place),
                y(it.low),
                y(it.high),
                y(it.mean)
            );
        }
        let legend = TOP + 10.0 + 20.0 * at as f64;
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            WIDTH - RIGHT + 16.0,
            legend - 4.0,
            WIDTH - RIGHT + 26.0,
            legend,
            escaped(&line.name)
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

/// A text that can stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
