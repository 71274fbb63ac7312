//! Post-mortems and what they teach (L-03, L-04).
use super::Log;
use crate::test_debate::{TestDebate, cites, claim, claims, guesses, no, participant, yes};
use analysis::learning::record::DecisionRecord;
use analysis::learning::{Input, Learned, OutcomeError, OutcomeRequest, Recorded, closing, draft, updates};
use debate::event::Reason;
use debate::learning::{Change, Event, Outcome, Postmortem, Right, RoundsEffect, Update};
use debate::rules::LearnedRules;
use debate::{Ballot, Kind, Label, Letter, Profile, Rules};

fn recorded(outcomes: Vec<Outcome>) -> Vec<Recorded> {
    let numbered = (0..).zip(outcomes);
    numbered.map(|(number, outcome)| Recorded { number, at: 0, outcome }).collect()
}

fn right(place: usize) -> Outcome {
    Outcome { right: Some(Right::Option(Letter::at(place))), ..Outcome::default() }
}

/// Ada says yes throughout; Bea comes from no to yes, Cleo goes from yes to no.
fn held(rules: Rules) -> TestDebate {
    let seats = ["a", "b", "b"].into_iter().zip(["ada", "bea", "cleo"]).map(|(family, name)| participant(name, family));
    let scene = TestDebate::of("Should we adopt gRPC?", Some(Ballot::YesNo), seats.collect(), rules);
    let documented = cites(yes(0.9), &[("gRPC has streaming", "RFC 9113")]);
    let first = [documented, claims(no(0.6), claim(Label::Infer, "It is hard", Some(Kind::Logical))), yes(0.7)];
    scene.round(first).round([yes(0.8), yes(0.7), no(0.6)]).closed(Reason::RoundCap)
}

fn changes(updates: &[Update]) -> Vec<&Change> {
    updates.iter().map(|it| &it.change).collect()
}

/// L-05: nothing is learned from a debate without an outcome, nor of evidence that no outcome names.
#[test]
fn nothing_is_learned_without_an_outcome() {
    let scene = held(Rules::default());
    let closed = draft(&scene.debate, &[], &Input::default());
    assert_eq!((closed.accuracy, closed.rounds, closed.right.clone()), (None, None, None));
    assert!(closed.judged.is_empty() && closed.kinds.is_empty());
    assert_eq!(updates(&Learned::default(), &scene.debate, &[], &closed, 0), []);
    let said =
        Input { accuracy: Some(0.0), questions: vec!["Who?".into()], skills: vec!["law".into()], ..Input::default() };
    let (events, closed) = closing(&Learned::default(), 0, 0, &scene.debate, &said);
    assert!(events.iter().all(|it| it.kind() == "postmortem_closed"), "what a person says is no outcome: {events:?}");
    assert!(closed.went_wrong.is_empty(), "{:?}", closed.went_wrong);
    let happened = recorded(vec![right(0)]);
    let closed = draft(&scene.debate, &happened, &Input::default());
    let learned = updates(&Learned::default(), &scene.debate, &happened, &closed, 0);
    assert!(!changes(&learned).iter().any(|it| matches!(it, Change::Evidence { .. })), "no outcome names a claim");
}

/// L-03: who was right when, how accurate the decision was, what debate did, and which claims held.
#[test]
fn a_post_mortem_says_who_was_right_when() {
    let scene = held(Rules::default());
    let mut happened = right(0);
    happened.bears_out = vec!["C1".into(), "E1".into(), "C9".into()];
    happened.refutes = vec!["C2".into()];
    happened.project = Some("Billing".into());
    let closed = draft(&scene.debate, &recorded(vec![happened]), &Input::default());
    let notes: Vec<(&str, &str)> = closed.participants.iter().map(|it| (it.name.as_str(), it.note.as_str())).collect();
    assert_eq!(
        notes,
        [("ada", "right from the beginning"), ("bea", "came to be right"), ("cleo", "gave up what was right")]
    );
    assert_eq!((closed.accuracy, closed.rounds), (Some(1.0), Some(RoundsEffect::Unchanged)));
    assert_eq!((closed.domain.as_str(), closed.project.as_deref()), ("general", Some("Billing")));
    let judged: Vec<&str> = closed.judged.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(judged, ["C1", "C2", "E1"], "in order, without what does not exist");
    assert!(closed.went_right.iter().any(|it| it.starts_with("C1 held")), "{:?}", closed.went_right);
    assert!(closed.went_wrong.iter().any(|it| it.starts_with("C2 did not hold (LOGICAL)")), "{:?}", closed.went_wrong);
    assert!(closed.went_wrong.contains(&"cleo gave up Yes, which proved right.".to_owned()));
}

