//! The prompts of a panel's questions, composed from files within the limits of P-15 and P-23.
//!
//! Each part has its own limit. The parts that grow come last and get the tokens that are left. Not here: the parts themselves (`context`,
//! `transcript`, `persona`).
use super::context::{self, BETWEEN, fits, name, one};
use super::transcript::Ids;
use super::{aspect, cruxes, held, persona, rules, transcript};
use crate::answer::{AnswerSchema, PanelAnswer, Width};
use crate::ask::{self, Attempt, Part};
use crate::data::PanelQuestion;
use crate::prompt::required::required;
use crate::prompt::{Prompt, Temperature, TemplateError, fill};
use analysis::crux;
use debate::event::{RoundKind, Stage};
use debate::rules::{Detection, Temperatures};
use debate::state::Room;
use debate::{CallId, Debate, Flaw, Name, Profile, text};

/// The most tokens of a turn's context (P-15).
pub const CONTEXT: usize = 3_200;
/// The most tokens of a room's prompt, system prompt included (P-23).
pub const ROOM_INPUT: usize = 3_200;

/// The most tokens of each part of a turn. Beliefs, reminder and task change from turn to turn and have 800 together (P-03).
struct Bounds {
    topic: usize,
    aspect: usize,
    question: usize,
    open: usize,
    cards: usize,
    claims: usize,
    person: usize,
    conceded: usize,
    hold: usize,
    remind: usize,
}

impl Bounds {
    /// The tokens for passages and beliefs (P-04): those of the reminder are theirs where there is none.
    fn hold(&self, remind: Option<&str>) -> usize {
        self.hold + if remind.is_some() { 0 } else { self.remind }
    }
}

/// For an opening, a take or a closing. Earlier rounds get the tokens that are left: at least 1,000 of 3,200.
const TURN: Bounds = Bounds {
    topic: 190,
    aspect: 60,
    question: 0,
    open: 160,
    cards: 400,
    claims: 400,
    person: 90,
    conceded: 0,
    hold: 400,
    remind: 140,
};

/// For a clash or a room, where cards stand only until there is a question. Without the parts that share the rest, the sum is below the 1,000 that the longest system prompt leaves.
const ROOM: Bounds = Bounds {
    topic: 90,
    aspect: 40,
    question: 140,
    open: 0,
    cards: 140,
    claims: 240,
    person: 0,
    conceded: 420,
    hold: 200,
    remind: 60,
};

/// Divisors of the tokens left for what was said in a room: concessions get at most a half, claims at most a fifth. Ours: concessions stand
/// whole, and the latest statement has to be answered.
const SHARES: (usize, usize) = (2, 5);

/// The most questions of earlier post-mortems that a small model is put.
const LEAN_REQUIRED: usize = 2;
/// The most tokens of a first answer's flaws. Ours: a few flaws.
pub(super) const FLAWS: usize = 40;
/// The most tokens of a clash that a clerk is shown. Ours: two takes and four rebuttals of the requested length.
const CLASH: usize = 1_200;
/// The most tokens of a whole room that a clerk is shown. Ours: the limit of a strong model's input, its instructions aside (P-23).
const WHOLE: usize = 2_400;
/// The most tokens of a topic, a question and a line in a clerk's prompt.
const LINES: (usize, usize, usize) = (190, 140, 60);
/// The most lines about conflicts between personas. Ours: twice as many as aspects.
const PARTING: usize = 8;

macro_rules! file {
    ($path:expr) => {
        include_str!(concat!("../../prompts/", $path))
    };
}

/// The same prompt file in both profiles.
macro_rules! both {
    ($profile:expr, $folder:literal, $name:literal) => {
        match $profile {
            Profile::Full => file!(concat!($folder, "/", $name)),
            Profile::Lean => file!(concat!($folder, "/lean/", $name)),
        }
    };
}

/// The prompt of a question other than a turn.
pub(crate) fn prompt(debate: &Debate, ask: &ask::Panel) -> Result<Prompt, TemplateError> {
    let Temperatures { turn, room: in_room, check, card } = rules(debate).temperatures;
    let ask = match ask {
        ask::Panel::Aspects { .. } => return aspects(debate, Temperature::of(check)),
        ask::Panel::Cruxes { call, who, .. } => return cruxes::prompt(debate, call, who),
        ask::Panel::Room(ask) => ask,
    };
    let room = debate.panel.rooms.get(ask.room).ok_or_else(|| TemplateError::Missing("a room".to_owned()))?;
    let prompt = match ask.part {
        Part::Say(stage) => {
            let temperature = match stage {
                Stage::Clash => turn,
                Stage::Position | Stage::Exchange | Stage::Convergence => in_room,
            };
            return say(debate, ask, room, stage, Temperature::of(temperature));
        }
        Part::Judge { .. } => judge(debate, room, Temperature::of(check))?,
        Part::Cores => cores(debate, room, Temperature::of(check))?,
        Part::Card => drawn(debate, room, Temperature::of(card))?,
    };
    Ok(match room.first_try(&ask.call) {
        Some(it) => Prompt { user: again(prompt.user, &it.why)?, ..prompt },
        None => prompt,
    })
}

