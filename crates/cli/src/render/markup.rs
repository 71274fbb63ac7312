//! What others said as Markdown: escaped, so that nothing of it is markup (I-32), and set in lines of one width.
use debate::text;

/// The widest a line is, in characters: as on a terminal.
const WIDTH: usize = 100;

/// A document with its lines folded at spaces, and one empty line where there are several. Headings and rows of tables can't be folded.
pub(crate) fn folded(document: &str) -> String {
    let mut out = String::with_capacity(document.len() + document.len() / 64);
    for line in document.lines() {
        if !(line.is_empty() && out.ends_with("\n\n")) {
            fold(&mut out, line);
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn fold(out: &mut String, line: &str) {
    // What continues an item is set in; what continues a quotation is quoted.
    let item = line.trim_start_matches(' ');
    let indent = if item.starts_with("- ") { " ".repeat(line.len() - item.len() + 2) } else { String::new() };
    let quote = if line.starts_with("> ") { "> " } else { "" };
    let mut used = 0;
    if line.starts_with(['#', '|']) {
        out.push_str(line);
    } else {
        let (margin, line) = line.split_at_checked(line.len() - item.len()).unwrap_or(("", line));
        out.push_str(margin);
        for word in line.split(' ') {
            let width = word.chars().count();
            if used > 0 && used + 1 + width > WIDTH {
                let word = guarded(word);
                out.extend(["\n", &indent, quote, &word]);
                used = indent.len() + quote.len() + word.chars().count();
            } else {
                if used > 0 {
                    out.push(' ');
                }
                out.push_str(word);
                used += width + usize::from(used > 0);
            }
        }
    }
    out.push('\n');
}

/// A word that begins a line: what would make a list, a rule or a heading of it there is escaped.
fn guarded(word: &str) -> String {
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let rest: String = word.chars().skip(digits).collect();
    match (digits, rest.chars().next()) {
        (0, Some('-' | '+' | '=')) => format!("\\{word}"),
        (1.., Some('.' | ')')) => format!("{}\\{rest}", word.chars().take(digits).collect::<String>()),
        (_, _) => word.to_owned(),
    }
}

/// Somebody's words on one line, to stand between backticks.
pub(crate) fn plain(said: &str) -> String {
    text::one_line(&text::clean(said).text).replace('`', "")
}

/// Somebody's words on one line, with everything that Markdown or HTML would take for markup escaped.
pub(crate) fn words(said: &str) -> String {
    let line = text::one_line(&text::clean(said).text);
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' => out.extend(['\\', c]),
            '&' => out.push_str("&amp;"),
            // Some dialects make a link of a bare address.
            ':' if line.get(at..).is_some_and(|it| it.starts_with("://")) => out.push_str("&#58;"),
            '.' if line.get(..at).is_some_and(ends_with_www) => out.push_str("&#46;"),
            _ => out.push(c),
        }
    }
    match out.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", guarded(first)),
        None => guarded(&out),
    }
}

fn ends_with_www(text: &str) -> bool {
    text.len().checked_sub(3).and_then(|from| text.get(from..)).is_some_and(|it| it.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-32: what a participant says is never markup.
    #[test]
    fn words_are_no_markup() {
        assert_eq!(
            words("# head <b>x</b> [a](javascript:b)\n- c|d"),
            "\\# head \\<b\\>x\\</b\\> \\[a\\](javascript:b) - c\\|d"
        );
        assert_eq!(words("1. one"), "1\\. one");
        assert_eq!(words("- one"), "\\- one");
        assert_eq!(words("see HTTPS://x.example and WWW.x.example"), "see HTTPS&#58;//x.example and WWW&#46;x.example");
    }

    /// I-32: no line of it begins with what would be markup there, and none is wider than a page.
    #[test]
    fn lines_fit_and_stay_text() {
        for mark in ["-", "+", "===", "7.", "12)", "---", "#", ">"] {
            let said = words(&format!("{}{mark} after {}", "word ".repeat(19), "more ".repeat(40)));
            for document in [said.clone(), format!("- {said}"), format!("> {said}")] {
                let folded = folded(&document);
                assert!(folded.lines().all(|it| it.chars().count() <= WIDTH + 1), "{folded}");
                let own = usize::from(document.starts_with(['-', '>'])) * 2;
                let bare = |line: &str| line.chars().skip(own).collect::<String>();
                assert!(folded.lines().all(|it| !bare(it).starts_with(mark)), "{mark}: {folded}");
            }
        }
        assert_eq!(folded("| a table is left |"), "| a table is left |\n");
        // What continues an item within an item is set in as far as that.
        let nested = folded(&format!("- one\n  - {}", "word ".repeat(40)));
        let depth = |it: &str| it.len() - it.trim_start().len();
        assert_eq!(nested.lines().map(depth).collect::<Vec<_>>(), [0, 2, 4, 4], "{nested}");
    }
}
