//! A simulated participant: seeded, with its own preferences, and with the same interface as a model (O-06, first form).
//!
//! In a debate it reads the question as data ([`formats::data`]) and answers by the schema, so every mode can be rehearsed without a
//! network, and rewording a prompt does not change its answers. At a panel it answers from the beliefs that the question shows
//! (`believer`). Its text is filler and says so: none of it is about the topic. Where it may request information, it does so now and then.
//! With dials, its ballots, claims and reasons are those of a participant with known properties (`agent`), and its position says what its
//! ballot says.
pub mod agent;
mod believer;
mod clerk;
mod fields;
mod part;
mod slow;
mod statement;

pub use slow::{slow_down, stream};

use fields::{in_sections, shortened, type_all};
use part::Part;
use statement::Statement;

use analysis::measure::median;
use debate::chance::mix;
use debate::{Act, Consent, Letter, Role, Stance, TermAct, text};
use formats::answer;
use formats::data::{BallotOption, Comparison, Grouping, PanelQuestion, Question};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request, Stop, ToolCall, Usage};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A simulated participant, `sim/1` for example ([`engine::sim::PROVIDER`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sim {
    seed: u64,
    acting: Acting,
    speaker: Option<agent::Speaker>,
}

/// Why a word names no simulated participant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NameError {
    /// It has no number.
    #[error("`{word}` is not a simulated participant: write `sim` or `sim/7`, or with dials `sim/7:accuracy=0.8`", word = format_args!("{}/{}", engine::sim::PROVIDER, .0))]
    Seed(String),
    /// A dial can't be set.
    #[error(transparent)]
    Dial(#[from] agent::DialError),
}

/// Whether a simulated participant plays its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acting {
    /// All speak alike: for measurements, and for the logs of earlier releases.
    Alike,
    /// Attackers attack, defenders defend, disciplines speak of their subject.
    ByRole,
}

impl Sim {
    /// The participant with that seed: the same seed has the same preferences.
    pub fn new(seed: u64) -> Sim {
        Sim { seed, acting: Acting::Alike, speaker: None }
    }

    /// The same, and it speaks and acts by its role: for rehearsals that somebody watches.
    pub fn acting(seed: u64) -> Sim {
        Sim { seed, acting: Acting::ByRole, speaker: None }
    }

    /// The participant that a word names: `7`, or with dials `7:accuracy=0.8:conformity=1`. It plays its role.
    pub fn named(word: &str) -> Result<Sim, NameError> {
        let (seed, dials) = word.split_once(':').map_or((word, None), |(seed, dials)| (seed, Some(dials)));
        let seed = seed.parse().map_err(|_| NameError::Seed(word.to_owned()))?;
        let speaker = dials.map(agent::Speaker::read).transpose()?;
        Ok(Sim { speaker, ..Sim::acting(seed) })
    }

    /// Its seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether it has dials.
    pub fn has_dials(&self) -> bool {
        self.speaker.is_some()
    }

    /// A participant with these dials on a question with a known answer.
    pub fn on(problem: agent::Problem, dials: agent::Dials) -> Sim {
        let speaker = agent::Speaker { dials, mind: agent::Mind::Of(problem) };
        Sim { seed: problem.seed, acting: Acting::Alike, speaker: Some(speaker) }
    }

    /// The part that it plays, if it plays any.
    fn part(&self, asked: &Question) -> Option<Part> {
        (self.acting == Acting::ByRole).then(|| Part::of(asked)).flatten()
    }
}

impl Model for Sim {
    fn may_think(&self) -> bool {
        false
    }

    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let asked: Option<Question> = request.data.as_ref().and_then(|it| serde_json::from_value(it.clone()).ok());
        let asked = asked.unwrap_or_else(|| by_schema(request));
        if let Some(reason) = self.speaker.and_then(|it| it.misfit(&asked)) {
            return Box::pin(ready(Err(Error::Local { reason })));
        }
        let calls = self.calls(request, &asked);
        let text = if calls.is_empty() { self.answered(request, &asked).to_string() } else { String::new() };
        if let Some(watcher) = watcher {
            text.split_inclusive(' ').for_each(|it| watcher.delta(it));
        }
        let exchanged = request.tools.exchanges.iter().flat_map(|it| &it.results).map(|it| text::tokens(&it.text));
        let input = text::tokens(&request.system) + text::tokens(&request.user) + exchanged.sum::<usize>();
        let output = text::tokens(&text) + calls.iter().map(|it| text::tokens(&it.arguments)).sum::<usize>();
        let usage = Usage { input: input as u64, cached: 0, output: output as u64, cost: Some(0.0) };
        Box::pin(ready(Ok(Reply { text, stop: Stop::End, usage, attempts: 1, calls })))
    }

    fn reads_data(&self) -> bool {
        true
    }
}

