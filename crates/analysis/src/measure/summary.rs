//! The summary of a round for people (D-36).
//!
//! Built from fields and verbatim texts; every line names its turns. Not here: displaying it, and what participants see of it.
use crate::ballots::Count;
use crate::decision::label::Label;
use crate::measure::convergence::{self, Flag};
use crate::measure::metrics::{Follows, Metrics};
use crate::measure::novelty::NovelClaims;
use crate::measure::rounded;
use debate::ballot::OnOption;
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::state::registry::{Critique, id};
use debate::{Act, Consent, Debate, Letter, Name, Round, Spoken, Stance, Vote};
use serde::Serialize;
use std::fmt;

/// The summary of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundSummary {
    /// The round.
    pub round: u32,
    /// The kind of round.
    pub kind: RoundKind,
    /// The degree of agreement.
    pub status: Status,
    /// Fraction of pairs with the same ballot (B-10); absent with fewer than two ballots.
    pub score: Option<f64>,
    /// Options and claims held by at least two.
    pub agreements: Vec<Agreed>,
    /// Disagreements, with their sides.
    pub disagreements: Vec<Disagreement>,
    /// The participants, by seat.
    pub participants: Vec<Line>,
    /// Sources first cited in the round.
    pub evidence: Vec<Cited>,
    /// Notable events (E-20).
    pub flags: Vec<Flag>,
    /// Metrics and the exit rule (E-22).
    pub metrics: Metrics,
}

/// The degree of agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No option has more than half.
    Low,
    /// More than half hold one, and somebody blocks it or has not stated a vote.
    Medium,
    /// More than half hold one, and everybody else would accept it.
    High,
}

impl Status {
    /// Its display name.
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

/// The turn that a line comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct From {
    /// Its round.
    pub round: u32,
    /// Its author.
    pub by: Name,
}

/// An option or a claim held by at least two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreed {
    /// Its text, in the words of one of them.
    pub text: String,
    /// The claim's id; absent for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Its strongest kind of evidence; absent if evidence is not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests: Option<debate::Kind>,
    /// One turn of each holder.
    pub from: Vec<From>,
}

/// A disagreement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// Its kind.
    pub kind: Kind,
    /// Its sides.
    pub sides: Vec<Agreed>,
}

/// The kind of a disagreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Different options are held.
    Different,
    /// A claim is denied.
    Challenged,
    /// Somebody blocks the leading option.
    Blocked,
}

/// A participant in the round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its turn.
    pub from: From,
    /// What it examines first: its role or discipline if the mode assigns one, otherwise its perspective (D-16).
    pub outlook: &'static str,
    /// Its stance, if the mode assigns one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// Its confidence.
    pub confidence: Option<f64>,
    /// The change of confidence since its previous turn; absent if either is missing.
    pub change: Option<f64>,
    /// Its option in words, or its estimate; none without a ballot.
    pub holds: Option<String>,
    /// Its vote on the leading option (B-06).
    pub vote: Option<Vote>,
    /// Its first key point, otherwise its position.
    pub key_point: Option<String>,
}

/// A source first cited in the round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cited {
    /// Its id, `E1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
    /// Its kind of evidence; absent if evidence is not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests: Option<debate::Kind>,
    /// The turns that cite it.
    pub from: Vec<From>,
}

