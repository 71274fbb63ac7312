//! Properties of yes/no debates. Properties of all ballots are in `ballots`.
use crate::test_debate::{TestDebate, blocks, cites, letter, no, picks, reasons, stands, yes};
use analysis::ballots::Count;
use analysis::decision::exit::{self, AfterRound};
use analysis::measure::groupthink;
use analysis::measure::novelty::NovelClaims;
use debate::event::Reason;
use debate::{Algorithm, Consent, Rules, Turn};
use proptest::prelude::*;

const FACTS: [(&str, &str); 4] = [
    ("Calls take nine milliseconds", "Trace"),
    ("Schemas break twice a quarter", "Incidents"),
    ("Vendors stopped shipping", "Notes"),
    ("The team asked for it", "Survey"),
];

fn turn() -> impl Strategy<Value = Turn> {
    let stand = prop::option::of(prop_oneof![3 => Just(Consent::Minor), 1 => Just(Consent::Blocker)]);
    let facts = prop::collection::vec(0..FACTS.len(), 0..2);
    let option = prop_oneof![4 => Just("A"), 1 => Just("B")];
    (option, 0..=4_u32, stand, facts).prop_map(|(option, confidence, stand, facts)| {
        let facts: Vec<(&str, &str)> = facts.into_iter().map(|it| FACTS[it]).collect();
        let turn = cites(picks(option, 0.75 + f64::from(confidence) * 0.05), &facts);
        let other = if option == "A" { "B" } else { "A" };
        stand.map_or(turn.clone(), |it| stands(turn, other, it))
    })
}

fn rounds() -> impl Strategy<Value = Vec<Vec<Turn>>> {
    (2..=4_usize).prop_flat_map(|seats| prop::collection::vec(prop::collection::vec(turn(), seats), 2..=4))
}

fn algorithms() -> impl Strategy<Value = Algorithm> {
    prop::sample::select(Algorithm::ALL.to_vec())
}

fn sample_debate(algorithm: Algorithm, rounds: &[Vec<Turn>]) -> TestDebate {
    let rules = Rules { algorithm, ..Rules::default() };
    rounds.iter().fold(TestDebate::new(rounds[0].len(), rules), |sample_debate, it| sample_debate.round(it.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// D-40, E-20, B-11: a blocked leading option is no consensus.
    #[test]
    fn a_blocker_never_makes_a_consensus(rounds in rounds(), algorithm in algorithms(), seat in 0..4_usize) {
        let mut blocked = rounds;
        let last = blocked.last_mut().unwrap();
        let seat = seat % last.len();
        last[seat] = blocks(no(0.9), "A");
        let sample_debate = sample_debate(algorithm, &blocked);
        let leader = Count::of_round(&sample_debate.debate, sample_debate.debate.round().unwrap()).leader();
        let is_consensus = exit::after_round(&sample_debate.debate) == AfterRound::Close(Reason::Consensus);
        prop_assert!(!is_consensus || leader == Some(letter("B")));
    }

    /// E-11, Q-03: a holder of the other option without a stated vote prevents a consensus, whatever was said before.
    #[test]
    fn disagreement_is_never_a_consensus(rounds in rounds(), algorithm in algorithms(), seat in 0..4_usize) {
        let mut opposed = rounds;
        opposed.iter_mut().flatten().for_each(|it| it.others.clear());
        let last = opposed.last_mut().unwrap();
        let seat = seat % last.len();
        last.iter_mut().for_each(|it| *it = yes(0.99));
        last[seat] = no(0.99);
        let outcome = exit::after_round(&sample_debate(algorithm, &opposed).debate);
        prop_assert_ne!(outcome, AfterRound::Close(Reason::Consensus));
    }

    /// repeating everything adds nothing new.
    #[test]
    fn a_repeated_round_brings_nothing(rounds in rounds()) {
        let again = sample_debate(Algorithm::VoteRubric, &rounds).round(rounds.last().unwrap().clone());
        let novel = NovelClaims::of(&again.debate);
        prop_assert_eq!(novel.facts(rounds.len() as u32 + 1), 0);
        prop_assert_eq!(novel.brought(&again.debate, again.debate.round().unwrap()), Some(0));
    }

    /// D-41, D-42: at most one grave and one light sign per round, and none twice.
    #[test]
    fn signs_are_seen_once(rounds in rounds(), algorithm in algorithms()) {
        let mut sample_debate = sample_debate(algorithm, &rounds);
        let seen = sample_debate.watch();
        prop_assert!(seen.iter().filter(|it| it.is_grave()).count() <= 1);
        prop_assert!(seen.iter().filter(|it| !it.is_grave()).count() <= 1);
        prop_assert_eq!(sample_debate.watch(), []);
    }

    /// measures do not depend on whether the debate has been closed since.
    #[test]
    fn closing_changes_no_figure(rounds in rounds(), algorithm in algorithms()) {
        let mut sample_debate = sample_debate(algorithm, &rounds);
        sample_debate.watch();
        let (row, figures) = (exit::ruling(&sample_debate.debate).map(|it| it.says), exit::figures(&sample_debate.debate));
        let closed = sample_debate.closed(Reason::RoundCap);
        prop_assert_eq!(exit::ruling(&closed.debate).map(|it| it.says), row);
        prop_assert_eq!(exit::figures(&closed.debate), figures);
    }

    /// D-43, B-20: reworded reasons are no facts: only claims count in an objection round.
    #[test]
    fn words_alone_are_no_fact(words in "[a-z]{3,9}( [a-z]{3,9}){0,5}") {
        let table = |reason: &str| [0, 1].map(|_| reasons(yes(0.9), reason));
        let sample_debate = TestDebate::new(2, Rules::default()).round(table("It is known.")).round(table("It is known."));
        prop_assert!(groupthink::is_unshaken(&sample_debate.objects(table(&words)).debate, 3));
    }
}