/// L-03: who was right when, from all rounds: who wavered was not right from the beginning.
#[test]
fn who_wavered_is_told_so() {
    let scene = TestDebate::new(2, Rules::default());
    let rounds = [[yes(0.8), no(0.6)], [yes(0.8), no(0.6)], [no(0.8), no(0.6)], [yes(0.8), yes(0.6)]];
    let scene = rounds.into_iter().fold(scene, TestDebate::round).closed(Reason::RoundCap);
    let closed = draft(&scene.debate, &recorded(vec![right(0)]), &Input::default());
    let [wavered, came] = &closed.participants[..] else { panic!("{closed:?}") };
    assert_eq!(wavered.note, "wavered: right in 3 of 4 rounds, right at the end");
    assert_eq!((wavered.accuracy, came.accuracy), (Some(0.75), Some(0.25)));
    assert_eq!(came.note, "came to be right");
    let held: Vec<(u32, Option<bool>)> = wavered.rounds.iter().map(|it| (it.round, it.is_right)).collect();
    assert_eq!(held, [(1, Some(true)), (2, Some(true)), (3, Some(false)), (4, Some(true))]);
}

/// L-04, L-05: a rehearsal with simulated participants teaches nothing unless its owner says so.
#[test]
fn a_rehearsal_teaches_nothing() {
    let mut scene = held(Rules::default());
    scene.debate.rehearsal = true;
    let mut log = Log::default();
    log.add(0, Event::OutcomeAdded { debate: scene.debate.id.clone(), outcome: right(0) });
    let count = |with_rehearsal| {
        let input = Input { with_rehearsal, ..Input::default() };
        let (events, _) = closing(&log.learned(), 1, 0, &scene.debate, &input);
        events.iter().filter(|it| it.kind() == "update_applied").count()
    };
    assert_eq!(count(false), 0);
    assert!(count(true) > 0);
}

/// L-02: an outcome says something, comes after its debate, and has happened; blanks say nothing.
#[test]
fn an_outcome_says_what_happened() {
    let scene = held(Rules::default());
    let now = 100 * super::DAY;
    let of = |what: &str| OutcomeRequest { what: Some(what.to_owned()), ..OutcomeRequest::default() };
    for empty in [of(""), of(" \u{200b} "), OutcomeRequest { right: Some(" ".into()), ..of("") }] {
        assert_eq!(empty.clone().checked(&scene.debate, now), Err(OutcomeError::Empty), "{empty:?}");
    }
    let at = |when| OutcomeRequest { when: Some(when), ..of("It shipped.") };
    assert_eq!(at(now + 2 * super::DAY).checked(&scene.debate, now), Err(OutcomeError::Future));
    let mut late = held(Rules::default());
    late.debate.opened_at = 50 * super::DAY + 5;
    assert_eq!(at(49 * super::DAY).checked(&late.debate, now), Err(OutcomeError::Before));
    assert!(at(50 * super::DAY).checked(&late.debate, now).is_ok(), "the day of the debate itself");
    late.debate.closed = None;
    assert!(matches!(at(now).checked(&late.debate, now), Err(OutcomeError::NotOver(_))));
}

/// L-07: a post-mortem is older than an outcome that follows it.
#[test]
fn a_later_outcome_makes_a_post_mortem_stale() {
    let scene = held(Rules::default());
    let mut log = Log::default();
    let id = scene.debate.id.clone();
    log.add(0, Event::OutcomeAdded { debate: id.clone(), outcome: right(0) });
    let close = |log: &mut Log| {
        let (events, _) = closing(&log.learned(), log.0.len() as u64, 0, &scene.debate, &Input::default());
        events.into_iter().for_each(|it| _ = log.add(0, it));
    };
    let is_stale = |log: &Log| log.learned().debates[&id].is_stale;
    close(&mut log);
    assert!(!is_stale(&log));
    let later = log.add(0, Event::OutcomeAdded { debate: id.clone(), outcome: right(1) });
    assert!(is_stale(&log));
    close(&mut log);
    assert!(!is_stale(&log));
    log.add(0, Event::OutcomeRemoved { debate: id.clone(), outcome: later });
    assert!(is_stale(&log));
}

