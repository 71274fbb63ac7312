//! The prompts of the full profile.
use super::attached::{ShownTokens, WHOLE, attached, brought};
use super::compose::Reader;
use super::required::required;
use super::{TemplateError, ballot, fill, library, seats};
use crate::answer::{AnswerSchema, Fields};
use crate::ask::{self, AnswerKind};
use crate::rounds::{Layers, Rounds, SafetyLevel};
use crate::{questions, structure, tools};
use debate::ballot::Paper;
use debate::view::{self, BallotView, PartKind, State};
use debate::{Debate, Horizon, Layout, Participant, Role, View, text};

/// The most tokens of a prompt by our estimate, which exceeds tokenizers' counts by a fifth on prose and by 7% on lists of ids (D-31: under 8,000).
pub const ROOM: usize = 8_400;

/// Tokens for parts that are not counted one by one: the task (D-31: at most 200), headings, and the schema that some provider APIs add.
const TRIMMINGS: usize = 500;

/// The space for ballot and terms, which are never cut, grows in steps of so many tokens. Ours: a few options and terms.
const BALLOT_STEP: usize = 300;

/// The tokens of tool descriptions. Ours: four tools, with their schemas.
const DESCRIBED: usize = 500;
/// The most tokens of excerpts from attached texts. Ours: a list and two or three passages; tools look further.
const ATTACHED: usize = 500;
/// The most tokens of supplied context. Ours: three answers of a paragraph.
const BROUGHT: ShownTokens = ShownTokens { each: 160, all: 560 };

/// The four layers in order (D-10), with the shared blocks where they belong: content and manner in the contract, the answer's schema with
/// the structure, the universal checks with the mode's own. What depends on the round is here, or in the task where a prompt must begin the
/// same in every round (D-35).
pub(super) fn system(
    mode: &Rounds,
    layers: &Layers,
    debate: &Debate,
    reader: &Reader,
) -> Result<String, TemplateError> {
    if debate.is_closing() {
        let has_terms = debate.terms_at(reader.horizon) > 0;
        let terms = [Some(library::ANSWER_TERMS), has_terms.then_some(library::ANSWER_ON_TERMS)];
        let terms = terms.into_iter().flatten().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let answer =
            fill(library::CLOSING_ANSWER, &[("ballot", &ballot::instruction(debate, reader)?), ("terms", &terms)])?;
        return Ok([library::CLOSING, library::QUOTING, &answer].map(str::trim_end).join("\n\n"));
    }
    let answer = answer(debate, reader)?;
    let fields = asked(debate, reader);
    let checks = checks(layers, debate, reader)?;
    let mut parts = vec![layers.role, layers.contract];
    if fields.has_claims {
        parts.extend([library::LABELS, library::CITATIONS]);
    }
    parts.extend(fields.has_types.then_some(library::TYPES));
    parts.extend(tools::are_offered(debate).then_some(library::TOOLS));
    parts.push(library::CONFORMITY);
    // A participant who argues an assigned side is not told to change its mind (B-05).
    parts.extend((!reader.is_arguing).then_some(library::CHANGE_MIND));
    match mode.safety {
        SafetyLevel::Usual => {}
        SafetyLevel::Bounded => parts.push(library::SAFETY),
    }
    let is_heard = !(is_first(debate) && reader.horizon == Horizon::BeforeRound);
    match reader.layout {
        Layout::Rebuild => parts.extend(is_heard.then_some(library::QUOTING)),
        Layout::Append => parts.push(library::QUOTING),
    }
    parts.extend([answer.as_str(), &checks]);
    Ok(parts.into_iter().map(str::trim_end).collect::<Vec<_>>().join("\n\n"))
}

/// The checks that fit the question, numbered (D-15): risks for decisions and plans, tools where there are any, consistency of the ballot
/// where one is cast; the mode's two, and one more where stakes are high.
fn checks(layers: &Layers, debate: &Debate, reader: &Reader) -> Result<String, TemplateError> {
    let is_estimate = debate.ballot.as_ref().is_some_and(|it| it.unit().is_some());
    let grounding = if tools::are_offered(debate) { library::CHECK_GROUNDING_TOOLS } else { library::CHECK_GROUNDING };
    let risks = if is_estimate { "" } else { library::CHECK_RISKS };
    let consistency = if reader.is_arguing { "" } else { library::CHECK_CONSISTENCY };
    let high_stakes = if debate.rules.high_stakes { library::HIGH_STAKES } else { "" };
    let mode_checks = format!("{}{high_stakes}", layers.checks);
    let lines = [
        ("grounding", grounding),
        ("risks", risks),
        ("consistency", consistency),
        ("mode_checks", mode_checks.as_str()),
    ];
    let filled = fill(library::CHECKS, &lines)?;
    let mut lines = filled.lines().filter(|it| !it.is_empty());
    let heading = lines.next().unwrap_or_default().to_owned();
    let numbered = lines.zip(1..).map(|(line, number)| {
        let words = line.trim_start_matches(|it: char| it.is_ascii_digit()).trim_start_matches(". ");
        format!("{number}. {words}")
    });
    Ok([heading].into_iter().chain(numbered).collect::<Vec<_>>().join("\n"))
}

