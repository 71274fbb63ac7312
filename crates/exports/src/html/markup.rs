//! An HTML builder: tags and attributes can only be ours, and participants' words can only be text (I-32).
//!
//! Elements and attributes are closed lists, so nothing that runs or fetches can be written; every value is escaped where it is written, and
//! control and direction characters are removed. A link leads within the page, or to a plain web address. Not here: the page's content.
use debate::text;
use std::fmt::Write;

/// An enum of names as they are written.
macro_rules! names {
    ($(#[$doc:meta])* $list:ident { $($name:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $list { $($name),+ }

        impl $list {
            fn as_str(self) -> &'static str {
                match self { $($list::$name => $word),+ }
            }
        }
    };
}

names! {
    /// The allowed elements. Links have a method of their own: [`Html::link`].
    Tag {
        Article = "article", Blockquote = "blockquote", Code = "code", Dd = "dd", Details = "details",
        Div = "div", Dl = "dl", Dt = "dt", Em = "em", Figcaption = "figcaption", Figure = "figure", Footer = "footer",
        H1 = "h1", H2 = "h2", H3 = "h3", Header = "header", Li = "li", Main = "main", Nav = "nav", Ol = "ol", P = "p",
        Section = "section", Span = "span", Strong = "strong", Summary = "summary", Table = "table", Tbody = "tbody",
        Td = "td", Th = "th", Thead = "thead", Time = "time", Tr = "tr", Ul = "ul",
        Svg = "svg", G = "g", Rect = "rect", Path = "path", Line = "line", Circle = "circle", SvgText = "text",
        Title = "title", Defs = "defs", Marker = "marker",
    }
}

names! {
    /// The allowed attributes. None runs or fetches anything.
    Attr {
        Class = "class", Open = "open", Dir = "dir", Role = "role", Scope = "scope", TabIndex = "tabindex", Label = "aria-label",
        LabelledBy = "aria-labelledby", Hidden = "aria-hidden", DateTime = "datetime",
        ViewBox = "viewBox", Width = "width", Height = "height", X = "x", Y = "y", X1 = "x1", Y1 = "y1", X2 = "x2", Y2 = "y2",
        Cx = "cx", Cy = "cy", R = "r", Rx = "rx", D = "d", Anchored = "text-anchor", MarkerEnd = "marker-end", MarkerStart = "marker-start",
        RefX = "refX", RefY = "refY", MarkerWidth = "markerWidth", MarkerHeight = "markerHeight", Orient = "orient",
        Aspect = "preserveAspectRatio",
    }
}

/// The target of a link within the page. Its id contains nobody's words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Anchor(String);

impl Anchor {
    /// A part of the page.
    pub(super) fn part(name: &'static str) -> Anchor {
        Anchor(name.to_owned())
    }

    /// A claim, by index: `C3` is 2.
    pub(super) fn claim(place: usize) -> Anchor {
        Anchor(format!("c{}", place + 1))
    }

    /// A source, by index.
    pub(super) fn source(place: usize) -> Anchor {
        Anchor(format!("e{}", place + 1))
    }

    /// A term, by index.
    pub(super) fn term(place: usize) -> Anchor {
        Anchor(format!("t{}", place + 1))
    }

    /// An option, by its index among those of the page.
    pub(super) fn option(place: usize) -> Anchor {
        Anchor(format!("option-{}", place + 1))
    }

    /// A round.
    pub(super) fn round(number: u32) -> Anchor {
        Anchor(format!("r{number}"))
    }

    /// The turn of a seat in a round. Seats are used because names are free text.
    pub(super) fn turn(round: u32, seat: usize) -> Anchor {
        Anchor(format!("r{round}-s{}", seat + 1))
    }

    /// The card of a room, by the room's index.
    pub(super) fn card(room: usize) -> Anchor {
        Anchor(format!("card-{}", room + 1))
    }

    /// The transcript of a room.
    pub(super) fn room(place: usize) -> Anchor {
        Anchor(format!("room-{}", place + 1))
    }

    /// A statement in a room, by its index.
    pub(super) fn said(room: usize, place: usize) -> Anchor {
        Anchor(format!("room-{}-{}", room + 1, place + 1))
    }

    /// A drawing of the page, for its label.
    pub(super) fn drawing(name: &'static str, place: usize) -> Anchor {
        Anchor(format!("{name}-{}", place + 1))
    }

    /// The id as it is written.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The initial state of a part that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// Unfolded.
    Open,
    /// Folded: only its head is visible.
    Closed,
}

/// A page, or a part of one.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
}

impl Html {
    /// An element with attributes and content.
    pub(super) fn with(&mut self, tag: Tag, attributes: &[(Attr, &str)], inside: impl FnOnce(&mut Html)) {
        self.begin(tag, attributes);
        self.out.push('>');
        inside(self);
        self.end(tag);
    }

