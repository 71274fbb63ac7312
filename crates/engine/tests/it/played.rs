//! B-20, B-22 over the loop itself: planned debates of every mode are played, with real ballot papers, groupings, closing ballots, lost
//! answers and second attempts. Other words, names, seats and orders of options change no count.
mod plan;

use analysis::Verdict;
use analysis::ballots::{moves, rules::Carried};
use analysis::decision::exit::{self, AfterRound};
use analysis::evidence::checks;
use analysis::measure::groupthink;
use debate::event::Grouper;
use debate::state::ResolvedBallot;
use debate::{Cast, Debate, Envelope, Event, Letter, Name};
use plan::{Kind, NAMES, Plan, Staging, Words, plans};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::collections::BTreeSet;

/// Renders a debate without names, seats, letters and words: seats and options appear by their keys in the plan.
struct Reader<'a> {
    staging: &'a Staging,
    /// By index of the letter. For a log whose headlines were replaced, those of the played debate are used.
    keys: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn of(plan: &Plan, staging: &'a Staging, debate: &Debate) -> Reader<'a> {
        let keys = debate.options.iter().map(|it| plan.key(&it.headline, staging.words)).collect();
        Reader { staging, keys }
    }

    fn seat(&self, name: &Name) -> usize {
        self.staging.names.iter().position(|it| *it == name.as_str()).unwrap()
    }

    fn seats(&self, names: &[Name]) -> Vec<usize> {
        let mut seats: Vec<usize> = names.iter().map(|it| self.seat(it)).collect();
        seats.sort_unstable();
        seats
    }

    fn key(&self, debate: &Debate, letter: Letter) -> usize {
        self.keys[debate.place(letter).unwrap()]
    }

    fn held(&self, debate: &Debate, held: ResolvedBallot<'_>) -> String {
        match held {
            ResolvedBallot::Option(letter) => format!("option {}", self.key(debate, letter)),
            ResolvedBallot::Estimate(it) => it.best.to_string(),
        }
    }

    /// Label, decision, plain vote, options, seats, moves, exit, figures.
    fn verdict(&self, debate: &Debate) -> Vec<String> {
        let Verdict { decision, plain_vote: plain, participants, options, dissent, metadata, .. } = Verdict::of(debate);
        let key = |letter: Option<Letter>| letter.map(|it| self.key(debate, it));
        let mut lines = vec![
            format!("decision: {} {:?}", decision.label, key(decision.option.as_ref().map(|it| it.letter))),
            format!("decision: {} of {} without a ballot", decision.without_ballot, decision.of),
            format!("decision: unanimous {}, tested {}", decision.is_unanimous, decision.is_tested),
            format!("decision: {:?} {:?}", decision.confidence, decision.estimate),
            format!("decision: {:?}", decision.ruling.as_ref().map(|it| it.basis)),
            format!("plain: {:?} by {:?}", key(plain.option), self.seats(&plain.held_by)),
            format!("plain: {} {} {:?}", plain.openings, plain.options, plain.estimate),
            format!("plain: {:?} {} {}", plain.same_as_decision, plain.is_independent, plain.argued),
            format!("exit: {:?} by {:?}, {} rounds", metadata.exit, metadata.rule, debate.rounds.len()),
            format!("exit: {:?}, {} calls, {} lost", metadata.figures, metadata.calls, metadata.lost.len()),
            format!("votes: {:?}", metadata.rubric.map(|it| (it.votes, it.is_met))),
            format!("mode: {:?}", debate.chosen.as_ref().map(|it| &it.mode)),
        ];
        lines.extend(options.iter().map(|it| {
            let (held, opened) = (self.seats(&it.held_by), self.seats(&it.opened_by));
            format!("option {:?}: {held:?} {opened:?} {:?}", key(Some(it.letter)), it.pooled)
        }));
        lines.extend(participants.iter().map(|it| {
            let of = (key(it.option), it.vote, it.confidence, it.dissents, &it.rounds);
            format!("seat {}: {of:?}", self.seat(&it.name))
        }));
        lines.extend(dissent.iter().map(|it| format!("dissent {}: {:?}", self.seat(&it.by), it.vote)));
        let registry = debate.entered().0;
        let checked = checks::of_registry(debate, &registry);
        lines.extend(moves::moves(debate, &registry, &checked).into_iter().map(|it| {
            let (from, to) = (self.held(debate, it.from), self.held(debate, it.to));
            format!("move {} in {}: {from} to {to}, {}", self.seat(it.by), it.round, it.carried > Carried::Nothing)
        }));
        let seen =
            |it: &debate::state::GroupthinkSign| format!("groupthink in {}: {:?} {:?}", it.round, it.what, it.signs);
        lines.extend(debate.groupthink.iter().map(seen));
        lines.sort_unstable();
        lines
    }

    /// The exit and signs after each round, then the verdict.
    fn lines(&self, log: &[Envelope]) -> Vec<String> {
        let mut lines = Vec::new();
        let is_end = |it: &Event| matches!(it, Event::RoundOpened { .. } | Event::DebateClosed { .. });
        let ends = log.iter().enumerate().filter(|(at, it)| *at > 1 && is_end(&it.event));
        for (end, _) in ends {
            let debate = Debate::replay(&log[..end]).unwrap();
            let outcome = match exit::after_round(&debate) {
                AfterRound::Escalate(_) => "a person is asked".to_owned(),
                other @ (AfterRound::Close(_) | AfterRound::Object | AfterRound::GoOn) => format!("{other:?}"),
            };
            let seen = groupthink::after_round(&debate).map(|it| it.kind());
            let closing = exit::after_closing(&debate);
            lines.push(format!("after {end}: {outcome}, {closing:?}, {seen:?}, {:?}", exit::figures(&debate)));
        }
        lines.extend(self.verdict(&Debate::replay(log).unwrap()));
        lines
    }
}