/// What each field of the answer means, in the order of the schema.
fn answer(debate: &Debate, reader: &Reader) -> Result<String, TemplateError> {
    let fields = asked(debate, reader);
    let is_any = fields.is_alike;
    let change = match reader.layout {
        Layout::Append => library::CHANGE_ANY,
        Layout::Rebuild if is_first(debate) => library::CHANGE_FIRST,
        Layout::Rebuild => library::CHANGE_LATER,
    };
    let position = if reader.is_arguing { library::POSITION_ARGUED } else { library::POSITION };
    let answer = fill(library::ANSWER, &[("position", position), ("ballot", &ballot::instruction(debate, reader)?)])?;
    let points = fill(library::ANSWER_POINTS, &[("change", change)])?;
    let (key_points, change) = points.split_once('\n').unwrap_or((&points, ""));
    let (claims, moves) = if fields.has_types {
        (library::ANSWER_CLAIMS_TYPED, library::ANSWER_MOVES_TYPED)
    } else {
        (library::ANSWER_CLAIMS, library::ANSWER_MOVES)
    };
    let reasoning = if debate.rules.structure { library::ANSWER_REASONING } else { library::ANSWER_REASONING_PLAIN };
    let has_options = debate.ballot.as_ref().is_some_and(|it| it.unit().is_none()) && !reader.is_arguing;
    let is_ranked = has_options && ballot::options(debate, reader) > 2;
    let is_voting = debate.ballot.is_some();
    let mut answer = vec![answer];
    for (is_asked, lines) in [
        (has_options && is_any, library::ANSWER_OTHERS),
        (is_ranked, library::ANSWER_RANKING),
        (is_voting, library::ANSWER_TERMS),
        (is_voting && is_any, library::ANSWER_ON_TERMS),
        (is_voting && is_any && !reader.is_arguing, library::ANSWER_BECAUSE),
        (true, reasoning),
        (fields.has_claims, claims),
        (true, key_points),
        (has_options, change),
        (fields.has_moves, moves),
        (fields.has_stance, library::ANSWER_STANCE),
        (fields.has_needs, library::ANSWER_NEEDS),
    ] {
        answer.extend(is_asked.then(|| lines.trim_end().to_owned()));
    }
    Ok(answer.join("\n"))
}

fn is_first(debate: &Debate) -> bool {
    debate.round().is_none_or(|it| it.number == 1)
}

/// Which fields are asked for: claim actions once there are claims, or always where the prompt must not change; a stance where one was
/// assigned; needs where somebody can supply context.
fn asked(debate: &Debate, reader: &Reader) -> Fields {
    let has_claims = !debate.rules.without_labels;
    let is_opening = is_first(debate) && reader.horizon == Horizon::BeforeRound;
    Fields {
        paper: None,
        sections: Vec::new(),
        addressees: Vec::new(),
        is_alike: reader.layout == Layout::Append || !is_opening,
        has_claims,
        has_types: has_claims && debate.rules.evidence.is_some(),
        has_moves: has_claims && (reader.layout == Layout::Append || !is_first(debate)),
        has_stance: reader.role.and_then(Role::stance).is_some(),
        has_needs: debate.rules.context,
    }
}

/// The schema of an answer, with what may be cast, the sections of the round and who may be asked a question.
pub(super) fn schema(layers: &Layers, debate: &Debate, reader: &Reader, paper: Option<Paper>) -> AnswerSchema {
    match paper {
        Some(paper) if paper.is_closing => AnswerSchema::Closing(paper),
        paper => {
            let structure = structure::of_round(layers, debate);
            let sections = if debate.rules.structure { structure::sections(structure) } else { Vec::new() };
            let may_ask = questions::are_asked(debate, reader.horizon);
            let addressees = if may_ask { questions::addressees(debate, &reader.who) } else { Vec::new() };
            AnswerSchema::Full(Fields { paper, sections, addressees, ..asked(debate, reader) })
        }
    }
}

/// The debate so far.
#[derive(Default)]
pub(super) struct Seen {
    /// Its words.
    pub(super) text: String,
    /// The questions addressed to the reader; may be empty.
    pub(super) to_you: String,
    /// Byte offsets in the message where parts end that later messages begin with too.
    pub(super) stable: Vec<usize>,
}

/// The separator between two parts of a message.
pub(super) const BETWEEN: &str = "\n\n";

impl Seen {
    fn add(&mut self, part: &str) {
        if !self.text.is_empty() {
            self.text.push_str(BETWEEN);
        }
        self.text.push_str(part);
    }

    /// Adds a part that will not change, where the layout keeps such parts in place.
    fn add_settled(&mut self, part: &str, layout: Layout) {
        self.add(part);
        match layout {
            Layout::Rebuild => {}
            Layout::Append => self.stable.push(self.text.len() + BETWEEN.len()),
        }
    }
}