impl RoundSummary {
    /// The summary of the round with this number; none if it was not opened.
    pub fn of(debate: &Debate, round: u32) -> Option<RoundSummary> {
        let round = debate.rounds.iter().find(|it| it.number == round)?;
        let novel = NovelClaims::of(debate);
        let count = Count::of_round(debate, round);
        let score = count.agreement();
        let metrics = Metrics::of(debate, &novel, round);
        // Where the debate ends with the agreement, the next round can't test it, and the ruling says why it ends.
        let is_told = |it: &Flag| match it {
            Flag::EarlyConsensus { .. } => !matches!(metrics.ruling.then, Follows::Ends(_)),
            Flag::Divergence { .. } => true,
        };
        Some(RoundSummary {
            round: round.number,
            kind: round.kind,
            status: status(&count),
            score,
            agreements: agreements(debate, &novel, round, &count),
            disagreements: disagreements(debate, &novel, round, &count),
            participants: round.spoken.iter().map(|it| line(debate, round, &count, it)).collect(),
            evidence: evidence(&novel, round),
            flags: convergence::flags(debate, &novel, round).into_iter().filter(is_told).collect(),
            metrics,
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

/// The held options, with their holders' turns.
fn sides(debate: &Debate, round: &Round, count: &Count<'_>) -> Vec<Agreed> {
    let side = |(letter, _): (Letter, usize)| Agreed {
        text: debate.headline(letter).unwrap_or_default().to_owned(),
        claim: None,
        rests: None,
        from: count.holders(letter).map(|it| turn(round, it.spoken)).collect(),
    };
    count.tally().into_iter().map(side).collect()
}

/// Options and claims held by at least two; claims only if stated in this round.
fn agreements(debate: &Debate, novel: &NovelClaims, round: &Round, count: &Count<'_>) -> Vec<Agreed> {
    let shared = sides(debate, round, count).into_iter().filter(|it| it.from.len() > 1);
    let is_made_now = |place: usize| round.spoken.iter().any(|it| novel.claims_of(round, &it.by).contains(&place));
    let claims = (0..novel.registry().claims.len()).filter(|it| is_made_now(*it));
    let claims = claims.filter_map(|it| claim(debate, novel, round, it)).filter(|it| it.from.len() > 1);
    shared.chain(claims).collect()
}

/// A claim with the last turn of each author up to a round.
fn claim(debate: &Debate, novel: &NovelClaims, upto: &Round, place: usize) -> Option<Agreed> {
    let known = novel.registry().claims.get(place)?;
    let rounds = || debate.rounds.iter().rev().filter(|it| it.number <= upto.number);
    let last = |name: &Name| rounds().find(|it| novel.claims_of(it, name).contains(&place));
    let holders = known.by.iter().filter_map(|name| Some(From { round: last(name)?.number, by: name.clone() }));
    let rests = novel.registry().given(known, upto.number);
    Some(Agreed { text: known.text.clone(), claim: Some(id('C', place)), rests, from: holders.collect() })
}

fn disagreements(debate: &Debate, novel: &NovelClaims, round: &Round, count: &Count<'_>) -> Vec<Disagreement> {
    let sides = sides(debate, round, count);
    let apart = (sides.len() > 1).then_some(Disagreement { kind: Kind::Different, sides });
    let challenged = (0..novel.registry().claims.len()).filter_map(|it| challenged(debate, novel, round, it));
    let leader = count.leader();
    let blocking = round.spoken.iter().filter_map(|it| {
        let is_it = |on: &&OnOption| {
            on.stand == Consent::Blocker && Some(debate.resolved_after(on.option, round.number)) == leader
        };
        // A participant grouped with the holders does not block the option.
        let it =
            Some(it).filter(|it| debate.held_after(it, round.number).and_then(ResolvedBallot::option) != leader)?;
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

/// A claim denied in the round, with its holders and the reasons of the others.
fn challenged(debate: &Debate, novel: &NovelClaims, round: &Round, place: usize) -> Option<Disagreement> {
    let denials = round.spoken.iter().filter_map(|it| {
        let denial = it.turn.moves.iter().find(|it| it.act == Act::Challenge && it.claim == id('C', place))?;
        let critique = critique(novel, round, &it.by, place);
        let parts: Vec<String> = denial.why.iter().cloned().chain(critique.into_iter().flat_map(said)).collect();
        let is_bare = parts.is_empty();
        let text = if is_bare { "denied, and it is not said why".to_owned() } else { parts.join("; ") };
        let rests = critique.and_then(|it| Some(it.counter.as_ref()?.kind));
        Some(Agreed { text, claim: Some(id('C', place)), rests, from: vec![turn(round, it)] })
    });
    let denials: Vec<Agreed> = denials.collect();
    let held = claim(debate, novel, round, place).filter(|_| !denials.is_empty())?;
    Some(Disagreement { kind: Kind::Challenged, sides: [held].into_iter().chain(denials).collect() })
}

/// A participant's critique of a claim in a round (E-03).
fn critique<'a>(novel: &'a NovelClaims, round: &Round, by: &Name, place: usize) -> Option<&'a Critique> {
    let mut touches = novel.registry().claims.get(place)?.touches.iter();
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

/// The subject that a participant examines first.
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
        holds: debate.held_after(spoken, round.number).map(|it| crate::decision::verdict::held(debate, it)),
        vote: voter.zip(count.leader()).and_then(|(it, leader)| count.vote(it, leader)),
        key_point: turn_of.key_points.first().cloned().or_else(|| turn_of.position.clone()),
    }
}

/// Sources first cited in the round, with the turns that cite them.
fn evidence(novel: &NovelClaims, round: &Round) -> Vec<Cited> {
    let cites = |name: &Name, source: usize| {
        let claims = novel.claims_of(round, name).iter().filter_map(|it| novel.registry().claims.get(*it));
        let is_against = |place: usize| {
            let counter = critique(novel, round, name, place).and_then(|it| it.counter.as_ref());
            counter.is_some_and(|it| it.sources.contains(&source))
        };
        claims.into_iter().any(|it| it.evidence.contains(&source)) || (0..novel.registry().claims.len()).any(is_against)
    };
    let new = novel.registry().evidence.iter().enumerate().filter(|(_, it)| it.introduced == round.number);
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
