//! Answers with a ballot: parsed by their schema, asked for again, or accepted with flaws.
use crate::ballots::{after_openings, asked, closing, kinds};
use crate::debates::holds;
use debate::event::Answer;
use debate::reply::{self, Grade};
use debate::{Ballot, CallId, Event, Flaw, Rules};
use formats::Step;
use formats::ask::Attempt;
use serde_json::{Value, json};

/// A complete answer in the full schema of a later round with this ballot.
fn sample(ballot: &Ballot, cast: Value) -> Value {
    let mut answer = json!({
        "position": "Adopt it where a trial shows that it holds.",
        "ballot": cast,
        "confidence": 0.8,
        "others": [],
        "terms": ["It lapses after a year."],
        "on_terms": [{"term": "T2", "act": "adopt", "why": "it is cheap"}],
        "because": [{"id": "C1", "why": "it was measured"}, {"id": null, "why": "I had miscounted"}],
        "reasoning": {"points_of_agreement": "C1.", "building_on_others": "North.", "synthesis": "A trial."},
        "claims": [{"label": "FACT", "text": "It takes 3 ms [1].", "standing": "recalled", "type": null}],
        "references": [{"number": 1, "title": "Benchmark of May, measured", "url": null, "type": "EMPIRICAL"}],
        "key_points": ["It is fast."],
        "confidence_change": null,
        "moves": [],
        "questions": [{"to": "east", "text": "Who pays for the trial?"}, {"to": "all", "text": "What would show it?"}],
    });
    let fields = answer.as_object_mut().unwrap();
    if ballot.unit().is_some() {
        ["confidence", "others", "confidence_change"].iter().for_each(|it| _ = fields.remove(*it));
    } else {
        let mut others = vec![json!({"option": "D", "stand": "minor", "why": "it is slow"})];
        others.truncate(usize::from(*ballot != Ballot::Open));
        fields.insert("others".to_owned(), json!(others));
    }
    if !matches!(ballot, Ballot::Open | Ballot::Estimate { .. }) {
        fields.insert("ranking".to_owned(), Value::Null);
    }
    answer
}

/// B-02, D-21: an answer that fits the schema parses without a flaw, for every kind of ballot; values that are not on the ballot do not fit.
#[test]
fn an_answer_in_the_form_is_read_whole() {
    let [yes_no, choice, open, estimate] = kinds();
    let word = |word: &str, headline: Value| json!({"choice": word, "headline": headline});
    let figures = json!({"lowest": 200, "highest": 600, "best": 350, "sure": 0.8, "counted": "tests too"});
    for (ballot, cast, is_in) in [
        (&yes_no, word("no", Value::Null), true),
        (&yes_no, word("D", Value::Null), true),
        (&yes_no, word("depends", json!("Only for small teams")), true),
        (&yes_no, word("perhaps", Value::Null), false),
        (&yes_no, word("E", Value::Null), false),
        (&choice, word("Cedar wood", Value::Null), true),
        (&choice, word("C", Value::Null), false),
        (&choice, word("none of these", json!("Build it ourselves")), true),
        (&open, word("B", Value::Null), true),
        (&open, word("new", json!("Ask the vendor")), true),
        (&open, word("C", Value::Null), false),
        (&estimate, figures.clone(), true),
        (&estimate, word("new", json!("350")), false),
        (&yes_no, Value::Null, false),
    ] {
        let mut table = after_openings("collaborative", ballot, Rules::default());
        table.open(2);
        let (ask, prompt) = asked(&table).pop().unwrap();
        let answer = sample(ballot, cast);
        assert_eq!(jsonschema::is_valid(&prompt.schema.to_json(), &answer), is_in, "{answer}");
        let (mut turn, mut flaws) =
            reply::read_in(&answer.to_string(), prompt.schema.paper(), prompt.schema.sections());
        let grade = formats::named("collaborative").unwrap().check(&table.debate, &ask, &mut turn, &mut flaws);
        if is_in {
            assert_eq!((grade, &*flaws), (Grade::Whole, &[][..]), "{answer}");
            assert!(turn.ballot.is_some() && turn.terms.len() == 1 && turn.on_terms.len() == 1, "{turn:?}");
            assert_eq!(turn.questions.iter().map(|it| it.to.clone()).collect::<Vec<_>>(), [Some("east".into()), None]);
        } else if *ballot != choice {
            assert_eq!((grade, turn.ballot), (Grade::Partial, None), "{answer}");
        }
    }
}

