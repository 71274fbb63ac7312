//! The argument graph as a drawing, and as a list for readers who do not see it.
//!
//! Each node links to its claim, option or turn. The drawing of a large graph has the nodes with most effect on the decision; the list has all.
//! Not here: where nodes are placed (`layout`).
use super::Page;
use super::drawing::place;
use super::figures::share;
use super::layout::{HEAD, LINE, Layout, Placed, WIDTH, lines};
use super::markup::{Anchor, Attr, Fold, Html, Tag};
use analysis::Label;
use analysis::argument::{Node, Scales, Strengths, Tie, What, against};
use std::collections::{BTreeMap, BTreeSet};

/// The most nodes that are drawn. Ours: the lines of more are hard to follow.
const DRAWN: usize = 36;
/// The most letters in a line of a node, and the most lines.
const LETTERS: usize = 28;
const LINES: usize = 5;

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let graph = &page.graph;
    if graph.nodes().is_empty() || page.verdict.decision.label == Label::Insufficient {
        html.say(Tag::P, "quiet", "There is nothing to draw: no positions were held that could be weighed.");
        return;
    }
    let scales = Scales::new(graph);
    let drawn = chosen(page, scales.whole());
    html.put(Tag::Figure, "", |html| {
        legend(html);
        let scrolls = [
            (Attr::Class, "scrolls drawn"),
            (Attr::Role, "region"),
            (Attr::TabIndex, "0"),
            (Attr::Label, "Drawing of the arguments; the list below says the same"),
        ];
        html.with(Tag::Div, &scrolls, |html| draw(html, page, scales.whole(), &drawn));
        let left = graph.nodes().len() - drawn.len();
        html.put(Tag::Figcaption, "", |html| {
            html.text("Strength runs from 0 to 1: what the evidence of a claim is worth, with all that speaks for and against it.");
            if left > 0 {
                html.text(&format!(" {left} more, which bear less on the decision, are in the list below."));
            }
        });
    });
    html.folded(
        Fold::Closed,
        "",
        |html| html.text(&format!("The same as a list ({})", graph.nodes().len())),
        |html| list(html, page, scales.whole()),
    );
}

/// The nodes that are drawn, with their heights: options first, then by effect on the decision, then by strength.
fn chosen(page: &Page<'_>, strengths: &Strengths) -> BTreeMap<usize, f64> {
    let effects: BTreeMap<&str, f64> = page.why.cruxes.iter().map(|it| (it.id.as_str(), it.effect.abs())).collect();
    let nodes = page.graph.nodes().iter().enumerate();
    let rank = |(at, it): (usize, &Node)| {
        let effect = effects.get(it.id.as_str()).copied().unwrap_or_default();
        (it.what != What::Option, -effect, -strengths.of(at), at)
    };
    let mut ranked: Vec<(bool, f64, f64, usize)> = nodes.map(rank).collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3)));
    let height = |at: usize| page.graph.node(at).map_or(0.0, |it| HEAD + LINE * words(it).len() as f64);
    let mut drawn: BTreeMap<usize, f64> = ranked.iter().take(DRAWN).map(|it| (it.3, height(it.3))).collect();
    // A node without a relation to a drawn node says nothing in the drawing.
    let edges = page.graph.edges().iter().filter(|it| drawn.contains_key(&it.from) && drawn.contains_key(&it.to));
    let tied: BTreeSet<usize> = edges.flat_map(|it| [it.from, it.to]).chain(page.graph.options()).collect();
    drawn.retain(|at, _| tied.contains(at));
    drawn
}

fn words(node: &Node) -> Vec<String> {
    lines(&node.text, LETTERS, LINES)
}

fn legend(html: &mut Html) {
    html.put(Tag::P, "legend", |html| {
        for (class, says) in [("edge for", "speaks for"), ("edge against", "speaks against")] {
            html.put(Tag::Span, "", |html| {
                html.with(Tag::Svg, &[(Attr::ViewBox, "0 0 30 8"), (Attr::Hidden, "true")], |html| {
                    let line =
                        [(Attr::Class, class), (Attr::X1, "1"), (Attr::Y1, "4"), (Attr::X2, "29"), (Attr::Y2, "4")];
                    html.draw(Tag::Line, &line);
                });
                html.text(says);
            });
        }
        html.text("Every box leads to the words it stands for.");
    });
}

fn draw(html: &mut Html, page: &Page<'_>, strengths: &Strengths, drawn: &BTreeMap<usize, f64>) {
    let layout = Layout::of(&page.graph, drawn);
    let (width, height) = (place(layout.width), place(layout.height));
    let view = format!("0 0 {width} {height}");
    let size = [(Attr::ViewBox, view.as_str()), (Attr::Width, &width), (Attr::Height, &height)];
    let named = [(Attr::Class, "graph"), (Attr::Role, "group"), (Attr::Label, "The arguments as a graph")];
    html.with(Tag::Svg, &[&named[..], &size].concat(), |html| {
        html.put(Tag::Defs, "", |html| {
            arrow(html, "arrow-for", "for");
            arrow(html, "arrow-against", "against");
        });
        for edge in &layout.edges {
            let (class, end) = match edge.tie {
                Tie::Supports => ("edge for", "url(#arrow-for)"),
                Tie::Attacks => ("edge against", "url(#arrow-against)"),
            };
            let start = if edge.is_mutual { end } else { "" };
            let line =
                [(Attr::Class, class), (Attr::D, &edge.path), (Attr::MarkerEnd, end), (Attr::MarkerStart, start)];
            html.draw(Tag::Path, &line);
        }
        for it in &layout.nodes {
            if let Some(node) = page.graph.node(it.node) {
                let inside = |html: &mut Html| shape(html, page, node, it, strengths.of(it.node));
                match page.reason(&node.id, &node.by) {
                    Some(to) => html.link(&to, "", inside),
                    None => html.put(Tag::G, "", inside),
                }
            }
        }
    });
}

