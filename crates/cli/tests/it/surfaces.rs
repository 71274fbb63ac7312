//! Real debates on every surface: the output for each, in four languages (I-01, B-11, B-21).
//!
//! The engine plays the scripts; their logs are imported, and each surface is read as its user would. A surface must begin with the first screen
//! of the verdict. Not here: whether the verdict is right, which the engine's tests of the scripts check.
use crate::mcp::{Agent, newest};
use crate::sandbox::Sandbox;
use crate::script::{DEBATES, LANGUAGES, Script, play, script};
use crate::serve::{SERVE, Served};
use analysis::Verdict;
use analysis::decision::verdict::{Row, Screen};
use pulldown_cmark::{Event, Parser, TagEnd};
use regex::Regex;
use serde_json::{Value, json};

/// A real debate, played and imported.
struct Shown {
    language: &'static str,
    name: &'static str,
    screen: Screen,
    /// The same with every word.
    whole: Screen,
}

/// All debates of a language in a sandbox, and the first screen of each. A debate has the id of its script: where names are hidden, the ids of
/// claims depend on it.
async fn held(language: &'static str) -> (Sandbox, Vec<Shown>) {
    let sandbox = Sandbox::new();
    let mut all = Vec::new();
    for name in DEBATES {
        let script = script(language, name);
        let (debate, log) = play(&script, name).await;
        let lines: String = log.iter().map(|it| debate::log::write(it).unwrap() + "\n").collect();
        let ran = sandbox.run_with(&["import", "-"], lines.as_bytes());
        assert_eq!((ran.code, ran.stdout), (0, format!("{name}\n")), "{}", ran.stderr);
        let verdict = Verdict::of(&debate);
        let shown = Shown { language, name, screen: verdict.screen(), whole: verdict.whole_screen() };
        says_what_is_expected(&shown, &script);
        all.push(shown);
    }
    (sandbox, all)
}

/// The first screen begins with the option and the count, or the estimate, and the label that the script expects.
fn says_what_is_expected(it: &Shown, script: &Script) {
    let (expected, Screen { headline, label, .. }) = (&script.expected, &it.screen);
    let (held_by, of) = (&expected["held_by"], &expected["of"]);
    let begins = match expected["option"].as_str() {
        Some(option) => format!("{option}, {held_by} of {of} ("),
        None => format!("about {:.0} ", expected["estimate"]["best"].as_f64().unwrap()),
    };
    assert!(headline.starts_with(&begins), "{it}: {headline}");
    assert!(label.starts_with(expected["label"].as_str().unwrap()), "{it}: {label}");
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.language, self.name)
    }
}

/// A text without white space: line breaks vary, in scripts without spaces anywhere.
fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The rows, each with its title.
fn rows(screen: &Screen) -> String {
    screen.rows.iter().map(|Row { title, text }| format!("{title}: {text}\n")).collect()
}

/// Compares a surface with the first screen; the English ones also have a snapshot.
fn compare(surface: &str, it: &Shown, found: &str, expected: &str) {
    assert_eq!(packed(found), packed(expected), "{surface} of {it}");
    if it.language == "en" {
        insta::assert_snapshot!(format!("{surface} of {}", it.name), found);
    }
}

/// I-01, B-11, B-21: `show` prints the question and the first screen in at most fifteen lines, and `show --full` every word.
#[tokio::test]
async fn the_terminal_says_the_first_screen() {
    for language in LANGUAGES {
        let (sandbox, all) = held(language).await;
        for it in &all {
            let Screen { headline, label, position, by, .. } = &it.whole;
            let short = sandbox.print(&["show", it.name]);
            assert!(short.lines().count() <= 15, "{it}: {short}");
            let packed_short = packed(&short);
            // Other rows may be left out for these.
            let needed = ["Lost", "Alone they would have said", "Question", "Next step"];
            let titles = it.screen.rows.iter().map(|it| it.title).filter(|it| needed.contains(it));
            titles.for_each(|title| {
                assert!(packed_short.contains(&packed(&format!("{title}:"))), "{it}, {title}: {short}")
            });
            if it.language == "en" {
                insta::assert_snapshot!(format!("first screen of {}", it.name), short);
            }
            let shown = sandbox.print(&["show", it.name, "--full"]);
            let found = shown.split("\n\n").nth(1).unwrap();
            let whose = by.as_ref().filter(|_| position.is_some()).map(|it| format!("in the words of {it}"));
            let (position, whose) = (position.as_deref().unwrap_or_default(), whose.unwrap_or_default());
            let expected = format!("Verdict: {headline}\n{label}\n{position}\n{whose}\n{}", rows(&it.whole));
            compare("terminal", it, found, &expected);
        }
    }
}

