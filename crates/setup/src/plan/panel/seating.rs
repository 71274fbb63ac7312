//! Seats personas of a deck, and assigns models to them (P-01, D-01, I-11).
use crate::error::{Field, Kind, PlanError};
use crate::plan::debate::found;
use crate::providers::{ModelRegistry, aliases, split};
use crate::settings::{Origin, Setting, Settings, guess};
use debate::{Layout, Participant, Persona, Profile};
use engine::quote_model::PROVIDER as QUOTE;
use engine::{Seat, Spec, sim};
use personas::Deck;

/// The personas that the arguments name, whether they exist or not; an argument may name only a model.
pub fn named(words: &[String]) -> Vec<&str> {
    let words = words.iter().map(|it| it.trim()).filter(|it| !it.is_empty());
    let who = words.filter_map(|word| match split(word) {
        (Some(named), _) => Some(named),
        (None, word) => (!is_model(word)).then_some(word),
    });
    who.collect()
}

/// The requested seats.
pub(super) struct SeatRequest<'a> {
    /// Personas, each with its model if one was named.
    personas: Vec<(&'a Persona, Option<String>)>,
    /// Models for the others, in turn.
    models: Vec<String>,
}

impl<'a> SeatRequest<'a> {
    /// Parses `PERSONA`, `PERSONA=provider/model` and `provider/model`; without personas the whole deck is seated.
    pub(super) fn of(deck: &'a Deck, words: &[String]) -> Result<SeatRequest<'a>, PlanError> {
        let mut wanted = SeatRequest { personas: Vec::new(), models: Vec::new() };
        for word in words.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
            let (named, model) = split(word);
            let who = named.unwrap_or(model);
            match (named, deck.persona(who)) {
                (Some(_), Some(persona)) => wanted.personas.push((persona, Some(model.to_owned()))),
                (None, Some(persona)) => wanted.personas.push((persona, None)),
                (None, None) if is_model(model) => wanted.models.push(model.to_owned()),
                (Some(_) | None, None) => {
                    let known = deck.personas.iter().map(|it| it.name.as_str());
                    let near = guess(who, "", known);
                    return Err(unusable(format!("there is no persona `{who}` in the deck `{}`{near}", deck.name)));
                }
            }
        }
        if wanted.personas.is_empty() {
            wanted.personas.extend(deck.personas.iter().map(|it| (it, None)));
        }
        let mut seen: Vec<&str> = Vec::new();
        for (persona, _) in &wanted.personas {
            if seen.contains(&persona.name.as_str()) {
                return Err(unusable(format!("`{}` is named twice; a persona has one seat at a panel", persona.name)));
            }
            seen.push(persona.name.as_str());
        }
        let all = || deck.personas.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
        match wanted.personas.len() {
            found if found < Spec::FEWEST && deck.personas.len() < Spec::FEWEST => {
                let kind = Kind::SmallDeck { deck: deck.name.clone(), found: deck.personas.len() };
                Err(PlanError { field: Field::Personas, kind })
            }
            found if found < Spec::FEWEST => Err(unusable(format!(
                "a panel needs at least {} personas, and one is named; the deck `{}` has {}",
                Spec::FEWEST,
                deck.name,
                all()
            ))),
            found if found > Spec::MOST => {
                Err(PlanError { field: Field::Personas, kind: Kind::TooManyPersonas { found, names: all() } })
            }
            _ => {
                wanted.personas.iter().try_for_each(|(persona, _)| borne_out(&deck.name, persona))?;
                Ok(wanted)
            }
        }
    }
}

fn unusable(why: impl std::fmt::Display) -> PlanError {
    PlanError::unusable(Field::Personas, why)
}

/// Refuses personas whose beliefs or passages are not from their own texts (P-02).
fn borne_out(deck: &str, persona: &Persona) -> Result<(), PlanError> {
    match personas::check(persona).first() {
        None => Ok(()),
        Some(fault) => {
            let (persona, fault, deck) = (persona.name.to_string(), fault.to_string(), deck.to_owned());
            Err(PlanError { field: Field::Personas, kind: Kind::NotBorneOut { persona, fault: fault.into(), deck } })
        }
    }
}

/// Whether an argument can only be a model.
fn is_model(word: &str) -> bool {
    word.contains('/') || word == sim::PROVIDER || aliases().iter().any(|(alias, _)| alias == word)
}

/// The seats of a panel.
pub(super) struct Seated {
    pub(super) participants: Vec<Participant>,
    /// Participants by seat, with their seat names.
    pub(super) personas: Vec<Persona>,
    /// Whether only the embedded model was available.
    pub(super) is_embedded: bool,
}

/// Personas with models: their own, one of those named for all, or those that are found.
pub(super) async fn speaking(
    wanted: &SeatRequest<'_>,
    model: Option<&str>,
    settings: &Settings,
    registry: &ModelRegistry,
) -> Result<Seated, PlanError> {
    let mut models: Vec<String> = wanted.models.iter().map(String::as_str).chain(model).map(str::to_owned).collect();
    let mut is_embedded = false;
    if models.is_empty() && wanted.personas.iter().any(|(_, own)| own.is_none()) {
        let (seats, is_alone) = found(settings, registry).await?;
        (models, is_embedded) = (seats.into_iter().map(|it| it.model).collect(), is_alone);
    }
    let mut others = models.iter().cycle();
    let mut seat = |(persona, own): &(&Persona, Option<String>)| {
        let model = own.as_ref().or_else(|| others.next()).map_or_else(String::new, Clone::clone);
        format!("{}={model}", persona.name)
    };
    let words: Vec<String> = wanted.personas.iter().map(&mut seat).collect();
    let seats = registry.seated(&Setting { value: words, origin: Origin::Flag })?;
    Ok(Seated { is_embedded, ..seated(wanted, engine::seat(seats)) })
}

