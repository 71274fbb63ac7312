//! The claim graph of a panel: which turn supports, attacks or concedes which claim (P-40).
//!
//! Nothing is inferred: every edge is a link that a turn made by naming a claim by its id. A link to a claim that nobody made, or that was
//! made later, has no edge. Panels of older logs have no links, and so no edges.
use debate::crux::ClaimRelation;
use debate::state::registry::{Registry, id, place};
use debate::turn::Act;
use debate::{CallId, Debate, Name, RoomId, Round};

/// Claims, and the supports, attacks and concessions between them with their turns (P-40).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimGraph {
    /// The claims.
    pub nodes: Vec<ClaimNode>,
    /// Supports, attacks and concessions.
    pub edges: Vec<ClaimEdge>,
}

/// A claim: one of a round (`C3`), a statement of a room that answers or is answered (`R1.2`), or the position of a turn that answers a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimNode {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Its author.
    pub by: Name,
    /// The turn that contains it.
    pub call: CallId,
}

/// A link from a turn to the claim that it names.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEdge {
    /// The turn's statement.
    pub from: String,
    /// The named claim.
    pub to: String,
    /// The relation, as the turn states it.
    pub relation: ClaimRelation,
    /// The speaker.
    pub by: Name,
    /// The turn that made it.
    pub call: CallId,
    /// Its room, if it was made in one.
    pub room: Option<RoomId>,
}

/// The claim graph of a debate.
pub fn graph(debate: &Debate) -> ClaimGraph {
    let (registry, current) = debate.entered();
    let before = debate.rounds.len().saturating_sub(usize::from(current.is_some()));
    let rounds: Vec<&Round> = debate.rounds.iter().take(before).chain(&current).collect();
    let mut graph = ClaimGraph::default();
    for round in &rounds {
        graph.enter(&registry, round);
        graph.linked_in_rooms(debate, round);
        graph.linked_in_round(&registry, round);
    }
    graph
}

impl ClaimGraph {
    /// The node with that id.
    pub fn node(&self, id: &str) -> Option<&ClaimNode> {
        self.nodes.iter().find(|it| it.id == id)
    }

    /// The names of its authors, in the order in which they first speak.
    pub fn authors(&self) -> Vec<&Name> {
        let mut authors: Vec<&Name> = Vec::new();
        for it in &self.nodes {
            if !authors.contains(&&it.by) {
                authors.push(&it.by);
            }
        }
        authors
    }

    /// Adds the claims that are first stated in a round.
    fn enter(&mut self, registry: &Registry, round: &Round) {
        for spoken in &round.spoken {
            for place in &spoken.claims {
                let id = id('C', *place);
                let Some(known) = registry.claims.get(*place) else { continue };
                let call = CallId::turn(round.number, &spoken.by);
                self.add(ClaimNode { id, text: known.text.clone(), by: spoken.by.clone(), call });
            }
        }
    }

    /// Adds the links of a round's rooms: from a statement to claims of rounds so far, and to statements of the same room before it.
    fn linked_in_rooms(&mut self, debate: &Debate, round: &Round) {
        let panel = &debate.panel;
        for room in panel.rooms_of(round.number) {
            let node = |place: usize| {
                let said = room.said.get(place)?;
                let (id, text) = (panel.statement_id(room, place), said.turn.say.clone());
                Some(ClaimNode { id, text, by: said.by.clone(), call: said.call.clone() })
            };
            for (at, said) in room.said.iter().enumerate() {
                for link in &said.turn.links {
                    let before = (0..at).find(|it| panel.statement_id(room, *it) == link.claim);
                    let is_claim = link.claim.starts_with('C') && self.node(&link.claim).is_some();
                    let Some(source) = node(at).filter(|_| is_claim || before.is_some()) else { continue };
                    before.and_then(node).into_iter().for_each(|it| self.add(it));
                    let edge = ClaimEdge {
                        from: source.id.clone(),
                        to: link.claim.clone(),
                        relation: link.relation,
                        by: said.by.clone(),
                        call: said.call.clone(),
                        room: Some(room.id.clone()),
                    };
                    self.add(source);
                    self.edges.push(edge);
                }
            }
        }
    }

    /// Adds the claim actions of a round: from a turn's position to claims of earlier rounds.
    fn linked_in_round(&mut self, registry: &Registry, round: &Round) {
        for spoken in &round.spoken {
            let call = CallId::turn(round.number, &spoken.by);
            for moved in &spoken.turn.moves {
                let relation = match moved.act {
                    Act::Support => ClaimRelation::Supports,
                    Act::Challenge => ClaimRelation::Attacks,
                    Act::Concede => ClaimRelation::Concedes,
                    Act::Qualify | Act::Retract => continue,
                };
                let named = place('C', &moved.claim).and_then(|it| registry.claims.get(it));
                let Some(position) = &spoken.turn.position else { continue };
                if named.is_none_or(|it| it.introduced >= round.number) || self.node(&moved.claim).is_none() {
                    continue;
                }
                // A turn whose position is a claim of its own has one node for both.
                let own =
                    spoken.claims.iter().find(|it| registry.claims.get(**it).is_some_and(|it| it.text == *position));
                let from = own.map_or_else(|| call.to_string(), |it| id('C', *it));
                self.add(ClaimNode {
                    id: from.clone(),
                    text: position.clone(),
                    by: spoken.by.clone(),
                    call: call.clone(),
                });
                let (to, by) = (moved.claim.clone(), spoken.by.clone());
                self.edges.push(ClaimEdge { from, to, relation, by, call: call.clone(), room: None });
            }
        }
    }

    fn add(&mut self, node: ClaimNode) {
        if self.node(&node.id).is_none() {
            self.nodes.push(node);
        }
    }
}
