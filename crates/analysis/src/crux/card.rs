//! Builds a card from both sides' own words, and verifies a model's card against them (P-24).
//!
//! A card contains only what was said: an unstated kind is absent, and a room without the required statements has no card and says why.
use super::agreement;
use super::phrase;
use super::room_statements::{self, stands_in};
use super::same_crux;
use super::subject::{share, subject};
use crate::crux::thresholds::{CORE_SHARE, CRUX_SPOKEN};
use debate::crux::{Answered, CardPosition, CruxKind, Resolution, Words};
use debate::event::Stage;
use debate::state::registry::id;
use debate::state::{Room, RoomStatement};
use debate::text::uncited;
use debate::{Card, Debate, Name};
use prose::lexical;
use prose::opposition::Answers;
use prose::opposition::answer::Answer;
use prose::opposition::parsed_text::ParsedText;
use std::collections::BTreeSet;

/// The card made of both sides' own words, or why there is none.
pub fn card(debate: &Debate, room: &Room) -> Result<Card, String> {
    if agreement::is_closed_as_agreed(debate, room) {
        return Ok(agreement::card(debate, room));
    }
    let question = question(room)?;
    // A quotation was not written as an answer: the author's beliefs give the answer, and nothing is inferred from the text.
    let quotes = debate.rules.panel.as_ref().is_some_and(|it| it.quote);
    let asked = Some(question).filter(|_| !quotes);
    let positions = [stand(room, asked, &room.a)?, stand(room, asked, &room.b)?];
    let Some((a, b)) = same_crux::named(room) else {
        return Err(format!("{} and {} did not both say what the core thing is", room.a, room.b));
    };
    let is_same = match room.cores.last().filter(|it| it.after == room.said.len()).and_then(|it| it.same) {
        Some(same) => same,
        None => same_crux::same_core(room, &[]),
    };
    let (one, other) = (debate::text::one_line(&same_crux::words(a)), debate::text::one_line(&same_crux::words(b)));
    let crux =
        if is_same { phrase::unreasoned(&one).to_owned() } else { format!("{}: {one} / {}: {other}", room.a, room.b) };
    let kind = a.turn.kind.filter(|it| is_same && b.turn.kind == Some(*it));
    let settling = phrase::settling(&crux).filter(|_| kind == Some(CruxKind::Empirical));
    let conceded = conceded(room);
    let resolved = resolution(debate, &positions, &conceded, room, question);
    Ok(Card {
        question: question.to_owned(),
        positions: positions.into(),
        crux,
        kind,
        finer: None,
        falsifiers: falsifiers(room),
        settling,
        conceded,
        agreed: None,
        resolved,
        claims: claims(debate, room),
    })
}

/// Conditions that would change each side's mind, as it said last.
pub(super) fn falsifiers(room: &Room) -> Vec<Words> {
    let last = |by: &Name| {
        let said = room_statements::inside(room, by).rev().find(|it| it.turn.falsifier.is_some())?;
        said.turn.falsifier.as_deref().map(|it| words_of(said, it))
    };
    [&room.a, &room.b].into_iter().filter_map(last).collect()
}

/// How a crux was settled: from revision 1 of the rules on only by opened evidence (P-21).
fn resolution(
    debate: &Debate,
    positions: &[CardPosition; 2],
    conceded: &[Words],
    room: &Room,
    question: &str,
) -> Option<Resolution> {
    if agreement::is_revised(debate) {
        agreement::settled(debate, room, positions)
    } else {
        resolved(positions, conceded, room, question)
    }
}

