//! Parses server-sent events from arbitrarily split bytes.
//!
//! Both dialects repeat the event's type in its data, so only the data is parsed: event names, ids and comments are skipped.
//! Not here: what the data means.

/// The bytes so far, and the data of the current event.
#[derive(Debug, Default)]
pub(crate) struct Sse {
    bytes: Vec<u8>,
    read: usize,
    data: String,
}

impl Sse {
    /// Adds bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The data of the next complete event.
    pub(crate) fn next_data(&mut self) -> Option<String> {
        loop {
            let unread = self.bytes.get(self.read..)?;
            let end = unread.iter().position(|byte| *byte == b'\n')?;
            let line = unread.get(..end)?;
            let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            self.read += end + 1;
            if line.is_empty() {
                if !self.data.is_empty() {
                    return Some(std::mem::take(&mut self.data));
                }
            } else if let Some(data) = line.strip_prefix("data:") {
                if !self.data.is_empty() {
                    self.data.push('\n');
                }
                self.data.push_str(data.strip_prefix(' ').unwrap_or(data));
            }
        }
    }

    /// Ends the stream. Returns the last event, even if the final blank line is missing.
    pub(crate) fn finish(&mut self) -> Option<String> {
        self.push(b"\n\n");
        self.next_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ": hello\r\nevent: a\r\ndata: {\"é\":1}\r\n\r\ndata:two\ndata: lines\n\n\n\nid: 7\ndata: [DONE]";

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        let mut sse = Sse::default();
        let mut events = Vec::new();
        for piece in pieces {
            sse.push(piece);
            events.extend(std::iter::from_fn(|| sse.next_data()));
        }
        events.extend(sse.finish());
        events
    }

    #[test]
    fn events_are_the_same_wherever_the_bytes_are_split() {
        let expected = ["{\"é\":1}", "two\nlines", "[DONE]"];
        for split in 0..=TEXT.len() {
            let (head, tail) = TEXT.as_bytes().split_at(split);
            assert_eq!(events(&[head, tail]), expected, "split at {split}");
        }
        let bytes: Vec<&[u8]> = TEXT.as_bytes().chunks(1).collect();
        assert_eq!(events(&bytes), expected);
    }
}
