//! A simulated participant: seeded, with an opinion of its own, speaking the same protocol as a model (O-06, first form).
//!
//! It reads its prompt as a model would (topic, round, who stands where, the stance it is given) and answers in the form asked for, so
//! that every mode can be rehearsed without a network. What it says is scaffolding, and says so: nothing it holds is about the
//! topic, but at a panel, where it speaks from the beliefs that it is shown (`believer`). Where it may ask for something, it asks now and then. Not here: known accuracy, correlation and the other dials of the
//! laboratory.
mod believer;
mod clerk;
mod statement;

use debate::chance::mix;
use debate::{Act, Kind, Label, Stance, Vote, text};
use formats::answer;
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request, Stop, ToolCall, Usage};
use serde_json::{Map, Value, json};

/// The provider's name: `sim/1`.
pub const PROVIDER: &str = "sim";

/// A simulated participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sim {
    seed: u64,
}

impl Sim {
    /// The participant with that seed: the same seed holds the same opinions.
    pub fn new(seed: u64) -> Sim {
        Sim { seed }
    }
}

impl Model for Sim {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let reading = Reading::of(&request.system, &request.user);
        let seed = request.seed.unwrap_or_default();
        let mut answer = self.answer(&reading, seed);
        if let Value::Object(fields) = &mut answer {
            if request.schema.as_ref().is_some_and(|it| it.body.pointer("/properties/moves").is_some()) {
                fields.insert("moves".to_owned(), json!(self.moved(&reading, seed).as_slice()));
            }
            if request.schema.as_ref().is_some_and(|it| it.body.pointer("/properties/needs").is_some()) {
                fields.insert("needs".to_owned(), json!(self.needs(&reading, seed).as_slice()));
            }
            fields.extend(reading.stance.map(|it| ("stance".to_owned(), json!(it))));
            let typed = "/properties/claims/items/properties/type";
            if request.schema.as_ref().is_some_and(|it| it.body.pointer(typed).is_some()) {
                type_all(fields);
            }
        }
        if request.schema.as_ref().is_some_and(|it| it.name == answer::LEAN) {
            answer = shortened(&answer, &reading);
        }
        if request.schema.as_ref().is_some_and(|it| it.name == answer::REVIEW) {
            answer = json!({"reason": "rehearsed: nothing to hold back", "ruling": "pass", "redact": []});
        }
        if request.schema.as_ref().is_some_and(|it| it.name == answer::COMPARE) {
            answer = compared(&request.user);
        }
        if let Some(schema) = &request.schema {
            if believer::is_asked(schema.name) {
                answer = believer::answer(&request.user, &schema.body, &answer);
            } else if clerk::is_asked(schema.name) {
                answer = clerk::answer(schema.name, &request.user, &schema.body);
            }
        }
        let calls = self.calls(request, &reading);
        let text = if calls.is_empty() { answer.to_string() } else { String::new() };
        if let Some(watcher) = watcher {
            text.split_inclusive(' ').for_each(|it| watcher.delta(it));
        }
        let exchanged = request.tools.exchanges.iter().flat_map(|it| &it.results).map(|it| text::tokens(&it.text));
        let input = text::tokens(&request.system) + text::tokens(&request.user) + exchanged.sum::<usize>();
        let output = text::tokens(&text) + calls.iter().map(|it| text::tokens(&it.arguments)).sum::<usize>();
        let usage = Usage { input: input as u64, cached: 0, output: output as u64, cost: Some(0.0) };
        Box::pin(ready(Ok(Reply { text, stop: Stop::End, usage, attempts: 1, calls })))
    }
}

