//! The claim graph of a panel: which turn attacks or supports which claim (P-40).
//!
//! Nothing is inferred: an edge is a rebuttal between the claims of two takes, or a claim action that names a claim. A take without claims
//! has no nodes; a rebuttal of a take with no claim, or with several, has no edge, because its target is unknown.
use crate::argument::Tie;
use debate::event::Stage;
use debate::state::registry::{Registry, id, place};
use debate::turn::Act;
use debate::{CallId, Debate, Name, Round};
use serde::Serialize;

/// Claims, and the attacks and supports between them with their turns (P-40).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimGraph {
    /// The claims.
    pub nodes: Vec<ClaimNode>,
    /// Attacks and supports.
    pub edges: Vec<ClaimEdge>,
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimNode {
    /// Its id: `C3`.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Its author.
    pub by: Name,
    /// The turn that contains it.
    pub call: CallId,
}

/// An attack or support between two claims.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimEdge {
    /// The source claim.
    pub from: String,
    /// The target claim.
    pub to: String,
    /// Its kind, as in the argument graph.
    pub tie: Tie,
    /// The turn that made it.
    pub call: CallId,
}

/// The claim graph of a debate.
pub fn graph(debate: &Debate) -> ClaimGraph {
    let (registry, current) = debate.entered();
    let before = debate.rounds.len().saturating_sub(usize::from(current.is_some()));
    let rounds: Vec<&Round> = debate.rounds.iter().take(before).chain(&current).collect();
    let mut graph = ClaimGraph::default();
    for round in &rounds {
        graph.enter(&registry, round);
    }
    for round in &rounds {
        graph.moved(&registry, round);
    }
    for room in &debate.panel.rooms {
        let Some(round) = rounds.iter().find(|it| it.number == room.round) else { continue };
        // A rebuttal counts as an attack only if the takes were found opposed; only the first of a pair is drawn.
        let is_opposed = room.question.is_some() || room.judged.iter().any(|it| it.parts.is_some_and(|it| it.opposed));
        for (by, other) in [(&room.a, &room.b), (&room.b, &room.a)].into_iter().filter(|_| is_opposed) {
            let Some(said) = room.at(Stage::Clash).find(|it| it.by == *by) else { continue };
            graph.attacked(round, by, other, &said.call);
        }
    }
    graph
}

impl ClaimGraph {
    /// Adds the claims that are first stated in a round.
    fn enter(&mut self, registry: &Registry, round: &Round) {
        for spoken in &round.spoken {
            for place in &spoken.claims {
                let id = id('C', *place);
                let Some(known) = registry.claims.get(*place) else { continue };
                if self.nodes.iter().any(|it| it.id == id) {
                    continue;
                }
                let call = CallId::turn(round.number, &spoken.by);
                self.nodes.push(ClaimNode { id, text: known.text.clone(), by: spoken.by.clone(), call });
            }
        }
    }

    /// Adds the claim actions of a round, from each claim of the same turn.
    fn moved(&mut self, registry: &Registry, round: &Round) {
        for spoken in &round.spoken {
            let call = CallId::turn(round.number, &spoken.by);
            for moved in &spoken.turn.moves {
                let tie = match moved.act {
                    Act::Support | Act::Qualify => Tie::Supports,
                    Act::Challenge => Tie::Attacks,
                    Act::Concede | Act::Retract => continue,
                };
                let named = place('C', &moved.claim).and_then(|it| registry.claims.get(it));
                if named.is_none_or(|it| it.introduced >= round.number) {
                    continue;
                }
                for place in &spoken.claims {
                    self.add(id('C', *place), moved.claim.clone(), tie, &call);
                }
            }
        }
    }

    /// Adds a rebuttal: from the speaker's claim to the other's, if each take has exactly one.
    fn attacked(&mut self, round: &Round, by: &Name, other: &Name, call: &CallId) {
        let only = |by: &Name| match round.said_by(by)?.claims.as_slice() {
            [claim] => Some(*claim),
            _ => None,
        };
        if let (Some(from), Some(to)) = (only(by), only(other)) {
            self.add(id('C', from), id('C', to), Tie::Attacks, call);
        }
    }

    fn add(&mut self, from: String, to: String, tie: Tie, call: &CallId) {
        let is_known = |id: &str| self.nodes.iter().any(|it| it.id == id);
        if from != to && is_known(&from) && is_known(&to) {
            self.edges.push(ClaimEdge { from, to, tie, call: call.clone() });
        }
    }
}
