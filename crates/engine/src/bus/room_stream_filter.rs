//! What of an answer in a room is heard while it comes: the fields that the other is given, and nothing that leads to them (P-22).
//!
//! It is done before anything is passed on: whoever listens may come late or miss a piece, and could not tell any more what is private.

/// The fields of an answer in a room that are heard. All others are not, whatever they are called.
const HEARD: [&str; 6] = ["say", "conceded", "core", "kind", "falsifier", "answer"];

/// The longest name of a field that is looked at, in bytes. Ours: longer than any that is heard.
const LONGEST: usize = 16;

/// An answer as it comes, read as far as is needed to know in which field it is.
#[derive(Debug, Default)]
pub(super) struct RoomStreamFilter {
    /// How many braces and brackets are open.
    depth: usize,
    place: Place,
    is_quoted: bool,
    is_escaped: bool,
    /// The name of the field, as far as it came.
    field: String,
    /// Whether anything was heard.
    has_begun: bool,
}

/// Where in the outermost object an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before what a field holds.
    #[default]
    Name,
    /// In what is heard.
    Heard,
    /// In what is not.
    Unheard,
}

impl RoomStreamFilter {
    /// What of the next piece is heard.
    pub(super) fn through(&mut self, piece: &str) -> String {
        let mut heard = String::new();
        piece.chars().for_each(|it| self.step(it, &mut heard));
        heard
    }

    fn step(&mut self, c: char, heard: &mut String) {
        // Words around the object are nobody's field.
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
                    if self.place == Place::Name {
                        self.field.clear();
                    }
                }
                '{' | '[' => self.depth += 1,
                '}' | ']' => self.depth -= 1,
                ':' if self.depth == 1 && self.place == Place::Name => return self.enter(heard),
                ',' if self.depth == 1 => self.place = Place::Name,
                _ => {}
            }
            if self.depth == 0 {
                self.place = Place::Name;
            }
        }
        if self.place == Place::Heard {
            heard.push(c);
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
        if self.place == Place::Name && self.field.len() < LONGEST {
            self.field.push(c);
        }
    }

    /// Goes into what the field holds.
    fn enter(&mut self, heard: &mut String) {
        self.place = if HEARD.contains(&self.field.as_str()) { Place::Heard } else { Place::Unheard };
        if self.place == Place::Heard {
            let comma = if self.has_begun { "," } else { "" };
            heard.push_str(&format!("{comma}\"{}\":", self.field));
            self.has_begun = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-22: however an answer is cut, and wherever its trace stands, no word of the trace is heard, and every word that is said is.
    #[test]
    fn what_leads_to_an_answer_is_not_heard() {
        let cases = [
            (
                r#"{"trace":[{"step":"belief","text":"PRIVATE"}],"say":"It is so.","answer":"yes"}"#,
                r#""say":"It is so.","answer":"yes""#,
            ),
            // The trace behind what is said, and a second object.
            (
                r#"{"say":"a, b: {c}","trace":[{"text":"PRIVATE"}]} {"core":"x","trace":"PRIVATE"}"#,
                r#""say":"a, b: {c}","core":"x""#,
            ),
            // A step that is called as what is heard, a field within a step, and quotation marks in one.
            (
                r#"{"trace":[{"step":"say","text":"\"say\": PRIVATE"},{"say":"PRIVATE"}],"say":"\"Yes\""}"#,
                r#""say":"\"Yes\"""#,
            ),
            // Words around it, another name for thoughts, and none at all.
            ("```json\n{ \"thoughts\" : \"PRIVATE\" , \"say\" : \"é\" }\n``` PRIVATE", r#""say": "é" "#),
            ("PRIVATE \"say\": PRIVATE", ""),
        ];
        for (answer, expected) in cases {
            assert_eq!(RoomStreamFilter::default().through(answer), expected, "{answer}");
            let mut veil = RoomStreamFilter::default();
            let pieces: String = answer.chars().map(|it| veil.through(it.encode_utf8(&mut [0; 4]))).collect();
            assert_eq!(pieces, expected, "{answer}");
        }
    }
}
