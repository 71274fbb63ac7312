//! A question as data, for simulated participants: they read no prose, so that rewording a prompt does not change their behaviour.
//!
//! Real models get the prompt and nothing of this.
use crate::ask::{self, AnswerKind, Ask};
use crate::group::Material;
use debate::ballot::{Paper, PaperKind};
use debate::crux::Answered;
use debate::event::Stage;
use debate::state::ResolvedBallot;
use debate::state::registry::{ClaimRecord, id};
use debate::{Debate, Discipline, Horizon, Letter, Name, Role, Stance};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A question to a participant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The question that is debated.
    pub topic: String,
    /// The round, from 1.
    pub round: u32,
    /// The participant who is asked.
    pub me: String,
    /// The mode in which it is asked.
    #[serde(default)]
    pub mode: String,
    /// Its role, where the mode assigns one.
    #[serde(default)]
    pub role: Option<Role>,
    /// The discipline that it speaks for, if any.
    #[serde(default)]
    pub discipline: Option<Discipline>,
    /// The stance that it must argue, if one was assigned.
    pub stance: Option<Stance>,
    /// Whether it argues an assigned side, and so casts no ballot.
    pub is_arguing: bool,
    /// Whether it is a closing ballot.
    pub is_closing: bool,
    /// The options on the ballot.
    pub options: Vec<BallotOption>,
    /// The word that casts a new option; none where no new option may be cast.
    pub otherwise: Option<String>,
    /// The best guesses of the others, where the ballot is an estimate.
    pub estimates: Vec<f64>,
    /// Whether an estimate is asked for.
    pub is_estimate: bool,
    /// The option that it held before.
    pub held: Option<Letter>,
    /// How many terms there are.
    pub terms: usize,
    /// Ids of the claims that others have made.
    pub claims: Vec<String>,
    /// Its seat, from 0.
    #[serde(default)]
    pub seat: usize,
    /// How many options the ballot gave from the beginning.
    #[serde(default)]
    pub given: usize,
    /// The option that each seat holds, as far as it is shown.
    #[serde(default)]
    pub ballots: Vec<Option<Letter>>,
    /// The claims made so far, in order.
    #[serde(default)]
    pub statements: Vec<Claimed>,
    /// Whether speakers are shown by their names.
    #[serde(default)]
    pub has_names: bool,
    /// What a panel's question shows besides.
    #[serde(default)]
    pub panel: Option<PanelQuestion>,
}

/// What a question of a panel shows, as far as its prompt has room for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelQuestion {
    /// The question that is debated.
    pub topic: String,
    /// Whoever is asked: a persona by its name; empty for the clerk.
    pub me: String,
    /// The aspect of the round.
    pub aspect: Option<String>,
    /// The question of the room.
    pub question: Option<String>,
    /// The beliefs of whoever is asked, in the order of recall.
    pub held: Vec<String>,
    /// The recalled passages of its own texts, the nearest first.
    pub passages: Vec<String>,
    /// The statements here so far, the latest last.
    pub said: Vec<ShownStatement>,
    /// The earlier positions of the two.
    pub held_before: Vec<ShownStatement>,
    /// Claims that can be named by their ids, besides what was said here.
    pub claims: Vec<ShownStatement>,
    /// The questions about cruxes, in the order of their numbers.
    pub cruxes: Vec<String>,
    /// How many aspects are wanted.
    pub aspects: usize,
    /// Questions on which the texts of two personas part.
    pub parting: Vec<String>,
    /// The beliefs of all personas.
    pub all_held: Vec<Belief>,
    /// The statements of a room that a card is drawn from.
    pub statements: Vec<Statement>,
}

impl PanelQuestion {
    /// The current subject: the question of a room, the aspect of a round, or the topic.
    pub fn subject(&self) -> &str {
        self.question.as_deref().or(self.aspect.as_deref()).unwrap_or(&self.topic)
    }

    /// All statements of whoever is asked that are shown, from its take on, earlier ones first.
    pub fn own(&self) -> Vec<&str> {
        let all = self.held_before.iter().chain(&self.said);
        all.filter(|it| it.by == self.me).map(|it| it.words.as_str()).collect()
    }

    /// The last statement of another participant.
    pub fn other(&self) -> Option<&str> {
        self.said.iter().rev().find(|it| it.by != self.me).map(|it| it.words.as_str())
    }

    /// The claims and statements that a turn can name (P-40).
    pub fn named(&self) -> impl DoubleEndedIterator<Item = &ShownStatement> {
        self.claims.iter().chain(&self.said).filter(|it| it.id.is_some())
    }
}

/// A statement as a prompt shows it: shortened where there is no room for more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownStatement {
    /// The speaker.
    pub by: String,
    /// The id by which a turn can name it (P-40), where it is shown.
    pub id: Option<String>,
    /// Its words.
    pub words: String,
}

/// A belief of a persona.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// The persona.
    pub by: String,
    /// Its id.
    pub id: String,
    /// Its words.
    pub words: String,
}

/// A statement of a room, as a card is drawn from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Its number, from 1.
    pub number: usize,
    /// The speaker.
    pub by: String,
    /// The stage of the room.
    pub stage: Stage,
    /// Its words.
    pub words: String,
    /// Conditions that would change the speaker's mind.
    pub falsifier: Option<String>,
    /// The speaker's concession.
    pub conceded: Option<String>,
    /// The answer to the room's question.
    pub answer: Option<Answered>,
}

/// Data of a comparison: the two texts of each pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// The pairs, in the order of their numbers.
    pub pairs: Vec<(String, String)>,
}

