//! `debate --plan`: previews a debate without starting it (B-01, I-11).
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use exports::wording::{money, one_line};
use setup::plan::preview::Preview;

/// Prints the preview.
pub(crate) fn show(style: Style, plan: &Preview, is_json: bool) -> Result<(), Exit> {
    if is_json {
        return print::json(plan);
    }
    let mut rows = vec![("topic", plan.topic.clone())];
    rows.extend(plan.ballot.iter().map(|it| ("ballot", it.to_string())));
    if let [titles @ .., last] = plan.attached.as_slice() {
        let rest: String = titles.iter().map(|it| format!("{it}, ")).collect();
        let count = if titles.is_empty() { "1 text".to_owned() } else { format!("{} texts", plan.attached.len()) };
        rows.push(("attached", format!("{count}: {}", one_line(&(rest + last), 400))));
    }
    for (at, seat) in plan.seats.iter().enumerate() {
        let title = if at == 0 { "seats" } else { "" };
        rows.push((title, format!("{} {} ({})", seat.name, seat.model, seat.outlook)));
    }
    let closing = if plan.closing_ballot { ", then a closing ballot" } else { "" };
    let sizes: Vec<String> = plan.prompt_tokens.iter().map(ToString::to_string).collect();
    rows.push(("mode", format!("{}, at most {} rounds{closing}", plan.mode, plan.rounds)));
    let ends = format!("{}; decided by {}; headlines grouped by {}", plan.algorithm, plan.decide, plan.groups);
    rows.push(("ends by", ends));
    rows.extend(plan.review.iter().map(|it| ("review", format!("{}; off with `--no-review`", it.words()))));
    rows.extend(plan.learned.iter().map(|it| ("learned", format!("{it}; off with `--no-learning`"))));
    for (at, host) in plan.sends_to.iter().enumerate() {
        rows.push((if at == 0 { "sent to" } else { "" }, host.to_string()));
    }
    rows.push(("prompts", format!("{} tokens in round 1", sizes.join(", "))));
    let cost = match plan.estimate_usd {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {} if every round is played", money(Some(usd))),
        None => "cost unknown: set `[prices]` in roundtable.toml to have it estimated".to_owned(),
    };
    rows.push(("calls", format!("at most {}; {cost}", plan.most_calls)));
    let row = |(title, text): (&str, String)| {
        let head = format!("{title:<10} ");
        style.titled(&head, &style.hang(&head, &text))
    };
    let text: String = rows.into_iter().map(row).collect();
    print::line(format!("{text}nothing was started"))
}
