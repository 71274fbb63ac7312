//! Features for integrators: flags, links to files, compression, the access log, authorization metadata, browser sign-in, and the rate
//! limit.
use crate::site::{ACME, Answer, Ask, OTHER, Site};
use serde_json::{Value, json};
use server::http::{Line, Patience};
use server::simulated::SimulatedPlanner;
use server::{Access, DebateService, Limits};
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// The owner's token.
const OWN: &str = "owner-token-0123456789";

const DEBATES: &str = "/api/v1/debates";

async fn service(limits: Limits) -> DebateService {
    DebateService::new(Store::memory().await.unwrap(), Arc::new(SimulatedPlanner::new().unwrap()), limits)
}

fn access() -> Access {
    Access::parse(&format!("owner {OWN}\nacme {ACME}\nother {OTHER}")).unwrap()
}

/// I-30, O-42: both surfaces accept settings by name, and the response lists them with the origin `request`; invalid shapes are rejected.
#[tokio::test]
async fn flags_are_taken_and_told_with_their_origin() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let request = json!({"topic": "Should we?", "rounds": 1, "flags": {"economy": true, "max_tokens": 800, "hide": "confidence"}});
    let expected = json!([
        {"name": "rounds", "value": "1", "origin": "request"},
        {"name": "hide", "value": "confidence", "origin": "request"},
        {"name": "max_tokens", "value": "800", "origin": "request"},
        {"name": "economy", "value": "true", "origin": "request"},
    ]);
    let begun = site.post(DEBATES, &request.to_string()).await;
    assert_eq!((begun.status, &begun.json()["settings"]), (201, &expected), "{}", begun.body);
    let told = site.tool("start_roundtable", &request).await.body;
    assert!(told.contains(&format!("\"settings\":{expected}")), "{told}");
    let wrong = json!({"topic": "Should we?", "flags": {"hide": ["a"]}}).to_string();
    assert_eq!(site.post(DEBATES, &wrong).await.status, 422);
}

/// I-30, O-42: an export has a link to the whole file, which the client can read as a resource.
#[tokio::test]
async fn an_export_is_linked() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let id = site.start(r#"{"topic": "Should we?", "rounds": 1}"#).await;
    site.rested(&id).await;
    let answer = site.tool("export_session", &json!({"id": id, "format": "adr"})).await;
    let line = answer.body.lines().find_map(|it| it.strip_prefix("data: ").filter(|it| it.starts_with('{')));
    let answer: Value = serde_json::from_str(line.unwrap_or(&answer.body)).unwrap();
    let content = answer["result"]["content"].as_array().unwrap();
    let link = content.iter().find(|it| it["type"] == "resource_link").unwrap_or_else(|| panic!("{content:?}"));
    let events = &answer["result"]["structuredContent"]["events"];
    assert_eq!(link["uri"], format!("roundtable://debates/{id}/export/adr?events={events}"));
    assert_eq!(link["mimeType"], answer["result"]["structuredContent"]["media_type"]);
    assert_eq!(link["size"], answer["result"]["structuredContent"]["part"]["bytes"]);
    assert_eq!(link["name"], format!("roundtable-{id}.md"));
}

