//! Claims, and which turn set which against or behind which (P-40).
//!
//! Nothing is inferred: an edge is a rebuttal of a clash, between the claims of the two takes it is about, or a move by which a turn names a
//! claim. Where a take makes no claims it has no nodes, and a rebuttal of it no edge; where it makes several, nobody says which of them a
//! rebuttal answers, and it has no edge either.
use crate::argument::Tie;
use debate::event::Stage;
use debate::state::registry::{Registry, id, place};
use debate::turn::Act;
use debate::{CallId, Debate, Name, Round};
use serde::Serialize;

/// Claims, and who attacks or supports which with which turn (P-40).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimGraph {
    /// The claims.
    pub nodes: Vec<ClaimNode>,
    /// What stands between them.
    pub edges: Vec<ClaimEdge>,
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimNode {
    /// Its id: `C3`.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Who holds it.
    pub by: Name,
    /// The turn it stands in.
    pub call: CallId,
}

/// One claim for or against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimEdge {
    /// From which claim.
    pub from: String,
    /// To which.
    pub to: String,
    /// How, in the words of the argument graph.
    pub tie: Tie,
    /// The turn that made it.
    pub call: CallId,
}

/// Claims as they stand to each other; nothing is inferred.
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
        // What nobody found to be opposed is no attack, and each is drawn once, with the rebuttal that began it.
        let is_opposed = room.question.is_some() || room.judged.iter().any(|it| it.parts.is_some_and(|it| it.opposed));
        for (by, other) in [(&room.a, &room.b), (&room.b, &room.a)].into_iter().filter(|_| is_opposed) {
            let Some(said) = room.at(Stage::Clash).find(|it| it.by == *by) else { continue };
            graph.attacked(round, by, other, &said.call);
        }
    }
    graph
}

impl ClaimGraph {
    /// Adds the claims of a round that stand here first.
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

    /// Adds what turns of a round do to claims that were shown to them: from each of their own.
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

    /// Adds what a rebuttal does: the claim of the speaker's take against that of the other's, where each makes one.
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
