//! Participants' words as Markdown: escaped, so that nothing is markup (I-32), and wrapped to one width.
use debate::text;

/// The longest line, in characters: as on a terminal.
const WIDTH: usize = 100;

/// A document with its lines wrapped at spaces, and runs of empty lines reduced to one. Headings and table rows can't be wrapped.
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
    // Continuation lines of an item are indented; those of a quotation are quoted.
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

/// A word at the beginning of a line: escaped where it would make a list, a rule or a heading.
fn guarded(word: &str) -> String {
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let rest: String = word.chars().skip(digits).collect();
    match (digits, rest.chars().next()) {
        (0, Some('-' | '+' | '=' | ':')) => format!("\\{word}"),
        (1.., Some('.' | ')')) if rest.len() == 1 => {
            format!("{}\\{rest}", word.chars().take(digits).collect::<String>())
        }
        (_, _) => word.to_owned(),
    }
}

/// An id or an address, as code. A text with spaces is neither, and wrapping could change its meaning.
pub(crate) fn code(said: &str) -> String {
    let line = text::one_line(&text::clean(said).text);
    if line.contains(' ') { words(&line) } else { verbatim(&line) }
}

/// Words on one line, with everything escaped that Markdown or HTML reads as markup.
pub(crate) fn words(said: &str) -> String {
    let line = text::one_line(&text::clean(said).text);
    let mut out = String::with_capacity(line.len() + line.len() / 16);
    for (at, word) in line.split(' ').enumerate() {
        if at > 0 {
            out.push(' ');
        }
        let word = if is_address(word) { verbatim(word) } else { escaped(word) };
        out.push_str(&if at == 0 { guarded(&word) } else { word });
    }
    out
}

/// The same in bold; an empty text can't be.
pub(crate) fn strong(said: &str) -> String {
    let words = words(said);
    if words.is_empty() { "(no words)".to_owned() } else { format!("**{words}**") }
}

fn escaped(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '{' | '}' | '<' | '>' | '|' | '#' | '~' | '!' | '$' | '^' => {
                out.extend(['\\', c]);
            }
            '&' => out.push_str("&amp;"),
            _ => out.push(c),
        }
    }
    out
}

/// Whether some dialect turns a bare word into a link or a mention.
fn is_address(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["://", "www.", "mailto:", "xmpp:", "@"].into_iter().any(|it| word.contains(it))
}

/// A word as code, which no dialect turns into a link: escaping a part of an address is not enough, because some dialects search the unescaped
/// text. Characters that can't be in code, or not in a table, are put beside it.
fn verbatim(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 2);
    for part in word.split_inclusive(['`', '|']) {
        let code = part.trim_end_matches(['`', '|']);
        if !code.is_empty() {
            out.extend(["`", code, "`"]);
        }
        part.chars().skip(code.chars().count()).for_each(|it| out.extend(['\\', it]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-32: participants' words are never markup.
    #[test]
    fn words_are_no_markup() {
        assert_eq!(
            words("# head <b>x</b> [a](javascript:b)\n- c|d"),
            "\\# head \\<b\\>x\\</b\\> \\[a\\](javascript:b) - c\\|d"
        );
        assert_eq!(words("1. one"), "1\\. one");
        assert_eq!(words("- one"), "\\- one");
        assert_eq!(words("see HTTPS://x.example, me@x.example"), "see `HTTPS://x.example,` `me@x.example`");
        assert_eq!([code("a-b"), code("a -b")], ["`a-b`", "a -b"]);
        assert_eq!(words("(www.a`b|c|"), "`(www.a`\\``b`\\|`c`\\|");
    }

    /// I-32: no wrapped line begins with markup, and none is too wide.
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
        // Continuation lines of a nested item are indented as far as the item.
        let nested = folded(&format!("- one\n  - {}", "word ".repeat(40)));
        let depth = |it: &str| it.len() - it.trim_start().len();
        assert_eq!(nested.lines().map(depth).collect::<Vec<_>>(), [0, 2, 4, 4], "{nested}");
    }
}
