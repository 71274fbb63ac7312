//! From a debate to its verdict.
use super::ruled::{self, Ruled};
use super::{
    Decision, Evidence, Label, Lost, Metadata, PlainVote, RubricLine, Standing, Verdict, WeightsLine, changes, claims,
    minds, needs, panel, warnings,
};
use crate::accounting::Accounting;
use crate::backing::Weights;
use crate::checks::{self, Check};
use crate::diversity::Diversity;
use crate::exit::{self, Agreement, Rubric, Then};
use crate::positions::{self, Group, Reading, Relation};
use crate::statistics::tally;
use crate::thresholds::RUBRIC_CONFIDENCE;
use crate::voices;
use debate::event::Reason;
use debate::{Debate, Round, Spoken, Vote};

impl Verdict {
    /// The verdict of a debate as it stands; of one that goes on, a preliminary one.
    pub fn of(debate: &Debate) -> Verdict {
        let standing = exit::standing(debate);
        let checks = checks::of_registry(debate, &debate.entered().0);
        let last = standing.as_ref();
        let agreement = exit::standing_agreement(debate);
        let voices = voices(debate, last);
        let label = label(debate, last, agreement.as_ref());
        let ruled = last.filter(|_| label != Label::Insufficient).and_then(|it| Ruled::of(debate, it, &checks));
        let leading = last.and_then(|it| leading(debate, it, agreement.as_ref(), ruled.as_ref()));
        let backs_it = |it: &&Spoken| backs(debate, it, leading.as_ref(), ruled.as_ref());
        let backing = last.map_or(0, |it| it.spoken.iter().filter(backs_it).count());
        let label = ruled.as_ref().map_or(label, |it| it.label(label, backing, debate.participants.len()));
        let decision = decision(debate, label, last, leading.as_ref(), agreement.as_ref(), ruled.as_ref());
        let dissents = |it: &&Spoken| leading.is_some() && !backs(debate, it, leading.as_ref(), ruled.as_ref());
        Verdict {
            debate: debate.id.clone(),
            topic: debate.topic.clone(),
            plain_vote: plain_vote(debate, decision.position.as_deref(), ruled.as_ref()),
            participants: standings(debate, leading.as_ref(), ruled.as_ref()),
            evidence: evidence(debate, voices, &checks, ruled.as_ref()),
            metadata: metadata(debate, last, voices),
            changes: changes::of(debate, &decision, &checks),
            question: debate.closed.as_ref().and_then(|it| it.question.clone()),
            options: ruled.as_ref().map(Ruled::options).unwrap_or_default(),
            dissent: match (&ruled, last) {
                (Some(_), Some(round)) => ruled::dissent(round.spoken.iter().filter(dissents)),
                (None, _) | (_, None) => Vec::new(),
            },
            needs: needs::lines(debate),
            decision,
        }
    }
}

/// How many independent voices spoke in the round that decides.
fn voices(debate: &Debate, last: Option<&Round>) -> f64 {
    let spoken = last.map(|it| it.spoken.as_slice()).unwrap_or_default();
    if debate.rules.panel.as_ref().is_some_and(|it| it.quote) {
        // No model speaks: every author does.
        return spoken.len() as f64;
    }
    voices::effective(spoken.iter().filter_map(|it| debate.participant(&it.by)).map(|it| it.family.as_str()))
}

fn is_closed_as(debate: &Debate, why: Reason) -> bool {
    debate.closed.as_ref().is_some_and(|it| it.why == why)
}

