//! Hidden channels, one by one: no prompt contains what is hidden.
use crate::debates::{claim, letter, on};
use debate::ballot::Because;
use debate::event::{Answer, LOG_VERSION, RoundKind};
use debate::{
    Ballot, CallId, Cast, Channels, Claim, ConfidenceChange, Consent, Debate, Envelope, Event, Label, Layout, Name,
    Participant, Perspective, Profile, Reference, Rules, Topic, Turn,
};
use formats::{Prompt, SeatingSeed, Step};
use std::collections::BTreeSet;

const NAMES: [&str; 4] = ["norrin", "sutter", "estwick", "wexley"];

/// A turn of a seat with recognizable values: its confidence, why that changed, and its ballot.
fn turn(round: u32, seat: usize) -> Turn {
    let mark = format!("{}{round}", char::from(b'p' + seat as u8));
    Turn {
        position: Some(format!("Yes, hold{mark}.")),
        reasoning: Some(format!("Reason{mark} counts.")),
        confidence: Some(confidence(round, seat)),
        ballot: Some(Cast::Option(letter(if seat == 1 { "B" } else { "A" }))),
        others: vec![on(if seat == 1 { "A" } else { "B" }, Consent::Minor, &format!("Objection{mark}"))],
        because: vec![Because { id: None, why: Some(format!("Moved{mark}")) }],
        claims: vec![Claim { cites: vec![1], ..claim(Label::Fact, &format!("Claim{mark} number {seat}")) }],
        references: vec![Reference {
            number: 1,
            title: format!("Source{mark}"),
            url: None,
            kind: None,
            assigned: false,
        }],
        key_points: vec![format!("Point{mark}")],
        confidence_change: Some(ConfidenceChange { delta: 0.1, since: None, reason: Some(format!("Change{mark}")) }),
        ..Turn::default()
    }
}

fn confidence(round: u32, seat: usize) -> f64 {
    0.51 + 0.1 * seat as f64 + 0.01 * f64::from(round)
}

struct Fixture {
    mode: &'static str,
    debate: Debate,
}

impl Fixture {
    fn new(id: &str, mode: &'static str, hidden: Channels, profile: Profile, layout: Layout) -> Fixture {
        let seat = |(seat, name): (usize, &str)| {
            let new = Participant::new(name.into(), "x/y".into(), "x".into(), Perspective::of_seat(seat));
            Participant { profile, layout, ..new }
        };
        let mut participants: Vec<Participant> = NAMES.into_iter().enumerate().map(seat).collect();
        let chance = SeatingSeed { debate: id.into(), seed: 7, disciplines: Default::default() };
        formats::named(mode).unwrap().seat(&mut participants, &chance);
        if hidden.names {
            formats::hide_names(&mut participants, &chance);
        }
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: id.into(),
            topic: Topic::new("Should we adopt gRPC?").unwrap(),
            ballot: Some(Ballot::YesNo),
            mode: mode.into(),
            participants,
            rules: Rules { hidden, rounds: 9, groupthink: None, ..Rules::default() },
            rehearsal: false,
            fork: None,
        };
        Fixture { mode, debate: Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event }).unwrap() }
    }

    fn tell(&mut self, event: Event) {
        let seq = self.debate.next_seq;
        self.debate.apply(&Envelope { seq, at: seq, elapsed: seq, event }).unwrap();
    }

    /// Plays a round; returns the prompt of `reader` in it.
    fn play(&mut self, round: u32, reader: usize) -> Prompt {
        let in_turn = self.mode == "adversarial";
        self.tell(Event::RoundOpened { round, in_turn, kind: RoundKind::Usual, focus: None });
        let mut asked = None;
        for (seat, name) in NAMES.into_iter().enumerate() {
            let format = formats::named(self.mode).unwrap();
            let Step::Ask(asks) = format.next(&self.debate) else { panic!("nobody is asked") };
            if let Some(ask) = asks.into_iter().find(|it| seat == reader && it.who().as_str() == name) {
                asked = Some(format.prompts(&self.debate, &[ask]).unwrap().remove(0));
            }
            let (by, call) = (Name::from(name), CallId::turn(round, &name.into()));
            let (turn, answer) = (turn(round, seat), Answer::default());
            self.tell(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer });
        }
        asked.unwrap()
    }
}

const MODES: [&str; 3] = ["collaborative", "adversarial", "delphi"];
const ROUNDS: u32 = 5;

/// All prompts of every reader, in every mode, profile and layout, with the reader.
fn told(hidden: Channels) -> Vec<(String, usize, Prompt)> {
    let mut told = Vec::new();
    for mode in MODES {
        for (profile, layout) in
            [(Profile::Full, Layout::Rebuild), (Profile::Full, Layout::Append), (Profile::Lean, Layout::Rebuild)]
        {
            for (reader, name) in NAMES.into_iter().enumerate() {
                let mut fixture = Fixture::new("one", mode, hidden, profile, layout);
                for round in 1..=ROUNDS {
                    let prompt = fixture.play(round, reader);
                    told.push((format!("{mode} {profile:?} {layout:?} {round} {name}"), reader, prompt));
                }
            }
        }
    }
    told
}

