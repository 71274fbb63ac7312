//! Attached texts as every prompt of a debate shows them (O-10), and context that was supplied on request (I-25).
//!
//! The same for every reader in every round until something else is attached: it depends on the texts and the topic alone. Not here: how
//! texts are cut and searched (`analysis::evidence::passages`), and the tools that look further.
use super::{TemplateError, fill};
use analysis::evidence::passages::{Passage, Passages, screened};
use debate::view::{self, AnsweredNeed, Excerpt, Listed};
use debate::{Debate, Need, text};

/// The most passages that are quoted. Ours: three of the usual length fill the space.
const BEST: usize = 4;

/// The tokens of a passage's id and quotation marks.
const LINE: usize = 8;

/// The most tokens of attached texts that the full profile shows in full. Ours: two pages.
pub(super) const WHOLE: usize = 1_500;

/// The fewest bytes of a token: longer texts than this many for each allowed token are not measured.
const BYTES_A_TOKEN: usize = 8;

/// Whether prompts of the full profile show everything that is attached, so that no tool is needed to read it.
pub(crate) fn are_shown_whole(debate: &Debate) -> bool {
    let bytes: usize = debate.attached.iter().map(|it| it.text.len()).sum();
    if debate.attached.is_empty() || bytes > WHOLE * BYTES_A_TOKEN {
        return false;
    }
    let passages = Passages::of(&debate.attached);
    let parts = (0..passages.sources().len()).flat_map(|it| passages.parts(it));
    parts.map(|it| text::tokens(passages.shown(it)) + LINE).sum::<usize>() <= WHOLE
}

/// How many tokens of supplied context are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownTokens {
    /// Of one text.
    pub(super) each: usize,
    /// Of all of them.
    pub(super) all: usize,
}

/// The attached texts: in full where they take at most `whole` tokens, else the best passages in at most `room`; none where nothing is attached.
pub(super) fn attached(
    debate: &Debate,
    file: &str,
    room: usize,
    whole: usize,
    shown: ShownTokens,
) -> Result<Option<String>, TemplateError> {
    if debate.attached.is_empty() {
        return Ok(None);
    }
    let passages = Passages::of(&debate.attached);
    let list: Vec<Listed<'_>> = (passages.sources().iter().enumerate())
        .map(|(place, it)| Listed { title: &it.title, parts: passages.parts(place).len() })
        .collect();
    // A text shown in full under the request that it answers is not quoted again.
    let answers: Vec<usize> = debate.needs().into_iter().flat_map(|it| it.sources).collect();
    let is_shown = |source: usize| {
        let is_short = |text: &str| text::tokens(text) <= shown.each;
        answers.contains(&source) && debate.attached.get(source).is_some_and(|it| is_short(&it.text))
    };
    let excerpt = |it: &Passage| Excerpt { id: it.place.to_string(), text: passages.shown(it) };
    let sources = (0..passages.sources().len()).filter(|it| !is_shown(*it));
    let all: Vec<Excerpt<'_>> = sources.flat_map(|it| passages.parts(it)).map(excerpt).collect();
    let length: usize = all.iter().map(|it| text::tokens(it.text) + LINE).sum();
    if length <= whole {
        return fill(file, &[("attached", &view::attached(&list, &all, 2 * room + whole))]).map(Some);
    }
    let best = passages.search_in(debate.topic.as_str(), BEST, |it| !is_shown(it));
    let best: Vec<Excerpt<'_>> = best.into_iter().map(excerpt).collect();
    fill(file, &[("attached", &view::attached(&list, &best, room))]).map(Some)
}

/// Requests that were answered, latest first; none where there are none.
pub(super) fn brought(debate: &Debate, file: &str, shown: ShownTokens) -> Result<Option<String>, TemplateError> {
    let answered: Vec<Need> = debate.needs().into_iter().filter(|it| it.answered).rev().collect();
    if answered.is_empty() {
        return Ok(None);
    }
    let answer = |need: &Need| {
        let texts = need.sources.iter().filter_map(|it| Some((*it, debate.attached.get(*it)?)));
        let texts = texts.map(|(place, it)| (place, screened(&text::clip(&it.text, shown.each)).to_owned()));
        AnsweredNeed { id: need.id.clone(), what: need.what.clone(), texts: texts.collect() }
    };
    let answers: Vec<AnsweredNeed> = answered.iter().map(answer).collect();
    fill(file, &[("brought", &view::answered_needs(&answers, shown.all))]).map(Some)
}
