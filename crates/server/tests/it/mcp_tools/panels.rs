//! Panels over MCP: start, wait, and results, within 20 KB and as data.
use super::fixture::{BOTH, Speaks, call, client, service, value, words};
use super::hostile::{HOSTILE, quoted};
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use server::{Caller, DebateService};

/// A typical panel.
pub(crate) const PANEL: &str = include_str!("../../../../exports/tests/logs/panel.jsonl");

/// Imports a log, and returns its id.
pub(crate) async fn imported(service: &DebateService, log: &str) -> String {
    service.import(&Caller::default(), log).await.unwrap().to_string()
}

/// A panel of eight personas and twelve aspects with three rooms each, in which everybody says this.
fn large(says: &str) -> String {
    let (aspects, names): (Vec<String>, Vec<String>) =
        ((1..=12).map(|it| format!("aspect {it}: {says}")).collect(), (1..=8).map(|it| format!("p{it}")).collect());
    let mut events: Vec<Value> = Vec::new();
    let answer = json!({"text": says, "stop": "end", "usage": {"input": 900, "cached": 0, "output": 200, "cost": 0.001}, "took": 9, "attempts": 1});
    let seats: Vec<Value> = names
        .iter()
        .map(|it| json!({"name": it, "model": format!("example/{it}"), "family": it, "perspective": "risk-attentive"}))
        .collect();
    let rules = json!({"rounds": 14, "algorithm": "fixed_rounds", "high_stakes": false, "max_tokens": 2048, "seed": 1, "groupthink": 0.9,
        "panel": {"aspects": aspects, "most_aspects": 12, "detection": "parts", "clash": 4, "exchange": 8, "rooms": 3, "remind": 6,
        "temperatures": {"turn": 0.85, "room": 0.75, "check": 0.2, "card": 0.3}}});
    events.push(json!({"type": "debate_opened", "version": 2, "debate": "large-panel", "topic": "Should we adopt it?", "mode": "panel", "participants": seats, "rules": rules}));
    let personas: Vec<Value> = names
        .iter()
        .map(|it| json!({"name": it, "built": "extractive", "persuadability": 0.2, "contract": {"identity": says}, "beliefs": {"nodes": [], "edges": []}}))
        .collect();
    events.push(json!({"type": "panel", "what": "personas_seated", "personas": personas}));
    events.push(json!({"type": "panel", "what": "aspects_set", "aspects": aspects, "by": "you", "took": 0}));
    let round = |events: &mut Vec<Value>, number: usize, kind: &str, focus: Option<&String>| {
        events.push(json!({"type": "round_opened", "round": number, "kind": kind, "focus": focus}));
        for by in &names {
            let call = format!("r{number}/turn/{by}");
            let turn = json!({"position": format!("{by}: {says}"), "confidence": 0.7});
            events.push(json!({"type": "turn_taken", "round": number, "call": call, "by": by, "turn": turn, "flaws": [], "answer": answer}));
        }
    };
    round(&mut events, 1, "opening", None);
    for (at, aspect) in aspects.iter().enumerate() {
        let number = at + 2;
        round(&mut events, number, "take", Some(aspect));
        let pairs: Vec<(String, &String, &String)> = (0..3)
            .map(|it| (format!("room-{}", at * 3 + it + 1), &names[(at + it * 2) % 8], &names[(at + it * 2 + 1) % 8]))
            .collect();
        let disputes: Vec<Value> = pairs.iter().map(|(room, a, b)| json!({"room": room, "a": a, "b": b})).collect();
        let ignored = json!([{"a": "p1", "b": "p5", "why": says}]);
        events.push(json!({"type": "panel", "what": "disputes_found", "round": number, "by": "local", "disputes": disputes, "ignored": ignored}));
        for (room, a, b) in &pairs {
            let room_event = |what: Value| {
                let mut event = json!({"type": "room", "round": number, "room": room});
                event.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
                event
            };
            for (stage, turns) in [("clash", 4), ("position", 2), ("exchange", 8), ("convergence", 2)] {
                if stage == "position" {
                    events.push(room_event(json!({"what": "opened", "question": format!("Is it so? {says}")})));
                }
                for turn in 1..=turns {
                    let by = if turn % 2 == 1 { a } else { b };
                    let said = json!({"say": says, "answer": if by == a { "yes" } else { "no" }, "core": says, "falsifier": says});
                    events.push(room_event(json!({"what": "said", "call": format!("{room}/{stage}/{turn}/{by}"), "by": by, "stage": stage, "turn": said, "flaws": [], "answer": answer})));
                }
            }
            let words =
                |by: &String, turn: &str| json!({"by": by, "words": says, "turn": format!("{room}/{turn}/{by}")});
            let stand = |by: &String, turn: &str, answer: &str| {
                let mut stand = words(by, turn);
                stand["answer"] = json!(answer);
                stand
            };
            let card = json!({"question": format!("Is it so? {says}"), "crux": says, "kind": "empirical", "settling": says,
                "positions": [stand(a, "position/1", "yes"), stand(b, "position/2", "no")],
                "falsifiers": [words(a, "convergence/1"), words(b, "convergence/2")], "conceded": [words(b, "exchange/8")], "claims": ["C1"]});
            events.push(room_event(json!({"what": "card_drawn", "call": format!("{room}/card"), "judge": "words", "card": card, "took": 0})));
        }
    }
    round(&mut events, 14, "closing", None);
    events.push(json!({"type": "debate_closed", "why": "discussed", "figures": []}));
    let line = |(seq, mut event): (usize, Value)| {
        let place = json!({"seq": seq, "at": 1_763_300_000_000_u64 + seq as u64, "elapsed": seq});
        event.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        if event["focus"].is_null() {
            event.as_object_mut().unwrap().remove("focus");
        }
        event.to_string() + "\n"
    };
    events.into_iter().enumerate().map(line).collect()
}

