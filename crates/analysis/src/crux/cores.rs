//! Whether two who were asked for the core thing named the same one (P-21).
//!
//! To name one thing and to hold opposite things of it is to name the same: that is what a crux is. So opposition does not count against it.
use super::said;
use super::subject::{share, subject};
use crate::crux::thresholds::{CORE_SHARE, CORE_SIMILAR};
use debate::Relation;
use debate::event::Stage;
use debate::state::{Room, RoomSaid};
use debate::text::uncited;
use prose::lexical;
use prose::opposition::cause;

/// What of a room's convergence is to be compared with what.
pub fn cores_pairs(room: &Room) -> Vec<(String, String)> {
    named(room).map(|(a, b)| (words(a), words(b))).into_iter().collect()
}

/// Whether both named the same thing, by how what they named stands to each other.
pub fn same_core(room: &Room, made: &[Relation]) -> bool {
    let Some((a, b)) = named(room) else { return false };
    let (a, b) = (words(a), words(b));
    let is_meant = made.first().is_some_and(|it| it.same_point || (it.on_topic && it.similarity >= CORE_SIMILAR));
    // Reasons differ, and make most of the words, where two read one link in opposite ways.
    is_meant || lexical::same(&a, &b) || cause::are_of_one(&a, &b) || share(&subject(&a), &subject(&b)) >= CORE_SHARE
}

/// Whether two questions ask the same: in the same words, or for one link, whichever way it is put.
pub fn same_question(a: &str, b: &str) -> bool {
    lexical::same(a, b) || cause::are_of_one(a, b)
}

/// What both named last.
pub(super) fn named(room: &Room) -> Option<(&RoomSaid, &RoomSaid)> {
    Some((said::last(room, Stage::Convergence, &room.a)?, said::last(room, Stage::Convergence, &room.b)?))
}

/// The core thing in its speaker's words; where they are from is not part of it.
pub(super) fn words(said: &RoomSaid) -> String {
    let named = said.turn.core.as_deref().filter(|it| !it.trim().is_empty());
    uncited(named.unwrap_or(&said.turn.say)).trim().to_owned()
}
