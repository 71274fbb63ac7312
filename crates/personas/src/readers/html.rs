//! HTML to prose: without scripts and navigation; where there is an article, only the article.
//!
//! A small, fault-tolerant tokenizer: the result is words in order, so no tree is built. Not here: layout, and anything that a page loads.
use super::ParsedFile;
use super::markdown::Headings;
use super::prose::Prose;

/// Elements that are left out with their content.
const HIDDEN: &[&str] = &[
    "aside", "audio", "button", "canvas", "dialog", "footer", "form", "iframe", "math", "menu", "nav", "noscript",
    "object", "picture", "select", "svg", "template", "video",
];
/// Elements whose content is not markup.
const RAW: &[&str] = &["script", "style", "textarea", "title", "xmp"];
/// Elements that do not end a paragraph.
const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img",
    "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt",
    "u", "var", "wbr",
];

/// A token of a page.
#[derive(Debug, PartialEq)]
enum Token<'a> {
    Text(&'a str),
    Open(String),
    Close(String),
    /// The content of an element without markup.
    Raw(String, &'a str),
}

pub(super) fn read(parsed: &mut ParsedFile, file: &str, text: &str) {
    // Text around an article is about the site.
    let is_article = |name: &str| name == "main" || name == "article";
    let opens = |token: &Token<'_>| matches!(token, Token::Open(name) if is_article(name));
    let mut page = Page { is_within: !Tokens(text).any(|it| opens(&it)), ..Page::default() };
    for token in Tokens(text) {
        match token {
            Token::Open(name) if is_article(&name) => {
                page.articles += 1;
                // An article inside navigation shows that the navigation was never closed.
                page.hidden = None;
                page.paragraph();
            }
            Token::Close(name) if is_article(&name) => {
                page.paragraph();
                page.articles = page.articles.saturating_sub(1);
            }
            Token::Raw(name, words) if name == "title" => page.headings.enter(0, &decoded(words)),
            Token::Raw(..) => {}
            Token::Text(words) => page.words(words),
            Token::Open(name) => page.open(&name, parsed, file),
            Token::Close(name) => page.close(&name),
        }
    }
    page.paragraph();
    parsed.take(file, page.headings.source(file), page.prose);
}

/// The paragraphs of an HTML fragment, including everything in it.
pub(super) fn paragraphs(markup: &str) -> Vec<String> {
    let mut parsed = ParsedFile::default();
    read(&mut parsed, "", markup);
    parsed.passages.iter().flat_map(|it| it.text.lines().map(str::to_owned)).collect()
}

/// The state while a page is read.
#[derive(Debug, Default)]
struct Page {
    headings: Headings,
    prose: Prose,
    running: String,
    /// The element that is being left out, and its nesting depth.
    hidden: Option<(String, usize)>,
    /// Whether the whole page is read.
    is_within: bool,
    /// The nesting depth of articles.
    articles: usize,
    /// The level of the current heading.
    heading: Option<u8>,
}

impl Page {
    fn words(&mut self, words: &str) {
        if self.hidden.is_none() && (self.is_within || self.articles > 0) {
            self.running.push_str(&decoded(words));
        }
    }

    /// Ends a paragraph, or a heading.
    fn paragraph(&mut self) {
        let words = std::mem::take(&mut self.running);
        match self.heading.take() {
            Some(level) => self.headings.enter(level, &words),
            None => self.prose.add_paragraph(None, &words),
        }
    }

    fn open(&mut self, name: &str, parsed: &mut ParsedFile, file: &str) {
        match &mut self.hidden {
            Some((hidden, depth)) => *depth += usize::from(hidden == name),
            None if HIDDEN.contains(&name) => self.hidden = Some((name.to_owned(), 1)),
            None if !INLINE.contains(&name) => {
                self.paragraph();
                self.heading = level(name);
                if self.heading.is_some() {
                    parsed.take(file, self.headings.source(file), std::mem::take(&mut self.prose));
                }
            }
            None => {}
        }
    }

    fn close(&mut self, name: &str) {
        match &mut self.hidden {
            Some((hidden, depth)) if hidden == name => {
                *depth -= 1;
                if *depth == 0 {
                    self.hidden = None;
                }
            }
            Some(_) if name == "body" => self.hidden = None,
            Some(_) => {}
            None if !INLINE.contains(&name) => self.paragraph(),
            None => {}
        }
    }
}

/// The level of a heading.
fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// An iterator over the tokens of a page: one at a time, because a page of nothing but tags has very many.
#[derive(Clone, Copy, Debug)]
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let Some(tag) = self.0.strip_prefix('<') else {
                let (words, rest) = self.0.split_at_checked(self.0.find('<').unwrap_or(self.0.len()))?;
                self.0 = rest;
                return (!words.is_empty()).then_some(Token::Text(words));
            };
            match tag.as_bytes().first()? {
                b'!' if tag.starts_with("!--") => self.0 = tag.split_once("-->").map_or("", |(_, rest)| rest),
                b'!' | b'?' => self.0 = tag.split_once('>').map_or("", |(_, rest)| rest),
                b'/' => {
                    let (name, rest) = named(tag.trim_start_matches('/'));
                    self.0 = rest;
                    return Some(Token::Close(name));
                }
                first if first.is_ascii_alphabetic() => {
                    let (name, rest) = named(tag);
                    let (token, rest) = opened(name, rest);
                    self.0 = rest;
                    return Some(token);
                }
                // A plain `<`.
                _ => {
                    self.0 = tag;
                    return Some(Token::Text("<"));
                }
            }
        }
    }
}