/// I-01, B-11, B-21: `show --json` has the first screen as data, first.
#[tokio::test]
async fn json_has_the_first_screen() {
    for language in LANGUAGES {
        let (sandbox, all) = held(language).await;
        for it in &all {
            let text = sandbox.print(&["show", it.name, "--json"]);
            let shown: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(shown["screen"], serde_json::to_value(&it.screen).unwrap(), "{it}");
            assert!(text.trim_start_matches(['{', ' ', '\n']).starts_with("\"screen\""), "{it}");
            if it.language == "en" {
                let shown = serde_json::to_string_pretty(&shown["screen"]).unwrap();
                insta::assert_snapshot!(format!("JSON of {}", it.name), shown);
            }
        }
    }
}

/// The rendered text of Markdown, a line for each paragraph and item.
#[expect(clippy::wildcard_enum_match_arm, reason = "a parser's parts are not ours")]
fn read_markdown(text: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(text) {
        match event {
            Event::Text(it) | Event::Code(it) => out.push_str(&it),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => out.push('\n'),
            _ => {}
        }
    }
    out
}

/// I-01, I-40, B-11, B-21: the Markdown export has the first screen under its first heading, then the reason for the end.
#[tokio::test]
async fn markdown_says_the_first_screen() {
    for language in LANGUAGES {
        let (sandbox, all) = held(language).await;
        for it in &all {
            let Screen { headline, label, position, by, .. } = &it.screen;
            let text = sandbox.print(&["export", it.name, "--format", "markdown"]);
            let (_, decision) = text.split_once("\n## Decision\n\n").unwrap();
            let (found, _) = decision.split_once("\n- Ended by: ").unwrap();
            let whose = if position.is_some() { "In the words of" } else { "Surest holder:" };
            let (position, by) = (position.as_deref().unwrap_or_default(), by.as_deref().unwrap_or_default());
            let expected = format!("{headline}\nLabel: {label}\n{position}\n{whose} {by}\n{}", rows(&it.screen));
            assert_eq!(packed(&read_markdown(found)), packed(&expected), "{it}");
            if it.language == "en" {
                insta::assert_snapshot!(format!("Markdown of {}", it.name), found);
            }
        }
    }
}

/// The rendered text of a page, a line for each block.
fn read_html(text: &str) -> String {
    let blocks = Regex::new("</(p|h2|div|dt|blockquote)>").unwrap();
    let tags = Regex::new("<[^>]*>").unwrap();
    let text = blocks.replace_all(text, "\n").replace("</span>", " ");
    let text = tags.replace_all(&text, "").into_owned();
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")];
    let text = marks.iter().fold(text, |text, (mark, c)| text.replace(mark, c));
    text.lines().map(str::trim).filter(|it| !it.is_empty()).map(|it| format!("{it}\n")).collect()
}

/// The text between two markers of a page.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from} in {text}"));
    rest.split_once(to).unwrap_or_else(|| panic!("no {to} after {from} in {text}")).0
}

/// I-01, I-40, B-11, B-21: the dossier has the first screen in its first part, with the meaning of the label and the figures beside it; closing
/// ballots are no round beyond the cap (B-05).
#[tokio::test]
async fn the_dossier_says_the_first_screen() {
    for language in LANGUAGES {
        let (sandbox, all) = held(language).await;
        for it in &all {
            let page = sandbox.print(&["export", it.name, "--format", "html"]);
            let part = between(&page, "<section class=\"decision ", "</section>");
            let found = |from: &str, to: &str| packed(&read_html(between(part, from, to)));
            let Screen { headline, label, position, by, rows } = &it.screen;
            assert_eq!(found("<span class=\"badge\">", "</span>"), packed(label), "{it}");
            assert_eq!(found("<h2 dir=\"auto\">", "</h2>"), packed(headline), "{it}");
            match position {
                Some(position) => {
                    assert_eq!(found("<blockquote class=\"position\">", "</blockquote>"), packed(position))
                }
                None => assert!(!part.contains("<blockquote"), "{it}"),
            }
            let whose = if position.is_some() { "In the words of " } else { "Surest holder: " };
            assert_eq!(found("<p class=\"whose\">", "</p>"), packed(&format!("{whose}{}", by.as_deref().unwrap())));
            let told: String = rows.iter().map(|Row { title, text }| format!("{title}{text}")).collect();
            assert_eq!(found("<dl class=\"screen\">", "</dl>"), packed(&told), "{it}");
            if it.language == "en" {
                insta::assert_snapshot!(format!("HTML of {}", it.name), read_html(&format!("<section {part}")));
            }
        }
    }
}

