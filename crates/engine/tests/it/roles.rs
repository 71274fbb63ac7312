//! Debates in which seats differ: stances that are kept, teams and disciplines that are played.
use crate::desk::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::{Act, Algorithm, Discipline, Event, Flaw, Profile, Role, Rules, Stance, Vote};
use formats::Assignment;
use std::sync::Arc;

const NONE: &str =
    r#"{"position":"No, leave it.","reasoning":"r","confidence":0.3,"vote":"BLOCKER","objection":"no plan"}"#;
const WRONG: &str = r#"{"position":"Yes, move it.","reasoning":"r","confidence":0.9,"vote":"ACCEPT","stance":"YES"}"#;
const RIGHT: &str = r#"{"position":"No, leave it.","reasoning":"r","confidence":0.2,"vote":"ACCEPT","stance":"NO"}"#;

fn rules(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

/// D-17: a stance that is missing or wrong is asked for once more with the flaw named, then corrected with the correction recorded;
/// vote, objection and confidence stay as they were given.
#[tokio::test]
async fn a_stance_is_asked_for_once_more_and_then_corrected() {
    let missing = || Flaw::WrongStance { found: None, assigned: Stance::No };
    let wrong = || Flaw::WrongStance { found: Some(Stance::Yes), assigned: Stance::No };
    let corrected = |found| Flaw::CorrectedStance { found, assigned: Stance::No };
    for (first, second, asked_again, taken) in [
        (RIGHT, None, None, (Vote::Accept, 0.2, vec![])),
        (NONE, Some(RIGHT), Some((missing(), "`stance` must be NO")), (Vote::Accept, 0.2, vec![])),
        (WRONG, Some(RIGHT), Some((wrong(), "`stance` must be NO, not YES")), (Vote::Accept, 0.2, vec![])),
        (NONE, Some(NONE), Some((missing(), "`stance` must be NO")), (Vote::Blocker, 0.3, vec![corrected(None)])),
        (
            NONE,
            Some(WRONG),
            Some((missing(), "`stance` must be NO")),
            (Vote::Accept, 0.9, vec![corrected(Some(Stance::Yes))]),
        ),
    ] {
        for profile in [Profile::Full, Profile::Lean] {
            let again = second.map(|it| ("r1/again/sim-2", Instead::Text(it)));
            let cast = Cast::stumbling([("r1/turn/sim-2", Instead::Text(first))].into_iter().chain(again));
            let spec = desk::asked_as(desk::spec("devils-advocate", 3, rules(1)), &[profile]);
            let (debate, log) = desk::run(&spec, &cast).await;
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
            let (vote, confidence, flaws) = &taken;
            assert_eq!(spoken.turn.stance, Some(Stance::No), "{place}");
            assert_eq!((spoken.turn.vote, spoken.turn.confidence), (Some(*vote), Some(*confidence)), "{place}");
            assert_eq!(&spoken.flaws, flaws, "{place}");
            assert_eq!(Verdict::of(&debate).metadata.flaws, flaws.len(), "{place}: a correction is counted");
        }
    }
}

/// D-01, D-17: with two to eight seats and in either profile each argues what it was given, and votes as it thinks.
#[tokio::test]
async fn everyone_argues_the_stance_it_was_given() {
    let mut against_their_side = 0;
    for seats in 2..=8 {
        for profile in [Profile::Full, Profile::Lean] {
            let spec = desk::asked_as(desk::spec("devils-advocate", seats, rules(3)), &[profile]);
            let (debate, _) = desk::run(&spec, &Arc::new(Cast::default())).await;
            for spoken in debate.rounds.iter().flat_map(|it| &it.spoken) {
                let role = debate.participant(&spoken.by).unwrap().role.unwrap();
                let place = format!("{seats} seats, {profile:?}, {} ({role})", spoken.by);
                assert_eq!((spoken.turn.stance, spoken.flaws.as_slice()), (role.stance(), &[][..]), "{place}");
                let position = spoken.turn.position.as_deref().unwrap();
                match role {
                    Role::Primary => assert!(position.starts_with("Yes"), "{place}: {position}"),
                    Role::Opposition => assert!(position.starts_with("No"), "{place}: {position}"),
                    Role::Evaluator | Role::Red | Role::Blue => {}
                }
                against_their_side += usize::from(spoken.turn.confidence.is_some_and(|it| it < 0.5));
            }
        }
    }
    assert!(against_their_side > 0, "somebody argues what it does not believe");
}

/// D-01, D-04, D-16: each mode is played by the roles it gives, and the verdict names them.
#[tokio::test]
async fn the_verdict_names_roles_and_disciplines() {
    use Discipline::{Ethical, Social};
    let shown = |verdict: &Verdict| {
        let one = |it: &analysis::verdict::Standing| match (it.role, it.discipline) {
            (Some(role), _) => role.to_string(),
            (None, Some(discipline)) => discipline.to_string(),
            (None, None) => "-".to_owned(),
        };
        verdict.participants.iter().map(one).collect::<Vec<_>>().join(" ")
    };
    for (mode, disciplines, expected, outlooks) in [
        ("socratic", Assignment::RoundRobin, "- - -", 3),
        ("devils-advocate", Assignment::RoundRobin, "primary opposition evaluator", 3),
        ("red-team-blue-team", Assignment::RoundRobin, "red blue red", 3),
        ("expert-panel", Assignment::RoundRobin, "technical economic ethical", 3),
        ("expert-panel", Assignment::Explicit(vec![Social, Ethical]), "social ethical social", 2),
    ] {
        let mut spec = desk::spec(mode, 3, rules(2));
        spec.disciplines = disciplines;
        let (debate, _) = desk::run(&spec, &Arc::new(Cast::default())).await;
        let verdict = Verdict::of(&debate);
        assert_eq!(shown(&verdict), expected, "{mode}");
        assert_eq!(verdict.metadata.diversity.outlooks, outlooks, "{mode}");
        let is_told = verdict.evidence.warnings.iter().any(|it| it.starts_with("sides were assigned"));
        assert_eq!(is_told, mode == "devils-advocate", "{mode}: an assigned position is no opinion");
        let measured = verdict.metadata.diversity.rounds.iter().map(|it| it.difference.unwrap());
        assert!(measured.clone().count() == 2 && measured.into_iter().all(|it| (0.0..=1.0).contains(&it)), "{mode}");
    }
}

/// D-33, O-06: a rehearsal shows claims being supported and challenged, by ids that exist, and nobody moves its own.
#[tokio::test]
async fn a_rehearsal_moves_claims() {
    for mode in formats::modes::names() {
        let (debate, _) = desk::run(&desk::spec(mode, 4, rules(4)), &Arc::new(Cast::default())).await;
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

/// D-17, I-02: who argues an assigned side need not hold it. The decision is the one of those who judge for themselves; a table that signs
/// their judgement agrees, however the argued sides contradict each other, and where it does not sign it there is no consensus.
#[tokio::test]
async fn an_argued_side_is_not_a_held_one() {
    let answer = |position: &str, stance: Stance, vote: Vote, signs: Option<&str>| {
        let objection = (vote == Vote::Blocker).then_some("no plan");
        let answer = serde_json::json!({
            "position": position, "reasoning": "r", "confidence": 0.9, "vote": vote, "signs": signs,
            "objection": objection, "stance": stance,
        });
        Instead::Text(answer.to_string().leak())
    };
    let play = async |vote: Vote| {
        let signs = Some("sim-3");
        let turns = ["r1", "r2"].into_iter().flat_map(|round| {
            let signs = signs.filter(|_| round == "r2");
            [
                (1, answer("Yes, move it.", Stance::Yes, Vote::Accept, signs)),
                (2, answer("No, leave it.", Stance::No, vote, signs)),
                (3, answer("Yes, move it after the audit.", Stance::Neutral, Vote::Accept, signs)),
            ]
            .map(|(seat, it)| (&*format!("{round}/turn/sim-{seat}").leak(), it))
        });
        let rules = Rules { rounds: 2, groupthink: None, ..Rules::default() };
        Verdict::of(&desk::run(&desk::spec("devils-advocate", 3, rules), &Cast::stumbling(turns)).await.0)
    };
    let signed = play(Vote::Accept).await;
    assert_eq!(signed.decision.label, Label::Consensus);
    assert_eq!(signed.decision.position.as_deref(), Some("Yes, move it after the audit."));
    assert_eq!(signed.plain_vote.position.as_deref(), Some("Yes, move it after the audit."));
    assert_eq!((signed.plain_vote.openings, signed.plain_vote.argued), (1, 2), "given sides are no opinion");
    let refused = play(Vote::Blocker).await;
    assert_eq!(refused.decision.label, Label::Partial);
    assert_eq!(refused.decision.by, Some("sim-3".into()));
    let dissenters: Vec<&str> =
        refused.participants.iter().filter(|it| it.dissents).map(|it| it.name.as_str()).collect();
    assert_eq!(dissenters, ["sim-2"]);
}
