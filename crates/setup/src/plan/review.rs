//! Previews the safety review of a debate: whether, by which model, and at what cost, before anything is spent (D-50).
use super::has_closing_ballot;
use crate::error::Error;
use crate::providers::ModelRegistry;
use debate::{Debate, Event, Participant};
use engine::Spec;
use formats::Step;
use models::Usage;
use serde::Serialize;

/// Tokens of a review besides the answer: some 500 of prompt and 100 of ruling.
const READ: Usage = Usage { input: 500, cached: 0, output: 100, cost: None };
/// Tokens of an answer; as in the estimate of a turn.
const ANSWER: u64 = 900;

/// Answers will be reviewed for harm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The evaluator; absent if no model can review.
    pub by: Option<String>,
    /// The model that reviews the evaluator's own answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The reason for the review.
    pub triggers: Vec<String>,
    /// Whether whole rounds are reviewed beside the debate; otherwise each answer before others see it.
    pub beside: bool,
    /// The most calls of the review.
    pub most_calls: usize,
    /// US dollars for that many calls; absent if a price is unknown.
    pub estimate_usd: Option<f64>,
}

impl Review {
    /// The review of a debate; none if nothing calls for it or it is switched off. The mode that `auto` will choose is unknown: the figures are
    /// the largest possible.
    pub fn of(spec: &Spec, registry: &ModelRegistry) -> Result<Option<Review>, Error> {
        let opened = engine::opening(&engine::Live::after(0), spec)?;
        let debate = Debate::replay(&opened).map_err(engine::Error::from)?;
        let format = formats::named(&debate.mode).map_err(engine::Error::from)?;
        let watch = &debate.rules.watch;
        let (triggers, beside, rounds) = match format.next(&debate) {
            Step::Record(Event::WatchBegun { triggers, beside, .. }) => (triggers, beside, debate.rules.rounds),
            Step::Record(_) | Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done
                if debate.mode == AUTO && watch.on =>
            {
                (vec!["a mode that `auto` may choose".to_owned()], true, debate.rules.rounds.saturating_sub(1))
            }
            Step::Record(_) | Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done => {
                return Ok(None);
            }
        };
        let played = rounds + u32::from(has_closing_ballot(&debate));
        let answers = |it: &[&Participant]| it.len() as u64;
        let (own, others): (Vec<&Participant>, Vec<&Participant>) = debate
            .participants
            .iter()
            .partition(|it| watch.second.is_some() && Some(&it.model) == watch.evaluator.as_ref());
        let parts = [(&watch.evaluator, answers(&others)), (&watch.second, answers(&own))];
        let parts = parts.into_iter().filter_map(|(model, answers)| Some((model.as_deref()?, answers)));
        let parts: Vec<(&str, u64)> = parts.filter(|(_, answers)| *answers > 0).collect();
        // A round takes one call for each evaluator, or one for each answer.
        let calls: u64 = parts.iter().map(|(_, answers)| if beside { 1 } else { *answers }).sum();
        let cost = |(model, answers): &(&str, u64)| {
            let (calls, each) = if beside { (1, *answers) } else { (*answers, 1) };
            let usage = Usage { input: READ.input + each * ANSWER, ..READ };
            Some(registry.cost(model, &usage)? * calls as f64)
        };
        let round = parts.iter().map(cost).sum::<Option<f64>>();
        Ok(Some(Review {
            by: watch.evaluator.clone(),
            second: watch.second.clone(),
            triggers,
            beside,
            most_calls: usize::try_from(calls * u64::from(played)).unwrap_or(usize::MAX),
            estimate_usd: round.map(|it| it * f64::from(played)),
        }))
    }

    /// The same in words.
    pub fn words(&self) -> String {
        let triggers = self.triggers.join(", ");
        let Some(by) = &self.by else {
            return format!("required ({triggers}), but no available model can do it; set `safety_model`");
        };
        let how = if self.beside { "each round beside the debate" } else { "every answer before the others see it" };
        let second =
            self.second.as_ref().map(|it| format!("; {it} reads what that model itself says")).unwrap_or_default();
        format!(
            "{by} reads {how}{second} (because of {triggers}); at most {} calls, part of the estimate",
            self.most_calls
        )
    }
}

