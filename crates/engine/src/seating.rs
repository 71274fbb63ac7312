//! Turns a list of models into participants with distinct names and a perspective for each seat (D-16), and lists all models that a debate
//! may ask.
use crate::quote_model;
use debate::state::Watching;
use debate::{Analyst, Debate, Groups, Layout, Name, Participant, Perspective, Profile, Rules};
use std::collections::BTreeSet;

/// A seat to be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The model, as `provider/model`.
    pub model: String,
    /// The family of the model.
    pub family: String,
    /// The participant's name; derived from the model where absent.
    pub name: Option<String>,
    /// How detailed its prompts are.
    pub profile: Profile,
    /// How its prompts are laid out.
    pub layout: Layout,
}

/// Seats models in the given order. A repeated name gets a number.
pub fn seat(seats: impl IntoIterator<Item = Seat>) -> Vec<Participant> {
    let mut participants: Vec<Participant> = Vec::new();
    for (index, seat) in seats.into_iter().enumerate() {
        let wanted = seat.name.as_deref().map_or_else(|| slug(&seat.model).to_ascii_lowercase(), tidy);
        let is_taken =
            |name: &str| participants.iter().any(|it| it.name.as_str().to_lowercase() == name.to_lowercase());
        let name = std::iter::once(wanted.clone())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(|it| !is_taken(it))
            .unwrap_or(wanted);
        let perspective = Perspective::of_seat(index);
        let Seat { model, family, profile, layout, .. } = seat;
        participants.push(Participant {
            profile,
            layout,
            ..Participant::new(Name::from(name), model, family, perspective)
        });
    }
    participants
}

/// Every model that a debate may ask from its current state, each once: see [`models_of`].
pub fn models(debate: &Debate) -> Vec<String> {
    models_of(&debate.participants, &debate.rules, debate.watching.as_ref())
}

/// Every model that these participants may need under these rules, each once: the participants' models, the evaluators to come and those at
/// work (`safety_review`), the models that compare positions or group headlines, and at a panel the clerk and the model for rooms. Participants
/// that only quote need no model.
pub fn models_of(participants: &[Participant], rules: &Rules, watching: Option<&Watching>) -> Vec<String> {
    let seated = participants.iter().map(|it| it.model.as_str()).filter(|it| !quote_model::is_quoting(it));
    let watch = [&rules.watch.evaluator, &rules.watch.second].into_iter().filter(|_| rules.watch.on);
    let evaluates = watching.filter(|it| it.ended.is_none()).into_iter().flat_map(|it| [&it.evaluator, &it.second]);
    let watch = watch.chain(evaluates).filter_map(|it| it.as_deref());
    let compares = match &rules.analyst {
        Analyst::Model(model) => Some(model.as_str()),
        Analyst::Lexical | Analyst::Local => None,
    };
    let groups = match &rules.groups {
        Groups::Model(model) => Some(model.as_str()),
        Groups::Literal | Groups::Local => None,
    };
    let panel = rules.panel.iter().flat_map(|it| [it.clerk.as_deref(), it.strong.as_deref()]).flatten();
    let mut named = BTreeSet::new();
    let all = seated.chain(watch).chain(compares).chain(groups).chain(panel);
    all.filter(|it| named.insert(*it)).map(str::to_owned).collect()
}

/// The longest name of a participant, in characters.
const LONGEST: usize = 32;

/// A name made from the last part of the model.
fn slug(model: &str) -> String {
    let last = model.rsplit('/').find(|it| !it.is_empty()).unwrap_or(model);
    let last = if last.chars().all(|c| c.is_ascii_digit()) { model } else { last };
    tidy(last)
}

/// A name that is safe in prompts, ids and a terminal's column: letters and digits of any script, dots and dashes.
fn tidy(wanted: &str) -> String {
    let mut name = String::new();
    for c in wanted.chars().take(LONGEST) {
        match c {
            _ if c.is_alphanumeric() || c == '.' => name.push(c),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let name = name.trim_end_matches(['-', '.']);
    if name.is_empty() { "participant".to_owned() } else { name.to_owned() }
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
        let seats = models.map(|model| Seat {
            model: model.into(),
            family: "f".into(),
            name: None,
            profile: Profile::Full,
            layout: Layout::Rebuild,
        });
        let names: Vec<String> = seat(seats).into_iter().map(|it| it.name.to_string()).collect();
        assert_eq!(names, ["claude-sonnet-4-5", "qwen3-8b", "qwen3-8b-2", "llama-3.3", "sim-2", "猫"]);
    }

    /// I-11: a given name is kept, in any script; characters that could break a prompt or a terminal are removed.
    #[test]
    fn a_given_name_is_kept() {
        let names = ["Zoë", "Hamilton", "hamilton", "Dr. No", "\u{1b}[31mred\n", "…"];
        let seats = names.map(|it| Seat {
            model: "sim/1".into(),
            family: "f".into(),
            name: Some(it.into()),
            profile: Profile::Full,
            layout: Layout::Rebuild,
        });
        let names: Vec<String> = seat(seats).into_iter().map(|it| it.name.to_string()).collect();
        assert_eq!(names, ["Zoë", "Hamilton", "hamilton-2", "Dr.-No", "31mred", "participant"]);
    }
}
