//! D-40 and E-20 over whole debates, by ballots (B-10), at, below and above each threshold.
use crate::test_debate::{TestDebate, blocks, cites, guesses, no, picks, signs, yes};
use analysis::decision::exit::{self, AfterRound};
use analysis::measure::summary::RoundSummary;
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::ExitLimits;
use debate::{Algorithm, Ballot, Rules, Turn};

const CLOSED: AfterRound = AfterRound::Close(Reason::Consensus);

fn rules(algorithm: Algorithm) -> Rules {
    Rules { algorithm, groupthink: None, ..Rules::default() }
}

/// The outcome of a debate by these rules.
fn after(rules: Rules, rounds: &[Vec<Turn>]) -> AfterRound {
    exit::after_round(&sample_debate(rules, rounds).debate)
}

fn sample_debate(rules: Rules, rounds: &[Vec<Turn>]) -> TestDebate {
    rounds.iter().fold(TestDebate::new(rounds[0].len(), rules), |sample_debate, it| sample_debate.round(it.clone()))
}

/// All hold Yes with these confidences.
fn all(confidences: &[f64]) -> Vec<Turn> {
    confidences.iter().map(|it| yes(*it)).collect()
}

/// D-40: the rubric at, below and above its thresholds, and a person's own fraction. A lost participant has not accepted.
#[test]
fn the_rubric_at_its_figures() {
    let by = |turns: Vec<Turn>, exit_limits: ExitLimits| {
        after(Rules { exit_limits, ..rules(Algorithm::VoteRubric) }, &[all(&[0.9; 5]), turns])
    };
    let usual = |turns: Vec<Turn>| by(turns, ExitLimits::default());
    let share = |share: f64| ExitLimits { consensus: Some(share), ..ExitLimits::default() };
    assert_eq!(usual(all(&[0.7; 4])), CLOSED, "four of five are 80%");
    assert_eq!(usual(all(&[0.7; 3])), AfterRound::GoOn, "three of five are not");
    assert_eq!(by(all(&[0.7; 3]), share(0.60)), CLOSED);
    assert_eq!(by(all(&[0.7; 4]), share(0.90)), AfterRound::GoOn);
    assert_eq!(
        by(all(&[0.7; 5]), ExitLimits { off: true, ..ExitLimits::default() }),
        AfterRound::GoOn,
        "the caps alone"
    );
    assert_eq!(usual(all(&[0.70, 0.90, 0.9, 0.9])), CLOSED);
    assert_eq!(usual(all(&[0.69, 0.90, 0.9, 0.9])), AfterRound::GoOn);
    let with = |last: Turn| [all(&[0.7; 4]), vec![last]].concat();
    assert_eq!(usual(with(signs(no(0.7), "A"))), CLOSED, "one who would sign it");
    assert_eq!(usual(with(blocks(no(0.7), "A"))), AfterRound::GoOn, "a BLOCKER is not outvoted");
    assert_eq!(usual(with(no(0.7))), AfterRound::GoOn, "who has not said has not signed");
    let most = [all(&[0.7; 2]), vec![signs(no(0.7), "A"); 3]].concat();
    assert_eq!(usual(most), AfterRound::GoOn, "all would sign what fewer than half hold");
}

/// D-40: less than 10 % change in two consecutive rounds and no new FACT; a person may require more rounds.
#[test]
fn a_plateau_at_its_figures() {
    let plateau = AfterRound::Close(Reason::Plateau);
    let course = |confidences: &[f64], exit_limits: ExitLimits| {
        let rounds: Vec<Vec<Turn>> = confidences.iter().map(|it| vec![yes(*it), no(*it)]).collect();
        after(Rules { exit_limits, ..rules(Algorithm::VoteRubric) }, &rounds)
    };
    assert_eq!(course(&[0.5, 0.59, 0.5], ExitLimits::default()), plateau);
    assert_eq!(course(&[0.5, 0.60, 0.5], ExitLimits::default()), AfterRound::GoOn, "10% is not less than 10%");
    assert_eq!(course(&[0.5, 0.5], ExitLimits::default()), AfterRound::GoOn, "one quiet round");
    let three = || ExitLimits { convergence_rounds: Some(3), ..ExitLimits::default() };
    assert_eq!(course(&[0.5, 0.5, 0.5], three()), AfterRound::GoOn);
    assert_eq!(course(&[0.5, 0.5, 0.5, 0.5], three()), plateau);
    let quiet = || vec![yes(0.5), no(0.5)];
    let novel = vec![cites(yes(0.5), &[("It is slow", "Trace")]), no(0.5)];
    let by = |rounds: &[Vec<Turn>]| after(rules(Algorithm::VoteRubric), rounds);
    assert_eq!(by(&[quiet(), quiet(), novel]), AfterRound::GoOn);
    assert_eq!(by(&[quiet(), quiet(), vec![no(0.5), no(0.5)]]), AfterRound::GoOn, "a ballot changed");
}

