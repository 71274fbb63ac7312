//! Hostile output of models: in no format is anything of it markup, code or a command (I-32).
//!
//! A Markdown parser with all extensions judges the result. The dossier has its own tests (`html`).
use crate::forms::rows;
use crate::logs::{EFFORT, LEDGER, OPEN, SIDES, SITES};
use crate::made::{self, PANEL};
use crate::marks::Marks;
use debate::event::Event;
use debate::{Cast, Debate, Envelope, log, text};
use exports::{Format, adr, argdown, csv, json, markdown};
use proptest::prelude::*;
use pulldown_cmark::{Event as Part, Options, Parser, Tag};
use serde_json::Value;
use std::collections::BTreeSet;

/// Texts with which a model may try to inject markup.
const HOSTILE: &[&str] = &[
    "<script>alert('PWN')</script>",
    "<img src=x onerror=alert('PWN')>",
    "<svg/onload=alert('PWN')><!-- PWN",
    "[PWN](javascript:alert(1))",
    "![PWN](https://pwn.example/beacon.png)",
    "[PWN]: https://pwn.example 'PWN'",
    "<https://pwn.example> https://pwn.example www.pwn.example pwn@pwn.example mailto:pwn@pwn.example",
    "&lt;script&gt;PWN&#60;script&#62;",
    "# PWN\n## PWN\nPWN\n===\nPWN\n---",
    "- PWN\n* PWN\n+ PWN\n1. PWN\n2) PWN\n> PWN",
    "| PWN | PWN |\n|---|---|\n| PWN | PWN |",
    "```html\n<b>PWN</b>\n```\n~~~\nPWN\n~~~\n    PWN",
    "**PWN** __PWN__ ~~PWN~~ `PWN` $PWN$ $$PWN$$ ^PWN^ [^PWN] [[PWN]] - [x] PWN",
    "\\[PWN](x) \\<b> \\\\<b> \\",
    "===\ntitle: PWN\n===",
    "[PWN]: PWN\n  + <PWN>\n  - [PWN]\n<PWN>: PWN",
    "(1) PWN\n--\nPWN {rule: x}\n--\n(2) PWN",
    "// PWN\n/* PWN */ #PWN #(PWN) @[PWN] @<PWN> .a. :a: {PWN: \"x\"}",
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3;=PWN(),@PWN",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=PWN",
    "\r\n=PWN",
    "＝PWN",
    "\"=PWN\",\"=PWN\"\r\n\"=PWN\"",
    "PWN\u{1b}[2J\u{1b}]0;PWN\u{7}\u{9b}2J\u{8}\u{0}",
    " \t\n",
    "\u{202e}NWP\u{202c} \u{2066}PWN\u{2069} \u{200b}PWN\u{feff} \u{e0041}",
];

/// A debate in which every text begins with these words.
fn said(log: &str, words: &str) -> (Debate, Vec<Envelope>) {
    let mut events: Vec<Value> = log.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    events.iter_mut().for_each(|it| put(it, "", words));
    let events: Vec<Envelope> = events.into_iter().map(|it| serde_json::from_value(it).unwrap()).collect();
    (Debate::replay(&events).unwrap(), events)
}

