//! The readable text of an answer while it is streamed as JSON: position, reasoning and what is said in a room, decoded piece by piece.
//!
//! It shows text and never fails: whether the answer is valid is decided when it is complete (`debate::reply`). Not here: layout.

/// Fields whose text is shown; of a field with parts (the sections of the reasoning), all its texts.
const SHOWN: [&str; 6] = ["position", "reasoning", "say", "core", "conceded", "falsifier"];

/// Fields that are not shown and take their time, and what a reader is told instead.
const HIDDEN: [(&str, &str); 12] = [
    ("claims", "claims"),
    ("references", "sources"),
    ("ballot", "ballot"),
    ("others", "ballot"),
    ("ranking", "ballot"),
    ("terms", "terms"),
    ("on_terms", "terms"),
    ("moves", "replies"),
    ("because", "reasons"),
    ("questions", "questions"),
    ("key_points", "summary"),
    ("trace", "thinking"),
];

/// The longest text that is kept, in bytes. Ours: longer than the longest reasoning that a debate keeps.
const KEPT: usize = 32_000;

/// The longest field name that is compared, in bytes. Ours: longer than any name that is shown.
const NAME: usize = 16;

/// An incremental decoder. Surrogate pairs and escapes may be split anywhere.
#[derive(Debug, Default)]
pub(super) struct Speech {
    text: String,
    place: StreamPosition,
    /// The open objects and arrays, outermost first.
    open: Vec<Open>,
    /// The name of the current field.
    name: String,
    /// Whether the value of the current field is shown.
    is_shown: bool,
    escape: Escape,
    /// The first half of a surrogate pair.
    half: Option<u32>,
}

/// The position in the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StreamPosition {
    /// Before an object, where nothing was said yet.
    #[default]
    Before,
    /// In a fence around an object: skipped.
    Fence,
    /// In prose, by a model that answers without an object.
    Prose,
    /// In an object, between its texts.
    Between,
    /// In the name of a field.
    Name,
    /// In a text.
    Text,
}

/// An open object or array.
#[derive(Clone, Copy, Debug)]
enum Open {
    Object { wants_name: bool },
    Array,
}

/// The received part of an escape sequence.
#[derive(Clone, Copy, Debug, Default)]
enum Escape {
    #[default]
    None,
    Begun,
    /// Hexadecimal digits of `\u`: their number and their value.
    Digits(u32, u32),
}

impl Speech {
    /// Takes the next piece of the answer.
    pub(super) fn hear(&mut self, piece: &str) {
        piece.chars().for_each(|it| self.step(it));
        if self.text.len() > KEPT {
            let from = self.text.ceil_char_boundary(self.text.len() - KEPT / 2);
            self.text.drain(..from);
        }
    }