/// The prompt of an opening, a take or a closing.
pub(super) fn turn(debate: &Debate, ask: &ask::Turn) -> Result<Prompt, TemplateError> {
    let (who, profile) = (&ask.who, debate.profile(&ask.who));
    let kind = debate.rounds.iter().find(|it| it.number == ask.round).map_or(RoundKind::Opening, |it| it.kind);
    let task = match kind {
        RoundKind::Opening => both!(profile, "panel", "opening.md"),
        RoundKind::Take | RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot => {
            both!(profile, "panel", "take.md")
        }
        RoundKind::Closing => both!(profile, "panel", "closing.md"),
    };
    // A quotation does not state its author's present confidence.
    let has_confidence = matches!(kind, RoundKind::Opening | RoundKind::Closing) && !rules(debate).quote;
    let mut task =
        format!("{}\n{}", fill(task, &[("name", &name(who))])?, both!(profile, "panel", "answer.md").trim_end());
    let has_moves = kind == RoundKind::Closing && profile == Profile::Full && rules(debate).is_revised();
    let claims = match has_moves {
        true => context::claims(debate, who, ask.round, TURN.claims)?,
        false => None,
    };
    if claims.is_some() {
        task.push('\n');
        task.push_str(file!("panel/answer-moves.md").trim_end());
    }
    if has_confidence {
        task.push('\n');
        task.push_str(both!(profile, "panel", "answer-confidence.md").trim_end());
    }
    if ask.attempt == Attempt::Second {
        let flaws = debate.round().and_then(|it| it.unusable.get(who)).map(Vec::as_slice).unwrap_or_default();
        task = again(task, &flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("; "))?;
    }
    // A second try uses the beliefs recalled for the first.
    let first = CallId::turn(ask.round, who);
    let turns = context::turns(debate, who, ask.round, None);
    let mind = crux::belief_updates_before(debate, who, ask.round);
    let before = [Some(topic(debate, TURN.topic)?), about(debate, ask.round, TURN.aspect)?];
    let has_claims = claims.is_some();
    let (claims, named) = claims.unzip();
    let remind = context::remind(debate, who, &mind, turns, TURN.remind)?;
    let hold = context::hold(debate, who, &mind, &first, TURN.hold(remind.as_deref()))?;
    let data = PanelQuestion {
        topic: one(debate.topic.as_str()),
        me: name(who),
        aspect: aspect(debate, ask.round).map(one),
        held: hold.beliefs,
        passages: hold.passages,
        claims: named.unwrap_or_default(),
        ..PanelQuestion::default()
    };
    // Only openings are on the whole topic.
    let required = match (kind, profile) {
        (RoundKind::Opening, Profile::Full) => required(debate, file!("panel/required.md"), usize::MAX)?,
        (RoundKind::Opening, Profile::Lean) => required(debate, file!("shared/lean/required.md"), LEAN_REQUIRED)?,
        (RoundKind::Take | RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot | RoundKind::Closing, _) => None,
    };
    let after = [
        required,
        context::open(debate, ask.round, TURN.open)?,
        context::cards(debate, ask.round, TURN.cards)?,
        claims,
        context::person(debate, TURN.person)?,
        hold.words,
        remind,
        Some(task),
    ];
    let spent: usize = before.iter().chain(&after).flatten().map(|it| text::tokens(it) + BETWEEN).sum();
    let earlier = context::earlier(debate, who, ask.round, CONTEXT.saturating_sub(spent + BETWEEN))?;
    let parts = before.into_iter().chain([earlier]).chain(after);
    let schema =
        AnswerSchema::Panel(PanelAnswer::Turn { width: width(profile), has_confidence, has_moves: has_claims });
    let system = persona::system(debate, who, profile)?;
    let temperature = Temperature::of(rules(debate).temperatures.turn);
    Ok(asked(system, parts.flatten().collect::<Vec<_>>().join("\n\n"), schema, temperature, data))
}

