//! Debates in which seats differ: stances, teams and disciplines.
use crate::support::{self, Instead};
use analysis::{Label, Verdict};
use debate::ballot::Cast;
use debate::event::{Reason, RoundKind};
use debate::{Act, Algorithm, Discipline, Event, Flaw, Letter, Profile, Role, Rules, Stance};
use formats::Assignment;
use std::sync::Arc;

const NONE: &str = r#"{"position":"No, leave it.","reasoning":"r"}"#;
const WRONG: &str = r#"{"position":"Yes, move it.","reasoning":"r","stance":"YES"}"#;
const RIGHT: &str = r#"{"position":"No, leave it.","reasoning":"r","stance":"NO"}"#;

fn rules(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

/// D-17, B-05: a missing or wrong stance is asked for again with the flaw named, then corrected with the correction recorded; a participant
/// with an assigned side casts no ballot and gives no confidence, and is not asked again for these.
#[tokio::test]
async fn a_stance_is_asked_for_once_more_and_then_corrected() {
    let missing = || Flaw::WrongStance { found: None, assigned: Stance::No };
    let wrong = || Flaw::WrongStance { found: Some(Stance::Yes), assigned: Stance::No };
    let corrected = |found| Flaw::CorrectedStance { found, assigned: Stance::No };
    for (first, second, asked_again, flaws) in [
        (RIGHT, None, None, vec![]),
        (NONE, Some(RIGHT), Some((missing(), "`stance` must be NO")), vec![]),
        (WRONG, Some(RIGHT), Some((wrong(), "`stance` must be NO, not YES")), vec![]),
        (NONE, Some(NONE), Some((missing(), "`stance` must be NO")), vec![corrected(None)]),
        (NONE, Some(WRONG), Some((missing(), "`stance` must be NO")), vec![corrected(Some(Stance::Yes))]),
    ] {
        for profile in [Profile::Full, Profile::Lean] {
            let again = second.map(|it| ("r1/again/sim-2", Instead::Text(it)));
            let cast = support::Cast::stumbling([("r1/turn/sim-2", Instead::Text(first))].into_iter().chain(again));
            let spec = support::asked_as(support::spec("devils-advocate", 3, rules(1)), &[profile]);
            let (debate, log) = support::run(&spec, &cast).await;
            let unusable = log.iter().find_map(|it| {
                let Event::AnswerUnusable { by, flaws, .. } = &it.event else { return None };
                Some((by.as_str(), flaws.as_slice()))
            });
            let place = format!("{first} {second:?} {profile:?}");
            assert_eq!(unusable, asked_again.as_ref().map(|(it, _)| ("sim-2", std::slice::from_ref(it))), "{place}");
            let asked = cast.asked();
            let words = asked.get("r1/again/sim-2").map(|it| it.user.as_str());
            assert_eq!(words.is_some(), asked_again.is_some(), "{place}");
            if let Some(((_, flaw), words)) = asked_again.as_ref().zip(words) {
                assert!(words.contains(&format!("could not be used: {flaw}.")), "{place}: {words}");
            }
            let spoken = debate.rounds[0].said_by(&"sim-2".into()).unwrap();
            assert_eq!(spoken.turn.stance, Some(Stance::No), "{place}");
            assert_eq!((&spoken.turn.ballot, spoken.turn.confidence), (&None, None), "{place}");
            assert_eq!(spoken.flaws, flaws, "{place}");
            assert_eq!(Verdict::of(&debate).metadata.flaws, flaws.len(), "{place}: a correction is counted");
        }
    }
}

/// D-01, D-17, B-05: with two to eight seats and in either profile each argues its assigned side without a ballot, and casts a secret one
/// at the end, whatever it argued.
#[tokio::test]
async fn everyone_argues_the_stance_it_was_given() {
    let mut against_their_side = 0;
    for seats in 2..=8 {
        for profile in [Profile::Full, Profile::Lean] {
            let spec = support::asked_as(support::spec("devils-advocate", seats, rules(3)), &[profile]);
            let (debate, _) = support::run(&spec, &Arc::new(support::Cast::default())).await;
            let (closing, argued) = debate.rounds.split_last().unwrap();
            assert_eq!((closing.kind, closing.in_turn, closing.spoken.len()), (RoundKind::Ballot, false, seats));
            for spoken in &closing.spoken {
                let role = debate.participant(&spoken.by).unwrap().role.unwrap();
                let place = format!("{seats} seats, {profile:?}, {} ({role})", spoken.by);
                assert_eq!((spoken.turn.stance, spoken.flaws.as_slice()), (None, &[][..]), "{place}");
                assert!(spoken.turn.confidence.is_some(), "{place}");
                let Some(Cast::Option(letter)) = spoken.turn.ballot else { panic!("{place}: {:?}", spoken.turn) };
                let own = if letter == Letter::at(0) { Stance::Yes } else { Stance::No };
                against_their_side += usize::from(role.stance().is_some_and(|it| it != Stance::Neutral && it != own));
            }
            for spoken in argued.iter().flat_map(|it| &it.spoken) {
                let role = debate.participant(&spoken.by).unwrap().role.unwrap();
                let place = format!("{seats} seats, {profile:?}, {} ({role})", spoken.by);
                assert_eq!((spoken.turn.stance, spoken.flaws.as_slice()), (role.stance(), &[][..]), "{place}");
                let position = spoken.turn.position.as_deref().unwrap();
                match role {
                    Role::Primary => assert!(position.starts_with("Yes"), "{place}: {position}"),
                    Role::Opposition => assert!(position.starts_with("No"), "{place}: {position}"),
                    Role::Evaluator | Role::Red | Role::Blue | Role::Judge => {}
                }
                let is_judging = role == Role::Evaluator;
                assert_eq!(spoken.turn.ballot.is_some(), is_judging, "{place}");
                assert_eq!(spoken.turn.confidence.is_some(), is_judging, "{place}");
            }
        }
    }
    assert!(against_their_side > 0, "somebody argues what it does not believe");
}

/// D-01, D-04, D-16: each mode is played by its roles, and the verdict names them.
#[tokio::test]
async fn the_verdict_names_roles_and_disciplines() {
    use Discipline::{Ethical, Social};
    let shown = |verdict: &Verdict| {
        let one = |it: &analysis::decision::verdict::Seat| match (it.role, it.discipline) {
            (Some(role), _) => role.to_string(),
            (None, Some(discipline)) => discipline.to_string(),
            (None, None) => "-".to_owned(),
        };
        verdict.participants.iter().map(one).collect::<Vec<_>>().join(" ")
    };
    for (mode, disciplines, expected, outlooks) in [
        ("socratic", Assignment::RoundRobin, "- - -", 3),
        ("devils-advocate", Assignment::RoundRobin, "primary opposition evaluator", 3),
        ("red-team-blue-team", Assignment::RoundRobin, "red blue judge", 3),
        ("expert-panel", Assignment::RoundRobin, "technical economic ethical", 3),
        ("expert-panel", Assignment::Explicit(vec![Social, Ethical]), "social ethical social", 2),
    ] {
        let mut spec = support::spec(mode, 3, rules(2));
        spec.disciplines = disciplines;
        let (debate, _) = support::run(&spec, &Arc::new(support::Cast::default())).await;
        let verdict = Verdict::of(&debate);
        assert_eq!(shown(&verdict), expected, "{mode}");
        assert_eq!(verdict.metadata.diversity.outlooks, outlooks, "{mode}");
        let is_told = verdict.evidence.warnings.iter().any(|it| it.starts_with("sides were assigned"));
        let has_sides = matches!(mode, "devils-advocate" | "red-team-blue-team");
        assert_eq!(is_told, has_sides, "{mode}: an assigned position is no opinion");
        let measured: Vec<f64> = verdict.metadata.diversity.rounds.iter().filter_map(|it| it.difference).collect();
        assert!(
            measured.len() == debate.rounds.len() && measured.iter().all(|it| (0.0..=1.0).contains(it)),
            "{mode}: {measured:?}"
        );
    }
}

/// D-33, O-06: in a rehearsal claims are supported and challenged, by existing ids, and nobody acts on its own.
#[tokio::test]
async fn a_rehearsal_moves_claims() {
    for mode in formats::modes::names() {
        let (debate, _) = support::run(&support::spec(mode, 4, rules(4)), &Arc::new(support::Cast::default())).await;
        let mut acts = Vec::new();
        for round in &debate.rounds {
            for spoken in &round.spoken {
                for it in &spoken.turn.moves {
                    assert!(round.number > 1, "{mode}: there are no claims to move in an opening");
                    let place: usize = it.claim.strip_prefix('C').unwrap().parse().unwrap();
                    assert!(debate.registry.claims.get(place - 1).is_some(), "{mode}: {}", it.claim);
                    acts.push(it.act);
                }
            }
        }
        assert!(acts.contains(&Act::Support) && acts.contains(&Act::Challenge), "{mode}: {acts:?}");
    }
}

/// B-05, D-17, I-02: a participant need not hold its assigned side. The decision comes from the closing ballots alone, whatever was argued,
/// and those who cast another one are named.
#[tokio::test]
async fn an_argued_side_is_not_a_held_one() {
    let argued = |position: &str, stance: Stance| {
        let answer = serde_json::json!({"position": position, "reasoning": "r", "stance": stance});
        Instead::Text(answer.to_string().leak())
    };
    let judged = serde_json::json!({"position": "Yes, move it after the audit.", "reasoning": "r", "confidence": 0.6,
        "stance": Stance::Neutral, "ballot": {"choice": "Yes", "headline": null}});
    let judged: &'static str = judged.to_string().leak();
    let closing = |choice: &str| {
        let answer = serde_json::json!({"ballot": {"choice": choice, "headline": null}, "confidence": 0.9, "terms": [],
            "reasoning": "The audit decides it.", "would_change": "a failed audit"});
        Instead::Text(answer.to_string().leak())
    };
    let play = async |choices: [&str; 3]| {
        let turns = ["r1", "r2"].into_iter().flat_map(|round| {
            [
                (1, argued("Yes, move it.", Stance::Yes)),
                (2, argued("No, leave it.", Stance::No)),
                (3, Instead::Text(judged)),
            ]
            .map(|(seat, it)| (&*format!("{round}/turn/sim-{seat}").leak(), it))
        });
        let closings = choices.into_iter().zip(1..);
        let closings = closings.map(|(it, seat)| (&*format!("r3/turn/sim-{seat}").leak(), closing(it)));
        let rules = Rules { rounds: 2, ..Rules::default() };
        let cast = support::Cast::stumbling(turns.chain(closings));
        Verdict::of(&support::run(&support::spec("devils-advocate", 3, rules), &cast).await.0)
    };
    let agreed = play(["No", "No", "No"]).await;
    assert_eq!((agreed.decision.label, agreed.metadata.exit), (Label::Consensus, Some(Reason::Consensus)));
    let option = agreed.decision.option.unwrap();
    assert_eq!((option.headline.as_str(), option.held_by.len()), ("No", 3));
    assert_eq!((agreed.plain_vote.openings, agreed.plain_vote.argued), (1, 2), "given sides are no opinion");
    assert_eq!(agreed.plain_vote.headline.as_deref(), Some("Yes"));
    let split = play(["Yes", "No", "No"]).await;
    assert_eq!((split.decision.label, split.metadata.exit), (Label::Partial, Some(Reason::RoundCap)));
    let dissent: Vec<(&str, Option<&str>)> =
        split.dissent.iter().map(|it| (it.by.as_str(), it.holds.as_deref())).collect();
    assert_eq!(dissent, [("sim-1", Some("Yes"))]);
}
