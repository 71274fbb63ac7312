//! Which takes of a round disagree (P-30, P-31), given their relations.
//!
//! Participants write takes without seeing each other's, so this only decides whether a clash is worthwhile; the clash itself is judged
//! later (`clash`). Words and networks miss most opposition, so takes on one subject also clash where they are unlike; near ones only where words
//! oppose them, because most near takes agree. Words and networks also ignore relevance, so opposed takes that name nothing of the topic are left
//! out here, and reported. Not here: comparing texts (`relation`, or a model).
use super::candidates::opposite_edges;
use super::subject::subject;
use super::{agreement, phrase};
use crate::crux::thresholds::{DISPUTED_FROM, FAR_APART};
use crate::measure::pairs;
use debate::belief::Edge;
use debate::event::Ignored;
use debate::persona::Built;
use debate::rules::Analyst;
use debate::text::uncited;
use debate::{BeliefGraph, CallId, Contract, Debate, Name, Persona, Polarity, Relation, Spoken};
use prose::opposition::parsed_question::ParsedQuestion;
use prose::opposition::parsed_text::ParsedText;
use prose::opposition::{Sign, contested};
use prose::relation;
use std::collections::BTreeSet;

/// Whether words show that two statements exclude each other: opposite demands or verdicts on one subject, or opposite effects of one cause. Weaker
/// signs, such as a negation in one of them, occur as often between statements that agree.
pub fn exclude(a: &str, b: &str) -> bool {
    matches!(contested(None, a, b), Some(Sign::Norms(..) | Sign::Causes))
}

/// The relation of two takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// They disagree about the topic.
    Disputed,
    /// They disagree about something else.
    Irrelevant,
    /// They make the same point, or have different subjects.
    Undisputed,
}

/// Whether two takes disagree, given their relation.
pub fn is_dispute(relation: &Relation) -> Takes {
    let parts = relation.opposed || relation.opposition >= DISPUTED_FROM;
    match (parts && !relation.same_point, relation.on_topic) {
        (true, true) => Takes::Disputed,
        (true, false) => Takes::Irrelevant,
        (false, _) => Takes::Undisputed,
    }
}

/// The same for two texts compared without a model, on a topic and an aspect. If neither names anything of these and nothing opposes them, a
/// minimum similarity is required.
pub fn takes(topic: &str, aspect: Option<&str>, (a, b): (&str, &str), relation: &Relation) -> Takes {
    let debated: BTreeSet<String> = [Some(topic), aspect].into_iter().flatten().flat_map(subject).collect();
    let is_named = |it: &str| debated.is_empty() || !subject(&uncited(it)).is_disjoint(&debated);
    let is_far = || !relation.opposed && relation.similarity < FAR_APART;
    match is_dispute(relation) {
        Takes::Disputed if !is_named(a) && !is_named(b) && is_far() => Takes::Irrelevant,
        found @ (Takes::Disputed | Takes::Irrelevant | Takes::Undisputed) => found,
    }
}

