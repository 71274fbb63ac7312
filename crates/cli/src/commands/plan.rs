//! `debate --plan`: what a debate would be, before anything is started (B-01, I-11).
//!
//! Prompt sizes are measured on a rehearsal of the same table: what is really said later may be longer or shorter.
use super::review::{self, Review};
use crate::exit::Exit;
use crate::print;
use crate::table::Table;
use debate::{Ballot, ClosingBallot, Debate, Envelope, Event, Groups};
use engine::Spec;
use exports::wording::money;
use formats::Step;
use serde::Serialize;
use server::Recipient;

/// What a debate would be.
#[derive(Debug, Serialize)]
struct Plan {
    topic: String,
    mode: String,
    /// What is put to the vote.
    ballot: Option<Ballot>,
    seats: Vec<Seat>,
    /// The most rounds.
    rounds: u32,
    /// Whether everybody casts a closing ballot after them.
    closing_ballot: bool,
    algorithm: String,
    decide: String,
    /// Who groups headlines into options.
    groups: String,
    /// Who reads answers for harm; absent where nothing calls for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review>,
    /// Every host that would be sent anything of it.
    sends_to: Vec<Recipient>,
    /// The tokens of the first prompts, by our estimate.
    prompt_tokens: Vec<usize>,
    /// The most calls: turns, groupings, closing ballots and reviews; answers that are asked for once more are not in it.
    most_calls: usize,
    /// US dollars if every round is played; absent where a price is not known.
    estimate_usd: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Seat {
    name: String,
    model: String,
    outlook: String,
}

/// Prints what a debate would be.
pub(super) fn show(spec: &Spec, table: &Table, is_json: bool) -> Result<(), Exit> {
    let plan = Plan::of(spec, table)?;
    if is_json {
        return print::json(&plan);
    }
    let mut lines = vec![format!("topic      {}", plan.topic)];
    if let Some(ballot) = &plan.ballot {
        lines.push(format!("ballot     {ballot}"));
    }
    for (at, seat) in plan.seats.iter().enumerate() {
        let title = if at == 0 { "seats" } else { "" };
        lines.push(format!("{title:<10} {} {} ({})", seat.name, seat.model, seat.outlook));
    }
    let closing = if plan.closing_ballot { ", then a closing ballot" } else { "" };
    let sizes: Vec<String> = plan.prompt_tokens.iter().map(ToString::to_string).collect();
    lines.push(format!("mode       {}, at most {} rounds{closing}", plan.mode, plan.rounds));
    lines.push(format!(
        "ends by    {}; decided by {}; headlines grouped by {}",
        plan.algorithm, plan.decide, plan.groups
    ));
    lines.extend(plan.review.iter().map(|it| format!("review     {}; off with `--no-review`", it.words())));
    for (at, host) in plan.sends_to.iter().enumerate() {
        let title = if at == 0 { "sent to" } else { "" };
        lines.push(format!("{title:<10} {host}"));
    }
    lines.push(format!("prompts    {} tokens in round 1", sizes.join(", ")));
    let cost = match plan.estimate_usd {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {} if every round is played", money(Some(usd))),
        None => "cost unknown: set `[prices]` to have it estimated".to_owned(),
    };
    lines.push(format!("calls      at most {}; {cost}", plan.most_calls));
    lines.push("nothing was started".to_owned());
    print::line(lines.join("\n"))
}

impl Plan {
    fn of(spec: &Spec, table: &Table) -> Result<Plan, Exit> {
        let opened = engine::opening(&engine::Live::after(0), spec)?;
        let debate = Debate::replay(&opened).map_err(engine::Error::from)?;
        let (seats, rounds) = (debate.participants.len(), spec.rules.rounds);
        let closing_ballot = has_closing_ballot(&debate);
        let review = Review::of(spec, table)?;
        let reviews = review.as_ref().map_or(0, |it| it.most_calls);
        let grouping = usize::from(matches!(spec.rules.groups, Groups::Model(_)));
        let played = rounds as usize + usize::from(closing_ballot);
        let seat = |it: &debate::Participant| Seat {
            name: it.name.to_string(),
            model: it.model.clone(),
            outlook: debate.outlook(it).to_owned(),
        };
        Ok(Plan {
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
            sends_to: table.recipients(&debate.participants, &spec.rules, None),
            prompt_tokens: sizes(debate.clone())?,
            most_calls: (seats + grouping) * played + reviews,
            estimate_usd: review::estimate(spec, table, rounds + u32::from(closing_ballot))?,
            review,
        })
    }
}

/// Whether everybody casts a closing ballot at the end.
pub(super) fn has_closing_ballot(debate: &Debate) -> bool {
    match debate.rules.closing_ballot {
        ClosingBallot::Assigned => debate.has_sides(),
        ClosingBallot::Always => true,
        ClosingBallot::Never => false,
    }
}

/// The tokens of the prompts that are put first.
fn sizes(mut debate: Debate) -> Result<Vec<usize>, Exit> {
    let format = formats::named(&debate.mode).map_err(Exit::request)?;
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
            Step::Group(_) | Step::Compare(_) | Step::Errands(_) | Step::Done => return Ok(Vec::new()),
        }
    }
}
