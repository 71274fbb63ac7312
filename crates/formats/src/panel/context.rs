//! The parts of a panel prompt that show the debate so far, each with its own token limit, so that the whole stays within the total (P-15, P-23).
//!
//! Text by a persona or a participant is on a quoted line of its own (O-41). Code makes the summaries, in the participants' own words. Not
//! here: which parts a question has, and the limit of each (`prompt`).
use super::{aspect, rules};
use crate::data::ShownStatement;
use crate::prompt::{TemplateError, fill};
use analysis::crux::BeliefUpdates;
use debate::event::RoundKind;
use debate::state::registry::id;
use debate::text::Meter;
use debate::{CallId, ChunkId, Debate, Name, Persona, RoomId, Round, text};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

macro_rules! files {
    ($($name:ident = $path:literal),+ $(,)?) => {
        $(const $name: &str = include_str!(concat!("../../prompts/panel/", $path));)+
    };
}

files! {
    CARDS = "cards.md",
    CHANGED = "changed.md",
    CLAIMS = "claims.md",
    EARLIER = "earlier.md",
    HOLD = "hold.md",
    OPEN = "open.md",
    PERSON = "person.md",
    REMIND = "remind.md",
    UNGROUNDED = "ungrounded.md",
}

/// The recorded name of a recall by words and vectors.
pub const MEANING: &str = "words and meaning";
/// The most tokens of a belief; a longer one is left out, for a part of it may lack its condition. Ours: twice an edge with long ends.
const BELIEF: usize = 72;
/// The most beliefs of a turn (P-04: three to five).
const BELIEFS: usize = 5;
/// The fewest tokens that a statement is cut to; a shorter one is left out. Ours: fewer say nothing.
const FEWEST: usize = 12;
/// The most tokens of a position of an earlier round: a longer one is shown by its first sentence. Ours: three lines.
const POSITION: usize = 90;
/// The most tokens of a name. Ours: longer ones are cut.
const NAMED: usize = 16;
/// Divisor of the tokens for beliefs: changes from rooms get at most a half. Ours: concessions stand whole, and what the persona wrote matters
/// as much.
const CHANGED_SHARE: usize = 2;
/// The tokens of the separator between two parts.
pub(super) const BETWEEN: usize = 2;
/// Key beliefs of a reminder (P-05: two or three).
const KEYS: usize = 3;
/// The most tokens of an identity in a reminder. Ours: its first sentence or two.
const WHO: usize = 50;

/// A text on one line, without invisible characters.
pub(super) fn one(words: &str) -> String {
    text::one_line(&text::clean(words).text)
}

/// A name as prompts show it.
pub(super) fn name(name: &Name) -> String {
    text::clip(&one(name.as_str()), NAMED - 1).into_owned()
}

/// The beginning of a line that fits into `most` tokens: whole sentences where one fits, else words.
pub(super) fn fits(words: &str, most: usize) -> String {
    sentences_within(words, most).unwrap_or_else(|| text::clip(words, most.saturating_sub(1)).into_owned())
}

/// The whole sentences at the beginning of a line that fit into `most` tokens, if one does.
fn sentences_within(words: &str, most: usize) -> Option<String> {
    if text::tokens(words) <= most {
        return Some(words.to_owned());
    }
    let (mut meter, mut read, mut end) = (Meter::default(), 0, 0);
    for (at, mark) in words.match_indices(['.', '!', '?', '。', '！', '？']) {
        let after = at + mark.len();
        let rest = words.get(after..).unwrap_or_default();
        let is_end = rest.is_empty() || rest.starts_with(' ') || !mark.is_ascii();
        meter = meter.and(words.get(read..after).unwrap_or_default());
        read = after;
        if meter.tokens() > most {
            break;
        }
        if is_end {
            end = after;
        }
    }
    words.get(..end).filter(|it| !it.is_empty()).map(str::to_owned)
}