    /// What is being said where that is not shown: `claims`, `ballot`, or the next answer as a whole.
    pub(super) fn hidden(&self) -> Option<&'static str> {
        let is_open = matches!(self.place, StreamPosition::Between | StreamPosition::Name | StreamPosition::Text)
            && !self.is_shown;
        // A room and a panel have fields of their own; all that follows the text is one step for the reader.
        let known = HIDDEN.into_iter().find(|(name, _)| *name == self.name);
        known.map(|(_, told)| told).filter(|_| is_open)
    }

    /// The text so far, readable.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    fn step(&mut self, c: char) {
        match self.place {
            StreamPosition::Before | StreamPosition::Fence | StreamPosition::Prose => self.outside(c),
            StreamPosition::Between => self.between(c),
            StreamPosition::Name | StreamPosition::Text => self.within(c),
        }
    }

    /// Outside of any object.
    fn outside(&mut self, c: char) {
        match (self.place, c) {
            (_, '{') => {
                self.open.push(Open::Object { wants_name: true });
                self.place = StreamPosition::Between;
            }
            // In a room the stream begins with a field.
            (StreamPosition::Before, '"') => {
                self.open.push(Open::Object { wants_name: true });
                self.place = StreamPosition::Between;
                self.between(c);
            }
            (StreamPosition::Before, '`') => self.place = StreamPosition::Fence,
            (StreamPosition::Before, it) if it.is_whitespace() || matches!(it, ',' | '[' | ']' | '}' | '\u{feff}') => {}
            (StreamPosition::Before | StreamPosition::Prose, it) => {
                self.place = StreamPosition::Prose;
                self.text.push(it);
            }
            (StreamPosition::Fence | StreamPosition::Between | StreamPosition::Name | StreamPosition::Text, _) => {}
        }
    }

    fn between(&mut self, c: char) {
        match c {
            '"' if matches!(self.open.last(), Some(Open::Object { wants_name: true })) => {
                if self.open.len() == 1 {
                    self.name.clear();
                }
                self.place = StreamPosition::Name;
            }
            '"' => {
                if self.is_shown && !self.text.is_empty() {
                    self.text.push(' ');
                }
                self.place = StreamPosition::Text;
            }
            '{' => self.open.push(Open::Object { wants_name: true }),
            '[' => self.open.push(Open::Array),
            '}' | ']' => {
                self.open.pop();
                if self.open.is_empty() {
                    self.place = StreamPosition::Before;
                }
            }
            ':' => self.wants_name(false),
            ',' => self.wants_name(true),
            _ => {}
        }
    }

    fn wants_name(&mut self, wanted: bool) {
        if let Some(Open::Object { wants_name }) = self.open.last_mut() {
            *wants_name = wanted;
        }
    }

    /// In a name or a text.
    fn within(&mut self, c: char) {
        match (self.escape, c) {
            (Escape::None, '\\') => self.escape = Escape::Begun,
            (Escape::None, '"') => {
                if self.place == StreamPosition::Name && self.open.len() == 1 {
                    self.is_shown = SHOWN.contains(&self.name.as_str());
                }
                self.lose_half();
                self.place = StreamPosition::Between;
            }
            (Escape::None, it) => self.say(it),
            (Escape::Begun, 'u') => self.escape = Escape::Digits(0, 0),
            (Escape::Begun, it) => {
                self.escape = Escape::None;
                self.say(match it {
                    'n' | 'r' | 't' | 'f' | 'b' => ' ',
                    it => it,
                });
            }
            (Escape::Digits(count, value), it) => {
                let Some(digit) = it.to_digit(16) else {
                    self.escape = Escape::None;
                    return self.say(char::REPLACEMENT_CHARACTER);
                };
                let value = value * 16 + digit;
                self.escape = if count == 3 { Escape::None } else { Escape::Digits(count + 1, value) };
                if count == 3 {
                    self.unit(value);
                }
            }
        }
    }

    /// A UTF-16 unit.
    fn unit(&mut self, unit: u32) {
        match (self.half.take(), unit) {
            (Some(half), 0xDC00..=0xDFFF) => {
                let both = 0x1_0000 + ((half - 0xD800) << 10) + (unit - 0xDC00);
                self.say(char::from_u32(both).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (_, 0xD800..=0xDBFF) => self.half = Some(unit),
            (_, it) => self.say(char::from_u32(it).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }

    /// A half without its other half.
    fn lose_half(&mut self) {
        if self.half.take().is_some() {
            self.say(char::REPLACEMENT_CHARACTER);
        }
    }

    fn say(&mut self, c: char) {
        self.lose_half();
        match self.place {
            StreamPosition::Name if self.open.len() == 1 && self.name.len() < NAME => self.name.push(c),
            StreamPosition::Text if self.is_shown => self.text.push(c),
            StreamPosition::Name
            | StreamPosition::Text
            | StreamPosition::Before
            | StreamPosition::Fence
            | StreamPosition::Prose
            | StreamPosition::Between => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(answer: &str, size: usize) -> String {
        let mut speech = Speech::default();
        let letters: Vec<char> = answer.chars().collect();
        letters.chunks(size).for_each(|it| speech.hear(&it.iter().collect::<String>()));
        speech.text().to_owned()
    }

    /// I-12: of a streamed answer its position and reasoning are shown as text, wherever the pieces are cut: no JSON, no other field.
    #[test]
    fn an_answer_is_decoded_while_it_grows() {
        let cases = [
            (r#"{"position": "No.", "confidence": 0.8, "claims": [{"text": "HIDDEN"}]}"#, "No."),
            (r#"{"ballot": {"choice": "HIDDEN"}, "reasoning": {"steel_man": "one", "gaps": "two"}}"#, "one two"),
            (
                r#"{"reasoning": {"vulnerabilities": [{"vulnerability": "a {b}", "mitigation": "c"}]}, "x": "HIDDEN"}"#,
                "a {b} c",
            ),
            (r#"{"position": "a \"b\" \\ c\nd \u00e9 \ud83d\ude00 é"}"#, r#"a "b" \ c d é 😀 é"#),
            (r#"{"position": "\ud83dx \ud83d"}"#, "\u{fffd}x \u{fffd}"),
            ("```json\n{\"position\": \"fenced\"}\n```", "fenced"),
            ("I think so: {\"position\": \"yes\"}", "I think so:  yes"),
            ("Just prose, no object.", "Just prose, no object."),
            (r#""say":"in a room","answer":"HIDDEN","core":"it""#, "in a room it"),
            (r#"{"claims": [{"position": "HIDDEN"}], "position": "seen"}"#, "seen"),
            (r#"{"position": "broken off, "#, "broken off, "),
            ("}]]\"\"\"{{{:::\\u{", ""),
        ];
        for (answer, expected) in cases {
            for size in [1, 2, 3, 7, 1_000] {
                assert_eq!(heard(answer, size), expected, "{answer} in pieces of {size}");
            }
        }
    }

    /// I-12: while a field is streamed that is not shown, the reader is told which, so that the line does not look frozen.
    #[test]
    fn a_hidden_field_is_named() {
        let mut speech = Speech::default();
        speech.hear(r#"{"position": "No"#);
        assert_eq!(speech.hidden(), None);
        speech.hear(r#".", "claims": [{"text": "C"#);
        assert_eq!(speech.hidden(), Some("claims"));
        speech.hear(r#"."}], "ballot": {"choice": "N"#);
        assert_eq!(speech.hidden(), Some("ballot"));
        speech.hear(r#"o"}, "reasoning": "Bec"#);
        assert_eq!((speech.hidden(), speech.text()), (None, "No. Bec"));
    }

    /// I-12: a text without end does not grow without end.
    #[test]
    fn the_end_of_a_long_answer_is_kept() {
        let mut speech = Speech::default();
        speech.hear("{\"position\": \"");
        (0..20_000).for_each(|n| speech.hear(&format!("wörd{n} ")));
        assert!(speech.text().len() <= KEPT && speech.text().ends_with("wörd19999 "));
    }
}
