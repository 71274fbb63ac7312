//! Where a debate and its parts are, as `roundtable://debates/{id}/…`.
//!
//! A part that is long is read a piece at a time: `?offset=` says where from, `?max_bytes=` how much, `?events=` as of when: a debate may
//! go on between two pieces.
use exports::Format;

/// What every address begins with.
pub(super) const ROOT: &str = "roundtable://debates/";

/// A part of a debate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// How it stands.
    Session,
    /// What came out.
    Verdict,
    /// A round summed up.
    Round(u32),
    /// One turn.
    Turn(u32, String),
    /// The arguments as a graph.
    Graph,
    /// What a panel found.
    Cruxes,
    /// One room of a panel.
    Room(String),
    /// All of it as a file; the transcript is Markdown, the log the events.
    File(Format),
}

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Of which debate.
    pub(super) id: String,
    /// Which part.
    pub(super) part: Part,
    /// From which byte on, of a file.
    pub(super) offset: Option<u64>,
    /// How much of it.
    pub(super) max_bytes: Option<u32>,
    /// As the debate stood after so many events, of a file.
    pub(super) events: Option<u64>,
}

/// The address of a debate.
pub(super) fn debate(id: &str) -> String {
    format!("{ROOT}{id}")
}

/// The address of a debate as a file.
pub(super) fn export(id: &str, form: Format) -> String {
    format!("{ROOT}{id}/export/{form}")
}

impl Place {
    /// What an address names; none where it names nothing of ours.
    pub(super) fn parse(uri: &str) -> Option<Place> {
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
        let mut place = Place { id: (*id).to_owned(), part, offset: None, max_bytes: None, events: None };
        for (name, value) in query.split('&').filter_map(|it| it.split_once('=')) {
            match name {
                "offset" => place.offset = Some(value.parse().ok()?),
                "max_bytes" => place.max_bytes = Some(value.parse().ok()?),
                "events" => place.events = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        (!id.is_empty()).then_some(place)
    }
}

/// A step of a path without its percent signs; none where they make no text.
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

    /// I-23: every part of a debate has an address, and nothing else has.
    #[test]
    fn addresses_name_parts() {
        let place = |part| Some(Place { id: "d".into(), part, offset: None, max_bytes: None, events: None });
        for (path, expected) in [
            ("d", place(Part::Session)),
            ("d/verdict", place(Part::Verdict)),
            ("d/rounds/2", place(Part::Round(2))),
            ("d/rounds/2/%E7%8C%AB", place(Part::Turn(2, "猫".into()))),
            ("d/graph", place(Part::Graph)),
            ("d/cruxes", place(Part::Cruxes)),
            ("d/cruxes/room-1", place(Part::Room("room-1".into()))),
            ("d/transcript", place(Part::File(Format::Markdown))),
            ("d/log", place(Part::File(Format::Log))),
            ("d/export/adr", place(Part::File(Format::Adr))),
            ("", None),
            ("d/", None),
            ("d/rounds/x", None),
            ("d/rounds/2/%zz", None),
            ("d/rounds/2/%ff", None),
            ("d/export/pdf", None),
            ("d?offset=-1", None),
            ("d?other=1", None),
        ] {
            assert_eq!(Place::parse(&format!("{ROOT}{path}")), expected, "{path}");
        }
        let paged = Place::parse("roundtable://debates/d/log?offset=7&max_bytes=9&events=5").unwrap();
        assert_eq!((paged.offset, paged.max_bytes, paged.events), (Some(7), Some(9), Some(5)));
        assert_eq!(Place::parse("file:///etc/passwd"), None);
    }
}