/// Inserts words before every text of a participant, and into every name.
fn put(value: &mut Value, key: &str, words: &str) {
    const TEXTS: &[&str] = &[
        "position",
        "reasoning",
        // Of ballots.
        "headline",
        "held_by",
        "terms",
        "options",
        "unit",
        "counted",
        "would_change",
        "word",
        "text",
        "title",
        "url",
        "reason",
        "assessment",
        "synthesis",
        "detail",
        "said",
        "focus",
        "question",
        "topic",
        "mode",
        "model",
        "evaluator",
        "signs",
        "triggers",
        "key_points",
        "family",
        "tool",
        "arguments",
        "result",
        "name",
        "by",
        "alias",
        "analyst",
        // Of a panel, its rooms, cards and personas.
        "room",
        "call",
        "turn",
        "a",
        "b",
        "say",
        "conceded",
        "core",
        "falsifier",
        "words",
        "crux",
        "settling",
        "how",
        "settled",
        "judge",
        "failed",
        "aspects",
        "claims",
        "identity",
        "bias",
        "epistemology",
        "mind_changers",
        "concept",
        "source",
        "step",
    ];
    match value {
        Value::String(it) if TEXTS.contains(&key) => *it = format!("{words} {it}"),
        Value::Array(items) => items.iter_mut().for_each(|it| put(it, key, words)),
        Value::Object(fields) => {
            if let (Some(Value::String(title)), None) = (fields.get("title"), fields.get("text")) {
                let url = Value::String(title.clone());
                fields.insert("url".to_owned(), url);
            }
            // Why a debate ended or a turn was lost is our own word, and so is who grouped or compared without a model; all other reasons are a
            // participant's words.
            let is_said = fields.get("what").is_some_and(|it| it == "settled") || !fields.contains_key("type");
            let is_ours = fields.get("type").is_some_and(|it| it == "ballots_grouped");
            if let (Some(Value::String(why)), true) = (fields.get_mut("why"), is_said) {
                *why = format!("{words} {why}");
            }
            let is_rules = key == "rules";
            let is_word = |key: &str| is_ours && key == "by" || is_rules && key == "analyst";
            let said = fields.iter_mut().filter(|(key, it)| !(it.is_string() && is_word(key)));
            said.for_each(|(key, it)| put(it, key, words));
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Each of them in one debate, and some in more eventful debates.
fn hostile() -> impl Iterator<Item = (Debate, Vec<Envelope>)> {
    let eventful = |(debate, events)| (made::eventful(debate), events);
    let each = HOSTILE.iter().flat_map(move |it| [said(SITES, it), said(PANEL, it), eventful(said(PANEL, it))]);
    let some = HOSTILE.iter().zip([LEDGER, EFFORT, OPEN, SIDES, made::HOSTILE].into_iter().cycle());
    each.chain(some.map(|(it, log)| said(log, it)))
}

/// What a Markdown parser finds besides our own headings, lists, table, quotations and emphasis.
pub(crate) fn found(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in Parser::new_ext(page, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match part {
            Part::Html(_) | Part::InlineHtml(_) | Part::InlineMath(_) | Part::DisplayMath(_) => {
                found.push(format!("{part:?}"))
            }
            Part::FootnoteReference(_) | Part::Rule | Part::TaskListMarker(_) => found.push(format!("{part:?}")),
            Part::Start(Tag::Paragraph | Tag::Item | Tag::BlockQuote(None) | Tag::Strong | Tag::List(None)) => {}
            Part::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell) => {}
            Part::Start(Tag::Heading { id: None, classes, .. }) if classes.is_empty() => {}
            Part::Start(other) => found.push(format!("{other:?}")),
            Part::Text(_) | Part::Code(_) | Part::SoftBreak | Part::End(_) => {}
            Part::HardBreak => found.push("a hard break".to_owned()),
        }
    }
    found
}

/// The headings of a page.
fn headings(page: &str) -> Vec<String> {
    let (mut headings, mut open) = (Vec::new(), None);
    for part in Parser::new(page) {
        match part {
            Part::Start(Tag::Heading { level, .. }) => open = Some(format!("{level} ")),
            Part::End(pulldown_cmark::TagEnd::Heading(_)) => headings.extend(open.take()),
            Part::Text(it) | Part::Code(it) => open.iter_mut().for_each(|open| open.push_str(&it)),
            _ => {}
        }
    }
    headings
}

/// I-32, I-40: in Markdown and in a decision record words stay text: no HTML, link, picture, code block, rule or heading of their own.
#[test]
fn nothing_said_is_markdown() {
    assert!(!found("a <b>").is_empty() && !found("[a](b)").is_empty() && !found("***").is_empty(), "the judge sees");
    for (debate, _) in hostile() {
        for page in [markdown::document(&debate), adr::document(&debate)] {
            assert_eq!(found(&page), [""; 0], "{page}");
            let tables = page.matches("\n|---|").count();
            // Participants, and options, estimates or the matrix of a panel.
            assert!(tables <= 2, "{page}");
            let own = |it: &String| !it.starts_with("h1 ") && !it.starts_with("h4 ") && it.contains("PWN");
            assert_eq!(headings(&page).iter().find(|it| own(it)), None);
            assert!(seen(&page), "{page:?}");
        }
    }
}

/// Whether a text has only visible characters, and no terminal command.
fn seen(text: &str) -> bool {
    !text.chars().any(|it| it != '\n' && text::is_hidden(it))
}

/// I-32, I-40: no cell is evaluated, and none is split.
#[test]
fn nothing_said_is_a_formula() {
    for (debate, _) in hostile() {
        let table = csv::document(&debate);
        assert!(seen(&table.replace("\r\n", "\n")), "{table:?}");
        let columns: &[&str] = if debate.is_panel() { &csv::PANEL_COLUMNS } else { &csv::COLUMNS };
        assert_eq!(rows(&table)[0], columns);
        for row in rows(&table) {
            assert_eq!(row.len(), columns.len(), "{row:?}");
            for cell in row {
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']), "{cell}");
            }
        }
        // Also where a program splits cells at semicolons.
        for line in table.lines() {
            assert!(!line.split([';', '\t']).any(|it| it.starts_with(['=', '+', '-', '@'])), "{line}");
        }
    }
}

/// I-32, I-40: every line of a map is one of ours, and all Argdown markup within words is escaped.
#[test]
fn nothing_said_is_a_relation() {
    for (debate, _) in hostile() {
        let map = argdown::document(&debate);
        assert!(seen(&map), "{map:?}");
        for line in map.lines().filter(|it| !it.is_empty()) {
            let named = |it: &str| !it.contains("PWN") && it.len() < 24;
            let title = |it: &str| it.split_once(']').is_some_and(|it| !it.0.contains("PWN") && it.0.len() < 24);
            let tie = line.strip_prefix("  + ").or_else(|| line.strip_prefix("  - "));
            let own = match tie {
                Some(rest) => title(rest) && rest.ends_with(']'),
                None if line.starts_with('[') => title(line) && bare(line.split_once("]: ").unwrap().1),
                None if line.starts_with("# ") => bare(&line[2..]),
                None if debate.is_panel() => {
                    ["## Claims", "## Cruxes", "// A panel: nobody votes."].contains(&line)
                        || ["// All hold: ", "// To find out: ", "// No card, "]
                            .iter()
                            .any(|it| line.strip_prefix(it).is_some_and(bare))
                        || line
                            .strip_prefix("// conceded in ")
                            .and_then(|it| it.split_once(": "))
                            .is_some_and(|(from, to)| named(from) && named(to))
                }
                None => {
                    ["## Options", "## Reasons", "## Given up"].contains(&line)
                        || line.starts_with("// The debate is labelled ")
                        || line
                            .strip_prefix("// ")
                            .and_then(|it| it.split_once(": "))
                            .is_some_and(|(title, it)| SCREEN.contains(&title) && bare(it))
                }
            };
            assert!(own, "{line}");
        }
        // No two statements have the same title: they would be one, with the relations of both.
        let titles: Vec<&str> =
            map.lines().filter_map(|it| it.strip_prefix('[')?.split_once("]: ").map(|it| it.0)).collect();
        let distinct: BTreeSet<&str> = titles.iter().copied().collect();
        assert_eq!(titles.len(), distinct.len(), "{titles:?}");
        // Every relation leads to a statement.
        for line in map.lines() {
            if let Some(to) = line.strip_prefix("  + ").or_else(|| line.strip_prefix("  - ")) {
                assert!(distinct.contains(to.trim_matches(['[', ']'])), "{line}");
            }
        }
    }
}

/// P-40, I-32: the map of a panel has a relation for each link that a turn made, and none that names or words could make.
#[test]
fn names_make_no_relation() {
    let mut debate = made::eventful(made::debate(PANEL));
    // Without markup both names are the same.
    let (first, second) = (debate.participants[0].name.clone(), debate.participants[1].name.clone());
    for (old, new) in [(first, "a-b"), (second, "a b")] {
        let of_round = debate.rounds.iter_mut().flat_map(|it| &mut it.spoken).map(|it| &mut it.by);
        of_round.filter(|it| **it == old).for_each(|it| *it = new.into());
    }
    let map = argdown::document(&debate);
    let lines = |start: &str| map.lines().filter(|it| it.starts_with(start)).collect::<Vec<_>>();
    assert_eq!(
        lines("[Position "),
        [
            "[Position 1]: No. Keep one process; look again when the hours are counted. #said {by: [\"a-b\"]}",
            "[Position 2]: Not yet: count the hours of one split first. #said {by: [\"a b\"]}",
            "[Position 3]: Not now: five people have no week to spare for it. #said {by: [\"economist\"]}",
        ]
    );
    let claims = map.split("## Claims").nth(1).unwrap().split("## Cruxes").next().unwrap();
    let ties: Vec<&str> = claims.lines().filter(|it| it.starts_with("  ") || it.starts_with("//")).collect();
    assert_eq!(
        ties,
        [
            "  + [R1.2]",
            "  + [Position 1]",
            "// conceded in Position 3: C1",
            "  - [R1.1]",
            "  - [Position 2]",
            "// conceded in R1.2: R1.1",
        ]
    );
}

/// The titles of the first screen (I-01).
const SCREEN: &[&str] = &[
    "Lost",
    "Decision",
    "Label",
    "Position",
    "Terms",
    "Rests on",
    "Would turn it",
    "Weakest assumptions (none turns it alone)",
    "Does not hold it",
    "Alone they would have said",
    "Another rule",
    "Confidence",
    "Question",
    "Next step",
];

/// Whether a text has no Argdown markup except our own tags and data at its end.
fn bare(line: &str) -> bool {
    const TAGS: &[&str] = &[
        "option",
        "decided",
        "fact",
        "infer",
        "assume",
        "open",
        "accepted",
        "contested",
        "retracted",
        "claim",
        "word",
        "objection",
        "counter",
        "denial",
        "crux",
        "agreed",
        "settled",
        "said",
        "stand",
        "yes",
        "no",
        "nuanced",
        "unsaid",
    ];
    let (text, data) = line.split_once(" {by: [").unwrap_or((line, "]}"));
    let own = |it: &&str| it.strip_prefix('#').is_some_and(|it| TAGS.contains(&it));
    let words: Vec<&str> = text.split(' ').collect();
    let count = words.iter().rev().take_while(|it| own(it)).count();
    let said = words[..words.len() - count].join(" ");
    let mut chars = said.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => assert!(chars.next().is_some(), "{line}"),
            '@' | '#' | '*' | '_' | '[' | ']' | '<' | '>' | '/' | '{' | '}' | '=' => return false,
            '.' | ':' if chars.peek().is_some_and(|it| *it != ' ') => return false,
            _ => {}
        }
    }
    data.ends_with('}') && !data[..data.len() - 1].contains(['{', '}', '<', '#'])
}