/// P-24, I-20: results of a panel come in layers, cards first; a room in full has its turns, and reasoning only on request.
#[tokio::test]
async fn cruxes_are_told_in_layers() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        if speaks == Speaks::Older {
            imported(&service, PANEL).await;
        }
        let id = "20251116-monolith";
        let result = call(&client, "get_cruxes", json!({"id": id})).await;
        let found = value(&result)["panel"].clone();
        let card = &found["cards"][0];
        assert_eq!(
            (card["room"].as_str(), card["kind"].as_str(), card["finer"].as_str()),
            (Some("room-1"), Some("empirical"), Some("horizon"))
        );
        assert_eq!(card["positions"][1]["turn"], "room-1/position/2/operator");
        assert_eq!(card["conceded"][0]["by"], "operator");
        assert_eq!(card.get("resolved"), None);
        let outcomes: Vec<&str> =
            found["rooms"].as_array().unwrap().iter().map(|it| it["outcome"].as_str().unwrap()).collect();
        assert_eq!(outcomes, ["failed", "no dispute left"]);
        assert_eq!(
            found["aspects"][2],
            json!({"aspect": "Is the code read by newcomers?", "round": 4, "undisputed": true})
        );
        assert_eq!(found["left_alone"][0]["between"], json!(["minimalist", "economist"]));
        assert_eq!(value(&result)["next"]["arguments"], json!({"id": id, "room": "room-1"}));
        let room = call(&client, "get_cruxes", json!({"id": id, "room": "room-1"})).await;
        assert_eq!(value(&room)["room"]["said"].as_array().unwrap().len(), 10);
        let failed = value(&call(&client, "get_cruxes", json!({"id": id, "room": "room-2"})).await);
        assert_eq!(failed["room"]["why"], "economist has no turn in it: timed out");
        assert_eq!(failed["room"].get("card"), None, "nothing is made up");
        let whole = call(&client, "get_cruxes", json!({"id": id, "max_bytes": 1_000_000})).await;
        for said in [&result, &room, &whole] {
            assert!(!serde_json::to_string(said).unwrap().contains("PRIVATE"), "nobody asked for thoughts");
        }
        let traced = value(&call(&client, "get_cruxes", json!({"id": id, "room": "room-1", "trace": true})).await);
        assert_eq!(traced["room"]["said"][4]["trace"][0]["step"], "belief");
        let roomless = call(&client, "get_cruxes", json!({"id": id, "trace": true})).await;
        assert!(words(&roomless).contains("name it in `room`"), "{}", words(&roomless));
        let other = call(&client, "get_cruxes", json!({"id": id, "room": "room-9"})).await;
        assert!(words(&other).contains("there are room-1, room-2, room-3"), "{}", words(&other));
        let round = call(&client, "get_round_details", json!({"id": id, "round": 2})).await;
        assert_eq!(
            value(&round)["rooms"],
            json!(["room-1: minimalist and operator, open", "room-2: operator and economist, failed"])
        );
    }
}

