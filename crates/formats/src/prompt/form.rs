//! Which lean form goes with a question: how its sentences begin, and which votes fit which position (D-18).
//!
//! The beginnings are files as all words are, and depend on the perspective, discipline or role, on the kind of topic, on who was heard, and on
//! the side where one is assigned (D-17). They are English, as all prompts are. Not here: the schema that is made of it (`answer`).
use super::{TemplateError, fill, library};
use crate::answer::{Form, Lean, Stand, clause, one_of, rest};
use crate::step::Ask;
use analysis::lexical;
use debate::{Debate, Horizon, Name, Role, Stance, Topic, Vote};

/// The form of an answer to `ask`.
pub(super) fn lean(debate: &Debate, ask: &Ask) -> Result<Form, TemplateError> {
    let others: Vec<Other<'_>> = heard(debate, ask);
    let participant = debate.participant(&ask.who);
    // Where names are hidden, how a sentence begins must not tell who looks at what.
    let (first, later) = match participant {
        Some(it) if it.alias.is_some() => (library::LEAN_FORM_START_FIRST, library::LEAN_FORM_START_LATER),
        Some(it) => (library::first_start(it), library::later_start(it)),
        None => ("", ""),
    };
    let reasoning = if others.is_empty() {
        fill(library::LEAN_FORM_REASON_FIRST, &[("start", first), ("rest", &rest(20, 200))])?
    } else {
        let names = one_of(others.iter().map(|it| it.name.as_str()));
        let variables =
            [("names", names.as_str()), ("clause", &clause(10, 120)), ("start", later), ("rest", &rest(20, 160))];
        fill(library::LEAN_FORM_REASON_LATER, &variables)?
    };
    let objection = fill(library::LEAN_FORM_OBJECTION, &[("rest", &rest(10, 180))])?;
    let stance = participant.and_then(|it| it.role).and_then(Role::stance);
    let assigned = match stance {
        Some(Stance::Yes) => Some(true),
        Some(Stance::No) => Some(false),
        Some(Stance::Neutral) | None => None,
    };
    // Nobody votes on a position that it is not shown.
    let voted: &[Other<'_>] = if debate.rules.hidden.answers { &[] } else { &others };
    let mut stands = Vec::new();
    for (side, position) in positions(&debate.topic, others.is_empty())? {
        let votes = match assigned {
            Some(_) if side.is_some() && side != assigned => continue,
            Some(_) => any(&ask.who, voted),
            None => fitting(&ask.who, voted, side),
        };
        stands.extend(votes.into_iter().map(|(vote, signs)| Stand { position: position.clone(), signs, vote }));
    }
    Ok(Form::Lean(Lean { reasoning, objection, stands, stance }))
}

/// Somebody else who was heard before this round.
struct Other<'a> {
    name: &'a Name,
    /// The yes or no last heard, if it was one.
    side: Option<bool>,
}

fn heard<'a>(debate: &'a Debate, ask: &Ask) -> Vec<Other<'a>> {
    let others = debate.participants.iter().map(|it| &it.name).filter(|it| **it != ask.who);
    let other = |name: &'a Name| {
        debate.rounds.iter().find(|it| it.number < ask.round && it.said_by(name).is_some())?;
        let is_seen = |round: u32| round < ask.round || ask.horizon == Horizon::Now;
        let last = debate.rounds.iter().rev().filter(|it| is_seen(it.number)).find_map(|it| it.said_by(name));
        Some(Other { name, side: last.and_then(|it| it.turn.position.as_deref()).and_then(lexical::answer) })
    };
    others.filter_map(other).collect()
}

/// What kind of answer a topic wants, as far as its words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    YesOrNo,
    Option,
    Any,
}

/// What a question begins with that yes or no answers.
const POLAR: &[&str] = &[
    "should", "shall", "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "must", "may",
    "has", "have",
];

fn wanted(topic: &Topic) -> Wanted {
    let words = lexical::words(topic.as_str());
    if words.iter().any(|it| matches!(it.as_str(), "or" | "vs" | "versus" | "which")) {
        Wanted::Option
    } else if words.first().is_some_and(|it| POLAR.contains(&it.as_str())) {
        Wanted::YesOrNo
    } else {
        Wanted::Any
    }
}