/// I-12, I-32: the JSON contains the words, with invisible characters escaped; the log reads back unchanged.
#[test]
fn nothing_said_is_lost_in_json() {
    for (debate, events) in hostile() {
        let text = json::document(&debate).unwrap();
        assert!(seen(&text), "{text:?}");
        let value: Value = serde_json::from_str(&text).unwrap();
        let position = debate.rounds.last().unwrap().spoken[0].turn.position.as_deref();
        let turns = value["rounds"].as_array().unwrap().last().unwrap()["turns"].as_array().unwrap();
        assert_eq!(turns[0]["turn"]["position"].as_str(), position);
        let lines = exports::write(Format::Log, &debate, &events).unwrap();
        assert_eq!(lines.lines().count(), events.len());
        assert_eq!(log::read_lines(&lines).unwrap(), events);
    }
}

/// I-32, I-40: with any text in any field, the dossier is well-formed and no words become markup.
#[test]
fn nothing_said_is_a_mark_of_the_dossier() {
    for (debate, _) in hostile() {
        let page = exports::html::document(&debate);
        let marks = Marks::of(&page).unwrap_or_else(|why| panic!("{why}"));
        assert!(!["<script", "<img", "<svg/", "href=\"javascript"].iter().any(|it| page.contains(it)));
        assert!(!marks.elements.contains_key("script"));
    }
}

