//! The layout of an argument graph: positions of nodes and paths of relations, in three columns, options first.
//!
//! The layout is deterministic. A node is one column behind the nodes that it relates to, and all farther nodes are in the last column; within a
//! column nodes are near their neighbours. Not here: how it is drawn.
use analysis::argument::{Graph, Tie};
use std::collections::{BTreeMap, BTreeSet};

/// The width of a node.
pub(super) const WIDTH: f64 = 220.0;
/// The height of a line of its text.
pub(super) const LINE: f64 = 16.0;
/// The height of a node besides its lines: its head, its bar, and padding.
pub(super) const HEAD: f64 = 42.0;
/// The space between two columns, for the paths.
const ACROSS: f64 = 76.0;
/// The space between two nodes of a column.
const DOWN: f64 = 16.0;
/// The margin around the drawing.
const MARGIN: f64 = 6.0;
/// How far the path of a relation within a column bulges out of it.
const BULGE: f64 = 44.0;
/// The last column.
const LAST: usize = 2;
/// How often columns are sorted by their neighbours. Ours: more sweeps change nothing at this size.
const SWEEPS: usize = 6;

/// A node with its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// Its index in the graph.
    pub(super) node: usize,
    /// The x of its left edge.
    pub(super) x: f64,
    /// The y of its upper edge.
    pub(super) y: f64,
    /// Its height.
    pub(super) height: f64,
    column: usize,
}

/// A relation as a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edge {
    /// The SVG path.
    pub(super) path: String,
    /// Its kind.
    pub(super) tie: Tie,
    /// Whether the reverse relation exists too.
    pub(super) is_mutual: bool,
}

/// A finished layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// The nodes.
    pub(super) nodes: Vec<Placed>,
    /// The relations.
    pub(super) edges: Vec<Edge>,
    /// The width of the drawing.
    pub(super) width: f64,
    /// The height of the drawing.
    pub(super) height: f64,
}

impl Layout {
    /// Lays out the nodes with these indices of a graph, each with its height.
    pub(super) fn of(graph: &Graph, heights: &BTreeMap<usize, f64>) -> Layout {
        let (columns, tied) = columns(graph, heights);
        let of = |node: &usize| heights.get(node).copied().unwrap_or_default();
        let height =
            |column: &Vec<usize>| column.iter().map(of).sum::<f64>() + DOWN * column.len().saturating_sub(1) as f64;
        let tallest = columns.iter().map(height).fold(0.0, f64::max);
        // The tallest column is placed first; the others are placed beside their neighbours, as far as there is space.
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by(|a, b| {
            let height = |at: &usize| columns.get(*at).map_or(0.0, height);
            height(b).total_cmp(&height(a))
        });
        let mut middles: BTreeMap<usize, f64> = BTreeMap::new();
        let mut nodes = Vec::new();
        for at in order {
            let Some(column) = columns.get(at) else { continue };
            let tops = tops(column, of, &tied, &middles, tallest);
            for (node, top) in column.iter().zip(tops) {
                middles.insert(*node, top + of(node) / 2.0);
                let (x, y) = (MARGIN + at as f64 * (WIDTH + ACROSS), MARGIN + top);
                nodes.push(Placed { node: *node, x, y, height: of(node), column: at });
            }
        }
        nodes.sort_by(|a, b| a.column.cmp(&b.column).then(a.y.total_cmp(&b.y)));
        let last = columns.iter().rposition(|it| !it.is_empty()).unwrap_or_default();
        let width = 2.0 * MARGIN + (last + 1) as f64 * WIDTH + last as f64 * ACROSS + BULGE;
        let edges = edges(graph, &nodes);
        Layout { nodes, edges, width, height: tallest + 2.0 * MARGIN }
    }
}

/// The upper edges of a column's nodes: each at the mean of its neighbours, without overlap and within the drawing.
fn tops(
    column: &[usize],
    of: impl Fn(&usize) -> f64,
    tied: &BTreeMap<usize, Vec<usize>>,
    middles: &BTreeMap<usize, f64>,
    tallest: f64,
) -> Vec<f64> {
    let mut tops: Vec<f64> = Vec::new();
    let mut free = 0.0;
    for node in column {
        let around: Vec<f64> = tied.get(node).into_iter().flatten().filter_map(|it| middles.get(it).copied()).collect();
        let wanted =
            if around.is_empty() { free } else { around.iter().sum::<f64>() / around.len() as f64 - of(node) / 2.0 };
        let top = wanted.max(free);
        tops.push(top);
        free = top + of(node) + DOWN;
    }
    let mut end = tallest;
    for (top, node) in tops.iter_mut().zip(column).rev() {
        *top = top.min(end - of(node));
        end = *top - DOWN;
    }
    tops
}

