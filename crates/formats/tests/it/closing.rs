//! Assigned sides, and the closing ballots after them (B-05).
use crate::ballots::asked;
use crate::debates::{NAMES, Table, holds, proposes, turn};
use crate::prompts::{role_prompts, round_prompts, shown};
use debate::ballot::{Estimate, PaperKind};
use debate::event::{Reason, RoundKind};
use debate::rules::{Enforcement, ToolPolicy};
use debate::{
    Algorithm, Ballot, Cast, ClosingBallot, Event, Horizon, Layout, Participant, Perspective, Profile, Role, Rules,
    Turn, Usage,
};
use formats::Step;

const SIDED: [&str; 2] = ["devils-advocate", "red-team-blue-team"];

fn rules(rounds: u32, closing_ballot: ClosingBallot) -> Rules {
    Rules { rounds, closing_ballot, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

/// The debate after some rounds in which all have spoken.
fn argued(mode: &str, rules: Rules, ballot: Ballot) -> Table {
    let rounds = rules.rounds;
    let mut table = Table::voting(mode, rules, &NAMES, ballot);
    for round in 1..=rounds {
        let Step::Record(event @ Event::RoundOpened { .. }) = table.next() else { panic!("{:?}", table.next()) };
        table.tell(event);
        for name in NAMES {
            let said = match &table.debate.ballot {
                Some(Ballot::Estimate { .. }) => Turn { ballot: Some(estimate(350.0)), ..turn(round, name) },
                Some(Ballot::YesNo | Ballot::Choice { .. } | Ballot::Open) | None => turn(round, name),
            };
            table.say(round, name, said);
        }
        table.settle();
    }
    table
}

fn estimate(best: f64) -> Cast {
    let counted = Some("tests included".to_owned());
    Cast::Estimate(Estimate { lowest: 200.0, highest: 600.0, best, sure: 0.8, counted })
}

/// Opens the closing ballots that follow.
fn close_by_ballots(mut table: Table) -> Table {
    let round = table.debate.rounds.len() as u32 + 1;
    match table.next() {
        Step::Record(event @ Event::RoundOpened { .. }) => {
            let expected = Event::RoundOpened { round, in_turn: false, kind: RoundKind::Ballot, focus: None };
            assert_eq!(event, expected);
            table.tell(event);
        }
        other @ (Step::Record(_)
        | Step::Ask(_)
        | Step::Group(_)
        | Step::Compare(_)
        | Step::LocalTasks(_)
        | Step::Done) => {
            panic!("{other:?}")
        }
    }
    table
}

/// The reason for which a debate closes next.
fn closes(table: &Table) -> Reason {
    match table.next() {
        Step::Record(Event::DebateClosed { why, .. }) => why,
        other @ (Step::Record(_)
        | Step::Ask(_)
        | Step::Group(_)
        | Step::Compare(_)
        | Step::LocalTasks(_)
        | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

/// B-05: a participant who argues a side casts nothing, gives no confidence, and is not told to change its mind; a judge casts a ballot. In the
/// first round and later, in either profile and layout.
#[test]
fn whoever_argues_casts_no_ballot() {
    for mode in SIDED {
        for (profile, layout) in
            [(Profile::Full, Layout::Rebuild), (Profile::Full, Layout::Append), (Profile::Lean, Layout::Rebuild)]
        {
            let mut table = Table::new(mode, Rules::default()).laid_out(profile, layout);
            for round in 1..=2 {
                for (who, prompt) in round_prompts(table.open(round), round) {
                    let place = format!("{mode}, {profile:?}, {layout:?}, round {round}, {who}: {}", prompt.system);
                    let is_arguing = table.debate.is_arguing(&who);
                    assert_eq!(is_arguing, who.as_str() != "south", "{place}");
                    let schema = prompt.schema.to_json();
                    let fields = schema.pointer("/anyOf/0").unwrap_or(&schema)["properties"].as_object().unwrap();
                    let ballot = fields.get("ballot").map(|it| it["type"].as_str().unwrap());
                    let expected = match (is_arguing, profile) {
                        (true, Profile::Full) => Some("null"),
                        (true, Profile::Lean) => None,
                        (false, Profile::Full | Profile::Lean) => Some("object"),
                    };
                    assert_eq!(ballot, expected, "{place}");
                    for field in ["confidence", "others", "because", "ranking", "confidence_change"] {
                        assert!(!(is_arguing && fields.contains_key(field)), "{place}: {field}");
                    }
                    assert_eq!(fields.contains_key("confidence"), !is_arguing, "{place}");
                    assert_eq!(
                        prompt.schema.paper().map(|it| it.kind == PaperKind::Argued),
                        Some(is_arguing),
                        "{place}"
                    );
                    let all = format!("{}\n{}", prompt.system, prompt.user);
                    for told in ["Change your mind", "or change it", "as this leaves you"] {
                        assert!(!(is_arguing && all.contains(told)), "{place}: {told}");
                    }
                    if profile == Profile::Full {
                        assert_eq!(all.contains("Change your mind when"), !is_arguing, "{place}");
                    }
                    assert!(!all.contains("You may cast") || !is_arguing, "{place}");
                }
            }
        }
    }
}

/// B-05: a participant who argues a side is told that it will be asked in secret, unless it will not.
#[test]
fn a_later_ballot_is_promised_where_it_is_held() {
    for mode in SIDED {
        for (profile, promise) in
            [(Profile::Full, "asked in a secret ballot at the end"), (Profile::Lean, "is asked at the end")]
        {
            for (closing_ballot, is_promised) in
                [(ClosingBallot::Assigned, true), (ClosingBallot::Always, true), (ClosingBallot::Never, false)]
            {
                let mut table = Table::new(mode, rules(2, closing_ballot)).laid_out(profile, Layout::Rebuild);
                for (who, prompt) in round_prompts(table.open(1), 1) {
                    let expected = is_promised && table.debate.is_arguing(&who);
                    assert_eq!(prompt.system.contains(promise), expected, "{mode}, {who}: {}", prompt.system);
                    let other = prompt.system.contains("asked later") || prompt.user.contains("asked later");
                    assert!(!other, "{mode}, {who}: {}", prompt.system);
                }
            }
        }
    }
}

/// B-05: after the arguments everyone leaves its role, sees the record and casts a closing ballot in secret; these ballots alone decide.
#[test]
fn sides_are_left_and_ballots_cast_in_secret() {
    for mode in SIDED {
        let mut table = close_by_ballots(argued(mode, rules(2, ClosingBallot::Assigned), Ballot::YesNo));
        let first = asked(&table);
        let who: Vec<&str> = first.iter().map(|(ask, _)| ask.who.as_str()).collect();
        assert_eq!(who, NAMES, "{mode}: all at once");
        for (ask, prompt) in &first {
            assert_eq!(ask.horizon, Horizon::BeforeRound, "{mode}");
            assert_eq!(prompt.schema.name(), "closing_ballot", "{mode}");
            assert_eq!(
                prompt.schema.paper().map(|it| (it.words(), it.is_closing)),
                Some((vec!["yes", "no", "depends"], true))
            );
            let all = format!("{}\n{}", prompt.system, prompt.user);
            for told in ["stance", "red team", "Hold on to", "You look first at", "At the table,", "Your job"] {
                let ours = all.lines().filter(|it| !it.starts_with('|')).any(|it| it.contains(told));
                assert!(!ours, "{mode}, {told}: {all}");
            }
            assert!(prompt.user.contains("# Round 2\n") && prompt.user.contains("# Terms so far\n"), "{}", prompt.user);
        }
        // Answers are hidden from those who have not answered yet.
        table.say(3, "north", proposes("Only for new services"));
        assert_eq!(asked(&table), first[1..], "{mode}");
        table.say(3, "east", holds("B", 0.9)).say(3, "south", proposes("only for new services"));
        assert!(matches!(table.next(), Step::Record(Event::BallotsGrouped { round: 3, .. })), "{:?}", table.next());
        table.settle();
        let standing = analysis::ballots::FinalTurns::of(&table.debate).unwrap();
        let count = analysis::ballots::Count::of_final(&table.debate, &standing);
        let tally: Vec<String> = count.tally().iter().map(|(letter, holders)| format!("{letter} {holders}")).collect();
        assert_eq!(tally.join(", "), "B 1, C 2", "{mode}");
        assert_eq!(closes(&table), Reason::RoundCap, "{mode}: most hold C, and one has not said");
    }
}

/// B-05: closing ballots that agree are a consensus, whatever was argued before.
#[test]
fn closing_ballots_that_agree_are_a_consensus() {
    for (algorithm, why) in
        [(Algorithm::EvidenceBasedDebate, Reason::Consensus), (Algorithm::FixedRounds, Reason::RoundCap)]
    {
        let rules = Rules { algorithm, ..rules(1, ClosingBallot::Assigned) };
        let mut table = close_by_ballots(argued("devils-advocate", rules, Ballot::YesNo));
        NAMES.iter().for_each(|it| _ = table.say(2, it, holds("A", 0.8)));
        assert_eq!(closes(&table), why, "{algorithm}");
    }
}

/// B-05: `assigned`, `always`, `never`.
#[test]
fn when_closing_ballots_are_cast() {
    for (mode, closing_ballot, is_cast) in [
        ("collaborative", ClosingBallot::Assigned, false),
        ("collaborative", ClosingBallot::Always, true),
        ("adversarial", ClosingBallot::Always, true),
        ("delphi", ClosingBallot::Always, true),
        ("collaborative", ClosingBallot::Never, false),
        ("devils-advocate", ClosingBallot::Assigned, true),
        ("devils-advocate", ClosingBallot::Always, true),
        ("devils-advocate", ClosingBallot::Never, false),
        ("red-team-blue-team", ClosingBallot::Never, false),
    ] {
        let table = argued(mode, rules(2, closing_ballot), Ballot::YesNo);
        if is_cast {
            assert_eq!(asked(&close_by_ballots(table)).len(), NAMES.len(), "{mode}, {closing_ballot}");
        } else {
            assert_eq!(closes(&table), Reason::RoundCap, "{mode}, {closing_ballot}");
        }
    }
}

/// B-05, O-04: where the budget does not suffice for all closing ballots, none is asked for.
#[test]
fn closing_ballots_are_paid_for_together() {
    for (budget, reason) in [(4_999, Some(Reason::Budget)), (5_000, None)] {
        let rules = Rules { budget_tokens: Some(budget), ..rules(1, ClosingBallot::Assigned) };
        let mut table = argued("devils-advocate", rules, Ballot::YesNo);
        let usage = |input| Usage { input, ..Usage::default() };
        (table.debate.spent, table.debate.dearest, table.debate.calls) = (usage(2_000), usage(1_000), 3);
        match reason {
            Some(reason) => assert_eq!(closes(&table), reason, "{budget}"),
            None => assert_eq!(asked(&close_by_ballots(table)).len(), 3, "{budget}"),
        }
    }
}

/// B-05, D-61: a closing ballot is one short call without tools.
#[test]
fn closing_ballots_have_no_tools() {
    let tools = Some(ToolPolicy { enforcement: Enforcement::Strict, min_calls: Some(1), max_calls: Some(3) });
    let rules = Rules { tools, ..rules(1, ClosingBallot::Assigned) };
    for (_, prompt) in asked(&close_by_ballots(argued("devils-advocate", rules, Ballot::YesNo))) {
        assert_eq!(prompt.tools, None);
        assert!(!format!("{}{}", prompt.system, prompt.user).contains("tools"), "{}", prompt.user);
    }
}

/// B-05, D-43: a debate continued after its closing ballots has a round in the order of the mode, in which sides are argued again; closing
/// ballots follow.
#[test]
fn a_debate_goes_on_after_its_closing_ballots() {
    let mut table = close_by_ballots(argued("devils-advocate", rules(1, ClosingBallot::Assigned), Ballot::YesNo));
    NAMES.iter().for_each(|it| _ = table.say(2, it, holds("A", 0.8)));
    let Step::Record(closed) = table.next() else { panic!("{:?}", table.next()) };
    table.tell(closed).tell(Event::DebateContinued {
        rules: rules(3, ClosingBallot::Assigned),
        said: Some("Consider the regulator.".to_owned()),
        focus: None,
    });
    let Step::Record(event) = table.next() else { panic!("{:?}", table.next()) };
    let expected = Event::RoundOpened { round: 3, in_turn: true, kind: RoundKind::Usual, focus: None };
    assert_eq!(event, expected);
    table.tell(event);
    for name in NAMES {
        let (ask, prompt) = asked(&table).remove(0);
        assert_eq!((ask.who.as_str(), ask.horizon), (name, Horizon::Now));
        assert!(prompt.schema.paper().is_some_and(|it| !it.is_closing), "{name}");
        table.say(3, name, turn(3, name));
    }
    close_by_ballots(table);
}

/// B-05, D-04: there are as many attackers as defenders, and an odd seat judges; from three seats on a devil's advocate has one who weighs both.
#[test]
fn teams_are_balanced() {
    let chance = formats::SeatingSeed { debate: "test".into(), seed: 0, disciplines: Default::default() };
    for seats in 2..=8 {
        let seat = |at: usize| {
            Participant::new(format!("seat {at}").as_str().into(), "m".into(), "m".into(), Perspective::of_seat(at))
        };
        let mut participants: Vec<Participant> = (0..seats).map(seat).collect();
        formats::named("red-team-blue-team").unwrap().seat(&mut participants, &chance);
        let count = |role| participants.iter().filter(|it| it.role == Some(role)).count();
        assert_eq!(count(Role::Red), count(Role::Blue), "{seats}");
        assert_eq!(count(Role::Judge), seats % 2, "{seats}");
        assert_eq!(count(Role::Red) + count(Role::Blue) + count(Role::Judge), seats);
    }
}

/// B-05: the judge of two teams is not given a side, and casts a ballot at the end.
#[test]
fn a_judge_weighs_both_teams() {
    let mut table = Table::new("red-team-blue-team", Rules::default());
    let prompts = role_prompts(table.open(1), 1);
    let roles: Vec<Role> = prompts.iter().map(|(role, _)| *role).collect();
    assert_eq!(roles, [Role::Red, Role::Blue, Role::Judge]);
    let (_, judge) = &prompts[2];
    assert!(judge.system.contains("end in a position and a ballot"), "{}", judge.system);
    assert_eq!(judge.schema.paper().map(|it| it.words()), Some(vec!["yes", "no", "depends"]));
}

/// B-05, D-10, D-18: closing ballots, for review.
#[test]
fn whole_closing_ballots() {
    let days = Ballot::estimate("person-days").unwrap();
    for (name, mode, closing_ballot, ballot) in [
        ("yes or no", "devils-advocate", ClosingBallot::Assigned, Ballot::YesNo),
        ("estimate", "delphi", ClosingBallot::Always, days),
    ] {
        for profile in [Profile::Full, Profile::Lean] {
            let table = close_by_ballots(argued(mode, rules(1, closing_ballot), ballot.clone()));
            let table = table.laid_out(profile, Layout::Rebuild);
            let (_, prompt) = asked(&table).remove(0);
            insta::assert_snapshot!(format!("closing {name} {profile:?}"), shown(&prompt));
        }
    }
}

/// B-05, D-18: a lean closing ballot leaves the role too: its reason does not begin as the role's does, and it has no position.
#[test]
fn a_lean_closing_ballot_leaves_its_role() {
    for mode in SIDED {
        let table = close_by_ballots(argued(mode, rules(1, ClosingBallot::Assigned), Ballot::YesNo));
        let table = table.laid_out(Profile::Lean, Layout::Rebuild);
        let schemas: Vec<String> = asked(&table).iter().map(|(_, it)| it.schema.to_json().to_string()).collect();
        assert!(schemas.iter().all(|it| *it == schemas[0]), "{mode}: the same for everyone");
        for start in [
            "It fails",
            "still fails",
            "The gain",
            "more is gained",
            "suffer",
            "\"stance\"",
            "\"position\"",
            "\"others\"",
        ] {
            assert!(!schemas[0].contains(start), "{mode}: {start} in {}", schemas[0]);
        }
        assert!(schemas[0].contains("What counts is that") && schemas[0].contains("\"would_change\""));
    }
}
