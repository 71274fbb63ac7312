//! The sections of an answer, and questions to others (D-10, D-20).
use crate::ballots::asked;
use crate::debates::{NAMES, Table, claim, holds, turn};
use debate::ballot::Because;
use debate::event::{Answer, RoundKind};
use debate::reply::{self, Grade};
use debate::{
    Ballot, CallId, ClaimMove, ConfidenceChange, Debate, Event, Flaw, Label, Layout, Name, Participant, Profile,
    Question, Role, Rules, Turn, Vulnerability,
};
use formats::Prompt;
use formats::answer::AnswerSchema;
use formats::ask::{self, Attempt};
use serde_json::{Map, Value, json};

fn check(debate: &Debate, ask: &ask::Turn, prompt: &Prompt, answer: &Value) -> (Grade, Turn, Vec<Flaw>) {
    let (mut turn, mut flaws) = reply::read_in(&answer.to_string(), prompt.schema.paper(), prompt.schema.sections());
    let grade = formats::named(&debate.mode).unwrap().check(debate, ask, &mut turn, &mut flaws);
    (grade, turn, flaws)
}

/// The smallest value that fits a schema: empty lists, the first enum value, a word of text.
fn least(schema: &Value) -> Value {
    if let Some(word) = schema.pointer("/enum/0") {
        return word.clone();
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        return least(&any[0]);
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().unwrap();
            Value::Object(fields.iter().map(|(name, it)| (name.clone(), least(it))).collect::<Map<_, _>>())
        }
        Some("array") => json!([]),
        Some("number" | "integer") => json!(0.8),
        Some("string") => json!("Little."),
        _ => Value::Null,
    }
}

/// A debate in a mode at the beginning of a round.
fn at_round(mode: &str, round: u32, kind: RoundKind, rules: Rules) -> Table {
    let mut table = Table::new(mode, rules);
    (1..round).for_each(|it| _ = table.play(it));
    let in_turn = ["adversarial", "socratic", "devils-advocate"].contains(&mode);
    table.tell(Event::RoundOpened { round, in_turn, kind, focus: None });
    table
}

/// D-10, D-03: in every mode, role and kind of round the sections that the message names are the keys that the schema requires; an answer with a
/// few words in each is complete, and one without a section is asked for once more by its name and then accepted with the flaw recorded.
#[test]
fn sections_are_named_once_and_checked() {
    for mode in formats::modes::names() {
        for (round, kind) in [(1, RoundKind::Usual), (2, RoundKind::Usual), (2, RoundKind::Objection)] {
            let mut table = at_round(mode, round, kind, Rules::default());
            for name in NAMES {
                let Some((ask, prompt)) = asked(&table).into_iter().find(|(it, _)| it.who.as_str() == name) else {
                    continue;
                };
                let place = format!("{mode}, {kind:?}, round {round}, {name}");
                let (_, wanted) = prompt.user.split_once("# What this round wants\n").unwrap();
                let (wanted, _) = wanted.split_once("# Your turn").unwrap();
                let sections = prompt.schema.sections();
                assert!(sections.len() >= 2, "{place}");
                let schema = prompt.schema.to_json();
                let keys: Vec<&String> =
                    schema["properties"]["reasoning"]["properties"].as_object().unwrap().keys().collect();
                assert!(keys.into_iter().eq(sections), "{place}");
                assert_eq!(wanted.lines().filter(|it| it.starts_with("- ")).count(), sections.len(), "{place}");
                for section in sections {
                    assert!(wanted.contains(&format!("- {section}: ")), "{place}: {wanted}");
                    assert!(section.chars().all(|it| it.is_ascii_lowercase() || it == '_'), "{place}: {section}");
                    assert!(schema["properties"].get(section).is_none(), "{place}: {section} is a field");
                }
                let mut whole = least(&schema);
                let stance = table.debate.participant(&ask.who).and_then(|it| it.role).and_then(Role::stance);
                whole.as_object_mut().unwrap().extend(stance.map(|it| ("stance".to_owned(), json!(it))));
                assert!(jsonschema::is_valid(&schema, &whole), "{place}: {whole}");
                let (grade, _, flaws) = check(&table.debate, &ask, &prompt, &whole);
                assert_eq!((grade, flaws), (Grade::Whole, vec![]), "{place}: {whole}");
                for section in sections {
                    let mut part = whole.clone();
                    part["reasoning"].as_object_mut().unwrap().remove(section);
                    assert!(!jsonschema::is_valid(&schema, &part), "{place}: {section}");
                    let missing = vec![Flaw::MissingSection { section: section.clone() }];
                    let (grade, _, flaws) = check(&table.debate, &ask, &prompt, &part);
                    assert_eq!((grade, &flaws), (Grade::Partial, &missing), "{place}: {section}");
                    let call = CallId::again(round, &ask.who);
                    let again = ask::Turn { attempt: Attempt::Second, call, ..ask.clone() };
                    let (grade, _, flaws) = check(&table.debate, &again, &prompt, &part);
                    assert_eq!((grade, flaws), (Grade::Partial, missing), "{place}: {section}, and taken");
                }
                table.say(round, name, turn(round, name));
            }
        }
    }
}

