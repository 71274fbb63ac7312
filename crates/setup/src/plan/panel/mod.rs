//! Plans a panel from settings and a request (P-10).
//!
//! Not here: seating (`seating`), and cost (`estimate`).
mod estimate;
mod seating;

use super::budget::Budget;
use super::rules::helper_model;
use super::{Planned, analyst, new_id, rules};
use crate::error::PlanError;
use crate::providers::ModelRegistry;
use crate::settings::{Comparer, Origin, Settings};
use debate::rules::{PanelRules, ReviewRules, Temperatures};
use debate::{Analyst, Participant, Rules, Topic};
use engine::Spec;
pub use estimate::Estimate;
use personas::Deck;
use personas::recall::kept;
pub use seating::named;
use seating::{SeatRequest, Seated};

/// The parts of a panel request that no setting has.
pub struct PanelRequest {
    /// The topic.
    pub topic: Topic,
    /// The deck.
    pub deck: Deck,
    /// Seats: `PERSONA`, `PERSONA=provider/model` or `provider/model`.
    pub with: Vec<String>,
    /// The model of personas that are given none.
    pub model: Option<String>,
    /// The aspects; chosen by the clerk if empty.
    pub aspects: Vec<String>,
    /// How participants answer.
    pub answers: Answers,
    /// Random seed.
    pub seed: u64,
}

/// How participants answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// A model writes the answers.
    Spoken,
    /// With quotations from their texts.
    Quoted,
}

/// Plans a panel, checked before anything is spent.
pub async fn planned(
    settings: &Settings,
    registry: &ModelRegistry,
    request: PanelRequest,
) -> Result<Planned, PlanError> {
    let PanelRequest { topic, deck, with, model, aspects, answers, seed } = request;
    let wanted = SeatRequest::of(&deck, &with)?;
    let Seated { participants, personas, is_embedded } = match answers {
        Answers::Spoken => seating::speaking(&wanted, model.as_deref(), settings, registry).await?,
        Answers::Quoted => seating::quoting(&wanted)?,
    };
    // A panel that quotes needs no helper model.
    let able: &[Participant] = match answers {
        Answers::Spoken => &participants,
        Answers::Quoted => &[],
    };
    let panel = panel_rules(settings, aspects, able, answers);
    // Where there is a clerk, it compares the takes, unless the setting names another way (P-30, P-31).
    let analyst = match (settings.analyst.value, &panel.clerk) {
        (Comparer::Auto, Some(clerk)) => Analyst::Model(clerk.clone()),
        (Comparer::Auto | Comparer::Lexical | Comparer::Local | Comparer::Model, _) => {
            analyst::chosen(settings, able, registry)?
        }
    };
    let rules = Rules {
        rounds: aspects_of(&panel).saturating_add(OPENING_AND_CLOSING),
        panel: Some(panel),
        analyst,
        // No evaluator reviews a panel: only the tier-1 patterns apply.
        watch: ReviewRules { on: settings.safety.value, ..ReviewRules::default() },
        hidden: Default::default(),
        // Personas argue from their texts; evidence types don't apply.
        evidence: None,
        context: false,
        tools: None,
        parallel: None,
        ..rules::rules(settings, seed)
    };
    let personas = personas.iter().map(|it| kept(it, topic.as_str(), MOST_CHUNKS)).collect();
    let (id, mode) = (new_id(), formats::panel::NAME.to_owned());
    let (disciplines, attached) = (Default::default(), Vec::new());
    let spec = Spec { id, topic, ballot: None, mode, participants, rules, disciplines, attached, personas };
    spec.check().map_err(PlanError::from)?;
    Budget::of(settings).check(&spec.participants, &spec.rules, registry)?;
    Ok(Planned { spec, is_embedded })
}

/// The rounds of a panel besides its aspects (P-10).
const OPENING_AND_CLOSING: u32 = 2;

/// The chunks of a persona that the log stores: those nearest to the topic. Ours: some 80,000 tokens.
const MOST_CHUNKS: usize = 300;

