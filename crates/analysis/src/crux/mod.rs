//! Disagreement without a model, and what follows from cards (P-06, P-24, P-30, P-31, P-40, P-41, Q-22).
//!
//! All of it reads what was said; nothing is made up. Not here: when any of it is asked for (`formats::panel`).
use debate::crux::Answered;
use debate::event::{Ignored, Parts};
use debate::state::Room;
use debate::{Card, Debate, Name, Persona, Relation, RoomId};
use serde::Serialize;

/// Where two personas part before anybody has spoken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// As a question.
    pub question: String,
    /// One of them, and the belief's words.
    pub a: (Name, String),
    /// The other, and what it holds instead; absent where its graph says nothing of it.
    pub b: (Name, Option<String>),
    /// How much hangs on it: what lies downstream, and how firmly both hold it, 0…1.
    pub weight: f64,
}

/// Where personas part before anybody has spoken, the weightiest first.
pub fn candidates(_personas: &[&Persona]) -> Vec<Candidate> {
    Vec::new()
}

/// What could be talked about: candidates that have to do with the topic, or parts of the topic itself; at most so many.
pub fn aspects(debate: &Debate, most: usize) -> Vec<String> {
    [debate.topic.to_string()].into_iter().take(most).collect()
}

/// Which takes of a round part, each pair by seat, and which only seem to, with the reason (P-12, P-30).
pub fn disputes(debate: &Debate, round: u32) -> (Vec<(Name, Name)>, Vec<Ignored>) {
    let Some(round) = debate.rounds.iter().find(|it| it.number == round) else { return (Vec::new(), Vec::new()) };
    let (mut found, mut ignored) = (Vec::new(), Vec::new());
    let mut rest = round.spoken.as_slice();
    while let [a, others @ ..] = rest {
        rest = others;
        for b in others {
            let (Some(one), Some(other)) = (&a.turn.position, &b.turn.position) else { continue };
            let Some(relation) = debate.compared.of(one, other) else { continue };
            let (a, b) = (a.by.clone(), b.by.clone());
            if relation.opposed && relation.on_topic {
                found.push((a, b));
            } else if relation.opposition >= 0.5 && !relation.on_topic {
                ignored.push(Ignored { a, b, why: "they part on something else than the topic".to_owned() });
            }
        }
    }
    (found, ignored)
}

/// What of a clash is to be compared with what.
pub fn clash_pairs(_debate: &Debate, _room: &Room) -> Vec<(String, String)> {
    Vec::new()
}

/// What a clash amounts to, by how its texts stand to each other, and the question they part on.
pub fn parts(_debate: &Debate, room: &Room, _made: &[Relation]) -> (Parts, String) {
    let parts = Parts { opposed: false, engaged: false, same_claim: false, relevant: false };
    (parts, room.question.clone().unwrap_or_default())
}

/// What of a room's convergence is to be compared with what.
pub fn cores_pairs(_room: &Room) -> Vec<(String, String)> {
    Vec::new()
}

/// Whether both named the same thing, by how what they named stands to each other.
pub fn same_core(_room: &Room, _made: &[Relation]) -> bool {
    false
}

/// The card that both sides' own words make, or why they make none.
pub fn card(_debate: &Debate, _room: &Room) -> Result<Card, String> {
    Err("no card".to_owned())
}

/// A card that a model drew, with all that does not stand in the room taken out; or why that leaves none.
pub fn verified(_debate: &Debate, _room: &Room, _drawn: Card) -> Result<Card, String> {
    Err("no card".to_owned())
}

/// What a persona holds by now (P-06).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mind {
    /// Claims it has accepted, with the room.
    pub accepted: Vec<(RoomId, String)>,
    /// Claims it has rejected, with the room.
    pub rejected: Vec<(RoomId, String)>,
    /// What moved, in its order.
    pub changes: Vec<Change>,
}

/// A belief that moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The id of the node or edge.
    pub belief: String,
    /// Its words.
    pub words: String,
    /// How firmly it was held.
    pub from: f64,
    /// How firmly it is held now.
    pub to: f64,
    /// The room whose crux moved it.
    pub room: RoomId,
    /// The belief upstream that moved it, where it was not the crux itself.
    pub through: Option<String>,
}

/// What a participant holds by now, of what its persona held.
pub fn mind(_debate: &Debate, _name: &Name) -> Mind {
    Mind::default()
}

/// How somebody's closing stands to its opening (P-10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shift {
    /// Who.
    pub by: Name,
    /// What it held first.
    pub opening: Option<String>,
    /// What it holds in the end.
    pub closing: Option<String>,
    /// How far that is.
    pub moved: Moved,
    /// Rooms it was in that named a concession of its own: what may have moved it.
    pub rooms: Vec<RoomId>,
}

/// How far somebody moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moved {
    /// It holds the same.
    Held,
    /// It holds something else that does not contradict it.
    Refined,
    /// It holds the opposite.
    Reversed,
    /// One of both is missing: nobody can say.
    Unknown,
}

/// How everybody's closing stands to its opening, by seat.
pub fn shifts(_debate: &Debate) -> Vec<Shift> {
    Vec::new()
}

/// What a participant answers to a crux (P-41); absent where it was not asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Who.
    pub by: Name,
    /// Its answer.
    pub answer: Option<Answered>,
}

/// A row of the matrix: a card and everybody's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which room.
    pub room: RoomId,
    /// Its crux question.
    pub question: String,
    /// By seat.
    pub cells: Vec<Cell>,
}

/// Personas by cruxes.
pub fn matrix(_debate: &Debate) -> Vec<Row> {
    Vec::new()
}

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
    pub call: String,
}

/// One claim for or against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimEdge {
    /// From which claim.
    pub from: String,
    /// To which.
    pub to: String,
    /// Which way.
    pub attacks: bool,
    /// The turn that made it.
    pub call: String,
}

/// Claims as they stand to each other; nothing is inferred.
pub fn graph(_debate: &Debate) -> ClaimGraph {
    ClaimGraph::default()
}
