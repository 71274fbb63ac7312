//! A recorded debate, and the course it takes under a rule of leaving.
//!
//! Recordings have answers and no votes or confidences. A vote is read off the answers of its round: ACCEPT where a participant gives the
//! answer that most of the table give, BLOCKER where it gives another or no answer is given most. What is the same answer is what
//! the product takes for the same position. Every confidence is the one figure that the person gives, and no claims are read, so no round
//! ever brings a new FACT: signs that go by facts or by confidence see less here than in a debate of our own.
use analysis::exit::{self, Outcome};
use analysis::positions::{self, Reading};
use analysis::thresholds::FEWEST_LIVE;
use analysis::{groupthink, lexical};
use debate::event::{Answer, Failure, Groupthink, LOG_VERSION, Reason, RoundKind};
use debate::rules::Decide;
use debate::state::FoldError;
use debate::{
    Algorithm, CallId, Comparisons, Debate, Envelope, Event, Name, Participant, Perspective, Rules, Spoken, Topic,
    Turn, Vote,
};
use serde::Serialize;

/// A debate that somebody has recorded.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    /// What was debated.
    pub(crate) topic: Topic,
    /// Who sat at the table: a name and a family.
    pub(crate) seats: Vec<(String, String)>,
    /// What was said in each round by each seat; nothing where no answer could be read.
    pub(crate) rounds: Vec<Vec<Option<Said>>>,
    /// What would have been right.
    pub(crate) truth: Truth,
    /// How its positions stand to each other, where somebody has compared them.
    pub(crate) compared: Comparisons,
}

/// A recorded answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// What was held.
    pub(crate) position: String,
    /// Why.
    pub(crate) reasoning: String,
}

/// What a recording says about the right end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Truth {
    /// The right answer.
    Answer(String),
    /// The round after which a moderator had heard enough; none if it never had.
    Enough(Option<usize>),
    /// The sides can't agree.
    Never,
}

/// Whether anybody looks for signs of groupthink on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Suspicion {
    /// Nobody: the rule of leaving alone decides.
    Ignored,
    /// As in a debate of our own: grave signs call for objections before anything ends.
    Watched,
}

/// What became of a recording under a rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Course {
    /// The round it ended after, and why, if it ended.
    pub(crate) stop: Option<(usize, Reason)>,
    /// The answer that most gave when it ended, or at the end of the recording; none if none was given most.
    pub(crate) answer: Option<String>,
    /// What was seen on the way.
    pub(crate) seen: Vec<Groupthink>,
    /// Whether objections were called for.
    pub(crate) is_objected: bool,
    /// The debate, as far as it was stepped, and closed.
    pub(crate) debate: Debate,
}

impl Recording {
    /// A topic made to fit.
    pub(crate) fn topic(words: &str) -> Option<Topic> {
        Topic::new(words.get(..words.floor_char_boundary(Topic::MOST_BYTES))?).ok()
    }

    fn reading(&self) -> Reading<'_> {
        Reading::by(&self.topic, &self.compared)
    }

    /// The answer that most of the table gave in a round; none where no single one was.
    pub(crate) fn most(&self, round: usize) -> Option<String> {
        let turns = self.turns(round);
        let groups = positions::groups(self.reading(), &turns);
        let size = groups.iter().map(|it| it.members.len()).max()?;
        let mut largest = groups.iter().filter(|it| it.members.len() == size);
        match (largest.next(), largest.next()) {
            (Some(group), None) => group.members.first().and_then(|it| it.turn.position.clone()),
            (Some(_) | None, _) => None,
        }
    }

    /// Whether all who gave an answer in a round, and at least two, gave the same.
    pub(crate) fn is_unanimous(&self, round: usize) -> bool {
        let turns = self.turns(round);
        turns.len() >= FEWEST_LIVE && positions::groups(self.reading(), &turns).len() == 1
    }

    /// Whether an answer is the right one; nothing where the recording does not tell.
    pub(crate) fn is_right(&self, answer: Option<&str>) -> Option<bool> {
        match &self.truth {
            Truth::Answer(right) => Some(answer.is_some_and(|it| lexical::same(it, right))),
            Truth::Enough(_) | Truth::Never => None,
        }
    }

    /// Whether a consensus after that round, on that answer, is wrong.
    pub(crate) fn is_false(&self, round: usize, answer: Option<&str>) -> bool {
        match &self.truth {
            Truth::Answer(_) => self.is_right(answer) == Some(false),
            Truth::Enough(enough) => enough.is_none_or(|it| it > round),
            Truth::Never => true,
        }
    }

    /// Steps it round by round until the rule ends it.
    pub(crate) fn step(
        &self,
        algorithm: Algorithm,
        suspicion: Suspicion,
        confidence: f64,
    ) -> Result<Course, FoldError> {
        let mut log = Log::open(self, algorithm, suspicion)?;
        let (mut kind, mut seen, mut stop, mut is_objected) = (RoundKind::Usual, Vec::new(), None, false);
        for round in 0..self.rounds.len() {
            log.play(self, round, kind, confidence)?;
            // What is seen once is not seen again in that round.
            for _ in 0..MOST_SIGNS {
                let Some(event) = groupthink::after_round(&log.debate) else { break };
                if let Event::GroupthinkSeen { what, .. } = &event {
                    seen.push(*what);
                }
                log.add(event)?;
            }
            let live = self.rounds.get(round).into_iter().flatten().flatten().count();
            let outcome =
                if live < FEWEST_LIVE { Outcome::Close(Reason::Insufficient) } else { exit::after_round(&log.debate) };
            kind = match outcome {
                Outcome::GoOn => RoundKind::Usual,
                // The round that follows is as it was recorded; it only counts as the one that was called for.
                Outcome::Object => {
                    is_objected = true;
                    RoundKind::Objection
                }
                Outcome::Close(reason) => {
                    stop = Some((round + 1, reason));
                    break;
                }
                Outcome::Escalate(_) => {
                    stop = Some((round + 1, Reason::Escalated));
                    break;
                }
            };
        }
        let last = stop.map_or(self.rounds.len(), |(round, _)| round);
        let why = stop.map_or(Reason::RoundCap, |(_, reason)| reason);
        let figures = exit::figures(&log.debate);
        log.add(Event::DebateClosed { why, figures, question: None })?;
        Ok(Course { stop, answer: self.most(last.saturating_sub(1)), seen, is_objected, debate: log.debate })
    }

    /// What was said in a round, without votes.
    fn turns(&self, round: usize) -> Vec<Spoken> {
        let said = self.rounds.get(round).into_iter().flatten().zip(&self.seats).enumerate();
        let turn = |(seat, (said, (name, _))): (usize, (&Option<Said>, &(String, String)))| {
            let Said { position, reasoning } = said.clone()?;
            let turn = Turn { position: Some(position), reasoning: Some(reasoning), ..Turn::default() };
            let by = Name::from(name.as_str());
            Some(Spoken { seat, by, turn, flaws: vec![], usage: Default::default(), took: 0, claims: vec![] })
        };
        said.filter_map(turn).collect()
    }
}

