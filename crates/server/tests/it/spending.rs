//! Ceilings and daily caps of tenants (O-04, O-42).
use crate::site::{ACME, Ask, OTHER, Site};
use rmcp::model::CallToolRequestParams;
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Value, json};
use server::http::Patience;
use server::mcp::Roundtable;
use server::requests::{Continue, Control, Fork, Start};
use server::simulated::SimulatedPlanner;
use server::{Access, ApiError, Caller, Ceilings, DebateService, Limits};
use std::sync::Arc;
use store::Store;

const TOPIC: &str = "Should we adopt gRPC?";

async fn service(planner: &SimulatedPlanner, ceilings: Ceilings) -> DebateService {
    on(Store::memory().await.unwrap(), planner, ceilings)
}

fn on(store: Store, planner: &SimulatedPlanner, ceilings: Ceilings) -> DebateService {
    DebateService::new(store, Arc::new(planner.clone()), Limits::default()).with_ceilings(ceilings)
}

/// Three participants and one round.
fn start(budget_usd: Option<f64>) -> Start {
    let algorithm = Some("fixed_rounds".to_owned());
    Start { topic: TOPIC.to_owned(), rounds: Some(1), budget_usd, algorithm, ..Start::default() }
}

fn acme() -> Caller {
    Caller::of("acme")
}

fn capped(outcome: Result<impl std::fmt::Debug, ApiError>) -> String {
    match outcome {
        Err(ApiError::Capped { why, wait }) if wait <= 86_400 => why,
        other => panic!("{other:?}"),
    }
}

/// O-42: the owner's ceilings bind every tenant, field by field, and errors name the field. The owner is not bound.
#[tokio::test]
async fn the_owners_limits_are_ceilings_for_tenants() {
    let ceilings = Ceilings {
        budget_usd: Some(2.0),
        budget_tokens: Some(90_000),
        rounds: Some(5),
        seats: Some(3),
        deadline_ms: Some(60_000),
        models: vec!["sim/*".to_owned(), "client/sampling".to_owned()],
        ..Ceilings::default()
    };
    let service = service(&SimulatedPlanner::new().unwrap(), ceilings).await;
    let four = ["sim/1", "sim/2", "sim/3", "sim/4"].map(str::to_owned).to_vec();
    let rows = [
        (
            Start { budget_usd: Some(2.5), ..start(None) },
            "`budget_usd` is $2.50; the most that this server allows is $2.00",
        ),
        (
            Start { budget_tokens: Some(90_001), ..start(None) },
            "`budget_tokens` is 90001; the most that this server allows is 90000",
        ),
        (Start { rounds: Some(6), ..start(None) }, "`rounds` is 6; the most that this server allows is 5"),
        (
            Start { deadline_seconds: Some(61), ..start(None) },
            "`deadline_seconds` is 61; the most that this server allows is 60",
        ),
        (Start { participants: four, ..start(None) }, "4 participants are more than the 3 that this server allows"),
    ];
    for (request, expected) in rows {
        let refused = service.start(&acme(), &request, None).await.unwrap_err();
        assert_eq!(refused, ApiError::Refused(expected.to_owned()));
        assert!(service.start(&Caller::default(), &request, None).await.is_ok(), "the owner's own: {expected}");
    }
    let id = service.start(&acme(), &start(None), None).await.unwrap().id;
    let rules = service.read(&acme(), id.as_str()).await.unwrap().debate.rules.clone();
    let limits = (rules.budget_usd, rules.budget_tokens, rules.deadline_ms);
    assert_eq!(limits, (Some(2.0), Some(90_000), Some(60_000)), "who asks for none has the owner's");
}

/// O-42: a model that the owner does not allow is rejected in every seat.
#[tokio::test]
async fn a_tenant_asks_only_the_models_that_the_owner_allows() {
    let ceilings = Ceilings { models: vec!["sim/1".to_owned(), "sim/2".to_owned()], ..Ceilings::default() };
    let service = service(&SimulatedPlanner::new().unwrap(), ceilings).await;
    let with =
        |models: &[&str]| Start { participants: models.iter().map(|it| (*it).to_owned()).collect(), ..start(None) };
    let id = service.start(&acme(), &with(&["sim/1", "sim/2"]), None).await.unwrap().id;
    let refused = service.start(&acme(), &with(&["sim/1", "sim/12"]), None).await.unwrap_err().to_string();
    assert_eq!(refused, "`sim/12` is not among the models that this server allows: sim/1, sim/2; name others");
    service.supervisor().until_rest(&id).await;
    let seats = [("sim-1".to_owned(), "sim/9".to_owned())].into();
    let other = Fork { at_event: Some(0), seats, ..Fork::default() };
    let refused = service.fork(&acme(), id.as_str(), &other, None).await.unwrap_err().to_string();
    assert!(refused.starts_with("`sim/9` is not among"), "{refused}");
}

