//! The tool that hands a debate over as a file, a part at a time.
use super::answer::{LEAST, MOST};
use super::page::{Part, paged};
use super::schema::{input, output};
use super::server::{Roundtable, troubled};
use crate::trouble::Trouble;
use exports::Format;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What to hand over, and how.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    /// The debate's id, the beginning of one, or `latest`.
    id: String,
    /// As what: markdown (where absent), json, log, html, argdown, csv or adr.
    #[serde(default)]
    format: Option<String>,
    /// Where to read on: the `next_offset` of the part before.
    #[serde(default)]
    offset: Option<u64>,
    /// Of a debate that goes on: as it stood after so many events. Reading on, what the part before named, or parts do not fit together.
    #[serde(default)]
    events: Option<u64>,
    /// The most bytes of the answer: 20000 where absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

/// A part of a debate as a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Exported {
    /// The debate's id.
    id: String,
    /// As what.
    format: &'static str,
    /// What that is on the wire.
    media_type: &'static str,
    /// The same as a resource.
    uri: String,
    /// As the debate stood after so many events.
    events: u64,
    /// The part that was asked for.
    part: Part,
}

#[tool_router(router = handing, vis = "pub(super)")]
impl Roundtable {
    #[tool(
        name = "export_session",
        title = "A debate as a file",
        description = "Hands a debate over as a file: markdown to read, json for programs, log (the event log, which can be imported again), html \
                       (one self-contained page), argdown (the argument map), csv (claims and votes) or adr (a decision record). What does \
                       not fit comes part by part: call again as `next` says, or read the `resource_link`, which names the whole file. Free and at once. Use get_consensus for the outcome alone.",
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
            Err(unknown) => return Ok(troubled(&Trouble::Refused(unknown.to_string()))),
        };
        let file = self.desk.file_at(&self.caller(&context)?, &id, form, events).await;
        let (id, events, text) = match file {
            Ok(written) => written,
            Err(trouble) => return Ok(troubled(&trouble)),
        };
        let what = format!("Debate {id} as {form}");
        let arguments = json!({"id": id, "format": form.as_str(), "events": events});
        let handed = paged(&what, &text, offset, max_bytes, "export_session", &arguments, |part| Exported {
            id: id.to_string(),
            format: form.as_str(),
            media_type: form.media_type(),
            uri: super::uri::export(id.as_str(), form),
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

/// The whole file as a resource that a client can read by itself: as the debate stood after so many events.
fn link(id: &str, form: Format, events: u64, bytes: usize) -> Resource {
    let name = format!("roundtable-{id}.{}", form.extension());
    let uri = format!("{}?events={events}", super::uri::export(id, form));
    let link = Resource::new(uri, name).with_title(format!("Debate {id} as {form}")).with_mime_type(form.media_type());
    u64::try_from(bytes).into_iter().fold(link, Resource::with_size)
}
