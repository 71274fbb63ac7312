//! Parsing answers: known malformed answers as files, and properties of all answers.
use crate::made::{paper, word};
use debate::ballot::{Because, Consent, OnOption, TermAct, TermMove};
use debate::reply::{Grade, grade, read_on};
use debate::{Cast, Claim, ConfidenceChange, Flaw, Label, Letter, Question, Reference, Standing, Turn};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// An answer to a question whose paper has Yes, No and one headline.
fn read(text: &str) -> (Turn, Vec<Flaw>) {
    read_on(text, Some(&paper()))
}

/// D-21, D-20, D-11, D-12, B-02, B-23: the parsed turn and flaws of each answer in `tests/answers`.
#[test]
fn answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 30);
    for path in paths {
        #[expect(clippy::disallowed_methods, reason = "the answers are files, the crate is not the one to read them")]
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        insta::with_settings!({ snapshot_suffix => name, omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("answer", shown(&text));
        });
    }
}

fn shown(text: &str) -> String {
    let (turn, flaws) = read(text);
    let mut out = format!("{:?}\n", grade(&turn, Some(&paper()), &flaws));
    for flaw in &flaws {
        let _ = writeln!(out, "- {flaw}");
    }
    let turn = shortened(json!(turn));
    let _ = write!(out, "{turn:#}");
    out
}

