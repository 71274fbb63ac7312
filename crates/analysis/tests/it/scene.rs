//! Debates for tests: turns in, a folded debate out.
use debate::event::{Answer, LOG_VERSION, RoundKind};
use debate::{
    Claim, Debate, Envelope, Event, Label, Participant, Perspective, Profile, Reference, Rules, Topic, Turn, Vote,
};

/// A turn that holds a position, accepts, and is this sure.
pub(crate) fn holds(position: &str, confidence: f64) -> Turn {
    Turn {
        position: Some(position.to_owned()),
        reasoning: Some("It is known.".to_owned()),
        confidence: Some(confidence),
        vote: Some(Vote::Accept),
        ..Turn::default()
    }
}

/// The same turn with these reasons.
pub(crate) fn because(turn: Turn, reasoning: &str) -> Turn {
    Turn { reasoning: Some(reasoning.to_owned()), ..turn }
}

/// The same turn with another vote.
pub(crate) fn votes(turn: Turn, vote: Vote) -> Turn {
    Turn { vote: Some(vote), objection: Some("it is not ready".to_owned()), ..turn }
}

/// The same turn with FACTs, each with the title of its source.
pub(crate) fn cites(mut turn: Turn, facts: &[(&str, &str)]) -> Turn {
    for (text, title) in facts {
        let number = turn.references.len() as u32 + 1;
        turn.references.push(Reference { number, title: (*title).to_owned(), url: None, kind: None, assigned: false });
        turn.claims.push(Claim {
            label: Label::Fact,
            text: (*text).to_owned(),
            cites: vec![number],
            kind: None,
            assigned: false,
        });
    }
    turn
}

/// A debate under way, to which rounds are added.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) debate: Debate,
}

pub(crate) const NAMES: [&str; 8] = ["ada", "bea", "cleo", "dora", "enid", "fay", "gwen", "hope"];

impl Scene {
    /// A debate that nobody has spoken in, on whether to adopt gRPC.
    pub(crate) fn new(seats: usize, rules: Rules) -> Scene {
        Scene::on("Should we adopt gRPC?", seats, Profile::Full, rules)
    }

    pub(crate) fn on(topic: &str, seats: usize, profile: Profile, rules: Rules) -> Scene {
        let participant = |name: &str| Participant {
            profile,
            ..Participant::new(name.into(), "x/y".into(), "x".into(), Perspective::of_seat(0))
        };
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new(topic).unwrap(),
            mode: "collaborative".to_owned(),
            participants: NAMES[..seats].iter().map(|it| participant(it)).collect(),
            rules,
            rehearsal: false,
            fork: None,
        };
        let opened = Envelope { seq: 0, at: 0, elapsed: 0, event };
        Scene { debate: Debate::open(&opened).unwrap() }
    }

    pub(crate) fn add(&mut self, event: Event) {
        let envelope = Envelope { seq: self.debate.next_seq, at: 0, elapsed: 0, event };
        self.debate.apply(&envelope).unwrap();
    }

    /// A round in which these speak by seat; whoever has nothing to say is not heard of.
    pub(crate) fn round(self, turns: impl IntoIterator<Item = Turn>) -> Scene {
        self.played(|round| Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None }, turns)
    }

    /// The same as an objection round.
    pub(crate) fn objects(self, turns: impl IntoIterator<Item = Turn>) -> Scene {
        self.played(
            |round| Event::RoundOpened { round, in_turn: false, kind: RoundKind::Objection, focus: None },
            turns,
        )
    }

    /// A round in which each hears those before.
    pub(crate) fn in_turn(self, turns: impl IntoIterator<Item = Turn>) -> Scene {
        self.played(|round| Event::RoundOpened { round, in_turn: true, kind: RoundKind::Usual, focus: None }, turns)
    }

    fn played(mut self, opened: impl Fn(u32) -> Event, turns: impl IntoIterator<Item = Turn>) -> Scene {
        self.add(opened(self.debate.rounds.len() as u32 + 1));
        self.speak(turns);
        self
    }

    /// Those who have not spoken yet speak, by seat.
    pub(crate) fn speak(&mut self, turns: impl IntoIterator<Item = Turn>) {
        let round = self.debate.rounds.len() as u32;
        let owing: Vec<_> = self.debate.owing().iter().map(|it| it.name.clone()).collect();
        for (by, turn) in owing.into_iter().zip(turns) {
            let call = debate::CallId::turn(round, &by);
            self.add(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer: Answer::default() });
        }
    }

    /// Writes down what groupthink there is to see, and gives the kinds.
    pub(crate) fn watch(&mut self) -> Vec<debate::event::Groupthink> {
        let mut seen = Vec::new();
        while let Some(event) = analysis::groupthink::after_round(&self.debate) {
            let Event::GroupthinkSeen { what, .. } = &event else { panic!("{event:?}") };
            seen.push(*what);
            self.add(event);
        }
        seen
    }
}
