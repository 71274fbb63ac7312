//! A force-directed layout: connected nodes attract, all repel each other, and everything is drawn to the middle.
//!
//! Groups without an edge between them are laid out separately and placed side by side, so that no space between them is empty. The layout is
//! computed at export time and is deterministic: nodes begin on a spiral in their order, and nothing is random. Not here: drawing the graph
//! (`claim_graph`).

/// Sweeps of the forces. Ours: more move nothing by a pixel at this size.
const SWEEPS: u32 = 400;
/// The distance that two connected nodes settle at, in pixels. Ours: an arrow and an id fit between them.
const APART: f64 = 92.0;
/// The pull to the middle, as a share of the distance. Ours: separate groups stay in the picture without overlapping.
const PULL: f64 = 0.06;
/// The angle between two nodes of the spiral, in radians: the golden angle, which spreads any number of them.
const TURN: f64 = 2.399_963_229_728_653;
/// The longest step of the first sweep, in pixels; it shrinks to nothing.
const STEP: f64 = 60.0;
/// The least distance between two nodes, in pixels: below it, circles overlap.
const LEAST: f64 = 46.0;

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    /// To the right.
    pub(super) x: f64,
    /// Downwards.
    pub(super) y: f64,
}

/// The space between two groups, in pixels.
const BETWEEN: f64 = 84.0;
/// The width that rows of groups are filled to, in pixels. Ours: the column of the page; a single wider group has a row of its own.
const ROW: f64 = 620.0;

/// The positions of so many nodes with these edges. Edges to nodes that do not exist are ignored.
pub(super) fn layout(nodes: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let mut groups = groups(nodes, edges);
    // The largest first; of equal ones the one that begins first.
    groups.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let mut points = vec![Point::default(); nodes];
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0_f64);
    for group in groups {
        let inner = |it: usize| group.iter().position(|node| *node == it);
        let edges: Vec<(usize, usize)> =
            edges.iter().filter_map(|(from, to)| Some((inner(*from)?, inner(*to)?))).collect();
        let placed = lain(of_group(group.len(), &edges));
        let least = |of: fn(&Point) -> f64| placed.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| placed.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|it| it.x), least(|it| it.y));
        let (width, height) = (most(|it| it.x) - left, most(|it| it.y) - top);
        if x > 0.0 && x + width > ROW {
            (x, y, row) = (0.0, y + row + BETWEEN, 0.0);
        }
        for (node, at) in group.iter().zip(&placed) {
            if let Some(it) = points.get_mut(*node) {
                *it = Point { x: at.x - left + x, y: at.y - top + y };
            }
        }
        (x, row) = (x + width + BETWEEN, row.max(height));
    }
    points
}

/// A group on its side if it is taller than wide and fits into a row so: a chain then takes a line and not a page.
fn lain(points: Vec<Point>) -> Vec<Point> {
    let span = |of: fn(&Point) -> f64| {
        let all = || points.iter().map(of);
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    let (width, height) = (span(|it| it.x), span(|it| it.y));
    if height <= width || height > ROW {
        return points;
    }
    points.into_iter().map(|it| Point { x: it.y, y: it.x }).collect()
}

/// The nodes that edges connect, each group in its nodes' order.
fn groups(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..nodes).collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (from, to) in edges {
            let (Some(a), Some(b)) = (group.get(*from).copied(), group.get(*to).copied()) else { continue };
            let least = a.min(b);
            for node in [*from, *to] {
                if let Some(it) = group.get_mut(node).filter(|it| **it != least) {
                    *it = least;
                    is_changed = true;
                }
            }
        }
    }
    let members = |first: usize| (0..nodes).filter(|it| group.get(*it) == Some(&first)).collect::<Vec<_>>();
    (0..nodes).filter(|it| group.get(*it) == Some(it)).map(members).collect()
}

/// The positions of the nodes of one group.
fn of_group(nodes: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let spiral = |at: usize| {
        let (far, angle) = (APART / 2.0 * (at as f64 + 0.5).sqrt(), at as f64 * TURN);
        Point { x: far * angle.cos(), y: far * angle.sin() }
    };
    let mut points: Vec<Point> = (0..nodes).map(spiral).collect();
    for sweep in 0..SWEEPS {
        let most = STEP * (1.0 - f64::from(sweep) / f64::from(SWEEPS));
        let forces = forces(&points, edges);
        for (point, force) in points.iter_mut().zip(forces) {
            let length = force.x.hypot(force.y).max(f64::MIN_POSITIVE);
            let step = length.min(most) / length;
            point.x += force.x * step;
            point.y += force.y * step;
        }
    }
    (0..SWEEPS).for_each(|_| spread(&mut points));
    points
}

