//! URIs of debates and their parts: `roundtable://debates/{id}/…`.
//!
//! Long parts are read page by page: `?offset=` is the start, `?max_bytes=` the size, and `?events=` fixes the state, since a debate may
//! continue between two pages.
use exports::Format;

/// Prefix of every URI.
pub(super) const ROOT: &str = "roundtable://debates/";

/// A part of a debate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Its current state.
    Session,
    /// Its verdict.
    Verdict,
    /// The summary of a round.
    Round(u32),
    /// One turn.
    Turn(u32, String),
    /// The argument graph.
    Graph,
    /// The results of a panel.
    Cruxes,
    /// One room of a panel.
    Room(String),
    /// An export; the transcript is Markdown, the log the events.
    File(Format),
}

/// A parsed URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ResourceUri {
    /// Id of the debate.
    pub(super) id: String,
    /// The part.
    pub(super) part: Part,
    /// First byte of a file.
    pub(super) offset: Option<u64>,
    /// Size of the page, in bytes.
    pub(super) max_bytes: Option<u32>,
    /// Number of events that a file covers.
    pub(super) events: Option<u64>,
}

/// The URI of a debate.
pub(super) fn debate(id: &str) -> String {
    format!("{ROOT}{id}")
}

/// The URI of an export.
pub(super) fn export(id: &str, form: Format) -> String {
    format!("{ROOT}{id}/export/{form}")
}

impl ResourceUri {
    /// Parses a URI; none if it is unknown.
    pub(super) fn parse(uri: &str) -> Option<ResourceUri> {
        let rest = uri.strip_prefix(ROOT)?;
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let steps: Vec<String> = path.split('/').map(decoded).collect::<Option<_>>()?;
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let (id, part) = match steps.as_slice() {
            [id] => (id, Part::Session),
            [id, "verdict"] => (id, Part::Verdict),
            [id, "rounds", number] => (id, Part::Round(number.parse().ok()?)),
            [id, "rounds", number, who] => (id, Part::Turn(number.parse().ok()?, (*who).to_owned())),
            [id, "graph"] => (id, Part::Graph),
            [id, "cruxes"] => (id, Part::Cruxes),
            [id, "cruxes", room] => (id, Part::Room((*room).to_owned())),
            [id, "transcript"] => (id, Part::File(Format::Markdown)),
            [id, "log"] => (id, Part::File(Format::Log)),
            [id, "export", form] => (id, Part::File(form.parse().ok()?)),
            _ => return None,
        };
        let mut parsed = ResourceUri { id: (*id).to_owned(), part, offset: None, max_bytes: None, events: None };
        for (name, value) in query.split('&').filter_map(|it| it.split_once('=')) {
            match name {
                "offset" => parsed.offset = Some(value.parse().ok()?),
                "max_bytes" => parsed.max_bytes = Some(value.parse().ok()?),
                "events" => parsed.events = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        (!id.is_empty()).then_some(parsed)
    }
}

/// Decodes a percent-encoded segment; none if it is not UTF-8.
fn decoded(step: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(step.len());
    let mut rest = step.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |it: Option<u8>| char::from(it?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-23: every part of a debate has a URI, and other URIs are rejected.
    #[test]
    fn addresses_name_parts() {
        let parsed = |part| Some(ResourceUri { id: "d".into(), part, offset: None, max_bytes: None, events: None });
        for (path, expected) in [
            ("d", parsed(Part::Session)),
            ("d/verdict", parsed(Part::Verdict)),
            ("d/rounds/2", parsed(Part::Round(2))),
            ("d/rounds/2/%E7%8C%AB", parsed(Part::Turn(2, "猫".into()))),
            ("d/graph", parsed(Part::Graph)),
            ("d/cruxes", parsed(Part::Cruxes)),
            ("d/cruxes/room-1", parsed(Part::Room("room-1".into()))),
            ("d/transcript", parsed(Part::File(Format::Markdown))),
            ("d/log", parsed(Part::File(Format::Log))),
            ("d/export/adr", parsed(Part::File(Format::Adr))),
            ("", None),
            ("d/", None),
            ("d/rounds/x", None),
            ("d/rounds/2/%zz", None),
            ("d/rounds/2/%ff", None),
            ("d/export/pdf", None),
            ("d?offset=-1", None),
            ("d?other=1", None),
        ] {
            assert_eq!(ResourceUri::parse(&format!("{ROOT}{path}")), expected, "{path}");
        }
        let paged = ResourceUri::parse("roundtable://debates/d/log?offset=7&max_bytes=9&events=5").unwrap();
        assert_eq!((paged.offset, paged.max_bytes, paged.events), (Some(7), Some(9), Some(5)));
        assert_eq!(ResourceUri::parse("file:///etc/passwd"), None);
    }
}
