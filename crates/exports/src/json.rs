//! A debate as JSON, for programs: the verdict and every turn. What did not happen is left out.
//!
//! A panel has findings in place of a verdict (P-18), and further data in `panel`. All JSON output uses [`written`], so that a figure reads
//! the same everywhere.
mod panel;

use crate::wording::ballot::{self, TermWords};
use analysis::decision::verdict::Document;
use analysis::learning::record::DecisionRecord;
use analysis::measure::rounded;
use analysis::{Findings, Verdict};
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::state::registry::{Behind, TermTouch};
use debate::{Debate, Round, Spoken, text};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use serde_json::{Error, Value, json};
use std::io::{Result, Write};

/// The whole debate.
pub fn document(debate: &Debate) -> std::result::Result<String, Error> {
    let text = serialized(&value(debate), RoundingFormatter(PrettyFormatter::new()))?;
    Ok(text + "\n")
}

/// The decision record (L-01); of a panel, which decides nothing, the findings.
pub fn record(debate: &Debate) -> std::result::Result<String, Error> {
    let formatter = RoundingFormatter(PrettyFormatter::new());
    let text = match debate.is_panel() {
        true => serialized(&Findings::of(debate), formatter),
        false => serialized(&DecisionRecord::of(debate, None), formatter),
    };
    Ok(text? + "\n")
}

/// A value as JSON on one line. Figures are rounded to drop floating-point noise: 0.8, not 0.8000000000000002. Invisible characters and terminal
/// controls are escaped.
pub fn written(value: &impl Serialize) -> std::result::Result<String, Error> {
    serialized(value, RoundingFormatter(CompactFormatter))
}

fn serialized(value: &impl Serialize, formatter: impl Formatter) -> std::result::Result<String, Error> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
    String::from_utf8(bytes).map_err(serde::ser::Error::custom)
}

/// A JSON formatter that rounds figures and escapes invisible characters.
struct RoundingFormatter<F>(F);

