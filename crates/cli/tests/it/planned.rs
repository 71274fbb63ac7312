//! Requests over HTTP and MCP, planned with the program's own settings and without fakes.
use crate::mcp::{Agent, is_over};
use crate::sandbox::Sandbox;
use crate::serve::{SERVE, Served};
use serde_json::{Value, json};

/// A surface.
enum Surface {
    Http(Served),
    Mcp(Agent),
}

impl Surface {
    /// Both, each with its own process over one store.
    fn both(sandbox: &Sandbox) -> [Surface; 2] {
        [Surface::Http(Served::start(sandbox.command(&SERVE))), Surface::Mcp(Agent::start(sandbox.command(&["mcp"])))]
    }

    fn name(&self) -> &'static str {
        match self {
            Surface::Http(_) => "HTTP",
            Surface::Mcp(_) => "MCP",
        }
    }

    /// Sends a request by path or tool; returns the answer or the error.
    fn ask(&mut self, path: &str, tool: &str, wish: &Value) -> Result<Value, String> {
        match self {
            Surface::Http(served) => match served.api(path, wish) {
                (200..300, answer) => Ok(answer),
                (status, problem) => {
                    assert_eq!(
                        (status, &problem["type"]),
                        (422, &json!("urn:roundtable:problem:refused")),
                        "{problem}"
                    );
                    Err(problem["detail"].as_str().unwrap().to_owned())
                }
            },
            Surface::Mcp(agent) => agent.attempt(tool, wish).map(|it| it["structuredContent"].clone()),
        }
    }

    fn start(&mut self, wish: &Value) -> Result<Value, String> {
        self.ask("/debates", "start_roundtable", wish)
    }

    /// Sends a request about a debate.
    fn of_debate(&mut self, id: &str, (path, tool): (&str, &str), wish: &Value) -> Result<Value, String> {
        let mut wish = wish.clone();
        if let Surface::Mcp(_) = self {
            wish["id"] = json!(id);
        }
        self.ask(&format!("/debates/{id}/{path}"), tool, &wish)
    }

    fn end(self) {
        match self {
            Surface::Http(served) => served.stop(),
            Surface::Mcp(agent) => assert_eq!(agent.leave().code, 0),
        }
    }
}

const CONTINUE: (&str, &str) = ("continue", "continue_roundtable");
const FORK: (&str, &str) = ("fork", "fork_session");

/// The id of the started debate, once it is over.
fn over(sandbox: &Sandbox, begun: &Value) -> String {
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    while !is_over(sandbox, &id) {
        std::thread::yield_now();
    }
    id
}