    /// An element that links can lead to.
    pub(super) fn at(&mut self, tag: Tag, at: &Anchor, class: &'static str, inside: impl FnOnce(&mut Html)) {
        self.begin(tag, &[(Attr::Class, class)]);
        self.attribute("id", at.as_str());
        self.out.push('>');
        inside(self);
        self.end(tag);
    }

    /// An element with a class, or without one where `class` is empty.
    pub(super) fn put(&mut self, tag: Tag, class: &'static str, inside: impl FnOnce(&mut Html)) {
        self.with(tag, &[(Attr::Class, class)], inside);
    }

    /// An element that contains only text.
    pub(super) fn say(&mut self, tag: Tag, class: &'static str, words: &str) {
        self.put(tag, class, |it| it.text(words));
    }

    /// A participant's words, in the direction of their script.
    pub(super) fn quote(&mut self, tag: Tag, class: &'static str, words: &str) {
        self.with(tag, &[(Attr::Class, class), (Attr::Dir, "auto")], |it| it.text(words));
    }

    /// An empty element of a drawing.
    pub(super) fn draw(&mut self, tag: Tag, attributes: &[(Attr, &str)]) {
        self.begin(tag, attributes);
        self.out.push_str("/>");
    }

    /// A marker of a drawing, to be named by [`Attr::MarkerEnd`].
    pub(super) fn marker(&mut self, at: &Anchor, attributes: &[(Attr, &str)], inside: impl FnOnce(&mut Html)) {
        self.begin(Tag::Marker, attributes);
        self.attribute("id", at.as_str());
        self.out.push('>');
        inside(self);
        self.end(Tag::Marker);
    }

    /// A part that can be folded.
    pub(super) fn folded(
        &mut self,
        fold: Fold,
        class: &'static str,
        head: impl FnOnce(&mut Html),
        inside: impl FnOnce(&mut Html),
    ) {
        let open = match fold {
            Fold::Open => "open",
            Fold::Closed => "",
        };
        self.with(Tag::Details, &[(Attr::Class, class), (Attr::Open, open)], |it| {
            it.put(Tag::Summary, "", head);
            it.put(Tag::Div, "inside", inside);
        });
    }

    /// A table that scrolls by itself where it is wider than the page.
    pub(super) fn table(&mut self, label: &str, class: &'static str, inside: impl FnOnce(&mut Html)) {
        self.with(
            Tag::Div,
            &[(Attr::Class, "scrolls"), (Attr::Role, "region"), (Attr::TabIndex, "0"), (Attr::Label, label)],
            |it| it.put(Tag::Table, class, inside),
        );
    }

    /// The head of a table: one cell for each column.
    pub(super) fn columns<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.put(Tag::Thead, "", |it| {
            it.put(Tag::Tr, "", |it| {
                names.into_iter().for_each(|name| it.with(Tag::Th, &[(Attr::Scope, "col")], |it| it.text(name)));
            });
        });
    }

    /// The head cell of a row.
    pub(super) fn row_head(&mut self, inside: impl FnOnce(&mut Html)) {
        self.with(Tag::Th, &[(Attr::Scope, "row")], inside);
    }

    /// A link within the page.
    pub(super) fn link(&mut self, to: &Anchor, class: &'static str, inside: impl FnOnce(&mut Html)) {
        self.out.push_str("<a");
        if !class.is_empty() {
            self.attribute("class", class);
        }
        self.attribute("href", &format!("#{}", to.as_str()));
        self.out.push('>');
        inside(self);
        self.out.push_str("</a>");
    }

    /// An address from a participant: a link where it is a plain web address, else its text.
    pub(super) fn address(&mut self, given: &str) {
        let shown = text::one_line(&text::clean(given).text);
        if is_web(given) {
            self.out.push_str("<a");
            self.attribute("class", "address");
            self.attribute("href", given);
            self.attribute("rel", "noopener noreferrer nofollow");
            self.out.push('>');
            self.text(&shown);
            self.out.push_str("</a>");
        } else {
            self.say(Tag::Span, "address", &shown);
        }
    }

    /// A drawing of a report, whose text is escaped already.
    pub(super) fn drawing(&mut self, drawing: &crate::report::Drawing) {
        self.out.push_str(drawing.as_str());
    }

    /// Text.
    pub(super) fn text(&mut self, words: &str) {
        escape(&mut self.out, words);
    }

    fn begin(&mut self, tag: Tag, attributes: &[(Attr, &str)]) {
        self.out.push('<');
        self.out.push_str(tag.as_str());
        for (name, value) in attributes.iter().filter(|(_, it)| !it.is_empty()) {
            self.attribute(name.as_str(), value);
        }
    }

    fn attribute(&mut self, name: &'static str, value: &str) {
        let _ = write!(self.out, " {name}=\"");
        escape(&mut self.out, value);
        self.out.push('"');
    }

    fn end(&mut self, tag: Tag) {
        let _ = write!(self.out, "</{}>", tag.as_str());
        if is_block(tag) {
            self.out.push('\n');
        }
    }
}