/// A rehearsed comparison: who says Yes and who says No are opposed, so are beliefs that can't both be so, and all others mean the same.
fn compared(prompt: &str) -> Value {
    let words = |position: String| {
        prompt
            .lines()
            .find_map(|it| it.strip_prefix("| ")?.strip_prefix(&position)?.strip_prefix(": "))
            .unwrap_or_default()
    };
    let is_same = |a: &str, b: &str| a.starts_with("Yes") == b.starts_with("Yes") && clerk::parting(a, b).is_none();
    let asked = prompt.lines().filter_map(|it| {
        let (number, pair) = it.split_once(": P")?;
        let (a, b) = pair.split_once(" and P")?;
        Some((number.parse::<u64>().ok()?, is_same(words(format!("P{a}")), words(format!("P{b}")))))
    });
    let entry = |(pair, is_same): (u64, bool)| json!({"pair": pair, "on_topic": true, "opposed": !is_same, "same_point": is_same});
    json!({"pairs": asked.map(entry).collect::<Vec<_>>()})
}

/// What a simulated participant takes from its prompt.
#[derive(Debug, PartialEq, Eq)]
struct Reading<'a> {
    topic: &'a str,
    round: u64,
    /// Its own name.
    me: &'a str,
    /// Who of those it is shown holds Yes, and who No, in the order shown.
    yes: Vec<&'a str>,
    no: Vec<&'a str>,
    /// The stance it must take, if it was given one.
    stance: Option<Stance>,
    /// Ids of the claims it is shown and did not make.
    claims: Vec<&'a str>,
}

impl<'a> Reading<'a> {
    fn of(rules: &str, prompt: &'a str) -> Reading<'a> {
        let after = |mark: &str| prompt.rsplit_once(mark).map(|(_, rest)| rest);
        let topic = prompt.lines().skip_while(|it| *it != "# Topic").nth(1).unwrap_or_default();
        let round =
            after("This is round ").and_then(|it| it.split('.').next()).and_then(|it| it.parse().ok()).unwrap_or(1);
        let me = after("You are ").and_then(|it| it.split_once(". ")).map_or("", |(name, _)| name);
        let stance = assigned(rules).or_else(|| assigned(prompt));
        let claims = prompt.lines().filter_map(|it| claim(it, me)).collect();
        let mut reading = Reading { topic, round, me, yes: Vec::new(), no: Vec::new(), stance, claims };
        let mut speaker = "";
        for line in prompt.lines() {
            match line.strip_prefix("| Position: ") {
                Some(position) if position.starts_with("Yes") => reading.yes.push(speaker),
                Some(position) if position.starts_with("No") => reading.no.push(speaker),
                Some(_) => {}
                None if reading.take_line(line) => {}
                None if line.starts_with(['|', '#', ' ']) => {}
                None => speaker = line.split(':').next().unwrap_or_default(),
            }
        }
        // Where names are hidden each reads them in another order, and the lowest number is signed.
        if me.starts_with("Participant ") {
            reading.yes.sort_unstable();
            reading.no.sort_unstable();
        }
        reading
    }

    /// The side it must argue, if it was given one.
    fn side(&self) -> Option<bool> {
        match self.stance? {
            Stance::Yes => Some(true),
            Stance::No => Some(false),
            Stance::Neutral => None,
        }
    }

    /// Takes a turn that stands in one line, as participants that are asked in few words see it; says whether it was one. They see
    /// a speaker once for each round: the latest counts.
    fn take_line(&mut self, line: &'a str) -> bool {
        let is_vote = |it: &str| [Vote::Accept, Vote::Minor, Vote::Blocker].iter().any(|vote| vote.as_str() == it);
        let turn = line.strip_prefix("| ").and_then(|it| it.split_once(": "));
        let speaker = |(title, position): (&'a str, &'a str)| {
            let (speaker, vote) = title.rsplit_once(", ")?;
            is_vote(vote).then_some((speaker, position))
        };
        let Some((speaker, position)) = turn.and_then(speaker) else { return false };
        self.yes.retain(|it| *it != speaker);
        self.no.retain(|it| *it != speaker);
        if position.starts_with("Yes") {
            self.yes.push(speaker);
        } else if position.starts_with("No") {
            self.no.push(speaker);
        }
        true
    }
}

/// The stance that a prompt assigns in our words, not in a participant's.
fn assigned(prompt: &str) -> Option<Stance> {
    let lines = prompt.lines().filter(|it| !it.starts_with('|'));
    let mut words = lines.filter_map(|it| it.split_once("You hold the stance ")?.1.split(' ').next());
    words.find_map(|word| [Stance::Yes, Stance::No, Stance::Neutral].into_iter().find(|it| it.as_str() == word))
}

/// The id of the claim that a line shows, if somebody else made it: `| C3 FACT r1 north: …`.
fn claim<'a>(line: &'a str, me: &str) -> Option<&'a str> {
    let title = line.strip_prefix("| ")?.split(':').next()?;
    let mut words = title.split(' ');
    let id = words.next().filter(|it| it.strip_prefix('C').is_some_and(|it| it.parse::<u32>().is_ok()))?;
    let is_mine = words.any(|it| it.split('+').any(|it| it == me));
    (!is_mine).then_some(id)
}