/// The nodes of each column, from the top, and each node's neighbours in other columns.
fn columns(graph: &Graph, drawn: &BTreeMap<usize, f64>) -> (Vec<Vec<usize>>, BTreeMap<usize, Vec<usize>>) {
    let mut column: BTreeMap<usize, usize> =
        graph.options().filter(|it| drawn.contains_key(it)).map(|it| (it, 0)).collect();
    for next in 1..=LAST {
        let reached = graph.edges().iter().filter(|it| column.get(&it.to) == Some(&(next - 1)));
        let new: Vec<usize> = reached.map(|it| it.from).filter(|it| drawn.contains_key(it)).collect();
        new.into_iter().for_each(|it| _ = column.entry(it).or_insert(next));
    }
    drawn.keys().for_each(|it| _ = column.entry(*it).or_insert(LAST));
    let mut columns = vec![Vec::new(); LAST + 1];
    for (node, at) in &column {
        if let Some(it) = columns.get_mut(*at) {
            it.push(*node);
        }
    }
    let mut tied: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for edge in graph.edges() {
        if let (Some(a), Some(b)) = (column.get(&edge.from), column.get(&edge.to))
            && a != b
        {
            tied.entry(edge.from).or_default().push(edge.to);
            tied.entry(edge.to).or_default().push(edge.from);
        }
    }
    for sweep in 0..SWEEPS {
        let order: Vec<usize> = if sweep % 2 == 0 { (0..=LAST).collect() } else { (0..=LAST).rev().collect() };
        order.into_iter().for_each(|at| sort(&mut columns, at, &tied));
    }
    (columns, tied)
}

/// Sorts a column: each node at the mean position of its neighbours in theirs, from 0 at the top to 1 at the bottom.
fn sort(columns: &mut [Vec<usize>], at: usize, tied: &BTreeMap<usize, Vec<usize>>) {
    let mut heights: BTreeMap<usize, f64> = BTreeMap::new();
    for column in columns.iter() {
        let count = column.len().max(1) as f64;
        heights.extend(column.iter().enumerate().map(|(row, it)| (*it, (row as f64 + 0.5) / count)));
    }
    let Some(column) = columns.get_mut(at) else { return };
    let mean = |node: &usize| {
        let around: Vec<f64> = tied.get(node).into_iter().flatten().filter_map(|it| heights.get(it).copied()).collect();
        let own = heights.get(node).copied().unwrap_or_default();
        if around.is_empty() { own } else { around.iter().sum::<f64>() / around.len() as f64 }
    };
    let mut keyed: Vec<(f64, usize)> = column.iter().map(|it| (mean(it), *it)).collect();
    keyed.sort_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)));
    *column = keyed.into_iter().map(|(_, it)| it).collect();
}

/// The side of a node at which a path ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
}

/// The paths between drawn nodes.
fn edges(graph: &Graph, nodes: &[Placed]) -> Vec<Edge> {
    let places: BTreeMap<usize, &Placed> = nodes.iter().map(|it| (it.node, it)).collect();
    let all: BTreeSet<(usize, usize, Tie)> = graph.edges().iter().map(|it| (it.from, it.to, it.tie)).collect();
    let drawn: Vec<(&Placed, &Placed, Tie, bool)> = graph
        .edges()
        .iter()
        .filter_map(|it| {
            let is_mutual = all.contains(&(it.to, it.from, it.tie));
            let is_first = !is_mutual || it.from < it.to;
            Some((*places.get(&it.from)?, *places.get(&it.to)?, it.tie, is_mutual)).filter(|_| is_first)
        })
        .collect();
    // The order of path ends from the top: they are spread over the side of a node so that they do not coincide.
    let mut ends: BTreeMap<(usize, Side), Vec<(f64, usize)>> = BTreeMap::new();
    for (at, (from, to, _, _)) in drawn.iter().enumerate() {
        ends.entry((from.node, leaving(from, to))).or_default().push((to.y, 2 * at));
        ends.entry((to.node, arriving(from, to))).or_default().push((from.y, 2 * at + 1));
    }
    let mut share: BTreeMap<usize, f64> = BTreeMap::new();
    for list in ends.values_mut() {
        list.sort_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)));
        let count = list.len() as f64;
        share.extend(list.iter().enumerate().map(|(row, (_, end))| (*end, (row as f64 + 1.0) / (count + 1.0))));
    }
    let point = |node: &Placed, side: Side, end: usize| {
        let x = match side {
            Side::Left => node.x,
            Side::Right => node.x + WIDTH,
        };
        (x, node.y + node.height * share.get(&end).copied().unwrap_or(0.5))
    };
    let edge = |(at, (from, to, tie, is_mutual)): (usize, &(&Placed, &Placed, Tie, bool))| {
        let (x1, y1) = point(from, leaving(from, to), 2 * at);
        let (x2, y2) = point(to, arriving(from, to), 2 * at + 1);
        let away = if from.column == to.column { BULGE } else { ACROSS / 2.0 };
        let lean = |side: Side| match side {
            Side::Left => -away,
            Side::Right => away,
        };
        let (c1, c2) = (x1 + lean(leaving(from, to)), x2 + lean(arriving(from, to)));
        let path = format!("M{x1:.1} {y1:.1}C{c1:.1} {y1:.1} {c2:.1} {y2:.1} {x2:.1} {y2:.1}");
        Edge { path, tie: *tie, is_mutual: *is_mutual }
    };
    drawn.iter().enumerate().map(edge).collect()
}