/// The fewest tokens of a quoted line: the speaker's name, and enough words to say something.
pub(super) fn least(by: &Name) -> usize {
    text::tokens(&format!("| {}: ", name(by))) + FEWEST
}

/// Words on a quoted line after the speaker's name, in at most `most` tokens.
pub(super) fn line(by: &Name, words: &str, most: usize) -> String {
    said(by, None, words, most).to_string()
}

/// What somebody says, as a line of at most `most` tokens shows it. By its id a turn can name it (P-40).
pub(super) fn said(by: &Name, id: Option<&str>, words: &str, most: usize) -> ShownStatement {
    let mut said = ShownStatement { by: name(by), id: id.map(str::to_owned), words: String::new() };
    let left = most.saturating_sub(text::tokens(&said.to_string()));
    said.words = fits(words, left);
    said
}

impl fmt::Display for ShownStatement {
    /// A quoted line: the speaker, the id, the words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShownStatement { by, id, words } = self;
        match id {
            Some(id) => write!(f, "| {by} ({id}): {words}"),
            None => write!(f, "| {by}: {words}"),
        }
    }
}

/// Quoted lines, one below the other.
pub(super) fn lines<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join("\n")
}

/// As many whole lines as fit into `most` tokens; a line that does not fit is left out.
pub(super) fn whole<T: ToString>(lines: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let mut left = most;
    let mut kept = Vec::new();
    for line in lines {
        let cost = text::tokens(&line.to_string()) + 1;
        if cost <= left {
            left -= cost;
            kept.push(line);
        }
    }
    kept
}

/// A part with as many of its lines as fit, each in the first of its forms that fits: a line that does not fit at all is left out, and never cut
/// inside a sentence (P-15). None where no line is left.
pub(super) fn part<'a>(
    template: &str,
    variables: &[(&str, &str)],
    lines_as: &str,
    lines: impl Iterator<Item = Vec<Cow<'a, str>>>,
    most: usize,
) -> Result<Option<String>, TemplateError> {
    Ok(with_lines(template, variables, lines_as, lines, most)?.map(|(part, _)| part))
}

/// A part, and the lines that it has.
type WithLines<'a> = (String, Vec<Cow<'a, str>>);

/// The same, with the lines that it has.
fn with_lines<'a>(
    template: &str,
    variables: &[(&str, &str)],
    lines_as: &str,
    lines: impl Iterator<Item = Vec<Cow<'a, str>>>,
    most: usize,
) -> Result<Option<WithLines<'a>>, TemplateError> {
    let filled = |lines: &str| {
        let mut all = variables.to_vec();
        all.push((lines_as, lines));
        fill(template, &all)
    };
    let mut left = most.saturating_sub(text::tokens(&filled("")?) + 1);
    let mut kept: Vec<Cow<'a, str>> = Vec::new();
    for forms in lines {
        let cost = |it: &Cow<'a, str>| text::tokens(it) + 1;
        if let Some(line) = forms.into_iter().find(|it| cost(it) <= left) {
            left -= cost(&line);
            kept.push(line);
        }
    }
    if kept.is_empty() { Ok(None) } else { Ok(Some((filled(&kept.join("\n"))?, kept))) }
}

/// A part of a persona's own description, of which the last line that fits only in part is shown in part.
pub(super) fn part_cut(
    template: &str,
    variables: &[(&str, &str)],
    lines_as: &str,
    lines: &[String],
    most: usize,
) -> Result<Option<String>, TemplateError> {
    let mut variables = variables.to_vec();
    variables.push((lines_as, ""));
    let mut left = most.saturating_sub(text::tokens(&fill(template, &variables)?) + 1);
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        let cost = text::tokens(line) + 1;
        if cost > left {
            let shorter = first_sentences(line, left.saturating_sub(1));
            // What its author wrote is never cut inside a sentence.
            let is_cut = kept.is_empty() && left > FEWEST && lines_as != "anchors";
            let shorter = shorter.or_else(|| is_cut.then(|| fits(line, left - 1)));
            let is_shortened = shorter.is_some();
            kept.extend(shorter);
            if is_shortened {
                break;
            }
            continue;
        }
        left -= cost;
        kept.push(line.clone());
    }
    variables.pop();
    let kept_lines = kept.join("\n");
    variables.push((lines_as, &kept_lines));
    if kept.is_empty() { Ok(None) } else { fill(template, &variables).map(Some) }
}