/// Adds the types of evidence where they are asked for, and the parts of a critique: as good as rehearsed evidence can be.
fn type_all(fields: &mut Map<String, Value>) {
    let each = |fields: &mut Map<String, Value>, name: &str, add: &dyn Fn(&mut Map<String, Value>)| {
        let items = fields.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten();
        items.filter_map(Value::as_object_mut).for_each(add);
    };
    each(fields, "references", &|it| {
        it.insert("type".to_owned(), json!(Kind::Documented));
    });
    each(fields, "claims", &|it| {
        let is_fact = it.get("label").and_then(Value::as_str) == Some(Label::Fact.as_str());
        it.insert("type".to_owned(), if is_fact { Value::Null } else { json!(Kind::Speculative) });
    });
    each(fields, "moves", &|it| {
        let is_challenge = it.get("act").and_then(Value::as_str) == Some(Act::Challenge.as_str());
        let part = |value: Value| if is_challenge { value } else { Value::Null };
        let counter = json!({"text": "A rehearsed source says otherwise [1].", "type": Kind::Documented});
        it.insert("assessment".to_owned(), part(json!("Its source is rehearsed.")));
        it.insert("counter".to_owned(), part(counter));
        it.insert("synthesis".to_owned(), part(json!("Both may be put off.")));
    });
}