fn label(debate: &Debate, last: Option<&Round>, agreement: Option<&Agreement>) -> Label {
    let is_insufficient = is_closed_as(debate, Reason::Insufficient);
    let Some(round) = last.filter(|_| !is_insufficient) else { return Label::Insufficient };
    let is_asked = is_closed_as(debate, Reason::Escalated) || is_closed_as(debate, Reason::NeedsContext);
    if is_asked || warnings::is_question_open(debate, round) {
        return Label::Escalated;
    }
    if debate.is_panel() {
        return panel::label(debate, round);
    }
    // Whom a person stopped might have parted again, unless they were about to leave.
    let is_reached = !is_closed_as(debate, Reason::Stopped) || exit::would_agree(debate);
    if agreement.is_some() && is_reached {
        return Label::Consensus;
    }
    let groups = positions::groups(Reading::of(debate), &round.spoken);
    let has_majority = groups.iter().any(|it| it.members.len() * 2 > round.spoken.len());
    let is_split = positions::any_opposed(Reading::of(debate), &round.spoken) && !has_majority;
    if Rubric::of(round, debate.participants.len()).share < 0.5 || is_split { Label::Dissensus } else { Label::Partial }
}

/// The position that the debate's rule chooses. In debates older than such rules: the one that all sign; else the one that most hold, and
/// where two are held by as many, the one held with more confidence; on a full tie, none.
fn leading<'a>(
    debate: &Debate,
    round: &'a Round,
    agreement: Option<&Agreement>,
    ruled: Option<&Ruled<'a>>,
) -> Option<Group<'a>> {
    if let Some(ruled) = ruled {
        return ruled.chosen().map(|_| Group { members: ruled.holders() });
    }
    if let Some(Agreement::Signed(_)) = agreement {
        return Some(Group { members: round.signing().collect() });
    }
    let weight = |group: &Group<'_>| (group.members.len(), group.confidence().unwrap_or_default());
    let mut groups = positions::groups(Reading::of(debate), &round.spoken);
    groups.sort_by(|a, b| weight(b).partial_cmp(&weight(a)).unwrap_or(std::cmp::Ordering::Equal));
    let is_tied = matches!(groups.as_slice(), [a, b, ..] if weight(a) == weight(b));
    groups.into_iter().next().filter(|_| !is_tied)
}

fn decision(
    debate: &Debate,
    label: Label,
    last: Option<&Round>,
    leading: Option<&Group<'_>>,
    agreement: Option<&Agreement>,
    ruled: Option<&Ruled<'_>>,
) -> Decision {
    // Who signs what they came to has not signed another decision.
    let agreement = agreement.filter(|_| ruled.is_none_or(Ruled::follows_the_debate));
    let voice = match (agreement, ruled) {
        (_, Some(ruled)) => last.and_then(|it| ruled.voice(it, agreement)),
        (Some(Agreement::Signed(name)), None) => last.and_then(|it| it.said_by(name)),
        (Some(Agreement::Alike) | None, None) => leading.and_then(Group::voice),
    };
    let voice = voice.filter(|_| label != Label::Insufficient);
    // Nobody is sure of what everybody has left.
    let held = leading.filter(|_| voice.is_some() && !ruled.is_some_and(Ruled::is_left));
    let confidence = held.and_then(Group::confidence).zip(last).map(|(confidence, round)| {
        let backing = round.spoken.iter().filter(|it| backs(debate, it, leading, ruled)).count();
        confidence * backing as f64 / debate.participants.len().max(1) as f64
    });
    Decision {
        label,
        position: voice.and_then(|it| it.turn.position.clone()),
        by: voice.map(|it| it.by.clone()),
        signed_by: match agreement {
            Some(Agreement::Signed(_)) => leading.iter().flat_map(|it| &it.members).map(|it| it.by.clone()).collect(),
            Some(Agreement::Alike) | None => Vec::new(),
        },
        confidence,
        next_step: next_step(
            debate,
            label,
            last,
            ruled.and_then(|it| it.next_step(agreement)).or_else(|| unlike(debate, label, last?, voice?)),
        ),
        is_final: debate.closed.is_some() && !is_closed_as(debate, Reason::NeedsContext),
        is_rehearsal: debate.rehearsal,
        ruling: ruled.map(Ruled::ruling),
        rests_on: ruled.map(|it| it.rests_on(debate)).unwrap_or_default(),
    }
}