/// Reconstructs a question that came over a wire, without data, from the schema of its answer.
fn by_schema(request: &Request) -> Question {
    let schema = request.schema.as_ref().map(|it| &it.body);
    let shapes = schema.and_then(|it| it.get("anyOf")).and_then(Value::as_array);
    let shapes: Vec<&Value> = shapes.map_or_else(|| schema.into_iter().collect(), |it| it.iter().collect());
    let choice = "/properties/ballot/properties/choice/enum";
    let words = shapes.iter().filter_map(|it| it.pointer(choice)?.as_array()).flatten().filter_map(Value::as_str);
    let reserved = [debate::ballot::DEPENDS, debate::ballot::NONE_OF_THESE, debate::ballot::NEW];
    let (otherwise, words): (Vec<&str>, Vec<&str>) = words.partition(|it| reserved.contains(it));
    let option = |(at, word): (usize, &&str)| {
        let letter = word.parse().unwrap_or_else(|_| Letter::at(at));
        BallotOption { letter, word: (*word).to_owned(), headline: (*word).to_owned(), held: 0 }
    };
    let has = |field: &str| shapes.iter().any(|it| it.pointer(field).is_some());
    let stance = shapes.iter().find_map(|it| it.pointer("/properties/stance/enum/0").cloned());
    Question {
        round: if has("/properties/because") || has("/properties/moves") { 2 } else { 1 },
        stance: stance.and_then(|it| serde_json::from_value(it).ok()),
        is_closing: has("/properties/would_change"),
        options: words.iter().enumerate().map(option).collect(),
        otherwise: otherwise.first().map(|it| (*it).to_owned()),
        is_estimate: has("/properties/ballot/properties/lowest"),
        ..Question::default()
    }
}

/// A rehearsed comparison: beliefs that contradict each other are opposed; the same answer, or the same statement, is the same point.
fn compared(request: &Request) -> Value {
    let asked: Comparison = given(request);
    let entry = |(pair, (a, b)): (usize, &(String, String))| {
        let [one, other] = [a, b].map(|it| it.starts_with("Yes"));
        let is_opposed = one != other || clerk::parting(a, b).is_some();
        let is_same = (is_answer(a) && is_answer(b)) || Statement::of(a).is_about_the_same(&Statement::of(b));
        json!({"pair": pair, "on_topic": true, "opposed": is_opposed, "same_point": is_same && !is_opposed})
    };
    json!({"pairs": (1..).zip(&asked.pairs).map(entry).collect::<Vec<_>>()})
}

/// Whether a text begins with a plain answer: `Yes, as a rehearsal: …`.
fn is_answer(text: &str) -> bool {
    let first = text.split(|it: char| !it.is_alphabetic()).next().unwrap_or_default();
    ["yes", "no", "never"].iter().any(|it| first.eq_ignore_ascii_case(it))
}

/// The data of a request; empty where it came over a wire, without any.
fn given<T: Default + DeserializeOwned>(request: &Request) -> T {
    request.data.as_ref().and_then(|it| serde_json::from_value(it.clone()).ok()).unwrap_or_default()
}