/// An answer in the lean form: its fields in their order and no others, a sentence each, and a vote that fits the side taken. It
/// is not held to the form's beginnings: a rehearsal says that it is one.
fn shortened(answer: &Value, reading: &Reading<'_>) -> Value {
    let sentence = |field: &str| {
        let text = answer.get(field).and_then(Value::as_str)?;
        Some(format!("{}.", text.trim_end_matches('.').replace(". ", "; ")))
    };
    let twentieths = answer.get("confidence").and_then(Value::as_f64).unwrap_or_default() * 20.0;
    let is_yes = answer.get("position").and_then(Value::as_str).is_some_and(|it| it.starts_with("Yes"));
    let is_given = reading.side().is_some();
    let (with, against) = if is_yes { (&reading.yes, &reading.no) } else { (&reading.no, &reading.yes) };
    let vote = answer.get("vote").and_then(Value::as_str).unwrap_or_default();
    let is_opening = reading.round <= 1;
    let most = answer.get("signs").and_then(Value::as_str);
    let other = || reading.yes.iter().chain(&reading.no).copied().find(|it| *it != reading.me);
    // Only a yes has reservations in an opening, and whoever stands elsewhere is refused.
    let (vote, signs) = match vote {
        // Who argues a side it was given votes as it thinks, but refuses nobody who holds its own words.
        "BLOCKER" if is_given && !is_opening => match most.filter(|it| *it != reading.me).or_else(other) {
            Some(other) => (vote, Some(other)),
            None => ("MINOR", None),
        },
        _ if is_given => (vote, most),
        "ACCEPT" => (vote, with.first().copied()),
        _ if is_opening && is_yes => ("MINOR", None),
        _ if is_opening => ("BLOCKER", None),
        _ => match against.iter().copied().find(|it| *it != reading.me) {
            Some(other) => ("BLOCKER", Some(other)),
            None => ("MINOR", with.first().copied()),
        },
    };
    let (position, reasoning) = (("position", sentence("position")), ("reasoning", sentence("reasoning")));
    let [first, second] = if is_opening { [position, reasoning] } else { [reasoning, position] };
    let fields = [
        ("stance", reading.stance.map(|it| json!(it))),
        (first.0, first.1.map(Value::from)),
        (second.0, second.1.map(Value::from)),
        ("signs", (!is_opening).then(|| json!(signs.unwrap_or(reading.me)))),
        ("vote", Some(json!(vote))),
        ("objection", sentence("objection").map(Value::from)),
        ("confidence", Some(json!(twentieths.round() / 20.0))),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// What a rehearsed position is about: nothing in the topic.
const GROUNDS: [&str; 6] = [
    "the first step is small and can be undone",
    "the cost falls on those who gain from it",
    "the current way has worked under load",
    "the people who must run it were asked",
    "the deadline leaves room for a pilot",
    "the risk is known and has an owner",
];

impl Sim {
    /// How far it leans, −1 to 1: its own opinion, drawn towards what the others hold, more so when it is unsure.
    fn lean(&self, reading: &Reading<'_>, seed: u64) -> f64 {
        let own = self.dice(reading.topic, seed, "lean") * 2.0 - 1.0;
        let (yes, no) = (reading.yes.len() as f64, reading.no.len() as f64);
        if yes + no == 0.0 {
            return own;
        }
        let pull = (yes - no) / (yes + no);
        let persuadable = 0.15 + 0.45 * self.dice(reading.topic, seed, "persuadable");
        let rounds = (reading.round.saturating_sub(1)) as f64;
        let weight = (persuadable * rounds).min(0.9) * (1.0 - own.abs() * 0.5);
        own * (1.0 - weight) + pull * weight
    }

    fn answer(&self, reading: &Reading<'_>, seed: u64) -> Value {
        let lean = self.lean(reading, seed);
        let is_first = reading.round <= 1;
        // It argues the side it was given, and is as sure of it as it honestly is.
        let is_yes = reading.side().unwrap_or(lean >= 0.0);
        let sure = (55.0 + 40.0 * lean.abs()).round();
        let confidence = if is_yes == (lean >= 0.0) { sure } else { 100.0 - sure } / 100.0;
        let (yes, no) = (reading.yes.len(), reading.no.len());
        let stands_with_most = if lean >= 0.0 { yes >= no } else { no >= yes };
        let most = if yes >= no { &reading.yes } else { &reading.no };
        let vote = match (is_first, lean) {
            (true, lean) if lean >= 0.2 => "ACCEPT",
            (true, lean) if lean >= -0.2 => "MINOR",
            (true, _) => "BLOCKER",
            (false, _) if stands_with_most => "ACCEPT",
            (false, lean) if lean.abs() < 0.35 => "MINOR",
            (false, _) => "BLOCKER",
        };
        // Two different grounds: the second is some steps further on.
        let pick = |salt: &str, of: usize| (self.dice(reading.topic, seed, salt) * of as f64) as usize;
        let ground = |at: usize| GROUNDS.get(at % GROUNDS.len()).copied().unwrap_or_default();
        let at = pick("first", GROUNDS.len());
        let steps = 1 + pick(if is_first { "second" } else { "later" }, GROUNDS.len() - 1);
        let (first, second) = (ground(at), ground(at + steps));
        let side = if is_yes { "Yes" } else { "No" };
        let objection = (vote != "ACCEPT").then(|| format!("show that {second}"));
        let change = (!is_first).then(|| {
            json!({"delta": (lean.abs() * 10.0).round() / 100.0, "since": reading.round - 1, "reason": format!("rehearsed: {second}")})
        });
        json!({
            "position": format!("{side}, as a rehearsal: {first}."),
            "reasoning": format!("Rehearsed reasoning, made of stock phrases. I lean on this: {first}. Against it stands: {second}."),
            "confidence": confidence,
            "vote": vote,
            "signs": most.first().filter(|_| !is_first),
            "objection": objection,
            "claims": [
                {"label": "FACT", "text": format!("It is on record that {first} [1].")},
                {"label": "ASSUME", "text": format!("We may take it that {second}.")},
            ],
            "references": [{"number": 1, "title": format!("Rehearsal source on how {first}"), "url": null}],
            "key_points": [format!("{first}"), format!("{second}")],
            "confidence_change": change,
        })
    }

    /// What it calls before it answers: in two rounds of three a tool that it is offered, about the topic.
    fn calls(&self, request: &Request, reading: &Reading<'_>) -> Vec<ToolCall> {
        let offered = &request.tools.offered;
        let dice = |salt: &str| {
            self.dice(reading.topic, request.seed.unwrap_or_default(), &format!("{salt} {}", reading.round))
        };
        let tool = offered.get((dice("tool") * offered.len() as f64) as usize);
        let is_wanted = request.tools.is_open() && request.tools.exchanges.is_empty() && dice("calls") < 2.0 / 3.0;
        let Some(tool) = tool.filter(|_| is_wanted) else { return Vec::new() };
        let properties = tool.schema.get("properties").and_then(Value::as_object);
        let argument = |name: &String| match name.as_str() {
            "expression" => json!("6 * 7"),
            "source" => json!("S1"),
            "part" => json!(1),
            _ => json!(reading.topic),
        };
        let arguments: Value =
            properties.into_iter().flatten().map(|(name, _)| (name.clone(), argument(name))).collect();
        vec![ToolCall { id: "rehearsed".to_owned(), name: tool.name.clone(), arguments: arguments.to_string() }]
    }

    /// What it does to a claim that it is shown: two times in three something, and more often for it than against.
    fn moved(&self, reading: &Reading<'_>, seed: u64) -> Option<Value> {
        let dice = |salt: &str| self.dice(reading.topic, seed, &format!("{salt} {}", reading.round));
        let claim = reading.claims.get((dice("claim") * reading.claims.len() as f64) as usize)?;
        let act = if dice("act") < 0.6 { Act::Support } else { Act::Challenge };
        let moved = json!({"claim": claim, "act": act, "why": "rehearsed, for no reason in the topic"});
        (dice("moves") < 2.0 / 3.0).then_some(moved)
    }

    /// What it asks for, where it may: one in four does in the first round, one in eight in the second, and nobody later, so that a rehearsal
    /// waits now and then and always ends.
    fn needs(&self, reading: &Reading<'_>, seed: u64) -> Option<String> {
        let share = match reading.round {
            0 | 1 => 0.25,
            2 => 0.125,
            _ => 0.0,
        };
        let dice = |salt: &str| self.dice(reading.topic, seed, &format!("{salt} {}", reading.round));
        let ground = GROUNDS.get((dice("need of") * GROUNDS.len() as f64) as usize)?;
        (dice("needs") < share).then(|| format!("rehearsed: the figures that show whether {ground}"))
    }

    /// A number from 0 to 1 that depends on who asks, about what, and nothing else.
    fn dice(&self, topic: &str, seed: u64, salt: &str) -> f64 {
        let mut state = self.seed ^ seed.rotate_left(32) ^ 0x9E37_79B9_7F4A_7C15;
        for byte in topic.bytes().chain(salt.bytes()) {
            state = mix(state ^ u64::from(byte));
        }
        // The upper 53 bits are what a float can hold.
        (mix(state) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