/// I-30, O-42: responses are compressed for clients that accept gzip; event streams never are.
#[tokio::test]
async fn answers_are_compressed_and_streams_are_not() {
    let site = Site::open(&SimulatedPlanner::new().unwrap()).await;
    let plain = site.get("/openapi.json").await;
    assert_eq!(plain.header("content-encoding"), None);
    let bytes = site.bytes(Ask::get("/openapi.json").with("Accept-Encoding", "gzip")).await;
    let head = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
    let text = String::from_utf8_lossy(&bytes[..head]).to_lowercase();
    assert!(text.contains("content-encoding: gzip") && text.contains("vary: accept-encoding"), "{text}");
    assert!(bytes.len() * 4 < plain.body.len(), "{} of {}", bytes.len(), plain.body.len());
    let id = site.start(r#"{"topic": "Should we?", "rounds": 1}"#).await;
    site.rested(&id).await;
    let events = format!("{DEBATES}/{id}/events");
    let stream = site.ask(Ask::get(&events).with("Accept-Encoding", "gzip")).await;
    assert_eq!((stream.status, stream.header("content-encoding")), (200, None));
    assert!(stream.body.contains("event: debate_opened"), "{}", stream.body);
}

/// I-30, O-42: the access log has one line per request with tenant, method, path, status and duration, and neither a query nor a token.
#[tokio::test]
async fn requests_are_written_down_without_secrets() {
    let (site, lines) = Site::kept(service(Limits::default()).await, access()).await;
    let secret = format!("{DEBATES}?limit=9&token={ACME}");
    site.ask(Ask::get(&secret).token(ACME)).await;
    site.ask(Ask::get("/api/v1/modes").token(OWN)).await;
    site.ask(Ask::get("/nowhere")).await;
    site.get("/healthz").await;
    let lines: Vec<Line> = lines.lock().unwrap().clone();
    let short = |it: &Line| (it.tenant.clone(), it.method.clone(), it.path.clone(), it.status);
    let row = |tenant: &str, path: &str, status| (tenant.to_owned(), "GET".to_owned(), path.to_owned(), status);
    assert_eq!(
        lines.iter().map(short).collect::<Vec<_>>(),
        [
            row("acme", DEBATES, 400),
            row("owner", "/api/v1/modes", 200),
            row("-", "/nowhere", 401),
            row("-", "/healthz", 200)
        ]
    );
    let line = Line { at: 1, took: Duration::from_micros(1_250), ..lines[1].clone() };
    let expected = "1970-01-01T00:00:00.001Z tenant=owner method=GET path=/api/v1/modes status=200 ms=1.2";
    assert!(line.to_string() == expected || line.to_string() == expected.replace("1.2", "1.3"), "{line}");
    assert!(lines.iter().all(|it| !it.to_string().contains(ACME) && !it.to_string().contains("limit")));
}

/// I-30, O-42, RFC 9728: if tokens are required, a rejection links the resource metadata, which is public; otherwise there is none.
#[tokio::test]
async fn a_refusal_says_how_requests_are_authorized() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    for (path, place, resource) in [
        (DEBATES, "/.well-known/oauth-protected-resource", ""),
        ("/mcp", "/.well-known/oauth-protected-resource/mcp", "/mcp"),
    ] {
        let refused = site.get(path).await;
        let expected = format!("Bearer realm=\"roundtable\", resource_metadata=\"http://{}{place}\"", site.address);
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, Some(expected.as_str())));
        let metadata = site.get(place).await;
        assert_eq!(metadata.status, 200, "{}", metadata.body);
        let metadata = metadata.json();
        assert_eq!(metadata["resource"], format!("http://{}{resource}", site.address));
        assert_eq!(metadata["bearer_methods_supported"], json!(["header"]));
    }
    let access = Access::parse(&format!("acme {ACME}")).unwrap().with_hosts(["debates.example.org".to_owned()]);
    let site = Site::with(&SimulatedPlanner::new().unwrap(), access, Limits::default(), Patience::default()).await;
    let place = "/.well-known/oauth-protected-resource/mcp";
    let proxied = site.ask(Ask { host: Some("debates.example.org"), ..Ask::get(place) }).await;
    assert_eq!(proxied.json()["resource"], "https://debates.example.org/mcp");
    let open = Site::open(&SimulatedPlanner::new().unwrap()).await;
    assert_eq!(open.get(place).await.status, 404);
}

/// The sign-in request of a browser.
fn form<'a>(path: &'a str, body: &'a str, origin: &'a str) -> Ask<'a> {
    let headers = vec![("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin)];
    Ask { method: "POST", path, host: None, headers, body: body.as_bytes() }
}

/// The cookie of a response, as the browser returns it.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap_or_else(|| panic!("{}", answer.head)).split(';').next().unwrap().to_owned()
}

