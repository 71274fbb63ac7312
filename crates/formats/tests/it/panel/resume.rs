//! A panel that is cut at any event continues with the same questions, in the same words, to the same end.
use super::*;
use debate::rules::Detection;
use std::collections::BTreeMap;

fn questions(play: &Play) -> BTreeMap<CallId, (Name, String, String)> {
    let one = |(ask, prompt): &(Ask, Prompt)| {
        (ask.call().clone(), (ask.who().clone(), prompt.system.to_string(), prompt.user.clone()))
    };
    play.asked.iter().map(one).collect()
}

fn differ(ask: &Ask) -> Result<String, Failure> {
    match ask.call().to_string().as_str() {
        "room-2/cores/1" => Ok(r#"{"same": false}"#.to_owned()),
        _ => usual(ask),
    }
}

/// Every other first question in a room gets an unreadable answer, the clerk's always; one participant also fails its second try.
fn babble(ask: &Ask) -> Result<String, Failure> {
    let call = ask.call().to_string();
    let is_odd = call.len() % 2 == 1 || ask.who().as_str() == panel::CLERK;
    let is_first = matches!(ask.call(), CallId::Room { again: false, .. });
    let babbles = (is_first && is_odd) || call == "room-2/convergence/4/operator/again";
    if babbles { Ok("?".to_owned()) } else { differ(ask) }
}

/// One of two who are asked at once can't be reached: in one room before the exchange, in the other at the convergence; nor can the clerk,
/// where it compares cores.
fn lose(ask: &Ask) -> Result<String, Failure> {
    match ask.call().to_string().as_str() {
        "room-1/position/1/minimalist" | "room-2/convergence/4/operator" | "room-2/cores/2" => {
            Err(Failure::Unavailable)
        }
        "room-1/position/2/builder" => Ok("?".to_owned()),
        _ => differ(ask),
    }
}

/// Both who are asked at once are lost, for different reasons; in the other room one of them is, at its second try.
fn lose_both(ask: &Ask) -> Result<String, Failure> {
    match ask.call().to_string().as_str() {
        "room-1/position/1/minimalist" => Err(Failure::TimedOut),
        "room-1/position/2/builder" | "room-2/position/2/operator/again" => Err(Failure::Unavailable),
        "room-2/position/1/minimalist" | "room-2/position/2/operator" => Ok("?".to_owned()),
        _ => usual(ask),
    }
}

/// P-17, O-22, D-21: for every prefix of the log, the remaining questions are those of the uncut panel, word for word, and the end is the same:
/// with two rooms at once, votes, different cores, second tries, lost halves, and where the budget ends it in the middle of rooms.
#[test]
fn a_panel_cut_anywhere_goes_on_alike() {
    // Calls that get dearer: the cost of one answer of a batch must not decide whether the rest is asked.
    let tokens = |ask: &Ask| (ask.call().to_string().len() as u64).pow(2) * 12;
    let votes = PanelRules { detection: Detection::Vote, ..clerked() };
    let answers = [("differ", differ as fn(&Ask) -> _), ("babble", babble), ("lose", lose), ("lose both", lose_both)];
    let rich = answers.into_iter().flat_map(|it| [(it, clerked(), None), (it, votes.clone(), None)]);
    let poor = (6..30_u64).flat_map(|it| {
        let panel = if it % 2 == 0 { clerked() } else { votes.clone() };
        let [differ, babble, ..] = answers;
        [(differ, panel.clone(), Some(5_000 * it)), (babble, panel, Some(5_000 * it))]
    });
    for ((what, answer), panel, budget_tokens) in rich.chain(poor) {
        let world = World { answer, tokens, ..World::default() };
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
                assert_eq!(Some(question), asked.get(call), "{what}, {budget_tokens:?}, cut after {upto}: {call}");
            }
            let missing = asked.keys().filter(|it| !answered.contains(it) && !rest.contains_key(it));
            assert_eq!(missing.collect::<Vec<_>>(), Vec::<&CallId>::new(), "{what}, {budget_tokens:?}, {upto}");
            assert_eq!(cut.debate.closed, whole.debate.closed, "{what}, {budget_tokens:?}, {upto}");
            assert_eq!(cut.debate.panel, whole.debate.panel, "{what}, {budget_tokens:?}, {upto}");
        }
    }
}
