//! A round summed up, for people (D-36).
//!
//! Made of fields and of participants' own words; every line names the turns it comes from. Not here: how it is printed, and what a
//! participant is shown of it.
use crate::ballots::Count;
use crate::measure::convergence::{self, Flag};
use crate::measure::metrics::Metrics;
use crate::measure::novelty::News;
use crate::measure::rounded;
use crate::outcome::label::Label;
use debate::ballot::OnOption;
use debate::event::RoundKind;
use debate::state::Held;
use debate::state::registry::{Critique, id};
use debate::{Act, Consent, Debate, Letter, Name, Round, Spoken, Stance, Vote};
use serde::Serialize;
use std::fmt;

/// What came of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundSummary {
    /// Which round.
    pub round: u32,
    /// What kind of round.
    pub kind: RoundKind,
    /// How far they agree.
    pub status: Status,
    /// Share of pairs with the same ballot (B-10); absent where fewer than two have one.
    pub score: Option<f64>,
    /// What at least two hold.
    pub agreements: Vec<Agreed>,
    /// What they do not agree on, with who stands where.
    pub disagreements: Vec<Disagreement>,
    /// Who said what, by seat.
    pub participants: Vec<Line>,
    /// Sources that came up in the round.
    pub evidence: Vec<Cited>,
    /// What is notable of its course (E-20).
    pub flags: Vec<Flag>,
    /// What was measured, against what, and what follows (E-22).
    pub metrics: Metrics,
}

/// How far a table agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No option has more than half.
    Low,
    /// More than half hold one, and somebody blocks it or has not said.
    Medium,
    /// More than half hold one, and everybody else would sign it.
    High,
}

impl Status {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Low => "low",
            Status::Medium => "medium",
            Status::High => "high",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A turn that a line comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct From {
    /// Of which round.
    pub round: u32,
    /// Whose.
    pub by: Name,
}

/// Something that at least two hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreed {
    /// What, in the words of one of them.
    pub text: String,
    /// The claim's id; absent for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The strongest kind of evidence that it rests on, or is; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests: Option<debate::Kind>,
    /// The turns that say so, one of each holder.
    pub from: Vec<From>,
}

/// Something they do not agree on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// What kind.
    pub kind: Kind,
    /// Who stands where.
    pub sides: Vec<Agreed>,
}

/// How a disagreement shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Different options are held.
    Different,
    /// A claim is denied.
    Challenged,
    /// Somebody would not sign.
    Blocked,
}

/// A participant in the round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its turn.
    pub from: From,
    /// What it looks at first: its role or its discipline where the mode gives one, else its perspective (D-16).
    pub outlook: &'static str,
    /// The side it takes, where the mode assigns one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// How sure it is.
    pub confidence: Option<f64>,
    /// How much surer than in its turn before; absent where either gave none.
    pub change: Option<f64>,
    /// What it holds: an option in words, or an estimate; nothing where it cast no ballot.
    pub holds: Option<String>,
    /// Whether it would sign the option that leads (B-06).
    pub vote: Option<Vote>,
    /// What to remember of it: its first key point, else its position.
    pub key_point: Option<String>,
}

/// A source that came up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cited {
    /// Its id, `E1`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: Option<String>,
    /// What kind of evidence it is; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests: Option<debate::Kind>,
    /// The turns that cite it.
    pub from: Vec<From>,
}

impl RoundSummary {
    /// Sums up the round of that number; none where it was not opened.
    pub fn of(debate: &Debate, round: u32) -> Option<RoundSummary> {
        let round = debate.rounds.iter().find(|it| it.number == round)?;
        let news = News::of(debate);
        let count = Count::of_round(debate, round);
        let score = count.agreement();
        Some(RoundSummary {
            round: round.number,
            kind: round.kind,
            status: status(&count),
            score,
            agreements: agreements(debate, &news, round, &count),
            disagreements: disagreements(debate, &news, round, &count),
            participants: round.spoken.iter().map(|it| line(debate, round, &count, it)).collect(),
            evidence: evidence(&news, round),
            flags: convergence::flags(debate, &news, round),
            metrics: Metrics::of(debate, &news, round),
        })
    }
}

