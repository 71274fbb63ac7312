//! The course of a panel as tables: phases, limits, loops, losses and ends.
use super::*;
use analysis::crux;
use debate::event::{Reason, RoundKind};
use debate::rules::Detection;

/// The questions in rooms and to their clerk, in order.
pub(super) fn in_rooms(play: &Play) -> Vec<String> {
    let of_room = |it: &&(Ask, Prompt)| it.0.part().is_some();
    play.asked.iter().filter(of_room).map(|(ask, _)| ask.call().to_string()).collect()
}

/// The questions of a room, without the room's name and the speakers.
fn of_room(play: &Play, room: &str) -> String {
    let asked = in_rooms(play).into_iter().filter_map(|it| it.strip_prefix(&format!("{room}/")).map(str::to_owned));
    let short = asked
        .map(|it| it.rsplit_once('/').filter(|(_, last)| last.len() > 1).map_or(it.clone(), |(it, _)| it.to_owned()));
    short.collect::<Vec<_>>().join(" ")
}

/// P-10, P-12, P-17: a whole panel, step by step: two rooms at once on the first aspect, none on the second, which is recorded.
#[test]
fn a_whole_panel() {
    let mut play = Play::new(rules(), World::default());
    insta::assert_snapshot!("phases", play.play().said());
    assert_eq!(play.debate.closed.as_ref().unwrap().why, Reason::Discussed);
    assert_eq!(play.debate.panel.searched[&3].found, 0, "the second aspect is not disputed, and on record");
    let kinds: Vec<RoundKind> = play.debate.rounds.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [RoundKind::Opening, RoundKind::Take, RoundKind::Take, RoundKind::Closing]);
}

/// P-10, P-11, P-31: a person sets the aspects, else the clerk, else they are derived without a model; a clerk's failure is recorded.
#[test]
fn who_sets_the_aspects() {
    let none = |_: &Ask| Err(Failure::Unavailable);
    let own = PanelRules { aspects: Vec::new(), ..clerked() };
    for (what, panel, answer, by, failed, number) in [
        ("a person", clerked(), usual as fn(&Ask) -> _, "you", false, 2),
        ("the clerk", own.clone(), usual, "sim/clerk", false, 3),
        ("fewer", PanelRules { most_aspects: 2, ..own.clone() }, usual, "sim/clerk", false, 2),
        ("a clerk that fails", own.clone(), none, "topic", true, 1),
        ("a clerk that babbles", own.clone(), |_| Ok("Cost.".to_owned()), "topic", true, 1),
        ("nobody", PanelRules { clerk: None, ..own.clone() }, usual, "topic", false, 1),
    ] {
        let world = World { answer, ..World::default() };
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, world);
        play.step();
        let aspects = play.debate.panel.aspects.as_ref().unwrap();
        assert_eq!((aspects.by.as_str(), aspects.failed.is_some(), aspects.list.len()), (by, failed, number), "{what}");
    }
}

/// Q-22: the clerk is shown what everybody holds and reads contradictions before anybody speaks; pairs whose names or ids do not exist, of one
/// persona with itself, or given twice, are left out. They are shown in the words of both, before those of the graphs.
#[test]
fn contradictions_are_read_before_anybody_speaks() {
    let own = PanelRules { aspects: Vec::new(), ..clerked() };
    let answer = |_: &Ask| {
        let pair = |a: &str, a_holds: &str, b: &str, b_holds: &str| {
            format!(
                r#"{{"question": "Is it dear?", "a": "{a}", "a_holds": "{a_holds}", "b": "{b}", "b_holds": "{b_holds}"}}"#
            )
        };
        let pairs = [
            pair("minimalist", "b1", "builder", "e1"),
            pair("minimalist", "b1", "builder", "e1"),
            pair("builder", "e1", "minimalist", "b1"),
            pair("minimalist", "b1", "nobody", "b1"),
            pair("minimalist", "b9", "builder", "b1"),
            pair("operator", "b1", "operator", "b2"),
        ];
        Ok(format!(r#"{{"aspects": ["Cost of operation"], "contradictions": [{}]}}"#, pairs.join(", ")))
    };
    let mut play = Play::new(Rules { panel: Some(own), ..rules() }, World { answer, ..World::default() });
    play.step();
    let (ask, prompt) = play.asked.first().unwrap();
    assert_eq!(*ask.call(), CallId::Aspects);
    for name in NAMES {
        for line in [format!("| {name} b1: what {name} can hold in one head"), format!("| {name} e1: ")] {
            assert!(prompt.user.contains(&line), "{line}: {}", prompt.user);
        }
        assert!(!prompt.user.contains(&format!("| {name} b2: ")), "an end of a relation is no belief by itself");
    }
    assert!(play.debate.rounds.iter().all(|it| it.spoken.is_empty()));
    let found = crux::contradictions(&play.debate);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.question.as_str(), one.a.1.as_str()), ("Is it dear?", "what minimalist can hold in one head"));
    assert_eq!((one.b.0.as_str(), one.b.1.as_deref()), ("builder", Some("more services lead to dear operation")));
    assert_eq!(crux::candidates_of(&play.debate).first(), Some(one));
    let again = Debate::replay(&play.log).unwrap();
    assert_eq!(again.panel.aspects, play.debate.panel.aspects);
}

