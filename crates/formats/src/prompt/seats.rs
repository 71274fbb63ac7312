//! A line that says who speaks for what, where seats differ: participants need to know whose attack or discipline they answer (D-04, D-16).
//!
//! Not here: what a role or a discipline is (`prompts/`), and who gets which (`seating`).
use super::{TemplateError, fill, library};
use debate::{Debate, Discipline, Participant, Role};
use std::fmt::Display;

/// The line; none where seats are alike.
pub(super) fn line(debate: &Debate) -> Result<Option<String>, TemplateError> {
    let roles = groups(debate, &Role::ALL, |it| it.role);
    let disciplines = groups(debate, &Discipline::ALL, |it| it.discipline);
    let seats: Vec<String> = roles.into_iter().chain(disciplines).collect();
    if seats.is_empty() {
        return Ok(None);
    }
    fill(library::SEATS, &[("seats", &seats.join("; "))]).map(Some)
}

/// `red: north, south` for each kind of seat that is taken.
fn groups<T: PartialEq + Display>(
    debate: &Debate,
    kinds: &[T],
    kind_of: impl Fn(&Participant) -> Option<T>,
) -> Vec<String> {
    let group = |kind: &T| {
        let seated = debate.participants.iter().filter(|it| kind_of(it).as_ref() == Some(kind));
        let names: Vec<&str> = seated.map(|it| it.known_as().as_str()).collect();
        (!names.is_empty()).then(|| format!("{kind}: {}", names.join(", ")))
    };
    kinds.iter().filter_map(group).collect()
}