/// O-42: an imported log with its own rules can't bypass the ceilings by resume, continue or fork.
#[tokio::test]
async fn an_imported_debate_is_within_the_ceilings() {
    let free = service(&SimulatedPlanner::held().unwrap(), Ceilings::default()).await;
    let id = free.start(&Caller::default(), &Start { rounds: Some(50), ..start(None) }, None).await.unwrap().id;
    let (_, log) = free.log(&Caller::default(), id.as_str()).await.unwrap();
    let lines: Vec<String> = log.iter().map(|it| serde_json::to_string(it).unwrap()).collect();

    let ceilings = Ceilings { rounds: Some(5), budget_usd: Some(2.0), ..Ceilings::default() };
    let planner = SimulatedPlanner::priced(0.1).unwrap();
    let service = service(&planner, ceilings).await;
    let id = service.import(&acme(), &lines.join("\n")).await.unwrap();
    let refused = service.control(&acme(), id.as_str(), Control::Resume).await.unwrap_err().to_string();
    assert_eq!(refused, "`rounds` is 50; the most that this server allows is 5");
    let fork = |rounds| Fork { at_event: Some(0), rounds, ..Fork::default() };
    assert!(service.fork(&acme(), id.as_str(), &fork(None), None).await.is_err());
    assert_eq!(planner.asked(), 0, "nobody was asked");
    let forked = service.fork(&acme(), id.as_str(), &fork(Some(2)), None).await.unwrap();
    assert_eq!(service.read(&acme(), forked.as_str()).await.unwrap().debate.rules.budget_usd, Some(2.0));
    service.supervisor().until_rest(&forked).await;
    let more = Continue { rounds: Some(9), ..Continue::default() };
    let refused = service.go_on(&acme(), forked.as_str(), &more).await.unwrap_err().to_string();
    assert!(refused.starts_with("`rounds` is 1"), "{refused}");
}

/// O-04: a tenant's daily spending is counted from its logs: another server over the same store knows it, another tenant has its own cap,
/// and an excess is rejected with the rest.
#[tokio::test]
async fn a_tenant_has_a_spending_cap_a_day() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("roundtable.db");
    let ceilings = || Ceilings { daily_usd: Some(1.0), ..Ceilings::default() };
    let planner = SimulatedPlanner::priced(0.1).unwrap();
    let first = on(Store::open(&path).await.unwrap(), &planner, ceilings());
    let id = first.start(&acme(), &start(Some(0.5)), None).await.unwrap().id;
    first.supervisor().until_rest(&id).await;
    let spent = first.read(&acme(), id.as_str()).await.unwrap().debate.spent.cost.unwrap();
    assert!(spent >= 0.3, "{spent}");
    first.supervisor().close(std::time::Duration::ZERO).await;
    first.supervisor().store().close().await;

    let again = on(Store::open(&path).await.unwrap(), &planner, ceilings());
    let asked = planner.asked();
    let why = capped(again.start(&acme(), &start(Some(0.9)), None).await);
    assert!(why.contains("may cost $0.90") && why.contains("of the $1.00") && why.contains("`budget_usd`"), "{why}");
    assert_eq!(planner.asked(), asked, "nothing is spent on it");
    assert!(again.start(&Caller::of("other"), &start(Some(0.9)), None).await.is_ok(), "another tenant's day");
    let id = again.start(&acme(), &start(None), None).await.unwrap().id;
    let budget = again.read(&acme(), id.as_str()).await.unwrap().debate.rules.budget_usd.unwrap();
    assert!((budget - (1.0 - spent)).abs() < 1e-9, "who asks for none has what is left: {budget}");
    again.supervisor().until_rest(&id).await;
    let more = Continue { rounds: Some(5), budget_usd: Some(0.9), ..Continue::default() };
    capped(again.go_on(&acme(), id.as_str(), &more).await);
}

