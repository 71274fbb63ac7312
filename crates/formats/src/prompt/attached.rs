//! What is attached to a debate, as every prompt of it shows it (O-10).
//!
//! The same in every round, whoever reads: it depends on the texts and the topic alone. Not here: how texts are cut and found
//! (`analysis::passages`), and the tools that look further.
use super::{TemplateError, fill};
use analysis::passages::Passages;
use debate::Debate;
use debate::view::{self, Excerpt, Listed};

/// The most passages that are quoted. Ours: three of the usual length fill the room.
const BEST: usize = 4;

/// What is attached, in at most `room` tokens besides the words of the file; none where nothing is.
pub(super) fn attached(debate: &Debate, file: &str, room: usize) -> Result<Option<String>, TemplateError> {
    if debate.attached.is_empty() {
        return Ok(None);
    }
    let passages = Passages::of(&debate.attached);
    let list: Vec<Listed<'_>> = (passages.sources().iter().enumerate())
        .map(|(place, it)| Listed { title: &it.title, parts: passages.parts(place).len() })
        .collect();
    let best = passages.search(debate.topic.as_str(), BEST).into_iter();
    let best: Vec<Excerpt<'_>> =
        best.map(|it| Excerpt { id: it.place.to_string(), text: passages.shown(it) }).collect();
    fill(file, &[("attached", &view::attached(&list, &best, room))]).map(Some)
}
