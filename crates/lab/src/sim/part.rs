//! Words and manner of a simulated participant's role, so that a rehearsal looks like the mode it rehearses.
//!
//! The words are stock phrases of that role and not about the topic. Not here: what it votes for, except that Delphi draws it to the others.
use debate::{Discipline, Role};
use formats::data::Question;

/// A part.
#[derive(Debug, PartialEq)]
pub(super) struct Part {
    /// How its position begins, after its side.
    pub(super) manner: &'static str,
    /// What it says.
    pub(super) grounds: &'static [&'static str],
    /// How often it denies a claim that it acts on, 0 to 1.
    pub(super) denies: f64,
    /// How far the others draw it with each round, 0 to 1.
    pub(super) drawn: f64,
}

const ATTACKS: [&str; 4] = [
    "nobody would notice the first failure for a week",
    "one lost key opens every door behind it",
    "the way back was never tried under load",
    "the weakest supplier decides when it works",
];
const DEFENCES: [&str; 4] = [
    "the first failure is reported within a minute",
    "a lost key is withdrawn in one place",
    "the way back is rehearsed every month",
    "a second supplier can take over in a day",
];
const FOR: [&str; 4] = [
    "those who began early have kept the gain",
    "waiting costs more each month than beginning",
    "the people who must run it ask for it",
    "a first step needs no further decision",
];
const AGAINST: [&str; 4] = [
    "what everybody in the room favours was examined by nobody",
    "the gain is counted and the loss is not",
    "the same plan has failed where the deadline was longer",
    "those who bear the cost are not in the room",
];
const WEIGHED: [&str; 4] = [
    "both sides rest on the same unchecked figure",
    "the stronger argument is the one that names its own exception",
    "one side answers the question, and the other the next one",
    "what would settle it can be measured in a week",
];
const TECHNICAL: [&str; 4] = [
    "the interfaces would need a second version",
    "the failure modes are known and can be tested",
    "the load tests end below the peak of last year",
    "two parts would have to be deployed together",
];
const ECONOMIC: [&str; 4] = [
    "the cost falls due before the gain",
    "the same hours would earn more elsewhere",
    "those who pay for it are not those who gain",
    "a later start costs less than an early mistake",
];
const ETHICAL: [&str; 4] = [
    "those concerned were not asked for their consent",
    "a duty to the weakest outweighs a convenience for all",
    "what can't be explained to those concerned should not be done to them",
    "a promise was made and would be kept by this",
];
const SOCIAL: [&str; 4] = [
    "people keep the habits that the plan expects them to change",
    "the two teams trust each other after a shared success",
    "newcomers would learn it faster than the experienced",
    "a rule that nobody can explain is followed by nobody",
];
const ATTACKED: [&str; 4] = [
    "the strongest reason for the other side was left out",
    "the example that carries it is a single case",
    "what follows from it was assumed in it",
    "its author would not accept it from anybody else",
];
const ASKED: [&str; 4] = [
    "we have not said what we would count as success",
    "the word that decides it is used in two senses",
    "nobody has asked what happens if we do nothing",
    "the answer depends on who is asked",
];
const SHARED: [&str; 8] = [
    "a first step is small enough to be taken back",
    "the people who would do it have the time for it",
    "two of the last three attempts were finished on time",
    "the cost is known to within a tenth",
    "what is missing can be bought for less than it costs to build",
    "the others' main worry can be met by a date",
    "nobody else waits for the same people",
    "what we learn from it is worth the price of a failure",
];
const ALONE: [&str; 8] = [
    "the last comparable case took longer than was planned",
    "the figures that speak for it are from one good year",
    "three of the four teams have asked for it",
    "the contract ends before it would be ready",
    "nothing in the next quarter points the other way",
    "those who did it would do it again",
    "the price will not fall before it is needed",
    "a delay harms nobody but us",
];
const MEDIAN: [&str; 4] = [
    "the middle of the group's answers is nearer to the record than mine",
    "my reason for standing apart was one that others knew",
    "the last comparable case lies within the group's range",
    "what I know alone is worth a small distance from the middle",
];

