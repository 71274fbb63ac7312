//! Disagreements between personas that are known before the first turn, and the panel's aspects (Q-22, P-10).
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use analysis::crux::{self, Candidate};
use debate::event::{LOG_VERSION, PanelEvent};
use debate::{Debate, Envelope, Event, Persona};
use engine::Spec;
use exports::wording::{name, one_line};
use serde::Serialize;

/// Candidates printed before a panel starts; `--candidates` prints more.
const FIRST: usize = 3;
/// Candidates that `--candidates` lists as text; `--json` has them all.
const LISTED: usize = 12;
/// The longest text on a line, in characters.
const MOST: usize = 200;

/// What is known before a panel starts.
#[derive(Debug, Serialize)]
pub(crate) struct Before {
    /// Disagreements, largest first.
    candidates: Vec<Candidate>,
    /// The aspects, or those that would be used if no clerk chose.
    aspects: Vec<String>,
    /// Who chooses the aspects: `you`, `graphs`, `topic`, or a model.
    by: String,
}

impl Before {
    /// The preview of a planned panel.
    pub(crate) fn of(spec: &Spec) -> Result<Before, Exit> {
        let personas: Vec<&Persona> = spec.personas.iter().collect();
        let candidates = crux::candidates(&personas);
        let Some(panel) = &spec.rules.panel else {
            return Ok(Before { candidates, aspects: Vec::new(), by: "topic".to_owned() });
        };
        if !panel.aspects.is_empty() {
            return Ok(Before { candidates, aspects: panel.aspects.clone(), by: "you".to_owned() });
        }
        // As the panel itself would choose them, so that both say the same of where they are from.
        let (aspects, own) = formats::panel::own_aspects(&opened(spec)?);
        let by = panel.clerk.clone().unwrap_or(own);
        Ok(Before { candidates, aspects, by })
    }

    /// A short form, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let first = (1..).zip(self.candidates.iter().take(FIRST));
        let mut lines: Vec<String> =
            first.map(|(number, it)| format!("candidate crux {number}: {}", one_line(&it.question, MOST))).collect();
        let aspects: Vec<String> = self.aspects.iter().map(|it| one_line(it, MOST)).collect();
        lines.push(match self.by.as_str() {
            "you" => format!("aspects: {} (yours)", aspects.join("; ")),
            "graphs" => {
                format!("aspects: {} (from where their beliefs part; `--aspects` changes them)", aspects.join("; "))
            }
            "topic" => format!("aspects: {} (from the topic; `--aspects` changes them)", aspects.join("; ")),
            model => format!("aspects: {model} will choose them (`--aspects` names your own)"),
        });
        lines
    }

    /// Prints all of it.
    pub(crate) fn print(&self, output: Output, style: Style) -> Result<(), Exit> {
        if output.json {
            return print::json(self);
        }
        print::line(self.text(style).trim_end())
    }

    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n", style.bold("Candidate cruxes, before anybody has spoken"));
        if self.candidates.is_empty() {
            text.push_str("  none: nowhere do their graphs speak of the same thing differently\n");
        }
        for (number, it) in (1..).zip(self.candidates.iter().take(LISTED)) {
            text.push_str(
                &style.wrap(&format!("  {number:>2} "), &format!("{} (weight {:.2})", it.question, it.weight)),
            );
            let other = it.b.1.as_deref().unwrap_or("says nothing of it");
            for (who, words) in [(&it.a.0, it.a.1.as_str()), (&it.b.0, other)] {
                text.push_str(&style.wrap(&format!("       {}: ", name(who)), words));
            }
        }
        if self.candidates.len() > LISTED {
            text.push_str(&style.dim(format!("  and {} more: `--json`\n", self.candidates.len() - LISTED)));
        }
        text.push_str(&format!("\n{}\n", style.bold("Aspects")));
        for (number, it) in (1..).zip(&self.aspects) {
            text.push_str(&style.wrap(&format!("  {number:>2} "), it));
        }
        text.push_str(&style.dim(match self.by.as_str() {
            "you" => "  yours\n".to_owned(),
            "graphs" => "  from where their beliefs part; `--aspects \"a; b; c\"` changes them\n".to_owned(),
            "topic" => "  from the topic; `--aspects \"a; b; c\"` changes them\n".to_owned(),
            model => format!("  what {model} would be shown; it chooses when the panel begins, unless you do by `--aspects \"a; b; c\"`\n"),
        }));
        text
    }
}

/// The panel as it would be opened.
fn opened(spec: &Spec) -> Result<Debate, Exit> {
    let opened = Event::DebateOpened {
        version: LOG_VERSION,
        debate: spec.id.clone(),
        topic: spec.topic.clone(),
        ballot: None,
        mode: spec.mode.clone(),
        participants: spec.participants.clone(),
        rules: spec.rules.clone(),
        rehearsal: spec.is_rehearsal(),
        fork: None,
    };
    let seated = Event::Panel { what: PanelEvent::PersonasSeated { personas: spec.personas.clone() } };
    let log = (0..).zip([opened, seated]).map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event });
    Debate::replay(&log.collect::<Vec<_>>()).map_err(|error| Exit::from(engine::Error::from(error)))
}
