//! Texts that a user supplies because participants requested them: given with `--answer`, or typed at a prompt (I-25).
//!
//! Each is attached to the debate under the id of its request and counts as data; text given with `--say` is addressed to the participants.
//! Not here: prompting the user (`prompter`).
use crate::exit::Exit;
use debate::Debate;
use setup::attachments;
use setup::plan::continuation::Answer;

/// The input that says an item is not available.
pub(crate) const NOT_AVAILABLE: &str = "-";

/// The answer to a request, from the text that was typed.
pub(crate) fn of(id: &str, typed: String) -> Answer {
    Answer { id: id.to_owned(), text: Some(typed).filter(|it| it.trim() != NOT_AVAILABLE) }
}

/// Parses `--answer` arguments: `N1=TEXT`, `N1=@FILE`, or `N1=-`.
pub(crate) fn read(words: &[String]) -> Result<Vec<Answer>, Exit> {
    let answer = |words: &String| {
        let (id, text) = words.split_once('=').filter(|(id, _)| !id.trim().is_empty()).ok_or_else(|| {
            Exit::request(format!(
                "`--answer {words}` names no request; write its id and your answer, as in `N1=31 ms` or `N1=@report.md`"
            ))
        })?;
        let text = match text.strip_prefix('@') {
            Some(path) => Some(attachments::file(path)?),
            None => return Ok(of(id.trim(), text.to_owned())),
        };
        Ok(Answer { id: id.trim().to_owned(), text })
    };
    words.iter().map(answer).collect()
}

/// Hint: how to answer the debate's question later.
pub(crate) fn later(debate: &Debate) -> String {
    let id = &debate.id;
    match debate.awaited().first() {
        Some(need) => format!(
            "provide it with `roundtable continue {id} --answer {0}=\"…\"`, or `--answer {0}={NOT_AVAILABLE}` if it is unavailable",
            need.id
        ),
        None => format!("answer it with `roundtable continue {id} --say \"…\"`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-25, I-13: answers come from the argument or a file; an argument without a request id is refused with the expected syntax.
    #[test]
    fn what_is_brought_is_typed_or_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("report.md");
        std::fs::write(&path, "31 ms = p95\n").unwrap();
        let words = ["N1=a = b".to_owned(), format!(" n2 =@{}", path.display()), "N3=-".to_owned()];
        let expected = [("N1", Some("a = b")), ("n2", Some("31 ms = p95\n")), ("N3", None)];
        let expected = expected.map(|(id, text)| Answer { id: id.to_owned(), text: text.map(str::to_owned) });
        assert_eq!(read(&words).unwrap(), expected);
        for (words, expected) in [
            ("31 ms", "`--answer 31 ms` names no request; write its id"),
            ("=31 ms", "`--answer =31 ms` names no request; write its id"),
            ("N1=@/nowhere/at/all", "can't attach `/nowhere/at/all`: "),
        ] {
            let said = read(&[words.to_owned()]).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
