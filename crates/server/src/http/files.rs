//! Export and import of debates (I-40).
use super::App;
use super::debates::created;
use super::extract::{PathParams, QueryParams, bytes, check_media_type};
use super::problem::{Kind, Problem};
use crate::requests::check::described;
use crate::responses::DebateStatus;
use crate::service::Caller;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use exports::Format;
use schemars::JsonSchema;
use serde::Deserialize;
use utoipa::IntoParams;

/// Content security policy of exported pages: inline style only; no script, network, frame or form.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-same-origin allow-top-navigation-by-user-activation";

/// The format.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// `markdown` if absent.
    format: Option<String>,
}

described!(ExportQuery);

/// Exports a debate as a file.
#[utoipa::path(
    get, path = "/debates/{id}/export", tag = "files",
    params(("id" = String, Path, description = "the debate's id"), ExportQuery),
    responses((status = 200, description = "the file", headers(("Content-Disposition" = String, description = "its name")), content(
        (String = "text/markdown"), (String = "text/html"), (String = "text/plain"), (String = "text/csv"), (String = "application/x-ndjson"), (Object = "application/json"),
    ))),
)]
pub(super) async fn export(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    QueryParams(wanted): QueryParams<ExportQuery>,
) -> Result<Response, Problem> {
    let form: Format = match wanted.format {
        Some(word) => {
            word.parse().map_err(|error: exports::UnknownFormat| Problem::new(Kind::Malformed, error.to_string()))?
        }
        None => Format::Markdown,
    };
    let (id, text) = app.service.file(&who, &id, form).await?;
    let mut response = text.to_string().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(form.media_type()));
    // Pages open in the browser; other formats are downloads.
    let how = if form == Format::Html { "inline" } else { "attachment" };
    let named = HeaderValue::from_str(&format!("{how}; filename=\"{}.{}\"", file_name(id.as_str()), form.extension()));
    headers.extend(named.map(|it| (CONTENT_DISPOSITION, it)));
    if form == Format::Html {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    Ok(response)
}

/// A file name that is safe for every file system and header.
fn file_name(id: &str) -> String {
    let kept: String = id.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '-').take(64).collect();
    format!("roundtable-{kept}")
}

/// Imports an exported event log as a debate.
#[utoipa::path(
    post, path = "/debates/import", tag = "files",
    request_body(description = "an exported log, one event a line", content((String = "application/x-ndjson"), (String = "text/plain"))),
    responses((status = 201, description = "the imported debate", body = DebateStatus, headers(("Location" = String, description = "its address"))), (status = 409, description = "there is another debate with its id", body = Problem, content_type = "application/problem+json")),
)]
pub(super) async fn import(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    request: Request,
) -> Result<Response, Problem> {
    let is_lines = |it: &str| matches!(it, "application/x-ndjson" | "application/jsonl" | "text/plain");
    check_media_type(request.headers(), is_lines, "application/x-ndjson")?;
    let bytes = bytes(request, &()).await?;
    let text = String::from_utf8(bytes.into())
        .map_err(|error| Problem::new(Kind::Malformed, format!("the body is not text in UTF-8: {error}")))?;
    let id = app.service.import(&who, text).await?;
    let session = DebateStatus::of(&app.service.read(&who, id.as_str()).await?);
    Ok(created(id.as_str(), session))
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_name_can_leave_neither_its_header_nor_its_folder() {
        for (id, name) in [("d19a", "roundtable-d19a"), ("../a\"\r\nb;x=", "roundtable-abx"), ("猫", "roundtable-")] {
            assert_eq!(file_name(id), name);
        }
    }
}
