//! Debates made by hand, event by event.
use debate::event::{Answer, LOG_VERSION, RoundKind};
use debate::{
    CallId, Claim, Debate, Envelope, Event, Kind, Label, Participant, Perspective, Profile, Reference, Rules, Topic,
    Turn, Vote,
};

/// Names at the test table; what they are does not matter.
pub(crate) const NAMES: [&str; 3] = ["north", "east", "south"];

/// A debate on its way, fed with events.
pub(crate) struct Table {
    pub(crate) debate: Debate,
}

impl Table {
    pub(crate) fn new(mode: &str, rules: Rules) -> Table {
        Table::of(mode, rules, [Profile::Full; 3])
    }

    /// A table at which everybody is asked in few words.
    pub(crate) fn lean(mode: &str, rules: Rules) -> Table {
        Table::of(mode, rules, [Profile::Lean; 3])
    }

    pub(crate) fn of(mode: &str, rules: Rules, profiles: [Profile; 3]) -> Table {
        let mut table = Table::seated(mode, rules, &NAMES);
        table.debate.participants.iter_mut().zip(profiles).for_each(|(it, profile)| it.profile = profile);
        table
    }

    /// A table of these names.
    pub(crate) fn seated(mode: &str, rules: Rules, names: &[&str]) -> Table {
        let participants = names.iter().enumerate().map(|(seat, name)| {
            Participant::new((*name).into(), "test/model".into(), "test".into(), Perspective::of_seat(seat))
        });
        let mut participants: Vec<Participant> = participants.collect();
        formats::named(mode).unwrap().seat(
            &mut participants,
            &formats::Chance { debate: "test".into(), seed: 0, disciplines: Default::default() },
        );
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new("Should the payments team adopt gRPC for internal calls?").unwrap(),
            mode: mode.into(),
            participants,
            rules,
            rehearsal: false,
            fork: None,
        };
        Table { debate: Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event }).unwrap() }
    }

    pub(crate) fn tell(&mut self, event: Event) -> &mut Table {
        let seq = self.debate.next_seq;
        self.debate.apply(&Envelope { seq, at: seq, elapsed: seq, event }).unwrap();
        self
    }

    pub(crate) fn open(&mut self, round: u32) -> &mut Table {
        self.tell(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None })
    }

    pub(crate) fn say(&mut self, round: u32, name: &str, turn: Turn) -> &mut Table {
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

/// A turn with every field filled.
pub(crate) fn turn(round: u32, name: &str) -> Turn {
    Turn {
        position: Some(format!("Yes, adopt it step by step, says {name} in round {round}.")),
        reasoning: Some(format!(
            "Steel-man: REST is known. Weaknesses: it is slow. Counter-arguments: {name} has measured it."
        )),
        confidence: Some(0.5 + f64::from(round) / 10.0),
        vote: Some(if name == "south" { Vote::Minor } else { Vote::Accept }),
        signs: Some("north".to_owned()),
        objection: (name == "south").then(|| "a rollback plan is missing".to_owned()),
        claims: vec![
            Claim {
                label: Label::Fact,
                text: "gRPC halves the payload of our calls".into(),
                cites: vec![1],
                kind: None,
                assigned: false,
            },
            Claim {
                label: Label::Assume,
                text: format!("{name} expects load to grow in round {round}"),
                cites: vec![],
                kind: Some(Kind::Speculative),
                assigned: false,
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
        confidence_change: None,
        stance: None,
        moves: vec![],
        needs: Vec::new(),
    }
}