/// The first sentences of a line, as many as fit; none where the first does not.
fn first_sentences(line: &str, most: usize) -> Option<String> {
    let sentences = text::sentences(line);
    let mut forms = (1..sentences.len()).rev().filter_map(|it| Some(sentences.get(..it)?.join(" ")));
    forms.find(|it| text::tokens(it) <= most)
}

/// A line that has one form.
fn as_is(line: String) -> Vec<Cow<'static, str>> {
    vec![Cow::Owned(line)]
}

/// Each participant's position in each earlier round, one whole sentence on a line of its own, the reader's first (P-15). Where not all fit,
/// the earliest rounds are left out, and that is said.
pub(super) fn earlier(debate: &Debate, who: &Name, before: u32, most: usize) -> Result<Option<String>, TemplateError> {
    let rounds: Vec<&Round> = debate.rounds.iter().filter(|it| it.number < before && !it.spoken.is_empty()).collect();
    let omitted = |rounds: usize| format!("({rounds} earlier rounds are left out)");
    let mut left = most.saturating_sub(text::tokens(EARLIER) + text::tokens(&omitted(rounds.len())) + 2);
    let mut shown: Vec<Vec<String>> = Vec::new();
    for round in rounds.iter().rev() {
        let lines = positions(round, who);
        let cost: usize = lines.iter().map(|it| text::tokens(it) + 1).sum();
        if cost > left {
            // Of the latest round, what fits is better than nothing.
            if shown.is_empty() {
                shown.push(whole(lines.into_iter(), left));
            }
            break;
        }
        left -= cost;
        shown.push(lines);
    }
    let gone = rounds.len() - shown.len();
    let note = (gone > 0 && !shown.is_empty()).then(|| omitted(gone));
    let lines: Vec<String> = note.into_iter().chain(shown.into_iter().rev().flatten()).collect();
    if lines.is_empty() { Ok(None) } else { fill(EARLIER, &[("earlier", &lines.join("\n"))]).map(Some) }
}

/// A round's positions, a line each: `| opening, you: …`.
fn positions(round: &Round, who: &Name) -> Vec<String> {
    let what = match (round.kind, &round.focus) {
        (RoundKind::Opening, _) => "opening".to_owned(),
        (RoundKind::Closing, _) => "closing".to_owned(),
        (RoundKind::Take | RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot, _) => {
            format!("round {}", round.number)
        }
    };
    let mut spoken: Vec<(&Name, &String)> =
        round.spoken.iter().filter_map(|it| Some((&it.by, it.turn.position.as_ref()?))).collect();
    spoken.sort_by_key(|(by, _)| *by != who);
    let aspect = round.focus.as_ref().map(|it| format!("| {what}, the aspect: {}", sentence(it)));
    let line = |(by, position): (&Name, &String)| {
        let by = if by == who { "you".to_owned() } else { name(by) };
        format!("| {what}, {by}: {}", sentence(position))
    };
    aspect.into_iter().filter(|_| !spoken.is_empty()).chain(spoken.iter().copied().map(line)).collect()
}

/// A position: whole where it is short, otherwise its first sentence, whole however long.
fn sentence(position: &str) -> String {
    let words = one(position);
    if text::tokens(&words) <= POSITION {
        return words;
    }
    text::sentences(&words).first().map(|it| (*it).to_owned()).unwrap_or(words)
}

