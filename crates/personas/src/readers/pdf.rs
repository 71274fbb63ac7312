//! PDF to prose: text is put back into lines and paragraphs by its position on the page.
//!
//! A page has no sentences, only strings at positions: a lower position begins a new line, a much lower one a new paragraph, and a gap within a
//! line is a space. `lopdf` opens the file and decodes fonts. Not here: images of text, and forms.
use super::{Kind, ParsedFile, Passage};
use lopdf::content::Content;
use lopdf::{DecompressError, Dictionary, Document, Encoding, LoadOptions, Object, ObjectId};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Limits on decompressed data: a small file may expand to fill any memory.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// For one stream, in bytes: a page's content, a font's letters, an object stream.
    part: usize,
    /// For all pages and fonts, in bytes.
    all: usize,
}

/// Ours: a page of prose has some thousand bytes, and parsed operators take fifty times their bytes; the total equals the largest file.
const LIMITS: Limits = Limits { part: 4 << 20, all: 64 << 20 };
/// The most distance between lines of a paragraph, in font sizes. Ours: drafts often have one and a half lines.
const LINE: f64 = 1.9;
/// How far down a string moves to be on a new line, in font sizes. Ours: superscripts move less.
const SAME_LINE: f64 = 0.45;
/// The gap that is a space within a string, in thousandths of a font size. Ours: kerning is less, a narrow space more.
const SPACE: f64 = 180.0;
/// The width of a letter where a font does not state it, in font sizes. Ours: the usual for prose.
const WIDTH: f64 = 0.5;

pub(super) fn read(parsed: &mut ParsedFile, file: &str, bytes: &[u8]) {
    read_within(parsed, file, bytes, LIMITS);
}

fn read_within(parsed: &mut ParsedFile, file: &str, bytes: &[u8], limits: Limits) {
    // A malformed file may make the parser panic; that must not end a build.
    match catch_unwind(AssertUnwindSafe(|| PdfText::of(bytes, limits))) {
        Ok(Ok(text)) => text.put_into(parsed, file),
        Ok(Err(kind)) => parsed.problem(file, None, kind),
        Err(_) => parsed.problem(file, None, Kind::BrokenPdf),
    }
}

/// The text of the pages, in order.
#[derive(Debug, Default)]
struct PdfText {
    text: String,
    /// The offsets at which pages begin, with page numbers.
    begins: Vec<(usize, u32)>,
    wrong: Vec<Kind>,
}

impl PdfText {
    fn of(bytes: &[u8], limits: Limits) -> Result<PdfText, Kind> {
        let document = open(bytes, limits)?;
        let mut open = OpenPdf { document: &document, part: limits.part, left: limits.all, fonts: BTreeMap::new() };
        let mut text = PdfText::default();
        for (id, number) in document.page_iter().zip(1_u32..) {
            let page = open.page(id);
            if open.left == 0 {
                return Err(Kind::TooLarge);
            }
            match page {
                Ok(lines) => text.page(number, &lines),
                Err(why) => text.wrong.push(Kind::BadPage { page: number, why }),
            }
        }
        Ok(text)
    }

    fn page(&mut self, number: u32, lines: &[Line]) {
        let mut is_first = true;
        for line in without_numbers(lines) {
            let words = debate::text::one_line(&debate::text::clean(&line.words).text);
            // A sentence may go on across a page break.
            let goes_on = if is_first { !ends_sentence(&self.text) } else { !line.is_paragraph };
            let at = put(&mut self.text, &words, goes_on);
            if is_first {
                self.begins.push((at, number));
            }
            is_first = false;
        }
    }

    fn put_into(self, parsed: &mut ParsedFile, file: &str) {
        let is_wrong = !self.wrong.is_empty();
        self.wrong.into_iter().for_each(|kind| parsed.problem(file, None, kind));
        if !self.text.is_empty() {
            parsed.passages.push(Passage { source: file.to_owned(), text: self.text, pages: self.begins });
        } else if !is_wrong {
            parsed.problem(file, None, Kind::Pictures);
        }
    }
}