/// A task with the flaws of the first answer to it (D-21).
pub(super) fn again(task: String, flaws: &str) -> Result<String, TemplateError> {
    Ok(format!("{task}\n\n{}", fill(file!("shared/again.md"), &[("flaws", &fits(&one(flaws), FLAWS))])?))
}

/// The prompt of a statement in a clash or a room.
fn say(
    debate: &Debate,
    ask::RoomQuestion { call, who, round, room: at, .. }: &ask::RoomQuestion,
    room: &Room,
    stage: Stage,
    temperature: Temperature,
) -> Result<Prompt, TemplateError> {
    let is_strong = stage != Stage::Clash && rules(debate).strong.is_some() && !rules(debate).quote;
    let profile = if is_strong { Profile::Full } else { debate.profile(who) };
    let system = persona::system(debate, who, profile)?;
    let (turns, other) =
        (context::turns(debate, who, *round, Some(*at)), if *who == room.a { &room.b } else { &room.a });
    let mind = crux::belief_updates_before(debate, who, *round);
    let mut task = task(room, call, who, other, stage, profile)?;
    if let Some(texts) = rests_on(debate, stage, profile) {
        let asked = fill(file!("crux-room/answer-evidence.md"), &[("texts", &texts)])?;
        task = format!("{}\n{}", task.trim_end(), asked.trim_end());
    }
    // A second try uses the beliefs recalled for the first.
    let (task, first) = match room.first_try(call) {
        Some(it) => (again(task, &it.why)?, &it.call),
        None => (task, call),
    };
    let question = match &room.question {
        Some(it) => Some(bounded(file!("crux-room/question.md"), "question", it, ROOM.question)?),
        None => context::cards(debate, *round, ROOM.cards)?,
    };
    let before = [Some(topic(debate, ROOM.topic)?), about(debate, *round, ROOM.aspect)?, question];
    let remind = context::remind(debate, who, &mind, turns, ROOM.remind)?;
    let hold = context::hold(debate, who, &mind, first, ROOM.hold(remind.as_deref()))?;
    let after = [hold.words, remind, Some(task)];
    let spent: usize = before.iter().chain(&after).flatten().map(|it| text::tokens(it) + BETWEEN).sum();
    let most = CONTEXT.min(ROOM_INPUT.saturating_sub(text::tokens(&system)));
    // Two headings, and the separators around them.
    let headings = 2 * (BETWEEN + text::tokens(file!("crux-room/held.md")));
    let left = most.saturating_sub(spent + headings);
    let ids = match profile {
        Profile::Full if rules(debate).is_revised() => Ids::Shown,
        Profile::Full | Profile::Lean => Ids::Hidden,
    };
    let (half, fifth) = (left / SHARES.0, left / SHARES.1);
    let conceded = transcript::conceded(debate, room, stage, who, ids, half.min(ROOM.conceded));
    let named = match ids {
        Ids::Shown => transcript::claims(debate, room, fifth.min(ROOM.claims)),
        Ids::Hidden => Vec::new(),
    };
    let listed = |template: &str, name: &str, lines: Vec<String>| {
        (!lines.is_empty()).then(|| fill(template, &[(name, &lines.join("\n"))])).transpose()
    };
    let claims = listed(file!("crux-room/claims.md"), "claims", named.iter().map(ToString::to_string).collect())?;
    let conceded = listed(file!("crux-room/conceded.md"), "conceded", conceded)?;
    let taken: usize = [&claims, &conceded].into_iter().flatten().map(|it| text::tokens(it) + BETWEEN).sum();
    let seen = transcript::seen(debate, room, stage, ids, left.saturating_sub(taken));
    let filled = |template: &str, name: &str, words: &str| {
        (!words.is_empty()).then(|| fill(template, &[(name, words)])).transpose()
    };
    let said = [
        claims,
        filled(file!("crux-room/held.md"), "held", &context::lines(&seen.held))?,
        filled(file!("crux-room/said.md"), "said", &context::lines(&seen.said))?,
        conceded,
    ];
    let parts = before.into_iter().chain(said).chain(after).flatten().collect::<Vec<_>>();
    let has_evidence = rests_on(debate, stage, profile).is_some();
    let schema = AnswerSchema::Panel(PanelAnswer::Say { width: width(profile), stage, has_evidence });
    let data = PanelQuestion {
        topic: one(debate.topic.as_str()),
        me: name(who),
        aspect: aspect(debate, *round).map(one),
        question: room.question.as_deref().map(one),
        held: hold.beliefs,
        passages: hold.passages,
        said: seen.said,
        held_before: seen.held,
        claims: named,
        ..PanelQuestion::default()
    };
    Ok(asked(system, parts.join("\n\n"), schema, temperature, data))
}

