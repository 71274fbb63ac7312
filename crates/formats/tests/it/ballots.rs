//! What may be cast: in the prompt, in the answer's schema, and in the parsed answer.
use crate::debates::{NAMES, Table, casts, holds, on, proposes, turn};
use crate::prompts::shown;
use debate::ballot::{Estimate, Paper, TermAct, TermMove};
use debate::event::RoundKind;
use debate::{Ballot, Cast, ClosingBallot, Consent, Event, Layout, Profile, Rules, Turn};
use formats::answer::AnswerSchema;
use formats::{Prompt, Step, ask};
use serde_json::{Value, json};

const LAYOUTS: [Layout; 2] = [Layout::Rebuild, Layout::Append];

/// One ballot of each kind.
pub(crate) fn kinds() -> [Ballot; 4] {
    let choice = Ballot::choice(["Alder", "Birch", "Cedar wood"]).unwrap();
    [Ballot::YesNo, choice, Ballot::Open, Ballot::estimate("person-days").unwrap()]
}

fn days(lowest: f64, best: f64, highest: f64) -> Cast {
    Cast::Estimate(Estimate { lowest, highest, best, sure: 0.8, counted: Some("tests included".to_owned()) })
}

/// The turns that are asked for now, with their prompts.
pub(crate) fn asked(table: &Table) -> Vec<(ask::Turn, Prompt)> {
    let format = formats::named(&table.debate.mode).unwrap();
    match table.next() {
        Step::Ask(asks) => {
            let prompts = format.prompts(&table.debate, &asks).unwrap();
            asks.iter().map(|it| it.turn().unwrap().clone()).zip(prompts).collect()
        }
        other @ (Step::Record(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

fn prompt(table: &Table) -> Prompt {
    asked(table).remove(0).1
}

/// The values that a prompt's schema allows.
fn offered(prompt: &Prompt) -> Vec<String> {
    let schema = prompt.schema.to_json();
    let words = schema["properties"]["ballot"]["properties"]["choice"]["enum"].as_array().unwrap();
    words.iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// A debate with this ballot after its first round: two new headlines where headlines can be cast, and terms.
pub(crate) fn after_openings(mode: &str, ballot: &Ballot, rules: Rules) -> Table {
    let mut table = Table::voting(mode, rules, &NAMES, ballot.clone());
    table.open(1);
    let is_estimate = ballot.unit().is_some();
    for (seat, name) in NAMES.into_iter().enumerate() {
        let said = match seat {
            _ if is_estimate => casts(days(200.0, 350.0 + seat as f64, 600.0), 0.8),
            0 => proposes("Only for new services"),
            1 => proposes("Only where a trial shows that it holds"),
            _ if *ballot == Ballot::Open => proposes("only for new  services"),
            _ => holds("A", 0.8),
        };
        let terms = vec![format!("{name} may leave after a year.")];
        table.say(1, name, Turn { terms, ..said });
    }
    table.settle();
    table
}

/// A closing ballot after one round, whatever the mode.
pub(crate) fn closing(mode: &str, ballot: &Ballot) -> Table {
    let rules = Rules { rounds: 1, closing_ballot: ClosingBallot::Always, groupthink: None, ..Rules::default() };
    let mut table = after_openings(mode, ballot, rules);
    let Step::Record(event) = table.next() else { panic!("{:?}", table.next()) };
    assert!(matches!(event, Event::RoundOpened { kind: RoundKind::Ballot, .. }), "{event:?}");
    table.tell(event);
    table
}

/// B-01, B-02: the schema allows exactly what may be cast: in round 1 the given options, later the letters of headlines too; an option stays
/// even if nobody holds it, also in closing ballots. The message lists the same words.
#[test]
fn the_form_offers_what_may_be_cast() {
    let [yes_no, choice, open, _] = kinds();
    for layout in LAYOUTS {
        for (ballot, first, later) in [
            (&yes_no, vec!["yes", "no", "depends"], vec!["yes", "no", "C", "D", "depends"]),
            (
                &choice,
                vec!["Alder", "Birch", "Cedar wood", "none of these"],
                vec!["Alder", "Birch", "Cedar wood", "D", "E", "none of these"],
            ),
            (&open, vec!["new"], vec!["A", "B", "new"]),
        ] {
            let place = format!("{ballot}, {layout:?}");
            let mut opening = Table::voting("collaborative", Rules::default(), &NAMES, ballot.clone())
                .laid_out(Profile::Full, layout);
            let mut table = after_openings("collaborative", ballot, Rules::default()).laid_out(Profile::Full, layout);
            let mut prompts = vec![(prompt(opening.open(1)), first), (prompt(table.open(2)), later.clone())];
            NAMES.iter().for_each(|it| _ = table.say(2, it, holds("A", 0.9)));
            prompts.push((prompt(table.open(3)), later.clone()));
            prompts.push((prompt(&closing("collaborative", ballot).laid_out(Profile::Full, layout)), later));
            for (prompt, words) in prompts {
                assert_eq!(offered(&prompt), words, "{place}");
                let listed = format!("You may cast: {} (with a headline).", words.join(", "));
                assert!(prompt.user.contains(&listed), "{place}: {}", prompt.user);
                let paper = prompt.schema.paper().unwrap();
                assert_eq!(paper.words(), words, "{place}: what is read is what is offered");
            }
        }
    }
}

/// B-02: an estimate has its four questions and its unit in every round, and no options; its assurance is the confidence.
#[test]
fn the_form_of_an_estimate() {
    let ballot = kinds()[3].clone();
    let mut opening = Table::voting("delphi", Rules::default(), &NAMES, ballot.clone());
    let mut table = after_openings("delphi", &ballot, Rules::default());
    for prompt in [prompt(opening.open(1)), prompt(table.open(2)), prompt(&closing("delphi", &ballot))] {
        let schema = prompt.schema.to_json();
        let figures = schema["properties"]["ballot"]["required"].clone();
        assert_eq!(figures, json!(["lowest", "highest", "best", "sure", "counted"]));
        for field in ["confidence", "confidence_change", "others", "ranking"] {
            assert!(schema["properties"].get(field).is_none(), "{field}");
        }
        assert!(prompt.system.contains("your estimate in person-days"), "{}", prompt.system);
        assert!(!prompt.user.contains("You may cast"), "{}", prompt.user);
    }
}

/// The letters that `others` may name in a question.
fn others(table: &Table, who: &str) -> Vec<String> {
    let asked = asked(table);
    let (_, prompt) = asked.iter().find(|(ask, _)| ask.who.as_str() == who).unwrap();
    let schema = prompt.schema.to_json();
    let letters = &schema["properties"]["others"]["items"]["properties"]["option"]["enum"];
    letters.as_array().into_iter().flatten().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// B-06: a participant is asked about the options that others hold at that time, whether it holds them itself or not, and about no other.
#[test]
fn where_one_stands_is_asked_of_what_others_hold() {
    let mut table = Table::voting("collaborative", Rules::default(), &NAMES, kinds()[1].clone());
    table.open(1);
    assert_eq!(others(&table, "north"), Vec::<String>::new());
    NAMES.iter().zip(["A", "B", "B"]).for_each(|(name, word)| _ = table.say(1, name, holds(word, 0.8)));
    table.open(2);
    assert_eq!(others(&table, "north"), ["B"]);
    assert_eq!(others(&table, "east"), ["A", "B"]);
    let mut table = Table::new("adversarial", Rules::default());
    table.open_in_turn(1).say(1, "north", proposes("Only for new services"));
    assert_eq!(others(&table, "east"), ["C"], "in turn, a headline is an option at once");
}

/// B-15: a ranking is asked for where there are three options or more, by the words that cast them.
#[test]
fn a_ranking_is_asked_of_three_options() {
    let ranked = |prompt: &Prompt| {
        let schema = prompt.schema.to_json();
        assert_eq!(schema["properties"].get("ranking").is_some(), prompt.system.contains("- ranking:"));
        schema["properties"]["ranking"]["anyOf"][1]["items"]["enum"].clone()
    };
    let [yes_no, choice, open, _] = kinds();
    for (ballot, first, later) in [
        (yes_no, Value::Null, json!(["yes", "no", "C", "D"])),
        (choice, json!(["Alder", "Birch", "Cedar wood"]), json!(["Alder", "Birch", "Cedar wood", "D", "E"])),
        (open, Value::Null, Value::Null),
    ] {
        let mut opening = Table::voting("collaborative", Rules::default(), &NAMES, ballot.clone());
        assert_eq!(ranked(&prompt(opening.open(1))), first, "{ballot}");
        let mut table = after_openings("collaborative", &ballot, Rules::default());
        assert_eq!(ranked(&prompt(table.open(2))), later, "{ballot}");
    }
}

/// Every prompt of every mode, ballot, profile and layout: first round, later, an objection round and closing ballots.
fn every_prompt() -> Vec<(String, Prompt)> {
    let mut all = Vec::new();
    for mode in formats::modes::names() {
        for ballot in kinds() {
            for (profile, layout) in
                [(Profile::Full, Layout::Rebuild), (Profile::Full, Layout::Append), (Profile::Lean, Layout::Rebuild)]
            {
                let rules = Rules { context: profile == Profile::Full, ..Rules::default() };
                let mut opening = Table::voting(mode, rules.clone(), &NAMES, ballot.clone());
                opening.open(1);
                let mut later = after_openings(mode, &ballot, rules.clone());
                later.open(2);
                let mut objecting = after_openings(mode, &ballot, rules);
                objecting.tell(Event::RoundOpened {
                    round: 2,
                    in_turn: false,
                    kind: RoundKind::Objection,
                    focus: None,
                });
                let closing = closing(mode, &ballot);
                for (when, table) in
                    [("first", opening), ("later", later), ("objections", objecting), ("closing", closing)]
                {
                    let mut table = table.laid_out(profile, layout);
                    let mut round = Vec::new();
                    while let Step::Ask(asks) = table.next() {
                        let prompts = formats::named(mode).unwrap().prompts(&table.debate, &asks).unwrap();
                        for (ask, prompt) in asks.into_iter().zip(prompts) {
                            let place = format!("{mode}, {ballot}, {profile:?}, {layout:?}, {when}, {}", ask.who());
                            round.push((place, prompt));
                            let said =
                                if ballot.unit().is_some() { casts(days(1.0, 2.0, 3.0), 0.8) } else { holds("A", 0.8) };
                            table.say(ask.round(), ask.who().as_str(), said);
                        }
                    }
                    all.extend(round);
                }
            }
        }
    }
    all
}

/// Asserts that every object of a schema is closed and every property of it required.
fn is_closed(schema: &Value, place: &str) {
    if schema["type"] == "object" {
        assert_eq!(schema["additionalProperties"], json!(false), "{place}: {schema}");
        let properties = schema["properties"].as_object().unwrap();
        let names: Vec<&String> = properties.keys().collect();
        assert_eq!(schema["required"], json!(names), "{place}: {schema}");
        assert!(!names.is_empty(), "{place}: {schema}");
        properties.values().for_each(|it| is_closed(it, place));
    }
    if let Some(words) = schema.get("enum") {
        assert!(!words.as_array().unwrap().is_empty(), "{place}: an enum of nothing: {schema}");
    }
    schema.get("items").into_iter().for_each(|it| is_closed(it, place));
    schema["anyOf"].as_array().into_iter().flatten().for_each(|it| is_closed(it, place));
}

/// The fields that a system prompt explains, in their order.
fn explained(system: &str) -> Vec<&str> {
    let (_, answer) = system.split_once("Answer with one JSON object").unwrap();
    let fields = answer.lines().skip(1).take_while(|it| !it.starts_with("Before you answer, check"));
    fields.filter_map(|it| it.strip_prefix("- ")?.split_once(':').map(|(name, _)| name)).collect()
}

/// D-21, B-02, B-05: every schema is valid, closed, with every property required; the prompt explains the schema's fields in the same order.
/// Lean prompts are the same in every round and may explain `others` before anybody holds anything.
#[test]
fn words_and_form_say_the_same() {
    for (place, prompt) in every_prompt() {
        let schema = prompt.schema.to_json();
        assert!(jsonschema::meta::is_valid(&schema), "{place}: {schema}");
        is_closed(&schema, &place);
        let explained = explained(&prompt.system);
        match &prompt.schema {
            AnswerSchema::Full(_) | AnswerSchema::Closing(_) => {
                let mut fields: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
                // The message explains what depends on the round.
                let before = fields.len();
                fields.retain(|it| *it != "questions");
                assert_eq!(prompt.user.contains("Also `questions`"), fields.len() < before, "{place}: {}", prompt.user);
                assert_eq!(explained, fields, "{place}: {}", prompt.system);
            }
            AnswerSchema::Lean(_) => {
                for shape in schema["anyOf"].as_array().unwrap() {
                    let mut fields: Vec<&str> =
                        shape["properties"].as_object().unwrap().keys().map(String::as_str).collect();
                    fields.retain(|it| *it != "stance");
                    assert!(fields.iter().all(|it| explained.contains(it)), "{place}: {fields:?}, {}", prompt.system);
                    let more: Vec<&&str> = explained.iter().filter(|it| !fields.contains(it)).collect();
                    assert!(more.iter().all(|it| **it == "others"), "{place}: {more:?} of {fields:?}");
                }
            }
            AnswerSchema::Review
            | AnswerSchema::Reviews { .. }
            | AnswerSchema::Group { .. }
            | AnswerSchema::Compare { .. }
            | AnswerSchema::Panel(_) => {
                panic!("{place}")
            }
        }
    }
    for form in [AnswerSchema::Review, AnswerSchema::Group { items: 4 }, AnswerSchema::Compare { pairs: 2 }] {
        assert!(jsonschema::meta::is_valid(&form.to_json()), "{}", form.name());
        is_closed(&form.to_json(), form.name());
    }
}

/// B-05: no prompt about options mentions estimates or the reverse, and whoever casts a ballot is told how.
#[test]
fn no_prompt_speaks_of_another_ballot() {
    for (place, prompt) in every_prompt().into_iter().filter(|(place, _)| place.contains("Full")) {
        let all = format!("{}\n{}", prompt.system, prompt.user);
        let is_estimate = place.contains("an estimate");
        assert!(!is_estimate || !all.contains("headline"), "{place}: {all}");
        assert!(!is_estimate || !all.contains("confidence:"), "{place}: {all}");
        for (kind, words) in [
            ("yes or no", "with depends a headline"),
            ("one of", "with none of these a headline"),
            ("open (", "the letter of a listed option"),
            ("an estimate", "your estimate in person-days"),
        ] {
            let is_told = place.contains(kind) && !argues(&place);
            assert_eq!(prompt.system.contains(words), is_told, "{place}, {words}: {}", prompt.system);
        }
    }
}

/// B-04, B-05: everyone is shown the terms, and who asks for or opposes each.
#[test]
fn terms_are_shown_with_who_stands_behind_them() {
    let mut table = after_openings("collaborative", &Ballot::YesNo, Rules::default());
    table.open(2);
    let touch = |term: &str, act| TermMove { term: term.to_owned(), act, why: None };
    let acts = [
        vec![touch("T1", TermAct::Withdraw), touch("T2", TermAct::Adopt)],
        vec![touch("T1", TermAct::Oppose)],
        vec![touch("T2", TermAct::Adopt)],
    ];
    for (name, on_terms) in NAMES.iter().zip(acts) {
        table.say(2, name, Turn { on_terms, ..holds("A", 0.8) });
    }
    let user = prompt(table.open(3)).user;
    let (_, terms) = user.split_once("# Terms so far\n").unwrap();
    let lines: Vec<&str> = terms.lines().filter(|it| it.starts_with("| T")).collect();
    assert_eq!(
        lines,
        [
            "| T1 -east~north: north may leave after a year.",
            "| T2 east+north+south: east may leave after a year.",
            "| T3 south: south may leave after a year.",
        ]
    );
}

/// B-02, D-10: whole prompts of a second round with each kind of ballot, for review.
#[test]
fn whole_prompts_of_every_kind() {
    for ballot in kinds() {
        let mut table = after_openings("collaborative", &ballot, Rules::default());
        if ballot == Ballot::YesNo {
            table.open(2);
            for name in NAMES {
                let others = vec![on("C", Consent::Minor, "it is slow")];
                table.say(2, name, Turn { others, ..turn(2, name) });
            }
        }
        let round = table.debate.rounds.len() as u32 + 1;
        insta::assert_snapshot!(format!("{} later", ballot.kind()), shown(&prompt(table.open(round))));
        let mut table =
            after_openings("collaborative", &ballot, Rules::default()).laid_out(Profile::Lean, Layout::Rebuild);
        insta::assert_snapshot!(format!("{} lean later", ballot.kind()), shown(&prompt(table.open(2))));
    }
}

/// B-02, B-05: every participant is asked for a ballot, except those who argue an assigned side.
#[test]
fn a_ballot_is_asked_for() {
    for (place, prompt) in every_prompt() {
        let Some(paper) = prompt.schema.paper() else { panic!("{place}") };
        let is_argued = !paper.is_asked();
        assert_eq!(is_argued, argues(&place), "{place}");
        assert!(!is_argued || !paper.has_confidence(), "{place}");
    }
}

/// Whether a place of [`every_prompt`] is that of a participant who argues a side: all but the last seat, until the closing.
fn argues(place: &str) -> bool {
    let has_sides = place.starts_with("devils-advocate") || place.starts_with("red-team-blue-team");
    has_sides && !place.ends_with("south") && !place.contains("closing")
}

/// B-03: headlines of this round are on the ballot of participants who see them, and of no others.
#[test]
fn a_paper_is_of_its_horizon() {
    let mut table = Table::new("adversarial", Rules::default());
    table.open_in_turn(1).say(1, "north", proposes("Only for new services"));
    let words = |horizon| {
        let paper = Paper::of(&table.debate, &"east".into(), horizon).unwrap();
        paper.words().join(" ")
    };
    assert_eq!(words(debate::Horizon::BeforeRound), "yes no depends");
    assert_eq!(words(debate::Horizon::Now), "yes no C depends");
}
