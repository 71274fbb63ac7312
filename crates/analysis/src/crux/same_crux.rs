//! Whether two sides named the same crux (P-21).
//!
//! Opposite views of one thing still name the same crux, so opposition does not count against it.
use super::phrase::affirmed;
use super::room_statements;
use super::subject::{share, subject};
use crate::crux::thresholds::{CORE_SHARE, CORE_SIMILAR};
use debate::Relation;
use debate::event::Stage;
use debate::state::{Room, RoomStatement};
use debate::text::uncited;
use prose::lexical;
use prose::opposition::cause;

/// The texts of a room's convergence to compare.
pub fn cores_pairs(room: &Room) -> Vec<(String, String)> {
    named(room).map(|(a, b)| (words(a), words(b))).into_iter().collect()
}

/// Whether both named the same crux, given the relations of their texts.
pub fn same_core(room: &Room, made: &[Relation]) -> bool {
    let Some((a, b)) = named(room) else { return false };
    let (a, b) = (words(a), words(b));
    let is_meant = made.first().is_some_and(|it| it.same_point || (it.on_topic && it.similarity >= CORE_SIMILAR));
    // Opposite views of one causal link differ in most words, because their reasons do.
    is_meant || lexical::same(&a, &b) || cause::are_of_one(&a, &b) || share(&subject(&a), &subject(&b)) >= CORE_SHARE
}

/// Whether two questions ask the same: in the same words, or about one causal link in any direction.
pub fn same_question(a: &str, b: &str) -> bool {
    let (a, b) = (affirmed(a), affirmed(b));
    lexical::same(a, b) || cause::are_of_one(a, b)
}

/// The last crux named by each side.
pub(super) fn named(room: &Room) -> Option<(&RoomStatement, &RoomStatement)> {
    Some((
        room_statements::last(room, Stage::Convergence, &room.a)?,
        room_statements::last(room, Stage::Convergence, &room.b)?,
    ))
}

/// The crux in its speaker's words, without citations.
pub(super) fn words(said: &RoomStatement) -> String {
    let named = said.turn.core.as_deref().filter(|it| !it.trim().is_empty());
    uncited(named.unwrap_or(&said.turn.say)).trim().to_owned()
}
