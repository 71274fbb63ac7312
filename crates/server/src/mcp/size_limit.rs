//! Responses within a size limit; every cut is reported (I-22).
//!
//! The report names the tool that returns the rest. Long texts are cut at a sentence or a word, long lists after some items. The limits are
//! tried from the widest to the narrowest, and the first response that fits is sent. Not here: the content of responses.
use super::schema::CUT;
use crate::responses::words::cut;
use crate::responses::{Next, words};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Default size of a response, in bytes (I-22: 20 KB).
pub(super) const USUAL: usize = 20_000;

/// Maximum size of a response, in bytes. Our choice: more than any client passes to its model.
pub(super) const MOST: usize = 1_000_000;

/// Bytes that the protocol adds around a response.
const ENVELOPE: usize = 600;

/// Maximum size of an error, in bytes. Our choice: long input is not echoed in full.
const ERROR: usize = 1_500;

/// Minimum size of a response, in bytes. Our choice: the fields that are never cut and the report of cuts need this much.
pub(super) const LEAST: usize = 3_000;

/// Reserve in bytes for a repeated request: the text may be longer and the debate may have continued.
const SLACK: usize = 8_000;

/// Maximum number of cut parts that are named. Our choice: a client that needs more requests everything.
const NAMED: usize = 12;

/// Limits of one attempt: bytes per text, items per list, nesting depth, and bytes of the accompanying text.
#[derive(Clone, Copy, Debug)]
struct Rung {
    text: usize,
    items: usize,
    depth: usize,
    told: usize,
}

/// From the full response down to one that always fits.
const LADDER: [Rung; 18] = [
    Rung::wide(usize::MAX, usize::MAX),
    Rung::wide(4_000, 200),
    Rung::wide(2_000, 100),
    Rung::wide(1_000, 60),
    Rung::wide(600, 40),
    Rung::wide(400, 24),
    Rung::wide(300, 16),
    Rung::wide(240, 12),
    Rung::wide(160, 10),
    Rung::wide(120, 8),
    Rung::wide(80, 8),
    Rung::wide(80, 4),
    Rung { text: 80, items: 4, depth: usize::MAX, told: 1_500 },
    Rung { text: 48, items: 1, depth: usize::MAX, told: 800 },
    Rung { text: 48, items: 1, depth: 3, told: 600 },
    Rung { text: 48, items: 1, depth: 2, told: 400 },
    Rung { text: 48, items: 0, depth: 1, told: 240 },
    Rung { text: 24, items: 0, depth: 1, told: 0 },
];

/// The same for what a panel found, and for a room: lists lose items before words are cut, for half a concession is no concession (P-21).
const WORDS_LAST: [Rung; 18] = [
    Rung::wide(usize::MAX, usize::MAX),
    Rung::wide(4_000, 40),
    Rung::wide(2_000, 24),
    Rung::wide(2_000, 12),
    Rung::wide(1_000, 12),
    Rung::wide(1_000, 8),
    Rung::wide(1_000, 5),
    Rung::wide(600, 5),
    Rung::wide(600, 4),
    Rung::wide(400, 4),
    Rung::wide(400, 3),
    Rung::wide(240, 4),
    Rung::wide(160, 4),
    Rung::wide(80, 4),
    Rung { text: 48, items: 1, depth: usize::MAX, told: 800 },
    Rung { text: 48, items: 1, depth: 2, told: 400 },
    Rung { text: 48, items: 0, depth: 1, told: 240 },
    Rung { text: 24, items: 0, depth: 1, told: 0 },
];

impl Rung {
    /// Limits with unbounded depth and the full accompanying text.
    const fn wide(text: usize, items: usize) -> Rung {
        Rung { text, items, depth: usize::MAX, told: usize::MAX }
    }
}

/// Fields that are never cut, since a response without them would mislead. All are short and written by us.
const WHOLE: [&str; 4] = ["id", "label", "caution", "next"];

/// The first screen is cut least: its limits are multiplied by this. Our choice: one row quotes several participants, with three bytes per
/// character in Japanese.
const FIRST: (&str, usize) = ("decision.screen", 12);

/// The size that a caller accepts, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SizeLimit(usize);

impl SizeLimit {
    /// The requested size, within the allowed range.
    pub(super) fn of(asked: Option<u32>) -> SizeLimit {
        let asked = asked.and_then(|it| usize::try_from(it).ok()).unwrap_or(USUAL);
        SizeLimit(asked.clamp(LEAST, MOST))
    }

    /// Bytes available to the response itself.
    pub(super) fn bytes(self) -> usize {
        self.0 - ENVELOPE
    }
}

