//! Questions that participants ask each other (D-20): when, to whom, and how they are delivered.
use crate::ask;
use debate::event::RoundKind;
use debate::{Debate, Flaw, Horizon, Name, Participant, Question, Turn, reply};

/// Whether a turn of the current round may ask questions: not before it has heard anybody, and not in the last round, where nobody would answer.
pub(crate) fn are_asked(debate: &Debate, horizon: Horizon) -> bool {
    let Some(round) = debate.round().filter(|it| it.kind != RoundKind::Ballot) else { return false };
    let has_heard = round.number > 1 || horizon == Horizon::Now;
    has_heard && round.number < debate.rules.rounds
}

/// The participants to whom `asker` may put a question, by the names that it is shown.
pub(crate) fn addressees(debate: &Debate, asker: &Name) -> Vec<String> {
    let others = debate.participants.iter().map(Participant::known_as).filter(|it| *it != asker);
    others.map(ToString::to_string).chain([reply::ALL.to_owned()]).collect()
}

/// Resolves the addressees of an answer's questions to the debate's own names. A question to an unknown participant goes to all. Where no
/// questions were asked for, removes them.
pub(crate) fn address(debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    if !are_asked(debate, ask.horizon) {
        turn.questions.clear();
        flaws.retain(|it| !is_of_questions(it));
        return;
    }
    for Question { to, .. } in &mut turn.questions {
        let Some(name) = to.take() else { continue };
        let is_named = |it: &&Participant| it.known_as().as_str().eq_ignore_ascii_case(name.as_str());
        let found = debate.participants.iter().find(is_named).filter(|it| it.name != ask.who);
        *to = found.map(|it| it.name.clone());
        if to.is_none() {
            flaws.push(Flaw::UnknownParticipant { name: name.to_string() });
        }
    }
}

fn is_of_questions(flaw: &Flaw) -> bool {
    if let Flaw::WrongType { field } | Flaw::Coerced { field } | Flaw::TooLong { field } = flaw {
        field == "questions"
    } else {
        false
    }
}