/// Whether a line may end after the element.
fn is_block(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::P | Tag::Li | Tag::Tr | Tag::Section | Tag::Article | Tag::Details | Tag::H2 | Tag::H3 | Tag::Svg
    )
}

/// The page's style sheet, its only style.
pub(super) const STYLE: &str = include_str!("style.css");

/// The digest of [`STYLE`], the only style that the page's policy allows.
pub(super) const STYLE_DIGEST: &str = "sha256-jvHrzoEgSjEbnqFg+qKEBPjh9aWLkYCkKKXfutOSZYY=";

/// A whole page around a body.
pub(super) fn page(title: &str, body: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::default();
    html.out.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = writeln!(
        html.out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_DIGEST}'; base-uri 'none'; form-action 'none'\">"
    );
    html.out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.out.push_str(
        "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n",
    );
    html.say(Tag::Title, "", title);
    let _ = writeln!(html.out, "\n<style>{STYLE}</style>\n</head>\n<body>");
    body(&mut html);
    html.out.push_str("\n</body>\n</html>\n");
    html.out
}

/// Text without characters that hide or reorder it, and with all markup escaped: safe anywhere in a page.
pub fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    escape(&mut out, words);
    out
}

fn escape(out: &mut String, words: &str) {
    for c in text::clean(words).text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
}

/// The longest address that becomes a link. Ours: every browser accepts it.
const LONGEST: usize = 2_000;

/// Whether an address is a plain web address: `http` or `https`, a host of letters, digits, dots and hyphens with or without a port, no user
/// name, and no character that an address can't contain.
fn is_web(given: &str) -> bool {
    let Some((scheme, rest)) = given.split_once("://") else { return false };
    let is_scheme = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let Some((authority, path)) = rest.split_at_checked(end) else { return false };
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let is_host = host.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'.' | b'-'));
    let is_port = (1..=5).contains(&port.len()) && port.bytes().all(|it| it.is_ascii_digit());
    let is_path = path.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&it));
    given.len() <= LONGEST && is_scheme && host.contains('.') && is_host && is_port && is_path
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    /// I-32: an address becomes a link only where it is a plain web address.
    #[test]
    fn only_addresses_of_the_web_are_links() {
        for (given, expected) in [
            ("https://example.org/a?b=c#d", true),
            ("HTTP://example.org", true),
            ("https://example.org:8443/x", true),
            ("javascript:alert(1)", false),
            ("javascript://example.org/%0aalert(1)", false),
            ("data:text/html,<script>", false),
            ("//example.org", false),
            ("https://user@example.org", false),
            ("https://example.org\"onclick=alert(1)", false),
            ("https://example.org/<img>", false),
            ("https://example.org/ a", false),
            ("https://exämple.org", false),
            ("https://localhost/", false),
            (" https://example.org", false),
            ("https://example.org:port/", false),
        ] {
            assert_eq!(is_web(given), expected, "{given}");
            let mut html = Html::default();
            html.address(given);
            assert_eq!(html.out.contains("href"), expected, "{given}");
        }
    }

    /// I-32: text stays text, wherever it is in the page.
    #[test]
    fn words_are_no_marks() {
        let mut html = Html::default();
        html.with(Tag::P, &[(Attr::Label, "\"><script>")], |it| it.text("<img src=x onerror='a'>\u{202e}&amp;\u{0}"));
        assert_eq!(
            html.out,
            "<p aria-label=\"&quot;&gt;&lt;script&gt;\">&lt;img src=x onerror=&#39;a&#39;&gt;&amp;amp;</p>\n"
        );
    }

    /// I-32: the policy allows the page's own style and no other.
    #[test]
    fn the_policy_names_the_style() {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digest = Sha256::digest(STYLE.as_bytes());
        let mut written = String::from("sha256-");
        for three in digest.chunks(3) {
            let bits = three.iter().fold(0_u32, |bits, it| bits << 8 | u32::from(*it)) << (8 * (3 - three.len()));
            for at in 0..4 {
                let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
                written.push(if at > three.len() { '=' } else { letter.into() });
            }
        }
        assert_eq!(STYLE_DIGEST, written, "the style has changed: put its digest here");
        assert!(!STYLE.contains("</") && !STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