/// How a position may run, each with the side it takes.
fn positions(topic: &Topic, is_opening: bool) -> Result<Vec<(Option<bool>, String)>, TemplateError> {
    let rest = rest(10, 160);
    let filled = |file: &str| fill(file, &[("rest", &rest)]);
    match wanted(topic) {
        Wanted::YesOrNo if is_opening => Ok(vec![
            (Some(true), filled(library::LEAN_FORM_YES_FIRST)?),
            (Some(false), filled(library::LEAN_FORM_NO_FIRST)?),
        ]),
        Wanted::YesOrNo => Ok(vec![
            (Some(true), filled(library::LEAN_FORM_YES_LATER)?),
            (Some(false), filled(library::LEAN_FORM_NO_LATER)?),
        ]),
        Wanted::Option => Ok(vec![(None, filled(library::LEAN_FORM_OPTION)?)]),
        Wanted::Any => Ok(vec![(None, rest)]),
    }
}

/// The votes that fit a side, and on whose positions. An opening votes on what the topic proposes; where that is nothing, on its own
/// answer, which nobody refuses. Later ones sign who stands where they stand, themselves among them, and refuse who does not.
fn fitting(me: &Name, others: &[Other<'_>], side: Option<bool>) -> Vec<(Vote, Vec<Name>)> {
    if others.is_empty() {
        return match side {
            Some(false) => vec![(Vote::Blocker, vec![])],
            Some(true) | None => vec![(Vote::Accept, vec![]), (Vote::Minor, vec![])],
        };
    }
    let is_open = |it: &&Other<'_>| side.is_none() || it.side.is_none();
    let with = others.iter().filter(|it| is_open(it) || it.side == side).map(|it| it.name.clone());
    let with: Vec<Name> = [me.clone()].into_iter().chain(with).collect();
    let against: Vec<Name> =
        others.iter().filter(|it| is_open(it) || it.side != side).map(|it| it.name.clone()).collect();
    let mut fitting = vec![(Vote::Accept, with.clone()), (Vote::Minor, with)];
    if !against.is_empty() {
        fitting.push((Vote::Blocker, against));
    }
    fitting
}

/// Every vote on everyone's position, one's own not refused: who argues the side it was given votes as it thinks.
fn any(me: &Name, others: &[Other<'_>]) -> Vec<(Vote, Vec<Name>)> {
    let against: Vec<Name> = others.iter().map(|it| it.name.clone()).collect();
    let with: Vec<Name> =
        if others.is_empty() { vec![] } else { [me.clone()].into_iter().chain(against.clone()).collect() };
    vec![(Vote::Accept, with.clone()), (Vote::Minor, with), (Vote::Blocker, against)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-18: a beginning that does not fit the topic is not given.
    #[test]
    fn what_a_topic_wants() {
        for (topic, expected) in [
            ("Should a team stop deploying on Fridays?", Wanted::YesOrNo),
            ("is it right to read their messages", Wanted::YesOrNo),
            ("Should a bakery buy an electric van or a diesel van?", Wanted::Option),
            ("Which database should we start with: one, two or three?", Wanted::Option),
            ("REST vs gRPC", Wanted::Option),
            ("How do we cut our energy bill?", Wanted::Any),
            ("Adopt gRPC for internal calls", Wanted::Any),
            ("Sollen wir umziehen?", Wanted::Any),
        ] {
            assert_eq!(wanted(&Topic::new(topic).unwrap()), expected, "{topic}");
        }
    }

    /// D-18: nobody refuses where they stand themselves, or signs the opposite.
    #[test]
    fn votes_fit_the_side() {
        let names: [Name; 4] = ["me", "yes", "no", "vague"].map(Into::into);
        let others = [(1, Some(true)), (2, Some(false)), (3, None)].map(|(at, side)| Other { name: &names[at], side });
        let shown = |others: &[Other<'_>], side| {
            let line = |(vote, signs): (Vote, Vec<Name>)| {
                format!("{vote:?} {}", signs.iter().map(Name::as_str).collect::<Vec<_>>().join(" "))
            };
            fitting(&names[0], others, side).into_iter().map(line).collect::<Vec<_>>().join(", ")
        };
        for (others, side, expected) in [
            (&others[..0], Some(true), "Accept , Minor "),
            (&others[..0], Some(false), "Blocker "),
            (&others[..0], None, "Accept , Minor "),
            (&others[..], Some(true), "Accept me yes vague, Minor me yes vague, Blocker no vague"),
            (&others[..], Some(false), "Accept me no vague, Minor me no vague, Blocker yes vague"),
            (&others[..1], Some(true), "Accept me yes, Minor me yes"),
            (&others[..1], None, "Accept me yes, Minor me yes, Blocker yes"),
        ] {
            assert_eq!(shown(others, side), expected, "{side:?}");
        }
    }
}