/// Claims of others in the rounds before, whole, the latest rounds first (P-40).
pub(super) fn claims(
    debate: &Debate,
    who: &Name,
    before: u32,
    most: usize,
) -> Result<Option<(String, Vec<ShownStatement>)>, TemplateError> {
    let rounds = debate.rounds.iter().rev().filter(|it| it.number < before);
    let spoken = rounds.flat_map(|it| &it.spoken).filter(|it| it.by != *who);
    let places = spoken.flat_map(|it| it.claims.iter().map(move |place| (*place, &it.by)));
    let line = |(place, by): (usize, &Name)| {
        let known = debate.registry.claims.get(place)?;
        Some(said(by, Some(&id('C', place)), &one(&known.text), usize::MAX))
    };
    let mut all: Vec<ShownStatement> = Vec::new();
    for it in places.filter_map(line) {
        if !all.contains(&it) {
            all.push(it);
        }
    }
    let left = most.saturating_sub(text::tokens(CLAIMS) + 1);
    let all = whole(all.into_iter(), left);
    if all.is_empty() { Ok(None) } else { Ok(Some((fill(CLAIMS, &[("claims", &lines(&all))])?, all))) }
}

/// Disagreements of earlier rounds that have no card.
pub(super) fn open(debate: &Debate, before: u32, most: usize) -> Result<Option<String>, TemplateError> {
    let rooms = debate.panel.rooms.iter().rev().filter(|it| it.round < before);
    let rooms = rooms.filter(|it| it.settled.is_none() && it.left.is_none() && it.card().is_none());
    let about = |round| aspect(debate, round).unwrap_or(debate.topic.as_str());
    let line = |it: &debate::state::Room| {
        let about = it.question.as_deref().unwrap_or_else(|| about(it.round));
        as_is(format!("| {} and {}: {}", name(&it.a), name(&it.b), one(about)))
    };
    part(OPEN, &[], "open", rooms.map(line), most)
}

/// Cards of earlier rounds, latest first: who disagrees about what, never who is right (P-15). Question and crux are whole; where both do not
/// fit, the question alone stands with the answers.
pub(super) fn cards(debate: &Debate, before: u32, most: usize) -> Result<Option<String>, TemplateError> {
    let cards: Vec<_> = debate.panel.cards().filter(|(room, _)| room.round < before).collect();
    let line = |(_, card): &(&debate::state::Room, &debate::Card)| {
        let sides = card.positions.iter().map(|it| format!("{} {}", name(&it.by), it.told()));
        let state = card.state();
        let kind = card.kind.map(|it| format!("{it}, ")).unwrap_or_default();
        let (question, crux, sides) = (one(&card.question), one(&card.crux), sides.collect::<Vec<_>>().join(", "));
        let whole = format!("| {question} {sides}. It turns on ({kind}{state}): {crux}");
        vec![Cow::Owned(whole), Cow::Owned(format!("| {question} {sides} ({kind}{state})."))]
    };
    part(CARDS, &[], "cards", cards.iter().rev().map(line), most)
}

/// A person's remarks on continuing the debate, latest first.
pub(super) fn person(debate: &Debate, most: usize) -> Result<Option<String>, TemplateError> {
    let said = debate.continued.iter().rev().filter_map(|it| it.said.as_deref());
    // What a person said is shown in any case, however long it is.
    let left = most.saturating_sub(text::tokens(PERSON) + 2);
    part(PERSON, &[], "said", said.map(|it| as_is(fits(&one(it), left))), most)
}

