//! `debate --plan`: previews a debate without starting it (B-01, I-11).
use crate::exit::Exit;
use crate::print;
use exports::wording::money;
use setup::plan::preview::Preview;

/// Prints the preview.
pub(crate) fn show(plan: &Preview, is_json: bool) -> Result<(), Exit> {
    if is_json {
        return print::json(plan);
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
