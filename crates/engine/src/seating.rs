//! From a list of models to a table: names that tell them apart, and a perspective for each seat (D-16).
use debate::{Name, Participant, Perspective};

/// Someone to be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Which model, as `provider/model`.
    pub model: String,
    /// What the model is kin to.
    pub family: String,
    /// What the others shall call it; made from the model where absent.
    pub name: Option<String>,
}

/// Seats models in the order given. A model that sits twice gets a number.
pub fn seat(seats: impl IntoIterator<Item = Seat>) -> Vec<Participant> {
    let mut table: Vec<Participant> = Vec::new();
    for (index, seat) in seats.into_iter().enumerate() {
        let wanted = slug(seat.name.as_deref().unwrap_or(&seat.model));
        let is_taken = |name: &str| table.iter().any(|it| it.name.as_str() == name);
        let name = std::iter::once(wanted.clone())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(|it| !is_taken(it))
            .unwrap_or(wanted);
        let perspective = Perspective::of_seat(index);
        table.push(Participant { name: Name::from(name), model: seat.model, family: seat.family, perspective });
    }
    table
}

/// The longest name at a table.
const LONGEST: usize = 32;

/// A name fit for prompts, ids and a terminal's column: the last part of the model, in small letters, digits, dots and dashes.
fn slug(model: &str) -> String {
    let last = model.rsplit('/').find(|it| !it.is_empty()).unwrap_or(model);
    let last = if last.chars().all(|c| c.is_ascii_digit()) { model } else { last };
    let mut slug = String::new();
    for c in last.chars().take(LONGEST) {
        match c {
            'a'..='z' | '0'..='9' | '.' => slug.push(c),
            'A'..='Z' => slug.push(c.to_ascii_lowercase()),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    let slug = slug.trim_end_matches(['-', '.']);
    if slug.is_empty() { "participant".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_seats_apart() {
        let models = [
            "anthropic/claude-sonnet-4-5",
            "ollama/Qwen3:8b",
            "ollama/Qwen3:8b",
            "openrouter/meta/llama-3.3",
            "sim/2",
            "x/猫",
        ];
        let seats = models.map(|model| Seat { model: model.into(), family: "f".into(), name: None });
        let names: Vec<String> = seat(seats).into_iter().map(|it| it.name.to_string()).collect();
        assert_eq!(names, ["claude-sonnet-4-5", "qwen3-8b", "qwen3-8b-2", "llama-3.3", "sim-2", "participant"]);
    }
}