/// P-10, P-21: code limits rebuttals, turns of exchange and tries to name the same core, whatever the rules and the models say.
#[test]
fn limits_of_a_room() {
    let differ = |ask: &Ask| match ask.part() {
        Some(Part::Cores) => Ok(r#"{"same": false}"#.to_owned()),
        _ => usual(ask),
    };
    let once = |ask: &Ask| match ask.call().to_string().as_str() {
        "room-1/cores/1" | "room-2/cores/1" => Ok(r#"{"same": false}"#.to_owned()),
        _ => usual(ask),
    };
    let lost = |ask: &Ask| match ask.part() {
        Some(Part::Cores) => Err(Failure::Unavailable),
        _ => usual(ask),
    };
    let judge = "clash/1 clash/2 judge/1 position/1 position/2";
    let more =
        |from: usize| format!("exchange/{} exchange/{} convergence/{} convergence/{}", from, from + 1, from, from + 1);
    let same = format!("{judge} {} cores/1 card", more(1));
    let twice = format!("{judge} {} cores/1 {} cores/2 card", more(1), more(3));
    let thrice = format!("{judge} {} cores/1 {} cores/2 {} cores/3 card", more(1), more(3), more(5));
    let eight = "exchange/1 exchange/2 exchange/3 exchange/4 exchange/5 exchange/6 exchange/7 exchange/8";
    let longest = format!(
        "clash/1 clash/2 clash/3 clash/4 judge/1 position/1 position/2 {eight} convergence/1 convergence/2 cores/1 card"
    );
    for (what, clash, exchange, answer, expected) in [
        ("the same is named", 2, 2, usual as fn(&Ask) -> _, same.clone()),
        ("the same is named once they went on", 2, 2, once, twice),
        ("never the same", 2, 2, differ, thrice),
        ("the clerk can't compare", 2, 2, lost, same.clone()),
        ("the most", 4, 8, usual, longest.clone()),
        ("more than the most", 40, 80, usual, longest),
        ("fewer than the fewest", 0, 0, usual, same),
    ] {
        let panel = PanelRules { clash, exchange, ..clerked() };
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World { answer, ..World::default() });
        play.play();
        for room in ["room-1", "room-2"] {
            assert_eq!(of_room(&play, room), expected, "{what}, {room}");
        }
    }
}

/// P-14: an exchange ends before its limit where both concede something, answer alike, or repeat themselves.
#[test]
fn an_exchange_ends_when_it_brings_nothing() {
    fn room(ask: &Ask, say: &str, answer: &str, conceded: &str) -> Result<String, Failure> {
        match ask.part() {
            Some(Part::Say(Stage::Exchange)) => {
                Ok(format!(r#"{{"trace": [], "say": "{say}", "answer": "{answer}", "conceded": {conceded}}}"#))
            }
            _ => usual(ask),
        }
    }

    for (what, answer, turns) in [
        ("all is new", (|ask| usual(ask)) as fn(&Ask) -> _, 6),
        ("both answer alike", |ask| room(ask, &format!("New in {}.", ask.call()), "yes", "null"), 2),
        (
            "both grant",
            |ask| {
                let answer = if ask.who().as_str() == "minimalist" { "no" } else { "yes" };
                room(ask, &format!("New in {}.", ask.call()), answer, r#""the cost""#)
            },
            2,
        ),
        (
            "one repeats itself",
            |ask| {
                let answer = if ask.who().as_str() == "minimalist" { "no" } else { "yes" };
                room(ask, "Operation of nine services is dear.", answer, "null")
            },
            3,
        ),
    ] {
        let panel = PanelRules { exchange: 6, ..clerked() };
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World { answer, ..World::default() });
        play.play();
        let room = &play.debate.panel.rooms[0];
        assert_eq!(room.at(Stage::Exchange).count(), turns, "{what}");
    }
}

/// P-30: the result of a clash: all four conditions, two of three votes, or a local comparison where no model can tell.
#[test]
fn when_a_room_opens() {
    fn judge(ask: &Ask, says: &[&str]) -> Result<String, Failure> {
        match ask.part() {
            Some(Part::Judge { vote }) => match says.get(vote as usize - 1) {
                Some(&"down") => Err(Failure::Unavailable),
                Some(says) => Ok((*says).to_owned()),
                None => Ok("?".to_owned()),
            },
            _ => usual(ask),
        }
    }
    const YES: &str =
        r#"{"opposed": true, "engaged": true, "same_claim": true, "relevant": true, "question": "Is it?"}"#;
    const PAST: &str =
        r#"{"opposed": true, "engaged": true, "same_claim": false, "relevant": true, "question": "Is it?"}"#;
    const OVER: &str = r#"{"opposed": false, "engaged": true, "same_claim": true, "relevant": true, "question": null}"#;
    const DEAF: &str =
        r#"{"opposed": true, "engaged": false, "same_claim": true, "relevant": true, "question": "Is it?"}"#;
    const AGREED: &str = r#"{"opposed": false, "relevant": true, "question": null}"#;
    const VOTED: &str = r#"{"opposed": true, "relevant": true, "question": "Is it?"}"#;
    const ASTRAY: &str = r#"{"opposed": true, "relevant": false, "question": null}"#;
    for (what, detection, answer, expected) in [
        ("all parts", Detection::Parts, (|it| judge(it, &[YES])) as fn(&Ask) -> _, "opened: Is it?"),
        ("not the same claim", Detection::Parts, |it| judge(it, &[PAST]), "left: they speak of different claims"),
        ("not opposed any more", Detection::Parts, |it| judge(it, &[OVER]), "settled: what both say can be so at once"),
        ("never answered", Detection::Parts, |it| judge(it, &[DEAF]), "left: they do not answer each other"),
        ("a part left out", Detection::Parts, |it| judge(it, &[VOTED]), "weigh room-1/judge/2"),
        ("the clerk is down", Detection::Parts, |it| judge(it, &["down"]), "weigh room-1/judge/2"),
        ("three votes", Detection::Vote, |it| judge(it, &[VOTED, VOTED, VOTED]), "opened: Is it?"),
        ("two of three", Detection::Vote, |it| judge(it, &[ASTRAY, VOTED, VOTED]), "opened: Is it?"),
        (
            "one of three",
            Detection::Vote,
            |it| judge(it, &[VOTED, ASTRAY, ASTRAY]),
            "left: it does not matter to the topic",
        ),
        (
            "no vote that they are opposed",
            Detection::Vote,
            |it| judge(it, &[VOTED, AGREED, AGREED]),
            "settled: what both say can be so at once",
        ),
        (
            "votes that differ",
            Detection::Vote,
            |it| judge(it, &[VOTED, AGREED, ASTRAY]),
            "left: it does not matter to the topic; or: what both say can be so at once",
        ),
        ("two of two", Detection::Vote, |it| judge(it, &["down", VOTED, VOTED]), "opened: Is it?"),
        ("one of two", Detection::Vote, |it| judge(it, &["down", VOTED, ASTRAY]), "weigh room-1/judge/4"),
    ] {
        let panel = PanelRules { detection, ..clerked() };
        let world = World { opposed: vec![(ASPECTS[0], "minimalist", "builder")], answer, ..World::default() };
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, world);
        play.play();
        let asked: Vec<String> = in_rooms(&play).into_iter().filter(|it| it.contains("/judge/")).collect();
        let again = usize::from(what == "a part left out");
        assert_eq!(asked.len(), again + if detection == Detection::Vote { 3 } else { 1 }, "{what}");
        // A vote does not judge the conditions one by one, and nothing is recorded that was not asked.
        let voted = play.debate.panel.rooms[0].judged.iter().filter(|it| it.judge == "sim/clerk");
        for parts in voted.filter_map(|it| it.parts) {
            let is_parts = detection == Detection::Parts;
            assert_eq!((parts.engaged.is_some(), parts.same_claim.is_some()), (is_parts, is_parts), "{what}");
        }
        assert!(play.course.iter().any(|it| it.trim_start_matches("room-1 ") == expected), "{what}: {}", play.said());
    }
}

/// P-10: a quoting participant may have written nothing on the topic as a whole; the aspects are discussed nevertheless.
#[test]
fn who_quotes_may_open_with_nothing() {
    fn mute(ask: &Ask) -> Result<String, Failure> {
        let is_aspect = ask.call().round() == Some(2) || ask.call().room().is_some();
        if is_aspect { usual(ask) } else { Err(Failure::Refused) }
    }
    for (quote, ended, rounds) in [(true, Reason::Discussed, 4), (false, Reason::Insufficient, 1)] {
        let panel = PanelRules { quote, clerk: None, ..clerked() };
        let world = World { answer: mute, ..World::default() };
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, world);
        play.play();
        assert_eq!(play.debate.closed.as_ref().map(|it| it.why), Some(ended), "{quote}");
        assert_eq!(play.debate.rounds.len(), rounds, "{quote}");
    }
}

/// P-12: the same two participants do not discuss one question twice.
#[test]
fn a_question_has_one_room() {
    let world = World {
        opposed: vec![(ASPECTS[0], "minimalist", "builder"), (ASPECTS[1], "minimalist", "builder")],
        ..World::default()
    };
    let mut play = Play::new(rules(), world);
    play.play();
    let [one, other] = play.debate.panel.rooms.as_slice() else { panic!("two rooms: {}", play.said()) };
    assert!(one.card().is_some() && other.question.is_none());
    assert_eq!(other.left.as_deref(), Some("they had this question in room-1"));
}

/// P-12, P-30: off-topic conflicts, and pairs beyond the last room, are skipped, with the reason recorded.
#[test]
fn what_is_left_alone_is_on_record() {
    let world = World { astray: vec![(ASPECTS[1], "builder", "operator")], ..World::default() };
    let panel = PanelRules { rooms: 1, ..clerked() };
    let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, world);
    play.play();
    let searched = &play.debate.panel.searched;
    assert_eq!((searched[&2].found, searched[&2].ignored.len()), (1, 1));
    assert!(searched[&2].ignored[0].why.contains("at most 1 room,"), "{:?}", searched[&2].ignored);
    assert_eq!((searched[&3].found, searched[&3].ignored.len()), (0, 1));
    assert_eq!(play.debate.panel.rooms.len(), 1);
}

