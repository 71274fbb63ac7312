//! The lists that a client reads before its first call.
use super::fixture::{BOTH, Speaks, client, service};
use rmcp::ServerHandler;
use rmcp::model::{ArgumentInfo, CompleteRequestParams, CompletionContext, GetPromptRequestParams, Reference};
use serde_json::{Value, json};
use server::mcp::Roundtable;

/// The expected tools.
const TOOLS: [&str; 22] = [
    "continue_roundtable",
    "control_session",
    "delete_session",
    "export_session",
    "fork_session",
    "get_agents",
    "get_citations",
    "get_consensus",
    "get_cruxes",
    "get_learning",
    "get_response_detail",
    "get_round_details",
    "get_status",
    "get_thoughts",
    "list_decks",
    "list_sessions",
    "record_outcome",
    "search_sessions",
    "start_panel",
    "start_roundtable",
    "synthesize_debate",
    "wait",
];

/// `wait` has its own tests.
const OURS: fn(&str) -> bool = |name| name != "wait";

/// I-20: both generations list every tool with title, description, valid schemas and hints.
#[tokio::test]
async fn every_tool_says_what_it_is() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        let mut tools = client.list_all_tools().await.unwrap();
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        let names: Vec<&str> = tools.iter().map(|it| it.name.as_ref()).collect();
        assert_eq!(names, TOOLS, "{speaks:?}");
        for tool in tools.iter().filter(|it| OURS(&it.name)) {
            let name = &tool.name;
            assert!(tool.title.as_ref().is_some_and(|it| it.len() > 5), "{name} has a title");
            let description = tool.description.as_deref().unwrap_or_default();
            assert!(description.len() > 100, "{name}: {description}");
            assert!(["Free", "osts", "free"].iter().any(|it| description.contains(it)), "{name} says what it costs");
            let hints = tool.annotations.clone().unwrap_or_default();
            assert!(
                hints.read_only_hint.is_some() && hints.idempotent_hint.is_some() && hints.open_world_hint.is_some(),
                "{name}"
            );
            let is_destructive = hints.read_only_hint == Some(false) && hints.destructive_hint != Some(false);
            assert_eq!(is_destructive, name == "delete_session", "{name}");
            let input = Value::Object(tool.input_schema.as_ref().clone());
            let output = Value::Object(tool.output_schema.clone().expect("an output schema").as_ref().clone());
            for (which, schema) in [("input", &input), ("output", &output)] {
                assert_eq!(schema["type"], "object", "{name} {which}");
                assert!(jsonschema::draft202012::meta::is_valid(schema), "{name} {which}");
                assert!(!schema.to_string().contains("$ref"), "{name} {which} has no references");
                undescribed(name, schema);
            }
            assert_eq!(input["additionalProperties"], json!(false), "{name} takes nothing it does not know");
            assert!(jsonschema::draft202012::new(&output).is_ok(), "{name}");
        }
    }
}

/// I-22: the lists are short, too.
#[tokio::test]
async fn the_list_of_tools_is_short() {
    let client = client(&service().await, "", Speaks::Older, ()).await;
    let tools = client.list_all_tools().await.unwrap();
    let sizes: Vec<(String, usize)> =
        tools.iter().map(|it| (it.name.to_string(), serde_json::to_string(it).unwrap().len())).collect();
    let bytes: usize = sizes.iter().map(|(_, it)| it).sum();
    assert!(bytes < 3_350 * TOOLS.len(), "{bytes} bytes: {sizes:?}");
}

/// O-20: tools are built once for all clients.
#[tokio::test]
async fn clients_share_the_tools() {
    let service = service().await;
    let schemas = [(), ()].map(|()| {
        let tool = Roundtable::new(service.clone(), Default::default()).get_tool("get_consensus").unwrap();
        tool.output_schema.unwrap()
    });
    assert!(std::sync::Arc::ptr_eq(&schemas[0], &schemas[1]));
}

/// Fails if a field has no description.
fn undescribed(tool: &str, schema: &Value) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        assert!(field.get("description").is_some(), "{tool}: `{name}` is described");
        undescribed(tool, field);
        undescribed(tool, &field["items"]);
    }
}

/// I-20: the description of `start` lists exactly the existing modes.
#[tokio::test]
async fn the_start_names_every_mode() {
    let client = client(&service().await, "", Speaks::Older, ()).await;
    let tools = client.list_all_tools().await.unwrap();
    let start = tools.iter().find(|it| it.name == "start_roundtable").unwrap();
    let description = start.description.as_deref().unwrap_or_default();
    for mode in formats::modes::ALL {
        assert!(
            description.contains(&format!("{}: {}", mode.name(), mode.summary()))
                || description.contains(&format!("{} (the default): {}", mode.name(), mode.summary())),
            "{}",
            mode.name()
        );
    }
}

