//! The summary of a round (D-36): agreement, common ground, disagreements, positions and novelty.
//!
//! Every line ends with the turns it comes from; `show --turns` has them. Figures come with a bar (E-22). Not here: the measures
//! (`analysis::measure::summary`, `analysis::measure::metrics`).
use super::style::Style;
use super::turns;
use analysis::measure::metrics::{Compare, DesiredSide, Metric, Metrics, Trend};
use analysis::measure::summary::{Agreed, Cited, Disagreement, From, Kind, Line, RoundSummary, Status};
use exports::wording::{self, heading, name, one_line};

/// The longest text in a summary, in characters.
const MOST: usize = 240;

/// All rounds as text.
pub(crate) fn all(style: Style, rounds: impl Iterator<Item = RoundSummary>) -> String {
    rounds.map(|it| text(style, &it)).collect()
}

/// One round as text.
fn text(style: Style, summary: &RoundSummary) -> String {
    let score = summary.score.map(|it| format!(", agreement {it:.2}")).unwrap_or_default();
    // The degree is that of the label; the figure, the share of pairs with one ballot.
    let status = match summary.status {
        Status::High => style.good("most hold one option, and all would sign it"),
        Status::Medium => style.warn("most hold one option, and not all would sign it"),
        Status::Low => style.bad("no option has most"),
    };
    let line = format!("{}: {status}{score}", style.bold(heading(summary.round, summary.kind)));
    let mut text = format!("\n{}\n", style.fitted(&line, style.width()));
    text.push_str(&metrics(style, &summary.metrics));
    let mut block = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("  {}\n{}", style.dim(title), lines.concat()));
        }
    };
    block("Agreed", summary.agreements.iter().map(|it| style.wrap("    · ", &side(it))).collect());
    block("Unresolved", summary.disagreements.iter().map(|it| style.wrap("    · ", &disagreement(it))).collect());
    block("Participants", summary.participants.iter().map(|it| participant(style, it)).collect());
    block("New sources", summary.evidence.iter().map(|it| style.wrap("    · ", &source(it))).collect());
    block("Course", summary.flags.iter().map(|it| style.wrap("    ! ", &one_line(&it.to_string(), MOST))).collect());
    text
}

/// The figures of a round and notable events, shown as soon as it is over (E-20, E-22).
pub(crate) fn figures(style: Style, summary: &RoundSummary) -> String {
    let flags = summary.flags.iter().map(|it| style.wrap("! ", &one_line(&it.to_string(), MOST)));
    let flags: String = flags.map(|it| format!("{}\n", style.warn(it.trim_end()))).collect();
    format!("{}{flags}", metrics(style, &summary.metrics))
}

/// Cells of a bar, and of one on a narrow terminal. Ours: a line with one fits into 60 columns.
const CELLS: usize = 10;
const FEW_CELLS: usize = 6;
const NARROW: usize = 70;

/// The figure of sources that all cite.
const SHARED: &str = "evidence";

/// The figures of a round: bar, threshold and trend of each, the comparer, and the consequence (E-22).
fn metrics(style: Style, metrics: &Metrics) -> String {
    let mut text = String::new();
    for it in &metrics.figures {
        text.push_str(&metric(style, it));
        // Two more figures of the shared sources.
        let more =
            [("… in pairs", "the mean of two", metrics.pairwise), ("… so far", "over all rounds", metrics.so_far)];
        for (name, told, value) in more.into_iter().filter(|_| it.name == SHARED) {
            text.push_str(&value.map(|it| format!("  {name:<15} {it:>4.2}   {told}\n")).unwrap_or_default());
        }
    }
    let by = match &metrics.compared {
        Compare::Nobody => "nobody had to compare: all say the same, word for word".to_owned(),
        Compare::Words { why: None } => "compared by words alone".to_owned(),
        Compare::Words { why: Some(why) } => format!("compared by words alone ({})", one_line(why, MOST)),
        Compare::Local => "compared by meaning, in this process".to_owned(),
        Compare::Model { name, votes: 0 | 1 } => {
            format!("compared by {}, and by words where it cast fewer than two votes", one_line(name, 64))
        }
        Compare::Model { name, votes } => format!("compared by {}, {votes} votes", one_line(name, 64)),
    };
    let line = format!("{by}; {}", metrics.ruling);
    text.push_str(&format!("{}\n", style.dim(style.wrap("  ", &line).trim_end())));
    text
}

fn metric(style: Style, metric: &Metric) -> String {
    let value = metric.value.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}"));
    let trend = match metric.trend() {
        None => " ",
        Some(Trend::Up) => "↑",
        Some(Trend::Down) => "↓",
        Some(Trend::Level) => "=",
    };
    let cells = if style.width() < NARROW { FEW_CELLS } else { CELLS };
    let bar = style.bar(metric.value.unwrap_or_default(), metric.threshold, cells);
    let bar = if metric.is_met() { style.good(bar) } else { style.dim(bar) };
    let wanted = match metric.wanted {
        DesiredSide::AtLeast => "≥",
        DesiredSide::Below => "<",
    };
    let (Metric { threshold, band, .. }, name) = (metric, wording::metric(metric.name));
    let line = format!("  {name:<15} {value:>4} {trend} {bar} {wanted} {threshold:.2} {band}");
    let most = if style.screen() == 0 { usize::MAX } else { style.width() };
    format!("{}\n", console::truncate_str(&line, most, "…"))
}

