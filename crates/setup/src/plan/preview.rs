//! Previews a debate without starting it (B-01, I-11).
//!
//! Prompt sizes are measured on a rehearsal with the same seats; real answers may be longer or shorter.
use super::review::{self, Review};
use super::{has_closing_ballot, learning};
use crate::error::Error;
use crate::providers::{ModelRegistry, Recipient};
use debate::{Ballot, Debate, Envelope, Event, Groups};
use engine::Spec;
use formats::Step;
use serde::Serialize;

/// The preview of a debate.
#[derive(Debug, Serialize)]
pub struct Preview {
    /// The topic.
    pub topic: String,
    /// The mode.
    pub mode: String,
    /// The ballot.
    pub ballot: Option<Ballot>,
    /// Participants by seat.
    pub seats: Vec<Seat>,
    /// The most rounds.
    pub rounds: u32,
    /// Whether participants cast a closing ballot.
    pub closing_ballot: bool,
    /// The algorithm that may end it early.
    pub algorithm: String,
    /// The decision rule.
    pub decide: String,
    /// The grouper of headlines.
    pub groups: String,
    /// Titles of the attached texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attached: Vec<String>,
    /// The safety review; absent if nothing calls for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// The earlier outcomes of its domain that it draws on, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<String>,
    /// Every host that would receive data.
    pub sends_to: Vec<Recipient>,
    /// Estimated tokens of the first prompts.
    pub prompt_tokens: Vec<usize>,
    /// The most calls: turns, groupings, closing ballots and reviews, without second attempts.
    pub most_calls: usize,
    /// US dollars if every round is played; absent if a price is unknown.
    pub estimate_usd: Option<f64>,
}

/// A seat of the preview.
#[derive(Debug, Serialize)]
pub struct Seat {
    /// Its name.
    pub name: String,
    /// Its model.
    pub model: String,
    /// Its perspective or role.
    pub outlook: String,
}

impl Preview {
    /// The preview of a planned debate.
    pub fn of(spec: &Spec, registry: &ModelRegistry) -> Result<Preview, Error> {
        let opened = engine::opening(&engine::Live::after(0), spec)?;
        let debate = Debate::replay(&opened).map_err(engine::Error::from)?;
        let (seats, rounds) = (debate.participants.len(), spec.rules.rounds);
        let closing_ballot = has_closing_ballot(&debate);
        let review = Review::of(spec, registry)?;
        let reviews = review.as_ref().map_or(0, |it| it.most_calls);
        let grouping = usize::from(matches!(spec.rules.groups, Groups::Model(_)));
        let played = rounds as usize + usize::from(closing_ballot);
        let seat = |it: &debate::Participant| Seat {
            name: it.name.to_string(),
            model: it.model.clone(),
            outlook: debate.outlook(it).to_owned(),
        };
        Ok(Preview {
            topic: spec.topic.to_string(),
            mode: spec.mode.clone(),
            ballot: spec.ballot(),
            seats: debate.participants.iter().map(seat).collect(),
            rounds,
            closing_ballot,
            algorithm: spec.rules.algorithm.to_string(),
            decide: spec.rules.decide.to_string(),
            groups: match &spec.rules.groups {
                Groups::Literal => "the same words".to_owned(),
                Groups::Local => "local networks".to_owned(),
                Groups::Model(model) => model.clone(),
            },
            attached: spec.attached.iter().map(|it| it.title.clone()).collect(),
            learned: learning::says(&spec.rules),
            sends_to: registry.recipients(&debate.participants, &spec.rules, None),
            prompt_tokens: sizes(debate.clone())?,
            most_calls: (seats + grouping) * played + reviews,
            estimate_usd: review::estimate(spec, registry, rounds + u32::from(closing_ballot))?,
            review,
        })
    }
}

/// Tokens of the prompts of round 1.
fn sizes(mut debate: Debate) -> Result<Vec<usize>, Error> {
    let format = formats::named(&debate.mode).map_err(engine::Error::from)?;
    loop {
        match format.next(&debate) {
            Step::Record(event @ Event::DebateClosed { .. }) => {
                drop(event);
                return Ok(Vec::new());
            }
            Step::Record(event) => {
                let (seq, elapsed) = (debate.next_seq, debate.elapsed);
                debate.apply(&Envelope { seq, at: 0, elapsed, event }).map_err(engine::Error::from)?;
            }
            Step::Ask(asks) => {
                let prompts = format.prompts(&debate, &asks).map_err(engine::Error::from)?;
                let size = |it: &formats::Prompt| debate::text::tokens(&it.system) + debate::text::tokens(&it.user);
                return Ok(prompts.iter().map(size).collect());
            }
            Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done => return Ok(Vec::new()),
        }
    }
}