/// I-01, I-22, B-11, B-21: `get_consensus` has the first screen as data and as text; the next step is worded for a caller without a command line.
#[tokio::test]
async fn mcp_says_the_first_screen() {
    for language in LANGUAGES {
        let (sandbox, all) = held(language).await;
        let mut agent = Agent::start(sandbox.command(&["mcp"]));
        for it in &all {
            let answer = agent.call("get_consensus", &json!({"id": it.name}));
            let shown = &answer["structuredContent"]["decision"]["screen"];
            let is_told = |it: &&Row| it.title != "Next step";
            let told: Vec<Value> =
                it.screen.rows.iter().filter(is_told).map(|it| serde_json::to_value(it).unwrap()).collect();
            let (last, found) = shown["rows"].as_array().unwrap().split_last().unwrap();
            assert_eq!((found, &last["title"]), (told.as_slice(), &json!("Next step")), "{it}");
            let Screen { headline, label, position, by, .. } = &it.screen;
            let head = json!({"headline": headline, "label": label, "position": position, "by": by});
            for field in ["headline", "label", "position", "by"] {
                assert_eq!(shown[field], head[field], "{field} of {it}");
            }
            let words = answer["content"][0]["text"].as_str().unwrap();
            let all_words = packed(words);
            let parts = [headline, label]
                .into_iter()
                .chain(position)
                .chain(it.screen.rows.iter().filter(is_told).map(|it| &it.text));
            parts.for_each(|part| assert!(all_words.contains(&packed(part)), "{it}: {part} in {words}"));
            if it.language == "en" {
                let first: Vec<&str> = words.lines().take_while(|it| !it.starts_with("> `")).collect();
                insta::assert_snapshot!(format!("MCP of {}", it.name), first.join("\n"));
            }
        }
        assert_eq!(agent.leave().code, 0);
    }
}

/// Q-20, P-40: the graph of a debate and of a panel is the same on the command line, over HTTP and over MCP, and in the JSON export of a panel.
#[tokio::test]
async fn the_graph_has_one_shape() {
    let sandbox = Sandbox::new();
    let name = DEBATES[0];
    let (_, log) = play(&script("en", name), name).await;
    let lines: String = log.iter().map(|it| debate::log::write(it).unwrap() + "\n").collect();
    assert_eq!(sandbox.run_with(&["import", "-"], lines.as_bytes()).code, 0);
    let topic = "Should we split the monolith?";
    let words = ["--deck", "architects", "--with", "economist=sim,operator=sim", "--aspects", "cost", "--json"];
    sandbox.print(&[&["panel", topic][..], &words].concat());
    let panel = newest(&sandbox);
    let served = Served::start(sandbox.command(&SERVE));
    let mut agent = Agent::start(sandbox.command(&["mcp"]));
    for id in [name, &panel] {
        let shown: Value = serde_json::from_str(&sandbox.print(&["show", id, "--graph", "json"])).unwrap();
        assert!(shown["nodes"].as_array().is_some_and(|it| it.len() > 1), "{id}: {shown}");
        assert_eq!(served.read(&format!("/debates/{id}/graph")), (200, shown.clone()), "{id} over HTTP");
        assert_eq!(agent.resource(&format!("roundtable://debates/{id}/graph")), shown, "{id} over MCP");
        let exported: Value = serde_json::from_str(&sandbox.print(&["export", id, "--format", "json"])).unwrap();
        let (node, is_panel) = (&shown["nodes"][0], id == panel);
        assert_eq!((node["call"].is_string(), node["strength"].is_number()), (is_panel, !is_panel), "{node}");
        if is_panel {
            assert_eq!(exported["panel"]["graph"], shown, "the export of {id}");
        }
    }
    assert_eq!(agent.leave().code, 0);
    served.stop();
}