/// D-10, D-21: the second question names the section that was missing.
#[test]
fn a_missing_section_is_asked_for_by_name() {
    let mut table = at_round("collaborative", 1, RoundKind::Usual, Rules::default());
    let flaws = vec![Flaw::MissingSection { section: "synthesis".to_owned() }];
    for name in ["east", "south"] {
        table.say(1, name, turn(1, name));
    }
    let (call, by) = (CallId::turn(1, &"north".into()), Name::from("north"));
    table.tell(Event::AnswerUnusable { round: 1, call, by, flaws, answer: Answer::default() });
    let (ask, prompt) = asked(&table).remove(0);
    assert_eq!((ask.attempt, ask.who.as_str()), (Attempt::Second, "north"));
    let (_, again) = prompt.user.split_once("# Once more\n").unwrap();
    assert!(again.contains("`reasoning` has no `synthesis`"), "{again}");
}

/// D-18: small models give a plain reason; D-10: debates continued from an older log are not checked.
#[test]
fn lean_and_older_debates_have_no_sections() {
    for mode in formats::modes::names() {
        let mut table = Table::lean(mode, Rules::default());
        table.open(1);
        assert!(asked(&table).iter().all(|(_, it)| it.schema.sections().is_empty()), "{mode}");
        let mut table = Table::new(mode, Rules { structure: false, ..Rules::default() });
        table.open(1);
        let (_, prompt) = asked(&table).remove(0);
        assert_eq!(prompt.schema.to_json()["properties"]["reasoning"], json!({"type": "string"}), "{mode}");
    }
}

/// D-10, D-14: the red and the blue team list vulnerabilities, each with a mitigation; the judge does not. One without is asked for once more.
#[test]
fn teams_mitigate_every_vulnerability() {
    for round in [1, 2] {
        let table = at_round("red-team-blue-team", round, RoundKind::Usual, Rules::default());
        for (ask, prompt) in asked(&table) {
            let schema = prompt.schema.to_json();
            let list = "/properties/reasoning/properties/vulnerabilities/items/required";
            let required = (ask.who.as_str() != "south").then(|| json!(["vulnerability", "mitigation"]));
            assert_eq!(schema.pointer(list), required.as_ref(), "{}", ask.who);
            if required.is_none() {
                continue;
            }
            let mut answer = least(&schema);
            answer["reasoning"]["vulnerabilities"] =
                json!([{"vulnerability": "The key leaks.", "mitigation": "Rotate it."}]);
            let (grade, turn, flaws) = check(&table.debate, &ask, &prompt, &answer);
            assert_eq!((grade, flaws, turn.vulnerabilities.len()), (Grade::Whole, vec![], 1));
            answer["reasoning"]["vulnerabilities"][0]["mitigation"] = json!("none");
            let (grade, turn, flaws) = check(&table.debate, &ask, &prompt, &answer);
            assert!(flaws.contains(&Flaw::Unmitigated { vulnerability: 1 }), "{flaws:?}");
            assert_eq!((grade, turn.vulnerabilities[0].mitigation.as_ref()), (Grade::Partial, None));
        }
    }
}

/// D-10, D-31: others are shown vulnerabilities in full, with their mitigations.
#[test]
fn vulnerabilities_are_shown_whole() {
    let mut table = Table::new("red-team-blue-team", Rules::default());
    table.open(1);
    let pair = Vulnerability { vulnerability: "The key leaks.".into(), mitigation: Some("Rotate it. Weekly.".into()) };
    for name in NAMES {
        table.say(1, name, Turn { vulnerabilities: vec![pair.clone()], ..turn(1, name) });
    }
    table.open(2);
    for (ask, prompt) in asked(&table) {
        let lines = "| Vulnerability: The key leaks.\n|   met by: Rotate it. Weekly.\n";
        assert_eq!(prompt.user.matches(lines).count(), 3, "{}: {}", ask.who, prompt.user);
    }
}

fn addressees(prompt: &Prompt) -> Option<Vec<String>> {
    let schema = prompt.schema.to_json();
    let words = schema.pointer("/properties/questions/items/properties/to/enum")?;
    Some(words.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect())
}