/// D-40, B-10: agreement of 0.90, or everyone confident *and* agreed, or stable ballots for two rounds; confident disagreement continues.
#[test]
fn agreement_at_its_figures() {
    let by = |rounds: &[Vec<Turn>]| after(rules(Algorithm::Agreement), rounds);
    assert_eq!(by(&[all(&[0.2; 3]), all(&[0.2; 3])]), CLOSED, "one option, however unsure");
    assert_eq!(by(&[all(&[0.2; 3])]), AfterRound::GoOn, "openings end nothing");
    let split = vec![yes(0.99), yes(0.99), no(0.99)];
    assert_eq!(by(&[all(&[0.9; 3]), split.clone()]), AfterRound::GoOn, "confident disagreement");
    let stable = AfterRound::Close(Reason::Stable);
    assert_eq!(by(&[split.clone(), split.clone(), split.clone()]), stable);
    assert_eq!(by(&[split.clone(), split]), AfterRound::GoOn, "stable for one round");
    let estimates = |best: [f64; 3], sure: f64| {
        let turns = |best: [f64; 3]| best.map(|it| guesses(50.0, it, 200.0, sure));
        let sample_debate = TestDebate::with(Ballot::estimate("days").unwrap(), 3, rules(Algorithm::Agreement));
        exit::after_round(&sample_debate.round(turns([20.0, 100.0, 190.0])).round(turns(best)).debate)
    };
    assert_eq!(estimates([100.0, 105.0, 110.0], 0.5), CLOSED, "1 less 10 of 105 is 0.90");
    assert_eq!(estimates([100.0, 108.0, 116.0], 0.85), CLOSED, "0.85 agreed, and everyone sure");
    assert_eq!(estimates([100.0, 108.0, 116.0], 0.84), AfterRound::GoOn, "0.85 agreed, and not everyone sure");
}

/// E-13, E-20: a table that agrees on sources it cited before needs no quiet round; one without any source does.
#[test]
fn sources_cited_before_support_an_agreement() {
    let by = |openings: Vec<Turn>| after(rules(Algorithm::EvidenceBasedDebate), &[openings, all(&[0.6; 3])]);
    let cited = cites(no(0.6), &[("It is slow", "Trace")]);
    assert_eq!(by(vec![yes(0.6), yes(0.6), cited]), CLOSED, "what was cited in the openings counts");
    assert_eq!(by(vec![yes(0.6), yes(0.6), no(0.6)]), AfterRound::GoOn, "no source at all is none");
    assert_eq!(by(all(&[0.6; 3])), CLOSED, "none, and no ballot changed");
}

/// E-11, Q-03, B-11: one of eight with another option and no stated vote prevents a consensus.
#[test]
fn a_contradiction_is_not_averaged_away() {
    for algorithm in [Algorithm::Agreement, Algorithm::EvidenceBasedDebate] {
        let exit_limits = ExitLimits { consensus: Some(0.70), ..ExitLimits::default() };
        let ended = |last: Turn| {
            let round = || [all(&[0.99; 7]), vec![last.clone()]].concat();
            let sample_debate =
                sample_debate(Rules { exit_limits: exit_limits.clone(), ..rules(algorithm) }, &[round(), round()]);
            assert_eq!(
                exit::Measures::of(&sample_debate.debate, sample_debate.debate.round().unwrap()).agreement,
                Some(0.75)
            );
            exit::after_round(&sample_debate.debate)
        };
        assert_eq!(ended(no(0.99)), AfterRound::GoOn, "{algorithm}: the figure alone would have it");
        assert_eq!(ended(blocks(no(0.99), "A")), AfterRound::GoOn, "{algorithm}");
        assert_eq!(ended(signs(no(0.99), "A")), CLOSED, "{algorithm}: it would sign");
    }
}

fn sourced(at: usize, source: &str) -> Turn {
    cites(yes(0.6), &[(&format!("Finding number {at}"), source)])
}

