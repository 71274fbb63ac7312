//! Sign-in for browsers: a form for the token, a session cookie, and sign-out.
//!
//! The cookie names a session in memory and never contains the token. It is `HttpOnly`, so scripts can't read it, and `SameSite=Strict`, so
//! pages of other sites can't send it. A session ends after twelve hours, at sign-out, and with the server. Requests that change something
//! with a cookie must come from a page of this server, by their `Origin` (`guard`).
use super::App;
use super::page::html;
use super::problem::{Kind, Problem};
use crate::service::Caller;
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

/// Path of the form.
pub(super) const LOGIN: &str = "/login";

/// Name of the cookie.
const NAME: &str = "roundtable_session";

/// Lifetime of a session. Our choice: a working day.
const LASTS: Duration = Duration::from_secs(12 * 3_600);

/// Maximum number of sessions; the one that expires first is dropped. Our choice: far more people than use one server.
const MOST: usize = 1_024;

const FORM: &str = "<form method=\"post\" action=\"/login\"><p><label>Token<br><input type=\"password\" name=\"token\" \
    autocomplete=\"current-password\" required autofocus></label></p><p><button>Sign in</button></p></form>";

/// The sign-out button for browser sessions.
pub(super) const SIGN_OUT: &str = "<form method=\"post\" action=\"/logout\"><button>Sign out</button></form>";

/// The id of the browser session that authenticated a request.
#[derive(Clone)]
pub(super) struct ByCookie(String);

/// Open browser sessions, by id.
#[derive(Default)]
pub(super) struct BrowserSessions {
    sessions: Mutex<BTreeMap<String, (Caller, Instant)>>,
}

impl BrowserSessions {
    /// The caller whose session a request names, unless it has expired.
    pub(super) fn caller(&self, headers: &HeaderMap) -> Option<(Caller, ByCookie)> {
        let name = cookie(headers)?;
        let mut sessions = self.lock();
        let now = Instant::now();
        sessions.retain(|_, (_, ends)| *ends > now);
        let (caller, _) = sessions.get(name)?;
        Some((caller.clone(), ByCookie(name.to_owned())))
    }

    /// Begins a session; none if the system has no random bytes.
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

/// The session id in a request's cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(';'));
    cookies.filter_map(|it| it.trim().split_once('=')).find(|(name, _)| *name == NAME).map(|(_, value)| value)
}

/// The sign-in form.
pub(super) async fn form(State(app): State<App>) -> Response {
    if app.access.is_open() {
        return redirect("/", None);
    }
    html(StatusCode::OK, FORM)
}

/// The submitted form.
#[derive(Deserialize)]
struct Sent {
    token: String,
}

/// Checks the token and sets the cookie.
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
    let name = app.browser_sessions.begin(caller);
    let name = name.ok_or_else(|| Problem::new(Kind::Failed, "the system gives no chance to name a session by"))?;
    // A client that came over TLS, through a proxy, gets a cookie for TLS only.
    let is_secure = headers.get(ORIGIN).is_some_and(|it| it.as_bytes().starts_with(b"https://"));
    let secure = if is_secure { "; Secure" } else { "" };
    let lasts = LASTS.as_secs();
    Ok(redirect("/", Some(format!("{NAME}={name}; Path=/; HttpOnly; SameSite=Strict; Max-Age={lasts}{secure}"))))
}

/// Ends the session of the request.
pub(super) async fn leave(State(app): State<App>, session: Option<Extension<ByCookie>>) -> Response {
    if let Some(Extension(ByCookie(name))) = session {
        app.browser_sessions.end(&name);
    }
    redirect(LOGIN, Some(format!("{NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")))
}

/// Redirects a browser within this server, and sets a cookie if given.
pub(super) fn redirect(place: &'static str, cookie: Option<String>) -> Response {
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

    /// O-42: a session identifies its caller until it ends, and their number is bounded.
    #[tokio::test(start_paused = true)]
    async fn sessions_end_and_are_bounded() {
        let browser_sessions = BrowserSessions::default();
        let first = browser_sessions.begin(Caller::of("acme")).unwrap();
        let whose = |name: &str| browser_sessions.caller(&named(name)).map(|(caller, _)| caller.tenant);
        assert_eq!(whose(&first).as_deref(), Some("acme"));
        assert_eq!(whose("acme"), None);
        assert_eq!(whose(""), None);
        tokio::time::advance(Duration::from_secs(1)).await;
        let second = browser_sessions.begin(Caller::of("acme")).unwrap();
        assert_ne!(first, second);
        for _ in 2..=MOST {
            browser_sessions.begin(Caller::of("other")).unwrap();
        }
        assert_eq!((whose(&first), whose(&second).as_deref()), (None, Some("acme")), "the first to end went");
        browser_sessions.end(&second);
        assert_eq!(whose(&second), None);
        let last = browser_sessions.begin(Caller::of("acme")).unwrap();
        tokio::time::advance(LASTS).await;
        assert_eq!(whose(&last), None);
    }
}
