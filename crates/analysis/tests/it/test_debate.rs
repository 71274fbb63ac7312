//! Debates for tests: turns in, a folded debate and its log out.
use debate::ballot::{Because, Estimate, OnOption};
use debate::event::{Answer, Failure, Grouped, Grouper, LOG_VERSION, Merged, Reason, RoundKind};
use debate::{
    Ballot, CallId, Cast, Claim, Consent, Debate, Envelope, Event, Kind, Label, Letter, Name, Participant, Perspective,
    Profile, Reference, Rules, Topic, Turn,
};

/// The letter of an option.
pub(crate) fn letter(word: &str) -> Letter {
    word.parse().unwrap()
}

/// A turn with this cast and confidence.
pub(crate) fn casts(ballot: Cast, position: &str, confidence: f64) -> Turn {
    Turn {
        position: Some(position.to_owned()),
        reasoning: Some("It is known.".to_owned()),
        confidence: Some(confidence),
        ballot: Some(ballot),
        ..Turn::default()
    }
}

/// A turn that casts an option by its letter.
pub(crate) fn picks(word: &str, confidence: f64) -> Turn {
    casts(Cast::Option(letter(word)), &format!("Option {word}."), confidence)
}

/// A turn that casts Yes, which is `A`.
pub(crate) fn yes(confidence: f64) -> Turn {
    casts(Cast::Option(letter("A")), "Yes, adopt it.", confidence)
}

/// A turn that casts No, which is `B`.
pub(crate) fn no(confidence: f64) -> Turn {
    casts(Cast::Option(letter("B")), "No, leave it.", confidence)
}

/// A turn that casts a new option.
pub(crate) fn proposes(headline: &str, confidence: f64) -> Turn {
    casts(Cast::Headline(headline.to_owned()), headline, confidence)
}

/// A turn that casts an estimate: lowest, best, highest, and the probability of the interval.
pub(crate) fn guesses(lowest: f64, best: f64, highest: f64, sure: f64) -> Turn {
    let estimate = Estimate { lowest, highest, best, sure, counted: None };
    casts(Cast::Estimate(estimate), &format!("About {best}."), sure)
}

/// A turn that casts nothing.
pub(crate) fn holds_back(confidence: f64) -> Turn {
    Turn { ballot: None, ..yes(confidence) }
}

/// The same turn without a confidence.
pub(crate) fn unsure(turn: Turn) -> Turn {
    Turn { confidence: None, ..turn }
}

/// The same turn with a consent to another option.
pub(crate) fn stands(mut turn: Turn, option: &str, stand: Consent) -> Turn {
    let why = (stand != Consent::Same).then(|| "it is not ready".to_owned());
    turn.others.push(OnOption { option: letter(option), stand, why });
    turn
}

/// The same turn, which blocks an option.
pub(crate) fn blocks(turn: Turn, option: &str) -> Turn {
    stands(turn, option, Consent::Blocker)
}

/// The same turn, which accepts an option with a reservation.
pub(crate) fn signs(turn: Turn, option: &str) -> Turn {
    stands(turn, option, Consent::Minor)
}

/// The same turn with reasons for its move, by id.
pub(crate) fn because(mut turn: Turn, ids: &[&str]) -> Turn {
    turn.because.extend(ids.iter().map(|it| Because { id: Some((*it).to_owned()), why: None }));
    turn
}

/// The same turn with a reason of its own for its move.
pub(crate) fn by_itself(mut turn: Turn) -> Turn {
    turn.because.push(Because { id: None, why: Some("I looked again.".to_owned()) });
    turn
}

/// The same turn with these reasons.
pub(crate) fn reasons(turn: Turn, reasoning: &str) -> Turn {
    Turn { reasoning: Some(reasoning.to_owned()), ..turn }
}

/// A claim without a source.
pub(crate) fn claim(label: Label, text: &str, kind: Option<Kind>) -> Claim {
    Claim { label, text: text.to_owned(), cites: vec![], kind, assigned: false, standing: None }
}

/// The same turn with a claim.
pub(crate) fn claims(mut turn: Turn, claim: Claim) -> Turn {
    turn.claims.push(claim);
    turn
}

/// The same turn with FACTs, each with the title of its source.
pub(crate) fn cites(mut turn: Turn, facts: &[(&str, &str)]) -> Turn {
    for (text, title) in facts {
        let number = turn.references.len() as u32 + 1;
        turn.references.push(Reference { number, title: (*title).to_owned(), url: None, kind: None, assigned: false });
        turn.claims.push(Claim { cites: vec![number], ..claim(Label::Fact, text, None) });
    }
    turn
}

/// The same turn with a FACT and a source that can be opened.
pub(crate) fn links(turn: Turn, fact: &str, title: &str) -> Turn {
    let mut turn = cites(turn, &[(fact, title)]);
    let last = turn.references.last_mut().unwrap();
    last.url = Some(format!("https://example.org/{}", title.to_lowercase().replace(' ', "-")));
    turn
}

/// A debate that rounds are added to.
#[derive(Clone)]
pub(crate) struct TestDebate {
    pub(crate) debate: Debate,
    pub(crate) log: Vec<Envelope>,
}

pub(crate) const NAMES: [&str; 8] = ["ada", "bea", "cleo", "dora", "enid", "fay", "gwen", "hope"];

/// A participant of a family of models.
pub(crate) fn participant(name: &str, family: &str) -> Participant {
    Participant::new(name.into(), format!("{family}/y"), family.into(), Perspective::of_seat(0))
}

