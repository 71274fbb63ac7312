//! Tests of what the tools return and cite.
use super::*;

fn material() -> Material {
    let long = "The rack in the cellar hums all night and nobody minds it. ".repeat(30);
    let report = format!(
        "# Load\n\nThe median latency of Postgres was 40 ms.\n\n# Cellar\n\n{long}\n\n# End\n\nThe team has 14 engineers."
    );
    let attachment = |title: &str, text: &str| Arc::new(Attachment { title: title.into(), text: text.into() });
    let attached = vec![attachment("report.md", &report), attachment("empty.md", " ")];
    Material { topic: Topic::new("Should we?").unwrap(), attached }
}

async fn run(tool: &str, arguments: &str) -> ToolOutput {
    let asked = CallId::from("r1/turn/ada");
    Toolbox::usual().run(&material(), Call { asked: &asked, index: 0, tool, arguments }).await
}

/// O-10: every tool returns what it found and where, or what is wrong with the call.
#[tokio::test]
async fn tools_say_what_they_found_and_where() {
    for (tool, arguments, expected, found_in) in [
        (
            "search_sources",
            r#"{"query": "median latency"}"#,
            "S1#1 (report.md): # Load The median latency of Postgres",
            "S1#1",
        ),
        ("search_sources", r#"{"query": "elephants"}"#, "no attached text has any of these words; try others", ""),
        ("search_sources", r#"{"query": " "}"#, "! `query` is empty; say what you want", ""),
        ("search_sources", r#"{"q": "x"}"#, "! `query` is missing, or no text", ""),
        ("search_sources", "[1]", "! the arguments are no JSON object; `search_sources` takes {", ""),
        ("read_source", r#"{"source": "S1", "part": null}"#, "report.md, part 1 of ", "S1#1"),
        ("read_source", r#"{"source": "s1#2"}"#, "report.md, part 2 of ", "S1#2"),
        ("read_source", r#"{"source": "report.md", "part": "2"}"#, "report.md, part 2 of ", "S1#2"),
        ("read_source", r#"{"source": "S1", "part": 99}"#, "! S1 has no part 99; it has 1 to ", ""),
        ("read_source", r#"{"source": "S1", "part": 0}"#, "! `part` must be a whole number from 1, or null", ""),
        ("read_source", r#"{"source": "S2", "part": 1}"#, "! S2 is empty", ""),
        ("read_source", r#"{"source": "S7", "part": 1}"#, "! `S7` is no attached text; there are S1 to S2", ""),
        ("calculate", r#"{"expression": "15% of  240"}"#, "15% of 240 = 36", ""),
        ("calculate", r#"{"expression": "1/3"}"#, "1/3 ≈ 0.333333333333", ""),
        ("calculate", r#"{"expression": "1/0"}"#, "! character 2: division by zero", ""),
        (
            "fact_check",
            r#"{"claim": "The team has 14 engineers"}"#,
            "verified: S1#3, line 11, “End” says: The team has 14 engineers.\nS1#3: ",
            "S1#3",
        ),
        (
            "fact_check",
            r#"{"claim": "The median latency of Postgres was 70 ms"}"#,
            "contradicted: S1#1, line 3, “Load” says: The median latency of Postgres was 40 ms.\nS1#1: ",
            "S1#1",
        ),
        ("fact_check", r#"{"claim": "Penguins like it"}"#, "unchecked: nothing in it can be worked out", ""),
        ("fact_check", r#"{"claim": "2 + 2 = 5"}"#, "contradicted: 2 + 2 comes to 4, not 5", ""),
        ("sing", "{}", "! there is no tool `sing`; there are: search_sources, read_source, fact_check, calculate", ""),
    ] {
        let outcome = run(tool, arguments).await;
        let shown = format!("{}{}", if outcome.failed { "! " } else { "" }, outcome.text);
        assert!(shown.starts_with(expected), "{tool} {arguments}: {shown}");
        assert_eq!(outcome.found_in.join(" "), found_in, "{tool} {arguments}");
        assert!(text::tokens(&outcome.text) <= 600, "{tool} {arguments}: {}", text::tokens(&outcome.text));
    }
}

/// D-50: tier 1 reads tool results. A passage that it would stop in an answer is named but not shown; a result that it stops is withheld as
/// a whole.
#[tokio::test]
async fn what_tools_bring_is_read_for_harm() {
    struct Fetch(&'static str);
    impl Tool for Fetch {
        fn name(&self) -> &'static str {
            "fetch"
        }
        fn description(&self) -> &'static str {
            "Fetches."
        }
        fn schema(&self) -> Value {
            serde_json::json!({})
        }
        fn is_of_use(&self, _: &Material) -> bool {
            true
        }
        fn run<'a>(&'a self, _: &'a Material, _: &'a Value) -> BoxFuture<'a, ToolOutput> {
            Box::pin(ready(ToolOutput::found(self.0, vec!["S1".to_owned()])))
        }
    }
    let hostile = include_str!("../../../analysis/data/safety-hostile.txt");
    let harmful = hostile.lines().find(|it| safety::screen(it).is_some()).unwrap();
    let asked = CallId::from("r1/turn/ada");
    let call = |tool, arguments| Call { asked: &asked, index: 0, tool, arguments };
    let fetched = Toolbox::new(vec![Arc::new(Fetch(harmful))]).run(&material(), call("fetch", "{}")).await;
    assert!(fetched.failed && fetched.text.starts_with("withheld") && fetched.found_in.is_empty(), "{fetched:?}");
    let long = "The rack in the cellar hums all night and nobody minds it. ".repeat(12);
    let text = format!("{long}\n\n# Cellar\n\n{harmful} In the cellar.");
    let attached = vec![Arc::new(Attachment { title: "report.md".into(), text })];
    let material = Material { attached, ..material() };
    for (tool, arguments) in [
        ("search_sources", r#"{"query": "cellar"}"#),
        ("read_source", r#"{"source": "S1#1", "part": null}"#),
        ("read_source", r#"{"source": "S1#2", "part": null}"#),
        ("fact_check", r#"{"claim": "The cellar has a rack"}"#),
    ] {
        let outcome = Toolbox::usual().run(&material, call(tool, arguments)).await;
        assert!(!outcome.failed && outcome.text.contains("(withheld"), "{tool}: {outcome:?}");
        assert!(outcome.text.contains("hums all night") && !outcome.text.contains(harmful), "{tool}: {outcome:?}");
    }
}

/// O-10: without attachments there is nothing to search, so only arithmetic is offered.
#[test]
fn a_tool_is_offered_where_it_is_of_use() {
    let names = |material: &Material| Toolbox::usual().offered(material).iter().map(|it| it.name()).collect::<Vec<_>>();
    assert_eq!(names(&material()), ["search_sources", "read_source", "fact_check", "calculate"]);
    assert_eq!(names(&Material { attached: vec![], ..material() }), ["calculate"]);
}

/// O-10: every schema is closed and requires every property, as providers with strict schemas demand.
#[test]
fn schemas_are_closed() {
    for tool in Toolbox::usual().tools {
        let schema = tool.schema();
        let properties: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let required: Vec<&str> = schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(properties, required, "{}", tool.name());
        assert_eq!(schema["additionalProperties"], false, "{}", tool.name());
    }
}