pub(super) fn arrow(html: &mut Html, name: &'static str, class: &'static str) {
    let size = [
        (Attr::ViewBox, "0 0 8 8"),
        (Attr::RefX, "7"),
        (Attr::RefY, "4"),
        (Attr::MarkerWidth, "7"),
        (Attr::MarkerHeight, "7"),
        (Attr::Orient, "auto-start-reverse"),
    ];
    html.marker(&Anchor::part(name), &size, |html| {
        html.draw(Tag::Path, &[(Attr::Class, class), (Attr::D, "M0 0L8 4L0 8Z")]);
    });
}

fn shape(html: &mut Html, page: &Page<'_>, node: &Node, at: &Placed, strength: f64) {
    let class = match node.what {
        What::Option if page.decided == Some(at.node) => "node option decided",
        What::Option => "node option",
        What::Claim => "node claim",
        What::Word | What::Objection => "node word",
        What::Counter | What::Denial => "node counter",
    };
    let (x, y) = (at.x, at.y);
    let text = |html: &mut Html, class: &str, x: f64, y: f64, anchored: &str, words: &str| {
        let (x, y) = (place(x), place(y));
        let set = [(Attr::Class, class), (Attr::X, &x), (Attr::Y, &y), (Attr::Anchored, anchored)];
        html.with(Tag::SvgText, &set, |html| html.text(words));
    };
    html.put(Tag::G, class, |html| {
        let (left, top, width, height) = (place(x), place(y), place(WIDTH), place(at.height));
        let frame = [
            (Attr::X, left.as_str()),
            (Attr::Y, &top),
            (Attr::Width, &width),
            (Attr::Height, &height),
            (Attr::Rx, "8"),
        ];
        html.draw(Tag::Rect, &[&[(Attr::Class, "box")], &frame[..]].concat());
        let id = against(&node.id).unwrap_or(&node.id);
        let head = match node.what {
            What::Option | What::Claim => format!("{} {id}", what(node.what)),
            What::Counter | What::Denial => format!("{} to {id}", what(node.what)),
            What::Word | What::Objection => what(node.what).to_owned(),
        };
        text(html, "kind", x + 12.0, y + 19.0, "", &head);
        text(html, "kind", x + WIDTH - 12.0, y + 19.0, "end", &share(strength));
        for (row, line) in words(node).iter().enumerate() {
            text(html, "line", x + 12.0, y + 37.0 + LINE * row as f64, "", line);
        }
        let full = WIDTH - 24.0;
        for (class, share) in [("ground", 1.0), ("full", strength.clamp(0.0, 1.0))] {
            let (x, y, width) = (place(x + 12.0), place(y + at.height - 11.0), place(full * share));
            let bar = [(Attr::Class, class), (Attr::X, &x), (Attr::Y, &y), (Attr::Width, &width), (Attr::Height, "3")];
            html.draw(Tag::Rect, &bar);
        }
    });
}

/// The kind of a node, in a word.
fn what(what: What) -> &'static str {
    match what {
        What::Option => "Option",
        What::Claim => "Claim",
        What::Word => "Bare word",
        What::Objection => "Objection",
        What::Counter => "Counter",
        What::Denial => "Denial",
    }
}

/// The graph in words: each node's kind, strength and relations.
fn list(html: &mut Html, page: &Page<'_>, strengths: &Strengths) {
    let graph = &page.graph;
    let mut bears: BTreeMap<usize, Vec<(Tie, usize)>> = BTreeMap::new();
    graph.edges().iter().for_each(|it| bears.entry(it.from).or_default().push((it.tie, it.to)));
    html.table("The arguments as a list", "", |html| {
        html.columns(["What", "Words", "Strength", "Speaks for", "Speaks against"]);
        html.put(Tag::Tbody, "", |html| {
            for (at, node) in graph.nodes().iter().enumerate() {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| {
                        html.text(&format!("{} ", what(node.what)));
                        page.mark(html, &node.id, &node.by);
                    });
                    html.quote(Tag::Td, "words", &node.text);
                    html.say(Tag::Td, "number", &share(strengths.of(at)));
                    for wanted in [Tie::Supports, Tie::Attacks] {
                        html.put(Tag::Td, "", |html| {
                            let ties = bears.get(&at).into_iter().flatten().filter(|(tie, _)| *tie == wanted);
                            for (_, to) in ties {
                                if let Some(node) = graph.node(*to) {
                                    page.mark(html, &node.id, &node.by);
                                    html.text(" ");
                                }
                            }
                        });
                    }
                });
            }
        });
    });
}