/// Personas that only quote: no model is called.
pub(super) fn quoting(wanted: &SeatRequest<'_>) -> Result<Seated, PlanError> {
    let is_modelled = |(_, own): &(&Persona, Option<String>)| own.is_some();
    if !wanted.models.is_empty() || wanted.personas.iter().any(is_modelled) {
        return Err(PlanError { field: Field::Quote, kind: Kind::Quoting });
    }
    let seats = wanted.personas.iter().map(|(persona, _)| Seat {
        model: QUOTE.to_owned(),
        family: QUOTE.to_owned(),
        name: Some(persona.name.to_string()),
        profile: Profile::Full,
        layout: Layout::default(),
    });
    let mut participants = engine::seat(seats);
    participants.iter_mut().for_each(|it| it.model = format!("{QUOTE}/{}", it.name));
    Ok(seated(wanted, participants))
}

/// Gives a persona its seat name, which is valid in prompts and ids.
fn seated(wanted: &SeatRequest<'_>, participants: Vec<Participant>) -> Seated {
    let pairs = wanted.personas.iter().zip(&participants);
    let personas =
        pairs.map(|((persona, _), seat)| Persona { name: seat.name.clone(), ..(*persona).clone() }).collect();
    Seated { participants, personas, is_embedded: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::persona::Built;

    fn deck(names: &[&str]) -> Deck {
        let persona = |name: &&str| Persona {
            name: (*name).into(),
            built: Built::Hand,
            persuadability: Persona::PERSUADABILITY,
            contract: Default::default(),
            beliefs: Default::default(),
            chunks: Vec::new(),
        };
        Deck { name: "federalist".to_owned(), personas: names.iter().map(persona).collect() }
    }

    async fn seats(deck: &Deck, words: &[&str], model: Option<&str>) -> String {
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        let (settings, env) = (Settings::default(), |_: &str| None);
        let registry = ModelRegistry::new(&settings, &env).unwrap();
        let seated = match SeatRequest::of(deck, &words) {
            Ok(wanted) => speaking(&wanted, model, &settings, &registry).await,
            Err(exit) => Err(exit),
        };
        match seated {
            Ok(it) => {
                assert!(it.participants.iter().zip(&it.personas).all(|(seat, persona)| seat.name == persona.name));
                it.participants.iter().map(|it| format!("{}={}", it.name, it.model)).collect::<Vec<_>>().join(" ")
            }
            Err(exit) => exit.to_string(),
        }
    }

    /// P-10, D-01, I-13: seats and models; and the errors if there are none.
    #[tokio::test]
    async fn who_sits_is_named_or_the_whole_deck() {
        let federalist = deck(&["Hamilton", "Jay", "The Old Man"]);
        let rows: [(&[&str], Option<&str>, &str); 9] = [
            (&["sim"], None, "Hamilton=sim/1 Jay=sim/2 The-Old-Man=sim/3"),
            (&["jay", "hamilton=sim/9", "sim"], None, "Jay=sim/1 Hamilton=sim/9"),
            (&["sim/4", "sim/5"], None, "Hamilton=sim/4 Jay=sim/5 The-Old-Man=sim/4"),
            (
                &["the old man", "Jay"],
                Some("local/smollm2-135m"),
                "The-Old-Man=local/smollm2-135m Jay=local/smollm2-135m",
            ),
            (
                &["jey", "hamilton"],
                None,
                "there is no persona `jey` in the deck `federalist`; there are: Hamilton, Jay, The Old Man",
            ),
            (
                &["jay=sim", "madison=sim"],
                None,
                "there is no persona `madison` in the deck `federalist`; there are: Hamilton, Jay, The Old Man",
            ),
            (&["jay", "JAY"], None, "`Jay` is named twice; a persona has one seat at a panel"),
            (
                &["jay"],
                None,
                "a panel needs at least 2 personas, and one is named; the deck `federalist` has Hamilton, Jay, The Old Man",
            ),
            (
                &["jay=sim/x", "hamilton=sim"],
                None,
                "`sim/x` is not a simulated participant: write `sim` or `sim/7`, or with dials `sim/7:accuracy=0.8`",
            ),
        ];
        for (words, model, expected) in rows {
            assert_eq!(seats(&federalist, words, model).await, expected, "{words:?}");
        }
        let alone = "a panel needs at least 2 personas, and the deck `federalist` has 1; name another with `decks`";
        assert_eq!(seats(&deck(&["Jay"]), &["sim"], None).await, alone);
        let nine = deck(&["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9"]);
        let many = "a panel has at most 8 personas, and 9 are named; choose some with `personas`: a1, b2, c3, d4, e5, f6, g7, h8, i9";
        assert_eq!(seats(&nine, &["sim"], None).await, many);
    }

    /// P-31: a persona that quotes has no model, and naming one is an error.
    #[test]
    fn who_quotes_asks_nobody() {
        let deck = deck(&["Hamilton", "The Old Man"]);
        let seated = quoting(&SeatRequest::of(&deck, &[]).unwrap()).unwrap();
        let models: Vec<&str> = seated.participants.iter().map(|it| it.model.as_str()).collect();
        assert_eq!(models, ["quote/Hamilton", "quote/The-Old-Man"]);
        let refused = quoting(&SeatRequest::of(&deck, &["sim".to_owned()]).unwrap()).err().unwrap();
        assert!(
            refused.to_string().starts_with("`quote` uses no model: name only personas with `personas`"),
            "{refused}"
        );
    }
}