/// O-04: concurrent debates share the cap: the second does not get the first one's reserved budget.
#[tokio::test]
async fn debates_at_once_do_not_pass_the_cap_together() {
    let planner = SimulatedPlanner::priced_and_held(0.1).unwrap();
    let service = service(&planner, Ceilings { daily_usd: Some(1.0), ..Ceilings::default() }).await;
    let request = start(Some(0.6));
    let (who, other) = (acme(), acme());
    let both = futures_util::future::join(service.start(&who, &request, None), service.start(&other, &request, None));
    let (one, two) = Box::pin(both).await;
    assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|it| **it).count(), 1, "{one:?} {two:?}");
    let why = capped(if one.is_ok() { two } else { one });
    assert!(why.contains("reserved for running debates: $0.60"), "{why}");
    assert!(service.start(&acme(), &start(Some(0.4)), None).await.is_ok(), "what is left can be had");
}

/// O-04: a cap in tokens works like one in dollars.
#[tokio::test]
async fn a_day_has_a_cap_in_tokens() {
    let service =
        service(&SimulatedPlanner::new().unwrap(), Ceilings { daily_tokens: Some(60_000), ..Ceilings::default() })
            .await;
    let id = service.start(&acme(), &start(None), None).await.unwrap().id;
    service.supervisor().until_rest(&id).await;
    let debate = service.read(&acme(), id.as_str()).await.unwrap().debate;
    assert_eq!(debate.rules.budget_tokens, Some(60_000));
    let request = Start { budget_tokens: Some(60_000), ..start(None) };
    let why = capped(service.start(&acme(), &request, None).await);
    assert!(why.contains(&format!("(spent: {}", debate.spent.tokens())), "{why}");
}

/// O-04: an imported log can't restore a spent budget.
#[tokio::test]
async fn a_negative_price_gives_nothing_back() {
    let planner = SimulatedPlanner::priced(0.1).unwrap();
    let service = service(&planner, Ceilings { daily_usd: Some(0.5), ..Ceilings::default() }).await;
    let id = service.start(&acme(), &start(None), None).await.unwrap().id;
    service.supervisor().until_rest(&id).await;
    let (_, log) = service.log(&acme(), id.as_str()).await.unwrap();
    let lines: Vec<String> =
        log.iter().map(|it| serde_json::to_string(it).unwrap().replace("\"cost\":0.1", "\"cost\":-9.0")).collect();
    let text = lines.join("\n").replace(id.as_str(), "elsewhere");
    assert!(text.contains("-9.0"), "{text}");
    service.import(&acme(), &text).await.unwrap();
    capped(service.start(&acme(), &start(Some(0.5)), None).await);
}

/// O-04: a model without a known price is rejected under a limit in dollars, by every operation.
#[tokio::test]
async fn a_model_without_a_price_does_not_get_around_a_limit() {
    for ceilings in [
        Ceilings { budget_usd: Some(1.0), ..Ceilings::default() },
        Ceilings { daily_usd: Some(1.0), ..Ceilings::default() },
    ] {
        let store = Store::memory().await.unwrap();
        let priced = on(store.clone(), &SimulatedPlanner::new().unwrap(), ceilings.clone());
        let id = priced.start(&acme(), &start(None), None).await.unwrap().id;
        priced.supervisor().until_rest(&id).await;
        let service = on(store, &SimulatedPlanner::unpriced().unwrap(), ceilings);
        let fork = Fork { at_event: Some(0), ..Fork::default() };
        for refused in [
            service.start(&acme(), &start(None), None).await.map(|it| it.id),
            service.fork(&acme(), id.as_str(), &fork, None).await,
        ] {
            let why = refused.unwrap_err().to_string();
            assert!(why.starts_with("the limit of $1.00 can't be kept: the price of a model"), "{why}");
        }
    }
}

async fn site(planner: &SimulatedPlanner, ceilings: Ceilings) -> Site {
    let access = Access::parse(&format!("acme {ACME}\nother {OTHER}")).unwrap();
    Site::of(service(planner, ceilings).await, access, Patience::default()).await
}