/// I-32, B-03, B-04, B-06, B-13: headlines, terms, grounds and reasons are hostile in the debates above, and are shown as text.
#[test]
fn what_is_declared_is_hostile_too() {
    let (debate, _) = said(LEDGER, "<b>PWN</b>");
    let verdict = analysis::Verdict::of(&debate);
    let page = text::one_line(&markdown::document(&debate));
    let dossier = text::one_line(&Marks::of(&exports::html::document(&debate)).unwrap().text);
    let option = verdict.options.iter().find(|it| !it.is_given).unwrap();
    let (turn, term) = (&debate.rounds[2].spoken[0].turn, &debate.registry.terms[0]);
    let move_ = verdict.participants.iter().find_map(|it| it.change.as_ref()).unwrap();
    for said in [
        Some(option.headline.as_str()),
        option.said[0].why.as_deref(),
        Some(term.text.as_str()),
        turn.on_terms[0].why.as_deref(),
        turn.others[0].why.as_deref(),
        move_.because[0].why.as_deref(),
    ] {
        let said = said.unwrap();
        assert!(said.starts_with("<b>PWN</b> "), "{said}");
        assert!(dossier.contains(said), "{said}: {dossier}");
        let escaped = said.replace('<', "\\<").replace('>', "\\>");
        assert!(page.contains(&escaped), "{escaped}: {page}");
    }
    let (estimated, _) = said(EFFORT, "<b>PWN</b>");
    let page = text::one_line(&markdown::document(&estimated));
    assert!(
        page.contains("360 \\<b\\>PWN\\</b\\> person-days | 480 | 0.80 | \\<b\\>PWN\\</b\\> development"),
        "{page}"
    );
}

