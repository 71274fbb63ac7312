//! The heading under which a passage stands, as its source names it (`readers`): the author's own word for what follows.
//!
//! Not here: how much a heading counts (`corpus`).

/// Between the headings of a source.
const BELOW: &str = " › ";
/// Between the parts of the source of a post: file, title, date, address, author.
const PART: &str = ", ";

/// The innermost heading, or the title of a post; empty where the source names neither.
pub(super) fn heading(source: &str) -> &str {
    match (source.rsplit_once(BELOW), source.split_once(PART)) {
        (Some((_, innermost)), _) => innermost,
        (None, Some((_, rest))) => title(rest),
        (None, None) => "",
    }
}

/// The beginning of a post's description, up to what is no title: a title may have commas.
fn title(rest: &str) -> &str {
    let length = |it: &str| it.len() + PART.len();
    let is_title = |it: &&str| it.chars().any(char::is_alphabetic) && !is_place(it);
    let end: usize = rest.split(PART).take_while(is_title).map(length).sum();
    rest.get(..end.saturating_sub(PART.len())).unwrap_or_default()
}

/// Whether a part tells where a post stands or who wrote it.
fn is_place(part: &str) -> bool {
    part.contains("://") || ["line ", "page ", "pages ", "by "].iter().any(|it| part.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::heading;

    /// P-04: the innermost heading or the title of a post, and nothing else of a source.
    #[test]
    fn a_source_names_its_heading() {
        for (source, expected) in [
            ("old-town.md › Notes from the number 9 › Permits", "Permits"),
            ("clinic.csv, How much, then, 2022-11-20", "How much, then"),
            ("posts.jsonl, Fares, 2023-06-30, https://example.org/1, by Priya", "Fares"),
            ("posts.csv, 2023-06-30", ""),
            ("posts.csv, line 4", ""),
            ("a.pdf, pages 1–2", ""),
            ("letters.txt", ""),
        ] {
            assert_eq!(heading(source), expected, "{source}");
        }
    }
}