/// A rehearsed grouping: equal headlines are one option.
fn grouped(request: &Request) -> Value {
    let asked: Grouping = given(request);
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (letter, headline) in &asked.options {
        groups.push((headline.clone(), vec![letter.to_string()]));
    }
    for (at, headline) in asked.headlines.iter().enumerate() {
        match groups.iter_mut().find(|(it, _)| it == headline) {
            Some((_, members)) => members.push((at + 1).to_string()),
            None => groups.push((headline.clone(), vec![(at + 1).to_string()])),
        }
    }
    let groups: Vec<Vec<String>> = groups.into_iter().map(|(_, it)| it).collect();
    json!({"groups": groups, "same_claims": [], "same_terms": []})
}

/// The choice of a simulated participant.
struct Choice<'a> {
    /// The option; `None` where it proposes one.
    option: Option<&'a BallotOption>,
    /// The headline.
    headline: &'a str,
    /// How much it prefers it to the next best, 0 to 1.
    lead: f64,
}

/// Subjects of rehearsed positions, unrelated to any topic.
const GROUNDS: [&str; 6] = [
    "the first step is small and can be undone",
    "the cost falls on those who gain from it",
    "the current way has worked under load",
    "the people who must run it were asked",
    "the deadline leaves room for a pilot",
    "the risk is known and has an owner",
];

/// Rehearsed proposals, for ballots whose options come from the participants.
const PROPOSALS: [&str; 3] = [
    "Begin with a small pilot and decide after it",
    "Keep things as they are for now",
    "Do it in one step, with a way back",
];

/// What a ballot says, as the beginning of a position.
fn side_of(ballot: &Value, asked: &Question) -> Option<String> {
    if let Some(best) = ballot.get("best").and_then(Value::as_f64) {
        return Some(format!("About {best}"));
    }
    let choice = ballot.get("choice").and_then(Value::as_str)?;
    asked.options.iter().find(|it| it.word == choice).map(|it| it.headline.clone())
}

impl Sim {
    /// The answer by the schema.
    fn answered(&self, request: &Request, asked: &Question) -> Value {
        let seed = request.seed.unwrap_or_default();
        let has = |field: &str| {
            let schema = request.schema.as_ref().map(|it| &it.body);
            schema.is_some_and(|it| it.pointer(&format!("/properties/{field}")).is_some())
        };
        let name = request.schema.as_ref().map_or("", |it| it.name);
        match (name, &request.schema) {
            (answer::REVIEW, _) => {
                return json!({"reason": "rehearsed: nothing to hold back", "ruling": "pass", "redact": []});
            }
            (answer::REVIEWS, _) => return json!({"rulings": []}),
            (answer::COMPARE, _) => return compared(request),
            (answer::GROUP, _) => return grouped(request),
            (_, Some(schema)) if clerk::is_asked(name) => {
                return clerk::answer(name, asked.panel.as_ref().unwrap_or(&PanelQuestion::default()), &schema.body);
            }
            (_, Some(schema)) if believer::is_asked(name) => {
                let rehearsed = self.rehearsed(request, asked, seed, None);
                let shown = asked.panel.as_ref();
                return believer::answer(shown.unwrap_or(&PanelQuestion::default()), &schema.body, &rehearsed);
            }
            (_, _) => {}
        }
        let mut decided = Map::new();
        let is_given = self.speaker.is_some_and(|it| it.answer(asked, &mut decided));
        let side = decided.get("ballot").and_then(|it| side_of(it, asked));
        let mut answer = self.rehearsed(request, asked, seed, side);
        let Value::Object(fields) = &mut answer else { return answer };
        self.vote(asked, seed, fields);
        fields.extend(decided);
        if has("moves") {
            let moved = if is_given { None } else { self.moved(asked, seed) };
            fields.insert("moves".to_owned(), json!(moved.as_slice()));
        }
        if has("needs") {
            let needs = if is_given { None } else { self.needs(asked, seed) };
            fields.insert("needs".to_owned(), json!(needs.as_slice()));
        }
        fields.extend(asked.stance.map(|it| ("stance".to_owned(), json!(it))));
        if has("claims/items/properties/type") {
            type_all(fields);
        }
        let sections = request.schema.as_ref().and_then(|it| it.body.pointer("/properties/reasoning/properties"));
        if let Some(sections) = sections.and_then(Value::as_object) {
            let part = self.part(asked);
            in_sections(fields, sections, part.as_ref().map(|it| it.grounds));
        }
        if has("questions") {
            // Nothing that it could ask is about the topic.
            fields.insert("questions".to_owned(), json!([]));
        }
        if name == answer::LEAN {
            return shortened(fields, asked);
        }
        if name == answer::CLOSING {
            let kept = ["ballot", "confidence", "terms", "on_terms", "reasoning", "would_change"];
            fields.insert("would_change".to_owned(), json!("A rehearsed finding to the contrary."));
            fields.retain(|field, _| kept.contains(&field.as_str()));
        }
        answer
    }