/// A value with long texts and lists replaced by their lengths.
fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > 300 => {
            json!(format!("{}… ({} characters)", text.chars().take(40).collect::<String>(), text.chars().count()))
        }
        Value::Array(items) if items.len() > 12 => json!(format!("{} items", items.len())),
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        // Sorted by name, whether or not a dependency enables `preserve_order`.
        Value::Object(members) => {
            let members: BTreeMap<String, Value> = members.into_iter().collect();
            members.into_iter().map(|(key, value)| (key, shortened(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// D-20: notations of a confidence. A bare number above one may be a percentage or a mark out of ten, so the answer is asked for again; a
/// percentage with its sign is valid.
#[test]
fn confidences() {
    let coerced = |field: &str| Some(Flaw::Coerced { field: field.to_owned() });
    let out_of_range = || Some(Flaw::OutOfRange { field: "confidence".to_owned() });
    let wrong_type = || Some(Flaw::WrongType { field: "confidence".to_owned() });
    for (given, expected, flaw) in [
        ("0", Some(0.0), None),
        ("-0.0", Some(0.0), None),
        ("1", Some(1.0), None),
        ("0.825", Some(0.825), None),
        ("8.2e-1", Some(0.82), None),
        ("1.0001", None, out_of_range()),
        ("2", None, out_of_range()),
        ("2.5", None, out_of_range()),
        ("8", None, out_of_range()),
        ("85", None, out_of_range()),
        ("100", None, out_of_range()),
        ("\"8\"", None, out_of_range()),
        ("\"85\"", None, out_of_range()),
        ("\"85 %\"", Some(0.85), coerced("confidence")),
        ("100.5", None, out_of_range()),
        ("-1", None, out_of_range()),
        ("1e999", None, out_of_range()),
        ("\"0.8\"", Some(0.8), coerced("confidence")),
        ("\"80%\"", Some(0.8), coerced("confidence")),
        ("\"1%\"", Some(0.01), coerced("confidence")),
        ("\"150%\"", None, out_of_range()),
        ("\"1.5\"", None, out_of_range()),
        ("\"inf\"", None, wrong_type()),
        ("\"high\"", None, wrong_type()),
        ("\"8/10\"", None, wrong_type()),
        ("true", None, wrong_type()),
        ("[0.8]", None, wrong_type()),
    ] {
        let (turn, flaws) = read(&format!(
            r#"{{"position": "p", "reasoning": "r", "ballot": {{"choice": "yes"}}, "confidence": {given}}}"#
        ));
        assert_eq!(turn.confidence, expected, "{given}");
        assert_eq!(flaws.into_iter().find(|flaw| *flaw != Flaw::Malformed), flaw, "{given}");
    }
}

/// D-21: hostile and huge answers are parsed in linear time.
#[test]
fn four_megabytes_are_read() {
    const SIZE: usize = 4 << 20;
    for unit in ["{", "{\"a\":\"", "{/*", "<think>", "{\\\""] {
        let (turn, flaws) = read(&unit.repeat(SIZE / unit.len()));
        assert_eq!(grade(&turn, Some(&paper()), &flaws), Grade::Nothing, "{unit}");
    }
    let claims = r#"{"label": "INFER", "text": "It \"follows\" [1-40], [7]."}, "#.repeat(SIZE / 60);
    let (turn, flaws) = read(&format!(r#"{{"position": "Yes.", "claims": [{claims}"#));
    assert_eq!((turn.position.as_deref(), turn.claims.len()), (Some("Yes."), 20));
    assert!(flaws.contains(&Flaw::TooLong { field: "answer".to_owned() }));
    assert!(flaws.contains(&Flaw::Truncated));
    let (turn, _) = read(&format!(r#"{{"position": "Yes.", "reasoning": "{}"}}"#, "ä".repeat(200_000)));
    assert_eq!(turn.reasoning.map(|it| it.chars().count()), Some(12_000));
}

/// A text with everything that JSON must escape, and nothing that parsing removes.
fn a_text() -> impl Strategy<Value = String> {
    r#"Z[ -Z\\a-~äß中🙂\n\t]{0,40}\."#
}

/// Fields that accompany a ballot.
#[derive(Clone, Debug)]
struct Voted {
    ballot: Cast,
    others: Vec<OnOption>,
    ranking: Vec<Letter>,
    terms: Vec<String>,
    on_terms: Vec<TermMove>,
    because: Vec<Because>,
}

fn a_ballot() -> impl Strategy<Value = Voted> {
    let maybe = || prop::option::of(a_text());
    let letters = || Just(vec![Letter::at(0), Letter::at(1), Letter::at(2)]).prop_shuffle();
    let headline = r#"Z["\\a-zäß中]{0,8}( [a-z{}:,]{1,6}){0,5}"#.prop_map(Cast::Headline);
    let cast = prop_oneof![(0_usize..3).prop_map(|it| Cast::Option(Letter::at(it))), headline];
    let stand = (prop::sample::select(Consent::ALL.to_vec()), maybe());
    let others = (letters(), prop::collection::vec(stand, 0..4));
    let terms = prop::collection::vec(a_text(), 0..4);
    let on_term = (1_u32..4, prop::sample::select(TermAct::ALL.to_vec()), maybe()).prop_map(|(number, act, why)| {
        let term = format!("T{number}");
        TermMove { term, act, why }
    });
    let because = (prop::option::of("[CTE][1-9]"), a_text()).prop_map(|(id, why)| Because { id, why: Some(why) });
    let moves = (prop::collection::vec(on_term, 0..4), prop::collection::vec(because, 0..4));
    (cast, others, letters(), 0_usize..4, terms, moves).prop_map(
        |(ballot, others, mut ranking, ranked, terms, moves)| {
            let stands =
                others.0.into_iter().zip(others.1).map(|(option, (stand, why))| OnOption { option, stand, why });
            let others = stands.filter(|it| ballot != Cast::Option(it.option)).collect();
            ranking.truncate(ranked);
            Voted { ballot, others, ranking, terms, on_terms: moves.0, because: moves.1 }
        },
    )
}

fn a_turn() -> impl Strategy<Value = Turn> {
    let label = prop::sample::select(vec![Label::Fact, Label::Infer, Label::Assume]);
    let standing = prop::option::of(prop::sample::select(Standing::ALL.to_vec()));
    let cites = prop::collection::btree_set(1_u32..9, 0..4);
    let claim = (label, a_text(), cites, standing).prop_map(|(label, text, cites, standing)| Claim {
        label,
        text,
        cites: cites.into_iter().collect(),
        kind: None,
        assigned: false,
        standing,
    });
    let source = (a_text(), prop::option::of("https://[a-z]{1,9}\\.org/[a-z0-9]{0,9}"));
    let sources = prop::collection::vec(source, 0..5).prop_map(|sources| {
        sources
            .into_iter()
            .zip(1..)
            .map(|((title, url), number)| Reference { number, title, url, kind: None, assigned: false })
            .collect::<Vec<_>>()
    });
    let change = (-1.0..=1.0, prop::option::of(1_u32..9), prop::option::of(a_text()))
        .prop_map(|(delta, since, reason)| ConfidenceChange { delta, since, reason });
    let texts = (a_text(), a_text(), prop::option::of(a_text()), prop::collection::vec(a_text(), 0..4));
    let question = (prop::option::of("[b-z]{1,9}"), a_text())
        .prop_map(|(to, text)| Question { to: to.map(|it| it.as_str().into()), text });
    let questions = prop::collection::vec(question, 0..4);
    let lists = (prop::collection::vec(claim, 0..5), sources, prop::option::of(change));
    (texts, 0.0..=1.0, a_ballot(), lists, questions).prop_map(|(texts, confidence, voted, lists, questions)| {
        let (position, reasoning, would_change, key_points) = texts;
        let (claims, references, confidence_change) = lists;
        let Voted { ballot, others, ranking, terms, on_terms, because } = voted;
        Turn {
            position: Some(position),
            reasoning: Some(reasoning),
            confidence: Some(confidence),
            ballot: Some(ballot),
            ranking,
            others,
            terms,
            on_terms,
            because,
            would_change,
            claims,
            references,
            key_points,
            confidence_change,
            stance: None,
            moves: vec![],
            vulnerabilities: Vec::new(),
            questions,
            needs: Vec::new(),
        }
    })
}

/// A turn as a model would write it.
fn written(turn: &Turn) -> Value {
    let claim = |claim: &Claim| {
        let marks: String = claim.cites.iter().map(|number| format!("[{number}]")).collect();
        json!({ "label": claim.label, "text": format!("{} {marks}", claim.text), "standing": claim.standing })
    };
    let ballot = match &turn.ballot {
        Some(Cast::Option(letter)) => json!({ "choice": word(&paper(), *letter), "headline": null }),
        Some(Cast::Headline(headline)) => json!({ "choice": "depends", "headline": headline }),
        Some(Cast::Estimate(_)) | None => Value::Null,
    };
    json!({
        "position": turn.position,
        "reasoning": turn.reasoning,
        "confidence": turn.confidence,
        "ballot": ballot,
        "others": turn.others,
        "ranking": turn.ranking,
        "terms": turn.terms,
        "on_terms": turn.on_terms,
        "because": turn.because,
        "would_change": turn.would_change,
        "claims": turn.claims.iter().map(claim).collect::<Vec<_>>(),
        "references": turn.references,
        "key_points": turn.key_points,
        "confidence_change": turn.confidence_change,
        "questions": turn.questions,
    })
}

/// Whether a flaw concerns the content, not the notation.
fn is_about_content(flaw: &Flaw) -> bool {
    match flaw {
        Flaw::Missing { .. }
        | Flaw::UnresolvedCitation { .. }
        | Flaw::UncitedFact { .. }
        | Flaw::CitedAssumption { .. } => true,
        Flaw::NoObject
        | Flaw::Wrapped
        | Flaw::Malformed
        | Flaw::Truncated
        | Flaw::Unprintable
        | Flaw::WrongType { .. }
        | Flaw::Coerced { .. }
        | Flaw::OutOfRange { .. }
        | Flaw::TooLong { .. }
        | Flaw::UnknownOption { .. }
        | Flaw::Headline { .. }
        | Flaw::Unordered
        | Flaw::MissingSection { .. }
        | Flaw::Unmitigated { .. }
        | Flaw::UnknownParticipant { .. }
        | Flaw::ChangedBallot
        | Flaw::UnknownTerm { .. }
        | Flaw::UnknownClaim { .. }
        | Flaw::UnknownSource { .. }
        | Flaw::WrongStance { .. }
        | Flaw::CorrectedStance { .. }
        | Flaw::AssignedKind { .. }
        | Flaw::DoubtedKind { .. }
        | Flaw::UnsourcedFact { .. }
        | Flaw::UnbackedFact { .. }
        | Flaw::Ungrounded => false,
    }
}

/// Fails if a part has something that the whole lacks.
fn contradiction(part: &Turn, whole: &Turn) -> Option<&'static str> {
    let checks = [
        ("position", part.position.is_none() || part.position == whole.position),
        ("reasoning", part.reasoning.is_none() || part.reasoning == whole.reasoning),
        ("confidence", part.confidence.is_none() || part.confidence == whole.confidence),
        ("ballot", part.ballot.is_none() || part.ballot == whole.ballot),
        ("others", whole.others.starts_with(&part.others)),
        ("ranking", whole.ranking.starts_with(&part.ranking)),
        ("terms", whole.terms.starts_with(&part.terms)),
        ("on_terms", whole.on_terms.starts_with(&part.on_terms)),
        ("because", whole.because.starts_with(&part.because)),
        ("would_change", part.would_change.is_none() || part.would_change == whole.would_change),
        ("claims", whole.claims.starts_with(&part.claims)),
        ("references", whole.references.starts_with(&part.references)),
        ("key_points", whole.key_points.starts_with(&part.key_points)),
        ("confidence_change", part.confidence_change.is_none() || part.confidence_change == whole.confidence_change),
    ];
    checks.into_iter().find(|(_, holds)| !holds).map(|(field, _)| field)
}

proptest! {
    /// D-21: parsing never fails.
    #[test]
    fn any_text_is_read(text in any::<String>(), like_json in r#"([{}\[\]",:'/*#\\“” \n0-9.%a-z-]|"position": |"ballot": |"choice": |"terms"|\\u|d83d|</?think>|null|\[1-3\]){0,200}"#) {
        for text in [text, like_json] {
            let (_, flaws) = read(&text);
            prop_assert!(flaws.is_sorted_by(|a, b| a < b));
        }
    }

    /// D-20, D-12: a well-formed answer is parsed as meant.
    #[test]
    fn a_valid_answer_is_read_whole(turn in a_turn()) {
        let answer = written(&turn);
        for text in [answer.to_string(), format!("{answer:#}")] {
            let (read, flaws) = read(&text);
            prop_assert_eq!(&read, &turn);
            prop_assert!(flaws.iter().all(is_about_content), "{:?}", flaws);
        }
    }

    /// D-21: wrappers that models use do not change the answer.
    #[test]
    fn a_wrapped_answer_is_the_same(turn in a_turn()) {
        let answer = written(&turn);
        for text in [
            format!("```json\n{answer:#}\n```"),
            format!("<think>Let me see {{\"position\": \"no</think>Here: {answer} I hope it {{helps}}."),
            json!({ "answer": answer }).to_string(),
            json!([answer]).to_string(),
            json!(answer.to_string()).to_string(),
            json!({ "result": [{ "text": answer.to_string() }] }).to_string(),
        ] {
            let (read, flaws) = read(&text);
            prop_assert_eq!(&read, &turn, "{}", text);
            prop_assert!(flaws.iter().all(|flaw| *flaw == Flaw::Wrapped || is_about_content(flaw)), "{:?}", flaws);
            prop_assert!(flaws.contains(&Flaw::Wrapped));
        }
    }

    /// D-21: an extra character anywhere costs fields at most.
    #[test]
    fn a_damaged_answer_is_read(turn in a_turn(), at in any::<prop::sample::Index>(), junk in r#"[{}\[\]",:'/\\\n]{1,3}"#) {
        let mut text = written(&turn).to_string();
        let at = text.floor_char_boundary(at.index(text.len()));
        text.insert_str(at, &junk);
        read(&text);
    }
}

proptest! {
    // Each case is a thousand truncations.
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// D-21: an answer truncated anywhere gives fields of the whole answer, never half a text.
    #[test]
    fn a_cut_answer_contradicts_nothing(turn in a_turn()) {
        let answer = written(&turn);
        for text in [answer.to_string(), format!("{answer:#}")] {
            for end in 0..text.len() {
                let part = String::from_utf8_lossy(&text.as_bytes()[..end]);
                let (read, flaws) = read(&part);
                prop_assert_eq!(contradiction(&read, &turn), None, "{}", part);
                let is_told = |flaw: &Flaw| *flaw == Flaw::Truncated || *flaw == Flaw::NoObject || is_about_content(flaw);
                prop_assert!(flaws.iter().all(is_told), "{:?}: {}", flaws, part);
            }
        }
    }
}