/// L-04: a question's debates are compared with those of the domain that it was not put to.
#[test]
fn a_question_has_a_baseline() {
    let mut log = Log::default();
    let debate = |log: &mut Log, name: &str, place: usize, asked: bool| {
        let rules = asked.then(|| LearnedRules {
            version: 1,
            weights: vec![],
            accuracy: vec![],
            questions: vec!["Who runs it?".into()],
            skills: vec![],
            imported: vec![],
        });
        let mut scene = held(Rules { learning: rules.map(Box::new), ..Rules::default() });
        scene.debate.id = name.into();
        log.add(0, Event::OutcomeAdded { debate: name.into(), outcome: right(place) });
        let input = Input { questions: vec!["Who runs it?".into()], ..Input::default() };
        let (events, _) = closing(&log.learned(), log.0.len() as u64, 0, &scene.debate, &input);
        events.into_iter().for_each(|it| _ = log.add(0, it));
    };
    for (name, place, asked) in [("a", 0, false), ("b", 1, false), ("c", 1, false), ("d", 0, true), ("e", 0, true)] {
        debate(&mut log, name, place, asked);
    }
    let it = log.learned().domain("general", 0).questions.remove(0);
    assert_eq!((it.well, it.asked, it.unasked_well, it.unasked), (2, 2, 1, 3));
    let asked = log.learned().updates.iter().filter(|it| matches!(it.update.change, Change::Asked { .. })).count();
    assert_eq!(asked, 2);
}

/// L-04: each update has its reason, the value before and after, and the number of projects; seats of one model are one case.
#[test]
fn updates_say_why_and_from_what_to_what() {
    let scene = held(Rules::default());
    let mut happened = right(0);
    happened.refutes = vec!["C2".into()];
    let input = Input {
        domain: Some("api".into()),
        questions: vec!["Who runs it?".into()],
        skills: vec!["operations".into()],
        ..Input::default()
    };
    let happened = recorded(vec![happened]);
    let closed = draft(&scene.debate, &happened, &input);
    let applied = updates(&Learned::default(), &scene.debate, &happened, &closed, 0);
    let [logical, one, two, question, skill, rounds] = &applied[..] else { panic!("{applied:#?}") };
    assert_eq!(logical.change, Change::Evidence { kind: Kind::Logical, cases: 1, held: 0 });
    assert_eq!((logical.before, logical.projects), (Some(0.6), 1));
    assert!((logical.after.unwrap() - 12.0 / 20.45).abs() < 1e-9);
    assert_eq!(logical.reason, "0 of 1 judged claim or source that rest on LOGICAL held");
    assert!((one.after.unwrap() - 11.0 / 21.0).abs() < 1e-9, "a case that was right");
    assert_eq!(two.after, Some(0.5), "one of two seats of a model was right: half a case each way");
    assert_eq!(two.reason, "1 of 2 ballots of this model proved right");
    assert_eq!((question.before, question.after, skill.after), (None, Some(0.5), Some(1.0)));
    assert_eq!(rounds.change, Change::Rounds { effect: RoundsEffect::Unchanged });
    assert!(applied.iter().all(|it| it.domain == "api"));
    let text = serde_json::to_string(&applied).unwrap();
    for word in ["gRPC", "hard", "C2", "ada"] {
        assert!(!text.contains(word), "an update holds no text and no id of a debate: {text}");
    }
}

/// L-04: a question that was put before the debate is counted as asked, with how the debate decided.
#[test]
fn a_question_that_was_put_is_counted() {
    let asked = LearnedRules {
        version: 1,
        weights: vec![],
        accuracy: vec![],
        questions: ["Who runs it?", "Who pays?", "Who signs?"].map(str::to_owned).to_vec(),
        skills: vec![],
        imported: vec![],
    };
    let mut scene = held(Rules { learning: Some(Box::new(asked)), ..Rules::default() });
    let happened = recorded(vec![right(1)]);
    let closed = draft(&scene.debate, &happened, &Input::default());
    assert_eq!(closed.accuracy, Some(0.0));
    let applied = updates(&Learned::default(), &scene.debate, &happened, &closed, 0);
    let put = Change::Asked { text: "Who runs it?".into(), went_well: false };
    assert!(changes(&applied).contains(&&put), "{applied:#?}");
    let count = |it: &[Update]| it.iter().filter(|it| matches!(it.change, Change::Asked { .. })).count();
    assert_eq!(count(&applied), 3);
    scene.debate.participants[0].profile = Profile::Lean;
    let applied = updates(&Learned::default(), &scene.debate, &happened, &closed, 0);
    assert_eq!(count(&applied), 2, "prompts for small models have two");
}

