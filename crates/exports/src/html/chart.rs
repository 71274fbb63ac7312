//! Convergence: each metric over the rounds as a small chart with its threshold, and all of them as a table (E-22).
use super::Page;
use super::drawing::place;
use super::figures::{perhaps, share};
use super::markup::{Anchor, Attr, Fold, Html, Tag};
use crate::wording;
use analysis::measure::metrics::{DesiredSide, Metric, Metrics};

/// The size of a chart, and the margin around its lines.
const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 96.0;
const SIDE: f64 = 8.0;
const ABOVE: f64 = 8.0;
const BELOW: f64 = 18.0;
/// The most rounds with marked points. Ours: more of them run together.
const MARKED: usize = 24;

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let rounds = Metrics::course(page.debate);
    let Some((_, last)) = rounds.last() else {
        html.say(Tag::P, "quiet", "No round was opened.");
        return;
    };
    html.put(Tag::Div, "charts", |html| {
        for (at, metric) in last.figures.iter().enumerate() {
            let values: Vec<(u32, Option<f64>)> =
                rounds.iter().map(|(round, it)| (*round, it.figures.get(at).and_then(|it| it.value))).collect();
            figure(html, at, metric, &values);
        }
    });
    html.put(Tag::P, "quiet", |html| {
        html.text("The dashed line is what each figure is held against. After the last round: ");
        html.text(&last.ruling.to_string());
        html.text(".");
    });
    html.folded(Fold::Closed, "", |html| html.text("The same as a table"), |html| table(html, &rounds, last));
}

/// The meaning of each metric, for a new reader.
fn meaning(name: &str) -> &'static str {
    match name {
        "agreement" => "how far the ballots agree",
        "stability" => "how many kept their ballot since the round before",
        "text similarity" => "how alike the positions are worded; it decides nothing",
        "text shift" => "how far the wording moved since the round before; it decides nothing",
        "evidence" => "how much of the evidence all share",
        "confidence" => "how sure the least sure is",
        "new facts" => "new facts and reasons a head",
        _ => "",
    }
}

fn wanted(metric: &Metric) -> String {
    let side = match metric.wanted {
        DesiredSide::AtLeast => "at least",
        DesiredSide::Below => "below",
    };
    format!("wanted {side} {}", share(metric.threshold))
}

fn figure(html: &mut Html, at: usize, metric: &Metric, values: &[(u32, Option<f64>)]) {
    html.put(Tag::Figure, "chart", |html| {
        html.put(Tag::Figcaption, "", |html| {
            html.say(Tag::Strong, "", wording::metric(metric.name));
            html.say(Tag::Span, "value", &perhaps(metric.value));
            html.say(Tag::Span, "meaning", meaning(metric.name));
        });
        chart(html, at, metric, values);
        html.say(Tag::P, "who", &format!("{}; {}", metric.band, wanted(metric)));
    });
}

fn chart(html: &mut Html, at: usize, metric: &Metric, values: &[(u32, Option<f64>)]) {
    let known = values.iter().filter_map(|(_, it)| *it);
    let top = known.fold(metric.threshold.max(1.0), f64::max);
    let (first, end) = (values.first().map_or(1, |it| it.0), values.last().map_or(1, |it| it.0));
    let x = |round: u32| {
        let share = if end == first { 0.5 } else { f64::from(round - first) / f64::from(end - first) };
        SIDE + share * (WIDTH - 2.0 * SIDE)
    };
    let y = |value: f64| ABOVE + (1.0 - value / top) * (HEIGHT - ABOVE - BELOW);
    let title = Anchor::drawing("chart", at);
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    let named = [(Attr::Role, "img"), (Attr::LabelledBy, title.as_str()), (Attr::ViewBox, view.as_str())];
    html.with(Tag::Svg, &named, |html| {
        html.at(Tag::Title, &title, "", |html| html.text(&told(metric, values)));
        let (left, right, ground, line) = (place(SIDE), place(WIDTH - SIDE), place(y(0.0)), place(y(metric.threshold)));
        let across = |class: &'static str, y: &str, html: &mut Html| {
            let ends =
                [(Attr::Class, class), (Attr::X1, left.as_str()), (Attr::X2, &right), (Attr::Y1, y), (Attr::Y2, y)];
            html.draw(Tag::Line, &ends);
        };
        across("axis", &ground, html);
        across("threshold", &line, html);
        let path = path(values, x, y);
        html.draw(Tag::Path, &[(Attr::Class, "course"), (Attr::D, &path)]);
        let is_marked = values.len() <= MARKED;
        for (round, value) in values.iter().filter_map(|(round, it)| Some((*round, (*it)?))) {
            if is_marked || round == end {
                let (cx, cy) = (place(x(round)), place(y(value)));
                html.draw(Tag::Circle, &[(Attr::Class, "point"), (Attr::Cx, &cx), (Attr::Cy, &cy), (Attr::R, "3")]);
            }
        }
        let below = place(HEIGHT - 4.0);
        let ends = [(first, "start"), (end, "end")];
        for (round, anchored) in if first == end { &ends[..1] } else { &ends[..] } {
            let x = place(x(*round));
            let set = [(Attr::Class, "tick"), (Attr::X, x.as_str()), (Attr::Y, &below), (Attr::Anchored, anchored)];
            html.with(Tag::SvgText, &set, |html| html.text(&format!("round {round}")));
        }
    });
}

/// The line through the values, with gaps where one is unknown.
fn path(values: &[(u32, Option<f64>)], x: impl Fn(u32) -> f64, y: impl Fn(f64) -> f64) -> String {
    let mut path = String::new();
    let mut is_drawn = false;
    for (round, value) in values {
        if let Some(value) = value {
            let pen = if is_drawn { 'L' } else { 'M' };
            path.push_str(&format!("{pen}{} {}", place(x(*round)), place(y(*value))));
        }
        is_drawn = value.is_some();
    }
    path
}

/// A chart in words.
fn told(metric: &Metric, values: &[(u32, Option<f64>)]) -> String {
    let known: Vec<(u32, f64)> = values.iter().filter_map(|(round, it)| Some((*round, (*it)?))).collect();
    let course = match known.as_slice() {
        [] => "not known in any round".to_owned(),
        [(round, value)] => format!("{} in round {round}", share(*value)),
        [(first, from), .., (last, to)] => {
            format!("from {} in round {first} to {} in round {last}", share(*from), share(*to))
        }
    };
    format!("{}: {course}; {}", wording::metric(metric.name), wanted(metric))
}

fn table(html: &mut Html, rounds: &[(u32, Metrics)], last: &Metrics) {
    html.table("What was measured, round by round", "numbers", |html| {
        let names = last.figures.iter().map(|it| wording::metric(it.name));
        html.columns(["Round"].into_iter().chain(names).chain(["What followed"]));
        html.put(Tag::Tbody, "", |html| {
            for (round, metrics) in rounds {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| html.link(&Anchor::round(*round), "", |html| html.text(&round.to_string())));
                    for it in &metrics.figures {
                        html.say(Tag::Td, if it.is_met() { "number met" } else { "number" }, &perhaps(it.value));
                    }
                    html.say(Tag::Td, "", &metrics.ruling.to_string());
                });
            }
        });
    });
}
