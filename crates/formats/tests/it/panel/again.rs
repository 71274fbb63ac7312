//! Unreadable answers in a room, and a clerk that does not answer.
use super::phases::in_rooms;
use super::*;

/// D-21: an unreadable answer in a room, or of its clerk, is asked for once more with its flaws and the same beliefs, and the room goes on as
/// usual; the cost is recorded, and nobody is asked a third time.
#[test]
fn an_answer_in_a_room_is_asked_for_once_more() {
    let babble = |it: &Ask| {
        let is_first = matches!(it.call(), CallId::Room { again: false, .. });
        if is_first { Ok("I would rather sing.".to_owned()) } else { usual(it) }
    };
    let mut play = Play::new(rules(), World { answer: babble, ..World::default() });
    play.play();
    let mut calm = Play::new(rules(), World::default());
    calm.play();
    let (spoken, all) = (in_rooms(&calm), in_rooms(&play));
    assert_eq!(all.len(), 2 * spoken.len());
    for call in spoken {
        let prompt =
            |it: &str| play.asked.iter().find(|(ask, _)| *ask.call() == CallId::from(it)).unwrap().1.user.clone();
        let (first, again) = (prompt(&call), prompt(&format!("{call}/again")));
        let (start, flaws) = again.split_once("\n\n# Once more\n").unwrap();
        assert_eq!(start, first, "{call}");
        assert!(flaws.contains("could not be used: ") && !flaws.contains("sing"), "{call}: {flaws}");
    }
    for (room, other) in play.debate.panel.rooms.iter().zip(&calm.debate.panel.rooms) {
        assert!(room.lost.is_empty() && room.card.is_some());
        assert_eq!(room.said.len(), other.said.len());
        assert_eq!(room.unusable.len(), 2 + 1 + 2 + 2 + 2 + 1 + 1);
    }
    // Where a card failed, nobody else is asked its crux.
    let recalled = |play: &Play| -> Vec<_> {
        let all = play.debate.panel.recalled.clone();
        all.into_iter().filter(|(call, _)| !matches!(call, CallId::Cruxes { .. })).collect()
    };
    assert_eq!(recalled(&play), recalled(&calm), "a second try has what the first one had");
    let tokens = |play: &Play| {
        let rounds = 10 * play.asked.iter().filter(|(it, _)| it.part().is_none()).count() as u64;
        play.debate.spent.tokens() - rounds
    };
    assert_eq!(tokens(&play), 2 * tokens(&calm), "nothing that was paid for goes unrecorded");
}

/// P-31, P-21: where the clerk can't tell whether both named the same core, this process compares the cores and records that; different cores
/// lead on as usual.
#[test]
fn cores_are_compared_without_a_clerk_that_fails() {
    let lost = |ask: &Ask| match ask.part() {
        Some(Part::Cores) => Err(Failure::Unavailable),
        _ => usual(ask),
    };
    let mut play = Play::new(rules(), World { answer: lost, ..World::default() });
    play.play();
    assert!(!play.debate.panel.rooms.is_empty());
    for room in &play.debate.panel.rooms {
        let cores: Vec<(CallId, &str, bool)> =
            room.cores.iter().map(|it| (it.call.clone(), it.judge.as_str(), it.same.is_some())).collect();
        let call = |number: usize| CallId::cores(&room.id, number);
        let calls: Vec<CallId> = (1..=cores.len()).map(call).collect();
        assert!(cores.len().is_multiple_of(2) && cores.len() >= 2, "{cores:?}");
        for (pair, calls) in cores.chunks(2).zip(calls.chunks(2)) {
            assert_eq!(pair, [(calls[0].clone(), "sim/clerk", false), (calls[1].clone(), "local", true)]);
        }
        let tries = cores.len() / 2;
        assert_eq!(room.at(Stage::Convergence).count(), 2 * tries);
        assert!(room.card.is_some() && room.lost.is_empty());
    }
}
