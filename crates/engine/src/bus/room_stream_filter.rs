//! Filters the streamed text of an answer in a room: passes the fields that the other participant is given, and withholds the reasoning
//! (P-22).
//!
//! Filtering happens before publication: a listener may join late or miss a piece, and could not tell then which part is private.

/// The public fields of an answer in a room. All other fields are private, whatever their names.
const PUBLIC: [&str; 6] = ["say", "conceded", "core", "kind", "falsifier", "answer"];

/// The longest field name that is kept, in bytes. Ours: longer than any public name.
const LONGEST: usize = 16;

/// An incremental JSON scanner that tracks in which field the stream is.
#[derive(Debug, Default)]
pub(super) struct RoomStreamFilter {
    /// How many braces and brackets are open.
    depth: usize,
    position: Position,
    is_quoted: bool,
    is_escaped: bool,
    /// The name of the field, as far as it was received.
    field: String,
    /// Whether a public field was passed on.
    has_begun: bool,
}

/// The position within the outermost object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Position {
    /// Before the value of a field.
    #[default]
    Name,
    /// In the value of a public field.
    Public,
    /// In the value of a private field.
    Private,
}

impl RoomStreamFilter {
    /// The public part of the next piece.
    pub(super) fn through(&mut self, piece: &str) -> String {
        let mut public = String::new();
        piece.chars().for_each(|it| self.step(it, &mut public));
        public
    }

    fn step(&mut self, c: char, public: &mut String) {
        // Text around the object belongs to no field.
        if self.depth == 0 {
            self.depth = usize::from(c == '{');
            return;
        }
        if self.is_quoted {
            self.quoted(c);
        } else {
            match c {
                '"' => {
                    self.is_quoted = true;
                    if self.position == Position::Name {
                        self.field.clear();
                    }
                }
                '{' | '[' => self.depth += 1,
                '}' | ']' => self.depth -= 1,
                ':' if self.depth == 1 && self.position == Position::Name => return self.enter(public),
                ',' if self.depth == 1 => self.position = Position::Name,
                _ => {}
            }
            if self.depth == 0 {
                self.position = Position::Name;
            }
        }
        if self.position == Position::Public {
            public.push(c);
        }
    }

    fn quoted(&mut self, c: char) {
        if self.is_escaped {
            self.is_escaped = false;
        } else if c == '\\' {
            self.is_escaped = true;
        } else if c == '"' {
            self.is_quoted = false;
            return;
        }
        if self.position == Position::Name && self.field.len() < LONGEST {
            self.field.push(c);
        }
    }

    /// Enters the value of a field.
    fn enter(&mut self, public: &mut String) {
        self.position = if PUBLIC.contains(&self.field.as_str()) { Position::Public } else { Position::Private };
        if self.position == Position::Public {
            let comma = if self.has_begun { "," } else { "" };
            public.push_str(&format!("{comma}\"{}\":", self.field));
            self.has_begun = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-22: however an answer is split into pieces, and wherever its trace stands, all of the public text passes and nothing of the trace
    /// does.
    #[test]
    fn what_leads_to_an_answer_is_not_heard() {
        let cases = [
            (
                r#"{"trace":[{"step":"belief","text":"PRIVATE"}],"say":"It is so.","answer":"yes"}"#,
                r#""say":"It is so.","answer":"yes""#,
            ),
            // The trace after the public fields, and a second object.
            (
                r#"{"say":"a, b: {c}","trace":[{"text":"PRIVATE"}]} {"core":"x","trace":"PRIVATE"}"#,
                r#""say":"a, b: {c}","core":"x""#,
            ),
            // A trace step with the name of a public field, a public name nested in a step, and escaped quotation marks.
            (
                r#"{"trace":[{"step":"say","text":"\"say\": PRIVATE"},{"say":"PRIVATE"}],"say":"\"Yes\""}"#,
                r#""say":"\"Yes\"""#,
            ),
            // Text around the object, another name for the reasoning, and no object at all.
            ("```json\n{ \"thoughts\" : \"PRIVATE\" , \"say\" : \"é\" }\n``` PRIVATE", r#""say": "é" "#),
            ("PRIVATE \"say\": PRIVATE", ""),
        ];
        for (answer, expected) in cases {
            assert_eq!(RoomStreamFilter::default().through(answer), expected, "{answer}");
            let mut filter = RoomStreamFilter::default();
            let pieces: String = answer.chars().map(|it| filter.through(it.encode_utf8(&mut [0; 4]))).collect();
            assert_eq!(pieces, expected, "{answer}");
        }
    }
}
