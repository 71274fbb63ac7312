//! Markdown to prose. Headings become part of the source of the words below them.
//!
//! Code blocks, images and front matter are left out; inline code stays, because its sentence needs it.
use super::prose::Prose;
use super::{ParsedFile, html};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The longest heading in a source, in characters. Ours: a line of a citation.
const HEADING: usize = 80;

/// The current headings of a document, outermost first.
#[derive(Debug, Default)]
pub(super) struct Headings(Vec<(u8, String)>);

impl Headings {
    /// Enters a heading, and leaves those of the same or a deeper level.
    pub(super) fn enter(&mut self, level: u8, words: &str) {
        self.0.retain(|(it, _)| *it < level);
        let words = debate::text::one_line(&debate::text::clean(words).text);
        if !words.is_empty() {
            self.0.push((level, words.chars().take(HEADING).collect()));
        }
    }

    /// The source of the text at this point.
    pub(super) fn source(&self, file: &str) -> String {
        let names = self.0.iter().map(|(_, it)| it.as_str());
        std::iter::once(file).chain(names).collect::<Vec<_>>().join(" › ")
    }
}

pub(super) fn read(parsed: &mut ParsedFile, file: &str, text: &str) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let (mut headings, mut prose) = (Headings::default(), Prose::default());
    let (mut running, mut markup) = (String::new(), String::new());
    // The nesting depth of elements that are left out.
    let mut hidden = 0_usize;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Image { .. } | Tag::MetadataBlock(_)) => hidden += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::Image | TagEnd::MetadataBlock(_)) => {
                hidden = hidden.saturating_sub(1)
            }
            Event::Text(words) | Event::Code(words) if hidden == 0 => running.push_str(&words),
            Event::InlineMath(words) | Event::DisplayMath(words) if hidden == 0 => running.push_str(&words),
            Event::SoftBreak | Event::HardBreak => running.push(' '),
            Event::Html(tags) => markup.push_str(&tags),
            Event::End(TagEnd::HtmlBlock) => {
                html::paragraphs(&std::mem::take(&mut markup)).iter().for_each(|it| prose.add_paragraph(None, it));
            }
            Event::Start(Tag::Heading { .. }) => {
                prose.add_paragraph(None, &std::mem::take(&mut running));
                parsed.take(file, headings.source(file), std::mem::take(&mut prose));
            }
            Event::End(TagEnd::Heading(level)) => headings.enter(depth(level), &std::mem::take(&mut running)),
            Event::Start(tag) if is_block(&tag.to_end()) => prose.add_paragraph(None, &std::mem::take(&mut running)),
            Event::End(tag) if is_block(&tag) => prose.add_paragraph(None, &std::mem::take(&mut running)),
            Event::End(TagEnd::TableCell) => running.push(' '),
            Event::Start(_)
            | Event::End(_)
            | Event::Text(_)
            | Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    prose.add_paragraph(None, &running);
    parsed.take(file, headings.source(file), prose);
}

/// Whether the element's text is a paragraph of its own.
fn is_block(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
    )
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;

    /// P-01
    #[test]
    fn markdown_is_its_words_and_headings_are_where_they_stand() {
        let text = "---\ntitle: x\n---\nFirst *words* of [a link](http://x.y/z) and `code`.\n\n# One **big**\n\nBelow\none.\n\n- item a\n- item \
                    b\n\n  more of b\n\n## Two\n\n> Quoted.\n\n```rust\nfn f() {}\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n![alt](p.png)\n\n# \
                    Three\n\n<div>In <b>tags</b> &amp; out</div>\n\nTail[^1].\n\n[^1]: A note.\n";
        let (passages, problems) = told("e.md", text.as_bytes(), None);
        let expected = [
            ("e.md", "First words of a link and code."),
            ("e.md › One big", "Below one.\nitem a\nitem b\nmore of b"),
            ("e.md › One big › Two", "Quoted.\na b\nc d"),
            ("e.md › Three", "In tags & out\nTail.\nA note."),
        ];
        assert_eq!(passages, expected.map(|(source, text)| (source.to_owned(), text.to_owned())));
        assert_eq!(problems, [""; 0]);
    }
}
