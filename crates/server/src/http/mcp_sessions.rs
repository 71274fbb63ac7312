//! MCP sessions of the older protocol revisions: their number and their tenants (O-42).
//!
//! A session belongs to the tenant that began it; other tenants get "not found". There is a limit in total and per tenant. A tenant over
//! its limit loses its least recently used session, whose client then reconnects. Not here: messages of a session.
use super::problem::{Kind, Problem};
use crate::service::Caller;
use axum::extract::{Request, State};
use axum::http::header::ALLOW;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionConfig,
};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The header with the session id.
const HEADER: &str = "mcp-session-id";

/// Lifetime of an idle session. Our choice: longer than a person has to answer, otherwise the answer would be lost.
const IDLE: Duration = Duration::from_secs(crate::mcp::PERSON.as_secs() + 60);

/// Limits on the number of sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Most {
    /// In total. Our choice: each has two tasks and a small buffer, so all take some megabytes.
    pub(super) in_all: usize,
    /// Per tenant. Our choice: more than the agents of one team.
    pub(super) of_one: usize,
}

impl Default for Most {
    fn default() -> Most {
        Most { in_all: 1_024, of_one: 128 }
    }
}

/// The open sessions.
pub(super) struct Sessions {
    kept: LocalSessionManager,
    most: Most,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    sessions: BTreeMap<SessionId, Owned>,
    /// Increases with every use.
    uses: u64,
}

struct Owned {
    tenant: String,
    last_use: u64,
}

tokio::task_local! {
    /// The tenant of the current request.
    static ASKING: Asking;
}

struct Asking {
    tenant: String,
    /// Set if there was no capacity for a session.
    is_refused: AtomicBool,
}

/// Why a session can't be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// The limit is reached.
    #[error("the server has reached its limit of MCP sessions; try again later")]
    Full,
    /// An error of the session itself.
    #[error(transparent)]
    Kept(#[from] LocalSessionManagerError),
}

