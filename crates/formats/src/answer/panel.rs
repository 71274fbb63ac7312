//! The schemas of a panel: turns, statements in clashes and rooms, and a clerk's findings (P-10 … P-30).
//!
//! The trace comes before the statement, so that a constrained model thinks first (P-22). The narrow schemas are for small models: few
//! fields, flat, a sentence or two each. Not here: what the fields mean, which only the prompt says.
use super::{closed, list, one_word, rest};
use debate::Act;
use debate::crux::{Answered, ClaimRelation, CruxKind, Finer};
use debate::event::Stage;
use debate::reply::NO_VIEW;
use debate::rules::Detection;
use serde_json::{Value, json};

/// A panel's question, by the answer that it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PanelAnswer {
    /// An opening, a take or a closing.
    Turn {
        /// For which size of model.
        width: Width,
        /// Whether the answer states a confidence: openings and closings do.
        has_confidence: bool,
        /// Whether it may answer claims of others by id: closings may (P-40).
        has_moves: bool,
    },
    /// A statement in a clash or a room.
    Say {
        /// For which size of model.
        width: Width,
        /// At which stage.
        stage: Stage,
        /// Whether it may name the opened evidence on which its answer rests: where there is any (P-21).
        has_evidence: bool,
    },
    /// The answers to crux questions (P-25).
    Cruxes {
        /// For which size of model.
        width: Width,
    },
    /// The aspects to discuss.
    Aspects,
    /// Whether a clash has settled the disagreement.
    Clash(Detection),
    /// Whether both named the same core.
    Cores,
    /// The card.
    Card,
}

/// How many fields a schema has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// All fields.
    Full,
    /// The fewest fields.
    Narrow,
}

/// The longest sentence of a small model, in characters. Ours: the sentences of the shipped decks fit, so that quotations are not cut.
const SENTENCE: u32 = 260;
/// The kinds of step of a trace (P-22).
const STEPS: [&str; 4] = ["belief", "threat", "firmness", "other"];

/// The most tokens of a statement, its trace included. Ours: some 350 words and the keys.
const SAID: u32 = 768;
/// The most tokens of a narrow answer. Ours: its texts at their longest are some 380, its keys 60.
const NARROW: u32 = 480;
/// The most tokens of a clerk's finding. Ours: space for a model that thinks first.
const FOUND: u32 = 1_024;
/// The most tokens of a card. Ours: its texts at their longest, and space to think.
const CARD: u32 = 2_048;
/// The most tokens of aspects and contradictions. Ours: thirty contradictions, and space to think.
const READ: u32 = 4_096;

impl PanelAnswer {
    /// The schema's name, which provider APIs require.
    pub(super) fn name(self) -> &'static str {
        match self {
            PanelAnswer::Turn { .. } => "panel_turn",
            PanelAnswer::Say { stage: Stage::Clash, .. } => "rebuttal",
            PanelAnswer::Say { stage: Stage::Position, .. } => "room_position",
            PanelAnswer::Say { stage: Stage::Exchange, .. } => "room_exchange",
            PanelAnswer::Say { stage: Stage::Convergence, .. } => "room_core",
            PanelAnswer::Cruxes { .. } => "crux_answers",
            PanelAnswer::Aspects => "aspects",
            PanelAnswer::Clash(_) => "clash",
            PanelAnswer::Cores => "cores",
            PanelAnswer::Card => "card",
        }
    }

    /// The most tokens of an answer, where `most` limits what a participant says. A clerk's findings have limits of their own.
    pub(super) fn max_tokens(self, most: u32) -> u32 {
        match self {
            PanelAnswer::Turn { width: Width::Full, .. } | PanelAnswer::Say { width: Width::Full, .. } => {
                most.min(SAID)
            }
            PanelAnswer::Turn { width: Width::Narrow, .. } | PanelAnswer::Say { width: Width::Narrow, .. } => {
                most.min(NARROW)
            }
            PanelAnswer::Cruxes { .. } | PanelAnswer::Clash(_) | PanelAnswer::Cores => FOUND,
            PanelAnswer::Card => CARD,
            PanelAnswer::Aspects => READ,
        }
    }

    /// The schema of an answer.
    pub(super) fn schema(self) -> Value {
        match self {
            PanelAnswer::Turn { width, has_confidence, has_moves } => turn(width, has_confidence, has_moves),
            PanelAnswer::Cruxes { width } => cruxes(width),
            PanelAnswer::Say { width, stage, has_evidence } => said(width, stage, has_evidence),
            PanelAnswer::Aspects => {
                let fields = ["question", "a", "a_holds", "b", "b_holds"];
                let pair = closed(fields.map(|it| (it, text())).into());
                closed(vec![("aspects", list(text())), ("contradictions", list(pair))])
            }
            PanelAnswer::Clash(detection) => {
                let parts: &[&'static str] = match detection {
                    Detection::Parts => &["opposed", "engaged", "same_claim", "relevant"],
                    Detection::Vote => &["opposed", "relevant"],
                };
                let parts = parts.iter().map(|it| (*it, json!({"type": "boolean"})));
                closed(parts.chain([("question", maybe_text())]).collect())
            }
            PanelAnswer::Cores => closed(vec![("same", json!({"type": "boolean"}))]),
            PanelAnswer::Card => card(),
        }
    }
}

