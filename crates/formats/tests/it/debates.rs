//! Debates made in code, event by event.
use debate::ballot::{OnOption, TermAct, TermMove};
use debate::event::{Answer, LOG_VERSION, RoundKind};
use debate::{
    Ballot, CallId, Cast, Claim, Consent, Debate, Envelope, Event, Kind, Label, Letter, Participant, Perspective,
    Profile, Reference, Rules, Standing, Topic, Turn,
};
use formats::Step;

/// Names of the test participants; their meaning does not matter.
pub(crate) const NAMES: [&str; 3] = ["north", "east", "south"];

/// A debate in progress, fed with events.
pub(crate) struct Table {
    pub(crate) debate: Debate,
}

impl Table {
    pub(crate) fn new(mode: &str, rules: Rules) -> Table {
        Table::of(mode, rules, [Profile::Full; 3])
    }

    /// A debate in which everybody has the lean profile.
    pub(crate) fn lean(mode: &str, rules: Rules) -> Table {
        Table::of(mode, rules, [Profile::Lean; 3])
    }

    pub(crate) fn of(mode: &str, rules: Rules, profiles: [Profile; 3]) -> Table {
        let mut table = Table::seated(mode, rules, &NAMES);
        table.debate.participants.iter_mut().zip(profiles).for_each(|(it, profile)| it.profile = profile);
        table
    }

    /// A debate of these participants with a yes-or-no ballot.
    pub(crate) fn seated(mode: &str, rules: Rules, names: &[&str]) -> Table {
        Table::voting(mode, rules, names, Ballot::YesNo)
    }

    /// A debate of these participants with this ballot.
    pub(crate) fn voting(mode: &str, rules: Rules, names: &[&str], ballot: Ballot) -> Table {
        let participants = names.iter().enumerate().map(|(seat, name)| {
            Participant::new((*name).into(), "test/model".into(), "test".into(), Perspective::of_seat(seat))
        });
        let mut participants: Vec<Participant> = participants.collect();
        formats::named(mode).unwrap().seat(
            &mut participants,
            &formats::SeatingSeed { debate: "test".into(), seed: 0, disciplines: Default::default() },
        );
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new("Should the payments team adopt gRPC for internal calls?").unwrap(),
            ballot: Some(ballot),
            mode: mode.into(),
            participants,
            rules,
            rehearsal: false,
            fork: None,
        };
        Table { debate: Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event }).unwrap() }
    }

    /// Gives everybody this profile and layout.
    pub(crate) fn laid_out(mut self, profile: Profile, layout: debate::Layout) -> Table {
        self.debate.participants.iter_mut().for_each(|it| (it.profile, it.layout) = (profile, layout));
        self
    }

    pub(crate) fn tell(&mut self, event: Event) -> &mut Table {
        let seq = self.debate.next_seq;
        self.debate.apply(&Envelope { seq, at: seq, elapsed: seq, event }).unwrap();
        self
    }

    /// The next step, by the mode.
    pub(crate) fn next(&self) -> Step {
        formats::named(&self.debate.mode).unwrap().next(&self.debate)
    }

    pub(crate) fn open(&mut self, round: u32) -> &mut Table {
        self.tell(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None })
    }

    /// A round in which each hears those before.
    pub(crate) fn open_in_turn(&mut self, round: u32) -> &mut Table {
        self.tell(Event::RoundOpened { round, in_turn: true, kind: RoundKind::Usual, focus: None })
    }

    /// Records events that need no answer (groupings, groupthink) until somebody is asked, a round opens or the debate closes.
    pub(crate) fn settle(&mut self) -> &mut Table {
        loop {
            match self.next() {
                Step::Record(event @ (Event::BallotsGrouped { .. } | Event::GroupthinkSeen { .. })) => self.tell(event),
                Step::Record(_)
                | Step::Ask(_)
                | Step::Group(_)
                | Step::Compare(_)
                | Step::LocalTasks(_)
                | Step::Done => {
                    return self;
                }
            };
        }
    }

    /// A participant speaks. One who argues an assigned side casts nothing and gives no confidence (B-05).
    pub(crate) fn say(&mut self, round: u32, name: &str, turn: Turn) -> &mut Table {
        let is_closing = self.debate.round().is_some_and(|it| it.kind == RoundKind::Ballot);
        let is_arguing = self.debate.is_arguing(&name.into()) && !is_closing;
        let turn = if is_arguing {
            Turn { ballot: None, confidence: None, others: Vec::new(), ranking: Vec::new(), ..turn }
        } else {
            turn
        };
        let call = CallId::turn(round, &name.into());
        let answer = Answer::default();
        self.tell(Event::TurnTaken { round, call, by: name.into(), turn, flaws: vec![], answer })
    }

    /// A round in which everybody speaks.
    pub(crate) fn play(&mut self, round: u32) -> &mut Table {
        self.open(round);
        for name in NAMES {
            self.say(round, name, turn(round, name));
        }
        self
    }
}