/// The call that returns a part that was cut.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// Prefix of the paths it covers, such as `evidence.claims`; empty for all.
    of: &'static str,
    tool: &'static str,
    arguments: Value,
    /// Whether it is the same call with a larger `max_bytes`.
    is_same: bool,
}

impl Rest {
    /// This call returns every part whose path begins with `of`.
    pub(super) fn new(of: &'static str, tool: &'static str, arguments: Value) -> Rest {
        Rest { of, tool, arguments, is_same: false }
    }

    /// The same call returns everything with a sufficient `max_bytes`.
    pub(super) fn wider(tool: &'static str, arguments: Value) -> Rest {
        Rest { of: "", tool, arguments, is_same: true }
    }

    /// The call that returns the rest of a response of this size; none if no call does.
    fn next(&self, bytes: usize) -> Option<Next> {
        let mut arguments = self.arguments.clone();
        if self.is_same {
            let wanted = bytes.saturating_add(SLACK).next_multiple_of(1_000);
            if wanted > MOST {
                // The record contains the whole debate.
                let id = arguments.get("id")?.clone();
                let log = json!({"id": id, "format": "log"});
                return Some(Next::new("export_session", log, "has the record, part by part"));
            }
            if let Value::Object(fields) = &mut arguments {
                fields.insert("max_bytes".to_owned(), wanted.into());
            }
        }
        Some(Next::new(self.tool, arguments, "has the rest"))
    }
}

/// A response as text and structured content, cut to the available size. For each cut part, the first matching entry of `rests` names the
/// call for the rest.
pub(super) fn fitted(
    told: &str,
    whole: &impl Serialize,
    limit: SizeLimit,
    rests: &[Rest],
) -> Result<CallToolResult, ErrorData> {
    let whole = serde_json::to_value(whole).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let mut smallest = None;
    let mut bytes = 0;
    let is_of_panel = ["panel", "room"].iter().any(|it| whole.get(it).is_some_and(Value::is_object));
    for rung in if is_of_panel { WORDS_LAST } else { LADDER } {
        let mut cutting = Cutting { rung, cuts: BTreeMap::new() };
        let result = cutting.result(told, &whole, rests, bytes);
        let written = written(&result);
        // The first attempt has the full size.
        bytes = bytes.max(written + ENVELOPE);
        if written <= limit.bytes() {
            return Ok(result);
        }
        smallest = Some(result);
    }
    smallest.ok_or_else(|| ErrorData::internal_error("nothing was answered", None))
}

/// A value alone, cut to the available size.
pub(super) fn fitted_value(whole: &impl Serialize, limit: SizeLimit, rests: &[Rest]) -> Result<Value, ErrorData> {
    // It is sent as a string, in which quotation marks are escaped.
    let result = fitted("", whole, SizeLimit(limit.0.div_ceil(2).max(ENVELOPE)), rests)?;
    result.structured_content.ok_or_else(|| ErrorData::internal_error("nothing was answered", None))
}

/// The size of a response as JSON, in bytes.
pub(super) fn written(result: &impl Serialize) -> usize {
    serde_json::to_string(result).map_or(usize::MAX, |it| it.len())
}

/// One attempt with its limits.
struct Cutting {
    rung: Rung,
    cuts: BTreeMap<String, Cut>,
}

/// A cut at a path.
#[derive(Default)]
struct Cut {
    /// Length of the longest list there, before the cut.
    items: usize,
    /// Whether the content was omitted entirely.
    is_left_out: bool,
}

impl Cutting {
    /// The response under these limits; `bytes` is its full size.
    fn result(&mut self, told: &str, whole: &Value, rests: &[Rest], bytes: usize) -> CallToolResult {
        let mut value = self.value("", 0, whole);
        let mut told = lines(told, self.rung.told);
        let cuts = self.told(rests, bytes);
        if let Value::Object(fields) = &mut value
            && !cuts.is_empty()
        {
            let said = |(parts, next): &(Vec<String>, Option<Next>)| {
                let next = next.as_ref().map(|it| format!("; {}", it.told())).unwrap_or_default();
                format!("{}{next}", parts.join(", "))
            };
            let said: Vec<String> = cuts.iter().map(said).collect();
            told.push_str(&format!("Cut to fit: {}\n", words::folded(&said.join("; "))));
            let cuts = cuts.iter().map(|(parts, next)| match next {
                Some(next) => json!({"parts": parts, "more": next}),
                None => json!({"parts": parts}),
            });
            fields.insert(CUT.to_owned(), Value::Array(cuts.collect()));
        }
        let mut result = CallToolResult::success(vec![ContentBlock::text(told)]);
        result.structured_content = Some(value);
        result
    }