/// The debate so far, within the tokens that the rules and the topic leave.
pub(super) fn seen(debate: &Debate, reader: &Reader, system: &str) -> Result<Seen, TemplateError> {
    let topic = fill(library::SEEN_TOPIC, &[("topic", debate.topic.as_str())])?;
    let tools = tools::allowance(debate, &reader.who, reader.horizon).map_or(0, |it| it.all + DESCRIBED);
    let attached = attached(debate, library::SEEN_ATTACHED, ATTACHED, WHOLE, BROUGHT)?;
    let brought = brought(debate, library::SEEN_BROUGHT, BROUGHT)?;
    let required = required(debate, library::SEEN_REQUIRED, usize::MAX)?;
    let listed: usize = [&required, &attached, &brought].into_iter().flatten().map(|it| text::tokens(it)).sum();
    let BallotView { options, terms } = view::ballot(debate, reader.horizon);
    // In steps, so that one more line does not change the earlier parts.
    let voted = (text::tokens(&options) + text::tokens(&terms)).next_multiple_of(BALLOT_STEP);
    let fixed = text::tokens(system) + text::tokens(&topic) + listed + voted + TRIMMINGS + tools;
    let room = ROOM.saturating_sub(fixed);
    let whom = view::Reader { name: &reader.who, horizon: reader.horizon, space: room };
    let view = View::of(debate, whom);
    let mut seen = Seen::default();
    seen.add_settled(&topic, reader.layout);
    for part in [&required, &attached, &brought].into_iter().flatten() {
        seen.add_settled(part, reader.layout);
    }
    for part in state(debate, &view.state)? {
        seen.add_settled(&part, reader.layout);
    }
    for part in &view.parts {
        let (template, name) = match (part.kind, reader.layout) {
            (PartKind::Brief, _) => (library::SEEN_BRIEF, "brief"),
            (PartKind::Message, _) => (library::SEEN_SAID, "said"),
            (PartKind::Whole, _) | (PartKind::SoFar, Layout::Append) => (library::SEEN_PREVIOUS, "previous"),
            (PartKind::SoFar, Layout::Rebuild) => (library::SEEN_CURRENT, "current"),
        };
        let text = fill(template, &[("round", &part.round.to_string()), (name, &part.text)])?;
        match part.kind {
            PartKind::SoFar => seen.add(&text),
            PartKind::Brief | PartKind::Whole | PartKind::Message => seen.add_settled(&text, reader.layout),
        }
    }
    if !view.mentioned.is_empty() {
        seen.add(&fill(library::SEEN_MENTIONED, &[("mentioned", view.mentioned.trim_end())])?);
    }
    if !view.to_you.is_empty() && !debate.is_closing() {
        seen.to_you = fill(library::SEEN_TO_YOU, &[("to_you", view.to_you.trim_end())])?;
    }
    Ok(seen)
}

/// The blocks of a state that are not empty.
fn state(debate: &Debate, state: &State) -> Result<Vec<String>, TemplateError> {
    let round = state.round.to_string();
    let mut parts = Vec::new();
    if !state.claims.is_empty() {
        let template = if debate.rules.evidence.is_some() { library::SEEN_CLAIMS_TYPED } else { library::SEEN_CLAIMS };
        parts.push(fill(template, &[("round", &round), ("claims", &state.claims)])?);
    }
    for (template, name, block) in [
        (library::SEEN_EVIDENCE, "evidence", &state.evidence),
        (library::SEEN_DISPUTES, "disputes", &state.disputes),
        (library::SEEN_STANDING, "standing", &state.standing),
    ] {
        if !block.is_empty() {
            parts.push(fill(template, &[(name, block)])?);
        }
    }
    Ok(parts)
}

/// The task: this round's request where the system prompt does not state it, the reader, the round, and questions to answer.
pub(super) fn task(layers: &Layers, debate: &Debate, ask: &ask::Turn) -> Result<String, TemplateError> {
    let participant = debate.participant(&ask.who);
    let perspective = participant.map(library::outlook).unwrap_or_default();
    let name = participant.map_or(&ask.who, Participant::known_as);
    let round = ask.round.to_string();
    if ask.wanted == AnswerKind::ClosingBallot {
        return fill(library::CLOSING_TASK, &[("name", name.as_str())]);
    }
    let rounds = debate.rules.rounds.max(ask.round).to_string();
    let variables = [("name", name.as_str()), ("round", &round), ("rounds", &rounds), ("perspective", perspective)];
    let mut task = fill(library::TASK, &variables)?;
    task.extend(seats::line(debate)?.map(|it| format!("\n{it}")));
    let task = focused(task, debate)?;
    let mut structure = structure::of_round(layers, debate).trim_end().to_owned();
    if questions::are_asked(debate, ask.horizon) {
        structure.push('\n');
        structure.push_str(library::ANSWER_QUESTIONS);
    }
    Ok(format!("{}{BETWEEN}{task}", fill(library::ROUND, &[("structure", &structure)])?))
}

/// Adds the round's focus question, if it has one (D-10).
pub(super) fn focused(task: String, debate: &Debate) -> Result<String, TemplateError> {
    match debate.round().and_then(|it| it.focus.as_deref()) {
        Some(focus) => Ok(format!("{task}\n{}", fill(library::FOCUS, &[("focus", focus)])?)),
        None => Ok(task),
    }
}