/// One answer for each question, by its number.
fn cruxes(width: Width) -> Value {
    let why = match width {
        Width::Full => text(),
        Width::Narrow => sentence(15, SENTENCE),
    };
    let answers: Vec<&str> = words(Answered::ALL, Answered::as_str).into_iter().chain([NO_VIEW]).collect();
    let one = closed(vec![("crux", json!({"type": "integer"})), ("answer", one_word(&answers)), ("why", why)]);
    closed(vec![("answers", list(one))])
}

fn turn(width: Width, has_confidence: bool, has_moves: bool) -> Value {
    let mut fields = match width {
        Width::Full => {
            let claim = closed(vec![("label", one_word(&["FACT", "INFER", "ASSUME"])), ("text", text())]);
            vec![("position", text()), ("reasoning", text()), ("claims", list(claim))]
        }
        Width::Narrow => vec![("position", sentence(15, SENTENCE)), ("reasoning", sentences(20, SENTENCE))],
    };
    if has_moves && width == Width::Full {
        let acts: Vec<&str> = [Act::Support, Act::Challenge, Act::Concede].map(Act::as_str).into();
        let one = closed(vec![("claim", text()), ("act", one_word(&acts)), ("why", text())]);
        fields.push(("moves", list(one)));
    }
    if has_confidence {
        fields.push(("confidence", json!({"type": "number", "minimum": 0, "maximum": 1})));
    }
    closed(fields)
}

fn said(width: Width, stage: Stage, has_evidence: bool) -> Value {
    let (say, line) = match width {
        Width::Full => (text(), text()),
        Width::Narrow => (sentences(20, SENTENCE), sentence(15, SENTENCE)),
    };
    let mut fields = match (stage, width) {
        // Only rooms have traces (P-22).
        (Stage::Clash, _) => Vec::new(),
        (Stage::Position | Stage::Exchange | Stage::Convergence, Width::Full) => {
            vec![("trace", list(closed(vec![("step", one_word(&STEPS)), ("text", text())])))]
        }
        (Stage::Position | Stage::Exchange | Stage::Convergence, Width::Narrow) => {
            vec![("belief", sentence(10, 100)), ("threat", sentence(10, 100)), ("firmness", sentence(10, 100))]
        }
    };
    let left = ("nothing_left", json!({"type": "boolean"}));
    let both = ("both_hold", maybe_text());
    let relations = words(ClaimRelation::ALL, ClaimRelation::as_str);
    let links = ("links", list(closed(vec![("claim", text()), ("relation", one_word(&relations))])));
    let answer = ("answer", one_word(&words(Answered::ALL, Answered::as_str)));
    let conceded = ("conceded", maybe_text());
    fields.extend(match (stage, width) {
        (Stage::Clash, Width::Full) => vec![("say", say), conceded, links, left, both],
        (Stage::Clash, Width::Narrow) => vec![("say", say), left],
        (Stage::Position, Width::Full) => vec![("say", say), answer, links, left, both],
        (Stage::Position, Width::Narrow) => vec![("say", say), answer, left],
        (Stage::Exchange, Width::Full) => vec![("say", say), answer, conceded, links, left, both],
        (Stage::Exchange, Width::Narrow) => vec![("say", say), answer, left],
        (Stage::Convergence, _) => {
            let kind = ("kind", one_word(&words(CruxKind::ALL, CruxKind::as_str)));
            let mut fields = vec![("core", line.clone()), kind, ("falsifier", line), answer, left];
            fields.extend((width == Width::Full).then_some(both));
            fields
        }
    });
    fields.extend(has_evidence.then(|| ("rests_on", list(text()))));
    closed(fields)
}

fn card() -> Value {
    let maybe_word = |words: &[&str]| json!({"anyOf": [{"type": "null"}, one_word(words)]});
    let (answers, turn) = (words(Answered::ALL, Answered::as_str), json!({"type": "integer"}));
    let side = vec![
        ("by", text()),
        ("answer", one_word(&answers)),
        ("words", text()),
        ("turn", turn.clone()),
        ("falsifier", maybe_text()),
    ];
    closed(vec![
        ("sides", list(closed(side))),
        ("crux", text()),
        ("kind", maybe_word(&words(CruxKind::ALL, CruxKind::as_str))),
        ("finer", maybe_word(&words(Finer::ALL, Finer::as_str))),
        ("settling", maybe_text()),
        ("conceded", list(closed(vec![("by", text()), ("words", text()), ("turn", turn)]))),
    ])
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|it| word(*it)).collect()
}

fn text() -> Value {
    json!({"type": "string"})
}

fn maybe_text() -> Value {
    json!({"type": ["string", "null"]})
}

/// One sentence of some length.
fn sentence(least: u32, most: u32) -> Value {
    json!({"type": "string", "pattern": format!("^{}$", rest(least, most))})
}

/// One sentence or two.
fn sentences(least: u32, most: u32) -> Value {
    let one = rest(least, most);
    json!({"type": "string", "pattern": format!("^{one}( {one})?$")})
}