/// The lines that one has and the other has not.
fn apart(one: &[String], other: &[String]) -> Vec<String> {
    let only = |mark: char, own: &[String], others: &[String]| -> Vec<String> {
        own.iter().filter(|it| !others.contains(it)).map(|it| format!("{mark} {it}")).collect()
    };
    [only('-', one, other), only('+', other, one)].concat()
}

/// The same log with other words: positions, reasons, headlines and key points.
fn reworded(log: &[Envelope], word: impl Fn(usize) -> String) -> Vec<Envelope> {
    let mut log = log.to_vec();
    for (at, it) in log.iter_mut().enumerate() {
        if let Event::TurnTaken { turn, .. } = &mut it.event {
            turn.position = turn.position.as_ref().map(|_| word(at));
            turn.reasoning = turn.reasoning.as_ref().map(|_| word(at + 1));
            turn.key_points = vec![word(at + 2), word(at + 3)];
            if let Some(Cast::Headline(headline)) = &mut turn.ballot {
                *headline = word(at + 4);
            }
        }
        if let Event::BallotsGrouped { options, .. } = &mut it.event {
            options.iter_mut().enumerate().for_each(|(place, it)| it.headline = word(at + place));
        }
    }
    log
}

/// B-20: the log with other words has the same counts, and participants who say the same in other words play the same debate.
fn words_decide_nothing(plan: &Plan) -> Result<(), TestCaseError> {
    let usual = plan.usual(Words::Plain);
    let (debate, log) = plan.play(&usual);
    let reader = Reader::of(plan, &usual, &debate);
    let found = reader.lines(&log);
    let other = reworded(&log, |at| format!("我々は{at}を採用すべきではない, no: never {}", at * 7919));
    prop_assert_eq!(apart(&found, &reader.lines(&other)), Vec::<String>::new(), "other words in the log");
    for words in [Words::Opposite, Words::Japanese] {
        let staging = plan.usual(words);
        let (debate, log) = plan.play(&staging);
        let lines = Reader::of(plan, &staging, &debate).lines(&log);
        prop_assert_eq!(apart(&found, &lines), Vec::<String>::new(), "{:?}", words);
    }
    Ok(())
}