/// Appends a line and returns its offset. A word hyphenated at a line's end is joined.
fn put(text: &mut String, words: &str, goes_on: bool) -> usize {
    let words = words.replace('\u{AD}', "");
    let begins_small = words.chars().next().is_some_and(char::is_lowercase);
    let parted = text.strip_suffix('-').is_some_and(|it| it.chars().next_back().is_some_and(char::is_lowercase));
    if text.is_empty() {
    } else if goes_on && parted && begins_small {
        text.pop();
    } else {
        text.push(if goes_on { ' ' } else { '\n' });
    }
    let at = text.len();
    text.push_str(&words);
    at
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', ')', ']']).ends_with(['.', '!', '?', ':'])
}

/// The lines of a page without a page number at the top or bottom.
fn without_numbers(lines: &[Line]) -> &[Line] {
    let is_number = |line: &Line| {
        let words = line.words.trim().trim_matches(['-', '–', '—', ' ']);
        words.len() <= 5 && !words.is_empty() && words.chars().all(|it| it.is_ascii_digit())
    };
    let lines = match lines {
        [first, rest @ ..] if is_number(first) => rest,
        _ => lines,
    };
    match lines {
        [rest @ .., last] if is_number(last) => rest,
        _ => lines,
    }
}

fn open(bytes: &[u8], limits: Limits) -> Result<Document, Kind> {
    let is_closed = || bytes.windows(8).any(|it| it == b"/Encrypt");
    let options = LoadOptions { max_decompressed_size: Some(limits.part), ..LoadOptions::default() };
    let document = match Document::load_mem_with_options(bytes, options) {
        Ok(document) => document,
        Err(_) if is_closed() => return Err(Kind::Protected),
        Err(error) => return Err(Kind::BadPdf(error)),
    };
    if document.trailer.get(b"Encrypt").is_ok() && !document.was_encrypted() {
        return Err(Kind::Protected);
    }
    Ok(document)
}

/// A line of text.
#[derive(Debug, Default)]
struct Line {
    words: String,
    is_paragraph: bool,
}

/// A file while its pages are read.
struct OpenPdf<'a> {
    document: &'a Document,
    part: usize,
    /// How many bytes may still be decompressed.
    left: usize,
    /// The fonts used so far, which pages share. A font that can't be decoded costs only its own text.
    fonts: BTreeMap<*const Dictionary, Option<Rc<Font<'a>>>>,
}

impl<'a> OpenPdf<'a> {
    fn page(&mut self, id: ObjectId) -> Result<Vec<Line>, lopdf::Error> {
        let mut fonts = BTreeMap::new();
        for (name, dictionary) in self.document.get_page_fonts(id)? {
            if let Some(font) = self.font(dictionary) {
                fonts.insert(name, font);
            }
        }
        let document = self.document;
        let content = self.opened(|most| document.get_page_content_with_limit(id, most))?;
        let content = Content::decode(&content)?;
        let mut page = PageInterpreter::new(&fonts);
        for operation in &content.operations {
            page.follow(&operation.operator, &operation.operands);
        }
        Ok(page.lines)
    }

