//! D-40 and E-20 over whole debates, at, below and above each figure.
use crate::scene::{Scene, cites, holds, votes};
use analysis::exit::{self, Outcome};
use analysis::summary::RoundSummary;
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::Leaving;
use debate::{Algorithm, Event, Profile, Relation, Rules, Turn, Vote};

const YES: &str = "Yes, adopt it.";
const NO: &str = "No, leave it.";
const CLOSED: Outcome = Outcome::Close(Reason::Consensus);

fn rules(algorithm: Algorithm) -> Rules {
    Rules { algorithm, groupthink: None, ..Rules::default() }
}

/// The outcome of a debate by these rules.
fn after(rules: Rules, rounds: &[Vec<Turn>]) -> Outcome {
    exit::after_round(&scene(rules, rounds).debate)
}

fn scene(rules: Rules, rounds: &[Vec<Turn>]) -> Scene {
    rounds.iter().fold(Scene::new(rounds[0].len(), rules), |scene, it| scene.round(it.clone()))
}

fn all(position: &str, confidences: &[f64]) -> Vec<Turn> {
    confidences.iter().map(|it| holds(position, *it)).collect()
}

/// D-40: the rubric at, below and above its figures, and a person's own share.
#[test]
fn the_rubric_at_its_figures() {
    let by = |turns: Vec<Turn>, leaving: Leaving| {
        let opening = all(YES, &vec![0.9; turns.len()]);
        after(Rules { leaving, ..rules(Algorithm::VoteRubric) }, &[opening, turns])
    };
    let usual = |turns: Vec<Turn>| by(turns, Leaving::default());
    let novote = |it: Turn| Turn { vote: None, ..it };
    let five = |silent: usize| -> Vec<Turn> {
        let turns = all(YES, &[0.7; 5]).into_iter().enumerate();
        turns.map(|(at, it)| if at < silent { novote(it) } else { it }).collect()
    };
    assert_eq!(usual(five(1)), CLOSED, "four of five are 80%");
    assert_eq!(usual(five(2)), Outcome::GoOn, "three of five are not");
    assert_eq!(by(five(2), Leaving { consensus: Some(0.60), ..Leaving::default() }), CLOSED);
    assert_eq!(by(five(1), Leaving { consensus: Some(0.90), ..Leaving::default() }), Outcome::GoOn);
    assert_eq!(by(five(0), Leaving { off: true, ..Leaving::default() }), Outcome::GoOn, "the caps alone");
    assert_eq!(usual(all(YES, &[0.70, 0.90])), CLOSED);
    assert_eq!(usual(all(YES, &[0.69, 0.90])), Outcome::GoOn);
    let mut blocked = five(0);
    blocked[0] = votes(blocked[0].clone(), Vote::Blocker);
    assert_eq!(usual(blocked), Outcome::GoOn, "a BLOCKER is not outvoted");
    let minor: Vec<Turn> = five(0).into_iter().map(|it| votes(it, Vote::Minor)).collect();
    assert_eq!(usual(minor), CLOSED);
}

/// D-40: less than 10 % change over two rounds in a row and no new FACT; a person may ask for more rounds.
#[test]
fn a_plateau_at_its_figures() {
    let plateau = Outcome::Close(Reason::Plateau);
    let course = |confidences: &[f64], leaving: Leaving| {
        let rounds: Vec<Vec<Turn>> = confidences.iter().map(|it| vec![holds(YES, *it), holds(NO, *it)]).collect();
        after(Rules { leaving, ..rules(Algorithm::VoteRubric) }, &rounds)
    };
    assert_eq!(course(&[0.5, 0.59, 0.5], Leaving::default()), plateau);
    assert_eq!(course(&[0.5, 0.60, 0.5], Leaving::default()), Outcome::GoOn, "10% is not less than 10%");
    assert_eq!(course(&[0.5, 0.5], Leaving::default()), Outcome::GoOn, "one quiet round");
    let three = || Leaving { convergence_rounds: Some(3), ..Leaving::default() };
    assert_eq!(course(&[0.5, 0.5, 0.5], three()), Outcome::GoOn);
    assert_eq!(course(&[0.5, 0.5, 0.5, 0.5], three()), plateau);
    let quiet = vec![holds(YES, 0.5), holds(NO, 0.5)];
    let news = vec![cites(holds(YES, 0.5), &[("It is slow", "Trace")]), holds(NO, 0.5)];
    assert_eq!(after(rules(Algorithm::VoteRubric), &[quiet.clone(), quiet, news]), Outcome::GoOn);
}