/// Whether a participant holds the leading position, or would sign and does not contradict it. What it would sign is what most hold: where
/// another was decided on, its vote says nothing of that.
fn backs(debate: &Debate, spoken: &Spoken, leading: Option<&Group<'_>>, ruled: Option<&Ruled<'_>>) -> bool {
    let Some(group) = leading else { return false };
    if let Some(ruled) = ruled.filter(|it| !it.follows_the_debate()) {
        return ruled.is_held_by(&spoken.by);
    }
    let contradicts = |it: &&Spoken| match (&it.turn.position, &spoken.turn.position) {
        (Some(held), Some(own)) => positions::relation(Reading::of(debate), held, own) == Relation::Opposed,
        (None, _) | (_, None) => false,
    };
    group.members.iter().any(|it| it.by == spoken.by)
        || (spoken.turn.vote.is_some_and(Vote::is_for) && !(spoken.is_own() && group.voice().iter().any(contradicts)))
}

fn next_step(debate: &Debate, label: Label, last: Option<&Round>, by_rule: Option<String>) -> String {
    if debate.closed.is_none() {
        return format!("the debate is not over: `roundtable resume {}`", debate.id);
    }
    let id = &debate.id;
    if is_closed_as(debate, Reason::Stopped) {
        let far = if debate.rehearsal {
            "nothing to act on, for this was a rehearsal, and stopped before its end"
        } else {
            "take it for how far they had come, for it was stopped before its end"
        };
        return format!("{far}; they go on with `roundtable continue {id}`");
    }
    if is_closed_as(debate, Reason::NeedsContext) {
        let bring = needs::step(debate);
        let nothing = if debate.rehearsal { "nothing to act on, for this is a rehearsal; " } else { "" };
        return format!("{nothing}{bring}");
    }
    if debate.rehearsal && label == Label::Escalated {
        return format!(
            "nothing to act on, for this was a rehearsal; it can be answered all the same: `roundtable continue {id} --say \"…\"`"
        );
    }
    if debate.rehearsal && label != Label::Insufficient {
        return "nothing to act on, for this was a rehearsal: seat real models".to_owned();
    }
    let objection = last
        .into_iter()
        .flat_map(|it| &it.spoken)
        .filter(|it| it.turn.vote.is_none_or(|vote| vote != Vote::Accept))
        .find_map(|it| Some((&it.by, it.turn.objection.as_ref()?)));
    let why = debate.closed.as_ref().map(|it| it.why);
    if let Some(step) = panel::next_step(debate).filter(|_| label != Label::Insufficient) {
        return step;
    }
    if let Some(step) = by_rule.filter(|_| label != Label::Escalated) {
        return step;
    }
    match (label, objection) {
        (Label::Insufficient, _) if matches!(why, Some(Reason::Budget | Reason::Deadline)) => {
            "the budget or the time ran out before two had spoken: allow more, and ask again".to_owned()
        }
        (Label::Insufficient, _) => {
            "fewer than two participants could speak: see what was lost, mend it, and ask again".to_owned()
        }
        (Label::Escalated, _) => {
            format!("answer the question it ends with, and they go on: `roundtable continue {} --say \"…\"`", debate.id)
        }
        (Label::Partial | Label::Dissensus, objection) if why == Some(Reason::DiminishingReturns) => {
            let objection = objection.map(|(by, it)| format!("; {by} objects: {it}")).unwrap_or_default();
            format!("decide yourself: they neither agree nor move, and more rounds bring nothing{objection}")
        }
        (Label::Consensus, _) if warnings::is_unanswered(debate) => {
            "act on it only if openings are enough for you: nobody has answered anybody yet".to_owned()
        }
        (Label::Consensus, _) if warnings::is_doubt_open(debate) => {
            "look for what speaks against it before you act: they agreed on little, and no round was left to object"
                .to_owned()
        }
        (Label::Consensus, None) => "act on it; no objection is open".to_owned(),
        (Label::Consensus, Some((by, objection))) => format!("act on it, and mind {by}'s reservation: {objection}"),
        (Label::Partial | Label::Dissensus, Some((by, objection))) => {
            format!("settle {by}'s objection before acting: {objection}")
        }
        (Label::Partial | Label::Dissensus, None) => {
            format!("read the positions side by side and decide yourself: {}", what_is_missing(debate, last))
        }
    }
}

