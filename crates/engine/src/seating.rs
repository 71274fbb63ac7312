//! From a list of models to a table: names that tell them apart, and a perspective for each seat (D-16); and back to all models that a
//! debate may ask.
use crate::quote_model;
use debate::state::Watching;
use debate::{Analyst, Debate, Groups, Layout, Name, Participant, Perspective, Profile, Rules};
use std::collections::BTreeSet;

/// Someone to be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Which model, as `provider/model`.
    pub model: String,
    /// What the model is kin to.
    pub family: String,
    /// What the others shall call it; made from the model where absent.
    pub name: Option<String>,
    /// In how many words it is asked.
    pub profile: Profile,
    /// How its prompts are laid out.
    pub layout: Layout,
}

/// Seats models in the order given. A model that sits twice gets a number.
pub fn seat(seats: impl IntoIterator<Item = Seat>) -> Vec<Participant> {
    let mut table: Vec<Participant> = Vec::new();
    for (index, seat) in seats.into_iter().enumerate() {
        let wanted = seat.name.as_deref().map_or_else(|| slug(&seat.model).to_ascii_lowercase(), tidy);
        let is_taken = |name: &str| table.iter().any(|it| it.name.as_str().to_lowercase() == name.to_lowercase());
        let name = std::iter::once(wanted.clone())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(|it| !is_taken(it))
            .unwrap_or(wanted);
        let perspective = Perspective::of_seat(index);
        let Seat { model, family, profile, layout, .. } = seat;
        table.push(Participant { profile, layout, ..Participant::new(Name::from(name), model, family, perspective) });
    }
    table
}

/// Every model that a debate may ask from where it is, each once: see [`models_of`].
pub fn models(debate: &Debate) -> Vec<String> {
    models_of(&debate.participants, &debate.rules, debate.watching.as_ref())
}

/// Every model that a table may ask by these rules, each once: those who sit there, whoever is to evaluate, whoever does already
/// (`watching`), whoever compares positions or groups headlines, and at a panel the clerk and whoever speaks in rooms. Those who only quote need no model.
pub fn models_of(table: &[Participant], rules: &Rules, watching: Option<&Watching>) -> Vec<String> {
    let seated = table.iter().map(|it| it.model.as_str()).filter(|it| !quote_model::is_quoting(it));
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

/// The longest name at a table.
const LONGEST: usize = 32;

/// A name made from the last part of the model.
fn slug(model: &str) -> String {
    let last = model.rsplit('/').find(|it| !it.is_empty()).unwrap_or(model);
    let last = if last.chars().all(|c| c.is_ascii_digit()) { model } else { last };
    tidy(last)
}

/// A name fit for prompts, ids and a terminal's column: letters and digits of any script, dots and dashes.
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

    /// I-11: who is given a name keeps it, in whatever script; what a prompt or a terminal could trip over does not stay.
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