impl<F: Formatter> Formatter for RoundingFormatter<F> {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        // Figures this large have no noise digits.
        let shown = if value.abs() < 1e6 { rounded(value) } else { value };
        self.0.write_f64(writer, shown)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> Result<()> {
        let mut rest = fragment;
        let is_unseen = |c: char| text::is_hidden(c) || matches!(c, '\u{2028}' | '\u{2029}');
        while let Some((before, c, after)) = split_at_char(rest, is_unseen) {
            writer.write_all(before.as_bytes())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = after;
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_object_value(writer)
    }
}

/// Splits a text at the first character for which `is` holds: before, the character, after.
fn split_at_char(text: &str, is: impl Fn(char) -> bool) -> Option<(&str, char, &str)> {
    let at = text.find(is)?;
    let (before, from) = text.split_at_checked(at)?;
    let mut chars = from.chars();
    Some((before, chars.next()?, chars.as_str()))
}

fn value(debate: &Debate) -> Value {
    let rounds: Vec<Value> = debate.rounds.iter().map(|it| round(debate, it)).collect();
    if debate.is_panel() {
        let rules = panel::rules(&debate.rules);
        let mut document = json!({"findings": Findings::of(debate), "rules": rules, "rounds": rounds});
        let continued =
            debate.continued.iter().map(|it| json!({"after": it.after, "said": it.said, "focus": it.focus}));
        add(&mut document, "continued", list(continued));
        add(&mut document, "panel", Some(panel::value(debate)));
        return document;
    }
    let verdict = Verdict::of(debate);
    let Document { screen, verdict } = verdict.document();
    let mut document = json!({"screen": screen, "verdict": verdict, "rules": debate.rules, "rounds": rounds});
    let terms = ballot::terms(debate, verdict).into_iter().map(term);
    let moves = ballot::all_moves(debate).into_iter().map(|(by, it)| json!({"by": by, "move": it}));
    add(&mut document, "terms", list(terms));
    add(&mut document, "moves", list(moves));
    let continued = debate.continued.iter().map(|it| json!({"after": it.after, "said": it.said, "focus": it.focus}));
    let groupthink = debate.groupthink.iter().map(|it| json!({"round": it.round, "what": it.what, "signs": it.signs}));
    let chosen = debate.chosen.as_ref().map(|it| json!({"mode": it.mode, "why": it.why}));
    let watched = debate
        .watching
        .as_ref()
        .map(|it| json!({"triggers": it.triggers, "evaluator": it.evaluator, "ended": it.ended}));
    add(&mut document, "continued", list(continued));
    add(&mut document, "groupthink", list(groupthink));
    add(&mut document, "chosen", chosen);
    add(&mut document, "watched", watched);
    document
}

/// A term with who asks for or opposes it (B-04).
fn term(it: TermWords) -> Value {
    let Behind { asked, opposed, withdrawn } = it.term.now();
    let touch = |it: &TermTouch| json!({"round": it.round, "by": it.by, "act": it.act, "why": it.why});
    json!({
        "id": it.id, "text": it.term.text, "round": it.term.introduced, "is_shared": it.is_shared,
        "asked_by": asked, "opposed_by": opposed, "withdrawn_by": withdrawn,
        "history": it.term.touches.iter().map(touch).collect::<Vec<_>>(),
    })
}

/// The option that a turn holds, by letter and headline; none where it casts an estimate or no ballot.
fn holds(debate: &Debate, round: &Round, spoken: &Spoken) -> Option<Value> {
    let letter = debate.held_after(spoken, round.number).and_then(ResolvedBallot::option)?;
    Some(json!({"option": letter, "headline": debate.headline(letter)}))
}

fn round(debate: &Debate, round: &Round) -> Value {
    let turns = round.spoken.iter().map(|it| {
        let mut turn = json!({"by": it.by, "turn": it.turn, "flaws": it.flaws, "usage": it.usage, "took_ms": it.took});
        add(&mut turn, "holds", holds(debate, round, it));
        turn
    });
    let is_lost = |it: &&debate::state::Failed| !debate.is_silence(it.why);
    let lost = round.failed.iter().filter(is_lost);
    let lost = lost.map(|it| json!({"by": it.by, "why": it.why, "detail": it.detail}));
    let silent = round.failed.iter().filter(|it| debate.is_silence(it.why)).map(|it| json!(it.by));
    let reviews = round.reviews.iter().map(|it| json!({"by": it.by, "ruling": it.ruling, "reason": it.reason}));
    let (turns, lost): (Vec<Value>, Vec<Value>) = (turns.collect(), lost.collect());
    let mut value = json!({"round": round.number, "turns": turns, "lost": lost});
    add(&mut value, "silent", list(silent));
    add(&mut value, "kind", (round.kind != RoundKind::Usual).then(|| json!(round.kind)));
    add(&mut value, "grouped_by", round.grouping.by.as_ref().map(|it| json!(it)));
    add(&mut value, "focus", round.focus.as_ref().map(|it| json!(it)));
    add(&mut value, "reviews", list(reviews));
    value
}

/// The items as a list; none where there are no items.
fn list(items: impl Iterator<Item = Value>) -> Option<Value> {
    let items: Vec<Value> = items.collect();
    (!items.is_empty()).then_some(Value::Array(items))
}

fn add(object: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(key.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-16: a computed figure is written without noise, and no other digit is lost.
    #[test]
    fn figures_are_written_without_their_last_digits() {
        let sum = 0.1_f64 + 0.7;
        assert_ne!(sum.to_string(), "0.8");
        let value = json!({"a": sum, "b": [0.123_456_789, -0.0, 1e-12, 3, 1e300]});
        assert_eq!(written(&value).unwrap(), r#"{"a":0.8,"b":[0.123456789,-0.0,0.0,3,1e+300]}"#);
    }

    /// I-12, I-32: invisible characters are escaped, and read back unchanged.
    #[test]
    fn what_can_not_be_seen_is_spelled() {
        let said = "a\u{1b}[2J\u{9b}2J \u{202e}b\u{2028}c\u{e0041}é👩\u{200d}🔬";
        let text = written(&said).unwrap();
        assert_eq!(text, "\"a\\u001b[2J\\u009b2J \\u202eb\\u2028c\\udb40\\udc41é👩\u{200d}🔬\"");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), said);
    }
}
