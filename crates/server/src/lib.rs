//! HTTP, SSE and MCP.
