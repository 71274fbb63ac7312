//! The page at `/`: the caller's debates with links to their dossiers. It has no script and loads nothing from elsewhere (I-32).
use super::App;
use super::browser_session::{self, ByCookie};
use super::problem::Problem;
use crate::responses::Listed;
use crate::service::Caller;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use exports::html::escaped;
use std::fmt::Write;

/// Number of debates on the page.
const SHOWN: u32 = 50;

const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
    <title>Roundtable</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;max-width:50rem;margin:2rem auto;\
    padding:0 1rem}li{margin:.5rem 0}small{opacity:.75}</style><h1>Roundtable</h1>";

/// Content security policy of our pages: inline style, and forms to this server; no script, network or frame.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The caller's debates; redirects browsers without a token to the form.
pub(super) async fn page(
    State(app): State<App>,
    who: Option<Extension<Caller>>,
    session: Option<Extension<ByCookie>>,
) -> Result<Response, Problem> {
    let Some(Extension(who)) = who else { return Ok(browser_session::redirect(browser_session::LOGIN, None)) };
    let entries = app.service.list(&who, SHOWN, None).await?;
    let listed: Vec<Listed> = entries.into_iter().map(|it| app.service.listed(it)).collect();
    let mut page = written(&listed);
    page.push_str(session.map_or("", |_| browser_session::SIGN_OUT));
    Ok(html(StatusCode::OK, &page))
}

/// A page with this body.
pub(super) fn html(status: StatusCode, body: &str) -> Response {
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store")];
    (status, headers, format!("{HEAD}{body}")).into_response()
}

fn written(entries: &[Listed]) -> String {
    let mut page = String::new();
    if entries.is_empty() {
        page.push_str("<p>No debate yet. Start one with <code>roundtable debate</code>, over MCP, or by <code>POST /api/v1/debates</code>.</p>");
        return page;
    }
    page.push_str("<p>Your debates, newest first. Each opens as a page.</p><ul>");
    for entry in entries {
        let (id, topic, mode) = (escaped(&entry.id), escaped(&entry.topic), escaped(&entry.mode));
        // Writing to a string can't fail.
        let _ = write!(
            page,
            "<li><a href=\"/api/v1/debates/{id}/export?format=html\">{topic}</a><br><small>{id} · {mode} · {} events · {}</small>",
            entry.events,
            escaped(&entry.told()),
        );
    }
    page.push_str("</ul><p><small>The API is described at <a href=\"/openapi.json\">/openapi.json</a>.</small></p>");
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::responses::State;

    /// I-32: text of participants is escaped, in the page and in its links.
    #[test]
    fn nothing_that_somebody_wrote_is_markup() {
        let entry = Listed {
            id: "\"><script>1</script>".to_owned(),
            topic: "<img src=x onerror='1'>&\"".to_owned(),
            mode: "<svg/onload=1>".to_owned(),
            participants: Vec::new(),
            opened_at: 0,
            opened: String::new(),
            last_at: 0,
            last: String::new(),
            events: 3,
            state: State(engine::Status::Paused),
            ended: None,
            rehearsal: true,
            forked_from: None,
        };
        let page = written(&[entry]);
        for markup in ["<script", "<img", "<svg", "onerror='"] {
            assert!(!page.contains(markup), "{markup} in {page}");
        }
        assert!(page.contains("&lt;img src=x onerror=&#39;1&#39;&gt;&amp;&quot;"));
    }
}