fn whole(prompt: &Prompt) -> String {
    format!("{}\n{}\n{}", prompt.system, prompt.user, prompt.schema.to_json())
}

/// The recognizable values of the others in fields of this `kind`, in all rounds.
fn marks(kind: &str, reader: usize) -> Vec<String> {
    let others = (0..NAMES.len()).filter(|it| *it != reader);
    others.flat_map(|seat| (1..=ROUNDS).map(move |it| format!("{kind}{}{it}", char::from(b'p' + seat as u8)))).collect()
}

/// Whether others' values of this kind are shown at all.
fn are_shown(told: &[(String, usize, Prompt)], kind: &str) -> bool {
    told.iter().any(|(_, reader, prompt)| marks(kind, *reader).iter().any(|it| prompt.user.contains(it)))
}

/// nobody is shown another's confidence: in no view, summary or group figure.
#[test]
fn no_confidence_is_told() {
    let open = told(Channels::default());
    let figure = |round: u32, seat: usize| format!("{:.2}", confidence(round, seat));
    let tells = |prompt: &Prompt, reader: usize| {
        let others = (0..NAMES.len()).filter(|it| *it != reader);
        let mut figures = others.flat_map(|seat| (1..=ROUNDS).map(move |round| figure(round, seat)));
        figures.find(|it| prompt.user.contains(it))
    };
    assert!(open.iter().any(|(_, reader, prompt)| tells(prompt, *reader).is_some()), "it is told where it is open");
    let closed = told(Channels { confidence: true, ..Channels::default() });
    for (what, reader, prompt) in &closed {
        assert_eq!(tells(prompt, *reader), None, "{what}:\n{}", prompt.user);
        assert!(!prompt.user.contains("Confidence: mean"), "{what}");
        assert!(marks("Change", *reader).iter().all(|it| !prompt.user.contains(it)), "{what}");
    }
    assert!(closed.iter().any(|(_, _, prompt)| prompt.user.contains("Ballots: A 3, B 1.")), "ballots are open");
    assert!(are_shown(&closed, "hold") && are_shown(&closed, "Reason"), "the rest is told");
}

/// The participants whose ballots a prompt reveals: the names in lines with a letter or with an option's holders.
fn ballots_told(prompt: &Prompt) -> BTreeSet<String> {
    let seen = prompt.user.split("# Your turn").next().unwrap_or_default();
    let mut told = BTreeSet::new();
    for line in seen.lines().map(|it| it.trim_start_matches(['|', ' '])) {
        if let Some((_, names)) = line.split_once(", held by ") {
            let names = names.split(':').next().unwrap_or_default();
            told.extend(names.split(", ").filter(|it| *it != "nobody").map(str::to_owned));
        }
        if let Some((name, rest)) = line.split_once(": ")
            && ["A", "B"].iter().any(|it| rest == *it || rest.starts_with(&format!("{it}, confidence")))
        {
            told.insert(name.to_owned());
        }
    }
    told
}

/// Q-05, B-02: nobody is shown another's ballot or remarks on options; arguments are shown, and so is what can be cast.
#[test]
fn no_answer_is_told() {
    let open = told(Channels::default());
    assert!(are_shown(&open, "hold") && are_shown(&open, "Objection"), "they are told where they are open");
    assert!(open.iter().any(|(_, _, it)| ballots_told(it).len() == NAMES.len()), "and so is who holds what");
    let closed = told(Channels { answers: true, ..Channels::default() });
    for (what, reader, prompt) in &closed {
        let all = whole(prompt);
        for kind in ["hold", "Objection", "Moved"] {
            assert!(marks(kind, *reader).iter().all(|it| !all.contains(it)), "{what}, {kind}:\n{all}");
        }
        let told = ballots_told(prompt);
        assert!(told.len() <= 1, "{what} {told:?}:\n{}", prompt.user);
        assert!(!prompt.user.contains("Ballots: A"), "{what}");
        assert!(
            prompt.user.contains("\n| A: Yes\n| B: No\nYou may cast: yes, no, depends"),
            "{what}:\n{}",
            prompt.user
        );
    }
    for kind in ["Reason", "Claim", "Source"] {
        assert!(are_shown(&closed, kind), "{kind} is an argument");
    }
}