/// D-20: questions go to others by the names that one is shown, or to all; not in round 1 where all speak at once, and not in the last round.
#[test]
fn questions_are_asked_where_somebody_will_answer() {
    for mode in formats::modes::names() {
        let is_in_turn = ["adversarial", "socratic", "devils-advocate"].contains(&mode);
        for (round, is_asked) in [(1, is_in_turn), (2, true), (3, false)] {
            let table = at_round(mode, round, RoundKind::Usual, Rules { rounds: 3, ..Rules::default() });
            for (ask, prompt) in asked(&table) {
                let me = table.debate.participant(&ask.who).unwrap().known_as();
                let others = table.debate.participants.iter().map(Participant::known_as).filter(|it| *it != me);
                let mut expected: Vec<String> = others.map(ToString::to_string).chain(["all".to_owned()]).collect();
                let mut found = addressees(&prompt);
                expected.sort();
                found.iter_mut().for_each(|it| it.sort());
                assert_eq!(found, is_asked.then_some(expected), "{mode}, round {round}");
                assert_eq!(prompt.user.contains("Also `questions`"), is_asked, "{mode}, round {round}");
                if mode == "delphi" && is_asked {
                    assert!(
                        addressees(&prompt).unwrap().iter().all(|it| it == "all" || it.starts_with("Participant "))
                    );
                }
            }
        }
    }
}

/// D-20: a question to a pseudonym goes to its bearer; one to an unknown name goes to all, with a flaw; unrequested questions are dropped.
#[test]
fn questions_find_their_addressee() {
    let table = at_round("delphi", 2, RoundKind::Usual, Rules::default());
    let (ask, prompt) = asked(&table).remove(0);
    let east = table.debate.participant(&"east".into()).unwrap();
    let mut answer = least(&prompt.schema.to_json());
    answer["questions"] = json!([
        {"to": east.known_as(), "text": "Why?"}, {"to": "east", "text": "And now?"}, {"to": "all", "text": "Who pays?"},
    ]);
    let (_, turn, flaws) = check(&table.debate, &ask, &prompt, &answer);
    let to: Vec<_> = turn.questions.iter().map(|it| it.to.as_ref().map(Name::as_str)).collect();
    assert_eq!(to, [Some("east"), None, None]);
    assert_eq!(flaws, [Flaw::UnknownParticipant { name: "east".to_owned() }]);
    let table = at_round("delphi", 2, RoundKind::Usual, Rules { rounds: 2, ..Rules::default() });
    let (ask, prompt) = asked(&table).remove(0);
    assert!(check(&table.debate, &ask, &prompt, &answer).1.questions.is_empty(), "nobody would answer");
}

fn asks(to: Option<&str>, text: &str) -> Question {
    Question { to: to.map(Into::into), text: text.to_owned() }
}

/// D-20, D-31: questions are shown in full under "To you", with who asks: those to the reader by name, and those to all. By pseudonyms where
/// names are hidden, in either profile.
#[test]
fn questions_stand_under_to_you() {
    let long = "What would show within a month that it does not hold? ".repeat(8);
    for (mode, profile, layout) in [
        ("collaborative", Profile::Full, Layout::Rebuild),
        ("collaborative", Profile::Full, Layout::Append),
        ("collaborative", Profile::Lean, Layout::Rebuild),
        ("delphi", Profile::Full, Layout::Rebuild),
        ("delphi", Profile::Lean, Layout::Rebuild),
    ] {
        let mut table = Table::new(mode, Rules::default()).laid_out(profile, layout);
        table.play(1).open(2);
        for name in NAMES {
            let questions =
                if name == "north" { vec![asks(Some("east"), &long), asks(None, "Who pays?")] } else { vec![] };
            table.say(2, name, Turn { questions, ..turn(2, name) });
        }
        table.open(3);
        let known = |name: &str| table.debate.participant(&name.into()).unwrap().known_as().to_string();
        for (ask, prompt) in asked(&table) {
            let to_you = prompt.user.split_once("# To you\n").map(|(_, it)| it.split("\n\n# ").next().unwrap());
            let mine = format!("| {} asks you: {}", known("north"), long.trim());
            let all = format!("| {} asks all: Who pays?", known("north"));
            let place = format!("{mode}, {profile:?}, {layout:?}, {}: {}", ask.who, prompt.user);
            let has = |line: &str| to_you.is_some_and(|it| it.lines().any(|it| it == line));
            assert_eq!((has(&mine), has(&all)), (ask.who.as_str() == "east", ask.who.as_str() != "north"), "{place}");
        }
    }
    // In turn, those who have not spoken yet can be asked too.
    let mut table = at_round("adversarial", 1, RoundKind::Usual, Rules::default());
    table.say(1, "north", Turn { questions: vec![asks(Some("east"), "Why?")], ..turn(1, "north") });
    let (ask, prompt) = asked(&table).remove(0);
    assert_eq!(ask.who.as_str(), "east");
    let told = "Answer it in this turn, whatever the round is for: questions in `reasoning`, what is said of claims in `moves`.\n| north asks you: Why?";
    assert!(prompt.user.contains(told), "{}", prompt.user);
}

