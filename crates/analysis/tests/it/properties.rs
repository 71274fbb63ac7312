//! What holds of every debate.
use crate::scene::{Scene, because, cites, holds, votes};
use analysis::exit::{self, Outcome};
use analysis::groupthink;
use analysis::news::News;
use debate::event::Reason;
use debate::{Algorithm, Event, Rules, Turn, Vote};
use proptest::prelude::*;

const POSITIONS: [&str; 5] = [
    "Yes, adopt it.",
    "No, leave it.",
    "Adopt gRPC for internal calls.",
    "Do not adopt gRPC.",
    "Ask the vendor first.",
];
const FACTS: [(&str, &str); 4] = [
    ("Calls take nine milliseconds", "Trace"),
    ("Schemas break twice a quarter", "Incidents"),
    ("Vendors stopped shipping", "Notes"),
    ("The team asked for it", "Survey"),
];

fn turn() -> impl Strategy<Value = Turn> {
    let vote = prop_oneof![3 => Just(Vote::Accept), 1 => Just(Vote::Minor), 1 => Just(Vote::Blocker)];
    let facts = prop::collection::vec(0..FACTS.len(), 0..2);
    let position = prop_oneof![4 => Just(0), 1 => 0..POSITIONS.len()];
    (position, 0..=4_u32, vote, facts).prop_map(|(at, confidence, vote, facts)| {
        let facts: Vec<(&str, &str)> = facts.into_iter().map(|it| FACTS[it]).collect();
        let turn = cites(holds(POSITIONS[at], 0.75 + f64::from(confidence) * 0.05), &facts);
        Turn { vote: Some(vote), ..turn }
    })
}

fn rounds() -> impl Strategy<Value = Vec<Vec<Turn>>> {
    (2..=4_usize).prop_flat_map(|seats| prop::collection::vec(prop::collection::vec(turn(), seats), 2..=4))
}

fn algorithms() -> impl Strategy<Value = Algorithm> {
    prop::sample::select(Algorithm::ALL.to_vec())
}

fn scene(algorithm: Algorithm, rounds: &[Vec<Turn>]) -> Scene {
    let rules = Rules { algorithm, ..Rules::default() };
    rounds.iter().fold(Scene::new(rounds[0].len(), rules), |scene, it| scene.round(it.clone()))
}

/// What is seen and decided, in a form in which seats do not show.
fn seen(mut scene: Scene) -> String {
    let mut shown = String::new();
    while let Some(event) = groupthink::after_round(&scene.debate) {
        shown.push_str(&format!("{event:?}\n"));
        scene.add(event);
    }
    format!("{shown}{:?}\n{:?}", exit::after_round(&scene.debate), exit::figures(&scene.debate))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// who sits where changes neither outcome, nor figures, nor what is taken for groupthink.
    #[test]
    fn seats_make_no_difference(rounds in rounds(), algorithm in algorithms(), by in 0..4_usize) {
        let turned: Vec<Vec<Turn>> = rounds.iter().map(|round| {
            let mut round = round.clone();
            let by = by % round.len();
            round.rotate_left(by);
            round
        }).collect();
        prop_assert_eq!(seen(scene(algorithm, &rounds)), seen(scene(algorithm, &turned)));
    }

    /// D-40, E-20: one BLOCKER more never makes a consensus.
    #[test]
    fn a_blocker_never_makes_a_consensus(rounds in rounds(), algorithm in algorithms(), seat in 0..4_usize) {
        let mut blocked = rounds.clone();
        let last = blocked.last_mut().unwrap();
        let seat = seat % last.len();
        last[seat] = votes(last[seat].clone(), Vote::Blocker);
        let consensus = Outcome::Close(Reason::Consensus);
        prop_assert_ne!(exit::after_round(&scene(algorithm, &blocked).debate), consensus);
    }

    /// E-11, Q-03: whatever is said, opposed positions are no consensus.
    #[test]
    fn opposition_is_never_a_consensus(rounds in rounds(), algorithm in algorithms(), seat in 0..4_usize) {
        let mut opposed = rounds;
        let last = opposed.last_mut().unwrap();
        let seat = seat % last.len();
        last.iter_mut().for_each(|it| *it = holds(POSITIONS[0], 0.99));
        last[seat] = holds(POSITIONS[1], 0.99);
        let outcome = exit::after_round(&scene(algorithm, &opposed).debate);
        prop_assert_ne!(outcome, Outcome::Close(Reason::Consensus));
    }

    /// saying everything again brings nothing.
    #[test]
    fn a_repeated_round_brings_nothing(rounds in rounds()) {
        let once = scene(Algorithm::VoteRubric, &rounds);
        let before = News::of(&once.debate).facts(rounds.len() as u32);
        let again = once.round(rounds.last().unwrap().clone());
        let number = rounds.len() as u32 + 1;
        let news = News::of(&again.debate);
        prop_assert_eq!(news.facts(number), 0);
        prop_assert!(news.facts(number) <= before);
        prop_assert_eq!(news.brought(&again.debate, again.debate.round().unwrap()), 0);
    }

    /// D-41, D-42: at most one grave and one light sign a round, and nothing a second time.
    #[test]
    fn signs_are_seen_once(rounds in rounds(), algorithm in algorithms()) {
        let mut scene = scene(algorithm, &rounds);
        let seen = scene.watch();
        prop_assert!(seen.iter().filter(|it| it.is_grave()).count() <= 1);
        prop_assert!(seen.iter().filter(|it| !it.is_grave()).count() <= 1);
        prop_assert_eq!(scene.watch(), []);
    }

    /// what was measured does not depend on whether the debate has been closed since.
    #[test]
    fn closing_changes_no_figure(rounds in rounds(), algorithm in algorithms()) {
        let mut scene = scene(algorithm, &rounds);
        scene.watch();
        let (row, figures) = (exit::ruling(&scene.debate).map(|it| it.says), exit::figures(&scene.debate));
        scene.add(Event::DebateClosed { why: Reason::RoundCap, figures: figures.clone(), question: None });
        prop_assert_eq!(exit::ruling(&scene.debate).map(|it| it.says), row);
        prop_assert_eq!(exit::figures(&scene.debate), figures);
    }

    /// D-43: reasons in other words are no facts: a table that is asked for claims is shaken by those alone.
    #[test]
    fn words_alone_are_no_fact(words in "[a-z]{3,9}( [a-z]{3,9}){0,5}") {
        let table = |reason: &str| [0, 1].map(|_| because(holds(POSITIONS[0], 0.9), reason));
        let scene = Scene::new(2, Rules::default()).round(table("It is known.")).round(table("It is known."));
        prop_assert!(groupthink::is_unshaken(&scene.objects(table(&words)).debate, 3));
    }
}