/// I-20: the instructions say what the server is and how to use it.
#[tokio::test]
async fn the_server_says_what_it_is() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        let info = client.peer_info().unwrap();
        let said = info.instructions.clone().unwrap_or_default();
        for tool in ["start_roundtable", "wait", "get_consensus", "continue_roundtable"] {
            assert!(said.contains(tool), "{speaks:?}: {said}");
        }
        assert!(said.len() < 2_000);
        assert!(info.capabilities.prompts.is_some() && info.capabilities.completions.is_some());
        assert_eq!(info.capabilities.resources.clone().unwrap().subscribe, Some(true));
    }
}

/// I-23: prompts have their arguments filled in; invalid arguments are rejected.
#[tokio::test]
async fn prompts_are_filled() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        let prompts = client.list_all_prompts().await.unwrap();
        let names: Vec<&str> = prompts.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["decide", "review", "premortem", "red_team", "compare", "find_cruxes"]);
        for prompt in &prompts {
            let required = |it: &&rmcp::model::PromptArgument| it.required == Some(true);
            let given =
                prompt.arguments.iter().flatten().filter(required).map(|it| (it.name.clone(), json!("WHAT {{mode}}")));
            let request = GetPromptRequestParams::new(&prompt.name).with_arguments(given.collect());
            let filled = client.get_prompt(request).await.unwrap();
            let text =
                serde_json::to_value(&filled.messages).unwrap()[0]["content"]["text"].as_str().unwrap().to_owned();
            assert!(text.contains("WHAT {{mode}}"), "a value is not a template: {text}");
            assert!(["get_consensus", "synthesize_debate", "get_cruxes"].iter().any(|it| text.contains(it)), "{text}");
        }
        for bad in [json!({}), json!({"question": 7}), json!({"question": " "}), json!({"question": "q", "extra": "x"})]
        {
            let request = GetPromptRequestParams::new("decide").with_arguments(super::fixture::object(bad.clone()));
            assert!(client.get_prompt(request).await.is_err(), "{bad}");
        }
        assert!(client.get_prompt(GetPromptRequestParams::new("no such")).await.is_err());
    }
}

/// I-23: prompts name only existing tools and modes.
#[tokio::test]
async fn prompts_name_what_there_is() {
    let client = client(&service().await, "", Speaks::Older, ()).await;
    let known: Vec<String> =
        TOOLS.iter().map(|it| (*it).to_owned()).chain(formats::modes::names().into_iter().map(str::to_owned)).collect();
    let fields = ["topic", "room", "attachments", "budget_usd", "only", "needs_context", "escalated", "cut"];
    let fields = fields.into_iter().chain(["ballot", "options", "unit"]).chain(server::requests::BALLOTS);
    let fields: Vec<&str> = fields.collect();
    let mut texts = vec![client.peer_info().unwrap().instructions.clone().unwrap_or_default()];
    for prompt in client.list_all_prompts().await.unwrap() {
        let given = prompt.arguments.iter().flatten().map(|it| (it.name.clone(), json!("x")));
        let filled =
            client.get_prompt(GetPromptRequestParams::new(&prompt.name).with_arguments(given.collect())).await.unwrap();
        texts.push(serde_json::to_value(&filled.messages).unwrap()[0]["content"]["text"].as_str().unwrap().to_owned());
    }
    for text in texts {
        for word in text.split('`').skip(1).step_by(2).filter(|it| !it.contains('.')) {
            assert!(known.iter().any(|it| it == word) || fields.contains(&word), "`{word}` in {text}");
        }
    }
}

/// I-23: ids, modes, algorithms, formats and names are completed.
#[tokio::test]
async fn arguments_are_completed() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        let first =
            super::fixture::begun(&service, &client, &super::fixture::start(&["ann=voice/yes", "bob=voice/no"], 1))
                .await;
        let second =
            super::fixture::begun(&service, &client, &super::fixture::start(&["carl=voice/yes", "ann=voice/no"], 1))
                .await;
        let complete = async |argument: &str, typed: &str, id: Option<&str>| {
            let request = CompleteRequestParams::new(
                Reference::for_resource("roundtable://debates/{id}"),
                ArgumentInfo::new(argument, typed),
            );
            let given = id.map(|it| ("id".to_owned(), it.to_owned())).into_iter().collect();
            let completed =
                client.complete(request.with_context(CompletionContext::with_arguments(given))).await.unwrap();
            completed.completion.values
        };
        let ids = complete("id", "", None).await;
        assert_eq!(ids[..2], [second.clone(), first.clone()], "the newest first");
        assert_eq!(complete("mode", "so", None).await, ["socratic"]);
        assert_eq!(complete("algorithm", "Fix", None).await, ["fixed_rounds"]);
        assert_eq!(complete("format", "a", None).await, ["argdown", "adr"]);
        assert_eq!(complete("participant", "", Some(&first)).await, ["ann", "bob"]);
        assert_eq!(complete("participant", "c", None).await, ["carl"], "of the newest where none is named");
        assert_eq!(complete("round", "", Some(&first)).await, ["1"]);
        assert_eq!(complete("deck", "re", None).await, ["rehearsal"]);
        assert_eq!(complete("persona", "", None).await, ["builder", "counter", "keeper"]);
        assert_eq!(complete("personas", "k", None).await, ["keeper"]);
        assert_eq!(complete("nonsense", "x", None).await, [""; 0]);
    }
}