    /// Limits of texts and lists at a path.
    fn most(&self, path: &str) -> (usize, usize) {
        let (first, times) = FIRST;
        let times = if path.contains(first) && self.rung.depth == usize::MAX { times } else { 1 };
        (self.rung.text.saturating_mul(times), self.rung.items.saturating_mul(times))
    }

    fn value(&mut self, path: &str, depth: usize, value: &Value) -> Value {
        let (most, most_items) = self.most(path);
        match value {
            Value::String(text) if text.len() > most => {
                self.cuts.entry(path.to_owned()).or_default();
                Value::String(cut(text, most).into_owned())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
            Value::Array(list) => {
                if list.len() > most_items {
                    let entry = self.cuts.entry(path.to_owned()).or_default();
                    entry.items = entry.items.max(list.len());
                }
                let path = format!("{path}[]");
                Value::Array(list.iter().take(most_items).map(|it| self.value(&path, depth, it)).collect())
            }
            Value::Object(fields) => Value::Object(self.object(path, depth, fields)),
        }
    }

    fn object(&mut self, path: &str, depth: usize, fields: &Map<String, Value>) -> Map<String, Value> {
        let is_deep = depth >= self.rung.depth;
        let mut kept = Map::new();
        for (name, value) in fields {
            if WHOLE.contains(&name.as_str()) {
                kept.insert(name.clone(), value.clone());
            } else if is_deep {
                self.cuts.entry(path.to_owned()).or_default().is_left_out = true;
            } else {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                kept.insert(name.clone(), self.value(&path, depth + 1, value));
            }
        }
        kept
    }

    /// The cuts, grouped by the call that returns the rest.
    fn told(&self, rests: &[Rest], bytes: usize) -> Vec<(Vec<String>, Option<Next>)> {
        let mut told: Vec<(Vec<String>, Option<Next>)> = Vec::new();
        for (at, (path, cut)) in self.cuts.iter().enumerate() {
            let (most, most_items) = self.most(path);
            let others = self.cuts.len() - at;
            let part = match cut {
                _ if at == NAMED && others > 1 => format!("{others} other parts"),
                Cut { is_left_out: true, .. } => format!("{path}: left out"),
                Cut { items: 0, .. } => format!("{path}: cut at {most} bytes"),
                Cut { items, .. } => format!("{path}: {most_items} of {items}"),
            };
            let rest = rests.iter().find(|it| path.starts_with(it.of));
            let next = rest.and_then(|it| it.next(bytes));
            match told.iter_mut().find(|(_, it)| *it == next) {
                Some((parts, _)) => parts.push(part),
                None => told.push((vec![part], next)),
            }
            if at == NAMED {
                break;
            }
        }
        told
    }
}

/// As many whole lines of a text as fit into `most` bytes.
fn lines(text: &str, most: usize) -> String {
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        if kept.len() + line.len() > most {
            break;
        }
        kept.push_str(line);
    }
    kept
}

/// An error that the model reads and can correct.
pub(super) fn failed(why: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(cut(why, ERROR).into_owned())])
}

