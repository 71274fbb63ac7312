//! From a question to its prompt, for either profile. Not here: the words (`full`, `lean`).
use super::full::{self, BETWEEN, Seen};
use super::{Prompt, TemplateError, ballot, fill, lean, lean_schema, library};
use crate::ask::{self, Attempt};
use crate::rounds::{GroupFigures, Rounds};
use crate::tools::{self, Allowance};
use debate::ballot::Paper;
use debate::view::hidden;
use debate::view::mask::Masked;
use debate::{Channels, Debate, Flaw, Horizon, Layout, Letter, Name, Participant, Profile, Role, Round};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Composes the prompts of a step. Parts that several readers share are composed once.
pub(crate) struct PromptComposer<'a> {
    mode: &'a Rounds,
    debate: &'a Debate,
    /// The debate without names, made once a reader must not know them.
    masked: Option<Masked>,
    made: BTreeMap<Reader, SharedParts<'a>>,
}

/// Everything that determines a prompt's parts before the task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reader {
    pub(super) profile: Profile,
    pub(super) layout: Layout,
    pub(super) role: Option<Role>,
    pub(super) horizon: Horizon,
    /// The reader's name in the debate as it is shown.
    pub(super) who: Name,
    /// Whether it argues an assigned side (B-05).
    pub(super) is_arguing: bool,
}

/// The rules, and the debate so far.
struct SharedParts<'a> {
    /// The debate as the reader may see it.
    debate: Cow<'a, Debate>,
    system: Arc<str>,
    seen: String,
    stable: Vec<usize>,
    /// The questions addressed to the reader; may be empty.
    to_you: String,
}

impl<'a> PromptComposer<'a> {
    /// Composes nothing yet.
    pub(crate) fn of(mode: &'a Rounds, debate: &'a Debate) -> PromptComposer<'a> {
        PromptComposer { mode, debate, masked: None, made: BTreeMap::new() }
    }

    /// The prompt of one question.
    pub(crate) fn prompt(&mut self, ask: &ask::Turn) -> Result<Prompt, TemplateError> {
        let (mode, debate) = (self.mode, self.debate);
        let tools = tools::allowance(debate, &ask.who, ask.horizon);
        let participant = debate.participant(&ask.who);
        let reader = Reader {
            profile: debate.profile(&ask.who),
            layout: participant.map(|it| it.layout).unwrap_or_default(),
            role: participant.and_then(|it| it.role),
            horizon: ask.horizon,
            who: participant.map_or(&ask.who, Participant::known_as).clone(),
            is_arguing: debate.is_arguing(&ask.who),
        };
        let shared = match self.made.entry(reader.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let named = match participant.filter(|it| it.alias.is_some()) {
                    Some(it) => Cow::Owned(self.masked.get_or_insert_with(|| Masked::of(debate)).seen_by(it)),
                    None => Cow::Borrowed(debate),
                };
                let group = match mode.group {
                    GroupFigures::Hidden => None,
                    GroupFigures::Shown => ballot::group(&named)?,
                };
                let seen = match participant.filter(|_| hides_channels(debate.rules.hidden)) {
                    Some(it) => Cow::Owned(hidden::shown(named.into_owned(), it.known_as())),
                    None => named,
                };
                entry.insert(shared_parts(mode, seen, group, &reader)?)
            }
        };
        let paper = Paper::of(debate, &ask.who, ask.horizon);
        let (debate, who) = (shared.debate.as_ref(), participant.map_or(&ask.who, Participant::known_as).clone());
        let paper = paper.map(|it| shown(it, debate, ask.horizon));
        let ask = &ask::Turn { who, ..ask.clone() };
        let schema = match reader.profile {
            Profile::Full => full::schema(&mode.words.of(reader.role)?.full, debate, &reader, paper),
            Profile::Lean => lean_schema::of(debate, ask, paper)?,
        };
        let ballot = ballot::seen(debate, &reader, schema.paper())?;
        let task = task(mode, debate, ask, &reader)?;
        let to_you = Some(shared.to_you.clone()).filter(|it| !it.is_empty());
        let parts = [shared.seen.clone()].into_iter().chain(ballot).chain(to_you).chain([task]);
        let mut user = parts.collect::<Vec<_>>().join(BETWEEN);
        if let Some(allowance) = &tools {
            user.push('\n');
            user.push_str(&calls(allowance, &reader)?);
        }
        Ok(Prompt {
            system: shared.system.clone(),
            user,
            stable: shared.stable.clone(),
            schema,
            tools,
            temperature: None,
            panel: None,
        })
    }
}

