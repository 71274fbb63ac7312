//! The attached texts in a prompt, and the passages most relevant to the topic (O-10).
//!
//! Short texts are shown whole, of longer ones the best passages; participants can search further with tools. Nothing is cut inside a
//! sentence (D-31). The block is the same for everyone and in every round, so that an appended prompt can begin with it. Not here: ranking
//! passages (`analysis`).
use super::block::Block;
use crate::text;

/// An attached text in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// Its title.
    pub title: &'a str,
    /// The number of its passages.
    pub parts: usize,
}

/// A quoted passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    /// Its id, `S1#3`.
    pub id: String,
    /// Its words.
    pub text: &'a str,
}

/// Maximum tokens of a title. Ours: a path of some folders.
const TITLE: usize = 20;
/// Minimum tokens of a quoted passage. Ours: a sentence.
const WORTH: usize = 30;
/// Tokens reserved for the line on unlisted texts.
const MORE: usize = 12;

/// The list in at most half of `space` tokens, and the best passages that fit into the rest; of the last passage, whole sentences.
pub fn attached(list: &[Listed<'_>], best: &[Excerpt<'_>], space: usize) -> String {
    let mut block = Block::new(space);
    let mut listed = Block::new((space / 2).saturating_sub(MORE));
    let line = |(place, it): (usize, &Listed<'_>)| {
        let parts = if it.parts == 1 { "1 part".to_owned() } else { format!("{} parts", it.parts) };
        (format!("S{}, {parts}: ", place + 1), it.title.to_owned())
    };
    let lines = list.iter().enumerate().map(line);
    let shown = lines.take_while(|(head, title)| listed.quote(head, title, TITLE)).count();
    block.append(listed);
    if shown < list.len() {
        block.line(&format!("(and {} more, S{} to S{})", list.len() - shown, shown + 1, list.len()));
    }
    for Excerpt { id, text } in best {
        let title = format!("{id}: ");
        // Title, quotation mark and line end need space too.
        let left = block.left().saturating_sub(text::tokens(&title) + 4);
        let Some(words) = fitting(text, left) else { break };
        if left < WORTH || !block.quote(&title, &words, left) {
            break;
        }
    }
    block.text()
}

/// A passage, or its first sentences that fit; none if not even one does.
fn fitting(passage: &str, space: usize) -> Option<String> {
    let words = text::one_line(passage);
    if text::tokens(&words) <= space {
        return Some(words);
    }
    let sentences = text::sentences(&words);
    let note = |left_out: usize| match left_out {
        1 => " (1 sentence left out)".to_owned(),
        _ => format!(" ({left_out} sentences left out)"),
    };
    (1..sentences.len()).rev().find_map(|kept| {
        let shown = format!("{}{}", sentences.get(..kept)?.join(" "), note(sentences.len() - kept));
        (text::tokens(&shown) <= space).then_some(shown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-10, D-31: the list and the best passages fit, each on a quoted line; omissions are reported.
    #[test]
    fn what_is_attached_is_bounded_and_quoted() {
        let list = [Listed { title: "a.md", parts: 3 }, Listed { title: "evil\nname.md", parts: 1 }];
        let best = [Excerpt { id: "S1#2".to_owned(), text: "One line.\nAnd # another." }];
        let shown = attached(&list, &best, 200);
        assert_eq!(shown, "| S1, 3 parts: a.md\n| S2, 1 part: evil name.md\n| S1#2: One line. And # another.\n");
        let long = "It is a sentence of some words. ".repeat(60);
        let many = vec![Listed { title: "a/long/path/to/some/file.md", parts: 2 }; 200];
        let best: Vec<Excerpt<'_>> = (1..9).map(|it| Excerpt { id: format!("S{it}#1"), text: &long }).collect();
        for space in [150, 500] {
            let shown = attached(&many, &best, space);
            assert!(text::tokens(&shown) <= space, "{} of {space}", text::tokens(&shown));
            assert!(
                shown.contains("more, S") && shown.contains("| S1#1: It is") && shown.contains("sentences left out)"),
                "{shown}"
            );
            assert!(shown.lines().all(|it| it.starts_with("| ") || it.starts_with("(and ")), "{shown}");
        }
    }
}