/// B-05: a closing ballot parses completely: ballot, confidence, terms, the reason, what would change it; it has no position.
#[test]
fn a_closing_ballot_is_read_whole() {
    for ballot in kinds() {
        let table = closing("collaborative", &ballot);
        let (ask, prompt) = asked(&table).pop().unwrap();
        assert!(prompt.schema.name() == "closing_ballot" && prompt.schema.max_tokens(4_096) == 2_048);
        let mut answer = json!({
            "terms": [], "on_terms": [{"term": "T1", "act": "oppose", "why": "it costs too much"}],
            "reasoning": "It was measured.", "would_change": "A second trial.",
        });
        let cast = match &ballot {
            Ballot::YesNo => json!({"choice": "yes", "headline": null}),
            Ballot::Choice { .. } => json!({"choice": "Birch", "headline": null}),
            Ballot::Open => json!({"choice": "A", "headline": null}),
            Ballot::Estimate { .. } => json!({"lowest": 1, "highest": 3, "best": 2, "sure": 0.9, "counted": "all"}),
        };
        let fields = answer.as_object_mut().unwrap();
        fields.insert("ballot".to_owned(), cast);
        if ballot.unit().is_none() {
            fields.insert("confidence".to_owned(), json!(0.7));
        }
        assert!(jsonschema::is_valid(&prompt.schema.to_json(), &answer), "{answer}\n{}", prompt.schema.to_json());
        let (mut turn, mut flaws) =
            reply::read_in(&answer.to_string(), prompt.schema.paper(), prompt.schema.sections());
        let grade = formats::named("collaborative").unwrap().check(&table.debate, &ask, &mut turn, &mut flaws);
        assert_eq!((grade, &*flaws), (Grade::Whole, &[][..]), "{answer}");
        assert_eq!(turn.would_change.as_deref(), Some("A second trial."));
    }
}

/// B-23: an answer without a usable ballot is asked for once more, with its flaws; then it is accepted, and the debate goes on without that
/// ballot.
#[test]
fn a_ballot_is_asked_for_once_more() {
    let format = formats::named("collaborative").unwrap();
    let long = "Only where thirteen or more words of a headline say on what it would depend";
    for (cast, told) in [
        (json!(null), "`ballot` is missing"),
        (json!({"choice": "maybe", "headline": null}), "`maybe`"),
        (json!({"choice": "E", "headline": null}), "`E`"),
        (json!({"choice": "depends", "headline": null}), "headline"),
        (json!({"choice": "depends", "headline": long}), "headline"),
    ] {
        let mut table = after_openings("collaborative", &Ballot::YesNo, Rules::default());
        table.open(2).say(2, "north", holds("A", 0.8)).say(2, "east", holds("A", 0.8));
        let (ask, prompt) = asked(&table).remove(0);
        let (call, by) = (ask.call.clone(), ask.who.clone());
        let text = sample(&Ballot::YesNo, cast.clone()).to_string();
        let (mut turn, mut flaws) = reply::read_in(&text, prompt.schema.paper(), prompt.schema.sections());
        assert_eq!(format.check(&table.debate, &ask, &mut turn, &mut flaws), Grade::Partial, "{cast}: asked again");
        table.tell(Event::AnswerUnusable { round: 2, call, by: by.clone(), flaws, answer: Answer::default() });
        let (again, prompt) = asked(&table).remove(0);
        assert_eq!((again.attempt, &again.call), (Attempt::Second, &CallId::again(2, &"south".into())));
        let (_, told_again) = prompt.user.split_once("# Once more\n").unwrap();
        assert!(told_again.contains(told), "{cast}: {told_again}");
        let (mut turn, mut flaws) = reply::read_in(&text, prompt.schema.paper(), prompt.schema.sections());
        assert_eq!(format.check(&table.debate, &again, &mut turn, &mut flaws), Grade::Partial, "{cast}: and taken");
        let is_cast = turn.ballot.is_some();
        let (call, answer) = (CallId::again(2, &by), Answer::default());
        table.tell(Event::TurnTaken { round: 2, call, by, turn, flaws, answer });
        let count = analysis::ballots::Count::of_round(&table.debate, table.debate.round().unwrap());
        assert_eq!((count.of_all(), count.without()), (3, usize::from(!is_cast)), "{cast}");
        assert!(matches!(table.settle().next(), Step::Record(Event::RoundOpened { round: 3, .. })), "{cast}");
    }
}

/// B-23: unknown terms are a flaw, and nobody loses the turn for them.
#[test]
fn an_unknown_term_is_a_flaw() {
    let mut table = after_openings("collaborative", &Ballot::YesNo, Rules::default());
    table.open(2);
    let (ask, prompt) = asked(&table).remove(0);
    let mut answer = sample(&Ballot::YesNo, json!({"choice": "yes", "headline": null}));
    answer["on_terms"] = json!([{"term": "T9", "act": "adopt", "why": "x"}]);
    assert!(!jsonschema::is_valid(&prompt.schema.to_json(), &answer), "the form has T1 to T3");
    let (mut turn, mut flaws) = reply::read_in(&answer.to_string(), prompt.schema.paper(), prompt.schema.sections());
    let grade = formats::named("collaborative").unwrap().check(&table.debate, &ask, &mut turn, &mut flaws);
    assert_eq!((grade, flaws), (Grade::Whole, vec![Flaw::UnknownTerm { id: "T9".to_owned() }]));
}