/// A persona's beliefs that are relevant to a question, with their passages, and its changes of mind in rooms (P-04, P-06). Beliefs that it
/// gave up are left out.
pub(super) fn hold(
    debate: &Debate,
    who: &Name,
    mind: &BeliefUpdates,
    call: &CallId,
    most: usize,
) -> Result<Hold, TemplateError> {
    let changed = part(CHANGED, &[], "changed", changed(debate, mind).into_iter(), most / CHANGED_SHARE)?;
    let left = most.saturating_sub(changed.as_ref().map_or(0, |it| text::tokens(it) + BETWEEN));
    let held = held(debate, who, call, &mind.given_up(), left)?;
    let parts: Vec<String> = [held.words, changed].into_iter().flatten().collect();
    Ok(Hold { words: (!parts.is_empty()).then(|| parts.join("\n\n")), ..held })
}

/// A persona's beliefs on a question.
#[derive(Default)]
pub(super) struct Hold {
    /// The part of the prompt.
    pub(super) words: Option<String>,
    /// The beliefs that it shows whole.
    pub(super) beliefs: Vec<String>,
    /// The passages that it shows whole.
    pub(super) passages: Vec<String>,
}

/// What a participant accepted and rejected in rooms, whole, latest first, each with its crux where that fits.
fn changed(debate: &Debate, mind: &BeliefUpdates) -> Vec<Vec<Cow<'static, str>>> {
    let accepted = mind.accepted.iter().map(|it| ("Accepted", it));
    let mut all: Vec<_> = accepted.chain(mind.rejected.iter().map(|it| ("Rejected", it))).collect();
    let place = |room: &RoomId| debate.panel.rooms.iter().position(|it| it.id == *room);
    all.sort_by_key(|(_, (room, _))| Reverse(place(room)));
    let line = |(what, (room, words)): (&str, &(RoomId, String))| {
        let crux = debate.panel.room(room).and_then(|it| it.card()).map(|it| one(&it.crux)).unwrap_or_default();
        let words = one(words);
        vec![Cow::Owned(format!("| {what} ({crux}): {words}")), Cow::Owned(format!("| {what}: {words}"))]
    };
    all.into_iter().map(line).collect()
}

/// A persona's relevant beliefs, or a line that says that there are none.
fn held(
    debate: &Debate,
    who: &Name,
    call: &CallId,
    given_up: &BTreeSet<&str>,
    most: usize,
) -> Result<Hold, TemplateError> {
    let (Some(persona), Some(recalled)) = (debate.panel.personas.get(who), debate.panel.recalled.get(call)) else {
        return Ok(Hold::default());
    };
    // Without ids, which are in the log: small models recite them.
    let belief = |id: &String| persona.beliefs.words(id).map(|it| one(&it)).filter(|it| text::tokens(it) <= BELIEF);
    // Of a passage that does not fit, its first sentences may.
    let passage = |words: &str| {
        let words = one(words);
        let sentences = text::sentences(&words);
        let forms = (1..=sentences.len()).rev().filter_map(|it| Some(sentences.get(..it)?.join(" ")));
        forms.map(|it| Cow::Owned(format!("| “{it}”"))).collect::<Vec<Cow<'static, str>>>()
    };
    let kept: Vec<&String> = recalled.beliefs.iter().filter(|it| !given_up.contains(it.as_str())).collect();
    // A passage of a chunk that states a belief since given up, and none that is held, is left out.
    let names = |id: &str, chunk: &ChunkId| persona.beliefs.chunks(id).contains(chunk);
    let is_held =
        |chunk: &ChunkId| !given_up.iter().any(|it| names(it, chunk)) || kept.iter().any(|it| names(it, chunk));
    // Who only quotes searches by words itself, and more strictly: nearness by words alone is too little to be quoted for.
    let is_too_faint = rules(debate).quote && recalled.how != MEANING;
    // Older logs do not name sentences: the first ones of each chunk are used.
    let passages: Vec<Vec<Cow<'static, str>>> = if is_too_faint {
        Vec::new()
    } else if recalled.quotes.is_empty() {
        let chunks = recalled.chunks.iter().filter(|it| is_held(it)).filter_map(|it| persona.chunk(it));
        chunks.map(|it| passage(&it.text)).collect()
    } else {
        recalled.quotes.iter().filter(|it| is_held(&it.chunk)).map(|it| passage(&it.text)).collect()
    };
    let beliefs: Vec<String> = kept.into_iter().filter_map(belief).take(BELIEFS).collect();
    // What a passage says in the same words is shown once, as the passage.
    let is_shown = |it: &&String| passages.iter().filter_map(|it| it.first()).any(|shown| says(shown, it));
    let told = beliefs.iter().filter(|it| !is_shown(it)).map(|it| as_is(format!("| - {it}")));
    let lines: Vec<Vec<Cow<'static, str>>> = told.chain(passages.iter().cloned()).collect();
    if lines.is_empty() {
        return Ok(Hold { words: Some(fill(UNGROUNDED, &[])?), ..Hold::default() });
    }
    let Some((words, lines)) = with_lines(HOLD, &[], "hold", lines.into_iter(), most)? else {
        return Ok(Hold::default());
    };
    // What was left out is not known to whoever reads the data either.
    let is_known =
        |it: &&String| lines.iter().any(|line| line.strip_prefix("| - ") == Some(it.as_str()) || says(line, it));
    let known = beliefs.iter().filter(is_known).cloned().collect();
    let passages = lines.iter().filter_map(|it| it.strip_prefix("| “")?.strip_suffix('”'));
    Ok(Hold { beliefs: known, passages: passages.map(str::to_owned).collect(), words: Some(words) })
}