fn leaving(from: &Placed, to: &Placed) -> Side {
    if from.column > to.column { Side::Left } else { Side::Right }
}

fn arriving(from: &Placed, to: &Placed) -> Side {
    if from.column < to.column { Side::Left } else { Side::Right }
}

/// A text wrapped into lines of at most `letters` characters, at most `most` lines.
pub(super) fn lines(text: &str, letters: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut is_cut = false;
    for word in debate::text::one_line(&debate::text::clean(text).text).split(' ') {
        let mut word = word.to_owned();
        loop {
            let needed = wide(&line) + usize::from(!line.is_empty()) + wide(&word);
            if needed <= letters {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&word);
                break;
            }
            if line.is_empty() {
                let (fits, rest) = broken(&word, letters);
                line = fits;
                word = rest;
            }
            lines.push(std::mem::take(&mut line));
            if lines.len() == most {
                is_cut = true;
                break;
            }
        }
        if is_cut {
            break;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if let Some(last) = lines.last_mut().filter(|_| is_cut) {
        *last = format!("{}…", broken(last, letters.saturating_sub(1)).0.trim_end());
    }
    lines
}

/// As much of a word as fits, at least one letter, and the rest.
fn broken(word: &str, letters: usize) -> (String, String) {
    let mut used = 0;
    let end = word.char_indices().find(|(at, c)| {
        used += width(*c);
        *at > 0 && used > letters
    });
    let (fits, rest) = word.split_at_checked(end.map_or(word.len(), |(at, _)| at)).unwrap_or((word, ""));
    (fits.to_owned(), rest.to_owned())
}

fn wide(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// The width of a character in letters: characters beyond the European alphabets take two.
fn width(c: char) -> usize {
    if u32::from(c) < 0x1100 { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::argument::{Node, What};

    fn graph(ties: &[(&str, &str, Tie)]) -> Graph {
        let mut graph = Graph::default();
        for (from, to, tie) in ties {
            let mut add = |id: &str| {
                let what = if id.starts_with('C') { What::Claim } else { What::Option };
                graph.add(Node::new(id, what, id, 0.5))
            };
            let (from, to) = (add(from), add(to));
            graph.tie(from, to, *tie, 1.0);
        }
        graph
    }

    fn layout(graph: &Graph) -> Layout {
        Layout::of(graph, &(0..graph.nodes().len()).map(|it| (it, 60.0)).collect())
    }

    /// I-40: nodes do not overlap, whatever the relations, cycles included, and all are within the drawing.
    #[test]
    fn nodes_stand_apart() {
        use Tie::{Attacks, Supports};
        let ties = [
            ("C1", "A", Supports),
            ("C2", "B", Supports),
            ("C3", "A", Supports),
            ("C1", "C2", Attacks),
            ("C2", "C1", Attacks),
            ("C4", "C1", Supports),
            ("C5", "C4", Supports),
            ("C1", "C5", Supports),
            ("C6", "C7", Attacks),
        ];
        let drawn = layout(&graph(&ties));
        assert_eq!((drawn.nodes.len(), drawn.edges.len()), (9, 8));
        assert_eq!(drawn.edges.iter().filter(|it| it.is_mutual).count(), 1);
        for (at, a) in drawn.nodes.iter().enumerate() {
            assert!(a.x >= 0.0 && a.x + WIDTH <= drawn.width && a.y >= 0.0 && a.y + a.height <= drawn.height, "{a:?}");
            for b in drawn.nodes.iter().skip(at + 1) {
                assert!(a.column != b.column || a.y + a.height < b.y || b.y + b.height < a.y, "{a:?} {b:?}");
            }
        }
    }

    /// I-40: nodes with the same neighbour are together, so that paths need not cross.
    #[test]
    fn neighbours_stand_together() {
        use Tie::Supports;
        let ties = [("C1", "A", Supports), ("C2", "B", Supports), ("C3", "A", Supports), ("C4", "B", Supports)];
        let drawn = layout(&graph(&ties));
        let of = |column| drawn.nodes.iter().filter(|it| it.column == column).map(|it| it.node).collect::<Vec<_>>();
        assert_eq!((of(0), of(1)), (vec![1, 3], vec![0, 4, 2, 5]));
    }

    #[test]
    fn texts_are_set_in_lines() {
        for (text, expected) in [
            ("", &[][..]),
            ("one two three", &["one two", "three"]),
            ("unbrokenword is long", &["unbroken", "word is…"]),
            ("a b c d e f g h i j k", &["a b c d", "e f g h…"]),
            ("語語語語語", &["語語語語", "語"]),
        ] {
            assert_eq!(lines(text, 8, 2), expected, "{text}");
        }
    }
}
