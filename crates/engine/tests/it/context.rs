//! Growing prompts in the loop: the same after a resume, and mostly sent before.
use crate::cut::answered;
use crate::support::{self, Cast, MemoryJournal};
use debate::{Algorithm, Layout, Rules};
use engine::{Bus, Spec};
use std::sync::Arc;

const ROUNDS: u32 = 12;

fn growing(mode: &str) -> Spec {
    let rules = Rules { rounds: ROUNDS, algorithm: Algorithm::FixedRounds, groupthink: None, ..Rules::default() };
    let mut spec = support::spec(mode, 3, rules);
    spec.participants.iter_mut().for_each(|it| it.layout = Layout::Append);
    spec
}

/// D-35, O-22: a debate with growing prompts, cut after each round and resumed, sends the same prompts.
#[tokio::test]
async fn prompts_that_grow_are_the_same_after_a_resume() {
    for mode in ["collaborative", "adversarial"] {
        let (spec, cast) = (growing(mode), Arc::new(Cast::default()));
        let (_, whole) = support::run(&spec, &cast).await;
        let prompts = cast.asked();
        for cut in (1..whole.len()).step_by(5) {
            let (cast, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
            engine::resume(&support::world(&spec, &cast, &journal), &whole[..cut], &Bus::silent()).await.unwrap();
            let before = answered(&whole[..cut]);
            let left = prompts.iter().filter(|(call, _)| !before.contains(*call));
            assert!(cast.asked().iter().eq(left), "{mode} cut at {cut}");
        }
    }
}

/// D-35: more than half of the input of all calls is a prefix of an earlier call, and parts marked as stable are.
#[tokio::test]
async fn most_of_a_growing_prompt_was_sent_before() {
    for mode in ["collaborative", "adversarial"] {
        let cast = Arc::new(Cast::default());
        support::run(&growing(mode), &cast).await;
        let asked = cast.asked();
        let (mut sent, mut shared): (Vec<String>, usize) = (Vec::new(), 0);
        for call in cast.order() {
            let request = &asked[&call];
            assert!(!request.stable.is_empty() && request.stable.is_sorted(), "{call}: {:?}", request.stable);
            assert!(request.stable.iter().all(|it| request.user[..*it].ends_with("\n\n")), "{call}");
            let text = format!("{}{}", request.system, request.user);
            let alike = |it: &String| it.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
            shared += sent.iter().map(alike).max().unwrap_or_default();
            sent.push(text);
        }
        let all: usize = sent.iter().map(String::len).sum();
        assert!(shared * 2 > all, "{mode}: {shared} of {all}");
    }
}