impl Part {
    /// The part in a question: by role, then by discipline, then by mode. A panel has none: its personas have beliefs.
    pub(super) fn of(asked: &Question) -> Option<Part> {
        let part = |manner, grounds: &'static [&'static str], denies| Part { manner, grounds, denies, drawn: 0.0 };
        let by_role = asked.role.map(|it| match it {
            Role::Red => part("attacking in a rehearsal", &ATTACKS, 1.0),
            Role::Blue => part("defending in a rehearsal", &DEFENCES, 0.0),
            Role::Primary => part("speaking for it in a rehearsal", &FOR, 0.2),
            Role::Opposition => part("as the devil's advocate of a rehearsal", &AGAINST, 1.0),
            Role::Evaluator | Role::Judge => part("weighing both sides of a rehearsal", &WEIGHED, 0.5),
        });
        let by_discipline = asked.discipline.map(|it| match it {
            Discipline::Technical => part("from the technical side of a rehearsal", &TECHNICAL, 0.4),
            Discipline::Economic => part("from the economic side of a rehearsal", &ECONOMIC, 0.4),
            Discipline::Ethical => part("from the ethical side of a rehearsal", &ETHICAL, 0.4),
            Discipline::Social => part("from the social side of a rehearsal", &SOCIAL, 0.4),
        });
        let by_mode = match asked.mode.as_str() {
            "adversarial" => Some(part("attacking in a rehearsal", &ATTACKED, 1.0)),
            "socratic" => Some(part("asking in a rehearsal", &ASKED, 0.3)),
            "collaborative" => Some(part("looking for common ground in a rehearsal", &SHARED, 0.2)),
            // In the first round nobody has seen the group's answers.
            "delphi" if asked.round > 1 => {
                Some(Part { drawn: 0.35, ..part("nearer to the group in a rehearsal", &MEDIAN, 0.2) })
            }
            // `auto` begins with independent takes.
            "delphi" | "auto" => Some(part("alone in a rehearsal", &ALONE, 0.4)),
            _ => None,
        };
        by_role.or(by_discipline).or(by_mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sim;
    use futures_util::FutureExt;
    use models::{Model, Request, Schema};
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn answered(sim: Sim, asked: &Question) -> Value {
        let body = json!({"properties": {"position": {}, "reasoning": {}, "moves": {}}});
        let request = Request {
            call: "r2/turn/sim-1".to_owned(),
            system: "".into(),
            user: String::new(),
            stable: Vec::new(),
            schema: Some(Arc::new(Schema::new("answer", body))),
            max_tokens: 1_000,
            temperature: None,
            seed: Some(3),
            tools: Default::default(),
            data: Some(serde_json::to_value(asked).unwrap()),
        };
        let reply = sim.ask(&request, None).now_or_never().unwrap().unwrap();
        serde_json::from_str(&reply.text).unwrap()
    }

    fn asked(mode: &str, role: Option<Role>, discipline: Option<Discipline>) -> Question {
        let (topic, claims) = ("Should we?".to_owned(), vec!["C1".to_owned()]);
        Question { topic, round: 2, mode: mode.to_owned(), role, discipline, claims, ..Question::default() }
    }

    /// O-06: attackers attack and defenders defend; advocates, disciplines and modes have words of their own; without a part all speak alike.
    #[test]
    fn a_rehearsal_looks_like_its_mode() {
        for (question, manner, grounds) in [
            (asked("red-team-blue-team", Some(Role::Red), None), "No, attacking in a rehearsal: ", &ATTACKS[..]),
            (asked("red-team-blue-team", Some(Role::Blue), None), "Yes, defending in a rehearsal: ", &DEFENCES[..]),
            (
                asked("devils-advocate", Some(Role::Opposition), None),
                "as the devil's advocate of a rehearsal: ",
                &AGAINST[..],
            ),
            (
                asked("expert-panel", None, Some(Discipline::Economic)),
                "from the economic side of a rehearsal: ",
                &ECONOMIC[..],
            ),
            (asked("adversarial", None, None), "attacking in a rehearsal: ", &ATTACKED[..]),
            (asked("collaborative", None, None), "looking for common ground in a rehearsal: ", &SHARED[..]),
            (Question { round: 1, ..asked("auto", None, None) }, "alone in a rehearsal: ", &ALONE[..]),
            (Question { round: 1, ..asked("delphi", None, None) }, "alone in a rehearsal: ", &ALONE[..]),
            (asked("socratic", None, None), "asking in a rehearsal: ", &ASKED[..]),
            (asked("delphi", None, None), "nearer to the group in a rehearsal: ", &MEDIAN[..]),
        ] {
            for seed in 1..9 {
                let answer = answered(Sim::acting(seed), &question);
                let position = answer["position"].as_str().unwrap();
                assert!(position.contains(manner) && grounds.iter().any(|it| position.contains(it)), "{position}");
                for it in answer["moves"].as_array().unwrap() {
                    match question.role {
                        Some(Role::Red | Role::Opposition) => assert_eq!(it["act"], "challenge"),
                        Some(Role::Blue) => assert_eq!(it["act"], "support"),
                        _ => {}
                    }
                }
                let alike = answered(Sim::new(seed), &question);
                assert!(alike["position"].as_str().unwrap().contains(", as a rehearsal: "), "{alike}");
            }
        }
    }

    /// O-06: an answer says nothing twice, no ground is a fact and an assumption, and an estimate is answered by a figure.
    #[test]
    fn a_rehearsed_answer_does_not_repeat_itself() {
        let (mut facts, mut assumed) = (Vec::new(), Vec::new());
        for seed in 1..20 {
            for mode in ["collaborative", "adversarial", "socratic", "delphi", "auto"] {
                let answer = answered(Sim::acting(seed), &asked(mode, None, None));
                let reasoning = answer["reasoning"].as_str().unwrap();
                let (lean, against) = reasoning.split_once(". Against it stands: ").unwrap();
                assert!(!lean.ends_with(against.trim_end_matches('.')), "{mode}: {reasoning}");
                let claim = |at: usize| answer["claims"][at]["text"].as_str().map(str::to_owned);
                facts.extend(claim(0).map(|it| it.replace("It is on record that ", "").replace(" [1].", "")));
                assumed.extend(claim(1).map(|it| it.replace("We may take it that ", "").replace('.', "")));
            }
        }
        assert!(!facts.is_empty() && facts.iter().all(|it| !assumed.contains(it)), "{facts:?}\n{assumed:?}");
        let estimate = Question { is_estimate: true, ..asked("collaborative", None, None) };
        let answer = answered(Sim::acting(3), &estimate);
        let (position, best) = (answer["position"].as_str().unwrap(), answer["ballot"]["best"].as_f64().unwrap());
        assert!(position.starts_with(&format!("About {best}, ")), "{answer}");
    }

    /// D-15, O-06: Delphi moves estimates towards the median of the others, not towards their mean.
    #[test]
    fn estimates_move_to_the_median() {
        let estimates = vec![100.0, 102.0, 900.0];
        let question = Question { is_estimate: true, estimates, ..asked("delphi", None, None) };
        for seed in 1..9 {
            let best = |sim: Sim| answered(sim, &question)["ballot"]["best"].as_f64().unwrap();
            assert!((best(Sim::acting(seed)) - 102.0).abs() < 10.0, "{}", best(Sim::acting(seed)));
            assert!(best(Sim::new(seed)) > 200.0);
        }
    }
}
