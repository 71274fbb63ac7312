//! A person with a browser comes in: a form for the token, a cookie in its place, and a way out.
//!
//! The cookie names a session that is kept here, and never holds the token: it is `HttpOnly`, so that no script reads it, and `SameSite=Strict`, so that no
//! other site's page sends it. A session ends after twelve hours, at the way out, and with the server. What changes something by a cookie must come
//! from a page of this server, by its `Origin` (`guard`).
use super::App;
use super::page::html;
use super::problem::{Kind, Problem};
use crate::desk::Caller;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Where the form is.
pub(super) const LOGIN: &str = "/login";

/// What the cookie is called.
const NAME: &str = "roundtable_session";

/// How long a session lasts. Ours: a day's work.
const LASTS: Duration = Duration::from_secs(12 * 3_600);

/// The most sessions; the one that ends first goes. Ours: far more people than look at one server.
const MOST: usize = 1_024;

const FORM: &str = "<form method=\"post\" action=\"/login\"><p><label>Token<br><input type=\"password\" name=\"token\" \
    autocomplete=\"current-password\" required autofocus></label></p><p><button>Sign in</button></p></form>";

/// A way out for whoever came in by the form.
pub(super) const WAY_OUT: &str = "<form method=\"post\" action=\"/logout\"><button>Sign out</button></form>";

/// The name of the session that a request was let in by.
#[derive(Clone)]
pub(super) struct ByCookie(String);

/// Who has come in, by the name of the session.
#[derive(Default)]
pub(super) struct Entrance {
    sessions: Mutex<BTreeMap<String, (Caller, Instant)>>,
}

impl Entrance {
    /// Whose session a request names, if it still lasts.
    pub(super) fn caller(&self, headers: &HeaderMap) -> Option<(Caller, ByCookie)> {
        let name = cookie(headers)?;
        let mut sessions = self.lock();
        let now = Instant::now();
        sessions.retain(|_, (_, ends)| *ends > now);
        let (caller, _) = sessions.get(name)?;
        Some((caller.clone(), ByCookie(name.to_owned())))
    }

    /// Begins a session; none where there is no chance to be had.
    fn begin(&self, caller: Caller) -> Option<String> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).ok()?;
        let name: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
        let mut sessions = self.lock();
        if sessions.len() >= MOST
            && let Some(first) = sessions.iter().min_by_key(|(_, (_, ends))| *ends).map(|(name, _)| name.clone())
        {
            sessions.remove(&first);
        }
        sessions.insert(name.clone(), (caller, Instant::now() + LASTS));
        Some(name)
    }

    fn end(&self, name: &str) {
        self.lock().remove(name);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (Caller, Instant)>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session that a request names.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(';'));
    cookies.filter_map(|it| it.trim().split_once('=')).find(|(name, _)| *name == NAME).map(|(_, value)| value)
}

/// The form.
pub(super) async fn form(State(app): State<App>) -> Response {
    if app.access.is_open() {
        return away("/", None);
    }
    html(StatusCode::OK, FORM)
}

/// What the form sends.
#[derive(Deserialize)]
struct Sent {
    token: String,
}

/// Takes the token and gives a cookie.
pub(super) async fn enter(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<Response, Problem> {
    let essence = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).and_then(|it| it.split(';').next());
    if essence.is_none_or(|it| !it.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")) {
        return Err(Problem::new(Kind::MediaType, "send the form at /login, or `Authorization: Bearer TOKEN`"));
    }
    let sent = std::str::from_utf8(&body).ok().and_then(|it| Uri::try_from(format!("/?{it}")).ok());
    let sent = sent.and_then(|it| Query::<Sent>::try_from_uri(&it).ok());
    let caller = sent.and_then(|Query(Sent { token })| app.access.caller(Some(token.trim())));
    let Some(caller) = caller else {
        return Ok(html(StatusCode::UNAUTHORIZED, &format!("<p>That is no token of this server.</p>{FORM}")));
    };
    let name = app.entrance.begin(caller);
    let name = name.ok_or_else(|| Problem::new(Kind::Failed, "the system gives no chance to name a session by"))?;
    // Whoever came by TLS, which a proxy speaks, goes on by TLS alone.
    let is_secure = headers.get(ORIGIN).is_some_and(|it| it.as_bytes().starts_with(b"https://"));
    let secure = if is_secure { "; Secure" } else { "" };
    let lasts = LASTS.as_secs();
    Ok(away("/", Some(format!("{NAME}={name}; Path=/; HttpOnly; SameSite=Strict; Max-Age={lasts}{secure}"))))
}

/// Ends the session that the request came by.
pub(super) async fn leave(State(app): State<App>, session: Option<Extension<ByCookie>>) -> Response {
    if let Some(Extension(ByCookie(name))) = session {
        app.entrance.end(&name);
    }
    away(LOGIN, Some(format!("{NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")))
}

/// Sends a browser elsewhere on this server, with a cookie where one is to be kept.
pub(super) fn away(place: &'static str, cookie: Option<String>) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(LOCATION, HeaderValue::from_static(place));
    let cookie = cookie.and_then(|it| HeaderValue::from_str(&it).ok());
    response.headers_mut().extend(cookie.map(|it| (SET_COOKIE, it)));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> HeaderMap {
        let value = format!("other=1; {NAME}={name}");
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&value).unwrap())])
    }

    /// O-42: a session is somebody's until it ends, and there are never more than so many.
    #[tokio::test(start_paused = true)]
    async fn sessions_end_and_are_bounded() {
        let entrance = Entrance::default();
        let first = entrance.begin(Caller::of("acme")).unwrap();
        let whose = |name: &str| entrance.caller(&named(name)).map(|(caller, _)| caller.tenant);
        assert_eq!(whose(&first).as_deref(), Some("acme"));
        assert_eq!(whose("acme"), None);
        assert_eq!(whose(""), None);
        tokio::time::advance(Duration::from_secs(1)).await;
        let second = entrance.begin(Caller::of("acme")).unwrap();
        assert_ne!(first, second);
        for _ in 2..=MOST {
            entrance.begin(Caller::of("other")).unwrap();
        }
        assert_eq!((whose(&first), whose(&second).as_deref()), (None, Some("acme")), "the first to end went");
        entrance.end(&second);
        assert_eq!(whose(&second), None);
        let last = entrance.begin(Caller::of("acme")).unwrap();
        tokio::time::advance(LASTS).await;
        assert_eq!(whose(&last), None);
    }
}