/// What to do where the exit says consensus, and the label can't: of somebody it can't be told that it means the same (I-02).
fn unlike(debate: &Debate, label: Label, last: &Round, voice: &Spoken) -> Option<String> {
    let is_left_so = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Consensus);
    let decided = voice.turn.position.as_deref().filter(|_| is_left_so && label == Label::Partial)?;
    let is_unlike = |it: &&Spoken| {
        let position = it.turn.position.as_deref().filter(|_| it.is_own());
        position.is_some_and(|it| positions::relation(Reading::of(debate), decided, it) != Relation::Same)
    };
    let names: Vec<&str> = last.spoken.iter().filter(is_unlike).map(|it| it.by.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "read what {} holds beside it before you act: the table left by its figures of agreement, but it can't be told that they all mean the same",
            names.join(", ")
        )
    })
}

/// Which condition of a consensus is not met, where nobody objects.
fn what_is_missing(debate: &Debate, last: Option<&Round>) -> String {
    let Some(round) = last else { return "nobody was heard".to_owned() };
    let seats = debate.participants.len();
    let silent = seats.saturating_sub(round.spoken.len());
    match Rubric::of(round, seats).least_confidence {
        _ if positions::any_opposed(Reading::of(debate), &round.spoken) => "they contradict each other".to_owned(),
        _ if silent > 0 => format!("{silent} of {seats} were not heard"),
        None => "not everyone says how sure they are".to_owned(),
        Some(least) if least < RUBRIC_CONFIDENCE => "not everyone is sure".to_owned(),
        Some(_) => "it can't be told that they mean the same".to_owned(),
    }
}

/// The vote of the openings alone, over the options of the debate's rule where it has one.
fn plain_vote(debate: &Debate, decided: Option<&str>, ruled: Option<&Ruled<'_>>) -> PlainVote {
    let openings = debate.rounds.first();
    let spoken = openings.map(|it| it.spoken.as_slice()).unwrap_or_default();
    let mut groups = match ruled {
        Some(ruled) => ruled.opened().map(|it| Group { members: it.opened.clone() }).collect(),
        None => positions::groups(Reading::of(debate), spoken),
    };
    groups.sort_by_key(|it| std::cmp::Reverse(it.members.len()));
    let is_tied = matches!(groups.as_slice(), [a, b, ..] if a.members.len() == b.members.len());
    let winner = groups.first().filter(|_| !is_tied);
    let position = winner.and_then(Group::voice).and_then(|it| it.turn.position.clone());
    let same_as = |other: Option<&str>| {
        let (opened, other) = position.as_deref().zip(other)?;
        match positions::relation(Reading::of(debate), opened, other) {
            Relation::Same => Some(true),
            Relation::Opposed => Some(false),
            Relation::Unclear => None,
        }
    };
    let same_as_decision = same_as(decided);
    let same_as_debated = match ruled {
        Some(ruled) => ruled.debated().and_then(|debated| {
            let is_winner = winner.is_some_and(|it| it.members.iter().any(|it| debated.has_opened(it)));
            let words = debated.voice().and_then(|it| it.turn.position.as_deref());
            if is_winner { Some(true) } else { same_as(words) }
        }),
        None => same_as_decision,
    };
    PlainVote {
        position,
        held_by: winner.map(|it| it.members.iter().map(|it| it.by.clone()).collect()).unwrap_or_default(),
        openings: spoken.iter().filter(|it| it.is_own()).count(),
        argued: spoken.iter().filter(|it| !it.is_own()).count(),
        is_independent: openings.is_none_or(|it| !it.in_turn),
        positions: groups.len(),
        // Nobody votes on a panel.
        votes: debate.rules.panel.is_none().then(|| tally(spoken)),
        same_as_decision,
        same_as_debated,
    }
}