/// The paper without options that this reader is not shown: headlines of this round where answers are hidden.
fn shown(paper: Paper, debate: &Debate, horizon: Horizon) -> Paper {
    let seen: Vec<Letter> = debate.options_at(horizon).into_iter().map(|(letter, _)| letter).collect();
    let Paper { options, held, .. } = paper;
    let options = options.into_iter().filter(|it| seen.contains(&it.letter)).collect();
    let held = held.into_iter().filter(|it| seen.contains(it)).collect();
    Paper { options, held, ..paper }
}

/// Whether any channel is hidden besides names, which aliases hide.
fn hides_channels(hidden: Channels) -> bool {
    Channels { names: false, ..hidden } != Channels::default()
}

fn shared_parts<'a>(
    mode: &Rounds,
    debate: Cow<'a, Debate>,
    group: Option<String>,
    reader: &Reader,
) -> Result<SharedParts<'a>, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let (system, seen) = match reader.profile {
        Profile::Full => {
            let system = full::system(mode, &words.full, &debate, reader)?;
            let seen = full::seen(&debate, reader, &system)?;
            (system, seen)
        }
        Profile::Lean => {
            let (text, to_you) = (lean::seen(&debate, reader)?, lean::to_you(&debate, reader)?);
            (lean::system(mode, &words.lean, &debate, reader)?, Seen { text, to_you, ..Seen::default() })
        }
    };
    let Seen { text, stable, to_you } = seen;
    let seen = [Some(text), group].into_iter().flatten().collect::<Vec<_>>().join(BETWEEN);
    Ok(SharedParts { debate, system: system.into(), seen, stable, to_you })
}

/// The task. It comes last because it changes most.
fn task(mode: &Rounds, debate: &Debate, ask: &ask::Turn, reader: &Reader) -> Result<String, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let task = match reader.profile {
        Profile::Full => full::task(&words.full, debate, ask)?,
        Profile::Lean => lean::task(&words.lean, debate, ask)?,
    };
    match ask.attempt {
        Attempt::First => Ok(task),
        Attempt::Second => {
            let flaws = debate.round().map(|it| flaws(it, ask)).unwrap_or_default();
            Ok(format!("{task}\n\n{}", fill(library::AGAIN, &[("flaws", &flaws)])?))
        }
    }
}

/// How often this turn may call tools (D-61).
fn calls(Allowance { fewest, most, .. }: &Allowance, reader: &Reader) -> Result<String, TemplateError> {
    match reader.profile {
        Profile::Full => {}
        Profile::Lean => return Ok(library::LEAN_TOOLS_TASK.trim_end().to_owned()),
    }
    let is_spare = *fewest == 0;
    let (fewest, most) = (fewest.to_string(), most.to_string());
    let at_most = [("most", most.as_str())];
    let between = [("fewest", fewest.as_str()), ("most", &most)];
    match (reader.horizon, is_spare) {
        (Horizon::BeforeRound, true) => fill(library::TOOLS_SPARE, &at_most),
        (Horizon::Now, true) => fill(library::TOOLS_SPARE_IN_TURN, &at_most),
        (Horizon::BeforeRound, false) => fill(library::TOOLS_TOGETHER, &between),
        (Horizon::Now, false) => fill(library::TOOLS_IN_TURN, &between),
    }
}

fn flaws(round: &Round, ask: &ask::Turn) -> String {
    let flaws = round.unusable.get(&ask.who).map(Vec::as_slice).unwrap_or_default();
    flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("; ")
}