/// The disagreeing pairs of a round, those first who answer the aspect in opposite ways (P-12), then by certainty; and the pairs left out.
pub fn disputes(debate: &Debate, round: u32) -> (Vec<(Name, Name)>, Vec<Ignored>) {
    let Some(round) = debate.rounds.iter().find(|it| it.number == round) else { return (Vec::new(), Vec::new()) };
    let topic = debate.topic.to_string();
    let held: Vec<(&Spoken, &str)> =
        round.spoken.iter().filter_map(|it| Some((it, it.turn.position.as_deref()?))).collect();
    let mut found: Vec<(Opposites, f64, (Name, Name))> = Vec::new();
    let mut ignored = Vec::new();
    for ((a, one), (b, other)) in pairs(&held) {
        let relation = debate.compared.of(one, other).unwrap_or_else(|| relation::lexical(Some(&topic), one, other));
        let names = (a.by.clone(), b.by.clone());
        let is_revised = agreement::is_revised(debate);
        let (found_to_be, is_believed) = match debate.rules.analyst {
            Analyst::Lexical | Analyst::Local => {
                let found = takes(&topic, round.focus.as_deref(), (one, other), &relation);
                // Without a model, opposite beliefs behind two takes count as opposition, unless both make the same point.
                let are_opposite =
                    is_revised && !relation.same_point && opposite_belief(debate, round.number, &a.by, &b.by).is_some();
                (if are_opposite { Takes::Disputed } else { found }, are_opposite)
            }
            Analyst::Model(_) => (is_dispute(&relation), false),
        };
        match found_to_be {
            Takes::Disputed => {
                let asked = round.focus.as_deref().unwrap_or(&topic);
                let by_words = opposites(asked, one, other, is_revised);
                let exact = if is_revised && answer_oppositely(asked, one, other) {
                    Opposites::Answers
                } else if is_believed {
                    by_words.min(Opposites::Believed)
                } else {
                    by_words
                };
                found.push((exact, relation.opposition, names));
            }
            Takes::Irrelevant => {
                let why = format!("they disagree, and not about what is debated: {}", phrase::bare(one));
                ignored.push(Ignored { a: names.0, b: names.1, why });
            }
            Takes::Undisputed => {}
        }
    }
    // Ties are broken by seat.
    found.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    (found.into_iter().map(|(_, _, names)| names).collect(), ignored)
}

/// Whether two takes give opposite answers; such pairs come first if there are fewer rooms than disagreements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opposites {
    /// One answers the aspect with yes, the other with no (P-12).
    Answers,
    /// Their words answer it in opposite ways.
    Exact,
    /// They rest on beliefs of opposite sign.
    Believed,
    Other,
}

/// Whether one take begins with a yes and the other with a no to what was asked.
fn answer_oppositely(asked: &str, a: &str, b: &str) -> bool {
    let answer = |it: &str| ParsedText::of(&uncited(it)).answer;
    ParsedQuestion::of(asked).is_question && answer(a).zip(answer(b)).is_some_and(|(a, b)| a != b)
}

/// The belief of `a` about a cause and an effect on which `b` holds the opposite sign, both recalled for their takes. Only recalled edges are
/// compared, since comparing all concepts of two corpora for every pair would take seconds.
pub(super) fn opposite_belief(debate: &Debate, round: u32, a: &Name, b: &Name) -> Option<String> {
    let recalled = |by: &Name| {
        let persona = debate.panel.personas.get(by)?;
        let beliefs = &debate.panel.recalled.get(&CallId::turn(round, by))?.beliefs;
        let edges: Vec<Edge> = persona.beliefs.edges.iter().filter(|it| beliefs.contains(&it.id)).cloned().collect();
        let is_end = |id: &String| edges.iter().any(|it| it.cause == *id || it.effect == *id);
        let nodes = persona.beliefs.nodes.iter().filter(|it| is_end(&it.id)).cloned().collect();
        let signs: BTreeSet<Polarity> = edges.iter().map(|it| it.polarity).collect();
        let part = Persona {
            name: by.clone(),
            built: Built::Hand,
            persuadability: 0.0,
            contract: Contract::default(),
            beliefs: BeliefGraph { nodes, edges },
            chunks: Vec::new(),
        };
        Some((part, signs))
    };
    let ((one, signs), (other, theirs)) = recalled(a).zip(recalled(b))?;
    // Edges of one sign alone have nothing to oppose.
    let is_possible = signs.iter().any(|sign| theirs.iter().any(|it| it != sign));
    let edges = if is_possible { opposite_edges(&one, &other) } else { Vec::new() };
    one.beliefs.words(&edges.first()?.0)
}

fn opposites(asked: &str, a: &str, b: &str, is_revised: bool) -> Opposites {
    match contested(Some(asked), &uncited(a), &uncited(b)) {
        Some(Sign::Answers | Sign::Sides | Sign::Causes) => Opposites::Exact,
        Some(Sign::Norms(..)) if is_revised => Opposites::Exact,
        Some(
            Sign::Decision(..)
            | Sign::Antonyms(..)
            | Sign::Figures
            | Sign::Negation
            | Sign::Order
            | Sign::Rivals
            | Sign::Dissent
            | Sign::Norms(..),
        )
        | None => Opposites::Other,
    }
}