/// P-24, D-21: a participant with nothing to say ends its own room only; the card is recorded as failed and the statements are kept.
#[test]
fn a_lost_turn_ends_its_room() {
    for (call, answer, said) in [
        (
            "room-1/clash/1/minimalist",
            (|it| match it.call().to_string().as_str() {
                "room-1/clash/1/minimalist" => Err(Failure::TimedOut),
                _ => usual(it),
            }) as fn(&Ask) -> _,
            0,
        ),
        (
            "room-1/position/2/builder/again",
            |it| match it.call().to_string().strip_prefix("room-1/position/2/builder") {
                Some(_) => Ok("{}".into()),
                None => usual(it),
            },
            3,
        ),
        (
            "room-1/exchange/2/builder",
            |it| match it.call().to_string().as_str() {
                "room-1/exchange/2/builder" => Err(Failure::Refused),
                _ => usual(it),
            },
            5,
        ),
        (
            "room-1/convergence/1/minimalist/again",
            |it| match it.call().to_string().strip_prefix("room-1/convergence/1/minimalist") {
                Some(_) => Ok(r#"{"say": "It is dear."}"#.into()),
                None => usual(it),
            },
            7,
        ),
    ] {
        let mut play = Play::new(rules(), World { answer, ..World::default() });
        play.play();
        let [one, other] = &play.debate.panel.rooms[..] else { panic!() };
        assert!(one.card.as_ref().unwrap().card.as_ref().unwrap_err().contains("had nothing to say in the"), "{call}");
        assert_eq!((one.said.len(), one.lost[0].call.clone()), (said, call.into()), "{call}");
        assert!(other.lost.is_empty() && other.at(Stage::Convergence).count() == 2, "{call}");
        assert_eq!(play.debate.closed.as_ref().unwrap().why, Reason::Discussed, "{call}");
    }
}

/// D-21, I-02, P-12: a participant that is lost in one round speaks in the next; fewer than two speakers end the panel at the opening and the
/// closing, and leave an aspect undisputed, unless nobody can be reached.
#[test]
fn losses_in_rounds() {
    for (answer, why, rounds) in [
        (
            (|it| {
                if it.call().round() == Some(1) && it.who().as_str() == "builder" {
                    Err(Failure::TimedOut)
                } else {
                    usual(it)
                }
            }) as fn(&Ask) -> _,
            Reason::Discussed,
            4,
        ),
        (
            |it| if it.who().as_str() == "minimalist" { usual(it) } else { Err(Failure::TimedOut) },
            Reason::Insufficient,
            1,
        ),
        (
            |it| {
                if it.call().round() == Some(2) && it.who().as_str() != "minimalist" {
                    Err(Failure::Refused)
                } else {
                    usual(it)
                }
            },
            Reason::Discussed,
            4,
        ),
        (|it| if it.call().round() == Some(2) { Err(Failure::Refused) } else { usual(it) }, Reason::Discussed, 4),
        (
            |it| if it.call().round() == Some(2) { Err(Failure::Unavailable) } else { usual(it) },
            Reason::Insufficient,
            2,
        ),
        (|it| if it.call().round() == Some(4) { Err(Failure::Refused) } else { usual(it) }, Reason::Insufficient, 4),
        (|it| if it.call().round() == Some(2) { Err(Failure::Deadline) } else { usual(it) }, Reason::Deadline, 2),
        (
            |it| if it.call().to_string().starts_with("room-2/exchange") { Err(Failure::Deadline) } else { usual(it) },
            Reason::Deadline,
            2,
        ),
    ] {
        let mut play = Play::new(rules(), World { answer, ..World::default() });
        play.play();
        assert_eq!(
            (play.debate.closed.as_ref().unwrap().why, play.debate.rounds.len()),
            (why, rounds),
            "{}",
            play.said()
        );
        if why == Reason::Discussed {
            let takes = play.debate.rounds[1].spoken.len();
            let searched = &play.debate.panel.searched[&2];
            assert_eq!((searched.by == "nobody", searched.found == 0), (takes < 2, takes < 2), "{takes}");
            assert!(play.debate.rounds[2].said_by(&"builder".into()).is_some());
        }
    }
}

/// D-21: an unreadable turn is asked for once more with the same beliefs, and nothing else is asked again.
#[test]
fn a_turn_is_asked_for_once_more() {
    let answer = |it: &Ask| match it.call().to_string().as_str() {
        "r1/turn/builder" => Ok(r#"{"position": "No."}"#.to_owned()),
        "r2/turn/builder" => Ok(r#"{"position": "No.", "reasoning": "It is dear."}"#.to_owned()),
        _ => usual(it),
    };
    let mut play = Play::new(rules(), World { answer, ..World::default() });
    play.play();
    let calls = play
        .asked
        .iter()
        .filter(|(it, _)| it.turn().is_some_and(|it| it.attempt == Attempt::Second))
        .map(|(it, _)| it.call().clone());
    assert_eq!(calls.collect::<Vec<_>>(), [CallId::again(1, &"builder".into())]);
    let again = play.asked.iter().find(|(it, _)| it.turn().is_some_and(|it| it.attempt == Attempt::Second)).unwrap();
    assert!(again.1.user.contains("- what builder can hold") && again.1.user.contains("`reasoning` is missing"));
    let take = play.debate.rounds[1].said_by(&"builder".into()).unwrap();
    assert_eq!((take.flaws.len(), take.turn.claims[0].text.as_str()), (0, "No."), "its position is its claim");
}

/// O-04, O-20: budget and time end a panel before a batch, not within it, and a continued panel goes on where it was.
#[test]
fn budgets_end_it_and_it_goes_on() {
    for (budget_tokens, deadline_ms, why) in
        [(Some(38_000), None, Reason::Budget), (Some(9_000), None, Reason::Budget), (None, Some(70), Reason::Deadline)]
    {
        let world = World { tokens: |_| 2_000, ..World::default() };
        let mut play = Play::new(Rules { budget_tokens, deadline_ms, ..rules() }, world);
        play.play();
        assert_eq!(play.debate.closed.as_ref().unwrap().why, why);
        let asked = play.asked.len();
        if let Some(budget) = budget_tokens {
            assert!(play.debate.spent.tokens() <= budget, "{}", play.debate.spent.tokens());
        }
        play.tell(Event::DebateContinued { rules: rules(), said: None, focus: None });
        play.play();
        let mut calls: Vec<&CallId> = play.asked.iter().map(|(it, _)| it.call()).collect();
        let mut whole = Play::new(rules(), World::default());
        whole.play();
        let mut all: Vec<&CallId> = whole.asked.iter().map(|(it, _)| it.call()).collect();
        calls.sort();
        all.sort();
        assert!((4..all.len()).contains(&asked), "{asked}");
        assert_eq!(calls, all, "nothing is asked twice, and nothing is left out");
    }
}

/// P-10, D-43: a finished panel continues with a further aspect, or with a closing that answers a person's remark.
#[test]
fn a_finished_panel_goes_on() {
    for (focus, said, expected) in [
        (Some("Hiring"), None, vec!["round 5 Take: Hiring", "round 6 Closing"]),
        (None, Some("Think of the night shift."), vec!["round 5 Closing"]),
        (None, None, vec!["round 5 Closing"]),
    ] {
        let mut play = Play::new(rules(), World::default());
        play.play();
        play.course.clear();
        let (focus, said) = (focus.map(str::to_owned), said.map(str::to_owned));
        play.tell(Event::DebateContinued { rules: rules(), said: said.clone(), focus });
        play.play();
        let rounds: Vec<&String> = play.course.iter().filter(|it| it.starts_with("round ")).collect();
        assert_eq!(rounds, expected);
        assert_eq!(play.debate.closed.as_ref().unwrap().why, Reason::Discussed);
        let (_, last) = play.asked.last().unwrap();
        assert_eq!(last.user.contains("Think of the night shift."), said.is_some());
    }
}

/// P-16: cheap models for turns, clashes and checks, the strong one, if any, for rooms and cards; quoting participants use no other model.
#[test]
fn who_is_asked_and_how_boldly() {
    let strong = PanelRules { strong: Some("sim/strong".to_owned()), ..clerked() };
    let quoting = PanelRules { quote: true, ..strong.clone() };
    for (panel, rooms, cards) in
        [(clerked(), "own", "sim/clerk"), (strong, "sim/strong", "sim/strong"), (quoting, "own", "words")]
    {
        let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World::default());
        play.play();
        for (ask, prompt) in &play.asked {
            let own = format!("sim/{}", ask.who());
            let (model, boldness) = match ask.part() {
                None if *ask.call() == CallId::Aspects => ("sim/clerk", 20),
                None | Some(Part::Say(Stage::Clash)) => (own.as_str(), 85),
                Some(Part::Say(_)) => (if rooms == "own" { own.as_str() } else { rooms }, 75),
                Some(Part::Judge { .. } | Part::Cores) => ("sim/clerk", 20),
                Some(Part::Card) => (cards, 30),
            };
            let temperature = prompt.temperature.map(|it| it.0);
            assert_eq!((ask.model(&play.debate), temperature), (Some(model), Some(boldness)), "{}", ask.call());
        }
        let drawn = play.debate.panel.rooms.iter().map(|it| it.card.as_ref().unwrap().judge.as_str());
        assert_eq!(drawn.collect::<Vec<_>>(), [cards, cards]);
    }
}

/// P-31: without a clerk, a room asks only its two participants.
#[test]
fn a_room_without_a_clerk() {
    let panel = PanelRules { clerk: None, ..clerked() };
    let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World::default());
    play.play();
    assert!(play.asked.iter().all(|(it, _)| play.debate.participant(it.who()).is_some()));
    assert!(play.course.iter().any(|it| it.contains("weigh room-1/judge/1")), "{}", play.said());
    assert!(play.debate.panel.rooms.iter().all(debate::state::Room::is_over));
}

/// P-04: a turn for which nothing of its persona was recalled is marked ungrounded; others are not.
#[test]
fn ungrounded_turns_say_so() {
    let mut silent = NAMES.map(persona).to_vec();
    silent[0].beliefs = BeliefGraph::default();
    silent[0].chunks = Vec::new();
    let mut play = Play::seated(rules(), World::default(), silent);
    play.play();
    for round in &play.debate.rounds {
        for it in &round.spoken {
            let is_marked = it.flaws.contains(&debate::Flaw::Ungrounded);
            assert_eq!(is_marked, it.by.as_str() == NAMES[0], "{}, {}", round.number, it.by);
        }
    }
    let told = "You have written nothing on this: answer from who you are.";
    for (ask, prompt) in play.asked.iter().filter(|(it, _)| play.debate.participant(it.who()).is_some()) {
        assert_eq!(prompt.user.contains(told), ask.who().as_str() == NAMES[0], "{}", ask.call());
    }
    let marked = |it: &Envelope| {
        matches!(&it.event, Event::Room { what: RoomEvent::Said { by, flaws, .. }, .. }
        if by.as_str() == NAMES[0] && flaws.contains(&debate::Flaw::Ungrounded))
    };
    assert!(play.log.iter().any(marked), "in rooms too");
}