fn status(count: &Count<'_>) -> Status {
    match count.label(count.leader()) {
        Label::Consensus => Status::High,
        Label::Partial => Status::Medium,
        Label::Dissensus | Label::Insufficient | Label::Escalated => Status::Low,
    }
}

fn turn(round: &Round, spoken: &Spoken) -> From {
    From { round: round.number, by: spoken.by.clone() }
}

/// The options that somebody holds, with the turns of their holders.
fn sides(debate: &Debate, round: &Round, count: &Count<'_>) -> Vec<Agreed> {
    let side = |(letter, _): (Letter, usize)| Agreed {
        text: debate.headline(letter).unwrap_or_default().to_owned(),
        claim: None,
        rests: None,
        from: count.holders(letter).map(|it| turn(round, it.spoken)).collect(),
    };
    count.tally().into_iter().map(side).collect()
}

/// Options and claims that at least two hold; of the claims those that somebody made in this round.
fn agreements(debate: &Debate, news: &News, round: &Round, count: &Count<'_>) -> Vec<Agreed> {
    let shared = sides(debate, round, count).into_iter().filter(|it| it.from.len() > 1);
    let is_made_now = |place: usize| round.spoken.iter().any(|it| news.claims_of(round, &it.by).contains(&place));
    let claims = (0..news.registry().claims.len()).filter(|it| is_made_now(*it));
    let claims = claims.filter_map(|it| claim(debate, news, round, it)).filter(|it| it.from.len() > 1);
    shared.chain(claims).collect()
}

/// A claim with the last turn of each who has made it up to a round.
fn claim(debate: &Debate, news: &News, upto: &Round, place: usize) -> Option<Agreed> {
    let known = news.registry().claims.get(place)?;
    let rounds = || debate.rounds.iter().rev().filter(|it| it.number <= upto.number);
    let last = |name: &Name| rounds().find(|it| news.claims_of(it, name).contains(&place));
    let holders = known.by.iter().filter_map(|name| Some(From { round: last(name)?.number, by: name.clone() }));
    let rests = news.registry().given(known, upto.number);
    Some(Agreed { text: known.text.clone(), claim: Some(id('C', place)), rests, from: holders.collect() })
}

fn disagreements(debate: &Debate, news: &News, round: &Round, count: &Count<'_>) -> Vec<Disagreement> {
    let sides = sides(debate, round, count);
    let apart = (sides.len() > 1).then_some(Disagreement { kind: Kind::Different, sides });
    let challenged = (0..news.registry().claims.len()).filter_map(|it| challenged(debate, news, round, it));
    let leader = count.leader();
    let blocking = round.spoken.iter().filter_map(|it| {
        let is_it = |on: &&OnOption| {
            on.stand == Consent::Blocker && Some(debate.resolved_after(on.option, round.number)) == leader
        };
        // Whoever was grouped with those who hold it does not block it.
        let it = Some(it).filter(|it| debate.held_after(it, round.number).and_then(Held::option) != leader)?;
        Some((it, it.turn.others.iter().find(is_it)?))
    });
    let blocked = blocking.map(|(it, on)| Disagreement {
        kind: Kind::Blocked,
        sides: vec![Agreed {
            text: on.why.clone().unwrap_or_else(|| "would not sign, and does not say why".to_owned()),
            claim: None,
            rests: None,
            from: vec![turn(round, it)],
        }],
    });
    apart.into_iter().chain(challenged).chain(blocked).collect()
}

