//! Steps a recorded debate under an exit rule.
//!
//! Recordings have answers but no ballots or confidences. The ballot is a choice between all answers given in the recording, and a
//! participant casts its own answer. Answers with the same words are equal, case and punctuation aside. A participant with another answer
//! than most blocks the leading one. All confidences are one given figure, and no claims are read, so no round brings a new FACT and
//! nothing carries a move: signs that use facts or confidence detect less here than in our own debates.
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::decision::exit::{self, AfterRound};
use analysis::measure::groupthink;
use debate::ballot::{Cast, Consent, OnOption};
use debate::event::{Answer, Failure, Groupthink, LOG_VERSION, Reason, RoundKind};
use debate::state::FoldError;
use debate::{
    Algorithm, Ballot, CallId, Debate, Envelope, Event, Letter, Name, Participant, Perspective, Rules, Topic, Turn,
};
use serde::Serialize;

/// A recorded debate.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The topic.
    pub topic: Topic,
    /// Name and family of each participant.
    pub seats: Vec<(String, String)>,
    /// The answer of each seat in each round; `None` where it could not be read.
    pub rounds: Vec<Vec<Option<RecordedAnswer>>>,
    /// The correct result.
    pub truth: Truth,
}

/// A recorded answer.
#[derive(Clone, Debug, Default)]
pub struct RecordedAnswer {
    /// The position.
    pub position: String,
    /// The reasoning.
    pub reasoning: String,
}

/// The correct result of a recording, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// The right answer.
    Answer(String),
    /// The round after which a moderator had heard enough; `None` if it never had.
    Enough(Option<usize>),
    /// The sides can't agree.
    Never,
}

/// Whether signs of groupthink are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Suspicion {
    /// No: the exit rule alone decides.
    Ignored,
    /// Yes, as in our own debates: grave signs call for objections before the debate ends.
    Watched,
}

/// The result of a recording under a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepped {
    /// The round after which it ended, and why, if it ended.
    pub stop: Option<(usize, Reason)>,
    /// The most frequent answer at its end, or at the end of the recording; `None` on a tie.
    pub answer: Option<String>,
    /// The signs of groupthink that were seen.
    pub seen: Vec<Groupthink>,
    /// Whether objections were called for.
    pub is_objected: bool,
    /// The debate, as far as it was stepped, and closed.
    pub debate: Debate,
}

impl Recording {
    /// A topic, cleaned and shortened if necessary.
    pub fn topic(words: &str) -> Option<Topic> {
        Topic::new(words.get(..words.floor_char_boundary(Topic::MOST_BYTES))?).ok()
    }

    /// All answers, each once, in order of appearance.
    pub fn options(&self) -> Vec<&str> {
        let mut options: Vec<&str> = Vec::new();
        for said in self.rounds.iter().flatten().flatten() {
            if !options.iter().any(|it| is_same(it, &said.position)) {
                options.push(&said.position);
            }
        }
        options
    }

    /// The ballot: a choice between all answers.
    fn ballot(&self) -> Ballot {
        Ballot::Choice { options: self.options().into_iter().map(str::to_owned).collect() }
    }

    /// The letter of an answer.
    fn letter(&self, position: &str) -> Option<Letter> {
        self.options().iter().position(|it| is_same(it, position)).map(|it| self.ballot().letter(it))
    }

    /// The answers of a round with their counts.
    fn counted(&self, round: usize) -> Vec<(&str, usize)> {
        let given: Vec<&str> =
            self.rounds.get(round).into_iter().flatten().flatten().map(|it| it.position.as_str()).collect();
        let count = |option: &str| given.iter().filter(|it| is_same(it, option)).count();
        self.options().into_iter().map(|it| (it, count(it))).filter(|(_, count)| *count > 0).collect()
    }

    /// The most frequent answer of a round; `None` on a tie.
    pub fn most(&self, round: usize) -> Option<String> {
        let counted = self.counted(round);
        let size = counted.iter().map(|(_, count)| *count).max()?;
        let mut largest = counted.iter().filter(|(_, count)| *count == size);
        match (largest.next(), largest.next()) {
            (Some((answer, _)), None) => Some((*answer).to_owned()),
            (Some(_) | None, _) => None,
        }
    }

    /// Whether at least two answered in a round, and all of them the same.
    pub(super) fn is_unanimous(&self, round: usize) -> bool {
        let counted = self.counted(round);
        counted.len() == 1 && counted.iter().all(|(_, count)| *count >= FEWEST_LIVE)
    }

    /// Whether an answer is correct; `None` where the recording does not say.
    pub(super) fn is_right(&self, answer: Option<&str>) -> Option<bool> {
        match &self.truth {
            Truth::Answer(right) => Some(answer.is_some_and(|it| is_same(it, right))),
            Truth::Enough(_) | Truth::Never => None,
        }
    }

