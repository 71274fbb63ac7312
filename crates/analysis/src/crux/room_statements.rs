//! Finds statements of a room.
use debate::Name;
use debate::event::Stage;
use debate::state::{Room, RoomStatement};
use debate::text::uncited;
use prose::words;

/// A participant's last statement of a stage.
pub(super) fn last<'a>(room: &'a Room, stage: Stage, by: &Name) -> Option<&'a RoomStatement> {
    room.at(stage).filter(|it| it.by == *by).last()
}

/// A participant's statements in the crux room, in order, without rebuttals.
pub(super) fn inside<'a>(room: &'a Room, by: &'a Name) -> impl DoubleEndedIterator<Item = &'a RoomStatement> {
    room.said.iter().filter(move |it| it.by == *by && it.stage != Stage::Clash)
}

/// Whether words occur in a text, ignoring case, punctuation and citations; empty words never do.
pub(super) fn stands(words: &str, text: &str) -> bool {
    let (sought, said) = (words::of(&uncited(words)), words::of(&uncited(text)));
    !sought.is_empty() && said.windows(sought.len()).any(|it| it == sought)
}

/// Whether words occur in the public text of a turn.
pub(super) fn stands_in(words: &str, said: &RoomStatement) -> bool {
    let turn = &said.turn;
    let told = [turn.conceded.as_deref(), turn.core.as_deref(), turn.falsifier.as_deref()];
    stands(words, &turn.say) || told.into_iter().flatten().any(|it| stands(words, it))
}
