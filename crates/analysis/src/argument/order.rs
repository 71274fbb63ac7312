//! Evaluation order: each node after those that bear on it; cycles together.
//!
//! Strongly connected components by Tarjan's algorithm with an explicit stack, because a chain of claims can be as long as a debate.

/// The components of a graph, given the incoming nodes of each node; components come after those that bear on them. Within a component,
/// nodes are ordered by index.
pub(super) fn components(into: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut walk = Walk { into, seen: vec![None; into.len()], next: 0, open: Vec::new(), components: Vec::new() };
    (0..into.len()).for_each(|root| walk.from(root));
    walk.components
}

/// Tarjan state of a node.
#[derive(Clone, Copy)]
struct NodeState {
    /// Discovery index.
    at: usize,
    /// Low link.
    low: usize,
    is_open: bool,
}

struct Walk<'a> {
    into: &'a [Vec<usize>],
    seen: Vec<Option<NodeState>>,
    next: usize,
    /// Nodes on the Tarjan stack.
    open: Vec<usize>,
    components: Vec<Vec<usize>>,
}

impl Walk<'_> {
    fn from(&mut self, root: usize) {
        if self.mark(root).is_some() {
            return;
        }
        self.reach(root);
        // The path, with the next neighbour of each node.
        let mut way = vec![(root, 0)];
        while let Some((node, looked)) = way.pop() {
            match self.into.get(node).and_then(|it| it.get(looked)).copied() {
                Some(next) => {
                    way.push((node, looked + 1));
                    match self.mark(next) {
                        None => {
                            self.reach(next);
                            way.push((next, 0));
                        }
                        Some(mark) if mark.is_open => self.lower(node, mark.at),
                        Some(_) => {}
                    }
                }
                None => {
                    self.leave(node);
                    if let (Some((parent, _)), Some(mark)) = (way.last().copied(), self.mark(node)) {
                        self.lower(parent, mark.low);
                    }
                }
            }
        }
    }

    fn mark(&self, node: usize) -> Option<NodeState> {
        self.seen.get(node).copied().flatten()
    }

    fn reach(&mut self, node: usize) {
        if let Some(seen) = self.seen.get_mut(node) {
            *seen = Some(NodeState { at: self.next, low: self.next, is_open: true });
        }
        self.next += 1;
        self.open.push(node);
    }

    fn lower(&mut self, node: usize, low: usize) {
        if let Some(Some(mark)) = self.seen.get_mut(node) {
            mark.low = mark.low.min(low);
        }
    }

    /// Closes the component rooted at a node, if there is one.
    fn leave(&mut self, node: usize) {
        if self.mark(node).is_none_or(|it| it.low != it.at) {
            return;
        }
        let from = self.open.iter().rposition(|it| *it == node).unwrap_or_default();
        let mut component = self.open.split_off(from);
        component.sort_unstable();
        for it in &component {
            if let Some(Some(mark)) = self.seen.get_mut(*it) {
                mark.is_open = false;
                mark.low = usize::MAX;
            }
        }
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cycles are told, and nothing comes before what bears on it.
    #[test]
    fn what_bears_comes_first() {
        for (into, expected) in [
            (vec![vec![1], vec![2], vec![]], vec![vec![2], vec![1], vec![0]]),
            (vec![vec![1], vec![0], vec![1]], vec![vec![0, 1], vec![2]]),
            (vec![vec![2], vec![0], vec![1], vec![3, 1]], vec![vec![0, 1, 2], vec![3]]),
            (vec![vec![1, 2], vec![3], vec![3], vec![]], vec![vec![3], vec![1], vec![2], vec![0]]),
            (vec![], vec![]),
        ] {
            assert_eq!(components(&into), expected, "{into:?}");
        }
        let chain: Vec<Vec<usize>> = (0..100_000).map(|it| vec![it + 1]).chain([vec![]]).collect();
        assert_eq!(components(&chain).len(), 100_001, "no chain is too long");
    }
}
