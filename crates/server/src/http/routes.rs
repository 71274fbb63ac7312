//! The routes of the API and the OpenAPI document, both built from the same handlers.
use super::problem::{MEDIA_TYPE, Problem};
use super::{App, debates, deletion, events, files, learning, panels, reading, search};
use crate::access::Access;
use crate::requests::check::Described as _;
use crate::requests::{ClosePostmortem, Continue, Fork, Panel, RecordOutcome, Start};
use axum::Router;
use exports::Format;
use serde_json::{Value, json};
use std::sync::Arc;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder};
use utoipa::{OpenApi as Described, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(Described)]
#[openapi(
    info(title = "Roundtable", description = "Start, follow, read and export debates between language models."),
    components(schemas(Problem)),
    tags(
        (name = "debates", description = "Start, find, continue and control debates"),
        (name = "reading", description = "Read turns, rounds, claims and verdicts"),
        (name = "panels", description = "Start panels and read their cruxes"),
        (name = "learning", description = "Record what happened after debates, and read what was learned"),
        (name = "files", description = "Export and import debates"),
        (name = "tables", description = "List models, modes, decks and personas"),
    ),
)]
struct Document;

/// Name of the security scheme.
const TOKEN: &str = "token";

/// The routes under `/api/v1`, and their OpenAPI document.
pub(super) fn api(access: &Access) -> (Router<App>, Arc<str>) {
    let v1 = OpenApiRouter::new()
        .routes(routes!(debates::start, search::list))
        .routes(routes!(search::search))
        .routes(routes!(debates::read, deletion::delete))
        .routes(routes!(debates::go_on))
        .routes(routes!(debates::fork))
        .routes(routes!(debates::pause))
        .routes(routes!(debates::resume))
        .routes(routes!(debates::stop))
        .routes(routes!(reading::verdict))
        .routes(routes!(reading::rounds))
        .routes(routes!(reading::round))
        .routes(routes!(reading::turn))
        .routes(routes!(reading::claims))
        .routes(routes!(reading::sources))
        .routes(routes!(reading::graph))
        .routes(routes!(panels::start))
        .routes(routes!(panels::cruxes))
        .routes(routes!(panels::room))
        .routes(routes!(panels::seated))
        .routes(routes!(panels::grounds))
        .routes(routes!(panels::decks))
        .routes(routes!(panels::deck))
        .routes(routes!(panels::persona))
        .routes(routes!(panels::chunk))
        .routes(routes!(learning::record, learning::outcomes))
        .routes(routes!(learning::remove))
        .routes(routes!(learning::close, learning::postmortem))
        .routes(routes!(learning::known))
        .routes(routes!(events::follow))
        .routes(routes!(files::export))
        .routes(routes!(files::import))
        .routes(routes!(reading::agents))
        .routes(routes!(reading::modes));
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi()).nest("/api/v1", v1).split_for_parts();
    // A test covers failures of serialization.
    let mut document = serde_json::to_value(finished(document, access)).unwrap_or_default();
    widen(&mut document);
    describe(&mut document);
    (router, document.to_string().into())
}

/// Adds to every operation the token, if one is required, and the problem responses.
fn finished(mut document: OpenApi, access: &Access) -> OpenApi {
    let components = document.components.get_or_insert_default();
    if !access.is_open() {
        let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        components.add_security_scheme(TOKEN, bearer);
        document.security = Some(vec![SecurityRequirement::new(TOKEN, [""; 0])]);
    }
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            operation.responses.responses.insert("default".to_owned(), RefOr::T(problem()));
            for parameter in operation.parameters.iter_mut().flatten() {
                match parameter {
                    RefOr::T(it) if it.parameter_in == ParameterIn::Header => it.required = Required::False,
                    RefOr::T(_) | RefOr::Ref(_) => {}
                }
            }
        }
    }
    document
}

/// Inserts the schemas by which requests are validated; MCP lists the same.
fn describe(document: &mut Value) {
    let requests = [
        ("Start", Start::schema()),
        ("Panel", Panel::schema()),
        ("Continue", Continue::schema()),
        ("Fork", Fork::schema()),
        ("RecordOutcome", RecordOutcome::schema()),
        ("ClosePostmortem", ClosePostmortem::schema()),
    ];
    for (name, request) in requests {
        if let Some(schema) = document.pointer_mut(&format!("/components/schemas/{name}")) {
            *schema = Value::Object(request.clone());
        }
    }
    // The schemas are inlined, so their components are removed.
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.retain(|name, _| !matches!(name.as_str(), "Attach" | "Fetched"));
    }
    if let Some(format) = document.pointer_mut("/paths/~1api~1v1~1debates~1{id}~1export/get/parameters/1/schema") {
        *format = json!({"type": "string", "enum": Format::ALL.map(Format::as_str)});
    }
}

/// Gives unsigned numbers their full range; `utoipa` describes them with signed formats.
fn widen(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_unsigned = fields.get("minimum").and_then(Value::as_f64).is_some_and(|it| it >= 0.0);
            let wide = match fields.get("format").and_then(Value::as_str) {
                Some("int32") if is_unsigned => Some(("uint32", u64::from(u32::MAX))),
                Some("int64") if is_unsigned => Some(("uint64", u64::MAX)),
                Some(_) | None => None,
            };
            if let Some((format, most)) = wide {
                fields.insert("format".to_owned(), format.into());
                fields.entry("maximum").or_insert(most.into());
            }
            fields.values_mut().for_each(widen);
        }
        Value::Array(items) => items.iter_mut().for_each(widen),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn problem() -> Response {
    let schema = Ref::from_schema_name(Problem::name());
    ResponseBuilder::new()
        .description("a problem")
        .content(MEDIA_TYPE, ContentBuilder::new().schema(Some(schema)).build())
        .build()
}