/// I-30, O-42: a browser without a token is redirected to the form. The token gives an `HttpOnly`, `SameSite` cookie, with which the page
/// shows the tenant's own debates until sign-out.
#[tokio::test]
async fn a_page_works_with_a_token() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let own = format!("http://{}", site.address);
    site.ask(Ask::post(DEBATES, r#"{"topic": "Should the zeppelin fly?", "rounds": 1}"#).token(ACME)).await;
    let away = site.ask(Ask::get("/").with("Accept", "text/html,*/*")).await;
    assert_eq!((away.status, away.header("location")), (303, Some("/login")));
    let page = site.ask(Ask::get("/login").with("Accept", "text/html")).await;
    assert!(page.status == 200 && page.body.contains("type=\"password\"") && !page.body.contains("zeppelin"));
    assert!(page.header("content-security-policy").unwrap().contains("form-action 'self'"), "{}", page.head);

    let wrong = site.ask(form("/login", "token=acme-token-wrong-0123", &own)).await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    let body = format!("token={ACME}");
    let entered = site.ask(form("/login", &body, &own)).await;
    assert_eq!((entered.status, entered.header("location")), (303, Some("/")));
    let set = entered.header("set-cookie").unwrap();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict") && !set.contains(ACME), "{set}");
    assert!(!set.contains("Secure"), "{set}");
    let session = cookie(&entered);
    let shown = site.ask(Ask::get("/").with("Cookie", &session)).await;
    assert!(shown.status == 200 && shown.body.contains("zeppelin") && shown.body.contains("action=\"/logout\""));
    assert_eq!(site.ask(Ask::get(DEBATES).with("Cookie", &session)).await.status, 200);
    assert_eq!(
        site.ask(Ask::get(DEBATES).with("Cookie", &session).token("wrong")).await.status,
        401,
        "a token goes first"
    );

    let other = format!("token={OTHER}");
    let other = cookie(&site.ask(form("/login", &other, &own)).await);
    assert!(!site.ask(Ask::get("/").with("Cookie", &other)).await.body.contains("zeppelin"));

    let left = site.ask(form("/logout", "", &own).with("Cookie", &session)).await;
    assert_eq!((left.status, left.header("location")), (303, Some("/login")));
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(site.ask(Ask::get(DEBATES).with("Cookie", &session)).await.status, 401, "the session is over");
    assert_eq!(site.ask(Ask::get(DEBATES).with("Cookie", &other)).await.status, 200, "another's is not");
}

/// O-42: a client that comes over TLS, through a proxy, gets a `Secure` cookie.
#[tokio::test]
async fn a_cookie_of_tls_stays_with_tls() {
    let access = Access::parse(&format!("acme {ACME}")).unwrap().with_hosts(["debates.example.org".to_owned()]);
    let site = Site::with(&SimulatedPlanner::new().unwrap(), access, Limits::default(), Patience::default()).await;
    let body = format!("token={ACME}");
    let ask = form("/login", &body, "https://debates.example.org");
    let entered = site.ask(Ask { host: Some("debates.example.org"), ..ask }).await;
    assert!(entered.header("set-cookie").unwrap().ends_with("; Secure"), "{}", entered.head);
}

/// I-30, O-42: with a cookie, a request that changes something needs the server's `Origin`; otherwise it is rejected without effect. With a
/// token it needs none.
#[tokio::test]
async fn what_a_cookie_changes_comes_from_our_page() {
    let site = Site::guarded(&SimulatedPlanner::new().unwrap()).await;
    let own = format!("http://{}", site.address);
    let body = format!("token={ACME}");
    let forged = site.ask(form("/login", &body, "http://evil.example")).await;
    assert_eq!((forged.status, forged.header("set-cookie")), (403, None));
    let silent =
        Ask { headers: vec![("Content-Type", "application/x-www-form-urlencoded")], ..form("/login", &body, "") };
    assert_eq!(site.ask(silent).await.status, 403, "nobody is made to come in");
    let session = cookie(&site.ask(form("/login", &body, &own)).await);
    let start = || Ask::post(DEBATES, r#"{"topic": "Should we?", "rounds": 1}"#).with("Cookie", &session);
    for ask in [start(), start().with("Origin", "http://evil.example"), start().with("Origin", "http://127.0.0.1:1")] {
        let refused = site.ask(ask).await;
        assert_eq!((refused.status, refused.problem().as_str()), (403, "foreign-origin"));
    }
    let listed = site.ask(Ask::get(DEBATES).token(ACME)).await.json();
    assert_eq!(listed["debates"], json!([]), "nothing was begun");
    assert_eq!(site.ask(start().with("Origin", &own)).await.status, 201);
    let path = format!("{DEBATES}/any");
    let delete = Ask { method: "DELETE", ..Ask::get(&path) }.with("Cookie", &session);
    assert_eq!(site.ask(delete).await.status, 403);
}

/// I-30, O-42: the rate limit applies per tenant as set; the owner on this machine has none, with or without tokens.
#[tokio::test]
async fn the_local_owner_has_no_limit() {
    let limits = Limits { requests_a_minute: 2, ..Limits::default() };
    let site = Site::with(&SimulatedPlanner::new().unwrap(), access(), limits, Patience::default()).await;
    for (token, last) in [(ACME, 429), (OTHER, 429), (OWN, 200)] {
        let mut statuses = Vec::new();
        for _ in 0..3 {
            statuses.push(site.ask(Ask::get("/api/v1/modes").token(token)).await.status);
        }
        assert_eq!(statuses, [200, 200, last], "{token}");
    }
    let own = format!("http://{}", site.address);
    let guess = || form("/login", "token=a-guess-of-a-token", &own);
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(site.ask(guess()).await.status);
    }
    assert_eq!(statuses, [401, 401, 429], "guesses at the form are bounded too");
    let open = Site::with(&SimulatedPlanner::new().unwrap(), Access::open(), limits, Patience::default()).await;
    for _ in 0..9 {
        assert_eq!(open.get("/api/v1/modes").await.status, 200);
    }
}