/// The rules of a panel by the settings. The default clerk is the helper model, or the first seated model that supports full prompts; small
/// models only take part (P-31).
fn panel_rules(settings: &Settings, aspects: Vec<String>, able: &[Participant], answers: Answers) -> PanelRules {
    let usual = || settings.light_model.value.clone().or_else(|| helper_model(able).map(str::to_owned));
    let clerk = match (&settings.panel_clerk.origin, answers) {
        (_, Answers::Quoted) => None,
        (Origin::Default, Answers::Spoken) => usual(),
        (Origin::User(_) | Origin::Project(_) | Origin::Env(_) | Origin::Flag, Answers::Spoken) => {
            settings.panel_clerk.value.clone()
        }
    };
    let strong = settings.panel_strong.value.clone().filter(|_| answers == Answers::Spoken);
    PanelRules {
        aspects,
        most_aspects: settings.panel_most_aspects.value,
        clerk,
        strong,
        detection: settings.panel_detection.value,
        clash: settings.panel_clash.value,
        exchange: settings.panel_exchange.value,
        rooms: settings.panel_rooms.value,
        remind: settings.panel_remind.value,
        temperatures: Temperatures {
            turn: settings.panel_temperature_turn.value,
            room: settings.panel_temperature_room.value,
            check: settings.panel_temperature_check.value,
            card: settings.panel_temperature_card.value,
        },
        quote: answers == Answers::Quoted,
        ..PanelRules::default()
    }
}

/// The most aspects.
fn aspects_of(panel: &PanelRules) -> u32 {
    match u32::try_from(panel.aspects.len()) {
        Ok(0) => panel.most_aspects,
        Ok(count) => count,
        Err(_) => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Persona;
    use debate::persona::Built;

    fn deck() -> Deck {
        let persona = |name: &str| Persona {
            name: name.into(),
            built: Built::Hand,
            persuadability: Persona::PERSUADABILITY,
            contract: Default::default(),
            beliefs: Default::default(),
            chunks: Vec::new(),
        };
        Deck { name: "federalist".to_owned(), personas: ["hamilton", "jay"].map(persona).to_vec() }
    }

    async fn plan(words: &[&str], answers: Answers) -> (Spec, Estimate) {
        let mut settings = Settings::default();
        settings.set_for_run(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap();
        let registry = ModelRegistry::new(&settings, &|_| None).unwrap();
        let with = if answers == Answers::Spoken { vec!["sim".to_owned()] } else { Vec::new() };
        let (topic, aspects) = (Topic::new("Should we?").unwrap(), vec!["cost".to_owned()]);
        let request = PanelRequest { topic, deck: deck(), with, model: None, aspects, answers, seed: 0 };
        let spec = planned(&settings, &registry, request).await.unwrap().spec;
        let estimate = Estimate::of(&spec, &registry);
        (spec, estimate)
    }

    /// P-16, P-31: the clerk is the one set, or the first capable model; a panel that quotes has none.
    #[tokio::test]
    async fn the_clerk_is_set_or_the_first_who_is_able() {
        let rows: [(&[&str], Answers, Option<&str>); 5] = [
            (&[], Answers::Spoken, Some("sim/1")),
            (&["light_model=sim/8"], Answers::Spoken, Some("sim/8")),
            (&["light_model=sim/8", "panel_clerk=sim/9"], Answers::Spoken, Some("sim/9")),
            (&["panel_clerk=none"], Answers::Spoken, None),
            (&["panel_clerk=sim/9", "panel_strong=sim/9"], Answers::Quoted, None),
        ];
        for (words, answers, expected) in rows {
            let (spec, _) = plan(words, answers).await;
            let panel = spec.rules.panel.unwrap();
            assert_eq!(panel.clerk.as_deref(), expected, "{words:?}");
            assert_eq!((panel.strong, panel.quote), (None, answers == Answers::Quoted));
            assert_eq!((spec.mode.as_str(), spec.rules.rounds), ("panel", 3), "an opening, an aspect, a closing");
        }
    }

    /// I-11, O-04, P-10, P-21: two participants and one aspect: the usual course, and the longest one with every question asked twice.
    #[tokio::test]
    async fn what_a_panel_may_take_is_told() {
        let said = async |words| plan(words, Answers::Spoken).await.1.to_string();
        // 8 turns, 10 in a room, 3 calls to the clerk and 6 to compare takes; at most 16, 48, 10 and 6.
        assert_eq!(said(&[]).await, "about 27 calls, at most 80; no cost");
        assert_eq!(said(&["panel_clerk=none"]).await, "about 18 calls, at most 64; no cost");
        assert_eq!(said(&["panel_detection=vote"]).await, "about 29 calls, at most 84; no cost");
        assert_eq!(
            said(&["panel_strong=openai/nothing-known"]).await,
            "about 27 calls, at most 80; cost unknown: set `[prices]` to have it estimated"
        );
    }
}
