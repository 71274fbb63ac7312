//! The sections of an answer (D-10). A mode's structure files name one on each line that begins with `- `, and on no other line: the schema and
//! the check for missing sections follow from the file. Not here: how an answer is parsed (`debate::reply`).
use crate::rounds::Layers;
use debate::Debate;
use debate::event::RoundKind;

/// The names of a structure file's sections, in its order: the part before the colon of `- steel_man: the best case …`.
pub(crate) fn sections(file: &str) -> Vec<String> {
    let names = file.lines().filter_map(|it| it.strip_prefix("- ")?.split_once(':'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The structure file for the current round of a debate, in the full profile.
pub(crate) fn of_round(layers: &Layers, debate: &Debate) -> &'static str {
    match debate.round().map(|it| it.kind).unwrap_or_default() {
        RoundKind::Objection => crate::prompt::OBJECTION,
        RoundKind::Usual | RoundKind::Opening | RoundKind::Take | RoundKind::Closing | RoundKind::Ballot => {
            if debate.round().is_none_or(|it| it.number == 1) { layers.structure_first } else { layers.structure_later }
        }
    }
}
