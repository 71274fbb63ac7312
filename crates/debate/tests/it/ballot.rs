//! Parsing ballots: casts, consent to other options, terms, reasons for a change, and grades of answers.
use crate::made::{argued, choice, estimate, letter, open, paper};
use debate::ballot::{Because, Consent, Estimate, OnOption, Paper, TermAct, TermMove};
use debate::reply::{Grade, grade, read_on};
use debate::{Cast, Flaw, Turn};

/// An answer with a position, reasons and a confidence, plus these fields.
fn read(paper: &Paper, fields: &str) -> (Turn, Vec<Flaw>) {
    read_on(
        &format!(r#"{{"position": "It is so.", "reasoning": "It is known.", "confidence": 0.5, {fields}}}"#),
        Some(paper),
    )
}

/// The parsed ballot, and its flaws in words. A missing ballot is not listed as a flaw.
fn cast(paper: &Paper, ballot: &str) -> (Option<Cast>, Vec<String>) {
    let (turn, flaws) = read(paper, &format!(r#""ballot": {ballot}"#));
    let missing = Flaw::Missing { field: "ballot".to_owned() };
    let flaws = flaws.iter().filter(|it| turn.ballot.is_some() || **it != missing).map(ToString::to_string).collect();
    (turn.ballot, flaws)
}

fn option(word: &str) -> Option<Cast> {
    Some(Cast::Option(letter(word)))
}

fn headline(words: &str) -> Option<Cast> {
    Some(Cast::Headline(words.to_owned()))
}

const COERCED: &str = "`ballot` is in another form";

/// B-02: an option is cast by its word, ignoring case, or by its letter.
#[test]
fn options_are_cast_by_word_or_letter() {
    for (paper, word, expected) in [
        (paper(), "yes", "A"),
        (paper(), "No", "B"),
        (paper(), " YES ", "A"),
        (paper(), "A", "A"),
        (paper(), "B", "B"),
        (paper(), "C", "C"),
        (choice(), "Alder", "A"),
        (choice(), "birch", "B"),
        (choice(), "CEDAR WOOD", "C"),
        (choice(), "C", "C"),
        (choice(), "D", "D"),
        (open(), "A", "A"),
        (open(), "b", "B"),
    ] {
        let ballot = format!(r#"{{"choice": "{word}", "headline": null}}"#);
        assert_eq!(cast(&paper, &ballot), (option(expected), vec![]), "{word}");
    }
}

/// B-23: an option that is not on the ballot is not cast, and nothing is inferred from prose.
#[test]
fn nothing_is_inferred() {
    for (paper, word) in [
        (paper(), "yes|no|depends"),
        (paper(), "yes, because it is cheap"),
        (paper(), "not no"),
        (paper(), "D"),
        (paper(), "option A"),
        (choice(), "Alder or Birch"),
        (choice(), "Cedar"),
        (choice(), "yes"),
        (open(), "C"),
        (open(), "AA"),
    ] {
        for headline in ["null", r#""Only where it pays""#] {
            let ballot = format!(r#"{{"choice": "{word}", "headline": {headline}}}"#);
            let (cast, flaws) = cast(&paper, &ballot);
            assert_eq!((cast, flaws), (None, vec![format!("`ballot`: `{word}` is not on the ballot")]), "{headline}");
        }
    }
    for ballot in ["null", "{}", r#"{"choice": true}"#, r#"{"choice": null, "headline": null}"#, r#""""#] {
        assert_eq!(cast(&paper(), ballot), (None, vec![]), "{ballot}");
    }
    for ballot in ["true", "1", r#"["yes"]"#] {
        assert_eq!(cast(&paper(), ballot), (None, vec!["`ballot` has the wrong type".to_owned()]), "{ballot}");
    }
    let (turn, flaws) = read(&paper(), r#""key_points": ["Vote yes"]"#);
    assert_eq!((turn.ballot, flaws), (None, vec![Flaw::Missing { field: "ballot".to_owned() }]));
}

/// B-02: a reserved word needs a headline of at most twelve words; a headline that names an option casts that option.
#[test]
fn headlines_are_cast() {
    let twelve = "Adopt it for reads in one team until load tests say no";
    let thirteen = format!("{twelve} again");
    for (paper, otherwise) in [(paper(), "depends"), (choice(), "none of these"), (open(), "new")] {
        let casts = |choice: &str, headline: &str| {
            cast(&paper, &format!(r#"{{"choice": "{choice}", "headline": "{headline}"}}"#))
        };
        assert_eq!(casts(otherwise, "Adopt  it\\nfor reads"), (headline("Adopt it for reads"), vec![]));
        assert_eq!(casts(&otherwise.to_uppercase(), twelve), (headline(twelve), vec![]));
        let long = "`ballot`: the headline has 13 words, the most is 12".to_owned();
        assert_eq!(casts(otherwise, &thirteen), (headline(&thirteen), vec![long]));
        let needed = "`ballot`: this choice needs a headline".to_owned();
        assert_eq!(casts(otherwise, " "), (None, vec![needed.clone()]));
        assert_eq!(cast(&paper, &format!(r#"{{"choice": "{otherwise}"}}"#)), (None, vec![needed]));
        let (none, flaws) = casts(otherwise, "None.");
        assert!(none.is_none() && flaws.contains(&"`ballot`: this choice needs a headline".to_owned()), "{flaws:?}");
    }
    for (paper, named, expected) in [
        (paper(), "No.", "B"),
        (paper(), "yes", "A"),
        (choice(), "birch", "B"),
        (choice(), "Cedar wood.", "C"),
        (open(), "B", "B"),
    ] {
        let ballot = format!(r#"{{"choice": "depends", "headline": "{named}"}}"#);
        assert_eq!(cast(&paper, &ballot), (option(expected), vec![COERCED.to_owned()]), "{named}");
    }
    let alone = cast(&open(), r#"{"headline": "Hold a trial first"}"#);
    assert_eq!(alone, (headline("Hold a trial first"), vec![COERCED.to_owned()]));
    let beside = cast(&paper(), r#"{"choice": "yes", "headline": "Yes, in one team"}"#);
    assert_eq!(beside, (option("A"), vec![]), "a yes under conditions is a yes");
    assert_eq!(cast(&paper(), r#""no""#), (option("B"), vec![COERCED.to_owned()]));
}

/// B-02: an estimate is four figures in order; the probability of its interval is the confidence of the turn.
#[test]
fn estimates_are_cast() {
    let casts = |fields: &str| cast(&estimate(), &format!("{{{fields}}}"));
    let whole =
        |lowest, best, highest, sure| Some(Cast::Estimate(Estimate { lowest, highest, best, sure, counted: None }));
    let words = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    for (fields, expected, flaws) in [
        (r#""lowest": 200, "highest": 800, "best": 350, "sure": 0.8"#, whole(200.0, 350.0, 800.0, 0.8), words(&[])),
        (r#""lowest": -4, "highest": -4, "best": -4, "sure": 1"#, whole(-4.0, -4.0, -4.0, 1.0), words(&[])),
        (
            r#""lowest": "200", "highest": 800, "best": 3.5e2, "sure": "80%""#,
            whole(200.0, 350.0, 800.0, 0.8),
            words(&["`ballot.sure` is in another form"]),
        ),
        (r#""lowest": 200, "highest": 800, "best": 350, "sure": 80"#, None, words(&["`ballot.sure` is out of range"])),
        (
            r#""lowest": 200, "highest": 800, "best": 900, "sure": 0.8"#,
            None,
            words(&["`ballot`: lowest, best and highest are not in order"]),
        ),
        (
            r#""lowest": 800, "highest": 200, "best": 350, "sure": 0.8"#,
            None,
            words(&["`ballot`: lowest, best and highest are not in order"]),
        ),
        (
            r#""lowest": 200, "best": null, "sure": 0.8"#,
            None,
            words(&["`ballot.best` is missing", "`ballot.highest` is missing"]),
        ),
        (
            r#""lowest": 200, "highest": 1e300, "best": -2e15, "sure": 0.8"#,
            None,
            words(&["`ballot.best` is out of range", "`ballot.highest` is out of range"]),
        ),
        (r#""lowest": -1e15, "highest": 1e15, "best": 0, "sure": 0.8"#, whole(-1e15, 0.0, 1e15, 0.8), words(&[])),
        (r#""lowest": 200, "highest": 800, "best": 350"#, None, words(&["`ballot.sure` is missing"])),
        (
            r#""lowest": 200, "highest": 800, "best": "soon", "sure": 140"#,
            None,
            words(&["`ballot.best` has the wrong type", "`ballot.sure` is out of range"]),
        ),
    ] {
        assert_eq!(casts(fields), (expected, flaws), "{fields}");
    }
    assert_eq!(cast(&estimate(), "350"), (None, words(&["`ballot` has the wrong type"])));

    let ballot = r#""ballot": {"lowest": 200, "highest": 800, "best": 350, "sure": 0.7, "counted": "Tests too."}"#;
    let (turn, flaws) = read(&estimate(), ballot);
    assert_eq!((turn.confidence, flaws), (Some(0.7), vec![]));
    let Some(Cast::Estimate(estimate)) = turn.ballot else { panic!("{:?}", turn.ballot) };
    assert_eq!(estimate.counted.as_deref(), Some("Tests too."));
}

/// B-06: consent to other options: each once, and none for one's own or an unknown option.
#[test]
fn stands_on_other_options_are_read() {
    let on = |option: &str, stand, why: Option<&str>| OnOption {
        option: letter(option),
        stand,
        why: why.map(str::to_owned),
    };
    let others = |ballot: &str, others: &str| {
        let (turn, flaws) = read(&paper(), &format!(r#""ballot": {ballot}, "others": {others}"#));
        (turn.others, flaws)
    };
    let wrong = || vec![Flaw::WrongType { field: "others".to_owned() }];
    let all = r#"[
        {"option": "B", "stand": "minor", "why": "It costs more."},
        {"option": "yes", "stand": "SAME", "why": null},
        {"option": "no", "stand": "blocker", "why": "said twice"},
        {"option": "C", "stand": "Blocker", "why": "none"}]"#;
    let coerced = vec![Flaw::Coerced { field: "others".to_owned() }];
    let (b, c) = (on("B", Consent::Minor, Some("It costs more.")), on("C", Consent::Blocker, None));
    let yes = r#"{"choice": "yes"}"#;
    assert_eq!(others(yes, all), (vec![b.clone(), c.clone()], coerced.clone()), "A is its own");
    let named = r#"{"choice": "depends", "headline": "Yes"}"#;
    assert_eq!(others(named, all).0, [b.clone(), c.clone()], "a headline that names an option holds it");
    let new = r#"{"choice": "depends", "headline": "Only where it pays"}"#;
    let a = on("A", Consent::Same, None);
    assert_eq!(others(new, all), (vec![b.clone(), a, c], coerced), "a headline is none of the options yet");

    let unknown = r#"[{"option": "Q", "stand": "minor"}, {"option": "B", "stand": "minor", "why": "It costs more."}]"#;
    assert_eq!(others(yes, unknown), (vec![b], wrong()));
    assert_eq!(others(yes, r#"[{"option": "B", "stand": "perhaps"}]"#), (vec![], wrong()));
    assert_eq!(others(yes, r#"{"option": "B", "stand": "minor"}"#), (vec![], wrong()));
    assert_eq!(others(yes, "[]"), (vec![], vec![]));
}

/// B-15: a ranking is parsed by word or letter; unknown and repeated options are dropped.
#[test]
fn rankings_are_read() {
    let ranking = |given: &str| {
        let (turn, flaws) = read(&choice(), &format!(r#""ballot": {{"choice": "D"}}, "ranking": {given}"#));
        (turn.ranking.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), flaws)
    };
    assert_eq!(ranking(r#"["D", "birch", "A"]"#), ("D B A".to_owned(), vec![]));
    let coerced = vec![Flaw::Coerced { field: "ranking".to_owned() }];
    assert_eq!(ranking(r#"["D", "Oak", "D", "A", null]"#), ("D A".to_owned(), coerced));
    assert_eq!(ranking(r#""D A""#), (String::new(), vec![Flaw::WrongType { field: "ranking".to_owned() }]));
    assert_eq!(ranking("null"), (String::new(), vec![]));
}

/// B-04: at most three new terms; a term named by id is adopted; an unknown id is a flaw.
#[test]
fn terms_are_read() {
    let terms = |given: &str| {
        let (turn, flaws) = read(&paper(), &format!(r#""ballot": {{"choice": "yes"}}, "terms": {given}"#));
        let adopted: Vec<String> = turn.on_terms.iter().map(|it| format!("{} {}", it.act, it.term)).collect();
        (turn.terms.join("; "), adopted.join("; "), flaws)
    };
    let coerced = || vec![Flaw::Coerced { field: "terms".to_owned() }];
    let unknown = |id: &str| vec![Flaw::UnknownTerm { id: id.to_owned() }];
    for (given, put, adopted, flaws) in [
        (r#"["A trial first", " It lapses in May "]"#, "A trial first; It lapses in May", "", vec![]),
        (r#"["T3", "t1: the trial lapses", "[T2] as it is"]"#, "", "adopt T3; adopt T1; adopt T2", coerced()),
        (r#"["T4"]"#, "", "", unknown("T4")),
        (r#"["[T0]", "T4: It lapses"]"#, "[T0]; It lapses", "", coerced()),
        (r#"["Tests pass"]"#, "Tests pass", "", vec![]),
        (r#"["a", "b", "c", "d"]"#, "a; b; c", "", vec![Flaw::TooLong { field: "terms".to_owned() }]),
        (r#"["a", "b", "c"]"#, "a; b; c", "", vec![]),
        (r#""A trial first""#, "", "", vec![Flaw::WrongType { field: "terms".to_owned() }]),
        ("null", "", "", vec![]),
    ] {
        assert_eq!(terms(given), (put.to_owned(), adopted.to_owned(), flaws), "{given}");
    }
    // In the first round there are no terms: a number before one is a label.
    let first = Paper { terms: 0, ..paper() };
    let (turn, _) = read(&first, r#""ballot": {"choice": "yes"}, "terms": ["T1: A trial first"]"#);
    assert_eq!((turn.terms, turn.on_terms), (vec!["A trial first".to_owned()], vec![]));
}

/// B-04: later turns adopt, oppose or withdraw terms by id.
#[test]
fn moves_on_terms_are_read() {
    let (turn, flaws) = read(
        &paper(),
        r#""ballot": {"choice": "yes"}, "on_terms": [
            {"term": "T1", "act": "adopt", "why": "It is cheap."}, {"term": "[t2]", "act": "Oppose", "why": null},
            {"id": "T3", "act": "withdraw"}, {"term": "T4", "act": "adopt"}, {"term": "C1", "act": "adopt"},
            {"term": "T1", "act": "ignore"}], "terms": ["T2"]"#,
    );
    let on = |term: &str, act, why: Option<&str>| TermMove { term: term.into(), act, why: why.map(str::to_owned) };
    let expected = [
        on("T1", TermAct::Adopt, Some("It is cheap.")),
        on("T2", TermAct::Oppose, None),
        on("T3", TermAct::Withdraw, None),
        on("T2", TermAct::Adopt, None),
    ];
    assert_eq!(turn.on_terms, expected);
    let flaws: Vec<String> = flaws.iter().map(ToString::to_string).collect();
    let expected = ["`on_terms` has the wrong type", "`terms` is in another form", "`T4` is no term of this debate"];
    assert_eq!(flaws, expected);
}

/// B-13: reasons for a move are claims, terms or sources by id, or the participant's own.
#[test]
fn reasons_of_a_change_are_read() {
    let because = |given: &str| {
        let (turn, flaws) = read(&paper(), &format!(r#""ballot": {{"choice": "no"}}, "because": {given}"#));
        (turn.because, flaws)
    };
    let reason =
        |id: Option<&str>, why: Option<&str>| Because { id: id.map(str::to_owned), why: why.map(str::to_owned) };
    let given = r#"[{"id": "C3", "why": "it was measured"}, {"id": "[t1]", "why": null}, {"claim": "e2", "why": "opened"},
        {"id": null, "why": "I counted again"}, {"id": "", "why": ""}]"#;
    let expected = vec![
        reason(Some("C3"), Some("it was measured")),
        reason(Some("T1"), None),
        reason(Some("E2"), Some("opened")),
        reason(None, Some("I counted again")),
    ];
    assert_eq!(because(given), (expected, vec![]));
    let coerced = vec![Flaw::Coerced { field: "because".to_owned() }];
    let own = (vec![reason(None, Some("I counted again"))], coerced);
    assert_eq!(because(r#"[{"id": "my own", "why": "I counted again"}]"#), own);
    let wrong = || (vec![], vec![Flaw::WrongType { field: "because".to_owned() }]);
    assert_eq!(because(r#"[{"id": "X1", "why": null}]"#), wrong());
    assert_eq!(because(r#"["C3"]"#), wrong());
    assert_eq!(because(r#""C3""#), wrong());
    assert_eq!(because("null"), (vec![], vec![]));
}

/// D-21, B-23: the grade of an answer depends on what its paper asks for.
#[test]
fn grades() {
    let closing = Paper { is_closing: true, held: vec![], ..paper() };
    let position = r#""position": "It is so.", "reasoning": "It is known.""#;
    let (yes, sure) = (r#""ballot": {"choice": "yes"}"#, r#""confidence": 0.5"#);
    let figures = r#""ballot": {"lowest": 1, "best": 2, "highest": 3, "sure": 0.8}"#;
    let new = r#""ballot": {"choice": "depends", "headline": "Only in a team that asks for it"}"#;
    let long = r#""ballot": {"choice": "depends", "headline": "a b c d e f g h i j k l m"}"#;
    let unknown = r#""ballot": {"choice": "Q"}"#;
    for (paper, fields, expected) in [
        (Some(paper()), vec![position, yes, sure], Grade::Whole),
        (Some(paper()), vec![position, new, sure], Grade::Whole),
        (Some(paper()), vec![position, long, sure], Grade::Partial),
        (Some(paper()), vec![position, unknown, sure], Grade::Partial),
        (Some(paper()), vec![position, yes], Grade::Partial),
        (Some(paper()), vec![position, sure], Grade::Partial),
        (Some(paper()), vec![yes, sure], Grade::Partial),
        (Some(paper()), vec![unknown, sure], Grade::Nothing),
        (Some(paper()), vec![sure], Grade::Nothing),
        (Some(estimate()), vec![position, figures], Grade::Whole),
        (Some(estimate()), vec![position, sure], Grade::Partial),
        (Some(argued()), vec![position], Grade::Whole),
        (Some(argued()), vec![yes, sure], Grade::Nothing),
        (Some(closing.clone()), vec![yes, sure], Grade::Whole),
        (Some(closing.clone()), vec![yes], Grade::Partial),
        (Some(closing.clone()), vec![position, sure], Grade::Partial),
        (Some(closing), vec![sure], Grade::Nothing),
        (None, vec![position], Grade::Whole),
        (None, vec![yes, sure], Grade::Nothing),
    ] {
        let (turn, flaws) = read_on(&format!("{{{}}}", fields.join(", ")), paper.as_ref());
        assert_eq!(grade(&turn, paper.as_ref(), &flaws), expected, "{fields:?} on {paper:?}");
    }
}

/// B-05: a participant with an assigned side casts nothing and gives no confidence; a closing ballot needs no position.
#[test]
fn sides_and_closing_ballots_are_read() {
    let fields = r#""ballot": {"choice": "yes"}, "confidence_change": {"delta": 0.1, "since": 1, "reason": "C1"}"#;
    let (turn, flaws) = read(&argued(), fields);
    assert_eq!((turn.ballot, turn.confidence, turn.confidence_change), (None, None, None));
    assert_eq!((turn.position.as_deref(), flaws), (Some("It is so."), vec![]));

    let closing = Paper { is_closing: true, held: vec![], ..paper() };
    let text = r#"{"ballot": {"choice": "no"}, "confidence": 0.9, "reasoning": "It is known.", "terms": ["A trial first"],
        "would_change": "A second measurement."}"#;
    let (turn, flaws) = read_on(text, Some(&closing));
    assert_eq!((turn.ballot, turn.confidence, flaws), (option("B"), Some(0.9), vec![]));
    assert_eq!(turn.would_change.as_deref(), Some("A second measurement."));
    assert_eq!(turn.terms, ["A trial first"]);
}

/// B-01: without a vote, ballot fields are not parsed and none is missing.
#[test]
fn without_a_paper_nothing_is_cast() {
    let text = r#"{"position": "p", "reasoning": "r", "confidence": 0.5, "ballot": {"choice": "yes"}, "terms": ["a"]}"#;
    let (turn, flaws) = read_on(text, None);
    assert_eq!((turn.ballot, turn.terms, flaws), (None, vec![], vec![]));
}
