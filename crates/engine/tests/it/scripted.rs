//! The real debates, played from their scripts in four languages, with their expected verdicts (B-11 … B-13, B-21).
use crate::script::{DEBATES, LANGUAGES, play, play_by, script};
use analysis::Verdict;
use analysis::ballots::{moves, rules::Carried};
use analysis::decision::verdict;
use analysis::evidence::checks;
use debate::state::ResolvedBallot;
use debate::{Algorithm, Debate, Letter};
use engine::Bus;
use serde::Deserialize;
use serde_json::Value;

/// The expected verdict.
#[derive(Debug, PartialEq, Deserialize)]
struct Expected {
    label: String,
    option: Option<String>,
    held_by: usize,
    of: usize,
    unanimous: bool,
    plain_vote: ExpectedVote,
    moves: Vec<ExpectedMove>,
    estimate: Option<ExpectedEstimate>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedVote {
    option: Option<String>,
    held_by: usize,
    of: usize,
    independent: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedMove {
    by: String,
    round: u32,
    from: String,
    to: String,
    carried: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct ExpectedEstimate {
    best: f64,
}

/// The result of a debate, in the form of the files.
fn came_to(debate: &Debate) -> Expected {
    let verdict = Verdict::of(debate);
    let decision = &verdict.decision;
    let held_by = match &decision.option {
        Some(option) => option.held_by.len(),
        None => verdict.participants.iter().filter(|it| it.estimate.is_some()).count(),
    };
    let vote = &verdict.plain_vote;
    let openers = if vote.estimate.is_some() { vote.openings } else { vote.held_by.len() };
    let plain_vote = ExpectedVote {
        option: vote.headline.clone().filter(|_| vote.estimate.is_none()),
        held_by: openers,
        of: vote.openings,
        independent: vote.is_independent,
    };
    let registry = debate.entered().0;
    let checks = checks::of_registry(debate, &registry);
    let moves = moves::moves(debate, &registry, &checks).into_iter().map(|it| ExpectedMove {
        by: it.by.to_string(),
        round: it.round,
        from: verdict::held(debate, it.from),
        to: verdict::held(debate, it.to),
        carried: it.carried > Carried::Nothing,
    });
    Expected {
        label: decision.label.to_string(),
        option: decision.option.as_ref().map(|it| it.headline.clone()),
        held_by,
        of: decision.of,
        unanimous: decision.is_unanimous,
        plain_vote,
        moves: moves.collect(),
        estimate: decision.estimate.map(|it| ExpectedEstimate { best: (it.best * 100.0).round() / 100.0 }),
    }
}

fn expected(value: &Value) -> Expected {
    Expected::deserialize(value).unwrap()
}

/// B-11 … B-13, B-18: the real debates come to the verdicts that their participants declared: labels, options, counts, moves, estimates.
#[tokio::test]
async fn the_real_debates_come_to_their_verdicts() {
    for language in LANGUAGES {
        for name in DEBATES {
            let script = script(language, name);
            let (debate, _) = play(&script, name).await;
            assert_eq!(came_to(&debate), expected(&script.expected), "{language}/{name}");
            if let Some(at_cap) = script.expected.get("at_cap") {
                let (debate, _) = play_by(&script, name, Algorithm::FixedRounds).await;
                assert_eq!(came_to(&debate), expected(at_cap), "{language}/{name}, all rounds");
            }
        }
    }
}

/// O-05, O-22: a scripted debate replays from its log, including groupings by call id, and goes on from any cut.
#[tokio::test]
async fn the_real_debates_replay() {
    for name in DEBATES {
        let script = script("en", name);
        let (debate, log) = play(&script, name).await;
        assert_eq!(engine::replay(log.clone(), &Bus::silent()).await.unwrap(), debate, "{name}");
        for cut in 1..log.len() {
            let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
            assert_eq!(begun.next_seq as usize, cut, "{name}");
        }
    }
}

/// All counts, without words: letters, names, figures.
fn counted(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let registry = debate.entered().0;
    let checks = checks::of_registry(debate, &registry);
    let held = |it: ResolvedBallot<'_>| (it.option(), it.estimate().map(|it| it.best));
    let moves: Vec<_> = moves::moves(debate, &registry, &checks)
        .into_iter()
        .map(|it| (it.by.clone(), it.round, held(it.from), held(it.to), it.carried, it.ids))
        .collect();
    let options: Vec<(Letter, _, _, _)> =
        verdict.options.iter().map(|it| (it.letter, it.held_by.clone(), it.opened_by.clone(), it.pooled)).collect();
    let seats: Vec<_> =
        verdict.participants.iter().map(|it| (it.option, it.vote, it.confidence, it.rounds.clone())).collect();
    let terms: Vec<_> = verdict.decision.terms.iter().map(|it| (&it.id, &it.asked_by, &it.opposed_by)).collect();
    let metadata = &verdict.metadata;
    let vote = &verdict.plain_vote;
    format!(
        "{:#?}",
        (
            (
                verdict.decision.label,
                verdict.decision.is_unanimous,
                verdict.decision.is_tested,
                verdict.decision.confidence
            ),
            (verdict.decision.option.as_ref().map(|it| it.letter), verdict.decision.estimate, terms),
            (vote.option, &vote.held_by, vote.openings, vote.options, vote.estimate, vote.same_as_decision),
            (options, seats, moves),
            (metadata.exit, metadata.rule, &metadata.figures, metadata.rounds, metadata.calls),
        )
    )
}

/// B-21: the same debates in other languages have the same labels, letters, counts, moves and figures.
#[tokio::test]
async fn any_language_has_the_same_verdict() {
    for name in DEBATES {
        let english = counted(&play(&script("en", name), name).await.0);
        for language in LANGUAGES {
            let other = counted(&play(&script(language, name), name).await.0);
            assert_eq!(other, english, "{language}/{name}");
        }
    }
}

/// I-01, B-21: the first screen of each, for people, in every language.
#[tokio::test]
async fn the_first_screens_read_well() {
    for language in LANGUAGES {
        for name in DEBATES {
            let (debate, _) = play(&script(language, name), name).await;
            let screen = Verdict::of(&debate).screen();
            let mut text = format!("{}\n\n{}\n{}\n", debate.topic, screen.headline, screen.label);
            if let Some(position) = &screen.position {
                text.push_str(&format!("“{position}” ({})\n", screen.by.as_deref().unwrap_or_default()));
            }
            screen.rows.iter().for_each(|it| text.push_str(&format!("\n{}: {}", it.title, it.text)));
            let own = if language == "en" { String::new() } else { format!(", {language}") };
            insta::assert_snapshot!(format!("screen of {name}{own}"), text);
        }
    }
}