/// P-10, I-21: `wait` and the state of a panel give the current aspect and the number of open rooms.
#[tokio::test]
async fn a_panel_says_how_far_it_is() {
    let lines: Vec<&str> = PANEL.lines().collect();
    let upto = |what: &str| lines.iter().position(|it| it.contains(what)).unwrap();
    let cases = [
        (
            2,
            json!({"at": "aspects", "aspect": 0, "aspects": 0, "rooms_open": 0, "cards": 0}),
            "aspects are being chosen",
        ),
        (
            upto("r1/turn/operator"),
            json!({"at": "opening", "aspect": 0, "aspects": 3, "rooms_open": 0, "cards": 0}),
            "openings",
        ),
        (
            upto("disputes_found") + 1,
            json!({"at": "rooms", "aspect": 1, "aspects": 3, "rooms_open": 2, "cards": 0}),
            "aspect 1 of 3, rooms open: 2",
        ),
        (
            upto("r3/turn/operator"),
            json!({"at": "takes", "aspect": 2, "aspects": 3, "rooms_open": 0, "cards": 1}),
            "takes on aspect 2 of 3",
        ),
        (lines.len() - 1, json!({"at": "closing", "aspect": 3, "aspects": 3, "rooms_open": 0, "cards": 1}), "closings"),
        (
            lines.len(),
            json!({"at": "over", "aspect": 3, "aspects": 3, "rooms_open": 0, "cards": 1}),
            "over after 3 of 3 aspects",
        ),
    ];
    for (upto, phase, told) in cases {
        let service = service().await;
        let client = client(&service, "", Speaks::Older, ()).await;
        let id = imported(&service, &(lines[..upto].join("\n") + "\n")).await;
        for tool in ["get_status", "wait"] {
            let result = call(&client, tool, json!({"id": id})).await;
            assert_eq!(value(&result)["panel"], phase, "{tool} after {upto}");
            assert!(words(&result).contains(told), "{tool}: {}", words(&result));
        }
    }
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    imported(&service, PANEL).await;
    let over = value(&call(&client, "get_status", json!({"id": "latest"})).await);
    assert_eq!(over["next"]["tool"], "get_cruxes");
    let since = value(&call(&client, "wait", json!({"id": "latest", "after": 0})).await);
    assert!(!since["happened"].to_string().contains("looked up"), "{since:#}");
}

/// I-22: twelve aspects, eight personas and thirty-six rooms fit into 20 KB, and cuts name the call for the rest.
#[tokio::test]
async fn a_large_panel_fits() {
    for says in
        ["They differ on what \"it\" costs, and each has counted it in another way. ".repeat(6), HOSTILE.repeat(3)]
    {
        let service = service().await;
        let client = client(&service, "", Speaks::Newer, ()).await;
        let id = imported(&service, &large(&says)).await;
        let mut quotes = 0;
        for (tool, arguments) in [
            ("get_cruxes", json!({"id": id})),
            ("get_cruxes", json!({"id": id, "room": "room-36"})),
            ("get_cruxes", json!({"id": id, "room": "room-36", "trace": true})),
            ("get_status", json!({"id": id})),
            ("get_round_details", json!({"id": id, "round": 3})),
            ("wait", json!({"id": id, "after": 0})),
        ] {
            let result = call(&client, tool, arguments.clone()).await;
            let bytes = serde_json::to_string(&result).unwrap().len();
            assert!(bytes <= 20_000, "{tool} {arguments}: {bytes} bytes");
            quotes += quoted(tool, &words(&result));
            for cut in value(&result)["cut"].as_array().into_iter().flatten() {
                assert!(
                    [
                        "get_cruxes",
                        "get_status",
                        "get_round_details",
                        "get_response_detail",
                        "get_thoughts",
                        "get_citations",
                        "get_consensus"
                    ]
                    .contains(&cut["more"]["tool"].as_str().unwrap()),
                    "{cut}"
                );
            }
        }
        assert!(!says.starts_with("Fine") || quotes > 5, "the hostile words were quoted {quotes} times");
        for path in ["/cruxes", "/cruxes/room-1"] {
            let uri = format!("roundtable://debates/{id}{path}");
            let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
            assert!(serde_json::to_string(&read).unwrap().len() <= 20_000, "{path}");
        }
        let whole = value(&call(&client, "get_cruxes", json!({"id": id, "max_bytes": 1_000_000})).await);
        assert_eq!(whole["panel"]["cards"].as_array().unwrap().len(), 36, "and all of it can be had");
        assert_eq!(whole.get("cut"), None);
    }
}

