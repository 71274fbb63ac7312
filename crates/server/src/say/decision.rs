//! The first layer: what came out, said so that whoever reads nothing else is not misled (I-01).
//!
//! Whatever stands between the words and relying on them is in `caution`: that it is not over, that a person must answer, that somebody was
//! lost or does not sign, that nobody real took part. Not here: how much agreement there is (`analysis`).
use super::next::Next;
use super::session::{Session, State};
use super::words::{cut, folded, names};
use crate::desk::Case;
use analysis::verdict::Standing;
use analysis::{Label, Verdict};
use debate::event::Reason;
use engine::Status;
use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// The bytes of somebody else's words among ours.
const WHY: usize = 300;

/// Fewer independent voices than this are one voice with echoes. Ours: a debate has two sides (D-01).
const FEWEST_VOICES: f64 = 2.0;

/// What came out of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Decision {
    /// How much agreement there is: consensus, partial, dissensus, insufficient or escalated.
    pub label: &'static str,
    /// Whether the debate is over and nobody must answer anything; until then all of this may change.
    pub is_final: bool,
    /// How the debate stands.
    pub state: State,
    /// What must be known before anybody relies on it, in words; absent only where nothing stands against that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
    /// What they came to, in a participant's own words; absent where nobody could speak or no position leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whose words these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who signs these words though their own may differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signed_by: Vec<String>,
    /// Who is not for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dissent: Vec<String>,
    /// How sure, 0 to 1: the holders' confidence times the share of all who were asked and are for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What a plain vote of the openings would have said.
    pub plain_vote: PlainVote,
    /// What a person must answer before it can go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What to do now, in words.
    pub next_step: String,
    /// The tool to call for that.
    pub next: Next,
}

/// What a plain vote of the openings would have said (I-03).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlainVote {
    /// The position most opened with; absent on a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who opened with it.
    pub held_by: Vec<String>,
    /// How many opened at all.
    pub openings: usize,
    /// Whether they opened without hearing each other.
    pub is_independent: bool,
    /// Whether it is what was decided; absent where that can't be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as_decision: Option<bool>,
}

impl Decision {
    /// What came out of a debate as it stands.
    pub fn of(case: &Case, verdict: &Verdict) -> Decision {
        let session = Session::of(case);
        let said = &verdict.decision;
        let plain = &verdict.plain_vote;
        let cautions = cautions(case, &session, verdict);
        Decision {
            label: said.label.as_str(),
            is_final: case.status == Status::Over && !is_stopped(case),
            state: session.state,
            caution: (!cautions.is_empty()).then(|| cautions.join("; ")),
            position: said.position.clone(),
            by: said.by.as_ref().map(ToString::to_string),
            signed_by: said.signed_by.iter().map(ToString::to_string).collect(),
            dissent: dissenting(verdict).map(|it| it.name.to_string()).collect(),
            confidence: said.confidence,
            plain_vote: PlainVote {
                position: plain.position.clone(),
                held_by: plain.held_by.iter().map(ToString::to_string).collect(),
                openings: plain.openings,
                is_independent: plain.is_independent,
                same_as_decision: plain.same_as_decision,
            },
            question: verdict.question.clone(),
            next_step: next_step(case, verdict),
            next: next(case, &session, said.label),
        }
    }
}

/// Whether a person ended it: how far they had come is no end of theirs.
fn is_stopped(case: &Case) -> bool {
    case.debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped)
}

fn dissenting(verdict: &Verdict) -> impl Iterator<Item = &Standing> {
    verdict.participants.iter().filter(|it| it.dissents)
}

/// What stands between the words and relying on them, that first which weighs most.
fn cautions(case: &Case, session: &Session, verdict: &Verdict) -> Vec<String> {
    let mut cautions: Vec<String> = Vec::new();
    if case.debate.rehearsal {
        cautions
            .push("a rehearsal: the participants are simulated, and nothing here is any model's opinion".to_owned());
    }
    cautions.extend(unsettled(case, session));
    let is_over = case.status == Status::Over;
    cautions.extend(disagreed(verdict.decision.label, is_over).map(str::to_owned));
    let ended = case.debate.closed.as_ref().filter(|_| is_over).and_then(|it| cut_short(it.why));
    cautions.extend(ended.map(str::to_owned));
    let against: Vec<&str> = dissenting(verdict).map(|it| it.name.as_str()).collect();
    if !against.is_empty() {
        let (count, seats, names) = (against.len(), session.participants.len(), names(against));
        cautions.push(format!("{count} of {seats} are not for it: {names}"));
    }
    cautions.extend(lost(verdict));
    if verdict.plain_vote.same_as_decision == Some(false) {
        cautions.push("a plain vote of the openings would have decided otherwise: see `plain_vote`".to_owned());
    }
    let voices = verdict.metadata.voices;
    if verdict.decision.label != Label::Insufficient && voices < FEWEST_VOICES && !case.debate.rehearsal {
        cautions.push(format!("those who spoke are kin: together they count as {voices:.1} independent voices"));
    }
    cautions
}

