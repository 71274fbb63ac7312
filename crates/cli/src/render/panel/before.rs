//! Disagreements between personas that are known before the first turn, and the panel's aspects (Q-22, P-10).
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use analysis::crux::{self, Candidate};
use debate::event::{LOG_VERSION, PanelEvent};
use debate::{Debate, Envelope, Event, Name, Persona};
use engine::Spec;
use exports::wording::{name, one_line};
use formats::panel::{Reading, opposed_by_words, reading};
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
    /// Disagreements: first those that the clerk read, then the differences of belief graphs, largest first.
    candidates: Vec<Candidate>,
    /// How many of these the clerk read.
    read: usize,
    /// The clerk that read them, as `provider/model`; absent where nobody was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_by: Option<String>,
    /// Why the clerk's answer did not serve.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    /// What the clerk of this panel reads before anybody speaks.
    #[serde(skip)]
    reading: Option<Reading>,
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
        let of = |aspects: Vec<String>, by: &str| {
            let (by, candidates) = (by.to_owned(), candidates.clone());
            Before { candidates, read: 0, read_by: None, failed: None, reading: None, aspects, by }
        };
        let Some(panel) = &spec.rules.panel else { return Ok(of(Vec::new(), "topic")) };
        if !panel.aspects.is_empty() {
            return Ok(of(panel.aspects.clone(), "you"));
        }
        // As the panel itself would choose them, so that both say the same of where they are from.
        let opened = opened(spec)?;
        let (aspects, own) = formats::panel::own_aspects(&opened);
        let reading = panel.clerk.as_ref().map(|_| reading(&opened));
        // Where a clerk reads the texts, words add nothing but doubt.
        let by_words = if reading.is_some() { Vec::new() } else { opposed_by_words(&opened) };
        // A link that both graphs hold with opposite signs is a difference of the graphs already.
        let is_known = |it: &Candidate| {
            let pair = |it: &Candidate| [Some(it.a.1.to_lowercase()), it.b.1.as_ref().map(|it| it.to_lowercase())];
            candidates.iter().any(|known| pair(known) == pair(it))
        };
        let by_words = by_words.into_iter().filter(|it| !is_known(it));
        let candidates = by_words.chain(candidates.clone()).collect();
        Ok(Before { reading, candidates, ..of(aspects, panel.clerk.as_ref().unwrap_or(&own)) })
    }

    /// The same after its clerk was asked what it asks before anybody speaks.
    pub(crate) fn asked(self, debate: &Debate) -> Before {
        let Some(set) = &debate.panel.aspects else { return self };
        let clerk = debate.rules.panel.as_ref().and_then(|it| it.clerk.clone());
        let aspects = if self.by == "you" { self.aspects } else { set.list.clone() };
        let by = if self.by == "you" { self.by } else { set.by.clone() };
        let candidates = crux::candidates_of(debate);
        let read = crux::contradictions(debate).len();
        Before { candidates, read, read_by: clerk, failed: set.failed.clone(), aspects, by, ..self }
    }

    /// What the clerk reads, if it is asked.
    pub(crate) fn reading(&self) -> Option<Reading> {
        self.reading
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
        if let Some(why) = &self.failed {
            text.push_str(&style.wrap("  ! the clerk's answer did not serve: ", &one_line(why, MOST)));
        }
        let (read, parted) = self.candidates.split_at_checked(self.read).unwrap_or_default();
        if let Some(clerk) = self.read_by.as_ref().filter(|_| self.failed.is_none()) {
            let title = match read.len() {
                0 => format!("  {clerk} read what they hold and wrote, and found no contradiction"),
                _ => format!("  Contradictions between what they hold and wrote, as {clerk} read them"),
            };
            text.push_str(&style.wrap("", &title));
        }
        for (number, it) in (1..).zip(read) {
            text.push_str(&style.wrap(&format!("  {number:>2} "), &it.question));
            text.push_str(&both(style, it));
        }
        text.push_str(&style.dim(match (parted.is_empty(), self.read_by.is_some()) {
            (true, true) => "  by words alone: no difference between their belief graphs was found\n",
            (true, false) => "  by words alone: no difference was found; most are in other words, and a clerk reads them (`--clerk MODEL`)\n",
            (false, true) => "  by words alone, where their belief graphs part:\n",
            (false, false) => "  by words alone; most differences are in other words, and a clerk reads them (`--clerk MODEL`)\n",
        }));
        for (number, it) in (read.len() + 1..).zip(parted.iter().take(LISTED)) {
            text.push_str(
                &style.wrap(&format!("  {number:>2} "), &format!("{} (weight {:.2})", it.question, it.weight)),
            );
            text.push_str(&both(style, it));
        }
        if parted.len() > LISTED {
            text.push_str(&style.dim(format!("  and {} more: `--json`\n", parted.len() - LISTED)));
        }
        text.push_str(&format!("\n{}\n", style.bold("Aspects")));
        for (number, it) in (1..).zip(&self.aspects) {
            text.push_str(&style.wrap(&format!("  {number:>2} "), it));
        }
        text.push_str(&style.dim(match self.by.as_str() {
            "you" => "  yours\n".to_owned(),
            "graphs" => "  from where their beliefs part; `--aspects \"a; b; c\"` changes them\n".to_owned(),
            "topic" => "  from the topic; `--aspects \"a; b; c\"` changes them\n".to_owned(),
            model if self.read_by.is_some() => format!("  chosen by {model}; `--aspects \"a; b; c\"` names your own\n"),
            model => format!("  from where their beliefs part; {model} chooses when the panel begins, unless you do by `--aspects \"a; b; c\"`\n"),
        }));
        text
    }
}

/// What both say, a line each.
fn both(style: Style, it: &Candidate) -> String {
    let other = it.b.1.as_deref().unwrap_or("says nothing of it");
    let line = |(who, words): (&Name, &str)| style.wrap(&format!("       {}: ", name(who)), words);
    [(&it.a.0, it.a.1.as_str()), (&it.b.0, other)].map(line).concat()
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
