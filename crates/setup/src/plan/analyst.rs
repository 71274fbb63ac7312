//! Chooses the analyst that compares positions: the setting, as far as this machine supports it (E-11, P-31).
//!
//! Not here: comparing (`engine::comparison::analyst`), and loading the networks (`providers`).
use super::rules::helper_model;
use crate::error::{Error, Field, Kind, PlanError};
use crate::providers::{ModelRegistry, READER};
use crate::settings::{Comparer, Origin, Settings};
use debate::{Analyst, Groups, Participant};
use local::weights::Weight;
use std::sync::Arc;

/// The analyst. By default it does not require a download; if other weights are fetched anyway, the embedding network is fetched too.
pub fn chosen(
    settings: &Settings,
    participants: &[Participant],
    registry: &ModelRegistry,
) -> Result<Analyst, PlanError> {
    Ok(match settings.analyst.value {
        Comparer::Lexical => Analyst::Lexical,
        Comparer::Local => Analyst::Local,
        Comparer::Model => Analyst::Model(model(settings, participants)?),
        Comparer::Auto => {
            let is_fetching =
                || registry.missing(participants.iter().map(|it| it.model.as_str())).map(|it| !it.is_empty());
            if registry.missing_reader().is_none() || is_fetching()? { Analyst::Local } else { Analyst::Lexical }
        }
    })
}

/// The grouper of headlines into options (B-03): the analyst's model, else the helper model, else the first seated model that supports full
/// prompts; without a model the installed networks; without those only identical headlines are grouped.
pub fn groups(settings: &Settings, participants: &[Participant], analyst: &Analyst) -> Groups {
    let own = match settings.analyst.value {
        Comparer::Lexical => return Groups::Literal,
        Comparer::Local => return Groups::Local,
        Comparer::Auto | Comparer::Model => model(settings, participants).ok(),
    };
    match (own, analyst) {
        (Some(model), _) => Groups::Model(model),
        (None, Analyst::Local) => Groups::Local,
        (None, Analyst::Lexical | Analyst::Model(_)) => Groups::Literal,
    }
}

/// The model that compares: the one set for it, the helper model, or the first seated model that supports full prompts.
fn model(settings: &Settings, participants: &[Participant]) -> Result<String, PlanError> {
    let seated_helper = || helper_model(participants).map(str::to_owned);
    let set = settings.analyst_model.value.clone().or_else(|| settings.light_model.value.clone());
    let field = || Field::Setting("analyst", settings.analyst.origin.clone());
    set.or_else(seated_helper).ok_or_else(|| PlanError { field: field(), kind: Kind::NoAnalyst })
}

/// Whether the request itself chooses the analyst.
pub fn is_requested(settings: &Settings) -> bool {
    [&settings.analyst.origin, &settings.analyst_model.origin].into_iter().any(|it| *it == Origin::Flag)
}

/// Weights that comparing needs and that are not installed.
pub fn missing(registry: &ModelRegistry, analyst: &Analyst) -> Option<&'static Weight> {
    match analyst {
        Analyst::Local => registry.missing_reader(),
        Analyst::Lexical | Analyst::Model(_) => None,
    }
}

/// Opens the analyst of this process, if there is one.
pub(super) async fn opened(
    registry: &ModelRegistry,
    analyst: &Analyst,
) -> Result<Option<Arc<dyn engine::Analyst>>, Error> {
    match analyst {
        Analyst::Lexical | Analyst::Model(_) => Ok(None),
        Analyst::Local => registry.reader().await.map(Some),
    }
}

/// A hint how to compare by meaning, if the setting is the default and no network is installed.
pub fn advice(settings: &Settings, analyst: &Analyst) -> Option<String> {
    let is_wanting = settings.analyst.value == Comparer::Auto && *analyst == Analyst::Lexical;
    is_wanting.then(|| {
        format!(
            "the similarity of texts is measured by words alone; to have meaning compared: `roundtable models pull {READER}`"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::{Layout, Profile};
    use engine::Seat;
    use local::weights::Cache;

    fn settings(words: &[&str], weights: &std::path::Path) -> Settings {
        let mut settings = Settings::default();
        settings.set_for_run(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap();
        settings.weights.value = Some(weights.to_owned());
        settings
    }

    fn seats_of(model: &str, profile: Profile) -> Vec<Participant> {
        let seat = |n: u32| Seat {
            model: model.to_owned(),
            family: "f".to_owned(),
            name: Some(format!("p{n}")),
            profile,
            layout: Layout::Rebuild,
        };
        engine::seat([seat(1), seat(2)])
    }

    /// E-11, P-31: the setting chooses the analyst; by default networks that are installed or fetched along, else words.
    #[test]
    fn who_compares_is_set_or_what_is_here() {
        let nowhere = tempfile::tempdir().unwrap();
        let model = |it: &str| Some(Analyst::Model(it.to_owned()));
        let (full, lean) = (seats_of("a/large", Profile::Full), seats_of("a/tiny", Profile::Lean));
        let embedded = seats_of("local/smollm2-135m", Profile::Lean);
        let rows: [(&[&str], &[Participant], Option<Analyst>); 8] = [
            (&[], &full, Some(Analyst::Lexical)),
            (&[], &embedded, Some(Analyst::Local)),
            (&["analyst=lexical"], &embedded, Some(Analyst::Lexical)),
            (&["analyst=local"], &full, Some(Analyst::Local)),
            (&["analyst=model"], &full, model("a/large")),
            (&["analyst=model"], &lean, None),
            (&["analyst=model", "light_model=b/light"], &lean, model("b/light")),
            (&["analyst=model", "light_model=b/light", "analyst_model=c/reads"], &full, model("c/reads")),
        ];
        for (words, participants, expected) in rows {
            let settings = settings(words, nowhere.path());
            let registry = ModelRegistry::new(&settings, &|_| None).unwrap();
            assert_eq!(chosen(&settings, participants, &registry).ok(), expected, "{words:?}");
        }
        let settings = settings(&[], nowhere.path());
        let registry = ModelRegistry::new(&settings, &|_| None).unwrap();
        assert_eq!(missing(&registry, &Analyst::Local).map(|it| it.name), Some(READER));
        assert_eq!(missing(&registry, &Analyst::Lexical), None);
    }

    /// O-07, E-11: installed weights are used by default.
    #[tokio::test]
    async fn weights_that_are_here_are_read_with() {
        let settings = settings(&[], Cache::of_tests().directory());
        let registry = ModelRegistry::new(&settings, &|_| None).unwrap();
        let analyst = chosen(&settings, &seats_of("a/large", Profile::Full), &registry).unwrap();
        assert_eq!(analyst, Analyst::Local);
        let reader = opened(&registry, &analyst).await.unwrap().unwrap();
        let topic = Some("Should we adopt gRPC?");
        let (yes, no) = ("Adopt gRPC for internal calls.", "Do not adopt gRPC for internal calls.");
        let made = reader.relate(&[engine::Texts { topic, a: yes, b: no }]).await.unwrap();
        assert!(made.iter().all(|it| it.opposed && it.similarity <= 0.40), "{made:?}");
    }
}
