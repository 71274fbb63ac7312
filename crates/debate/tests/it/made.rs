//! Ballot papers and debates for tests, built event by event.
use debate::ballot::{DEPENDS, Listed, NEW, NONE_OF_THESE, Names, Paper, PaperKind};
use debate::event::{Answer, Grouped, Grouper, LOG_VERSION, Merged, RoundKind};
use debate::state::FoldError;
use debate::{
    Ballot, CallId, Cast, Debate, Envelope, Event, Letter, Name, Participant, Perspective, Rules, Topic, Turn,
};

/// A letter by its word.
pub(crate) fn letter(word: &str) -> Letter {
    word.parse().unwrap()
}

/// A paper with these words by letter, three terms, and No held by another participant.
fn of(otherwise: &'static str, names: Names, words: &[&str]) -> Paper {
    let listed = |(place, word): (usize, &&str)| Listed { letter: Letter::at(place), word: (*word).to_owned() };
    Paper {
        kind: PaperKind::Options { otherwise, names },
        options: words.iter().enumerate().map(listed).collect(),
        held: vec![letter("B")],
        terms: 3,
        has_cast: false,
        is_closing: false,
    }
}

/// The paper of a yes or no: Yes is A, No is B, and C is a headline.
pub(crate) fn paper() -> Paper {
    of(DEPENDS, Names::YesNo, &["yes", "no", "C"])
}

/// The paper of a choice between three names, with a headline D.
pub(crate) fn choice() -> Paper {
    of(NONE_OF_THESE, Names::Given, &["Alder", "Birch", "Cedar wood", "D"])
}

/// The paper of an open question with two headlines.
pub(crate) fn open() -> Paper {
    of(NEW, Names::None, &["A", "B"])
}

/// The paper of an estimate in days.
pub(crate) fn estimate() -> Paper {
    let kind = PaperKind::Estimate { unit: "days".to_owned() };
    Paper { kind, options: Vec::new(), held: Vec::new(), ..paper() }
}

/// The paper of a participant with an assigned side.
pub(crate) fn argued() -> Paper {
    Paper { kind: PaperKind::Argued, held: Vec::new(), ..paper() }
}

/// The word that casts an option of a paper.
pub(crate) fn word(paper: &Paper, letter: Letter) -> &str {
    &paper.options.iter().find(|it| it.letter == letter).unwrap().word
}

/// Participants, in seating order.
pub(crate) const NAMES: [&str; 4] = ["north", "east", "south", "west"];

/// A debate that events are applied to.
pub(crate) struct TestDebate {
    pub(crate) debate: Debate,
}

impl TestDebate {
    /// A debate with the first `seats` of [`NAMES`] and this ballot.
    pub(crate) fn new(ballot: Ballot, seats: usize) -> TestDebate {
        TestDebate { debate: Debate::open(&opened(LOG_VERSION, ballot, seats)).unwrap() }
    }

    /// Applies an event, which may be rejected.
    pub(crate) fn tried(&mut self, event: Event) -> Result<(), FoldError> {
        let seq = self.debate.next_seq;
        self.debate.apply(&Envelope { seq, at: 0, elapsed: 0, event })
    }

    /// Applies an event.
    pub(crate) fn tell(&mut self, event: Event) -> &mut TestDebate {
        self.tried(event).unwrap();
        self
    }

    fn number(&self) -> u32 {
        self.debate.round().map_or(0, |it| it.number)
    }

    /// Opens the next round.
    pub(crate) fn open(&mut self, in_turn: bool, kind: RoundKind) -> &mut TestDebate {
        let round = self.number() + 1;
        self.tell(Event::RoundOpened { round, in_turn, kind, focus: None })
    }

    /// A participant takes a turn.
    pub(crate) fn say(&mut self, name: &str, turn: Turn) -> &mut TestDebate {
        let (round, by) = (self.number(), Name::from(name));
        let (call, answer) = (CallId::turn(round, &by), Answer::default());
        self.tell(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer })
    }

    /// A parallel round, by seat.
    pub(crate) fn round(&mut self, turns: impl IntoIterator<Item = Turn>) -> &mut TestDebate {
        self.open(false, RoundKind::Usual);
        NAMES.into_iter().zip(turns).for_each(|(name, turn)| _ = self.say(name, turn));
        self
    }

    /// The event that groups the current round like this: `("C", "headline", &["north"])` for an option.
    pub(crate) fn grouping(&self, options: &[(&str, &str, &[&str])], merged: &[(&str, &str)]) -> Event {
        let round = self.number();
        let option = |(word, headline, held_by): &(&str, &str, &[&str])| Grouped {
            letter: letter(word),
            headline: (*headline).to_owned(),
            held_by: held_by.iter().map(|it| Name::from(*it)).collect(),
        };
        Event::BallotsGrouped {
            round,
            call: CallId::group(round),
            by: Grouper::Model("test/model".to_owned()),
            failed: None,
            options: options.iter().map(option).collect(),
            merged: merged.iter().map(|(one, into)| Merged { option: letter(one), into: letter(into) }).collect(),
            claims: Vec::new(),
            terms: Vec::new(),
            repeated: Vec::new(),
            answer: None,
            took: 0,
        }
    }

    /// Groups the current round.
    pub(crate) fn group(&mut self, options: &[(&str, &str, &[&str])], merged: &[(&str, &str)]) -> &mut TestDebate {
        let event = self.grouping(options, merged);
        self.tell(event)
    }

    /// The letter of a participant's last ballot up to a round.
    pub(crate) fn held(&self, name: &str, upto: u32) -> Option<String> {
        let held = self.debate.held_by(&name.into(), upto)?;
        held.option().map(|it| it.to_string())
    }
}

/// The first event of a log.
pub(crate) fn opened(version: u32, ballot: Ballot, seats: usize) -> Envelope {
    let seat = |(seat, name): (usize, &&str)| {
        Participant::new((*name).into(), "test/model".into(), "test".into(), Perspective::of_seat(seat))
    };
    let event = Event::DebateOpened {
        version,
        debate: "test".into(),
        topic: Topic::new("Should the payments team adopt gRPC for internal calls?").unwrap(),
        ballot: Some(ballot),
        mode: "collaborative".to_owned(),
        participants: NAMES.iter().take(seats).enumerate().map(seat).collect(),
        rules: Rules::default(),
        rehearsal: false,
        fork: None,
    };
    Envelope { seq: 0, at: 0, elapsed: 0, event }
}

/// A turn that casts this.
pub(crate) fn casts(ballot: Cast) -> Turn {
    Turn { position: Some("It is so.".to_owned()), confidence: Some(0.5), ballot: Some(ballot), ..Turn::default() }
}

/// A turn that casts an option by its letter.
pub(crate) fn picks(word: &str) -> Turn {
    casts(Cast::Option(letter(word)))
}

/// A turn that casts a headline.
pub(crate) fn proposes(headline: &str) -> Turn {
    casts(Cast::Headline(headline.to_owned()))
}