/// The attached texts on which an answer can rest, by their ids, where a statement is asked for them: nothing else that is opened has an id
/// at a panel (P-21).
fn rests_on(debate: &Debate, stage: Stage, profile: Profile) -> Option<String> {
    let is_asked = matches!(stage, Stage::Exchange | Stage::Convergence) && profile == Profile::Full;
    let last = debate.attached.len();
    (is_asked && rules(debate).is_revised() && last > 0).then(|| match last {
        1 => "S1".to_owned(),
        last => format!("S1 to S{last}"),
    })
}

/// From this turn of an exchange on, a participant states the other's best argument first (P-21).
const STEELMAN: usize = 5;

/// The task of a speaker at a stage.
fn task(
    room: &Room,
    call: &CallId,
    who: &Name,
    other: &Name,
    stage: Stage,
    profile: Profile,
) -> Result<String, TemplateError> {
    let said = room.at(Stage::Exchange).position(|it| it.call == *call).unwrap_or(room.at(Stage::Exchange).count());
    let (question, answer) = match stage {
        Stage::Clash => (both!(profile, "crux-room", "clash.md"), both!(profile, "crux-room", "answer-clash.md")),
        Stage::Position => {
            (both!(profile, "crux-room", "position.md"), both!(profile, "crux-room", "answer-position.md"))
        }
        Stage::Exchange if said + 1 >= STEELMAN => {
            (both!(profile, "crux-room", "steelman.md"), both!(profile, "crux-room", "answer-exchange.md"))
        }
        Stage::Exchange => {
            (both!(profile, "crux-room", "exchange.md"), both!(profile, "crux-room", "answer-exchange.md"))
        }
        Stage::Convergence => {
            (both!(profile, "crux-room", "convergence.md"), both!(profile, "crux-room", "answer-convergence.md"))
        }
    };
    let (who, other) = (name(who), name(other));
    let question = fill(question, &[("name", &who), ("other", &other)])?;
    let answer = fill(answer, &[("other", &other)])?;
    Ok(match stage {
        Stage::Clash => format!("{question}\n{answer}"),
        Stage::Position | Stage::Exchange | Stage::Convergence => {
            format!("{question}\n{}\n{answer}", both!(profile, "crux-room", "trace.md").trim_end())
        }
    })
}

/// The prompt that asks for aspects.
fn aspects(debate: &Debate, temperature: Temperature) -> Result<Prompt, TemplateError> {
    let (topic, question, line) = LINES;
    let at_table = |it: &debate::Participant| {
        let persona = debate.panel.personas.get(&it.name);
        let identity = persona.map(|it| one(&it.contract.identity)).unwrap_or_default();
        context::line(&it.name, &identity, line).trim_end().to_owned()
    };
    let table: Vec<String> = debate.participants.iter().map(at_table).collect();
    let most = rules(debate).most_aspects.max(1);
    let number = most.to_string();
    let words = fits(&one(debate.topic.as_str()), topic);
    let variables = [("topic", words.as_str()), ("table", &table.join("\n")), ("number", &number)];
    let mut user = fill(file!("clerk/aspects-task.md"), &variables)?;
    let personas: Vec<&debate::Persona> = debate.panel.personas.values().map(AsRef::as_ref).collect();
    let parting = crux::candidates(&personas).into_iter().take(PARTING);
    let parting: Vec<String> = parting.map(|it| fits(&one(&it.question), question)).collect();
    if !parting.is_empty() {
        let lines: Vec<String> = parting.iter().map(|it| format!("| {it}")).collect();
        user = format!("{}\n\n{user}", fill(file!("clerk/aspects-parting.md"), &[("parting", &lines.join("\n"))])?);
    }
    let held::Held { shown: all_held, left_out } = held::listed(debate);
    if !all_held.is_empty() {
        let lines: Vec<String> = all_held.iter().map(held::line).collect();
        let left = match left_out {
            0 => String::new(),
            some => format!(" {some} that are farther from the topic and from each other are left out."),
        };
        let listed = fill(file!("clerk/aspects-held.md"), &[("held", &lines.join("\n")), ("left", &left)])?;
        user = format!("{}\n\n{user}", listed.trim_end());
    }
    let data = PanelQuestion {
        topic: words,
        aspects: usize::try_from(most).unwrap_or(usize::MAX),
        parting,
        all_held,
        ..PanelQuestion::default()
    };
    Ok(clerk(&[file!("clerk/aspects.md")], user, PanelAnswer::Aspects, temperature, data))
}

