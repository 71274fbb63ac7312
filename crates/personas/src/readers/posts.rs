//! Posts, one a line: JSON Lines and CSV (P-01). One column has the text; title, author, date and address make the source.
use super::prose::Prose;
use super::{Kind, ParsedFile, utf8};
use serde_json::{Map, Value};

/// The columns that may have the text, in this order.
const WORDS: [&str; 5] = ["text", "body", "content", "post", "message"];
/// The columns that identify a post: title, date, and address or id. The first of each is used.
const CITED: [&[&str]; 3] = [
    &["title", "subject", "headline"],
    &["date", "created_at", "published_at", "published", "timestamp", "time", "datetime"],
    &["url", "link", "permalink", "id"],
];
/// The author's columns; alone they do not identify a post.
const AUTHOR: &[&str] = &["author", "user", "username", "by", "from"];
/// The longest part of a source, in characters. Ours: a line of a citation.
const PART: usize = 80;

/// A record with named columns, ignoring case.
trait Named {
    /// The text of a column; absent where it is missing or empty.
    fn column(&self, name: &str) -> Option<String>;
}

pub(super) fn json_lines(parsed: &mut ParsedFile, file: &str, bytes: &[u8], column: Option<&str>) {
    for (at, line) in bytes.split(|it| *it == b'\n').enumerate() {
        let line_number = Some(at + 1);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let text = match utf8(line) {
            Ok(text) => text,
            // The byte is counted from the beginning of the line, whose number is given.
            Err((_, kind)) => {
                parsed.problem(file, line_number, kind);
                continue;
            }
        };
        let post: Map<String, Value> = match serde_json::from_str(text) {
            Ok(post) => post,
            Err(error) => {
                parsed.problem(file, line_number, Kind::BadJson(error));
                continue;
            }
        };
        let wanted = column.map_or_else(|| WORDS.to_vec(), |it| vec![it]);
        match wanted.iter().find_map(|it| words(&post, it)) {
            Some(words) => take(parsed, file, at + 1, words, &post),
            None => {
                let there = list(post.keys().map(String::as_str));
                parsed.problem(file, line_number, Kind::NoField { wanted: either(&wanted), there });
            }
        }
    }
}

/// The text in a field; other JSON types are none.
fn words<'a>(post: &'a Map<String, Value>, column: &str) -> Option<&'a str> {
    post.iter().filter(|(name, _)| is_called(name, column)).find_map(|(_, value)| value.as_str())
}

impl Named for Map<String, Value> {
    fn column(&self, column: &str) -> Option<String> {
        let (_, value) = self.iter().find(|(name, _)| is_called(name, column))?;
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

pub(super) fn csv(parsed: &mut ParsedFile, file: &str, bytes: &[u8], column: Option<&str>) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut rows = ::csv::ReaderBuilder::new().flexible(true).delimiter(delimiter(file, bytes)).from_reader(bytes);
    let head: Vec<String> = match rows.byte_headers() {
        Ok(head) => head.iter().map(|it| String::from_utf8_lossy(it).trim().to_owned()).collect(),
        Err(error) => return parsed.problem(file, None, Kind::BadCsv(error)),
    };
    if head.iter().all(String::is_empty) {
        return;
    }
    let wanted = column.map_or_else(|| WORDS.to_vec(), |it| vec![it]);
    let found = wanted.iter().find_map(|wanted| head.iter().position(|it| is_called(it, wanted)));
    let Some(at) = found else {
        let kind = Kind::NoColumn { wanted: either(&wanted), there: list(head.iter().map(String::as_str)) };
        return parsed.problem(file, None, kind);
    };
    let mut row = ::csv::ByteRecord::new();
    loop {
        match rows.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => break,
            // After this error the row boundaries are unknown: stop.
            Err(error) => return parsed.problem(file, None, Kind::BadCsv(error)),
        }
        let line = row.position().map_or(0, |it| usize::try_from(it.line()).unwrap_or(usize::MAX));
        match row.get(at).map(utf8) {
            Some(Ok(words)) => take(parsed, file, line, words, &Row { head: &head, row: &row }),
            Some(Err((_, kind))) => parsed.problem(file, Some(line), kind),
            None => parsed.problem(file, Some(line), Kind::ShortRow { found: row.len(), expected: head.len() }),
        }
    }
}

/// A row with its column names.
struct Row<'a> {
    head: &'a [String],
    row: &'a ::csv::ByteRecord,
}

impl Named for Row<'_> {
    fn column(&self, column: &str) -> Option<String> {
        let at = self.head.iter().position(|it| is_called(it, column))?;
        std::str::from_utf8(self.row.get(at)?).ok().map(str::to_owned)
    }
}

/// The delimiter: a tab in a `.tsv`, else the most frequent candidate in the header.
fn delimiter(file: &str, bytes: &[u8]) -> u8 {
    if file.to_lowercase().ends_with(".tsv") {
        return b'\t';
    }
    let head = bytes.split(|it| *it == b'\n').next().unwrap_or_default();
    let count = |it: u8| head.iter().filter(|byte| **byte == it).count();
    [b'\t', b';', b','].into_iter().max_by_key(|it| count(*it)).unwrap_or(b',')
}

fn is_called(name: &str, column: &str) -> bool {
    name.trim().to_lowercase() == column.trim().to_lowercase()
}