    /// Whether a consensus on that answer after that round is wrong.
    pub(super) fn is_false(&self, round: usize, answer: Option<&str>) -> bool {
        match &self.truth {
            Truth::Answer(_) => self.is_right(answer) == Some(false),
            Truth::Enough(enough) => enough.is_none_or(|it| it > round),
            Truth::Never => true,
        }
    }

    /// Steps it round by round until the rule ends it.
    pub fn step(&self, algorithm: Algorithm, suspicion: Suspicion, confidence: f64) -> Result<Stepped, FoldError> {
        let mut log = Log::open(self, algorithm, suspicion)?;
        let (mut kind, mut seen, mut stop, mut is_objected) = (RoundKind::Usual, Vec::new(), None, false);
        for round in 0..self.rounds.len() {
            log.play(self, round, kind, confidence)?;
            // A sign is recorded once a round.
            for _ in 0..MOST_SIGNS {
                let Some(event) = groupthink::after_round(&log.debate) else { break };
                if let Event::GroupthinkSeen { what, .. } = &event {
                    seen.push(*what);
                }
                log.add(event)?;
            }
            let live = self.rounds.get(round).into_iter().flatten().flatten().count();
            let outcome = if live < FEWEST_LIVE {
                AfterRound::Close(Reason::Insufficient)
            } else {
                exit::after_round(&log.debate)
            };
            kind = match outcome {
                AfterRound::GoOn => RoundKind::Usual,
                // The next round stays as recorded; it only counts as the objection round.
                AfterRound::Object => {
                    is_objected = true;
                    RoundKind::Objection
                }
                AfterRound::Close(reason) => {
                    stop = Some((round + 1, reason));
                    break;
                }
                AfterRound::Escalate(_) => {
                    stop = Some((round + 1, Reason::Escalated));
                    break;
                }
            };
        }
        let last = stop.map_or(self.rounds.len(), |(round, _)| round);
        let why = stop.map_or(Reason::RoundCap, |(_, reason)| reason);
        let figures = exit::figures(&log.debate);
        log.add(Event::DebateClosed { why, figures, question: None })?;
        Ok(Stepped { stop, answer: self.most(last.saturating_sub(1)), seen, is_objected, debate: log.debate })
    }
}

/// Whether two answers have the same letters and digits, case aside.
fn is_same(a: &str, b: &str) -> bool {
    fn folded(text: &str) -> impl Iterator<Item = char> {
        let is_kept = |it: &char| it.is_alphanumeric() || matches!(it, '.' | '-' | '+' | '#' | '/');
        text.trim().trim_end_matches('.').chars().filter(move |it| is_kept(it)).flat_map(char::to_lowercase)
    }
    folded(a).next().is_some() && folded(a).eq(folded(b))
}

/// The most signs after one round.
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
            ballot: Some(recording.ballot()),
            mode: formats::modes::DEFAULT.name().to_owned(),
            participants: recording.seats.iter().enumerate().map(seat).collect(),
            // Nobody asked them for claims and sources: that they have none says nothing.
            rules: Rules { rounds, algorithm, groupthink, without_labels: true, ..Rules::default() },
            rehearsal: false,
            fork: None,
        };
        Ok(Log { debate: Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event })? })
    }

    fn add(&mut self, event: Event) -> Result<(), FoldError> {
        self.debate.apply(&Envelope { seq: self.debate.next_seq, at: 0, elapsed: 0, event })
    }

    /// Adds a round with its answers.
    fn play(&mut self, recording: &Recording, at: usize, kind: RoundKind, confidence: f64) -> Result<(), FoldError> {
        let round = u32::try_from(at + 1).unwrap_or(u32::MAX);
        self.add(Event::RoundOpened { round, in_turn: false, kind, focus: None })?;
        let most = recording.most(at).and_then(|it| recording.letter(&it));
        let said = recording.rounds.get(at).map(Vec::as_slice).unwrap_or_default();
        for (seat, (name, _)) in recording.seats.iter().enumerate() {
            let by = Name::from(name.as_str());
            let call = CallId::turn(round, &by);
            let event = match said.get(seat).and_then(Option::as_ref) {
                Some(RecordedAnswer { position, reasoning }) => {
                    let own = recording.letter(position);
                    let blocked = most.filter(|it| Some(*it) != own);
                    let turn = Turn {
                        position: Some(position.clone()),
                        reasoning: Some(reasoning.clone()),
                        ballot: own.map(Cast::Option),
                        others: blocked
                            .into_iter()
                            .map(|option| OnOption { option, stand: Consent::Blocker, why: None })
                            .collect(),
                        confidence: Some(confidence),
                        ..Turn::default()
                    };
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