/// A claim that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claimed {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The round in which it was first made.
    pub introduced: u32,
    /// The round in which the participant who is asked first made or supported it.
    pub mine: Option<u32>,
}

/// An option as it stands on the ballot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BallotOption {
    /// Its letter on the ballot.
    pub letter: Letter,
    /// The word that casts it.
    pub word: String,
    /// Its headline.
    pub headline: String,
    /// How many others hold it.
    pub held: usize,
}

impl Question {
    /// The data of a turn's question.
    pub fn of(debate: &Debate, ask: &ask::Turn) -> Question {
        let paper = Paper::of(debate, &ask.who, ask.horizon);
        let holders = debate.holders_at(ask.horizon);
        let others = || holders.iter().filter(|(name, _)| **name != ask.who);
        let headlines: BTreeMap<Letter, String> =
            debate.options_at(ask.horizon).into_iter().map(|(letter, it)| (letter, it.headline)).collect();
        let listed = paper.iter().flat_map(|it| &it.options).map(|it| BallotOption {
            letter: it.letter,
            word: it.word.clone(),
            headline: headlines.get(&it.letter).cloned().unwrap_or_default(),
            held: others().filter(|(_, held)| held.option() == Some(it.letter)).count(),
        });
        let (otherwise, is_estimate) = match paper.as_ref().map(|it| &it.kind) {
            Some(PaperKind::Options { otherwise, .. }) => (Some((*otherwise).to_owned()), false),
            Some(PaperKind::Estimate { .. }) => (None, true),
            Some(PaperKind::Argued) | None => (None, false),
        };
        let participant = debate.participant(&ask.who);
        let claims = debate.registry.claims.iter().enumerate().filter(|(_, it)| !it.by.contains(&ask.who));
        let is_closing = ask.wanted == AnswerKind::ClosingBallot;
        Question {
            topic: debate.topic.to_string(),
            round: ask.round,
            me: ask.who.to_string(),
            // In the mode that `auto` chose, once it has.
            mode: debate.chosen.as_ref().map_or(&debate.mode, |it| &it.mode).clone(),
            role: participant.and_then(|it| it.role).filter(|_| !is_closing),
            discipline: participant.and_then(|it| it.discipline),
            stance: participant.and_then(|it| it.role).and_then(Role::stance).filter(|_| !is_closing),
            is_arguing: debate.is_arguing(&ask.who) && !is_closing,
            is_closing,
            options: listed.collect(),
            otherwise,
            estimates: others().filter_map(|(_, it)| it.estimate()).map(|it| it.best).collect(),
            is_estimate,
            held: holders.iter().find(|(name, _)| **name == ask.who).and_then(|(_, it)| ResolvedBallot::option(*it)),
            terms: paper.as_ref().map_or(0, |it| it.terms),
            claims: claims.map(|(place, _)| id('C', place)).collect(),
            seat: debate.participants.iter().position(|it| it.name == ask.who).unwrap_or_default(),
            given: debate.options.iter().filter(|it| it.is_given()).count(),
            ballots: ballots(debate, ask),
            statements: statements(debate, ask),
            has_names: !debate.rules.hidden.names && debate.participants.iter().all(|it| it.alias.is_none()),
            panel: None,
        }
    }

    /// The data of any question: of a turn, or of what a panel asks besides. None where nobody reads it.
    pub fn asked(debate: &Debate, ask: &Ask, panel: Option<PanelQuestion>) -> Option<Question> {
        match (ask, panel) {
            (Ask::Turn(turn), panel) => Some(Question { panel, ..Question::of(debate, turn) }),
            (Ask::Panel(_), Some(panel)) => {
                let (topic, me) = (debate.topic.to_string(), panel.me.clone());
                Some(Question { topic, round: ask.round(), me, panel: Some(panel), ..Question::default() })
            }
            (Ask::Panel(_) | Ask::Review(_), _) => None,
        }
    }
}

/// The option of each seat; of the others, none where positions are hidden.
fn ballots(debate: &Debate, ask: &ask::Turn) -> Vec<Option<Letter>> {
    let holders = debate.holders_at(ask.horizon);
    let held = |name: &Name| holders.iter().find(|(it, _)| *it == name).and_then(|(_, it)| it.option());
    let is_shown = |name: &Name| *name == ask.who || !debate.rules.hidden.answers;
    debate.participants.iter().map(|it| held(&it.name).filter(|_| is_shown(&it.name))).collect()
}

/// The claims that it has seen. Where participants speak in turn, those of this round are among them.
fn statements(debate: &Debate, ask: &ask::Turn) -> Vec<Claimed> {
    let registry = match ask.horizon {
        Horizon::BeforeRound => Cow::Borrowed(&debate.registry),
        Horizon::Now => Cow::Owned(debate.entered().0),
    };
    let claimed = |(place, it): (usize, &ClaimRecord)| Claimed {
        id: id('C', place),
        text: it.text.clone(),
        introduced: it.introduced,
        mine: it.touches.iter().filter(|it| it.by == ask.who && it.action.speaks_for()).map(|it| it.round).min(),
    };
    registry.claims.iter().enumerate().map(claimed).collect()
}

/// Data of a grouping: the new headlines, and the existing options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grouping {
    /// The options that participants proposed, with their letters.
    pub options: Vec<(Letter, String)>,
    /// The new headlines, by seat.
    pub headlines: Vec<String>,
}

impl Grouping {
    /// The data of this material.
    pub fn of(material: &Material<'_>) -> Grouping {
        let headlines = material.headlines.iter().map(|it| it.text.to_owned()).collect();
        Grouping { options: material.options.clone(), headlines }
    }
}