/// The force on each node.
fn forces(points: &[Point], edges: &[(usize, usize)]) -> Vec<Point> {
    let mut forces: Vec<Point> = points.iter().map(|it| Point { x: -it.x * PULL, y: -it.y * PULL }).collect();
    for (at, a) in points.iter().enumerate() {
        for (other, b) in points.iter().enumerate().skip(at + 1) {
            let (dx, dy) = (a.x - b.x, a.y - b.y);
            let square = (dx * dx + dy * dy).max(1.0);
            let push = APART * APART / square;
            add(&mut forces, at, dx * push, dy * push);
            add(&mut forces, other, -dx * push, -dy * push);
        }
    }
    for (from, to) in edges {
        let (Some(a), Some(b)) = (points.get(*from), points.get(*to)) else { continue };
        let (dx, dy) = (a.x - b.x, a.y - b.y);
        let pull = dx.hypot(dy) / APART;
        add(&mut forces, *from, -dx * pull, -dy * pull);
        add(&mut forces, *to, dx * pull, dy * pull);
    }
    forces
}

/// Moves nodes apart that overlap.
fn spread(points: &mut [Point]) {
    for at in 0..points.len() {
        for other in at + 1..points.len() {
            let (Some(a), Some(b)) = (points.get(at).copied(), points.get(other).copied()) else { continue };
            let (dx, dy) = (a.x - b.x, a.y - b.y);
            let far = dx.hypot(dy);
            if far >= LEAST {
                continue;
            }
            // Two nodes in one place part along the x axis.
            let (ux, uy) = if far > 0.0 { (dx / far, dy / far) } else { (1.0, 0.0) };
            let half = (LEAST - far) / 2.0;
            add(points, at, ux * half, uy * half);
            add(points, other, -ux * half, -uy * half);
        }
    }
}

fn add(points: &mut [Point], at: usize, dx: f64, dy: f64) {
    if let Some(it) = points.get_mut(at) {
        it.x += dx;
        it.y += dy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-40: the layout is the same every time, connected nodes are nearer than others, and no two overlap.
    #[test]
    fn connected_nodes_are_near_and_none_overlap() {
        let edges = [(0, 1), (1, 2), (3, 4), (9, 0)];
        let points = layout(6, &edges);
        assert_eq!(points, layout(6, &edges));
        let far = |a: usize, b: usize| (points[a].x - points[b].x).hypot(points[a].y - points[b].y);
        for a in 0..6 {
            for b in a + 1..6 {
                assert!(far(a, b) >= LEAST - 1.0, "{a} and {b}: {}", far(a, b));
            }
        }
        assert!(far(0, 1) < far(0, 2) && far(3, 4) < far(3, 0), "{points:?}");
        assert!(points.iter().all(|it| it.x.is_finite() && it.y.is_finite()));
        assert_eq!(layout(0, &edges), []);
    }

    /// P-40: groups without an edge between them are set side by side in rows: no two overlap, and nothing is as wide as all of them together.
    #[test]
    fn groups_are_packed() {
        let edges: Vec<(usize, usize)> =
            (0..12).map(|it| (it * 3, it * 3 + 1)).chain((0..12).map(|it| (it * 3 + 1, it * 3 + 2))).collect();
        let points = layout(36, &edges);
        let span = |of: fn(&Point) -> f64, of_all: &[Point]| {
            let all = || of_all.iter().map(of);
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
        };
        let (left, right) = span(|it| it.x, &points);
        let (top, bottom) = span(|it| it.y, &points);
        assert!(right - left <= ROW && bottom - top <= 2.0 * ROW, "{left} {right} {top} {bottom}");
        let chain = layout(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let wide = |of: fn(&Point) -> f64| span(of, &chain).1 - span(of, &chain).0;
        assert!(wide(|it| it.x) >= wide(|it| it.y), "a chain lies: {chain:?}");
        let boxes: Vec<_> = points.chunks(3).map(|it| (span(|it| it.x, it), span(|it| it.y, it))).collect();
        for (at, a) in boxes.iter().enumerate() {
            for b in &boxes[at + 1..] {
                let apart = |one: (f64, f64), other: (f64, f64)| one.1 < other.0 || other.1 < one.0;
                assert!(apart(a.0, b.0) || apart(a.1, b.1), "{a:?} {b:?}");
            }
        }
    }

    /// P-40: the largest graph of a page is laid out without a node at infinity.
    #[test]
    fn a_large_graph_stays_finite() {
        let edges: Vec<(usize, usize)> = (1..150).map(|it| (it, it / 3)).collect();
        let points = layout(150, &edges);
        assert!(points.iter().all(|it| it.x.abs() < 5_000.0 && it.y.abs() < 5_000.0));
    }
}