/// More signs than this are not seen after one round.
const MOST_SIGNS: usize = 3;

/// The log of a recording, as far as it was stepped.
struct Log {
    debate: Debate,
}

impl Log {
    fn open(recording: &Recording, algorithm: Algorithm, suspicion: Suspicion) -> Result<Log, FoldError> {
        let groupthink = match suspicion {
            Suspicion::Ignored => None,
            Suspicion::Watched => Some(Rules::GROUPTHINK),
        };
        let seat = |(at, (name, family)): (usize, &(String, String))| {
            let model = format!("recorded/{family}");
            Participant::new(Name::from(name.as_str()), model, family.clone(), Perspective::of_seat(at))
        };
        let rounds = u32::try_from(recording.rounds.len()).unwrap_or(u32::MAX);
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "recorded".into(),
            topic: recording.topic.clone(),
            mode: formats::modes::DEFAULT.name().to_owned(),
            participants: recording.seats.iter().enumerate().map(seat).collect(),
            // Nobody asked them for claims and sources: that they have none says nothing.
            rules: Rules {
                rounds,
                algorithm,
                groupthink,
                without_labels: true,
                decide: Some(Decide::default()),
                ..Rules::default()
            },
            rehearsal: false,
            fork: None,
        };
        let debate = Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event })?;
        Ok(Log { debate: Debate { compared: recording.compared.clone(), ..debate } })
    }

    fn add(&mut self, event: Event) -> Result<(), FoldError> {
        self.debate.apply(&Envelope { seq: self.debate.next_seq, at: 0, elapsed: 0, event })
    }

    /// Adds a round and all that was said in it.
    fn play(&mut self, recording: &Recording, at: usize, kind: RoundKind, confidence: f64) -> Result<(), FoldError> {
        let round = u32::try_from(at + 1).unwrap_or(u32::MAX);
        self.add(Event::RoundOpened { round, in_turn: false, kind, focus: None })?;
        let most = recording.most(at);
        let mut turns = recording.turns(at).into_iter().peekable();
        for (seat, (name, _)) in recording.seats.iter().enumerate() {
            let by = Name::from(name.as_str());
            let call = CallId::turn(round, &by);
            let event = match turns.next_if(|it| it.seat == seat) {
                Some(Spoken { turn, .. }) => {
                    let is_of_most = most.as_ref().zip(turn.position.as_ref());
                    let is_of_most = is_of_most.is_some_and(|(most, held)| {
                        positions::relation(recording.reading(), held, most) == positions::Relation::Same
                    });
                    let vote = Some(if is_of_most { Vote::Accept } else { Vote::Blocker });
                    let turn = Turn { vote, confidence: Some(confidence), ..turn };
                    Event::TurnTaken { round, call, by, turn, flaws: vec![], answer: Answer::default() }
                }
                None => Event::TurnFailed {
                    round,
                    call,
                    by,
                    why: Failure::Unusable,
                    detail: "no answer is recorded".to_owned(),
                    answer: None,
                    took: 0,
                },
            };
            self.add(event)?;
        }
        Ok(())
    }
}
