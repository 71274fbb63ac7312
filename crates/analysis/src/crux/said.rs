//! What somebody said in a room, found again.
use debate::Name;
use debate::event::Stage;
use debate::state::{Room, RoomSaid};
use debate::text::uncited;
use prose::words;

/// The last that somebody said at a stage.
pub(super) fn last<'a>(room: &'a Room, stage: Stage, by: &Name) -> Option<&'a RoomSaid> {
    room.at(stage).filter(|it| it.by == *by).last()
}

/// All that somebody said in the room itself, in its order; rebuttals came before it.
pub(super) fn inside<'a>(room: &'a Room, by: &'a Name) -> impl DoubleEndedIterator<Item = &'a RoomSaid> {
    room.said.iter().filter(move |it| it.by == *by && it.stage != Stage::Clash)
}

/// Whether words stand in a text, case, marks and citations aside; no words stand nowhere.
pub(super) fn stands(words: &str, text: &str) -> bool {
    let (sought, said) = (words::of(&uncited(words)), words::of(&uncited(text)));
    !sought.is_empty() && said.windows(sought.len()).any(|it| it == sought)
}

/// Whether words stand in anything that a turn tells the other.
pub(super) fn stands_in(words: &str, said: &RoomSaid) -> bool {
    let turn = &said.turn;
    let told = [turn.conceded.as_deref(), turn.core.as_deref(), turn.falsifier.as_deref()];
    stands(words, &turn.say) || told.into_iter().flatten().any(|it| stands(words, it))
}
