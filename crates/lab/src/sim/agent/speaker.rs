//! The decision of a simulated participant as the answer of a model: its claims as sentences, and what it reads of those of others.
//!
//! A claim is one of four fixed sentences, so that the project's own checks find out what it is worth: a sum that holds or does not, a
//! cited source, or neither. Not here: what is decided.
use super::dials::{self, DialError, Dials};
use super::problem::{Problem, Quality, Statement};
use super::{Decision, MOST_OPTIONS, MOST_SEATS, Seen, Stated, brief, decide, guess};
use debate::Letter;
use debate::chance::draw;
use formats::data::{BallotOption, Claimed, Question};
use serde_json::{Map, Value, json};

/// Where the problem of a debate comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mind {
    /// It is given.
    Of(Problem),
    /// It is drawn from the topic, so that all participants of a debate share it.
    Drawn(dials::Question),
}

/// A simulated participant with dials, as a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speaker {
    /// Its properties.
    pub(crate) dials: Dials,
    /// What it is asked about.
    pub(crate) mind: Mind,
}

/// Words of a claim.
const NOTE: &str = "Note ";
const FOR: &str = " counts for option ";
const SOURCED: &str = ", as its source records";
const ASSERTED: &str = ", in the view of its author";

impl Speaker {
    /// The participant of a list such as `accuracy=0.8:right=B`.
    pub(crate) fn read(words: &str) -> Result<Speaker, DialError> {
        let (mut dials, mut question) = (Dials::default(), dials::Question::default());
        for part in words.split(':') {
            let (name, value) = part.split_once('=').ok_or_else(|| DialError::NoValue { part: part.to_owned() })?;
            let (name, value) = (name.trim(), value.trim());
            if dials::Question::NAMES.contains(&name) {
                question.set(name, value)?;
            } else {
                dials.set(name, value)?;
            }
        }
        Ok(Speaker { dials, mind: Mind::Drawn(question) })
    }

    /// Adds ballot, confidence, claims and reasons to an answer; whether it did. It does not where there are no given options to vote for.
    pub(crate) fn answer(&self, asked: &Question, fields: &mut Map<String, Value>) -> bool {
        let Some(problem) = self.problem(asked) else { return false };
        if asked.is_estimate {
            let it = guess(&self.dials, &problem, asked.seat, asked.round, &asked.estimates);
            let ballot = json!({"lowest": it.low, "highest": it.high, "best": it.best, "sure": 0.8, "counted": "Simulated: all of it."});
            fields.insert("ballot".to_owned(), ballot);
            return true;
        }
        let letter = |it: &Option<Letter>| it.and_then(|it| u8::try_from(it.place()).ok());
        let others: Vec<Option<u8>> = asked.ballots.iter().map(letter).collect();
        let said: Vec<(Option<&str>, Stated)> =
            asked.statements.iter().filter_map(|it| stated(&problem, asked.seat, it)).collect();
        let stated: Vec<Stated> = said.iter().map(|(_, it)| *it).collect();
        // Whoever argues a side states what it knows, whatever it speaks for.
        let candour = if asked.is_arguing { 1.0 } else { self.dials.candour };
        let decision = decide(
            &Dials { candour, ..self.dials },
            &problem,
            &Seen {
                round: asked.round,
                seat: asked.seat,
                held: letter(&asked.held),
                others: &others,
                stated: &stated,
                has_names: asked.has_names,
                is_secret: asked.is_closing,
            },
        );
        if asked.is_arguing {
            state(&problem, &decision, fields);
            return true;
        }
        let ids: Vec<&str> = decision.because().filter_map(|it| said.get(it)?.0).collect();
        fill(asked, &decision, &ids, fields);
        state(&problem, &decision, fields);
        true
    }

    /// What is wrong with its right option on this ballot, if anything.
    pub(crate) fn misfit(&self, asked: &Question) -> Option<String> {
        let Mind::Drawn(dials::Question { right: Some(right), .. }) = self.mind else { return None };
        let is_there = asked.given < 2 || right.place() < asked.given;
        let last = Letter::at(asked.given.saturating_sub(1));
        (!is_there).then(|| format!("`right={right}` names no option of this ballot; give a letter from A to {last}"))
    }

    fn problem(&self, asked: &Question) -> Option<Problem> {
        match self.mind {
            Mind::Of(problem) => Some(problem),
            Mind::Drawn(dials::Question { claims, facts, right }) => {
                let options = asked.given;
                let seats = asked.ballots.len();
                let is_votable = asked.is_estimate || (2..=MOST_OPTIONS).contains(&options);
                let fits = is_votable && (1..=MOST_SEATS).contains(&seats);
                let problem = Problem::draw(draw(&[&asked.topic]), seats, options, claims, facts);
                let right = right.and_then(|it| u8::try_from(it.place()).ok()).filter(|it| *it < problem.options);
                fits.then(|| right.map_or(problem, |it| problem.with_right(it)))
            }
        }
    }
}

