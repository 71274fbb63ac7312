//! Arguments that may come from standard input (`-`), and the texts that `--attach` names.
use crate::exit::Exit;
use crate::print;
use debate::Attachment;
use setup::attachments;
use std::borrow::Cow;
use std::io::{IsTerminal, Read};

/// The argument, or standard input for `-`; `what` names it in errors (`the topic`).
pub(crate) fn words<'a>(typed: &'a str, what: &str) -> Result<Cow<'a, str>, Exit> {
    if typed != "-" {
        return Ok(Cow::Borrowed(typed));
    }
    announce(what);
    let mut bytes = Vec::new();
    // Reads far more than is allowed, so that the error can state the length, but not an endless stream.
    let mut limited = std::io::stdin().lock().take(1 << 20);
    limited.read_to_end(&mut bytes).map_err(|error| Exit::request(format!("can't read {what}: {error}")))?;
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(Cow::Owned(text.to_owned())),
        // Cut within a character: too long in any case.
        Err(error) if error.error_len().is_none() && bytes.len() == 1 << 20 => {
            let whole = bytes.get(..error.valid_up_to()).and_then(|whole| std::str::from_utf8(whole).ok());
            Ok(Cow::Owned(whole.unwrap_or_default().to_owned()))
        }
        Err(error) => {
            let place = error.valid_up_to() + 1;
            Err(Exit::request(format!("can't read {what}: byte {place} of standard input is not UTF-8 text")))
        }
    }
}

/// Says on a terminal that it is waited for what the user types.
pub(crate) fn announce(what: &str) {
    if std::io::stdin().is_terminal() {
        print::note(format_args!("type {what}, then end it with Ctrl-D on a line of its own (Ctrl-C cancels):"));
    }
}

/// The texts that `--attach` names; skipped files are reported. `taken` names what else is read from standard input.
pub(crate) fn attached(named: &[String], taken: Option<&str>) -> Result<Vec<Attachment>, Exit> {
    if taken.is_none() && named.iter().any(|it| it == "-") {
        announce("the text to attach");
    }
    let found = attachments::read(named, taken)?;
    found.skipped.iter().for_each(|it| print::note(format_args!("not attached: {it}")));
    Ok(found.texts(named)?)
}