/// D-40: agreement of 0.90, or everyone sure *and* agreed, or positions stable for two rounds; confident disagreement goes on.
#[test]
fn agreement_at_its_figures() {
    let by = |rounds: &[Vec<Turn>]| after(rules(Algorithm::Agreement), rounds);
    assert_eq!(by(&[all(YES, &[0.2; 3]), all(YES, &[0.2; 3])]), CLOSED, "one position, however unsure");
    assert_eq!(by(&[all(YES, &[0.2; 3])]), Outcome::GoOn, "openings end nothing");
    let split = vec![holds(YES, 0.99), holds(YES, 0.99), holds(NO, 0.99)];
    assert_eq!(by(&[all(YES, &[0.9; 3]), split.clone()]), Outcome::GoOn, "confident disagreement");
    let stable = Outcome::Close(Reason::Stable);
    assert_eq!(by(&[split.clone(), split.clone(), split.clone()]), stable);
    assert_eq!(by(&[split.clone(), split]), Outcome::GoOn, "stable for one round");
    // Eight at one table: those who are alike by name outweigh one who only shares words with them.
    let signs = |it: Turn| Turn { signs: Some("ada".to_owned()), ..it };
    let eight = |confidence: f64, others: usize| -> Vec<Turn> {
        let own = "Kafka for the orders of the billing service, run by the vendor";
        let other = "NATS for the orders of the billing service, run by the vendor";
        (0..8)
            .map(|at| if at < 8 - others { signs(holds(own, confidence)) } else { holds(other, confidence) })
            .collect()
    };
    let likeness = |others: usize| {
        let scene = Scene::on("Which queue?", 8, Profile::Full, rules(Algorithm::Agreement));
        let scene = scene.round(eight(0.5, others)).round(eight(0.5, others));
        analysis::convergence::similarity(&scene.debate, scene.debate.round().unwrap()).unwrap()
    };
    let (one, two) = (likeness(1), likeness(2));
    assert!((0.80..0.90).contains(&two) && one >= 0.80, "{one} {two}");
    let before = |turns: Vec<Turn>| {
        let scene = Scene::on("Which queue?", 8, Profile::Full, rules(Algorithm::Agreement));
        exit::after_round(&scene.round(eight(0.5, 2)).round(turns).debate)
    };
    assert_eq!(before(eight(0.85, 2)), CLOSED, "agreed, and everyone sure");
    assert_eq!(before(eight(0.84, 2)), Outcome::GoOn, "agreed, and not everyone sure");
}

/// D-40, I-02: whoever was lost agrees with nobody.
#[test]
fn a_few_who_are_left_do_not_agree_for_all() {
    let few = |heard: usize| {
        let opening = all(YES, &[0.9; 5]);
        after(rules(Algorithm::Agreement), &[opening, all(YES, &vec![0.9; heard])])
    };
    assert_eq!((few(4), few(3)), (CLOSED, Outcome::GoOn));
}

/// E-11, Q-03: one of eight who contradicts the others is not averaged away.
#[test]
fn a_contradiction_is_not_averaged_away() {
    let round = || {
        let mut turns = all("Adopt gRPC for internal calls.", &[0.99; 8]);
        turns[3] = holds("Do not adopt gRPC for internal calls.", 0.99);
        turns
    };
    for algorithm in [Algorithm::Agreement, Algorithm::EvidenceBasedDebate] {
        let leaving = Leaving { consensus: Some(0.80), ..Leaving::default() };
        let scene = scene(Rules { leaving, ..rules(algorithm) }, &[round(), round()]);
        let mean = analysis::convergence::similarity(&scene.debate, scene.debate.round().unwrap()).unwrap();
        assert!(mean >= 0.80, "{mean}: the mean alone would have it");
        assert_eq!(exit::after_round(&scene.debate), Outcome::GoOn, "{algorithm}");
    }
}

fn sourced(position: &str, at: usize, source: &str) -> Turn {
    cites(holds(position, 0.6), &[(&format!("Finding number {at}"), source)])
}

/// E-20: the ordered list, row by row.
#[test]
fn evidence_based_debate_row_by_row() {
    let by = |rounds: &[Vec<Turn>]| {
        let scene = scene(rules(Algorithm::EvidenceBasedDebate), rounds);
        (exit::after_round(&scene.debate), exit::ruling(&scene.debate).unwrap().says.split(':').next().unwrap())
    };
    let high = (CLOSED, "consensus, high");
    let opening = || vec![holds(YES, 0.6), holds(NO, 0.6)];
    let agreed = |a: &str, b: &str| vec![sourced(YES, 1, a), sourced(YES, 2, b)];
    assert_eq!(by(&[opening(), agreed("Trace", "Trace")]), high, "the same sources");
    assert_eq!(by(&[all(YES, &[0.6; 2]), agreed("Trace", "Audit")]), high, "other sources, and nobody moved");
    let diverse = (CLOSED, "consensus by diverse evidence, medium-high");
    assert_eq!(by(&[opening(), agreed("Trace", "Audit")]), diverse, "one moved, on other sources");
    let go_on = (Outcome::GoOn, "nothing ends it before its cap");
    assert_eq!(by(&[opening(), all(YES, &[0.6; 2])]), go_on, "no source is not few sources");
    assert_eq!(by(&[opening(), opening()]), go_on, "a single quiet round");
    let (outcome, _) = by(&[opening(), opening(), opening()]);
    assert_eq!(outcome, Outcome::Close(Reason::DiminishingReturns));
    assert_eq!(
        by(&[vec![holds(YES, 0.6), holds(YES, 0.6)], opening(), opening()]),
        go_on,
        "one quiet round after a turn"
    );
    let mut blocked = agreed("Trace", "Trace");
    blocked[1] = votes(blocked[1].clone(), Vote::Blocker);
    assert_eq!(by(&[opening(), blocked]).0, Outcome::GoOn, "whoever would not sign is no part of a consensus");
}