    /// Position, reasons, claims and sources: stock phrases. The position is for what is given, or for what it prefers.
    fn rehearsed(&self, request: &Request, asked: &Question, seed: u64, given: Option<String>) -> Value {
        // Over a wire, and in rooms, the call alone tells questions apart.
        let topic = match asked.panel.as_ref().is_none_or(|it| it.said.is_empty()) && !asked.topic.is_empty() {
            true => asked.topic.clone(),
            false => format!("{} {}", asked.topic, request.call),
        };
        let topic = topic.as_str();
        // Two different grounds: the second is some steps further on.
        let pick = |salt: &str, of: usize| (self.dice(topic, seed, salt) * of as f64) as usize;
        let part = self.part(asked);
        let grounds: &[&str] = part.as_ref().map_or(&GROUNDS, |it| it.grounds);
        let ground = |at: usize| grounds.get(at % grounds.len()).copied().unwrap_or_default();
        let later = if asked.round <= 1 { "second" } else { "later" };
        let half = grounds.len() / 2;
        let (first, second) = if part.is_some() {
            // What one states as a fact, no other assumes.
            let salt = |it: &str| format!("{it} {}", asked.round);
            (ground(pick(&salt("first"), half)), ground(half + pick(&salt("second"), grounds.len() - half)))
        } else {
            let at = pick("first", grounds.len());
            (ground(at), ground(at + 1 + pick(later, grounds.len() - 1)))
        };
        let side = match (asked.stance, asked.role.filter(|_| part.is_some())) {
            (Some(Stance::Yes), _) | (_, Some(Role::Blue)) => "Yes".to_owned(),
            (Some(Stance::No), _) | (_, Some(Role::Red)) => "No".to_owned(),
            (Some(Stance::Neutral) | None, _) if part.is_some() && asked.is_estimate => {
                format!("About {}", self.estimate(asked, seed).get("best").and_then(Value::as_f64).unwrap_or_default())
            }
            (Some(Stance::Neutral) | None, _) => self.choice(asked, seed).headline.to_owned(),
        };
        let side = given.unwrap_or(side);
        let manner = part.as_ref().map_or("as a rehearsal", |it| it.manner);
        let side = if side.is_empty() { "Yes".to_owned() } else { side };
        let confidence = 0.55 + 0.4 * self.dice(topic, seed, "sure");
        json!({
            "position": format!("{side}, {manner}: {first}."),
            "reasoning": format!("Rehearsed reasoning, made of stock phrases. I lean on this: {first}. Against it stands: {second}."),
            "confidence": (confidence * 100.0).round() / 100.0,
            "claims": [
                {"label": "FACT", "text": format!("It is on record that {first} [1]."), "standing": "recalled"},
                {"label": "ASSUME", "text": format!("We may take it that {second}."), "standing": "reasoned"},
            ],
            "references": [{"number": 1, "title": format!("Rehearsal source on how {first}"), "url": null}],
            "key_points": [first, second],
            "confidence_change": null,
        })
    }

