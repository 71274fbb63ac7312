//! HTTP: JSON under `/api/v1`, events as SSE, MCP at `/mcp`.
use crate::access::Access;
use crate::desk::Desk;
use crate::mcp::Roundtable;
use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Everything that is served.
pub fn router(desk: &Desk, _access: &Access, stop: &CancellationToken) -> Router {
    let (handler, config) = (desk.clone(), StreamableHttpServerConfig::default());
    let mcp = StreamableHttpService::new(
        move || Ok(Roundtable::new(handler.clone(), Default::default())),
        Arc::new(LocalSessionManager::default()),
        config.with_cancellation_token(stop.child_token()),
    );
    Router::new().nest_service("/mcp", mcp)
}

/// Serves until told to stop; then takes nothing new and lets requests under way end.
pub async fn serve(
    listener: TcpListener,
    desk: Desk,
    access: Access,
    stop: CancellationToken,
) -> Result<(), std::io::Error> {
    let app = router(&desk, &access, &stop);
    axum::serve(listener, app).with_graceful_shutdown(stop.cancelled_owned()).await
}