/// The mode that delegates to another.
const AUTO: &str = "auto";

/// US dollars of a debate if every round is played, closing ballots and reviews included; absent if a price is unknown.
pub fn estimate(spec: &Spec, registry: &ModelRegistry, rounds: u32) -> Result<Option<f64>, Error> {
    let turns = registry.estimate(&spec.participants, rounds, spec.rules.max_tokens);
    let reviews = Review::of(spec, registry)?.map_or(Some(0.0), |it| it.estimate_usd);
    Ok(turns.zip(reviews).map(|(turns, reviews)| turns + reviews))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use debate::rules::ReviewRules;
    use debate::{Layout, Profile, Rules, Topic};
    use engine::Seat;

    fn spec(mode: &str, topic: &str, models: [&str; 3], watch: ReviewRules) -> Spec {
        let seat = |model: &str| Seat {
            model: model.to_owned(),
            family: "f".to_owned(),
            name: None,
            profile: Profile::Full,
            layout: Layout::Rebuild,
        };
        Spec {
            id: "test".into(),
            topic: Topic::new(topic).unwrap(),
            ballot: None,
            mode: mode.to_owned(),
            participants: engine::seat(models.map(seat)),
            rules: Rules { rounds: 3, watch, ..Rules::default() },
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        }
    }

    /// D-50: evaluator, manner, most calls and cost are known before the first call; without a review there is none.
    #[test]
    fn a_review_is_announced_with_its_price() {
        let toml = "[providers.my]\nbase_url = 'http://gpu/v1'\n[prices.'my/m']\ninput = 1\noutput = 2\n";
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join(".config/roundtable/roundtable.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, toml).unwrap();
        let nowhere = |name: &str| (name == "HOME").then(|| home.path().display().to_string());
        let settings = Settings::load(&nowhere, home.path()).unwrap();
        let registry = ModelRegistry::new(&settings, &|_| None).unwrap();
        let three = ["sim/1", "sim/2", "sim/3"];
        let watch = |evaluator: &str, second: Option<&str>| ReviewRules {
            on: true,
            evaluator: Some(evaluator.to_owned()),
            second: second.map(str::to_owned),
        };
        let (plain, pupils) = ("Should we adopt gRPC?", "Should pupils have phones?");
        for (mode, topic, watch, expected) in [
            ("collaborative", plain, watch("my/m", None), None),
            ("adversarial", plain, ReviewRules::default(), None),
            ("adversarial", plain, watch("my/m", None), Some((true, 3, Some(0.0102)))),
            ("devils-advocate", plain, watch("my/m", None), Some((true, 4, Some(0.0136)))),
            ("adversarial", plain, watch("sim/1", Some("sim/2")), Some((true, 6, Some(0.0)))),
            ("collaborative", pupils, watch("my/m", None), Some((false, 9, Some(0.0144)))),
            ("adversarial", plain, watch("my/unpriced", None), Some((true, 3, None))),
            ("auto", plain, watch("my/m", None), Some((true, 2, Some(0.0068)))),
        ] {
            let review = Review::of(&spec(mode, topic, three, watch), &registry).unwrap();
            let usd = |it: f64| (it * 1e6).round() / 1e6;
            let found = review.as_ref().map(|it| (it.beside, it.most_calls, it.estimate_usd.map(usd)));
            assert_eq!(found, expected, "{mode}, {topic}: {review:?}");
        }
        let words = |watch: ReviewRules| {
            Review::of(&spec("adversarial", plain, three, watch), &registry).unwrap().unwrap().words()
        };
        assert_eq!(
            words(watch("sim/1", Some("sim/2"))),
            "sim/1 reads each round beside the debate; sim/2 reads what that model itself says (because of the mode `adversarial`); at most 6 calls, part of the estimate"
        );
        let nobody = words(ReviewRules { on: true, ..ReviewRules::default() });
        assert_eq!(nobody, "required (the mode `adversarial`), but no available model can do it; set `safety_model`");
    }
}