/// A debate in which every text is `said`.
fn debate_of(said: &str) -> Debate {
    let mut events = log::read_lines(SITES).unwrap();
    for event in &mut events {
        match &mut event.event {
            Event::TurnTaken { turn, .. } => {
                turn.position = Some(said.to_owned());
                turn.reasoning = Some(said.to_owned());
                turn.would_change = Some(said.to_owned());
                turn.claims.iter_mut().for_each(|it| it.text = format!("{said} {}", it.text));
                turn.terms.iter_mut().for_each(|it| *it = format!("{said} {it}"));
                let why = turn.others.iter_mut().map(|it| &mut it.why);
                let why = why.chain(turn.on_terms.iter_mut().map(|it| &mut it.why));
                why.chain(turn.because.iter_mut().map(|it| &mut it.why)).for_each(|it| *it = Some(said.to_owned()));
                if let Some(Cast::Headline(headline)) = &mut turn.ballot {
                    *headline = said.to_owned();
                }
            }
            Event::BallotsGrouped { options, .. } => options.iter_mut().for_each(|it| it.headline = said.to_owned()),
            _ => {}
        }
    }
    Debate::replay(&events).unwrap()
}

fn words() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(HOSTILE.iter().flat_map(|it| it.split(' ')).collect::<Vec<_>>());
    let piece =
        prop_oneof![marks.prop_map(str::to_owned), "[-!-/:-@\\[-`{-~ \n\t]{1,8}", "\\PC{1,8}", "[a-z0-9]{1,12} "];
    prop::collection::vec(piece, 1..12).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// I-32, I-40: whatever is said, it is inert in each format, and in Markdown it reads as it was said.
    #[test]
    fn whatever_is_said_is_inert(said in words()) {
        let debate = debate_of(&said);
        for page in [markdown::document(&debate), adr::document(&debate)] {
            prop_assert_eq!(found(&page), Vec::<String>::new(), "{}", page);
        }
        let line = text::one_line(&text::clean(&said).text);
        let page = markdown::document(&debate);
        let read: String = Parser::new_ext(&page, Options::all() - Options::ENABLE_SMART_PUNCTUATION)
            .filter_map(|it| match it {
                Part::Text(it) | Part::Code(it) => Some(it.to_string()),
                Part::SoftBreak => Some(" ".to_owned()),
                _ => None,
            })
            .collect();
        prop_assert!(read.contains(&line), "{line}\n{page}");
        for row in rows(&csv::document(&debate)) {
            prop_assert_eq!(row.len(), csv::COLUMNS.len());
            prop_assert!(!row.iter().any(|it| it.starts_with(['=', '+', '-', '@'])));
        }
        for line in argdown::document(&debate).lines().filter(|it| it.starts_with('[')) {
            prop_assert!(bare(line.split_once("]: ").unwrap().1), "{}", line);
        }
        prop_assert!(Marks::of(&exports::html::document(&debate)).is_ok());
    }
}