/// E-20, Q-02: four who say the same and one of whom nothing can be told are a consensus on average, and it is put as one.
#[test]
fn a_consensus_on_average_is_called_one() {
    const RATHER: &str = "Yes, if the vendor agrees.";
    let (ends, all_alike) = ([YES, YES, YES, YES, RATHER], [YES; 5]);
    for (algorithm, leaving) in
        [(Algorithm::EvidenceBasedDebate, None), (Algorithm::Agreement, Some(0.80)), (Algorithm::Agreement, None)]
    {
        let leaving = Leaving { consensus: leaving, ..Leaving::default() };
        let ended = |positions: [&str; 5]| {
            let round = || -> Vec<Turn> { positions.iter().map(|it| holds(it, 0.9)).collect() };
            let mut scene = scene(Rules { leaving: leaving.clone(), ..rules(algorithm) }, &[round(), round()]);
            let found =
                Relation { similarity: 0.5, opposition: 0.0, opposed: false, same_point: false, on_topic: true };
            scene.debate.compared.enter(YES, RATHER, found);
            assert_eq!(exit::after_round(&scene.debate), CLOSED, "{algorithm}");
            let ruling = RoundSummary::of(&scene.debate, 2).unwrap().metrics.ruling.says;
            let verdict = closed(scene, Reason::Consensus);
            assert_eq!(verdict.metadata.rule, Some(ruling));
            (verdict.decision.label, ruling)
        };
        let (label, ruling) = ended(ends);
        assert_eq!(label, Label::Partial);
        assert!(ruling.contains("on average") && ruling.contains("not all can be told to be the same"), "{ruling}");
        assert!(!ruling.contains("high"), "{ruling}");
        let (label, ruling) = ended(all_alike);
        assert_eq!((label, ruling.contains("average")), (Label::Consensus, false), "{ruling}");
    }
}

/// D-40, Q-04: the shares of positions may be still though those who hold them change places.
#[test]
fn a_still_vote_is_stable() {
    let round = |order: [&str; 3]| -> Vec<Turn> { order.iter().map(|it| holds(it, 0.6)).collect() };
    let rounds = [round([YES, YES, NO]), round([YES, NO, YES]), round([NO, YES, YES])];
    assert_eq!(after(rules(Algorithm::Agreement), &rounds), Outcome::Close(Reason::Stable));
    let moved = [round([YES, YES, NO]), round([YES, NO, NO]), round([NO, YES, YES])];
    assert_eq!(after(rules(Algorithm::Agreement), &moved), Outcome::GoOn);
}

fn closed(mut scene: Scene, why: Reason) -> Verdict {
    let figures = exit::figures(&scene.debate);
    scene.add(Event::DebateClosed { why, figures, question: None });
    Verdict::of(&scene.debate)
}

/// D-40, I-02: the result says by which rule and figures it ended, and shows the rubric with its votes.
#[test]
fn the_result_tells_rule_figures_and_votes() {
    let debate = |algorithm| scene(rules(algorithm), &[all(YES, &[0.5; 3]), all(YES, &[0.5; 3])]);
    let verdict = closed(debate(Algorithm::EvidenceBasedDebate), Reason::Consensus);
    assert_eq!(verdict.decision.label, Label::Consensus, "by likeness, though nobody is as sure as the rubric wants");
    assert!(verdict.metadata.rule.unwrap().starts_with("consensus, high"));
    let names: Vec<&str> = verdict.metadata.figures.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "similarity of positions",
            "pairs of positions that contradict each other",
            "unresolved BLOCKER votes",
            "evidence convergence",
            "mean shift of positions",
            "mean shift of positions, two rounds in a row"
        ]
    );
    let rubric = verdict.metadata.rubric.unwrap();
    assert_eq!((rubric.votes.accept, rubric.seats, rubric.is_met), (3, 3, false));
    let capped = closed(debate(Algorithm::VoteRubric), Reason::RoundCap);
    assert_eq!((capped.decision.label, capped.metadata.rule), (Label::Partial, None));
    let person = closed(
        scene(rules(Algorithm::EvidenceBasedDebate), &[vec![holds(YES, 0.9), holds(NO, 0.9)]]),
        Reason::DiminishingReturns,
    );
    assert!(person.decision.next_step.starts_with("decide yourself"), "{}", person.decision.next_step);
}