/// D-20: "claim 2" of an answer is shown to others by the claim's id, wherever the answer says it, also as the cause of a move; the claim that
/// refers to it depends on it.
#[test]
fn claims_of_the_same_answer_have_their_ids() {
    let mut table = Table::new("collaborative", Rules::default());
    table.play(1).open(2);
    let known = table.debate.registry.claims.len();
    for name in NAMES {
        let mut said = turn(2, name);
        if name == "north" {
            said.claims = vec![
                claim(Label::Infer, "It pays, by claim 2 of mine."),
                claim(Label::Assume, "The rack is paid for."),
            ];
            said.references.clear();
            said.reasoning = Some("Claims 1 and 2 carry it.".to_owned());
            said.because = vec![Because { id: Some("claim 2".to_owned()), why: Some("see claim 1".to_owned()) }];
            let why = Some("claim 2 speaks against it".to_owned());
            let (assessment, counter, synthesis) = (None, None, None);
            said.moves = vec![ClaimMove {
                claim: "C2".into(),
                act: debate::Act::Challenge,
                why,
                assessment,
                counter,
                synthesis,
            }];
        }
        table.say(2, name, said);
    }
    table.open(3);
    let (first, second) = (known + 1, known + 2);
    for (ask, prompt) in asked(&table) {
        let user = &prompt.user;
        for line in [
            format!("It pays, by C{second} of mine."),
            format!("Reasoning: C{first}, C{second} carry it."),
            format!("Moved by C{second}: see C{first}"),
            format!("challenges C2: C{second} speaks against it"),
        ] {
            assert!(user.contains(&line), "{}: {line} in {user}", ask.who);
        }
    }
    assert!(table.debate.registry.claims[known].from.contains(&(known + 1)));
}

/// D-20: "claim 2" as the cause of a move refers to a claim of the same answer, where it has one.
#[test]
fn a_mover_may_name_its_own_claim() {
    let paper = debate::ballot::Paper::of(
        &at_round("collaborative", 2, RoundKind::Usual, Rules::default()).debate,
        &"north".into(),
        debate::Horizon::BeforeRound,
    );
    let answer = json!({"position": "p", "claims": [{"label": "INFER", "text": "It pays."}],
        "because": [{"id": "claim 1", "why": "new"}, {"id": "claim 2", "why": "there is no second"}]});
    let (turn, flaws) = reply::read_on(&answer.to_string(), paper.as_ref());
    let ids: Vec<_> = turn.because.iter().map(|it| it.id.as_deref()).collect();
    assert_eq!(ids, [Some("claim 1"), None]);
    assert!(flaws.contains(&Flaw::Coerced { field: "because".to_owned() }));
}

/// D-20: a change of confidence that goes with a changed ballot is dropped, and that is recorded.
#[test]
fn no_change_of_confidence_across_a_changed_ballot() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1);
    for name in NAMES {
        table.say(1, name, holds("A", 0.8));
    }
    table.open(2);
    let (ask, prompt) = asked(&table).remove(0);
    for (choice, is_kept) in [("yes", true), ("no", false)] {
        let mut answer = least(&prompt.schema.to_json());
        answer["ballot"] = json!({"choice": choice, "headline": null});
        answer["confidence_change"] = json!({"delta": 0.1, "since": 1, "reason": "C1 was checked"});
        let (grade, turn, flaws) = check(&table.debate, &ask, &prompt, &answer);
        assert_eq!((grade, turn.confidence_change.is_some()), (Grade::Whole, is_kept), "{choice}");
        assert_eq!(flaws, if is_kept { vec![] } else { vec![Flaw::ChangedBallot] }, "{choice}");
        let change = turn.confidence_change.map(|ConfidenceChange { delta, .. }| delta);
        assert_eq!(change, is_kept.then_some(0.1));
    }
}

/// D-20, B-05: a closing ballot has neither sections nor questions.
#[test]
fn a_closing_ballot_asks_nothing() {
    let table = crate::ballots::closing("collaborative", &Ballot::YesNo);
    for (_, prompt) in asked(&table) {
        assert!(matches!(prompt.schema, AnswerSchema::Closing(_)) && prompt.schema.sections().is_empty());
        assert!(!prompt.user.contains("Also `questions`"), "{}", prompt.user);
    }
}