fn log(sandbox: &Sandbox, id: &str) -> Vec<Value> {
    sandbox.print(&["export", id, "--format", "log"]).lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// The opening of a debate, without its id, its time, and names derived from the id.
fn opening(sandbox: &Sandbox, id: &str) -> Value {
    let mut event = log(sandbox, id).swap_remove(0);
    event.as_object_mut().unwrap().retain(|name, _| name != "debate" && name != "at");
    for it in event["participants"].as_array_mut().unwrap() {
        it.as_object_mut().unwrap().remove("alias");
    }
    event
}

/// Settings other than the defaults.
fn sandbox() -> Sandbox {
    Sandbox::new().with_settings(
        b"rounds = 3\nmax_tokens = 900\ndecide = \"borda\"\nsafety = false\nalgorithm = \"fixed_rounds\"\ntable = [\"sim/4\", \"ann=sim/5\"]\n",
    )
}

/// I-20, I-30, D-60: a request overrides the settings and is planned as on the command line: every surface opens the debate with the same
/// event.
#[test]
fn a_wish_is_planned_alike_on_every_surface() {
    let sandbox = sandbox();
    let mut surfaces = Surface::both(&sandbox);
    let topic = "Alder, Birch or Cedar?";
    let rows = [
        (json!({"topic": topic, "ask_context": false}), vec![], (3, "borda", "collaborative")),
        (
            json!({"topic": topic, "ask_context": false, "mode": "delphi", "rounds": 2, "decide": "majority", "seed": 11,
                "budget_tokens": 900_000, "deadline_seconds": 90, "high_stakes": true, "options": ["Oak", "Ash"],
                "participants": ["sim/7", "eve=sim/8", "sim/9"], "closing_ballot": "always", "flags": {"max_tokens": 800}}),
            vec![
                "--mode",
                "delphi",
                "--rounds",
                "2",
                "--decide",
                "majority",
                "--seed",
                "11",
                "--budget-tokens",
                "900000",
                "--deadline",
                "90s",
                "--high-stakes",
                "--options",
                "Oak; Ash",
                "--with",
                "sim/7,eve=sim/8,sim/9",
                "--closing-ballot",
                "always",
                "--set",
                "max_tokens=800",
            ],
            (2, "majority", "delphi"),
        ),
    ];
    for (wish, words, (rounds, decide, mode)) in rows {
        let typed = sandbox.print(&[&["debate", topic, "--jsonl"], words.as_slice()].concat());
        let typed = opening(&sandbox, &crate::sandbox::id_of(typed.lines().next().unwrap()));
        assert_eq!(
            (&typed["rules"]["rounds"], &typed["rules"]["decide"], &typed["mode"]),
            (&json!(rounds), &json!(decide), &json!(mode))
        );
        for surface in &mut surfaces {
            let begun = surface.start(&wish).unwrap();
            let id = over(&sandbox, &begun);
            assert_eq!(opening(&sandbox, &id), typed, "{}", surface.name());
        }
    }
    surfaces.into_iter().for_each(Surface::end);
}

/// I-13, I-20, I-30: HTTP and MCP give the planner's errors in the same words, which name the caller's fields and no flags; no debate
/// starts.
#[test]
fn a_refusal_names_the_callers_fields() {
    let sandbox = sandbox();
    let mut surfaces = Surface::both(&sandbox);
    let rows = [
        (json!({"rounds": 101}), "`rounds`"),
        (json!({"mode": "freestyle"}), "freestyle"),
        (json!({"decide": "coin"}), "coin"),
        (json!({"algorithm": "coin"}), "coin"),
        (json!({"budget_usd": -1.0}), "`budget_usd`"),
        (json!({"deadline_seconds": 0}), "`deadline_seconds`"),
        (json!({"participants": ["sim/1"]}), "participants"),
        (json!({"participants": ["openai/gpt-5.4", "sim/1"]}), "OPENAI_API_KEY"),
        (json!({"participants": ["local//etc/passwd.gguf", "sim/1"]}), "which a caller can't name"),
        (json!({"flags": {"store": "elsewhere"}}), "store"),
        (json!({"options": ["one"]}), "option"),
    ];
    for (fields, expected) in rows {
        let mut wish = fields.clone();
        wish["topic"] = json!("Should we?");
        let [http, mcp] = surfaces.each_mut().map(|it| it.start(&wish).unwrap_err());
        assert!(http.contains(expected), "{fields}: {http}");
        assert!(!http.contains("`--"), "a flag of the command line: {http}");
        assert!(mcp.contains(&http), "{fields}: {mcp}, not {http}");
    }
    assert_eq!(sandbox.print(&["list", "--json"]), "");
    surfaces.into_iter().for_each(Surface::end);
}

/// D-43, O-23: `continue` and `fork` combine the settings with the request.
#[test]
fn debates_are_continued_and_forked_by_the_planner() {
    let sandbox = sandbox();
    let mut surfaces = Surface::both(&sandbox);
    for surface in &mut surfaces {
        let name = surface.name();
        let begun = surface.start(&json!({"topic": "Should we?", "ask_context": false})).unwrap();
        let id = over(&sandbox, &begun);
        let before = log(&sandbox, &id).len();

        let refused = surface.of_debate(&id, CONTINUE, &json!({"rounds": 1, "budget_usd": -1.0})).unwrap_err();
        assert!(refused.contains("`budget_usd`") && log(&sandbox, &id).len() == before, "{name}: {refused}");
        let more = json!({"rounds": 1, "say": "The rack is rented until June.", "budget_tokens": 500_000});
        surface.of_debate(&id, CONTINUE, &more).unwrap();
        while log(&sandbox, &id).len() == before || !is_over(&sandbox, &id) {
            std::thread::yield_now();
        }
        let after = log(&sandbox, &id).split_off(before);
        assert_eq!(after[0]["type"], "debate_continued", "{name}");
        assert_eq!(after[0]["said"], "The rack is rented until June.", "{name}");
        let rules = &after[0]["rules"];
        assert_eq!((&rules["rounds"], &rules["decide"]), (&json!(4), &json!("borda")), "{name}: {rules}");
        assert_eq!(after.iter().filter(|it| it["type"] == "round_opened").count(), 1, "{name}");

        let refused = surface.of_debate(&id, FORK, &json!({"seats": {"bob": "sim/9"}})).unwrap_err();
        assert!(refused.contains("no participant is called `bob`"), "{name}: {refused}");
        let otherwise = json!({"after_round": 1, "rounds": 2, "decide": "majority", "seats": {"ann": "sim/9"}});
        let forked = over(&sandbox, &surface.of_debate(&id, FORK, &otherwise).unwrap());
        let events = log(&sandbox, &forked);
        let begins = &opening(&sandbox, &forked);
        assert_eq!((&begins["rules"]["rounds"], &begins["rules"]["decide"]), (&json!(2), &json!("majority")), "{name}");
        assert_eq!(begins["participants"][1]["model"], "sim/9", "{name}: {begins}");
        assert_eq!(events.iter().filter(|it| it["type"] == "round_opened").count(), 2, "{name}");
    }
    surfaces.into_iter().for_each(Surface::end);
}

/// P-10, P-31: a panel of a built-in deck is seated as on the command line.
#[test]
fn a_panel_is_planned_alike_on_every_surface() {
    let sandbox = Sandbox::new();
    let topic = "Should a team of five split its monolith?";
    let words = ["panel", topic, "--deck", "architects", "--quote", "--aspects", "on-call", "--jsonl"];
    let typed = opening(&sandbox, &crate::sandbox::id_of(sandbox.print(&words).lines().next().unwrap()));
    assert!(typed["participants"].as_array().unwrap().len() >= 2, "{typed}");
    let mut surfaces = Surface::both(&sandbox);
    for surface in &mut surfaces {
        let wish = json!({"topic": topic, "deck": "architects", "quote": true, "aspects": ["on-call"]});
        let id = over(&sandbox, &surface.ask("/panels", "start_panel", &wish).unwrap());
        assert_eq!(opening(&sandbox, &id), typed, "{}", surface.name());
        let refused = surface.ask("/panels", "start_panel", &json!({"topic": topic, "deck": "nowhere"})).unwrap_err();
        assert!(refused.contains("nowhere") && !refused.contains("`--"), "{refused}");
    }
    surfaces.into_iter().for_each(Surface::end);
}