/// B-22: other names, and given options in another order, change only names and letters; nor do other seats matter, where nobody sees
/// another's answer before its own and no seat has an assigned side.
fn names_and_order_decide_nothing(plan: &Plan, by: usize) -> Result<(), TestCaseError> {
    let usual = plan.usual(Words::Plain);
    let (debate, log) = plan.play(&usual);
    let found = Reader::of(plan, &usual, &debate).lines(&log);
    let turned = |items: &mut [usize]| {
        let length = items.len().max(1);
        if by.is_multiple_of(2) {
            items.reverse();
        }
        items.rotate_left((by % length).min(items.len()));
    };
    let mut staging = usual.clone();
    staging.names = (0..plan.seats()).map(|seat| NAMES[(seat + by) % NAMES.len()]).collect();
    // Yes precedes No on every ballot.
    if plan.kind != Kind::YesNo {
        turned(&mut staging.given);
    }
    let is_seated_alike = !debate.has_sides() && debate.rounds.iter().all(|it| !it.in_turn);
    if is_seated_alike {
        turned(&mut staging.order);
    }
    let (debate, log) = plan.play(&staging);
    let lines = Reader::of(plan, &staging, &debate).lines(&log);
    prop_assert_eq!(apart(&found, &lines), Vec::<String>::new(), "{:?}", staging);
    Ok(())
}

/// Plays this many debates of every mode; a failure is reported with its mode and plan.
fn in_every_mode(cases: u32, holds: impl Fn(&Plan, usize) -> Result<(), TestCaseError>) {
    for mode in formats::modes::names() {
        let mut runner =
            TestRunner::new(Config { max_shrink_iters: 400, failure_persistence: None, ..Config::with_cases(cases) });
        let ran = runner.run(&(plans(mode), 1..10_usize), |(plan, by)| holds(&plan, by));
        assert!(ran.is_ok(), "{mode}: {}", ran.unwrap_err());
    }
}

/// The plans cover the cases: among a few of each mode there is every label, every kind of round, carried and yielded moves, headlines
/// grouped by a model and by words, lost answers, second attempts, and sequential debates.
#[test]
fn plans_are_of_every_kind() {
    let mut seen = BTreeSet::new();
    let mut runner = TestRunner::deterministic();
    for mode in formats::modes::names() {
        for _ in 0..30 {
            let plan = plans(mode).new_tree(&mut runner).unwrap().current();
            let (debate, log) = plan.play(&plan.usual(Words::Plain));
            let lines = Reader::of(&plan, &plan.usual(Words::Plain), &debate).verdict(&debate);
            for Envelope { event, .. } in &log {
                seen.insert(event.kind().to_owned());
                if let Event::BallotsGrouped { by, .. } = event {
                    let is_by_model = matches!(by, Grouper::Model(_));
                    seen.insert(if is_by_model { "grouped by a model" } else { "grouped otherwise" }.to_owned());
                }
            }
            seen.extend(debate.rounds.iter().map(|it| format!("{:?}, in turn {}", it.kind, it.in_turn)));
            let moved = lines.iter().filter(|it| it.starts_with("move "));
            seen.extend(moved.map(|it| format!("carried {}", it.ends_with("true"))));
            seen.insert(Verdict::of(&debate).decision.label.to_string());
        }
    }
    for wanted in [
        "consensus",
        "partial",
        "dissensus",
        "escalated",
        "insufficient",
        "Usual, in turn true",
        "Usual, in turn false",
        "Ballot, in turn false",
        "Objection, in turn false",
        "carried true",
        "carried false",
        "grouped by a model",
        "grouped otherwise",
        "turn_failed",
        "answer_unusable",
        "groupthink_seen",
        "mode_chosen",
    ] {
        assert!(seen.contains(wanted), "{wanted} is not in {seen:?}");
    }
}

/// B-20: words decide nothing in the debates of any mode.
#[test]
fn words_decide_nothing_in_any_mode() {
    in_every_mode(6, |plan, _| words_decide_nothing(plan));
}

/// B-22: names and order decide nothing in the debates of any mode.
#[test]
fn names_and_order_decide_nothing_in_any_mode() {
    in_every_mode(10, names_and_order_decide_nothing);
}

mod heavy {
    use super::*;

    /// B-20, B-22: the same over many more debates of every mode.
    #[test]
    fn nothing_but_ballots_decides_many_debates_of_every_mode() {
        in_every_mode(60, |plan, by| {
            words_decide_nothing(plan)?;
            names_and_order_decide_nothing(plan, by)
        });
    }
}