fn standings(debate: &Debate, leading: Option<&Group<'_>>, ruled: Option<&Ruled<'_>>) -> Vec<Standing> {
    let standing = |participant: &debate::Participant| {
        let spoken = exit::on_the_whole(debate).rev().find_map(|it| it.said_by(&participant.name));
        let turn = spoken.map(|it| &it.turn);
        Standing {
            name: participant.name.clone(),
            alias: participant.alias.clone(),
            model: participant.model.clone(),
            perspective: Some(participant.perspective).filter(|_| debate.rules.panel.is_none()),
            role: participant.role,
            discipline: participant.discipline,
            vote: turn.and_then(|it| it.vote),
            confidence: turn.and_then(|it| it.confidence),
            position: turn.and_then(|it| it.position.clone()),
            objection: turn.and_then(|it| it.objection.clone()),
            dissents: leading.is_some() && spoken.is_some_and(|it| !backs(debate, it, leading, ruled)),
            change: minds::change(debate, &participant.name, ruled),
            rounds: debate
                .rounds
                .iter()
                .filter(|it| it.said_by(&participant.name).is_some())
                .map(|it| it.number)
                .collect(),
        }
    };
    debate.participants.iter().map(standing).collect()
}

fn evidence(debate: &Debate, voices: f64, checks: &[Check], ruled: Option<&Ruled<'_>>) -> Evidence {
    let claims = claims::lines(debate, checks);
    let warnings = warnings::of(debate, voices, checks, ruled).into_iter().chain(claims::wide(&claims)).collect();
    Evidence { sources: claims::sources(debate), claims, warnings }
}

/// The rule of leaving that ended a debate for this reason, in words.
fn rule(debate: &Debate, why: Reason) -> Option<&'static str> {
    let row = exit::ruling(debate)?;
    let is_of_it = match row.then {
        Then::Close(reason) => reason == why,
        Then::Escalate => why == Reason::Escalated,
        Then::Object | Then::GoOn => false,
    };
    debate.round().filter(|_| is_of_it).map(|it| row.words(debate, it))
}

fn metadata(debate: &Debate, last: Option<&Round>, voices: f64) -> Metadata {
    let lost = debate.rounds.iter().flat_map(|round| {
        let lost = move |it: &debate::state::Failed| Lost {
            round: round.number,
            name: it.by.clone(),
            why: it.why,
            detail: it.detail.clone(),
        };
        round.failed.iter().map(lost)
    });
    let lost: Vec<Lost> = lost.collect();
    let answered: usize = debate.rounds.iter().map(|it| it.spoken.len()).sum();
    Metadata {
        mode: debate.mode.clone(),
        chosen: debate.chosen.as_ref().map(|it| format!("{}: {}", it.mode, it.why)),
        exit: debate.closed.as_ref().map(|it| it.why),
        rule: debate.closed.as_ref().and_then(|it| rule(debate, it.why)),
        figures: debate.closed.as_ref().map(|it| it.figures.clone()).unwrap_or_default(),
        // Nobody votes on a panel.
        rubric: last.filter(|_| debate.rules.panel.is_none()).map(|it| RubricLine {
            votes: tally(&it.spoken),
            seats: debate.participants.len(),
            is_met: Rubric::of(it, debate.participants.len()).is_met(&debate.rules),
        }),
        rounds: debate.rounds.len().try_into().unwrap_or(u32::MAX),
        round_cap: debate.rules.rounds,
        calls: debate.calls,
        usage: debate.spent,
        fork: debate.fork.clone(),
        copied: debate.fork.as_ref().map(|_| debate.copied),
        elapsed_ms: debate.elapsed,
        asked: answered + lost.len(),
        answered,
        lost,
        flaws: debate.rounds.iter().flat_map(|it| &it.spoken).map(|it| it.flaws.len()).sum(),
        voices,
        diversity: Diversity::of(debate),
        weights: debate.rules.evidence.as_ref().map(|it| {
            let Weights { domain, version, .. } = *Weights::agreed(it);
            WeightsLine { domain, version }
        }),
        accounting: Accounting::of(debate),
    }
}