fn side(agreed: &Agreed) -> String {
    let id = agreed.claim.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
    let kind = agreed.rests.map(|it| format!("{it} ")).unwrap_or_default();
    format!("{id}{kind}{} ({})", one_line(&agreed.text, MOST), whose(&agreed.from))
}

fn whose(from: &[From]) -> String {
    from.iter().map(|it| name(&it.by)).collect::<Vec<_>>().join(", ")
}

fn disagreement(disagreement: &Disagreement) -> String {
    let what = match disagreement.kind {
        Kind::Different => "different options are held",
        Kind::Challenged => "denied",
        Kind::Blocked => "would not be signed",
    };
    format!("{what}: {}", disagreement.sides.iter().map(side).collect::<Vec<_>>().join(" / "))
}

fn participant(style: Style, line: &Line) -> String {
    let stance = line.stance.map(|it| format!(" {it}")).unwrap_or_default();
    let confidence = line.confidence.map(|it| format!(" {it:.2}")).unwrap_or_default();
    let change = line.change.filter(|it| it.abs() >= 0.005).map(|it| format!(" ({it:+.2})")).unwrap_or_default();
    let name = name(&line.from.by);
    let vote = line.vote.map(|it| format!(", {}", turns::vote(style, Some(it)))).unwrap_or_default();
    let holds = line.holds.as_deref().map_or("no ballot".to_owned(), |it| one_line(it, 80));
    let head = format!("    {name} ({}){stance} {holds}{vote}{confidence}{change}: ", line.outlook);
    match line.key_point.as_deref().map(|it| one_line(it, MOST)).filter(|it| !it.is_empty()) {
        Some(point) => style.wrap(&head, &point),
        None => format!("{}\n", head.trim_end_matches(": ")),
    }
}

fn source(cited: &Cited) -> String {
    let url = cited.url.as_ref().map(|it| format!(" {}", one_line(it, MOST))).unwrap_or_default();
    let kind = cited.rests.map(|it| format!("{it} ")).unwrap_or_default();
    format!("{} {kind}{}{url} ({})", cited.id, one_line(&cited.title, MOST), whose(&cited.from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::measure::metrics::{Follows, Ruling};
    use debate::event::Reason;

    fn measured(compared: Compare) -> Metrics {
        let metric =
            |name, value, before, threshold, wanted, band| Metric { name, value, before, threshold, wanted, band };
        let figures = vec![
            metric("text similarity", Some(0.48), Some(0.31), 0.80, DesiredSide::AtLeast, "apart"),
            metric("text shift", Some(0.04), Some(0.22), 0.10, DesiredSide::Below, "stable"),
            metric("evidence", None, None, 0.60, DesiredSide::AtLeast, "nobody cites any"),
            metric("confidence", Some(0.90), Some(0.90), 0.70, DesiredSide::AtLeast, "the least sure"),
            metric("new facts", Some(2.33), None, 1.0, DesiredSide::AtLeast, "new ground"),
        ];
        let ruling = Ruling { then: Follows::Ends(Reason::RoundCap), says: "the last round was played" };
        Metrics { figures, pairwise: Some(0.37), so_far: Some(0.42), compared, ruling }
    }

    /// E-22: each figure has its bar, threshold, trend and band, the comparer, and the consequence; ASCII without colour.
    #[test]
    fn a_round_is_shown_in_figures() {
        let words = Compare::Words { why: Some("no analyst `local` is at hand".to_owned()) };
        let narrow = Style::terminal(60, false);
        insta::assert_snapshot!(metrics(narrow, &measured(words)), @"
          alike wording   0.48 ↑ ###..| ≥ 0.80 apart
          position change 0.04 ↓ .|.... < 0.10 stable
          shared sources     -   ....|. ≥ 0.60 nobody cites any
          … in pairs      0.37   the mean of two
          … so far        0.42   over all rounds
          confidence      0.90 = ####|. ≥ 0.70 the least sure
          new facts       2.33   #####| ≥ 1.00 new ground
          compared by words alone (no analyst `local` is at hand);
          ends: the last round was played
        ");
        let model = Compare::Model { name: "a/b".to_owned(), votes: 2 };
        let wide = metrics(Style::terminal(100, true), &measured(model.clone()));
        assert!(wide.contains("███████│█░"), "{wide}");
        let colored = metrics(Style::terminal(60, true), &measured(model));
        assert!(colored.contains("████│░") && colored.contains("compared by a/b, 2 votes"), "{colored}");
        let is_within = |it: &str| console::measure_text_width(it) <= 60;
        assert!(colored.lines().all(is_within), "{colored}");
    }
}