/// Shortens the error text of a response, whatever its source.
pub(super) fn short(response: CallToolResponse) -> CallToolResponse {
    let CallToolResponse::Complete(result) = response else { return response };
    if result.is_error != Some(true) || result.structured_content.is_some() {
        return result.into();
    }
    let said = result.content.iter().filter_map(|it| it.as_text()).map(|it| it.text.as_str());
    failed(&said.collect::<Vec<_>>().join("\n")).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rests() -> [Rest; 2] {
        [Rest::new("a", "get_a", json!({"id": "d"})), Rest::wider("get_all", json!({"id": "d"}))]
    }

    /// I-22: a response that fits is sent unchanged and reports no cut.
    #[test]
    fn what_fits_is_whole() {
        let whole = json!({"a": "text", "list": [1, 2, 3]});
        let result = fitted("told\n", &whole, SizeLimit::of(None), &rests()).unwrap();
        assert_eq!(result.structured_content, Some(whole));
        assert_eq!(result.content[0].as_text().unwrap().text, "told\n");
    }

    /// I-22: a cut is reported with the full size and the tool for the rest.
    #[test]
    fn what_is_cut_says_so() {
        let whole = json!({"a": ["word ".repeat(200)], "list": vec!["x".repeat(99); 500], "caution": "c".repeat(900)});
        let result = fitted("told\n", &whole, SizeLimit::of(None), &rests()).unwrap();
        let value = result.structured_content.clone().unwrap();
        assert_eq!(value["list"].as_array().unwrap().len(), 100);
        assert_eq!(value["caution"].as_str().unwrap().len(), 900, "never cut");
        let more = &value["cut"][0];
        assert_eq!(more["parts"], json!(["list: 100 of 500"]));
        assert_eq!(more["more"]["tool"], "get_all");
        let asked = more["more"]["arguments"]["max_bytes"].as_u64().unwrap();
        let wider = fitted("told\n", &whole, SizeLimit::of(u32::try_from(asked).ok()), &rests()).unwrap();
        assert_eq!(wider.structured_content, Some(whole), "what is named has all of it");
        let said = &result.content[0].as_text().unwrap().text;
        assert!(said.starts_with("told\nCut to fit: list: 100 of 500; get_all "), "{said}");
    }

    /// I-22, I-01: the first screen of a long response is cut least, and its cuts are reported like others.
    #[test]
    fn what_is_read_first_is_cut_least() {
        let long = "word ".repeat(200);
        let rows = vec![json!({"title": "Terms", "text": long}); 9];
        let whole = json!({"decision": {"screen": {"headline": long, "rows": rows}}, "list": vec![long.clone(); 500]});
        let result = fitted("told\n", &whole, SizeLimit::of(None), &rests()).unwrap();
        let value = result.structured_content.unwrap();
        assert_eq!(value["decision"], whole["decision"], "{value}");
        assert!(value["list"][0].as_str().unwrap().len() < 300, "{value}");
        let longer = "word ".repeat(2_000);
        let whole = json!({"decision": {"screen": {"headline": longer}}, "list": vec![long; 500]});
        let value = fitted("told\n", &whole, SizeLimit::of(None), &rests()).unwrap().structured_content.unwrap();
        let parts = value["cut"][0]["parts"].as_array().unwrap();
        let said = parts.iter().filter_map(Value::as_str).find(|it| it.starts_with("decision.screen.headline: cut at"));
        let most: usize = said.unwrap().split(' ').nth(3).unwrap().parse().unwrap();
        assert!(value["decision"]["screen"]["headline"].as_str().unwrap().len() <= most, "{value}");
    }

    /// I-22: a part that no call returns at once is in the record, page by page; no call is named that returns nothing more.
    #[test]
    fn what_no_answer_holds_is_in_the_record() {
        let whole = json!({"list": vec!["x".repeat(999); 2_000], "b": "y".repeat(300)});
        let told = |limit, rests: &[Rest]| fitted("told\n", &whole, limit, rests).unwrap().structured_content.unwrap();
        let value = told(SizeLimit::of(Some(u32::MAX)), &rests());
        assert_eq!(value["cut"][0]["more"]["arguments"], json!({"id": "d", "format": "log"}), "{}", value["cut"]);
        let value = told(SizeLimit::of(None), &[]);
        assert_eq!(value["cut"][0].get("more"), None, "{}", value["cut"]);
    }

    /// I-22: `max_bytes` raises and lowers the limit, within its range.
    #[test]
    fn room_has_bounds() {
        let sizes =
            [None, Some(0), Some(5_000), Some(50_000), Some(u32::MAX)].map(|it| SizeLimit::of(it).bytes() + ENVELOPE);
        assert_eq!(sizes, [USUAL, LEAST, 5_000, 50_000, MOST]);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(Value::from),
            ".{0,300}".prop_map(Value::from),
            "[\u{1}\"\\\\]{0,400}".prop_map(Value::from)
        ];
        leaf.prop_recursive(3, 400, 40, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..40).prop_map(Value::from),
                prop::collection::btree_map("[a-f]", inner, 0..6).prop_map(|it| json!(it)),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// I-22: every response fits, whatever its characters, and no cut goes unreported.
        #[test]
        fn any_answer_fits(a in any_value(), list in prop::collection::vec(any_value(), 0..40), asked in 0u32..30_000) {
            let whole = json!({"a": a, "list": list});
            for asked in [None, Some(asked)] {
                let result = fitted("told\n", &whole, SizeLimit::of(asked), &rests()).unwrap();
                let most = asked.map_or(USUAL, |it| (it as usize).max(LEAST));
                prop_assert!(written(&result) + ENVELOPE <= most, "{} of {most}", written(&result));
                let value = result.structured_content.unwrap();
                prop_assert!(value.get(CUT).is_some() || value == whole);
            }
        }
    }
}
