//! The claim graph of a panel as a drawing, and as a list for readers who do not see it (P-40).
//!
//! A colour stands for the author of a claim. A node links to the words of its claim, an edge to the turn that named the claim. Claims that
//! no turn names by id are in the list alone. Not here: where nodes are placed (`force`).
use super::Page;
use super::drawing::place;
use super::figures::{clipped, many};
use super::force::{Point, layout};
use super::markup::{Anchor, Attr, Fold, Html, Tag};
use analysis::crux::{self, ClaimEdge, ClaimGraph, ClaimNode};
use debate::crux::ClaimRelation;
use debate::{CallId, Name};

/// The radius of a node, in pixels.
const RADIUS: f64 = 19.0;
/// The margin around the drawing, in pixels.
const MARGIN: f64 = 30.0;
/// The most nodes that are drawn. Ours: more take seconds to lay out, and nobody follows their edges.
const DRAWN: usize = 150;
/// The most characters of a claim in the tooltip of its node.
const TIP: usize = 200;
/// The classes of authors, by the order in which they first speak; the style sheet has their colours.
const AUTHORS: [&str; 8] = ["by-1", "by-2", "by-3", "by-4", "by-5", "by-6", "by-7", "by-8"];

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let graph = crux::graph(page.debate);
    if graph.edges.is_empty() {
        html.say(Tag::P, "quiet", "No turn names a claim that it answers, so there is nothing to draw.");
    } else {
        drawn(html, page, &graph);
    }
    if !graph.nodes.is_empty() {
        let head = format!("The same as a list ({})", many(graph.nodes.len(), "claim", "claims"));
        html.folded(Fold::Closed, "", |html| html.text(&head), |html| list(html, page, &graph));
    }
}

fn drawn(html: &mut Html, page: &Page<'_>, graph: &ClaimGraph) {
    let is_tied = |it: &&ClaimNode| graph.edges.iter().any(|edge| edge.from == it.id || edge.to == it.id);
    let nodes: Vec<&ClaimNode> = graph.nodes.iter().filter(is_tied).take(DRAWN).collect();
    let authors = graph.authors();
    html.put(Tag::Figure, "", |html| {
        legend(html, &authors);
        let scrolls = [
            (Attr::Class, "scrolls drawn"),
            (Attr::Role, "region"),
            (Attr::TabIndex, "0"),
            (Attr::Label, "Drawing of the claims; the list below says the same"),
        ];
        html.with(Tag::Div, &scrolls, |html| draw(html, page, graph, &nodes, &authors));
        html.put(Tag::Figcaption, "", |html| {
            html.text("An arrow leads from what a turn says to the claim that it names. Nothing is inferred.");
            let left = graph.nodes.len() - nodes.len();
            if left > 0 {
                html.text(&format!(" {left} more, which nobody answers by id, are in the list below."));
            }
        });
    });
}

fn legend(html: &mut Html, authors: &[&Name]) {
    html.put(Tag::P, "legend", |html| {
        for (at, it) in authors.iter().enumerate() {
            html.put(Tag::Span, "", |html| {
                html.with(Tag::Svg, &[(Attr::ViewBox, "0 0 12 12"), (Attr::Hidden, "true")], |html| {
                    html.with(Tag::G, &[(Attr::Class, class(at))], |html| {
                        html.draw(
                            Tag::Circle,
                            &[(Attr::Class, "dot"), (Attr::Cx, "6"), (Attr::Cy, "6"), (Attr::R, "5")],
                        );
                    });
                });
                html.quote(Tag::Span, "", it.as_str());
            });
        }
        for relation in [ClaimRelation::Supports, ClaimRelation::Attacks, ClaimRelation::Concedes] {
            html.put(Tag::Span, "", |html| {
                html.with(Tag::Svg, &[(Attr::ViewBox, "0 0 30 8"), (Attr::Hidden, "true")], |html| {
                    let (line, _) = look(relation);
                    let ends =
                        [(Attr::Class, line), (Attr::X1, "1"), (Attr::Y1, "4"), (Attr::X2, "29"), (Attr::Y2, "4")];
                    html.draw(Tag::Line, &ends);
                });
                html.text(relation.as_str());
            });
        }
        html.text("Every circle and every arrow leads to its turn.");
    });
}

fn draw(html: &mut Html, page: &Page<'_>, graph: &ClaimGraph, nodes: &[&ClaimNode], authors: &[&Name]) {
    let at = |id: &str| nodes.iter().position(|it| it.id == id);
    let edges: Vec<(usize, usize, &ClaimEdge)> =
        graph.edges.iter().filter_map(|it| Some((at(&it.from)?, at(&it.to)?, it))).collect();
    let points = layout(nodes.len(), &edges.iter().map(|it| (it.0, it.1)).collect::<Vec<_>>());
    let least = |value: fn(&Point) -> f64| points.iter().map(value).fold(f64::INFINITY, f64::min) - RADIUS - MARGIN;
    let most = |value: fn(&Point) -> f64| points.iter().map(value).fold(f64::NEG_INFINITY, f64::max) + RADIUS + MARGIN;
    let (left, top) = (least(|it| it.x), least(|it| it.y));
    let (width, height) = (place(most(|it| it.x) - left), place(most(|it| it.y) - top));
    let view = format!("{} {} {width} {height}", place(left), place(top));
    let size = [(Attr::ViewBox, view.as_str()), (Attr::Width, &width), (Attr::Height, &height)];
    let named = [(Attr::Class, "graph"), (Attr::Role, "group"), (Attr::Label, "The claims as a graph")];
    html.with(Tag::Svg, &[&named[..], &size].concat(), |html| {
        html.put(Tag::Defs, "", |html| {
            for (name, class) in [("arrow-for", "for"), ("arrow-against", "against"), ("arrow-grant", "grant")] {
                super::graph::arrow(html, name, class);
            }
        });
        for (at, (from, to, edge)) in edges.iter().enumerate() {
            if let (Some(start), Some(end)) = (points.get(*from), points.get(*to)) {
                // A turn can attack and concede the same claim: each has an arrow of its own.
                let before = edges.iter().take(at).filter(|it| (it.0, it.1) == (*from, *to)).count();
                line(html, page, edge, (*start, *end), before);
            }
        }
        for (node, point) in nodes.iter().zip(&points) {
            let author = authors.iter().position(|it| **it == node.by).unwrap_or_default();
            circle(html, page, node, *point, class(author));
        }
    });
}