/// L-03: an estimate is right where the truth lies in its interval; the decision is as accurate as its relative error says.
#[test]
fn estimates_are_judged_by_their_intervals() {
    let ballot = Ballot::estimate("days").unwrap();
    let scene = TestDebate::with(ballot, 2, Rules::default());
    let scene = scene.round([guesses(10.0, 20.0, 40.0, 0.8), guesses(60.0, 100.0, 120.0, 0.9)]);
    let scene = scene.round([guesses(10.0, 20.0, 40.0, 0.8), guesses(20.0, 40.0, 60.0, 0.7)]);
    let scene = scene.closed(Reason::RoundCap);
    let outcome = Outcome { right: Some(Right::Value(50.0)), ..Outcome::default() };
    let closed = draft(&scene.debate, &recorded(vec![outcome]), &Input::default());
    let right: Vec<Option<bool>> = closed.participants.iter().map(|it| it.last_right).collect();
    assert_eq!(right, [Some(false), Some(true)]);
    assert_eq!(closed.participants[1].confidence, Some(0.7));
    assert!((closed.accuracy.unwrap() - 0.6).abs() < 1e-9, "30 of 50: {:?}", closed.accuracy);
    assert_eq!(closed.rounds, Some(RoundsEffect::Hurt), "the first round's mean was 60");
}

/// L-02: the latest outcome that judges something counts; a removed one does not.
#[test]
fn the_latest_judgement_counts() {
    let mut log = Log::default();
    let add = |log: &mut Log, outcome| log.add(0, Event::OutcomeAdded { debate: "test".into(), outcome });
    let of = |bears_out: &[&str], refutes: &[&str]| {
        let ids = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect();
        Outcome { bears_out: ids(bears_out), refutes: ids(refutes), ..right(0) }
    };
    add(&mut log, of(&["C1"], &[]));
    add(&mut log, of(&[], &["C1"]));
    let last = add(&mut log, Outcome { right: Some(Right::Option(Letter::at(1))), ..of(&["C2"], &[]) });
    log.add(0, Event::OutcomeRemoved { debate: "test".into(), outcome: last });
    let learned = log.learned();
    let known = &learned.debates[&"test".into()];
    let scene = held(Rules::default());
    let closed = draft(&scene.debate, &known.outcomes, &Input::default());
    assert_eq!(closed.right, Some(Right::Option(Letter::at(0))));
    assert_eq!(
        closed.judged.iter().map(|it| (it.id.as_str(), it.judgement)).collect::<Vec<_>>(),
        [("C1", debate::learning::Judgement::Refuted)]
    );
}

/// L-02: a decision is due when its date has come, until an outcome or a post-mortem is recorded.
#[test]
fn a_decision_without_an_outcome_is_due() {
    let mut log = Log::default();
    log.add(0, Event::ReviewSet { debate: "later".into(), on: Some(90) });
    log.add(0, Event::ReviewSet { debate: "test".into(), on: Some(50) });
    let due = |log: &Log, now| log.learned().due(now).iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>();
    assert_eq!(due(&log, 49), [""; 0]);
    assert_eq!(due(&log, 90), ["test", "later"], "earliest first");
    log.add(60, Event::OutcomeAdded { debate: "test".into(), outcome: right(0) });
    log.add(60, Event::ReviewSet { debate: "later".into(), on: None });
    assert_eq!(due(&log, 90), [""; 0]);
}

/// L-01: the record has each round with what everybody held, its metrics, the decision, dissent, and what it cost.
#[test]
fn a_decision_record_is_complete() {
    let scene = held(Rules { domain: Some("api".into()), ..Rules::default() });
    let record = DecisionRecord::of(&scene.debate, Some("Billing".into()));
    assert_eq!((record.domain.as_str(), record.project.as_deref(), record.rounds.len()), ("api", Some("Billing"), 2));
    let first = &record.rounds[0];
    assert_eq!(
        first.participants.iter().map(|it| it.holds.as_deref()).collect::<Vec<_>>(),
        [Some("Yes"), Some("No"), Some("Yes")]
    );
    assert_eq!(first.participants[0].cites, ["RFC 9113"]);
    assert!(first.metrics.is_some() && record.decision.option.is_some());
    assert_eq!(record.dissent.iter().map(|it| it.as_str()).collect::<Vec<_>>(), ["cleo"]);
    assert_eq!(record.weighted.len(), 2);
    let _: &Postmortem = &draft(&scene.debate, &[], &Input::default());
    assert!(!record.is_overridden && !record.is_escalated && record.said.is_empty());
    let mut reopened = held(Rules::default());
    let said = Some("The budget is halved.".into());
    reopened.add(debate::Event::DebateContinued { rules: Rules::default(), said, focus: None });
    let record = DecisionRecord::of(&reopened.debate, None);
    assert!(record.is_overridden, "a person reopened what was decided");
    assert_eq!(record.said, ["The budget is halved."]);
}