/// The prompt that asks whether a clash has settled the disagreement.
fn judge(debate: &Debate, room: &Room, temperature: Temperature) -> Result<Prompt, TemplateError> {
    let (topic, question, _) = LINES;
    let detection = rules(debate).detection;
    let (parts, fields) = match detection {
        Detection::Parts => (file!("clerk/judge-parts.md"), "`opposed`, `engaged`, `same_claim`, `relevant`"),
        Detection::Vote => (file!("clerk/judge-vote.md"), "`opposed`, `relevant`"),
    };
    let aspect = aspect(debate, room.round).unwrap_or(debate.topic.as_str());
    let said = transcript::clash(debate, room, CLASH);
    let data = PanelQuestion {
        topic: fits(&one(debate.topic.as_str()), topic),
        aspect: Some(fits(&one(aspect), question)),
        said,
        ..PanelQuestion::default()
    };
    let variables = [
        ("topic", data.topic.clone()),
        ("aspect", data.aspect.clone().unwrap_or_default()),
        ("said", context::lines(&data.said)),
        ("fields", fields.to_owned()),
    ];
    let user = filled(file!("clerk/judge-task.md"), &variables)?;
    Ok(clerk(&[file!("clerk/judge.md"), parts], user, PanelAnswer::Clash(detection), temperature, data))
}

/// The prompt that asks whether both named the same core.
fn cores(debate: &Debate, room: &Room, temperature: Temperature) -> Result<Prompt, TemplateError> {
    let said = transcript::cores(room, CLASH);
    let (user, data) = of_room(file!("clerk/cores-task.md"), debate, room, context::lines(&said))?;
    let data = PanelQuestion { said, ..data };
    Ok(clerk(&[file!("clerk/cores.md")], user, PanelAnswer::Cores, temperature, data))
}

/// The prompt that asks for the card.
fn drawn(debate: &Debate, room: &Room, temperature: Temperature) -> Result<Prompt, TemplateError> {
    let (user, data) = of_room(file!("clerk/card-task.md"), debate, room, transcript::numbered(room, WHOLE))?;
    let data = PanelQuestion { statements: transcript::statements(room), ..data };
    Ok(clerk(&[file!("clerk/card.md")], user, PanelAnswer::Card, temperature, data))
}

fn of_room(
    template: &str,
    debate: &Debate,
    room: &Room,
    said: String,
) -> Result<(String, PanelQuestion), TemplateError> {
    let (topic, question, _) = LINES;
    let topic = fits(&one(debate.topic.as_str()), topic);
    let question = fits(&one(room.question.as_deref().unwrap_or_default()), question);
    let user = filled(template, &[("topic", topic.clone()), ("question", question.clone()), ("said", said)])?;
    Ok((user, PanelQuestion { topic, question: Some(question), ..PanelQuestion::default() }))
}

fn filled(template: &str, variables: &[(&str, String)]) -> Result<String, TemplateError> {
    fill(template, &variables.iter().map(|(name, words)| (*name, words.as_str())).collect::<Vec<_>>())
}

fn clerk(role: &[&str], user: String, asked_for: PanelAnswer, temperature: Temperature, data: PanelQuestion) -> Prompt {
    let system: Vec<&str> = role.iter().copied().chain([file!("clerk/quoting.md")]).map(str::trim_end).collect();
    asked(system.join("\n\n"), user, AnswerSchema::Panel(asked_for), temperature, data)
}

pub(super) fn asked(
    system: String,
    user: String,
    schema: AnswerSchema,
    temperature: Temperature,
    data: PanelQuestion,
) -> Prompt {
    let (system, temperature, panel) = (system.into(), Some(temperature), Some(Box::new(data)));
    Prompt { system, user, stable: Vec::new(), schema, tools: None, temperature, panel }
}

pub(super) fn width(profile: Profile) -> Width {
    match profile {
        Profile::Full => Width::Full,
        Profile::Lean => Width::Narrow,
    }
}

pub(super) fn topic(debate: &Debate, most: usize) -> Result<String, TemplateError> {
    bounded(file!("panel/topic.md"), "topic", debate.topic.as_str(), most)
}

/// The part that names a round's aspect, if it has one.
fn about(debate: &Debate, round: u32, most: usize) -> Result<Option<String>, TemplateError> {
    aspect(debate, round).map(|it| bounded(file!("panel/aspect.md"), "aspect", it, most)).transpose()
}

/// A part of one text, in at most `most` tokens.
fn bounded(template: &str, variable: &str, words: &str, most: usize) -> Result<String, TemplateError> {
    let left = most.saturating_sub(text::tokens(&fill(template, &[(variable, "")])?) + 1);
    fill(template, &[(variable, &fits(&one(words), left))])
}
