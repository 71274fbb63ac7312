//! A panel that is cut anywhere goes on with the same questions, in the same words, to the same end.
use super::*;
use debate::rules::Detection;
use std::collections::BTreeMap;

fn questions(play: &Play) -> BTreeMap<CallId, (Name, String, String)> {
    let one = |(ask, prompt): &(Ask, Prompt)| {
        (ask.call.clone(), (ask.who.clone(), prompt.system.to_string(), prompt.user.clone()))
    };
    play.asked.iter().map(one).collect()
}

/// P-17, O-22: for every prefix of the log, what is still asked is what the uncut panel asked, word for word, and the end is the same: with
/// two rooms at once, with votes, with two who name different things, and where money ends it in the middle of rooms.
#[test]
fn a_panel_cut_anywhere_goes_on_alike() {
    let differ = |ask: &Ask| match ask.call.as_str() {
        "room-2/cores/1" => Ok(r#"{"same": false}"#.to_owned()),
        _ => usual(ask),
    };
    // Calls that get dearer: what one answer of a batch costs must not decide whether the rest of it is asked.
    let tokens = |ask: &Ask| (ask.call.as_str().len() as u64).pow(2) * 12;
    let votes = PanelRules { detection: Detection::Vote, ..clerked() };
    let rich = [("parts", clerked(), None), ("votes", votes.clone(), None)];
    let poor = (6..30_u64).map(|it| ("money", if it % 2 == 0 { clerked() } else { votes.clone() }, Some(5_000 * it)));
    for (what, panel, budget_tokens) in rich.into_iter().chain(poor) {
        let world = World { answer: differ, tokens, ..World::default() };
        let mut whole = Play::new(Rules { panel: Some(panel), budget_tokens, ..rules() }, world);
        whole.play();
        let asked = questions(&whole);
        assert_eq!(asked.len(), whole.asked.len(), "{what}: nothing is asked twice");
        assert!(asked.len() > 4, "{what}, {budget_tokens:?}: it goes on after the opening");
        for upto in 2..whole.log.len() {
            let mut cut = whole.cut(upto);
            cut.play();
            let answered: Vec<&CallId> = whole.log[..upto].iter().filter_map(|it| it.event.call()).collect();
            let rest = questions(&cut);
            for (call, question) in &rest {
                assert_eq!(Some(question), asked.get(call), "{what}, cut after {upto}: {call}");
            }
            let missing = asked.keys().filter(|it| !answered.contains(it) && !rest.contains_key(it));
            assert_eq!(missing.collect::<Vec<_>>(), Vec::<&CallId>::new(), "{what}, cut after {upto}");
            assert_eq!(cut.debate.closed, whole.debate.closed, "{what}, {upto}");
        }
    }
}