/// The letter of an option.
pub(crate) fn letter(word: &str) -> Letter {
    word.parse().unwrap()
}

/// A vote on an option that the participant does not hold.
pub(crate) fn on(word: &str, stand: Consent, why: &str) -> OnOption {
    OnOption { option: letter(word), stand, why: Some(why.to_owned()) }
}

/// A claim without a source.
pub(crate) fn claim(label: Label, text: &str) -> Claim {
    Claim { label, text: text.to_owned(), cites: vec![], kind: None, assigned: false, standing: None }
}

/// A turn with every field filled. Two hold Yes; south holds No, would sign Yes, and sets a term that north adopts.
pub(crate) fn turn(round: u32, name: &str) -> Turn {
    let is_against = name == "south";
    let heard = |on: OnOption| (round > 1).then_some(on);
    let others = if is_against {
        heard(on("A", Consent::Minor, "a rollback plan is missing"))
    } else {
        heard(on("B", Consent::Blocker, "nobody would learn anything"))
    };
    let adopt = TermMove { term: "T1".to_owned(), act: TermAct::Adopt, why: Some("it is cheap".to_owned()) };
    let answer = if is_against { "No, keep REST for now" } else { "Yes, adopt it step by step" };
    Turn {
        position: Some(format!("{answer}, says {name} in round {round}.")),
        reasoning: Some(format!(
            "Steel-man: REST is known. Weaknesses: it is slow. Counter-arguments: {name} has measured it."
        )),
        confidence: Some(0.5 + f64::from(round) / 10.0),
        ballot: Some(Cast::Option(letter(if is_against { "B" } else { "A" }))),
        others: others.into_iter().collect(),
        terms: (is_against && round == 1).then(|| "A rollback takes a day at most.".to_owned()).into_iter().collect(),
        on_terms: (name == "north" && round == 2).then_some(adopt).into_iter().collect(),
        claims: vec![
            Claim {
                cites: vec![1],
                standing: Some(Standing::Recalled),
                ..claim(Label::Fact, "gRPC halves the payload of our calls")
            },
            Claim {
                kind: Some(Kind::Speculative),
                standing: Some(Standing::Reasoned),
                ..claim(Label::Assume, &format!("{name} expects load to grow in round {round}"))
            },
        ],
        references: vec![Reference {
            number: 1,
            title: "Payload measurements".into(),
            url: Some("https://example.org/payload".into()),
            kind: Some(Kind::Empirical),
            assigned: false,
        }],
        key_points: vec![format!("{name} wants a pilot first")],
        ..Turn::default()
    }
}

/// A turn that holds an option and little else.
pub(crate) fn holds(word: &str, confidence: f64) -> Turn {
    casts(Cast::Option(letter(word)), confidence)
}

/// A turn that proposes an option.
pub(crate) fn proposes(headline: &str) -> Turn {
    casts(Cast::Headline(headline.to_owned()), 0.7)
}

/// A turn that casts this.
pub(crate) fn casts(ballot: Cast, confidence: f64) -> Turn {
    Turn {
        position: Some("It is so.".to_owned()),
        reasoning: Some("It was measured.".to_owned()),
        confidence: Some(confidence),
        ballot: Some(ballot),
        ..Turn::default()
    }
}