/// Whether a line has the words of a belief, whatever case it begins with.
fn says(line: &str, belief: &str) -> bool {
    let words = |it: &str| it.trim_end_matches(['.', '!']).to_lowercase();
    words(line.trim_end_matches('”')).contains(&words(belief))
}

/// A short reminder of the persona, repeated after a number of its turns (P-05).
pub(super) fn remind(
    debate: &Debate,
    who: &Name,
    mind: &BeliefUpdates,
    turns: usize,
    most: usize,
) -> Result<Option<String>, TemplateError> {
    let every = usize::try_from(rules(debate).remind).unwrap_or(usize::MAX).max(1);
    let Some(persona) = debate.panel.personas.get(who).filter(|_| turns > 0 && turns.is_multiple_of(every)) else {
        return Ok(None);
    };
    let identity = fits(&one(&persona.contract.identity), WHO);
    let keys = keys(persona, &mind.given_up());
    let lines = [identity].into_iter().filter(|it| !it.is_empty()).chain(keys).map(|it| as_is(format!("| {it}")));
    part(REMIND, &[("name", &name(who))], "lines", lines, most)
}

/// The beliefs that a persona still holds: values first, then by firmness.
fn keys(persona: &Persona, given_up: &BTreeSet<&str>) -> Vec<String> {
    let mut nodes: Vec<_> = persona.beliefs.nodes.iter().filter(|it| !given_up.contains(it.id.as_str())).collect();
    nodes.sort_by_key(|it| (it.kind, Reverse((it.held.clamp(0.0, 1.0) * 1e6) as u64)));
    let concepts = nodes.iter().map(|it| one(&it.concept)).filter(|it| text::tokens(it) <= BELIEF);
    concepts.take(KEYS).collect()
}

/// How many turns a participant has had before a question of a round or a room. Turns in other rooms of the same round do not count, since
/// those rooms run concurrently.
pub(super) fn turns(debate: &Debate, who: &Name, round: u32, room: Option<usize>) -> usize {
    let is_before = |it: &&Round| it.number < round || (it.number == round && room.is_some());
    let rounds = debate.rounds.iter().filter(is_before).filter(|it| it.said_by(who).is_some()).count();
    let rooms = debate.panel.rooms.iter().enumerate().filter(|(at, it)| it.round < round || room == Some(*at));
    rounds + rooms.flat_map(|(_, it)| &it.said).filter(|it| it.by == *who).count()
}