    fn font(&mut self, dictionary: &'a Dictionary) -> Option<Rc<Font<'a>>> {
        let key = std::ptr::from_ref(dictionary);
        if let Some(font) = self.fonts.get(&key) {
            return font.clone();
        }
        // The parser decompresses it again: only here is its size known.
        if let Ok(letters) = dictionary.get_deref(b"ToUnicode", self.document).and_then(Object::as_stream) {
            let _ = self.opened(|most| letters.decompressed_content_with_limit(most));
        }
        let font = Font::of(self.document, dictionary, self.part);
        let font = font.map(Rc::new);
        self.fonts.insert(key, font.clone());
        font
    }

    /// Decompresses a stream and counts its bytes; one that is too large counts as far as it was decompressed.
    fn opened(&mut self, part: impl FnOnce(usize) -> Result<Vec<u8>, lopdf::Error>) -> Result<Vec<u8>, lopdf::Error> {
        let most = self.part.min(self.left);
        let opened = part(most);
        self.left -= match &opened {
            Ok(bytes) => bytes.len().min(most),
            Err(lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => most,
            Err(_) => 0,
        };
        opened
    }
}

/// Decodes strings in a font.
struct Font<'a> {
    encoding: Encoding<'a>,
    /// The widths of its letters from `first` on, in thousandths of a font size.
    widths: Vec<f64>,
    first: usize,
}

impl<'a> Font<'a> {
    fn of(document: &'a Document, dictionary: &'a Dictionary, most: usize) -> Option<Font<'a>> {
        let encoding = dictionary.get_font_encoding_with_limit(document, most).ok()?;
        let widths = dictionary.get_deref(b"Widths", document).and_then(Object::as_array);
        let widths = widths.map(|it| it.iter().map(number).collect()).unwrap_or_default();
        let first = dictionary.get(b"FirstChar").and_then(Object::as_i64).unwrap_or(0);
        Some(Font { encoding, widths, first: usize::try_from(first).unwrap_or(0) })
    }

    /// The text of a string.
    fn words(&self, bytes: &[u8]) -> String {
        self.encoding.bytes_to_string(bytes).unwrap_or_default()
    }

    /// The width of a string, in font sizes.
    fn width(&self, bytes: &[u8], words: &str) -> f64 {
        if self.widths.is_empty() {
            return WIDTH * count(words.chars().count());
        }
        let of = |byte: &u8| usize::from(*byte).checked_sub(self.first).and_then(|it| self.widths.get(it));
        bytes.iter().map(|it| of(it).copied().unwrap_or(WIDTH * 1e3)).sum::<f64>() / 1e3
    }
}

#[expect(clippy::cast_precision_loss, reason = "letters of a page")]
fn count(letters: usize) -> f64 {
    letters as f64
}

fn number(object: &Object) -> f64 {
    object.as_float().map_or(0.0, f64::from)
}

/// Interprets the operators of a page.
struct PageInterpreter<'a> {
    fonts: &'a BTreeMap<Vec<u8>, Rc<Font<'a>>>,
    font: Option<&'a Font<'a>>,
    size: f64,
    leading: f64,
    /// The line's matrix: its scale and its origin.
    scale: (f64, f64),
    begins: (f64, f64),
    /// The position of the next string.
    at: f64,
    /// The end of the last string, and its font size.
    last: Option<(f64, f64, f64)>,
    lines: Vec<Line>,
}