/// A model's card without everything that does not occur in the room, or why no card remains.
pub fn verified(debate: &Debate, room: &Room, drawn: Card) -> Result<Card, String> {
    let question = question(room)?;
    let held = |by: &Name| {
        let mut stands = drawn.positions.iter().filter(|it| it.by == *by);
        match (stands.next(), stands.next()) {
            (Some(it), None) => stood(room, it),
            (None, _) => Err(format!("it says nothing of what {by} holds")),
            (Some(_), Some(_)) => Err(format!("it has two positions of {by}")),
        }
    };
    let positions = [held(&room.a)?, held(&room.b)?];
    if let Some(stranger) = drawn.positions.iter().find(|it| it.by != room.a && it.by != room.b) {
        return Err(format!("{} is not in the room", stranger.by));
    }
    if drawn.crux.trim().is_empty() {
        return Err("it names no crux".to_owned());
    }
    if !is_spoken_of(room, &drawn.crux) {
        return Err("the crux it names is not what the two spoke of".to_owned());
    }
    let theirs = |list: Vec<Words>| -> Vec<Words> {
        let is_said = |it: &Words| {
            room.said.iter().any(|said| said.by == it.by && said.call == it.turn && stands_in(&it.words, said))
        };
        list.into_iter().filter(is_said).collect()
    };
    let quoted = theirs(drawn.conceded);
    let conceded = if agreement::is_revised(debate) { agreement::concessions(room, &quoted) } else { quoted };
    // The kind that both sides named overrides the model's.
    let called: Vec<CruxKind> =
        same_crux::named(room).into_iter().flat_map(|(a, b)| [a, b]).filter_map(|it| it.turn.kind).collect();
    // Only the two sides can settle it, not the model.
    let settled = resolution(debate, &positions, &conceded, room, question);
    let resolved = match (agreement::is_revised(debate), drawn.resolved) {
        // A model is not asked whether it is settled.
        (true, _) => settled,
        (false, None) => None,
        (false, Some(drawn)) => settled.map(|settled| match drawn.how.trim() {
            "" => settled,
            how => Resolution { how: how.to_owned(), ..settled },
        }),
    };
    Ok(Card {
        question: question.to_owned(),
        positions: positions.into(),
        crux: debate::text::one_line(&drawn.crux),
        kind: drawn.kind.filter(|it| called.iter().all(|called| called == it)),
        falsifiers: theirs(drawn.falsifiers),
        settling: drawn.settling.filter(|it| !it.trim().is_empty()),
        conceded,
        resolved,
        claims: claims(debate, room),
        ..drawn
    })
}

/// Whether most content words of a text occur in the room's question or statements. True for scripts without spaces, where that can't be
/// checked.
fn is_spoken_of(room: &Room, text: &str) -> bool {
    let told = |it: &RoomStatement| {
        let turn = &it.turn;
        let told = [Some(&turn.say), turn.core.as_ref(), turn.conceded.as_ref(), turn.falsifier.as_ref()];
        told.into_iter().flatten().flat_map(|it| subject(it)).collect::<Vec<_>>()
    };
    let mut spoken: BTreeSet<String> = room.said.iter().flat_map(told).collect();
    spoken.extend(room.question.as_deref().map(subject).unwrap_or_default());
    let named = subject(text);
    if named.iter().any(|it| it.chars().any(is_unspaced)) {
        return true;
    }
    !named.is_empty() && named.intersection(&spoken).count() as f64 >= CRUX_SPOKEN * named.len() as f64
}

/// Whether a letter belongs to a script without spaces between words: Thai, Lao, Khmer, Burmese, Chinese, Japanese.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn question(room: &Room) -> Result<&str, String> {
    room.question.as_deref().ok_or_else(|| format!("{} was never opened: there is no crux question", room.id))
}

/// The final position of a side: its position statement, or its latest statement with a different answer. A missing answer is inferred from
/// the words if a question is given.
fn stand(room: &Room, question: Option<&str>, by: &Name) -> Result<CardPosition, String> {
    let Some(first) = room.at(Stage::Position).find(|it| it.by == *by) else {
        return Err(format!("{by} never said what it holds"));
    };
    let is_other = |it: &&RoomStatement| it.turn.answer.is_some();
    let last = room_statements::inside(room, by).rev().find(is_other).filter(|it| it.turn.answer != first.turn.answer);
    let said = last.unwrap_or(first);
    let answer = said.turn.answer.or_else(|| read(question?, &uncited(&said.turn.say)));
    Ok(CardPosition { by: by.clone(), answer, words: said.turn.say.trim().to_owned(), turn: said.call.clone() })
}