/// E-20: the ordered list, row by row.
#[test]
fn evidence_based_debate_row_by_row() {
    let by = |rounds: &[Vec<Turn>]| {
        let sample_debate = sample_debate(rules(Algorithm::EvidenceBasedDebate), rounds);
        (
            exit::after_round(&sample_debate.debate),
            exit::ruling(&sample_debate.debate).unwrap().says.split(':').next().unwrap(),
        )
    };
    let high = (CLOSED, "consensus, high");
    let opening = || vec![yes(0.6), no(0.6)];
    let agreed = |a: &str, b: &str| vec![sourced(1, a), sourced(2, b)];
    assert_eq!(by(&[opening(), agreed("Trace", "Trace")]), high, "the same sources");
    assert_eq!(by(&[all(&[0.6; 2]), agreed("Trace", "Audit")]), high, "other sources, and nobody moved");
    let diverse = (CLOSED, "consensus by diverse evidence, medium-high");
    assert_eq!(by(&[opening(), agreed("Trace", "Audit")]), diverse, "one moved, on other sources");
    let go_on = (AfterRound::GoOn, "nothing ends it before its cap");
    assert_eq!(by(&[opening(), all(&[0.6; 2])]), go_on, "no source is not few sources");
    assert_eq!(by(&[opening(), opening()]), go_on, "a single quiet round");
    let (outcome, says) = by(&[opening(), opening(), opening()]);
    let question = "1 of 2 holds “Yes”, 1 holds “No”, and nobody has changed a ballot for some rounds. Is there anything they can't \
        know that speaks against it: a constraint, a cost, something tried before?";
    assert_eq!((outcome, says), (AfterRound::Escalate(question.to_owned()), "diminishing returns"));
    assert_eq!(by(&[all(&[0.6; 2]), opening(), opening()]), go_on, "one quiet round after a turn");
    let signed = || vec![yes(0.6), yes(0.6), signs(no(0.6), "A")];
    assert_eq!(by(&[signed(), signed()]), go_on, "two of three hold it, the third would sign: a single quiet round");
    assert_eq!(by(&[signed(), signed(), signed()]), (CLOSED, "consensus"));
    let blocked = || vec![yes(0.6), yes(0.6), blocks(no(0.6), "A")];
    let (outcome, _) = by(&[blocked(), blocked(), blocked()]);
    let AfterRound::Escalate(question) = outcome else { panic!("{outcome:?}") };
    let expected = "2 of 3 hold “Yes”, 1 holds “No”, and nobody has changed a ballot for some rounds. What cleo holds against it is “it is \
        not ready”: is that so, as far as you know?";
    assert_eq!(question, expected);
}

/// D-40, Q-04: the options' shares may be stable although their holders change.
#[test]
fn a_still_vote_is_stable() {
    let round = |order: [&str; 3]| -> Vec<Turn> { order.iter().map(|it| picks(it, 0.6)).collect() };
    let rounds = [round(["A", "A", "B"]), round(["A", "B", "A"]), round(["B", "A", "A"])];
    assert_eq!(after(rules(Algorithm::Agreement), &rounds), AfterRound::Close(Reason::Stable));
    let moved = [round(["A", "A", "B"]), round(["A", "B", "B"]), round(["B", "A", "A"])];
    assert_eq!(after(rules(Algorithm::Agreement), &moved), AfterRound::GoOn);
}

/// D-40, I-02: the result names the exit rule and its values, and shows the rubric with its votes.
#[test]
fn the_result_tells_rule_figures_and_votes() {
    let ended = |algorithm, why| {
        let sample_debate = sample_debate(rules(algorithm), &[all(&[0.5; 3]), all(&[0.5; 3])]).closed(why);
        let ruling = RoundSummary::of(&sample_debate.debate, 2).unwrap().metrics.ruling.says;
        (Verdict::of(&sample_debate.debate), ruling)
    };
    let (verdict, ruling) = ended(Algorithm::EvidenceBasedDebate, Reason::Consensus);
    assert_eq!(verdict.decision.label, Label::Consensus, "by ballots, though nobody is as sure as the rubric wants");
    assert!(ruling.starts_with("consensus, high") && verdict.metadata.rule == Some(ruling), "{ruling}");
    let names: Vec<&str> = verdict.metadata.figures.iter().map(|it| it.name.as_str()).collect();
    let expected = [
        "agreement of ballots",
        "unresolved BLOCKER votes",
        "evidence convergence",
        "share of changed ballots",
        "share of changed ballots, two rounds in a row",
    ];
    assert_eq!(names, expected);
    let rubric = verdict.metadata.rubric.unwrap();
    assert_eq!((rubric.option.as_deref(), rubric.votes.accept, rubric.seats), (Some("Yes"), 3, 3));
    assert!(!rubric.is_met);
    let (capped, _) = ended(Algorithm::VoteRubric, Reason::RoundCap);
    assert_eq!((capped.decision.label, capped.metadata.rule), (Label::Consensus, None), "the label is of the ballots");
}
