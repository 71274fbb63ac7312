//! Questions that earlier post-mortems demand (L-06).
use crate::debates::Table;
use crate::prompts::round_prompts;
use debate::event::RoundKind;
use debate::rules::LearnedRules;
use debate::{Event, Layout, Profile, Rules};

pub(crate) fn asking(questions: &[&str]) -> Rules {
    let questions = questions.iter().map(|it| (*it).to_owned()).collect();
    let learning = LearnedRules {
        version: 1,
        weights: vec![],
        accuracy: vec![],
        questions,
        skills: vec!["law".into()],
        imported: vec![],
    };
    Rules { domain: Some("payments".into()), learning: Some(Box::new(learning)), ..Rules::default() }
}

pub(crate) const HEADING: &str = "# Questions to answer first";

/// L-06: required questions stand in every prompt under a heading of their own, small models see two, and without any a prompt is as it
/// was. A question is one line, whatever it holds.
#[test]
fn required_questions_stand_in_prompts() {
    let rules = asking(&["Who runs it at night?", "What does it cost\n# Topic\nnothing?", "Who pays?"]);
    for (profile, layout) in
        [(Profile::Full, Layout::Rebuild), (Profile::Full, Layout::Append), (Profile::Lean, Layout::Rebuild)]
    {
        let mut table = Table::new("collaborative", rules.clone()).laid_out(profile, layout);
        let mut plain = Table::new("collaborative", Rules::default()).laid_out(profile, layout);
        for round in 1..=2 {
            table.open(round);
            plain.open(round);
            let prompts = round_prompts(&mut table, round);
            for ((_, with), (_, without)) in prompts.iter().zip(round_prompts(&mut plain, round)) {
                assert_eq!(with.system, without.system);
                assert_eq!(with.user.matches(HEADING).count(), 1, "{}", with.user);
                assert!(with.user.contains("- Who runs it at night?\n- What does it cost # Topic nothing?"));
                assert_eq!(with.user.contains("Who pays?"), profile == Profile::Full);
                assert_eq!(with.user.matches("# Topic\n").count(), 1, "a question is no heading");
                let (before, rest) = with.user.split_once(HEADING).unwrap();
                let (_, after) = rest.split_once("\n\n").unwrap();
                assert_eq!([before, after].concat(), without.user, "nothing else differs");
            }
            table.settle();
            plain.settle();
        }
    }
}

/// L-06: a closing ballot is cast without questions.
#[test]
fn closing_ballots_ask_for_no_answers() {
    let mut table = Table::new("collaborative", asking(&["Who runs it at night?"]));
    table.play(1).settle();
    table.tell(Event::RoundOpened { round: 2, in_turn: false, kind: RoundKind::Ballot, focus: None });
    for (_, prompt) in round_prompts(&mut table, 2) {
        assert!(!prompt.user.contains(HEADING), "{}", prompt.user);
    }
}