/// An edge, from rim to rim. It bends more than the `before` edges that join the same nodes.
fn line(html: &mut Html, page: &Page<'_>, edge: &ClaimEdge, (from, to): (Point, Point), before: usize) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let far = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / far, dy / far);
    let (start, end) =
        ((from.x + ux * RADIUS, from.y + uy * RADIUS), (to.x - ux * (RADIUS + 3.0), to.y - uy * (RADIUS + 3.0)));
    // It bulges to its right, so that answers in both directions stay apart.
    let bend = far * 0.12 + 26.0 * before as f64;
    let middle = ((start.0 + end.0) / 2.0 - uy * bend, (start.1 + end.1) / 2.0 + ux * bend);
    let path = format!(
        "M{} {}Q{} {} {} {}",
        place(start.0),
        place(start.1),
        place(middle.0),
        place(middle.1),
        place(end.0),
        place(end.1)
    );
    let (class, arrow) = look(edge.relation);
    let inside = |html: &mut Html| {
        html.say(Tag::Title, "", &format!("{}: {} {} {}", edge.by, edge.from, edge.relation, edge.to));
        html.draw(Tag::Path, &[(Attr::Class, "edge reach"), (Attr::D, &path)]);
        html.draw(Tag::Path, &[(Attr::Class, class), (Attr::D, &path), (Attr::MarkerEnd, arrow)]);
    };
    match said(page, &edge.call) {
        Some(to) => html.link(&to, "", inside),
        None => html.put(Tag::G, "", inside),
    }
}

fn circle(html: &mut Html, page: &Page<'_>, node: &ClaimNode, at: Point, class: &'static str) {
    let (x, y, radius, below) = (place(at.x), place(at.y), place(RADIUS), place(at.y + 4.0));
    let inside = |html: &mut Html| {
        html.say(Tag::Title, "", &format!("{}, {}: {}", node.id, node.by, clipped(&node.text, TIP)));
        html.put(Tag::G, class, |html| {
            html.draw(Tag::Circle, &[(Attr::Class, "dot"), (Attr::Cx, &x), (Attr::Cy, &y), (Attr::R, &radius)]);
            let set = [(Attr::Class, "kind"), (Attr::X, x.as_str()), (Attr::Y, &below), (Attr::Anchored, "middle")];
            html.with(Tag::SvgText, &set, |html| html.text(&name(node)));
        });
    };
    match said(page, &node.call) {
        Some(to) => html.link(&to, "", inside),
        None => html.put(Tag::G, "", inside),
    }
}

/// The id of a node as the drawing shows it; a position, whose id is that of its call, by its round.
fn name(node: &ClaimNode) -> String {
    node.call.round().filter(|_| node.id.contains('/')).map_or_else(|| node.id.clone(), |it| format!("r{it}"))
}

/// The classes of an edge's line and of its arrow.
fn look(relation: ClaimRelation) -> (&'static str, &'static str) {
    match relation {
        ClaimRelation::Supports => ("edge for", "url(#arrow-for)"),
        ClaimRelation::Attacks => ("edge against", "url(#arrow-against)"),
        ClaimRelation::Concedes => ("edge grant", "url(#arrow-grant)"),
    }
}

fn class(author: usize) -> &'static str {
    AUTHORS.get(author % AUTHORS.len()).copied().unwrap_or_default()
}

/// The anchor of a turn, in a round or in a room.
fn said(page: &Page<'_>, call: &CallId) -> Option<Anchor> {
    if let (Some(round), Some(who)) = (call.round(), call.who()) {
        return page.turn(round, who);
    }
    let room = page.room(call.room()?)?;
    let place = page.debate.panel.rooms.get(room)?.said.iter().position(|it| it.call == *call)?;
    Some(Anchor::said(room, place))
}

/// The graph in words.
fn list(html: &mut Html, page: &Page<'_>, graph: &ClaimGraph) {
    html.table("The claims as a list", "", |html| {
        html.columns(["Claim", "By", "Words", "Answers"]);
        html.put(Tag::Tbody, "", |html| {
            for node in &graph.nodes {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| match said(page, &node.call) {
                        Some(to) => html.link(&to, "id", |html| html.text(&name(node))),
                        None => html.text(&name(node)),
                    });
                    html.put(Tag::Td, "", |html| page.name(html, &node.by, page.last_turn(&node.by).as_ref()));
                    html.quote(Tag::Td, "words", &node.text);
                    html.put(Tag::Td, "", |html| {
                        for (at, it) in graph.edges.iter().filter(|it| it.from == node.id).enumerate() {
                            html.text(if at == 0 { "" } else { ", " });
                            html.text(&format!("{} ", it.relation));
                            page.words(html, &it.to);
                        }
                    });
                });
            }
        });
    });
}