impl<'a> PageInterpreter<'a> {
    fn new(fonts: &'a BTreeMap<Vec<u8>, Rc<Font<'a>>>) -> PageInterpreter<'a> {
        let (scale, begins) = ((1.0, 1.0), (0.0, 0.0));
        PageInterpreter {
            fonts,
            font: None,
            size: 1.0,
            leading: 0.0,
            scale,
            begins,
            at: 0.0,
            last: None,
            lines: Vec::new(),
        }
    }

    fn follow(&mut self, operator: &str, operands: &'a [Object]) {
        let figure = |at: usize| operands.get(at).map_or(0.0, number);
        match operator {
            "BT" => self.set((1.0, 1.0), (0.0, 0.0)),
            "Tf" => {
                let name = operands.first().and_then(|it| it.as_name().ok());
                self.font = name.and_then(|it| self.fonts.get(it)).map(Rc::as_ref);
                self.size = figure(1);
            }
            "TL" => self.leading = figure(0),
            "Td" => self.moved(figure(0), figure(1)),
            "TD" => {
                self.leading = -figure(1);
                self.moved(figure(0), figure(1));
            }
            "Tm" => self.set((figure(0), figure(3)), (figure(4), figure(5))),
            "T*" => self.moved(0.0, -self.leading),
            "Tj" => self.show(operands),
            "'" | "\"" => {
                self.moved(0.0, -self.leading);
                self.show(operands);
            }
            "TJ" => self.show(operands.first().and_then(|it| it.as_array().ok()).map_or(&[], Vec::as_slice)),
            _ => {}
        }
    }

    fn set(&mut self, scale: (f64, f64), begins: (f64, f64)) {
        (self.scale, self.begins, self.at) = (scale, begins, begins.0);
    }

    fn moved(&mut self, right: f64, up: f64) {
        let begins = (self.begins.0 + right * self.scale.0, self.begins.1 + up * self.scale.1);
        self.set(self.scale, begins);
    }

    /// Shows strings, with the offsets between them.
    fn show(&mut self, parts: &[Object]) {
        let Some(font) = self.font else { return };
        for part in parts {
            match part {
                Object::String(bytes, _) => {
                    let words = font.words(bytes);
                    let width = font.width(bytes, &words) * self.size * self.scale.0.abs();
                    self.write(&words, width);
                }
                Object::Integer(_) | Object::Real(_) => {
                    let step = number(part);
                    self.at -= step / 1e3 * self.size * self.scale.0.abs();
                    if step < -SPACE
                        && let Some(line) = self.lines.last_mut()
                    {
                        line.words.push(' ');
                    }
                }
                Object::Null
                | Object::Boolean(_)
                | Object::Name(_)
                | Object::Array(_)
                | Object::Dictionary(_)
                | Object::Stream(_)
                | Object::Reference(_) => {}
            }
        }
    }

    /// Writes a string at the current position.
    fn write(&mut self, words: &str, width: f64) {
        let high = (self.size * self.scale.1).abs().max(0.1);
        let (x, y) = (self.at, self.begins.1);
        self.at += width;
        if words.trim().is_empty() {
            if let Some(line) = self.lines.last_mut() {
                line.words.push(' ');
            }
            return;
        }
        let last = self.last.replace((self.at, y, high));
        match (last, self.lines.last_mut()) {
            (Some((ended, height, _)), Some(line)) if (height - y).abs() <= SAME_LINE * high => {
                if x - ended > SPACE / 1e3 * high || x + 2.0 * high < ended {
                    line.words.push(' ');
                }
                line.words.push_str(words);
            }
            (last, _) => {
                let is_paragraph = last.is_none_or(|(_, height, above)| {
                    let down = height - y;
                    // A step up begins another column; another font size begins or ends a heading.
                    down > LINE * high || (above - high).abs() > 0.2 * high
                });
                self.lines.push(Line { words: words.to_owned(), is_paragraph });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;
    use proptest::prelude::*;
    use std::fmt::Write;

    /// A PDF with one content stream a page, and additional trailer entries.
    fn pdf(pages: &[&str], trailer: &str) -> Vec<u8> {
        let kids: Vec<String> = (0..pages.len()).map(|it| format!("{} 0 R", 4 + 2 * it)).collect();
        let mut objects = vec![
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        ];
        for (at, content) in pages.iter().enumerate() {
            let fonts = "/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 600 800]";
            objects.push(format!("<< /Type /Page /Parent 2 0 R {fonts} /Contents {} 0 R >>", 5 + 2 * at));
            objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
        }
        let (mut out, mut places) = ("%PDF-1.4\n".to_owned(), Vec::new());
        for (at, object) in objects.iter().enumerate() {
            places.push(out.len());
            write!(out, "{} 0 obj\n{object}\nendobj\n", at + 1).unwrap();
        }
        let table = out.len();
        write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
        places.iter().for_each(|it| writeln!(out, "{it:010} 00000 n ").unwrap());
        let size = objects.len() + 1;
        write!(out, "trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n").unwrap();
        out.into_bytes()
    }

    const ONE: &str = "BT /F1 12 Tf 14 TL 72 700 Td (Small teams that split early) Tj T* (pay for coordi-) Tj T* (nation before) Tj 0 -40 Td \
                       [(An) -80 (other) -300 (paragr) 20 (aph that goes)] TJ ET BT /F1 12 Tf 300 40 Td (17) Tj ET";
    const TWO: &str = "BT /F1 12 Tf 1 0 0 1 72 700 Tm (on here.) Tj 1 0 0 1 72 660 Tm (T) Tj 7 0 Td (hird) Tj ET";

    /// P-01: positioned strings become lines, paragraphs and whole words, and a sentence goes on across a page break.
    #[test]
    fn pages_are_read_as_prose() {
        let (passages, problems) = told("a.pdf", &pdf(&[ONE, TWO], ""), None);
        let text =
            "Small teams that split early pay for coordination before\nAnother paragraph that goes on here.\nThird";
        assert_eq!(passages, [("a.pdf, page 1".to_owned(), text.to_owned())]);
        assert_eq!(problems, [""; 0]);
        let parsed = super::super::read("a.pdf", &pdf(&[ONE, TWO], ""), None);
        let (source, on) = (|words| parsed.passages[0].source_of(words), text.find("on here").unwrap());
        assert_eq!(source(on..text.len()), "a.pdf, page 2");
        assert_eq!(source(0..on), "a.pdf, page 1");
        let chunks = crate::chunks::cut(&parsed.passages[0], &mut Default::default());
        assert_eq!(chunks.iter().map(|it| it.source.as_str()).collect::<Vec<_>>(), ["a.pdf, pages 1–2"]);
    }

    /// P-01: an encrypted, broken or empty PDF gives one clear line.
    #[test]
    fn a_pdf_that_cant_be_read_says_why() {
        let closed = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (oooooooooooooooooooooooooooooooo) /U \
                      (uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu) /P -4 >> /ID [(aaaaaaaaaaaaaaaa) (aaaaaaaaaaaaaaaa)]";
        let whole = pdf(&[ONE], "");
        for (bytes, expected) in [
            (pdf(&[ONE], closed), "`a.pdf` is protected by a password; save it without one, and build again"),
            (
                pdf(&["BT ET"], ""),
                "`a.pdf` has pages and no words: they are pictures, perhaps; recognise their text with OCR, and build again",
            ),
            (b"no pdf at all".to_vec(), "`a.pdf` can't be read as PDF: "),
            (whole[..40].to_vec(), "`a.pdf` can't be read as PDF: "),
            (Vec::new(), "`a.pdf` can't be read as PDF: "),
        ] {
            let (passages, problems) = told("a.pdf", &bytes, None);
            assert_eq!((passages.len(), problems.len()), (0, 1), "{problems:?}");
            assert!(problems[0].starts_with(expected), "{problems:?}");
            assert!(problems[0].ends_with("build again") || problems[0].ends_with("or as text"), "{problems:?}");
        }
    }

    /// P-01: a file that decompresses to too much is rejected by the total of its pages; one page that is too large costs only itself.
    #[test]
    fn a_packed_file_is_opened_up_to_a_limit() {
        let large = format!("{ONE}{}", " ".repeat(9_000));
        let large = large.as_str();
        let read = |pages: &[&str], part: usize, all: usize| {
            let mut parsed = super::ParsedFile::default();
            super::read_within(&mut parsed, "a.pdf", &pdf(pages, ""), super::Limits { part, all });
            let problems: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
            (parsed.passages.len(), problems.join("\n"))
        };
        assert_eq!(read(&[large; 6], 10_000, 60_000), (1, String::new()));
        assert_eq!(read(&[large; 7], 10_000, 60_000), (0, "`a.pdf` is larger than 64 MiB; split it".to_owned()));
        let (passages, problem) = read(&[ONE, large, TWO], 5_000, 60_000);
        assert_eq!(passages, 1);
        assert!(problem.starts_with("`a.pdf` can't be read on page 2: ") && !problem.contains('\n'), "{problem}");
        // A rejected file was decompressed too.
        assert_eq!(read(&[large; 13], 5_000, 60_000).1, "`a.pdf` is larger than 64 MiB; split it");
    }

    proptest! {
        /// P-01: any file is read, or a line says why not.
        #[test]
        fn no_bytes_break_the_reader(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12), cut in any::<prop::sample::Index>()) {
            let mut bytes = pdf(&[ONE, TWO], "");
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            bytes.truncate(cut.index(bytes.len() * 3).max(1));
            let (passages, problems) = told("a.pdf", &bytes, None);
            prop_assert!(!passages.is_empty() || !problems.is_empty());
        }
    }
}