/// O-04, I-30: over HTTP a reached cap is a problem of its own, with the time to wait.
#[tokio::test]
async fn a_passed_cap_is_a_problem_over_http() {
    let site =
        site(&SimulatedPlanner::priced(0.1).unwrap(), Ceilings { daily_usd: Some(1.0), ..Ceilings::default() }).await;
    let body = json!({"topic": TOPIC, "rounds": 1, "budget_usd": 1.5}).to_string();
    let answer = site.ask(Ask::post("/api/v1/debates", &body).token(ACME)).await;
    assert_eq!((answer.status, answer.problem().as_str()), (429, "spending-cap"), "{}", answer.body);
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!(wait <= 86_400, "{wait}");
    assert!(answer.json()["detail"].as_str().unwrap().contains("`budget_usd`"), "{}", answer.body);
}

/// O-40: the response to a start lists every host that receives data, over HTTP and MCP.
#[tokio::test]
async fn the_hosts_are_told_with_the_start() {
    let planner = SimulatedPlanner::priced(0.1).unwrap();
    let site = site(&planner, Ceilings::default()).await;
    let body = json!({"topic": TOPIC, "rounds": 1}).to_string();
    let answer = site.ask(Ask::post("/api/v1/debates", &body).token(ACME)).await.json();
    let expected = json!([{
        "host": "models.example", "is_local": false, "models": ["sim/1", "sim/2", "sim/3"], "purposes": ["participant"],
    }]);
    assert_eq!(answer["sends_to"], expected);

    let service = service(&planner, Ceilings::default()).await;
    let client = client(Roundtable::new(service, acme()), ()).await;
    let arguments = json!({"topic": TOPIC, "rounds": 1}).as_object().cloned().unwrap();
    let called =
        client.call_tool(CallToolRequestParams::new("start_roundtable").with_arguments(arguments)).await.unwrap();
    assert_eq!(called.structured_content.as_ref().unwrap()["sends_to"], expected);
    let words: String = called.content.iter().filter_map(|it| it.as_text()).map(|it| it.text.clone()).collect();
    assert!(words.contains("Sent to models.example: sim/1, sim/2, sim/3 (participant)"), "{words}");
}

/// O-04: over MCP a reached cap is a tool error with the rest.
#[tokio::test]
async fn a_passed_cap_is_a_tools_error() {
    let service =
        service(&SimulatedPlanner::priced(0.1).unwrap(), Ceilings { daily_usd: Some(0.2), ..Ceilings::default() })
            .await;
    let client = client(Roundtable::new(service, acme()), ()).await;
    let arguments = json!({"topic": TOPIC}).as_object().cloned().unwrap();
    let called =
        client.call_tool(CallToolRequestParams::new("start_roundtable").with_arguments(arguments)).await.unwrap();
    assert_eq!(called.is_error, Some(true));
    let said = Value::from(called.content[0].as_text().unwrap().text.clone()).to_string();
    assert!(said.contains("$0.20 is left of the $0.20 that may be spent in a day"), "{said}");
}

/// O-42: an HTTP request without an authenticated caller is rejected, never treated as the owner's.
#[tokio::test]
async fn mcp_without_an_identity_is_denied() {
    let service = service(&SimulatedPlanner::new().unwrap(), Ceilings::default()).await;
    let id = service.start(&Caller::default(), &start(None), None).await.unwrap().id;
    let client = client(Roundtable::over_http(service.clone()), ()).await;
    for (tool, arguments) in [
        ("list_sessions", json!({})),
        ("get_status", json!({"id": id})),
        ("wait", json!({"id": id})),
        ("start_roundtable", json!({"topic": TOPIC})),
        ("control_session", json!({"id": id, "action": "stop"})),
    ] {
        let arguments = arguments.as_object().cloned().unwrap();
        let denied = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap_err();
        assert!(denied.to_string().contains("does not say who asks"), "{tool}: {denied}");
    }
    assert!(client.list_resources(None).await.is_err(), "nor are its debates listed");
    assert_eq!(service.list(&Caller::default(), 9, None).await.unwrap().len(), 1, "nothing was begun");
}

async fn client<H: ClientHandler>(
    server: Roundtable,
    handler: H,
) -> rmcp::service::RunningService<rmcp::RoleClient, H> {
    let (here, there) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
    handler.serve(here).await.unwrap()
}
