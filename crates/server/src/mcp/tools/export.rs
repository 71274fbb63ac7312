//! The tool that exports a debate as a file, page by page.
use crate::error::ApiError;
use crate::mcp::page::{Part, paged};
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{LEAST, MOST};
use exports::Format;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An export.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Export {
    /// The debate's id, a prefix of one, or `latest`.
    id: String,
    /// The format: markdown (default), json, log, html, argdown, csv or adr.
    #[serde(default)]
    format: Option<String>,
    /// The offset to continue from: the `next_offset` of the previous part.
    #[serde(default)]
    offset: Option<u64>,
    /// Export the debate as of this number of events. For further parts give the value of the first, or they do not fit together.
    #[serde(default)]
    events: Option<u64>,
    /// Maximum size of the response in bytes; 20000 if absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

/// A part of a debate as a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Exported {
    /// The debate's id.
    id: String,
    /// The format.
    format: &'static str,
    /// Its media type.
    media_type: &'static str,
    /// The same as a resource.
    uri: String,
    /// Number of events that the file covers.
    events: u64,
    /// The requested part.
    part: Part,
}

#[tool_router(router = export_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "export_session",
        title = "Export a debate",
        description = "Exports a debate as a file: markdown to read, json for programs, log (the event log, which can be imported \
                       again), html (one self-contained page), argdown (the argument map), csv (claims and votes) or adr (a decision \
                       record). A longer file comes in parts: call again as `next` says, or read the `resource_link`, which names the \
                       whole file. Free and immediate. Use get_consensus for the result alone.",
        input_schema = input::<Export>(),
        output_schema = output::<Exported>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn export_session(
        &self,
        Parameters(Export { id, format, offset, events, max_bytes }): Parameters<Export>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let form = match format.as_deref().map_or(Ok(Format::Markdown), str::parse::<Format>) {
            Ok(form) => form,
            Err(unknown) => return Ok(tool_error(&ApiError::Refused(unknown.to_string()))),
        };
        let file = self.service.file_at(&self.caller(&context)?, &id, form, events).await;
        let (id, events, text) = match file {
            Ok(written) => written,
            Err(error) => return Ok(tool_error(&error)),
        };
        let what = format!("Debate {id} as {form}");
        let arguments = json!({"id": id, "format": form.as_str(), "events": events});
        let handed = paged(&what, &text, offset, max_bytes, "export_session", &arguments, |part| Exported {
            id: id.to_string(),
            format: form.as_str(),
            media_type: form.media_type(),
            uri: crate::mcp::uri::export(id.as_str(), form),
            events,
            part,
        });
        let link = link(id.as_str(), form, events, text.len());
        handed.map(|mut it| {
            it.content.push(ContentBlock::resource_link(link));
            it
        })
    }
}

/// A link to the whole file as a resource, as of a number of events.
fn link(id: &str, form: Format, events: u64, bytes: usize) -> Resource {
    let name = format!("roundtable-{id}.{}", form.extension());
    let uri = format!("{}?events={events}", crate::mcp::uri::export(id, form));
    let link = Resource::new(uri, name).with_title(format!("Debate {id} as {form}")).with_mime_type(form.media_type());
    u64::try_from(bytes).into_iter().fold(link, Resource::with_size)
}
