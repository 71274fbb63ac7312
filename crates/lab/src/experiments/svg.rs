//! A plot as an SVG picture: points with their 95% intervals, axes, and a legend under them. It needs no script, font or network.
use super::page::{Line, Plot, number};
use super::plot::{Range, extent};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
/// Height of axes of numbers, and of a row of a named place.
const HEIGHT: f64 = 330.0;
const ROW: f64 = 20.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 30.0;
/// Room for the horizontal axis, and for a line of the legend.
const AXIS: f64 = 50.0;
const LEGEND: f64 = 18.0;
/// Marks on an axis.
const TICKS: usize = 5;
/// Colours that people who see few colours can tell apart.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c00"];

/// Where the axes of a plot are.
struct Frame {
    left: f64,
    height: f64,
    /// Values from left to right, and from bottom to top.
    across: Range,
    up: Range,
}

impl Frame {
    fn x(&self, at: f64) -> f64 {
        self.left + (at - self.across.0) / (self.across.1 - self.across.0) * (WIDTH - self.left - RIGHT)
    }

    fn y(&self, at: f64) -> f64 {
        TOP + self.height - (at - self.up.0) / (self.up.1 - self.up.0) * self.height
    }
}

/// The plot as SVG; none without points.
pub fn svg(plot: &Plot) -> Option<String> {
    let (across, up) = extent(plot)?;
    let is_named = !plot.places.is_empty();
    let frame = if is_named {
        let longest = plot.places.iter().map(|it| it.chars().count()).max().unwrap_or_default();
        let height = ROW * plot.places.len() as f64;
        Frame { left: 20.0 + 6.5 * longest as f64, height, across: up, up: (plot.places.len() as f64 - 0.5, -0.5) }
    } else {
        Frame { left: 70.0, height: HEIGHT, across, up }
    };
    let bottom = TOP + frame.height;
    let whole = bottom + AXIS + LEGEND * plot.lines.len() as f64 + 6.0;
    let title = escaped(&plot.title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {whole}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{whole}\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"22\" font-size=\"14\">{title}</text>\n"
    );
    grid(&mut out, plot, &frame);
    for (at, (line, colour)) in plot.lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        points(&mut out, plot, line, &frame, colour, at);
        let legend = bottom + AXIS + LEGEND * at as f64 + 8.0;
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{legend:.1}\">{}</text>",
            30.0,
            legend - 4.0,
            42.0,
            escaped(&line.name)
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

/// The lines behind the points, with numbers and names.
fn grid(out: &mut String, plot: &Plot, frame: &Frame) {
    let bottom = TOP + frame.height;
    let is_named = !plot.places.is_empty();
    for tick in 0..=TICKS {
        let share = tick as f64 / TICKS as f64;
        let across = frame.across.0 + (frame.across.1 - frame.across.0) * share;
        let x = frame.x(across);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            number(across)
        );
        if is_named {
            let _ =
                writeln!(out, "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom:.1}\" stroke=\"#e0e0e0\"/>");
        } else {
            let up = frame.up.0 + (frame.up.1 - frame.up.0) * share;
            across_at(out, frame, frame.y(up), &number(up));
        }
    }
    for (at, name) in plot.places.iter().enumerate() {
        across_at(out, frame, frame.y(at as f64), name);
    }
    let middle = (frame.left + WIDTH - RIGHT) / 2.0;
    let named = if is_named { &plot.up } else { &plot.across };
    let _ = writeln!(
        out,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        bottom + 36.0,
        escaped(named)
    );
    if !is_named {
        let _ = writeln!(
            out,
            "<text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            TOP + frame.height / 2.0,
            escaped(&plot.up)
        );
    }
}

/// A line from left to right with a name before it.
fn across_at(out: &mut String, frame: &Frame, y: f64, name: &str) {
    let _ = writeln!(
        out,
        "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#e0e0e0\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        frame.left,
        WIDTH - RIGHT,
        frame.left - 6.0,
        y + 4.0,
        escaped(name)
    );
}

/// The points of a line with their intervals, joined where they have an order.
fn points(out: &mut String, plot: &Plot, line: &Line, frame: &Frame, colour: &str, at: usize) {
    if plot.places.is_empty() && !plot.is_scatter {
        let path: Vec<String> =
            line.points.iter().map(|(at, it)| format!("{:.1},{:.1}", frame.x(*at), frame.y(it.mean))).collect();
        let path = path.join(" ");
        let _ = writeln!(out, "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    }
    // Lines of a named place lie beside each other.
    let beside = (at as f64 - (plot.lines.len() as f64 - 1.0) / 2.0) * 5.0;
    for (place, it) in &line.points {
        let (x, y, (x1, x2, y1, y2)) = if plot.places.is_empty() {
            let x = frame.x(*place);
            (x, frame.y(it.mean), (x, x, frame.y(it.low), frame.y(it.high)))
        } else {
            let y = frame.y(*place) + beside;
            (frame.x(it.mean), y, (frame.x(it.low), frame.x(it.high), y, y))
        };
        let _ = writeln!(
            out,
            "<line x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
        );
    }
}

/// A text that can stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
