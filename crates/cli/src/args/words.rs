//! What was typed before it is parsed, and help texts that several commands share.
use std::ffi::OsString;

/// What was typed; a question alone stands for `debate` with that question. A command has neither spaces nor a question mark.
pub(crate) fn typed(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let is_question = |word: &OsString| {
        let word = word.to_string_lossy();
        !word.starts_with('-') && (word.contains(char::is_whitespace) || word.ends_with(['?', '？']))
    };
    if words.get(1).is_some_and(is_question) {
        words.insert(1, OsString::from("debate"));
    }
    words
}

/// Parses an item of a list of models: it is not empty.
pub(super) fn model(word: &str) -> Result<String, String> {
    match word.trim() {
        "" => {
            Err("it names no model; write `provider/model`, `claude`, `gpt` or `sim`, or leave the option out"
                .to_owned())
        }
        word => Ok(word.to_owned()),
    }
}

/// The algorithms, each with what ends a debate by it.
pub(super) const ALGORITHMS: &str = "Choose what ends the debate before its last round: vote_rubric (enough would sign the leading option, or nothing \
    changes); agreement (ballots agree, or no longer change); evidence_based_debate (the sources behind ballots count, too); fixed_rounds \
    (nothing)";

/// The rules of decision, each with what it goes by.
pub(super) const DECISIONS: &str = "Choose how ballots become a decision: openings (of round 1), majority (of the last round), confidence and calibration \
    (weighted votes), borda and condorcet (ranked votes), trajectory (all rounds), guarded (the last round where new evidence carried the \
    changed votes, else round 1)";

/// A help text with its default.
pub(super) fn with_default(text: &str, default: &str) -> String {
    format!("{text} [default: {default}]")
}

/// The modes by name.
pub(super) fn modes_in_brief() -> String {
    with_default(
        &format!("Choose how participants treat each other: {}", formats::modes::names().join(", ")),
        "collaborative",
    )
}

/// The modes, each with what it is good for.
pub(super) fn modes() -> String {
    let rows = formats::modes::ALL.iter().map(|it| format!("{} ({})", it.name(), it.summary()));
    with_default(
        &format!("Choose how participants treat each other: {}", rows.collect::<Vec<_>>().join("; ")),
        "collaborative",
    )
}
