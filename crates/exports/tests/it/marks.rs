//! A strict HTML parser: what a browser might forgive is an error here.
use std::collections::{BTreeMap, BTreeSet};

/// The elements that a page may have.
const ELEMENTS: &[&str] = &[
    "a",
    "article",
    "blockquote",
    "body",
    "circle",
    "code",
    "dd",
    "defs",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "g",
    "h1",
    "h2",
    "h3",
    "head",
    "header",
    "html",
    "li",
    "line",
    "main",
    "marker",
    "meta",
    "nav",
    "ol",
    "p",
    "path",
    "rect",
    "section",
    "span",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "ul",
];
const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "charset",
    "class",
    "content",
    "cx",
    "cy",
    "d",
    "datetime",
    "dir",
    "height",
    "href",
    "http-equiv",
    "id",
    "lang",
    "marker-end",
    "marker-start",
    "markerHeight",
    "markerWidth",
    "name",
    "open",
    "orient",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "rel",
    "role",
    "rx",
    "scope",
    "tabindex",
    "text-anchor",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];
/// Elements without a closing tag.
const VOID: &[&str] = &["meta"];
const ENTITIES: &[&str] = &["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];

/// A parsed page.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// The count of each element.
    pub(crate) elements: BTreeMap<String, usize>,
    /// All text without markup.
    pub(crate) text: String,
    /// The text of the first screen: all before the parts after the decision or the findings.
    pub(crate) first: String,
    ids: BTreeSet<String>,
    links: Vec<String>,
    headings: Vec<u8>,
}

impl Marks {
    /// Parses a page, or says what is wrong and where.
    pub(crate) fn of(page: &str) -> Result<Marks, String> {
        let mut marks = Marks::default();
        let mut open: Vec<String> = Vec::new();
        let mut rest = page.strip_prefix("<!DOCTYPE html>").ok_or("no doctype")?;
        while let Some(at) = rest.find('<') {
            marks.words(&rest[..at], &open)?;
            let end = rest.find('>').ok_or("a mark that does not end")?;
            let mark = &rest[at + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = mark.strip_prefix('/') {
                let last = open.pop().ok_or(format!("nothing to close: {mark}"))?;
                if last != name {
                    return Err(format!("`{name}` closes `{last}`"));
                }
                continue;
            }
            let (mark, is_whole) = mark.strip_suffix('/').map_or((mark, false), |it| (it, true));
            let (name, attributes) = mark.split_once(' ').unwrap_or((mark, ""));
            marks.element(name, attributes)?;
            if name == "style" {
                let end = rest.find("</style>").ok_or("a style that does not end")?;
                rest = &rest[end + "</style>".len()..];
            } else if !is_whole && !VOID.contains(&name) {
                open.push(name.to_owned());
            }
        }
        marks.words(rest, &open)?;
        if !open.is_empty() {
            return Err(format!("left open: {open:?}"));
        }
        marks.whole()
    }

    fn element(&mut self, name: &str, attributes: &str) -> Result<(), String> {
        if !ELEMENTS.contains(&name) {
            return Err(format!("no element of ours: `{name}`"));
        }
        *self.elements.entry(name.to_owned()).or_default() += 1;
        if let Some(level) = name.strip_prefix('h').and_then(|it| it.parse().ok()) {
            self.headings.push(level);
        }
        let mut rest = attributes;
        while !rest.is_empty() {
            let (key, after) = rest.split_once("=\"").ok_or(format!("no value: `{rest}`"))?;
            let (value, after) = after.split_once('"').ok_or(format!("no end: `{after}`"))?;
            if !ATTRIBUTES.contains(&key) {
                return Err(format!("no attribute of ours: `{key}`"));
            }
            // The policy names its sources in quotation marks.
            clean(&if key == "content" { value.replace('\'', "") } else { value.to_owned() })?;
            match key {
                "id" if !self.ids.insert(value.to_owned()) => return Err(format!("`{value}` stands twice")),
                "href" => self.links.push(value.to_owned()),
                _ => {}
            }
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        Ok(())
    }

    fn words(&mut self, words: &str, open: &[String]) -> Result<(), String> {
        clean(words)?;
        let words = words
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
        // The part that follows it: of a debate, and of a panel.
        let is_first = !["unresolved", "cruxes"].iter().any(|it| self.ids.contains(*it));
        if is_first && open.iter().any(|it| it == "body") {
            self.first.push_str(&words);
        }
        self.text.push_str(&words);
        Ok(())
    }

    /// Checks that links have targets, and that headings skip no level.
    fn whole(self) -> Result<Marks, String> {
        for link in &self.links {
            let is_there = link.strip_prefix('#').is_some_and(|it| self.ids.contains(it));
            if !is_there && !link.starts_with("https://") && !link.starts_with("http://") {
                return Err(format!("`{link}` leads nowhere"));
            }
        }
        let is_in_order = self.headings.windows(2).all(|it| it[1] <= it[0] + 1);
        if self.headings.first() != Some(&1) || !is_in_order {
            return Err(format!("headings out of order: {:?}", self.headings));
        }
        Ok(self)
    }
}

/// Checks that text and values contain no markup, control character or change of direction.
fn clean(words: &str) -> Result<(), String> {
    if let Some(at) = words.find(['<', '>', '"', '\'']) {
        return Err(format!("not escaped: {:?}", &words[at..]));
    }
    for (at, _) in words.match_indices('&') {
        if !ENTITIES.iter().any(|it| words[at..].starts_with(it)) {
            return Err(format!("not escaped: {:?}", &words[at..]));
        }
    }
    let is_hidden = |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
    match words.find(is_hidden) {
        Some(at) => Err(format!("hidden: {:?}", &words[at..])),
        None => Ok(()),
    }
}