    /// The option that it prefers: by its own taste, drawn towards the others' choices, more so when it is unsure.
    fn choice<'a>(&self, asked: &'a Question, seed: u64) -> Choice<'a> {
        let taste = |headline: &str| self.dice(&asked.topic, seed, &format!("taste {headline}"));
        let others: usize = asked.options.iter().map(|it| it.held).sum();
        let persuadable = 0.15 + 0.45 * self.dice(&asked.topic, seed, "persuadable");
        let rounds = f64::from(asked.round.saturating_sub(1));
        let drawn = self.part(asked).map_or(0.0, |it| it.drawn);
        let pull = if others == 0 { 0.0 } else { ((persuadable + drawn) * rounds).min(0.9) };
        let mut scored: Vec<(f64, Option<&BallotOption>, &str)> = asked
            .options
            .iter()
            .map(|it| {
                let share = if others == 0 { 0.0 } else { it.held as f64 / others as f64 };
                (taste(&it.headline) * (1.0 - pull) + share * pull, Some(it), it.headline.as_str())
            })
            .collect();
        // Only a ballot without options is answered by a proposal.
        if asked.otherwise.as_deref() == Some(debate::ballot::NEW) {
            let new = PROPOSALS.iter().filter(|new| asked.options.iter().all(|it| it.headline != **new));
            scored.extend(new.map(|it| (taste(it) * (1.0 - pull), None, *it)));
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let second = scored.get(1).map_or(0.0, |it| it.0);
        match scored.first() {
            Some((score, option, headline)) => {
                Choice { option: *option, headline, lead: (score - second).clamp(0.0, 1.0) }
            }
            None => Choice { option: None, headline: "", lead: 1.0 },
        }
    }

    /// Adds the ballot and its related fields.
    fn vote(&self, asked: &Question, seed: u64, fields: &mut Map<String, Value>) {
        let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        let dice = |salt: &str| self.dice(&asked.topic, seed, &format!("{salt} {}", asked.round));
        let (mut confidence, mut ballot, mut others, mut because) = (Value::Null, Value::Null, Vec::new(), Vec::new());
        if asked.is_estimate {
            ballot = self.estimate(asked, seed);
        } else if let Some(otherwise) = asked.otherwise.as_ref().filter(|_| !asked.is_arguing) {
            let choice = self.choice(asked, seed);
            let held: Option<Letter> = choice.option.map(|it| it.letter);
            ballot = match choice.option {
                Some(it) => json!({"choice": it.word, "headline": null}),
                None => json!({"choice": otherwise, "headline": choice.headline}),
            };
            confidence = json!(((55.0 + 40.0 * choice.lead.sqrt()).round()) / 100.0);
            let stand = if choice.lead < 0.35 { Consent::Minor } else { Consent::Blocker };
            let is_other = |it: &&BallotOption| it.held > 0 && Some(it.letter) != held;
            others = asked.options.iter().filter(is_other)
                .map(|it| json!({"option": it.letter, "stand": stand, "why": "Rehearsed: show first that the risk has an owner."}))
                .collect();
            if asked.held.is_some() && asked.held != held {
                let claim = asked.claims.get((dice("because") * asked.claims.len() as f64) as usize);
                because = vec![json!({"id": claim, "why": "rehearsed"})];
            }
        }
        let has_term = dice("term") < 0.3;
        let terms = if has_term { vec!["Rehearsed: somebody owns the risk by name."] } else { Vec::new() };
        let on_terms = (asked.terms > 0 && dice("adopt") < 0.4)
            .then(|| json!({"term": "T1", "act": TermAct::Adopt, "why": "rehearsed"}));
        set("ballot", ballot);
        set("confidence", confidence);
        set("others", json!(others));
        set("ranking", Value::Null);
        set("terms", json!(terms));
        set("on_terms", json!(on_terms.as_slice()));
        set("because", json!(because));
    }

    /// Its own estimate, drawn towards the median of the others.
    fn estimate(&self, asked: &Question, seed: u64) -> Value {
        let own = 80.0 + 60.0 * self.dice(&asked.topic, seed, "estimate");
        let others = &asked.estimates;
        let drawn = self.part(asked).map_or(0.0, |it| it.drawn);
        let mean = if others.is_empty() { own } else { others.iter().sum::<f64>() / others.len() as f64 };
        let middle = median(others).filter(|_| drawn > 0.0).unwrap_or(mean);
        let pull = if others.is_empty() { 0.0 } else { (0.6 + drawn / 2.0).min(0.9) };
        let best = (own * (1.0 - pull) + middle * pull).round();
        json!({"lowest": (best * 0.6).round(), "highest": (best * 1.6).round(), "best": best, "sure": 0.8,
               "counted": "Rehearsed: everything that is rehearsed."})
    }

    /// Its tool calls: in two rounds of three an offered tool, about the topic.
    fn calls(&self, request: &Request, asked: &Question) -> Vec<ToolCall> {
        let offered = &request.tools.offered;
        let dice =
            |salt: &str| self.dice(&asked.topic, request.seed.unwrap_or_default(), &format!("{salt} {}", asked.round));
        let tool = offered.get((dice("tool") * offered.len() as f64) as usize);
        let is_wanted = request.tools.is_open() && request.tools.exchanges.is_empty() && dice("calls") < 2.0 / 3.0;
        let Some(tool) = tool.filter(|_| is_wanted && self.speaker.is_none()) else { return Vec::new() };
        let properties = tool.schema.get("properties").and_then(Value::as_object);
        let argument = |name: &String| match name.as_str() {
            "expression" => json!("6 * 7"),
            "source" => json!("S1"),
            "part" => json!(1),
            _ => json!(asked.topic),
        };
        let arguments: Value =
            properties.into_iter().flatten().map(|(name, _)| (name.clone(), argument(name))).collect();
        vec![ToolCall { id: "rehearsed".to_owned(), name: tool.name.clone(), arguments: arguments.to_string() }]
    }

    /// Its claim action: two times in three it acts on a claim, more often in favour than against.
    fn moved(&self, asked: &Question, seed: u64) -> Option<Value> {
        let dice = |salt: &str| self.dice(&asked.topic, seed, &format!("{salt} {}", asked.round));
        let claim = asked.claims.get((dice("claim") * asked.claims.len() as f64) as usize)?;
        let denies = self.part(asked).map_or(0.4, |it| it.denies);
        let act = if dice("act") < 1.0 - denies { Act::Support } else { Act::Challenge };
        let moved = json!({"claim": claim, "act": act, "why": "rehearsed, for no reason in the topic"});
        (dice("moves") < 2.0 / 3.0).then_some(moved)
    }

    /// Its request for information, where allowed: one in four makes one in the first round, one in eight in the second, and none later, so
    /// that some rehearsals wait and all of them end.
    fn needs(&self, asked: &Question, seed: u64) -> Option<String> {
        let share = match asked.round {
            0 | 1 => 0.25,
            2 => 0.125,
            _ => 0.0,
        };
        let dice = |salt: &str| self.dice(&asked.topic, seed, &format!("{salt} {}", asked.round));
        let ground = GROUNDS.get((dice("need of") * GROUNDS.len() as f64) as usize)?;
        (dice("needs") < share).then(|| format!("rehearsed: the figures that show whether {ground}"))
    }

    /// A number from 0 to 1, determined by the participant, the topic, the seed and the salt.
    fn dice(&self, topic: &str, seed: u64, salt: &str) -> f64 {
        let mut state = self.seed ^ seed.rotate_left(32) ^ 0x9E37_79B9_7F4A_7C15;
        for byte in topic.bytes().chain(salt.bytes()) {
            state = mix(state ^ u64::from(byte));
        }
        // The upper 53 bits fit a float.
        (mix(state) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
