//! A force-directed layout: connected nodes attract, all repel each other, and everything is drawn to the middle.
//!
//! It is computed at export time and is deterministic: nodes begin on a spiral in their order, and nothing is random. Not here: how a graph is
//! drawn (`claim_graph`).

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

/// The positions of so many nodes with these edges. Edges to nodes that do not exist are ignored.
pub(super) fn layout(nodes: usize, edges: &[(usize, usize)]) -> Vec<Point> {
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

    /// P-40: the largest graph of a page is laid out without a node at infinity.
    #[test]
    fn a_large_graph_stays_finite() {
        let edges: Vec<(usize, usize)> = (1..150).map(|it| (it, it / 3)).collect();
        let points = layout(150, &edges);
        assert!(points.iter().all(|it| it.x.abs() < 5_000.0 && it.y.abs() < 5_000.0));
    }
}