/// An opened element with its raw content, and the text after it.
fn opened(name: String, rest: &str) -> (Token<'_>, &str) {
    if !RAW.contains(&name.as_str()) {
        return (Token::Open(name), rest);
    }
    let end = rest.match_indices("</").find(|(at, _)| {
        let after = rest.get(at + 2..at + 2 + name.len());
        after.is_some_and(|it| it.eq_ignore_ascii_case(&name))
    });
    let (within, after) = rest.split_at_checked(end.map_or(rest.len(), |(at, _)| at)).unwrap_or((rest, ""));
    (Token::Raw(name, within), after.split_once('>').map_or("", |(_, rest)| rest))
}

/// The name of a tag, and the text after the tag: a `>` within quotes does not end it.
fn named(tag: &str) -> (String, &str) {
    let ends = tag.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(tag.len());
    let (name, attributes) = tag.split_at_checked(ends).unwrap_or((tag, ""));
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in attributes.char_indices() {
        match (quote, c) {
            (None, '>') => return (name.to_lowercase(), attributes.get(at + 1..).unwrap_or_default()),
            // Only a value begins with a quotation mark: elsewhere it is an error of the page.
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (Some(it), _) if it == c => quote = None,
            (None | Some(_), _) => {}
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    (name.to_lowercase(), "")
}

/// Text with its entities decoded.
fn decoded(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        // No entity name is longer.
        let ends = after.char_indices().take(10).find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '#');
        let ends = ends.map_or(after.len().min(10), |(at, _)| at);
        let (name, then) = after.split_at_checked(ends).unwrap_or(("", after));
        match entity(name) {
            Some(c) => {
                out.push(c);
                rest = then.strip_prefix(';').unwrap_or(then);
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']).map(|it| u32::from_str_radix(it, 16));
        let code = hex.unwrap_or_else(|| number.parse()).ok()?;
        // Old pages use numbers of control characters for Windows-1252 letters.
        return char::from_u32(code).map(|it| windows(it).unwrap_or(it));
    }
    ENTITIES.iter().find(|(it, _)| *it == name).map(|(_, c)| *c)
}

fn windows(c: char) -> Option<char> {
    let at = u32::from(c).checked_sub(0x80)?;
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".chars().nth(usize::try_from(at).ok()?)
}

/// Entities that are common in prose: punctuation and western European letters.
#[rustfmt::skip]
const ENTITIES: &[(&str, char)] = &[
    ("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' '), ("ensp", ' '), ("emsp", ' '), ("thinsp", ' '),
    ("shy", '\u{AD}'), ("ndash", '–'), ("mdash", '—'), ("hellip", '…'), ("lsquo", '‘'), ("rsquo", '’'), ("sbquo", '‚'), ("ldquo", '“'),
    ("rdquo", '”'), ("bdquo", '„'), ("laquo", '«'), ("raquo", '»'), ("lsaquo", '‹'), ("rsaquo", '›'), ("bull", '•'), ("middot", '·'),
    ("sect", '§'), ("para", '¶'), ("copy", '©'), ("reg", '®'), ("trade", '™'), ("deg", '°'), ("plusmn", '±'), ("times", '×'), ("divide", '÷'),
    ("frac12", '½'), ("frac14", '¼'), ("frac34", '¾'), ("sup2", '²'), ("sup3", '³'), ("micro", 'µ'), ("euro", '€'), ("pound", '£'),
    ("cent", '¢'), ("yen", '¥'), ("iexcl", '¡'), ("iquest", '¿'), ("ordf", 'ª'), ("ordm", 'º'), ("larr", '←'), ("rarr", '→'), ("ne", '≠'),
    ("le", '≤'), ("ge", '≥'), ("minus", '−'), ("dagger", '†'), ("Dagger", '‡'), ("prime", '′'), ("Prime", '″'),
    ("Agrave", 'À'), ("Aacute", 'Á'), ("Acirc", 'Â'), ("Atilde", 'Ã'), ("Auml", 'Ä'), ("Aring", 'Å'), ("AElig", 'Æ'), ("Ccedil", 'Ç'),
    ("Egrave", 'È'), ("Eacute", 'É'), ("Ecirc", 'Ê'), ("Euml", 'Ë'), ("Igrave", 'Ì'), ("Iacute", 'Í'), ("Icirc", 'Î'), ("Iuml", 'Ï'),
    ("ETH", 'Ð'), ("Ntilde", 'Ñ'), ("Ograve", 'Ò'), ("Oacute", 'Ó'), ("Ocirc", 'Ô'), ("Otilde", 'Õ'), ("Ouml", 'Ö'), ("Oslash", 'Ø'),
    ("Ugrave", 'Ù'), ("Uacute", 'Ú'), ("Ucirc", 'Û'), ("Uuml", 'Ü'), ("Yacute", 'Ý'), ("THORN", 'Þ'), ("szlig", 'ß'), ("agrave", 'à'),
    ("aacute", 'á'), ("acirc", 'â'), ("atilde", 'ã'), ("auml", 'ä'), ("aring", 'å'), ("aelig", 'æ'), ("ccedil", 'ç'), ("egrave", 'è'),
    ("eacute", 'é'), ("ecirc", 'ê'), ("euml", 'ë'), ("igrave", 'ì'), ("iacute", 'í'), ("icirc", 'î'), ("iuml", 'ï'), ("eth", 'ð'),
    ("ntilde", 'ñ'), ("ograve", 'ò'), ("oacute", 'ó'), ("ocirc", 'ô'), ("otilde", 'õ'), ("ouml", 'ö'), ("oslash", 'ø'), ("ugrave", 'ù'),
    ("uacute", 'ú'), ("ucirc", 'û'), ("uuml", 'ü'), ("yacute", 'ý'), ("thorn", 'þ'), ("yuml", 'ÿ'), ("OElig", 'Œ'), ("oelig", 'œ'),
    ("Scaron", 'Š'), ("scaron", 'š'),
];

#[cfg(test)]
mod tests {
    use super::super::tests::told;

    /// P-01
    #[test]
    fn a_page_is_what_one_reads_on_it() {
        let page = "<!DOCTYPE html><html><head><title>On &lsquo;size&rsquo;</title><style>p{}</style><script>if (a<b) {}</script></head>\
             <body><nav><ul><li>Home</ul></nav><p>Small <b>teams</b><br>ship&nbsp;&mdash; <a title='a>b' href=x>often</a>.<p>Two &lt; three \
             &#8217;s &#x27;q&#39; &#146; &unknown; A&B 1 < 2<h2>Why</h2><!-- no <p> --><ul><li>one<li>two</ul><aside>Ad</aside></body></html>";
        let (passages, problems) = told("p.html", page.as_bytes(), None);
        let expected = [
            ("p.html › On ‘size’", "Small teams\nship — often.\nTwo < three ’s 'q' ’ &unknown; A&B 1 < 2"),
            ("p.html › On ‘size’ › Why", "one\ntwo"),
        ];
        assert_eq!(passages, expected.map(|(source, text)| (source.to_owned(), text.to_owned())));
        assert_eq!(problems, [""; 0]);
    }

    /// P-01: an article is read without the text around it, and a malformed page is read as far as possible.
    #[test]
    fn an_article_stands_alone_and_nothing_breaks_the_reader() {
        for (page, expected) in [
            ("<div>Menu</div><article><h1>T</h1><p>Words.</article><p>More posts", &[("p.html › T", "Words.")][..]),
            ("<nav>never closed<main>Words.</main>", &[("p.html", "Words.")]),
            ("<nav><nav>a</nav>b</nav>c", &[("p.html", "c")]),
            ("text <b", &[("p.html", "text")]),
            ("text <script>never closed", &[("p.html", "text")]),
            ("<!-- never closed", &[]),
            ("a <p title=\"never closed>b", &[("p.html", "a")]),
            ("<p class=x\">quote's slip</p>", &[("p.html", "quote's slip")]),
            ("</p></nav></b>&#xFFFFFFFF;&", &[("p.html", "&#xFFFFFFFF;&")]),
        ] {
            let (passages, problems) = told("p.html", page.as_bytes(), None);
            let read: Vec<(&str, &str)> =
                passages.iter().map(|(source, text)| (source.as_str(), text.as_str())).collect();
            assert_eq!((read.as_slice(), problems.len()), (expected, usize::from(expected.is_empty())), "{page}");
        }
    }
}