/// A claim that was denied in the round, with who holds it and on what grounds others do not.
fn challenged(debate: &Debate, news: &News, round: &Round, place: usize) -> Option<Disagreement> {
    let denials = round.spoken.iter().filter_map(|it| {
        let denial = it.turn.moves.iter().find(|it| it.act == Act::Challenge && it.claim == id('C', place))?;
        let critique = critique(news, round, &it.by, place);
        let parts: Vec<String> = denial.why.iter().cloned().chain(critique.into_iter().flat_map(said)).collect();
        let is_bare = parts.is_empty();
        let text = if is_bare { "denied, and it is not said why".to_owned() } else { parts.join("; ") };
        let rests = critique.and_then(|it| Some(it.counter.as_ref()?.kind));
        Some(Agreed { text, claim: Some(id('C', place)), rests, from: vec![turn(round, it)] })
    });
    let denials: Vec<Agreed> = denials.collect();
    let held = claim(debate, news, round, place).filter(|_| !denials.is_empty())?;
    Some(Disagreement { kind: Kind::Challenged, sides: [held].into_iter().chain(denials).collect() })
}

/// How somebody criticised a claim in a round (E-03).
fn critique<'a>(news: &'a News, round: &Round, by: &Name, place: usize) -> Option<&'a Critique> {
    let mut touches = news.registry().claims.get(place)?.touches.iter();
    touches.find(|it| it.round == round.number && it.by == *by && it.critique.is_some())?.critique.as_ref()
}

/// The parts of a critique in words.
fn said(critique: &Critique) -> Vec<String> {
    let Critique { assessment, counter, synthesis } = critique;
    let counter = counter.as_ref().map(|it| {
        let weaker = if it.is_weaker { ", which is weaker" } else { "" };
        format!("against it, {}{weaker}: {}", it.kind, it.text)
    });
    let assessment = assessment.as_ref().map(|it| format!("its evidence: {it}"));
    let synthesis = synthesis.as_ref().map(|it| format!("in its place: {it}"));
    [assessment, counter, synthesis].into_iter().flatten().collect()
}

/// What a participant looks at first.
fn outlook(debate: &Debate, name: &Name) -> &'static str {
    debate.participant(name).map_or("", |it| debate.outlook(it))
}

fn line(debate: &Debate, round: &Round, count: &Count<'_>, spoken: &Spoken) -> Line {
    let before = debate.rounds.iter().rev().filter(|it| it.number < round.number);
    let before = before.into_iter().find_map(|it| it.said_by(&spoken.by)).and_then(|it| it.turn.confidence);
    let turn_of = &spoken.turn;
    let voter = count.voters.iter().find(|it| *it.name() == spoken.by);
    Line {
        outlook: outlook(debate, &spoken.by),
        from: turn(round, spoken),
        stance: turn_of.stance,
        confidence: turn_of.confidence,
        change: turn_of.confidence.zip(before).map(|(now, then)| rounded(now - then)),
        holds: debate.held_after(spoken, round.number).map(|it| crate::outcome::verdict::held(debate, it)),
        vote: voter.zip(count.leader()).and_then(|(it, leader)| count.vote(it, leader)),
        key_point: turn_of.key_points.first().cloned().or_else(|| turn_of.position.clone()),
    }
}

/// Sources that came up in the round, with the turns whose claims and counters cite them.
fn evidence(news: &News, round: &Round) -> Vec<Cited> {
    let cites = |name: &Name, source: usize| {
        let claims = news.claims_of(round, name).iter().filter_map(|it| news.registry().claims.get(*it));
        let is_against = |place: usize| {
            let counter = critique(news, round, name, place).and_then(|it| it.counter.as_ref());
            counter.is_some_and(|it| it.sources.contains(&source))
        };
        claims.into_iter().any(|it| it.evidence.contains(&source)) || (0..news.registry().claims.len()).any(is_against)
    };
    let new = news.registry().evidence.iter().enumerate().filter(|(_, it)| it.introduced == round.number);
    new.map(|(place, it)| Cited {
        id: id('E', place),
        title: it.title.clone(),
        url: it.url.clone(),
        rests: it.rests_by(round.number),
        from: round
            .spoken
            .iter()
            .filter(|spoken| it.by.contains(&spoken.by) && cites(&spoken.by, place))
            .map(|it| turn(round, it))
            .collect(),
    })
    .collect()
}