impl Sessions {
    pub(super) fn new(most: Most) -> Arc<Sessions> {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(IDLE);
        let mut kept = LocalSessionManager::default();
        kept.session_config = config;
        Arc::new(Sessions { kept, most, known: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a session of a tenant, and returns the tenant's sessions to close in exchange.
    fn enter(&self, id: &SessionId, tenant: &str) -> Result<Vec<SessionId>, Fault> {
        let mut known = self.lock();
        let mut gone = Vec::new();
        loop {
            let own = known.sessions.iter().filter(|(_, it)| it.tenant == tenant);
            let (count, oldest) = (own.clone().count(), own.min_by_key(|(_, it)| it.last_use));
            if count < self.most.of_one && known.sessions.len() < self.most.in_all {
                break;
            }
            let Some(oldest) = oldest.map(|(id, _)| id.clone()) else { return Err(Fault::Full) };
            known.sessions.remove(&oldest);
            gone.push(oldest);
        }
        known.uses += 1;
        let owned = Owned { tenant: tenant.to_owned(), last_use: known.uses };
        known.sessions.insert(id.clone(), owned);
        Ok(gone)
    }

    /// Whether this session exists.
    fn has(&self, id: &str) -> bool {
        self.lock().sessions.contains_key(id)
    }

    /// Whether a tenant may use a session; marks it as used. The SDK rejects unknown ids.
    fn is_open_to(&self, id: &str, tenant: &str) -> bool {
        let mut known = self.lock();
        known.uses += 1;
        let uses = known.uses;
        match known.sessions.get_mut(id) {
            Some(owned) if owned.tenant != tenant => false,
            Some(owned) => {
                owned.last_use = uses;
                true
            }
            None => true,
        }
    }
}

/// Passes on a request that names no session or one of its tenant, and reports when there is no capacity.
pub(super) async fn owned(State(sessions): State<Arc<Sessions>>, request: Request, next: Next) -> Response {
    let tenant = request.extensions().get::<Caller>().map_or_else(String::new, |it| it.tenant.clone());
    let named = request.headers().get(HEADER).and_then(|it| it.to_str().ok());
    let ends = request.method() == Method::DELETE;
    if named.is_some_and(|it| !sessions.is_open_to(it, &tenant) || (ends && !sessions.has(it))) {
        let advice = "no such session; begin another with `initialize`";
        return Problem::new(Kind::NotFound, advice).into_response();
    }
    if ends && named.is_none() {
        let advice = "DELETE ends a session, which `Mcp-Session-Id` must name; there is nothing else to delete here";
        let mut refused = Problem::new(Kind::Method, advice).into_response();
        refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,POST"));
        return refused;
    }
    let asking = Asking { tenant, is_refused: AtomicBool::new(false) };
    let answered = async {
        let response = next.run(request).await;
        match ASKING.try_with(|it| it.is_refused.load(Ordering::Relaxed)) {
            Ok(true) => Problem::new(Kind::Busy, Fault::Full.to_string()).into_response(),
            // The session has ended by now, and clients read 202 as "not yet".
            Ok(false) | Err(_) if ends && response.status() == StatusCode::ACCEPTED => {
                StatusCode::NO_CONTENT.into_response()
            }
            Ok(false) | Err(_) => response,
        }
    };
    ASKING.scope(asking, answered).await
}

impl SessionManager for Sessions {
    type Error = Fault;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Fault> {
        let tenant = ASKING.try_with(|it| it.tenant.clone()).unwrap_or_default();
        let (id, transport) = self.kept.create_session().await?;
        let entered = self.enter(&id, &tenant);
        let gone = entered.as_ref().map_or_else(|_| std::slice::from_ref(&id), Vec::as_slice);
        for id in gone {
            // A session that has already ended counts as closed.
            let _ = self.kept.close_session(id).await;
        }
        if entered.is_err() {
            // `owned` reports this, since the protocol has no error for it.
            let _ = ASKING.try_with(|it| it.is_refused.store(true, Ordering::Relaxed));
        }
        entered.map(|_| (id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Fault> {
        Ok(self.kept.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Fault> {
        Ok(self.kept.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Fault> {
        self.lock().sessions.remove(id);
        Ok(self.kept.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        Ok(self.kept.create_stream(id, message).await?)
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Fault> {
        Ok(self.kept.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        Ok(self.kept.create_standalone_stream(id).await?)
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        Ok(self.kept.resume(id, last_event_id).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(in_all: usize, of_one: usize) -> Arc<Sessions> {
        Sessions::new(Most { in_all, of_one })
    }

    fn enter(sessions: &Sessions, id: &str, tenant: &str) -> Option<Vec<String>> {
        let gone = sessions.enter(&SessionId::from(id), tenant).ok()?;
        Some(gone.iter().map(|it| it.to_string()).collect())
    }

    /// O-42: a tenant over its limit loses its least recently used session; other tenants lose none.
    #[test]
    fn too_many_sessions_cost_ones_own() {
        let sessions = sessions(4, 2);
        assert_eq!(enter(&sessions, "a1", "acme"), Some(Vec::new()));
        assert_eq!(enter(&sessions, "o1", "other"), Some(Vec::new()));
        assert_eq!(enter(&sessions, "a2", "acme"), Some(Vec::new()));
        assert!(sessions.is_open_to("a1", "acme"));
        assert_eq!(enter(&sessions, "a3", "acme"), Some(vec!["a2".to_owned()]));
        assert!(!sessions.is_open_to("o1", "acme") && !sessions.is_open_to("a1", "other"));
        assert!(sessions.is_open_to("o1", "other"));
    }

    /// O-42: if other tenants hold all sessions, a new one is rejected; a tenant with a session can replace it.
    #[test]
    fn sessions_have_a_bound_in_all() {
        let sessions = sessions(2, 2);
        assert_eq!(enter(&sessions, "a1", "acme"), Some(Vec::new()));
        assert_eq!(enter(&sessions, "o1", "other"), Some(Vec::new()));
        assert_eq!(enter(&sessions, "n1", "new"), None);
        assert_eq!(enter(&sessions, "o2", "other"), Some(vec!["o1".to_owned()]));
    }
}