/// Why a debate that is not over has decided nothing yet.
fn unsettled(case: &Case, session: &Session) -> Option<String> {
    let Session { round, round_cap, spoken, participants, .. } = session;
    let so_far = format!("round {round} of at most {round_cap}, {spoken} of {} heard in it", participants.len());
    match &case.status {
        Status::Running | Status::ComingToRest | Status::RunningElsewhere => {
            Some(format!("not over ({so_far}): this is how it stands now and may change"))
        }
        Status::Paused => Some(format!("not over ({so_far}): it rests until somebody resumes it")),
        Status::NeedsContext => Some(format!(
            "not over ({so_far}): participants asked for something they were not given, and what stands here was said without it"
        )),
        Status::Escalated => Some(
            "not settled: a person must answer its question before anybody relies on this; they agree, and even objecting brought nothing"
                .to_owned(),
        ),
        Status::Failed(why) => Some(format!("not over ({so_far}): it could not go on: {}", cut(&folded(why), WHY))),
        Status::Over => None,
    }
}

/// What a label that is no consensus means.
fn disagreed(label: Label, is_over: bool) -> Option<&'static str> {
    match label {
        Label::Consensus => None,
        Label::Escalated if is_over => Some("the question that a person was to answer is open"),
        Label::Escalated => None,
        Label::Partial => Some("no consensus: most would sign, but not all or not surely"),
        Label::Dissensus => Some("no consensus: most would not sign, or they are split"),
        Label::Insufficient if is_over => {
            Some("no debate: fewer than two participants could speak, so nothing was decided")
        }
        Label::Insufficient => Some("fewer than two have been heard yet, so nothing is decided"),
    }
}

/// Why a debate ended before its participants were done.
fn cut_short(why: Reason) -> Option<&'static str> {
    match why {
        Reason::Stopped => Some("it was stopped before it came to an end of its own"),
        Reason::RoundCap => Some("it ended because its rounds were used up, not because they were done"),
        Reason::Budget => Some("it ended because its budget was used up, not because they were done"),
        Reason::Deadline => Some("it ended because its time was up, not because they were done"),
        Reason::DiminishingReturns => Some("it ended because nobody moves any more, not because they agree"),
        Reason::Consensus
        | Reason::Plateau
        | Reason::Insufficient
        | Reason::Stable
        | Reason::Unassailable
        | Reason::Escalated
        | Reason::NeedsContext
        | Reason::Discussed => None,
    }
}

/// Who was lost, so that fewer decided than were asked.
fn lost(verdict: &Verdict) -> Option<String> {
    let lost = &verdict.metadata.lost;
    let mut who: Vec<&str> = lost.iter().map(|it| it.name.as_str()).collect();
    who.sort_unstable();
    who.dedup();
    let asked = verdict.metadata.asked;
    (!lost.is_empty()).then(|| format!("{} of {asked} turns were lost: {}", lost.len(), names(who)))
}

/// What to do, in words that do not depend on where they are read.
fn next_step(case: &Case, verdict: &Verdict) -> String {
    match &case.status {
        Status::Running | Status::ComingToRest | Status::RunningElsewhere => "wait until it is over".to_owned(),
        Status::Paused => "resume it, or stop it and take what it has".to_owned(),
        Status::Failed(_) => "mend what it failed on and resume it, or stop it and take what it has".to_owned(),
        Status::NeedsContext => "bring what the participants asked for, or say that it can't be had".to_owned(),
        Status::Escalated => "have a person answer its question, and it goes on".to_owned(),
        Status::Over => verdict.decision.next_step.clone(),
    }
}

/// The tool for that.
fn next(case: &Case, session: &Session, label: Label) -> Next {
    match (&case.status, label) {
        (Status::Over, Label::Insufficient) => {
            Next::new("get_agents", json!({}), "shows who can speak, before it is asked again")
        }
        (Status::Over, Label::Consensus | Label::Partial | Label::Dissensus | Label::Escalated) => {
            let why = "what they agree on, where they part, and what would settle it";
            Next::new("synthesize_debate", json!({"id": session.id}), why)
        }
        (
            Status::Running
            | Status::ComingToRest
            | Status::RunningElsewhere
            | Status::Paused
            | Status::NeedsContext
            | Status::Escalated
            | Status::Failed(_),
            _,
        ) => Next::after(session),
    }
}

impl Next {
    /// What to call for a debate that stands like that, whatever has come out.
    pub fn after(session: &Session) -> Next {
        let id = &session.id;
        match session.state {
            State::Running | State::ComingToRest | State::RunningElsewhere => Next::new(
                "wait",
                json!({"id": id, "after": session.events}),
                "waits at most 25 s and says how far it got",
            ),
            State::Paused | State::Failed => {
                let arguments = json!({"id": id, "action": "resume"});
                Next::new("control_session", arguments, "goes on where it was; nothing is asked twice")
            }
            State::NeedsContext => {
                let context: Vec<_> = session.needs.iter().map(|it| json!({"request": it.id, "text": "…"})).collect();
                let why = "one entry for each request, with what was found in place of `…`; leave `text` out where it can't be had";
                Next::new("continue_roundtable", json!({"id": id, "context": context}), why)
            }
            State::Escalated => {
                let why = "with the person's answer in place of `…`";
                Next::new("continue_roundtable", json!({"id": id, "say": "…"}), why)
            }
            State::Over if session.panel.is_some() => {
                Next::new("get_cruxes", json!({"id": id}), "what they really disagree about")
            }
            State::Over => Next::new("get_consensus", json!({"id": id}), "what came out"),
        }
    }
}