/// The answer that words give to a question, if the speaker gave none. Ambiguous words do not count as "it depends".
fn read(question: &str, say: &str) -> Option<Answered> {
    let question = phrase::affirmed(question);
    let parsed = ParsedText::of(say);
    if let Some(is_yes) = parsed.answer.filter(|_| !lexical::is_conditional(say)) {
        return Some(if is_yes { Answered::Yes } else { Answered::No });
    }
    Answers::of(Some(question), say, say, &parsed, &parsed).one.map(|it| match it {
        Answer::For => Answered::Yes,
        Answer::Against => Answered::No,
    })
}

/// A position of a model's card, if the side really said it.
fn stood(room: &Room, stand: &CardPosition) -> Result<CardPosition, String> {
    let CardPosition { by, turn, words, answer } = stand;
    let Some(said) = room.said.iter().find(|it| it.call == *turn) else {
        return Err(format!("there is no turn `{turn}` in {}", room.id));
    };
    if said.by != *by {
        return Err(format!("`{turn}` is a turn of {}, not of {by}", said.by));
    }
    if !room_statements::stands(words, &said.turn.say) {
        return Err(format!("what it has {by} say does not stand in `{turn}`"));
    }
    if said.stage == Stage::Clash {
        return Err(format!("`{turn}` was said before the room was opened"));
    }
    // An earlier position no longer counts after a different answer.
    let own = room.said.iter().rev().filter(|it| it.by == *by && it.stage != Stage::Clash);
    match own.filter_map(|it| Some((it.turn.answer?, &it.call))).next() {
        Some((own, last)) if Some(own) != *answer => {
            Err(format!("{by} answers {own} in `{last}`, not {}", stand.told()))
        }
        Some(_) | None => Ok(stand.clone()),
    }
}

/// All concessions, whole and in order.
pub(super) fn conceded(room: &Room) -> Vec<Words> {
    let granted = |it: &RoomStatement| it.turn.conceded.as_deref().map(|words| words_of(it, words));
    room.said.iter().filter_map(granted).filter(|it| !it.words.is_empty()).collect()
}

pub(super) fn words_of(said: &RoomStatement, words: &str) -> Words {
    Words { by: said.by.clone(), words: words.trim().to_owned(), turn: said.call.clone() }
}

/// Whether the crux is settled: both give the same final answer, or one concedes it. If both say that it depends, it is not settled.
fn resolved(stands: &[CardPosition; 2], conceded: &[Words], room: &Room, question: &str) -> Option<Resolution> {
    let [a, b] = stands;
    let plain = |it: &CardPosition| it.answer.filter(|it| *it != Answered::Nuanced);
    if let Some(answer) = plain(a).filter(|it| plain(b) == Some(*it)) {
        let how = format!("both answer {answer} in the end");
        return Some(Resolution { answer, how, opened: Vec::new() });
    }
    let is_question = |it: &&Words| share(&subject(&it.words), &subject(question)) >= CORE_SHARE;
    let granted = conceded.iter().rev().find(is_question)?;
    let answer = plain(if granted.by == room.a { b } else { a })?;
    // A later, different answer shows that the concession was about something else.
    let since = room.said.iter().skip_while(|it| it.call != granted.turn).filter(|it| it.by == granted.by);
    let insists = since.filter_map(|it| it.turn.answer).any(|it| it != answer);
    let how = || format!("{} granted it: {}", granted.by, granted.words);
    (!insists).then(|| Resolution { answer, how: how(), opened: Vec::new() })
}

/// Ids of the claims of both takes.
pub(super) fn claims(debate: &Debate, room: &Room) -> Vec<String> {
    let mut ids: Vec<usize> = Vec::new();
    let (_, current) = debate.entered();
    let round = current.filter(|it| it.number == room.round);
    let Some(round) = round.as_ref().or_else(|| debate.rounds.iter().find(|it| it.number == room.round)) else {
        return Vec::new();
    };
    for by in [&room.a, &room.b] {
        ids.extend(round.said_by(by).into_iter().flat_map(|it| it.claims.iter().copied()));
    }
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(|it| id('C', it)).collect()
}