impl TestDebate {
    /// A debate without turns, on whether to adopt gRPC: Yes is `A`, No is `B`.
    pub(crate) fn new(seats: usize, rules: Rules) -> TestDebate {
        TestDebate::on("Should we adopt gRPC?", seats, Profile::Full, rules)
    }

    /// The same on any topic.
    pub(crate) fn on(topic: &str, seats: usize, profile: Profile, rules: Rules) -> TestDebate {
        let seats = NAMES[..seats].iter().map(|it| Participant { profile, ..participant(it, "x") });
        TestDebate::of(topic, Some(Ballot::YesNo), seats.collect(), rules)
    }

    /// The same with this ballot.
    pub(crate) fn with(ballot: Ballot, seats: usize, rules: Rules) -> TestDebate {
        let seats = NAMES[..seats].iter().map(|it| participant(it, "x")).collect();
        TestDebate::of("Which one?", Some(ballot), seats, rules)
    }

    /// A debate of these participants; a panel has no ballot.
    pub(crate) fn of(topic: &str, ballot: Option<Ballot>, participants: Vec<Participant>, rules: Rules) -> TestDebate {
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new(topic).unwrap(),
            ballot,
            mode: "collaborative".to_owned(),
            participants,
            rules,
            rehearsal: false,
            fork: None,
        };
        let opened = Envelope { seq: 0, at: 0, elapsed: 0, event };
        TestDebate { debate: Debate::open(&opened).unwrap(), log: vec![opened] }
    }

    pub(crate) fn add(&mut self, event: Event) {
        let envelope = Envelope { seq: self.debate.next_seq, at: 0, elapsed: 0, event };
        self.debate.apply(&envelope).unwrap();
        self.log.push(envelope);
    }

    /// The same debate, ended.
    pub(crate) fn closed(mut self, why: Reason) -> TestDebate {
        let figures = analysis::decision::exit::figures(&self.debate);
        self.add(Event::DebateClosed { why, figures, question: None });
        self
    }

    /// A parallel round with these turns by seat; others fail.
    pub(crate) fn round(self, turns: impl IntoIterator<Item = Turn>) -> TestDebate {
        self.played(false, RoundKind::Usual, turns)
    }

    /// The same as an objection round.
    pub(crate) fn objects(self, turns: impl IntoIterator<Item = Turn>) -> TestDebate {
        self.played(false, RoundKind::Objection, turns)
    }

    /// A sequential round.
    pub(crate) fn in_turn(self, turns: impl IntoIterator<Item = Turn>) -> TestDebate {
        self.played(true, RoundKind::Usual, turns)
    }

    /// Closing ballots.
    pub(crate) fn closing(self, turns: impl IntoIterator<Item = Turn>) -> TestDebate {
        self.played(false, RoundKind::Ballot, turns)
    }

    pub(crate) fn played(
        mut self,
        in_turn: bool,
        kind: RoundKind,
        turns: impl IntoIterator<Item = Turn>,
    ) -> TestDebate {
        let round = self.debate.rounds.len() as u32 + 1;
        self.add(Event::RoundOpened { round, in_turn, kind, focus: None });
        self.speak(turns);
        self
    }

    /// The remaining participants speak, by seat.
    pub(crate) fn speak(&mut self, turns: impl IntoIterator<Item = Turn>) {
        let owing: Vec<_> = self.debate.owing().iter().map(|it| it.name.clone()).collect();
        owing.into_iter().zip(turns).for_each(|(by, turn)| self.says(by, turn));
    }

    /// A participant speaks.
    pub(crate) fn says(&mut self, by: Name, turn: Turn) {
        let round = self.debate.rounds.len() as u32;
        let call = CallId::turn(round, &by);
        self.add(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer: Answer::default() });
    }

    /// A participant has no turn.
    pub(crate) fn fails(&mut self, by: Name) {
        let round = self.debate.rounds.len() as u32;
        let (call, why, detail) = (CallId::turn(round, &by), Failure::TimedOut, String::new());
        self.add(Event::TurnFailed { round, call, by, why, detail, answer: None, took: 0 });
    }

    /// The current round is grouped into these options, each with its letter, its headline and who holds it; then options are merged.
    pub(crate) fn grouped(mut self, options: &[(&str, &str, &[&str])], merged: &[(&str, &str)]) -> TestDebate {
        let option = |(word, headline, held_by): &(&str, &str, &[&str])| Grouped {
            letter: letter(word),
            headline: (*headline).to_owned(),
            held_by: held_by.iter().map(|it| Name::from(*it)).collect(),
        };
        let merge = |(one, into): &(&str, &str)| Merged { option: letter(one), into: letter(into) };
        self.group(options.iter().map(option).collect(), merged.iter().map(merge).collect());
        self
    }

    pub(crate) fn group(&mut self, options: Vec<Grouped>, merged: Vec<Merged>) {
        let round = self.debate.rounds.len() as u32;
        self.add(Event::BallotsGrouped {
            round,
            call: CallId::group(round),
            by: Grouper::Literal,
            failed: None,
            options,
            merged,
            claims: vec![],
            terms: vec![],
            repeated: vec![],
            answer: None,
            took: 0,
        });
    }

    /// Records signs of groupthink, and returns their kinds.
    pub(crate) fn watch(&mut self) -> Vec<debate::event::Groupthink> {
        let mut seen = Vec::new();
        while let Some(event) = analysis::measure::groupthink::after_round(&self.debate) {
            let Event::GroupthinkSeen { what, .. } = &event else { panic!("{event:?}") };
            seen.push(*what);
            self.add(event);
        }
        seen
    }
}
