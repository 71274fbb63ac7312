//! What a person brings because participants asked for it: typed with `--answer`, or told when asked (I-25).
//!
//! It is attached to the debate under the id of its request: data to the participants, where what a person *says* is said to them. Not
//! here: how a person is asked (`person`).
use crate::exit::Exit;
use debate::Debate;
use setup::attachments;
use setup::plan::continuation::Answer;

/// What is typed where something can't be had.
pub(crate) const NOT_TO_BE_HAD: &str = "-";

/// What was typed for a request.
pub(crate) fn of(id: &str, typed: String) -> Answer {
    Answer { id: id.to_owned(), text: Some(typed).filter(|it| it.trim() != NOT_TO_BE_HAD) }
}

/// Reads what was typed: `N1=TEXT`, `N1=@FILE`, or `N1=-`.
pub(crate) fn read(words: &[String]) -> Result<Vec<Answer>, Exit> {
    let answer = |words: &String| {
        let (id, text) = words.split_once('=').filter(|(id, _)| !id.trim().is_empty()).ok_or_else(|| {
            Exit::request(format!(
                "`--answer {words}` names no request; write its id and what you bring, as in `N1=31 ms` or `N1=@report.md`"
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

/// How the question of a debate can be answered another time.
pub(crate) fn later(debate: &Debate) -> String {
    let id = &debate.id;
    match debate.awaited().first() {
        Some(need) => format!(
            "bring it with `roundtable continue {id} --answer {0}=\"…\"`, or `--answer {0}={NOT_TO_BE_HAD}` if it can't be had",
            need.id
        ),
        None => format!("answer it with `roundtable continue {id} --say \"…\"`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-25, I-13: what is brought is typed, or stands in a file; what names no request says how it is written.
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