/// Adds a post: an empty line ends a paragraph of it.
fn take(parsed: &mut ParsedFile, file: &str, line: usize, words: &str, post: &impl Named) {
    let mut prose = Prose::default();
    let folded = words.replace("\r\n", "\n");
    folded.split("\n\n").for_each(|it| prose.add_paragraph(Some(line), it));
    parsed.take(file, source(file, line, post), prose);
}

/// The source of a post. The line number is used only where nothing better is known: it changes when posts are inserted.
fn source(file: &str, line: usize, post: &impl Named) -> String {
    let first = |names: &&[&str]| names.iter().find_map(|it| post.column(it)).and_then(part);
    let mut parts: Vec<String> = CITED.iter().filter_map(first).collect();
    if parts.is_empty() {
        parts.push(format!("line {line}"));
    }
    parts.extend(first(&AUTHOR).map(|it| format!("by {it}")));
    parts.insert(0, file.to_owned());
    parts.join(", ")
}

fn part(words: String) -> Option<String> {
    let line = debate::text::one_line(&debate::text::clean(&words).text);
    (!line.is_empty()).then(|| line.chars().take(PART).collect())
}

/// Names in a list: `a`, `b` or `c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => format!("`{last}`"),
        Some((last, before)) => {
            format!("{} or `{last}`", before.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", "))
        }
        None => String::new(),
    }
}

/// The most column names in a message. Ours: a line.
const TOLD: usize = 20;

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|it| format!("`{}`", it.chars().take(PART).collect::<String>())).collect();
    match names.len().checked_sub(TOLD) {
        _ if names.is_empty() => "none".to_owned(),
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names.get(..TOLD).unwrap_or_default().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;

    fn pairs(passages: &[(String, String)]) -> Vec<(&str, &str)> {
        passages.iter().map(|(source, text)| (source.as_str(), text.as_str())).collect()
    }

    /// P-01
    #[test]
    fn posts_of_json_lines_are_read_one_by_one() {
        let lines = "{\"text\": \"One.\\n\\nTwo.\", \"title\": \"T\", \"date\": \"2024-05-01\", \"author\": \"jay\"}\n\n{\"Body\": \"Three.\"}\r\n\
                     {\"content\": 3}\nnot json\n[1]\n{\"text\": \"Four.\", \"id\": 17}\n";
        let (passages, problems) = told("p.jsonl", lines.as_bytes(), None);
        let expected =
            [("p.jsonl, T, 2024-05-01, by jay", "One.\nTwo."), ("p.jsonl, line 3", "Three."), ("p.jsonl, 17", "Four.")];
        assert_eq!(pairs(&passages), expected);
        assert_eq!(
            problems,
            [
                "`p.jsonl`, line 4: it was left out, because it has no text under `text`, `body`, `content`, `post` or `message`; it has `content`; \
                 name one",
                "`p.jsonl`, line 5: it was left out, because it is not a JSON object: expected ident at line 1 column 2",
                "`p.jsonl`, line 6: it was left out, because it is not a JSON object: invalid type: sequence, expected a map at line 1 column 0",
            ]
        );
        let (passages, _) = told("p.jsonl", b"{\"text\": \"no\", \"said\": \"yes\"}", Some("Said"));
        assert_eq!(pairs(&passages), [("p.jsonl, line 1", "yes")]);
    }

    /// P-01: bytes that are not text cost only their own line, and many problems are counted instead of listed.
    #[test]
    fn one_bad_line_costs_itself_alone() {
        let (passages, problems) = told("p.jsonl", b"{\"text\": \"caf\xE9\"}\n{\"text\": \"fine\"}", None);
        assert_eq!((passages.len(), problems.len()), (1, 1));
        assert!(problems[0].starts_with("`p.jsonl`, line 1: byte 13 is not UTF-8"), "{problems:?}");
        let (_, problems) = told("p.jsonl", "x\n".repeat(1_000).as_bytes(), None);
        assert_eq!((problems.len(), problems.last().unwrap().as_str()), (21, "`p.jsonl` has 980 more like these"));
    }

    /// P-01: an error about a missing column names the existing ones.
    #[test]
    fn posts_of_csv_are_read_by_their_column() {
        let rows = "date;Title;Body\n2024;A;\"One, and\n\nmore.\"\n2025;B;caf\n2026;C\n";
        let (passages, problems) = told("p.csv", rows.as_bytes(), None);
        assert_eq!(pairs(&passages), [("p.csv, A, 2024", "One, and\nmore."), ("p.csv, B, 2025", "caf")]);
        assert_eq!(problems, ["`p.csv`, line 6: the row was left out: it has 2 of 3 columns"]);
        let (passages, problems) = told("p.csv", b"a,b\n1,2\n", None);
        assert_eq!(passages.len(), 0);
        assert_eq!(
            problems,
            ["`p.csv` has no column `text`, `body`, `content`, `post` or `message`; there are `a`, `b`; name one"]
        );
        let (passages, _) = told("p.tsv", b"a\tb\nx\ty, z\n", Some("b"));
        assert_eq!(pairs(&passages), [("p.tsv, line 2", "y, z")]);
        let (_, problems) = told("p.csv", b"text\nca\xE9\n", None);
        assert_eq!(problems, ["`p.csv`, line 2: byte 2 is not UTF-8; save it as UTF-8, and build again"]);
        let (_, problems) = told("p.csv", b"", None);
        assert_eq!(problems, ["`p.csv` has no words in it: nothing was read"]);
    }
}
