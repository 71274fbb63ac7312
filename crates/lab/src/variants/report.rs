//! The report of a scenario, as text and as JSON (D-70).
use super::compare::{Advice, Judgement, Pair, Row, advise, judge, percent, rows};
use super::interval::Interval;
use super::scenario::{Scenario, SideSettings};
use debate::Participant;
use engine::sim::is_simulated;
use serde_json::{Value, json};
use std::fmt::Write;

/// A scenario and its results.
#[derive(Debug)]
pub struct Report {
    scenario: Scenario,
    participants: Vec<Participant>,
    /// The measured pairs.
    pub(super) pairs: Vec<Pair>,
    /// Why pairs are missing, one reason each.
    pub(super) lost: Vec<String>,
}

impl Report {
    /// An empty report.
    pub fn of(scenario: Scenario, participants: Vec<Participant>) -> Report {
        Report { scenario, participants, pairs: Vec::new(), lost: Vec::new() }
    }

    /// The planned number of pairs.
    pub fn planned(&self) -> usize {
        let Scenario { modes, topics, repeat, .. } = &self.scenario;
        modes.len() * topics.len() * *repeat as usize
    }

    /// As a JSON object.
    pub fn json(&self) -> Value {
        let judgements = judge(&self.pairs);
        let side = |side: &SideSettings| {
            let settings = side.settings.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str())));
            let profile = side.profile.map(|it| ("profile".to_owned(), json!(it)));
            settings.chain(profile).collect::<Value>()
        };
        let by_mode = |it: &Judgement| {
            let pairs: Vec<Pair> = self.pairs.iter().filter(|pair| pair.mode == it.mode).cloned().collect();
            json!({"judgement": it, "measures": rows(&pairs)})
        };
        json!({
            "scenario": self.scenario.name, "about": self.scenario.about,
            "modes": self.scenario.modes, "topics": self.scenario.topics, "rounds": self.scenario.rounds,
            "participants": self.participants.iter().map(|it| it.model.as_str()).collect::<Vec<_>>(),
            "repeat": self.scenario.repeat, "seed": self.scenario.seed,
            "baseline": side(&self.scenario.baseline), "variant": side(&self.scenario.variant),
            "simulated": self.is_simulated(), "simulated_answer_ms": self.scenario.answer.filter(|_| self.is_simulated()).map(|it| it.as_millis() as u64),
            "pairs": self.pairs.len(), "planned": self.planned(), "lost": self.lost,
            "measures": rows(&self.pairs), "by_mode": judgements.iter().map(by_mode).collect::<Vec<_>>(),
            "recommendation": advise(&judgements),
        })
    }

    /// As lines of text.
    pub fn text(&self) -> String {
        let Scenario { name, about, modes, topics, repeat, rounds, seed, .. } = &self.scenario;
        let mut text = format!("{name}: {about}\n");
        let mut line = |it: String| {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{it}");
        };
        let seats = self.participants.len();
        line(format!(
            "{} of {} pairs: {} modes × {} topics × {repeat} repetitions; {seats} seats, {rounds} rounds, seed {seed}",
            self.pairs.len(),
            self.planned(),
            modes.len(),
            topics.len(),
        ));
        self.caveat().into_iter().for_each(&mut line);
        if let Some(why) = self.lost.first() {
            line(format!("{} pairs are missing: a debate could not be held, the first because {why}", self.lost.len()));
        }
        line(format!("\n{:30} {:>10} {:>10}   {:34} {:>8}", "", "baseline", "variant", "difference (95%)", "relative"));
        let mut group = "";
        for row in rows(&self.pairs) {
            if row.group != group {
                group = row.group;
                line(group.to_owned());
            }
            line(row_text(&row));
        }
        let judgements = judge(&self.pairs);
        line(String::new());
        judgements.iter().map(judgement_text).for_each(&mut line);
        line(format!("recommendation: {}", advice_text(&advise(&judgements))));
        text
    }

    fn is_simulated(&self) -> bool {
        self.participants.iter().any(|it| is_simulated(&it.model))
    }

    /// The caveat for simulated figures.
    fn caveat(&self) -> Option<String> {
        let latency = match self.scenario.answer {
            Some(answer) => {
                format!("each answer is held back {} ms, so the latency is simulated too", answer.as_millis())
            }
            None => "they answer at once, so the latency is that of this machine alone".to_owned(),
        };
        self.is_simulated().then(|| format!("REHEARSAL: participants are simulated; {latency}"))
    }
}

fn row_text(row: &Row) -> String {
    let figure = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), number);
    let difference = row
        .difference
        .map_or_else(|| "–".to_owned(), |it| format!("{} ({} … {})", signed(it.mean), signed(it.low), signed(it.high)));
    let relative = row.relative.map_or_else(|| "–".to_owned(), |it| percent(it.mean));
    let (baseline, variant) = (figure(row.baseline), figure(row.variant));
    format!("  {:28} {baseline:>10} {variant:>10}   {difference:34} {relative:>8}", row.name)
}

fn judgement_text(it: &Judgement) -> String {
    let share = |it: Option<Interval>| {
        it.map_or_else(
            || "–".to_owned(),
            |it| format!("{} ({} … {})", percent(it.mean), percent(it.low), percent(it.high)),
        )
    };
    let holds = it.against.as_ref().map_or_else(|| "holds".to_owned(), |why| format!("does not hold: {why}"));
    format!("{:22} gains {}, loses {} of the interaction: {holds}", it.mode, share(it.gain), share(it.loss))
}

fn advice_text(advice: &Advice) -> String {
    match advice {
        Advice::Adopt => "adopt".to_owned(),
        Advice::Conditional { modes } => format!("conditional: adopt in {}", modes.join(", ")),
        Advice::Reject => "reject".to_owned(),
    }
}

/// A figure to four digits, or to the whole.
fn number(value: f64) -> String {
    if value.abs() >= 1_000.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

fn signed(value: f64) -> String {
    if value.abs() >= 1_000.0 { format!("{value:+.0}") } else { format!("{value:+.3}") }
}