/// Q-05, B-03: where answers are hidden, a headline of this round is neither shown to later speakers nor on their ballot.
#[test]
fn a_hidden_headline_cannot_be_cast() {
    for (answers, words) in [(false, "yes, no, C, depends"), (true, "yes, no, depends")] {
        let hidden = Channels { answers, ..Channels::default() };
        let mut fixture = Fixture::new("three", "adversarial", hidden, Profile::Full, Layout::Rebuild);
        fixture.tell(Event::RoundOpened { round: 1, in_turn: true, kind: RoundKind::Usual, focus: None });
        let (by, call) = (Name::from(NAMES[0]), CallId::turn(1, &NAMES[0].into()));
        let turn = Turn { ballot: Some(Cast::Headline("Only for new services".to_owned())), ..turn(1, 0) };
        fixture.tell(Event::TurnTaken { round: 1, call, by, turn, flaws: vec![], answer: Answer::default() });
        let format = formats::named("adversarial").unwrap();
        let Step::Ask(asks) = format.next(&fixture.debate) else { panic!("nobody is asked") };
        let prompt = format.prompts(&fixture.debate, &asks).unwrap().remove(0);
        assert!(prompt.user.contains(&format!("You may cast: {words} (with a headline).")), "{}", prompt.user);
        assert_eq!(prompt.user.contains("Only for new services"), !answers, "{}", prompt.user);
        let offered = &prompt.schema.to_json()["properties"]["ballot"]["properties"]["choice"]["enum"];
        assert_eq!(offered.as_array().unwrap().len(), words.split(", ").count(), "{offered}");
    }
}

/// Q-05, D-04: names can be hidden in any mode, as delphi hides them.
#[test]
fn no_name_is_told() {
    for (what, reader, prompt) in told(Channels { names: true, ..Channels::default() }) {
        let all = whole(&prompt);
        assert!(NAMES.iter().all(|it| !all.contains(it)), "{what}:\n{all}");
        assert!(prompt.user.contains("You are Participant "), "{what}, {reader}");
    }
}

/// The seats in the order of their first mention in a round that is shown in full.
fn order(prompt: &Prompt, round: u32) -> Vec<usize> {
    let block = prompt.user.split(&format!("# Round {round}\n")).nth(1).unwrap_or_default();
    let block = block.split("\n\n").next().unwrap_or_default();
    let place = |seat: usize| block.find(&format!("Reason{}{round}", char::from(b'p' + seat as u8)));
    let mut seats: Vec<(usize, usize)> = (0..NAMES.len()).filter_map(|it| Some((place(it)?, it))).collect();
    seats.sort_unstable();
    seats.into_iter().map(|(_, seat)| seat).collect()
}

/// the order of participants differs by reader and by debate, and is unrelated to seats, as is the numbering of claims.
#[test]
fn no_order_is_told() {
    const DEBATES: usize = 200;
    let hidden = Channels { order: true, ..Channels::default() };
    let (mut first, mut claimed, mut differs) = ([0_usize; 4], [0_usize; 4], 0);
    for id in 0..DEBATES {
        let shown = |reader: usize| {
            let mut fixture =
                Fixture::new(&format!("debate {id}"), "collaborative", hidden, Profile::Full, Layout::Rebuild);
            fixture.play(1, reader);
            let prompt = fixture.play(2, reader);
            (order(&prompt, 1), fixture.debate.registry.claims[0].by[0].clone())
        };
        let ((one, by), (other, _)) = (shown(0), shown(1));
        assert_eq!(one.len(), NAMES.len());
        first[one[0]] += 1;
        claimed[NAMES.iter().position(|it| *it == by.as_str()).unwrap()] += 1;
        differs += usize::from(one != other);
        assert_eq!(shown(0).0, one, "the same whenever it is shown");
    }
    // Four standard deviations of a fair draw: √(200·¼·¾) is 6.
    for counts in [first, claimed] {
        assert!(counts.iter().all(|it| it.abs_diff(DEBATES / 4) < 25), "{counts:?}");
    }
    assert!(differs > DEBATES * 8 / 10, "{differs} of {DEBATES}: one in 24 is the same by chance");
    let open = told(Channels::default());
    let by_name = open.iter().filter(|(what, _, _)| !what.starts_with("delphi"));
    assert!(by_name.map(|(_, _, it)| order(it, 1)).all(|it| it.is_sorted()), "where it is open, it goes by seat");
}

/// Q-05, D-35: appended prompts still only grow with every channel hidden; and the schema fits what is shown.
#[test]
fn a_growing_prompt_still_grows() {
    let every = Channels { names: true, order: true, confidence: true, answers: true };
    for hidden in
        [Channels { order: true, ..Channels::default() }, Channels { answers: true, ..Channels::default() }, every]
    {
        for mode in MODES {
            for reader in 0..NAMES.len() {
                let mut fixture = Fixture::new("two", mode, hidden, Profile::Full, Layout::Append);
                let mut last = String::new();
                for round in 1..=ROUNDS {
                    let prompt = fixture.play(round, reader);
                    assert!(
                        prompt.user.starts_with(&last),
                        "{mode}, {hidden:?}, round {round}:\n{last}\n---\n{}",
                        prompt.user
                    );
                    last = prompt.user.get(..*prompt.stable.last().unwrap()).unwrap().to_owned();
                }
                assert!(last.contains("# Round 4"), "{last}");
            }
        }
    }
}