/// P-18: no tool and no resource of a panel has a verdict, a label, an option, a plain vote or a figure of convergence; what needs a vote is
/// refused with the tool that has what was found, and that has all of it.
#[tokio::test]
async fn a_panel_has_no_verdict_anywhere() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = imported(&service, PANEL).await;
    let id = id.to_string();
    for tool in ["get_consensus", "synthesize_debate"] {
        let refused = call(&client, tool, json!({"id": id})).await;
        let said = words(&refused);
        assert!(
            refused.is_error == Some(true) && said.contains("nobody votes") && said.contains("get_cruxes"),
            "{said}"
        );
    }
    let mut told = String::new();
    for (tool, arguments) in [
        ("get_cruxes", json!({"id": id})),
        ("get_cruxes", json!({"id": id, "room": "room-1"})),
        ("get_status", json!({"id": id})),
        ("get_round_details", json!({"id": id, "round": 2})),
        ("get_thoughts", json!({"id": id})),
        ("get_citations", json!({"id": id})),
        ("export_session", json!({"id": id, "format": "json"})),
        ("wait", json!({"id": id, "after": 0})),
        ("list_sessions", json!({})),
    ] {
        let result = call(&client, tool, arguments.clone()).await;
        told.push_str(&format!("{tool} {arguments}: {}\n", serde_json::to_string(&result).unwrap()));
    }
    for path in ["", "/cruxes", "/cruxes/room-1", "/rounds/2", "/graph"] {
        let uri = format!("roundtable://debates/{id}{path}");
        let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
        told.push_str(&format!("{path}: {}\n", serde_json::to_string(&read).unwrap()));
    }
    let verdict = ReadResourceRequestParams::new(format!("roundtable://debates/{id}/verdict"));
    assert!(client.read_resource(verdict).await.is_err());
    for word in [
        "onsensus",
        "issensus",
        "plain_vote",
        "plain vote",
        "option A",
        "\"metrics",
        "\\\"metrics",
        "agreement\\\":",
        "agreement\":",
        "roupthink",
        "algorithm",
        "contested",
        "(never)",
        "confidence ?",
    ] {
        assert!(!told.contains(word), "{word}: {told}");
    }
    let found = value(&call(&client, "get_cruxes", json!({"id": id})).await);
    for part in ["all_hold", "cards", "matrix", "shifts", "find_out"] {
        assert!(!found["panel"][part].is_null(), "{part}: {found:#}");
    }
    assert!(found["panel"]["cards"].as_array().unwrap().iter().all(|it| it["state"].is_string()), "{found:#}");
}

/// P-10, I-21: at a panel the course of a mind is its opening against its closing; a confidence that nobody gave is not told.
#[tokio::test]
async fn thoughts_of_a_panel_are_its_shifts() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = imported(&service, PANEL).await.to_string();
    let thoughts = call(&client, "get_thoughts", json!({"id": id})).await;
    let cruxes = value(&call(&client, "get_cruxes", json!({"id": id, "max_bytes": 1_000_000})).await);
    let minds = value(&thoughts)["minds"].clone();
    for shift in cruxes["panel"]["shifts"].as_array().unwrap() {
        let mind = minds.as_array().unwrap().iter().find(|it| it["name"] == shift["by"]).unwrap();
        assert_eq!((&mind["moved"], &mind["closed_with"]), (&shift["moved"], &shift["closing"]), "{mind}");
        assert!(
            words(&thoughts).contains(&format!(
                "`{}`: {}",
                mind["name"].as_str().unwrap(),
                mind["moved"].as_str().unwrap()
            )),
            "{}",
            words(&thoughts)
        );
    }
    assert!(!words(&thoughts).contains("changed") && !words(&thoughts).contains('?'), "{}", words(&thoughts));
}

