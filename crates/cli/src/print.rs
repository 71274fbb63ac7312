//! The two ways out: data on standard output, everything else on standard error (I-12).
use crate::exit::Exit;
use analysis::convergence::rounded;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};
use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints a line of data. A reader that has gone (`| head`) ends the program quietly.
pub(crate) fn line(text: impl Display) -> Result<(), Exit> {
    settle(writeln!(std::io::stdout().lock(), "{text}"))
}

/// Prints a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Exit> {
    line(written(value)?)
}

/// A value as JSON. Figures are without the last digits, in which sums of parts show: 0.8, and not 0.8000000000000002.
pub(crate) fn written(value: &impl Serialize) -> Result<String, Exit> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Rounded)).map_err(Exit::failure)?;
    String::from_utf8(bytes).map_err(Exit::failure)
}

/// Writes figures without their last digits.
struct Rounded;

impl Formatter for Rounded {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> std::io::Result<()> {
        // What is so large has no last digits to lose.
        let shown = if value.abs() < 1e6 { rounded(value) } else { value };
        CompactFormatter.write_f64(writer, shown)
    }
}

/// Prints data as it is, without a line's end.
pub(crate) fn raw(bytes: &[u8]) -> Result<(), Exit> {
    let mut out = std::io::stdout().lock();
    settle(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Says something to the person. Nobody there to hear it is no error.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// What became of writing data: a reader that has gone is a quiet end.
pub(crate) fn settle(written: std::io::Result<()>) -> Result<(), Exit> {
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Exit::quiet()),
        Err(error) => Err(Exit::failure(format!("can't write to standard output: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-16: a figure that was added up is written as people would, and no other digit is lost.
    #[test]
    fn figures_are_written_without_their_last_digits() {
        let sum = 0.1_f64 + 0.7;
        assert_ne!(sum.to_string(), "0.8");
        let value = serde_json::json!({"a": sum, "b": [0.123_456_789, -0.0, 1e-12, 3, 1e300]});
        assert_eq!(written(&value).ok().unwrap(), r#"{"a":0.8,"b":[0.123456789,-0.0,0.0,3,1e+300]}"#);
    }
}