/// Writes a decision into an answer. Reasons are the ids of claims, a term of others is not put.
fn fill(asked: &Question, decision: &Decision, ids: &[&str], fields: &mut Map<String, Value>) {
    let chosen = Letter::at(usize::from(decision.option));
    let word = |it: &BallotOption| (it.letter == chosen).then(|| json!({"choice": it.word, "headline": null}));
    let stand = |it: &BallotOption| {
        let is_other = it.held > 0 && it.letter != chosen;
        is_other.then(
            || json!({"option": it.letter, "stand": decision.stand, "why": "Simulated: my reasons are in my claims."}),
        )
    };
    let moved = asked.held.is_some_and(|it| it != chosen);
    let mut because: Vec<Value> = ids.iter().map(|id| json!({"id": id, "why": "simulated"})).collect();
    if moved && because.is_empty() {
        because.push(json!({"id": null, "why": "simulated: most of the others see it so"}));
    }
    // Where three options or more are on the ballot, all are ranked.
    let ranking: Vec<Letter> = decision.ranking().map(|it| Letter::at(usize::from(it))).collect();
    let ranking = if ranking.len() > 2 { json!(ranking) } else { Value::Null };
    let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    set("ballot", asked.options.iter().find_map(word).unwrap_or_default());
    set("confidence", json!(decision.confidence));
    set("others", json!(asked.options.iter().filter_map(stand).collect::<Vec<_>>()));
    set("ranking", ranking);
    set("terms", json!([]));
    set("on_terms", json!([]));
    set("because", json!(because));
}

/// Writes the claims of a decision, with their sources.
fn state(problem: &Problem, decision: &Decision, fields: &mut Map<String, Value>) {
    let (mut claims, mut references) = (Vec::new(), Vec::new());
    for (number, it) in (1..).zip(decision.says()) {
        let has_source = it.quality != Quality::Asserted;
        let (label, standing) = if has_source { ("FACT", "recalled") } else { ("ASSUME", "reasoned") };
        let mark = if has_source { format!(" [{number}]") } else { String::new() };
        claims.push(json!({"label": label, "text": format!("{}{mark}.", text(problem, &it)), "standing": standing}));
        if has_source {
            references
                .push(json!({"number": number, "title": format!("Simulated source of note {}", it.key), "url": null}));
        }
    }
    fields.insert("claims".to_owned(), json!(claims));
    fields.insert("references".to_owned(), json!(references));
}

/// A claim as a sentence, without its full stop and citation.
fn text(problem: &Problem, it: &Statement) -> String {
    if problem.facts.is_some_and(|it| it.brief) && it.quality == Quality::Sourced {
        return format!("{NOTE}{}: {}", it.key, brief::sentence(problem, it));
    }
    let head = format!("{NOTE}{}{FOR}{}", it.key, Letter::at(usize::from(it.option)));
    let (one, other) = factors(it.key);
    match it.quality {
        Quality::Confirmed => format!("{head}: {one} * {other} = {}", one * other),
        Quality::Refuted => format!("{head}: {one} * {other} = {}", one * other + 1),
        Quality::Sourced => format!("{head}{SOURCED}"),
        Quality::Asserted => format!("{head}{ASSERTED}"),
    }
}

/// The factors of a claim's sum.
fn factors(key: u16) -> (u32, u32) {
    (12 + u32::from(key % 7), 20 + u32::from(key))
}

/// A claim of an answer, with its id; none if it is not such a sentence.
fn stated<'a>(problem: &Problem, seat: usize, claimed: &'a Claimed) -> Option<(Option<&'a str>, Stated)> {
    let said = claimed.text.trim_start().strip_prefix(NOTE)?;
    let short = statement(said).map(|it| Stated::new(problem, it, claimed.introduced));
    let mut stated = short.or_else(|| {
        let (key, rest) = said.split_once(": ")?;
        // Without its full stop and citation.
        let sentence = rest.split(" [").next().unwrap_or(rest).trim_end_matches('.');
        let option = u8::try_from(brief::option(sentence)?.place()).ok()?;
        let statement = Statement { key: key.parse().ok()?, option, quality: Quality::Sourced };
        Some(Stated { read: brief::left(sentence, &statement), ..Stated::new(problem, statement, claimed.introduced) })
    })?;
    *stated.since.get_mut(seat)? = claimed.mine.unwrap_or_default();
    Some((Some(claimed.id.as_str()), stated))
}

/// The claim of one of the short sentences.
fn statement(said: &str) -> Option<Statement> {
    let (key, rest) = said.split_once(FOR)?;
    let letters = rest.find(|it: char| !it.is_ascii_uppercase()).unwrap_or(rest.len());
    let (letter, rest) = rest.split_at_checked(letters)?;
    let (key, option) = (key.parse::<u16>().ok()?, letter.parse::<Letter>().ok()?.place());
    let (one, other) = factors(key);
    let quality = match rest.strip_prefix(": ") {
        Some(sum) if sum.contains(&format!("= {}", one * other)) => Quality::Confirmed,
        Some(_) => Quality::Refuted,
        None if rest.starts_with(SOURCED) => Quality::Sourced,
        None => Quality::Asserted,
    };
    Some(Statement { key, option: u8::try_from(option).ok()?, quality })
}