/// P-21, P-24, I-22: the text of a panel tells concessions and what would change each mind, that of a room ids, answers and links; where
/// not all fits, lists lose items before words are cut.
#[tokio::test]
async fn concessions_are_told() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = imported(&service, PANEL).await.to_string();
    let said = words(&call(&client, "get_cruxes", json!({"id": id})).await);
    for told in [
        "conceded in `room-1`, `operator`",
        "would change the mind of `minimalist`, `room-1`",
        "versions must be kept in step",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let room = words(&call(&client, "get_cruxes", json!({"id": id, "room": "room-1"})).await);
    for told in ["R1.1 `operator`, clash", "R1.5 `minimalist`", ", yes: ", "concedes: "] {
        assert!(room.contains(told), "{told}: {room}");
    }
    let says = "They differ on what it costs, and each has counted it in another way. ".repeat(5);
    let id = imported(&service, &large(says.trim())).await.to_string();
    let found = value(&call(&client, "get_cruxes", json!({"id": id})).await);
    let card = &found["panel"]["cards"][0];
    assert!(card["positions"][0]["words"].as_str().unwrap().len() >= 120, "{card:#}");
}

/// P-10, O-22, O-42: a panel starts once per key with the named personas; errors list the available names; panels of other tenants are
/// unknown.
#[tokio::test]
async fn a_panel_is_begun() {
    let service = service().await;
    let owner = client(&service, "", Speaks::Older, ()).await;
    let request = json!({"topic": "Should we split it?", "deck": "rehearsal", "personas": ["keeper", "builder=sim/7"], "aspects": ["cost", "risk"], "request_key": "k"});
    let begun = call(&owner, "start_panel", request.clone()).await;
    assert!(words(&begun).contains("Note: the participants are simulated"), "{}", words(&begun));
    let id = value(&begun)["id"].as_str().unwrap().to_owned();
    assert_eq!(value(&call(&owner, "start_panel", request).await)["id"], id.as_str(), "begun once");
    let status = value(&call(&owner, "get_status", json!({"id": id})).await);
    assert_eq!(
        (status["mode"].as_str(), status["participants"].clone()),
        (Some("panel"), json!(["keeper", "builder"]))
    );
    assert!(status["panel"].is_object(), "{status}");
    for (request, says) in [
        (json!({"topic": "It?", "deck": "nobodys"}), "there are architects, federalist"),
        (
            json!({"topic": "It?", "deck": "rehearsal", "personas": ["nobody", "keeper"]}),
            "there are: builder, keeper, counter",
        ),
        (json!({"topic": "It?", "deck": "rehearsal", "personas": ["keeper"]}), "at least 2"),
        (
            json!({"topic": "It?", "deck": "rehearsal", "aspects": vec!["a"; 13]}),
            "`aspects` has 13 items; it must be an array of at most 12 items",
        ),
        (json!({"topic": "It?", "deck": "rehearsal", "aspects": [" "]}), "an aspect is empty"),
    ] {
        let refused = call(&owner, "start_panel", request).await;
        assert_eq!(refused.is_error, Some(true));
        assert!(words(&refused).contains(says), "{says}: {}", words(&refused));
    }
    let stranger = client(&service, "other", Speaks::Older, ()).await;
    let gone = call(&stranger, "get_cruxes", json!({"id": id})).await;
    assert!(words(&gone).contains("no debate"), "{}", words(&gone));
}

/// I-20, P-01: a client can list decks with their personas, and start a panel from that list.
#[tokio::test]
async fn decks_are_listed() {
    let service = service().await;
    let client = client(&service, "", Speaks::Older, ()).await;
    let listed = call(&client, "list_decks", json!({})).await;
    assert_eq!(value(&listed)["decks"], json!([{"name": "rehearsal", "personas": ["builder", "keeper", "counter"]}]));
    assert!(words(&listed).contains("> `rehearsal`: builder, keeper, counter"), "{}", words(&listed));
    let request = json!({"topic": "It?", "deck": "rehearsal", "personas": ["builder", "keeper"]});
    assert_ne!(call(&client, "start_panel", request).await.is_error, Some(true));
}
