//! A planned debate: who casts what in which round, and in which words. Its participants use the plan and the question as data, never
//! prose.
use crate::memory_journal::{MemoryJournal, Ticks};
use debate::ballot::{DEPENDS, NEW, NONE_OF_THESE};
use debate::{
    Act, Algorithm, Ballot, ClosingBallot, Consent, Debate, Envelope, Groups, Layout, Letter, Profile, Rules, Topic,
};
use engine::{Bus, Seat, Spec, Toolbox, World};
use formats::answer;
use formats::data::{Grouping, Question};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request, Stop, Usage};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// A debate to be played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) mode: &'static str,
    pub(super) kind: Kind,
    rules: Rules,
    seed: u64,
    /// By seat: its model family.
    families: Vec<usize>,
    /// By round, then by seat.
    said: Vec<Vec<Said>>,
}

/// The kinds of ballots (B-01).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    YesNo,
    Choice,
    Estimate,
    Open,
}

/// A turn, with options and claims by their keys.
#[derive(Clone, Debug)]
struct Said {
    /// The answer is lost.
    is_lost: bool,
    /// The key of the option that is cast; `None` without a ballot.
    option: Option<usize>,
    guess: usize,
    confidence: u32,
    others: Vec<(usize, Consent)>,
    has_ranking: bool,
    claims: Vec<usize>,
    acts: Vec<(usize, Act)>,
    because: Vec<usize>,
    term: Option<usize>,
}

/// Seats, names, the order of given options, and wording.
#[derive(Clone, Debug)]
pub(super) struct Staging {
    /// The seat of the plan for each seat of the debate.
    pub(super) order: Vec<usize>,
    /// By seat of the plan.
    pub(super) names: Vec<&'static str>,
    /// Keys of given options, in the order of the ballot.
    pub(super) given: Vec<usize>,
    pub(super) words: Words,
}

/// The wording of positions, reasons, headlines and key points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Words {
    Plain,
    Opposite,
    Japanese,
}

const SEATS: usize = 5;
/// Options that somebody may hold: given ones come first.
const OPTIONS: usize = 5;
const CLAIMS: usize = 6;
const GIVEN: [&str; 3] = ["Alder", "Birch", "Cedar"];
pub(super) const NAMES: [&str; SEATS] = ["north", "south", "west", "east", "middle"];
/// Lowest, best, highest, and confidence.
const GUESSES: [(f64, f64, f64, f64); 5] = [
    (80.0, 100.0, 130.0, 0.8),
    (70.0, 105.0, 160.0, 0.9),
    (90.0, 110.0, 120.0, 0.5),
    (100.0, 160.0, 300.0, 0.8),
    (300.0, 400.0, 600.0, 0.6),
];

impl Kind {
    /// How many options are given.
    pub(super) fn given(self) -> usize {
        match self {
            Kind::YesNo => 2,
            Kind::Choice => GIVEN.len(),
            Kind::Open | Kind::Estimate => 0,
        }
    }
}

impl Plan {
    pub(super) fn seats(&self) -> usize {
        self.families.len()
    }

    /// As in the plan.
    pub(super) fn usual(&self, words: Words) -> Staging {
        Staging {
            order: (0..self.seats()).collect(),
            names: NAMES[..self.seats()].to_vec(),
            given: (0..self.kind.given()).collect(),
            words,
        }
    }

    /// Plays it.
    pub(super) fn play(&self, staging: &Staging) -> (Debate, Vec<Envelope>) {
        let seats = staging.order.iter().map(|seat| Seat {
            model: format!("voter/{}", staging.names[*seat]),
            family: format!("family-{}", self.families[*seat]),
            name: Some(staging.names[*seat].to_owned()),
            profile: Profile::Full,
            layout: Layout::Rebuild,
        });
        let ballot = match self.kind {
            Kind::YesNo => Ballot::YesNo,
            Kind::Choice => Ballot::choice(staging.given.iter().map(|it| GIVEN[*it])).unwrap(),
            Kind::Estimate => Ballot::estimate("days").unwrap(),
            Kind::Open => Ballot::Open,
        };
        let spec = Spec {
            id: format!("played-{}", self.seed).as_str().into(),
            topic: Topic::new("What becomes of the ledger?").unwrap(),
            ballot: Some(ballot),
            mode: self.mode.into(),
            participants: engine::seat(seats),
            rules: self.rules.clone(),
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        };
        let journal = Arc::new(MemoryJournal::default());
        let voter = Voter { plan: self.clone(), staging: staging.clone(), journal: journal.clone() };
        let voter: Arc<dyn Model> = Arc::new(voter);
        let table = engine::models_of(&spec.participants, &spec.rules, None);
        let world = World {
            models: table.into_iter().map(|it| (it, voter.clone())).collect(),
            journal: journal.clone(),
            clock: Arc::new(Ticks),
            analyst: None,
            tools: Arc::new(Toolbox::default()),
            pause_flag: Default::default(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let debate = runtime.block_on(engine::start(&world, &spec, &Bus::silent())).unwrap();
        (debate, journal.read())
    }

    /// A seat's wording of an option; where equal words make one option, all use the same.
    fn headline(&self, key: usize, seat: usize, words: Words) -> String {
        let seat = if self.rules.groups == Groups::Literal { 0 } else { seat };
        match words {
            Words::Plain => format!("Take way {key}, as {seat} puts it"),
            Words::Opposite => format!("No, never: the opposite of {key} {seat} times"),
            Words::Japanese => format!("第{key}案を{seat}のとおりに採用しない"),
        }
    }

    /// The key of an option, by its headline.
    pub(super) fn key(&self, headline: &str, words: Words) -> usize {
        let names: &[&str] = match self.kind {
            Kind::YesNo => &["Yes", "No"],
            Kind::Choice => &GIVEN,
            Kind::Open | Kind::Estimate => &[],
        };
        let is_it = |key: &usize| (0..SEATS).any(|seat| self.headline(*key, seat, words) == headline);
        let given = names.iter().position(|it| *it == headline);
        given.or_else(|| (0..OPTIONS).find(is_it)).unwrap_or_else(|| panic!("{headline} is in no plan"))
    }
}

/// Answers every call of a debate by the plan.
struct Voter {
    plan: Plan,
    staging: Staging,
    journal: Arc<MemoryJournal>,
}

impl Model for Voter {
    fn ask<'a>(&'a self, request: &'a Request, _: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let name = request.schema.as_ref().map_or("", |it| it.name);
        let data = request.data.clone().unwrap();
        let answer = if name == answer::GROUP {
            Some(self.grouped(&serde_json::from_value(data).unwrap()))
        } else {
            self.turn(&serde_json::from_value(data).unwrap())
        };
        let usage = Usage { input: 100, cached: 0, output: 100, cost: Some(0.0) };
        let lost = Error::TimedOut { after: std::time::Duration::from_secs(120) };
        let reply = |it: Value| Reply { text: it.to_string(), stop: Stop::End, usage, attempts: 1, calls: Vec::new() };
        Box::pin(ready(answer.map(reply).ok_or(lost)))
    }

    fn reads_data(&self) -> bool {
        true
    }
}

impl Voter {
    /// Headlines of one key are one option.
    fn grouped(&self, asked: &Grouping) -> Value {
        let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
        let known = asked.options.iter().map(|(letter, it)| (it, letter.to_string()));
        let new = asked.headlines.iter().zip(1..).map(|(it, at)| (it, at.to_string()));
        for (headline, id) in known.chain(new) {
            let key = self.plan.key(headline, self.staging.words);
            match groups.iter_mut().find(|(it, _)| *it == key) {
                Some((_, members)) => members.push(id),
                None => groups.push((key, vec![id])),
            }
        }
        let groups: Vec<Vec<String>> = groups.into_iter().map(|(_, it)| it).collect();
        json!({"groups": groups, "same_claims": [], "same_terms": []})
    }

    /// The participant's answer; `None` where it is lost.
    fn turn(&self, asked: &Question) -> Option<Value> {
        let seat = self.staging.names.iter().position(|it| *it == asked.me).unwrap();
        let round = &self.plan.said[(asked.round as usize - 1).min(self.plan.said.len() - 1)];
        let said = Some(&round[seat]).filter(|it| !it.is_lost)?;
        let words = |what: &str| match self.staging.words {
            Words::Plain => format!("{what} of {seat} in round {}.", asked.round),
            Words::Opposite => format!("No: {what} {} contradicts all of it, never.", seat * 7919),
            Words::Japanese => format!("{what}：我々は第{seat}案を採用すべきではない。"),
        };
        // Nobody knows answers of the current round yet, whoever speaks first.
        let past = Debate::replay(&self.journal.read()).unwrap();
        let claims = past.registry.claims.iter().enumerate().filter(|(_, it)| it.introduced < asked.round);
        let claims: Vec<(usize, String)> =
            claims.map(|(at, it)| (claim_key(&it.text), format!("C{}", at + 1))).collect();
        let id = |key: &usize| claims.iter().find(|(it, _)| it == key).map(|(_, id)| id.clone());
        let mut answer = json!({
            "position": words("position"),
            "reasoning": words("reasoning"),
            "key_points": [words("first point"), words("second point")],
            "confidence_change": null,
            "needs": [],
            "stance": asked.stance,
            "would_change": words("finding"),
        });
        let references = said.claims.iter().filter(|it| **it < 2).map(|key| {
            json!({"number": key + 1, "title": format!("Scale {key}"), "url": format!("https://example.org/{key}")})
        });
        let moves = said.acts.iter().filter_map(|(key, act)| Some(json!({"claim": id(key)?, "act": act, "why": "so"})));
        answer["claims"] = said.claims.iter().map(|it| claim(*it)).collect();
        answer["references"] = references.collect();
        answer["moves"] = moves.collect();
        if asked.is_closing {
            for field in ["position", "claims", "references", "moves", "key_points"] {
                answer.as_object_mut().unwrap().remove(field);
            }
        }
        if !asked.is_arguing {
            answer["ballot"] = self.ballot(asked, seat, said);
            answer["confidence"] = json!(f64::from(said.confidence) / 100.0);
            let because = said.because.iter().filter_map(id).map(|it| json!({"id": it, "why": "so"}));
            answer["because"] = because.collect();
            answer["terms"] = said.term.iter().map(|it| format!("Term {it} is kept")).collect();
            answer["others"] = self.others(asked, said, &past);
            let ranked = (0..OPTIONS).filter_map(|key| self.listed(asked, key)).map(|it| it.to_string());
            let ranked: Vec<String> = ranked.collect();
            answer["ranking"] = if said.has_ranking { json!(ranked) } else { Value::Null };
        }
        Some(answer)
    }

    /// The letter of an option on the ballot paper.
    fn listed(&self, asked: &Question, key: usize) -> Option<Letter> {
        let is_it = |headline: &str| self.plan.key(headline, self.staging.words) == key;
        asked.options.iter().find(|it| is_it(&it.headline)).map(|it| it.letter)
    }

    fn ballot(&self, asked: &Question, seat: usize, said: &Said) -> Value {
        let Some(key) = said.option else { return Value::Null };
        if asked.is_estimate {
            let (lowest, best, highest, sure) = GUESSES[said.guess];
            return json!({"lowest": lowest, "highest": highest, "best": best, "sure": sure, "counted": "All."});
        }
        let otherwise = asked.otherwise.as_deref().unwrap();
        assert!([DEPENDS, NONE_OF_THESE, NEW].contains(&otherwise));
        let listed = self.listed(asked, key).and_then(|letter| asked.options.iter().find(|it| it.letter == letter));
        match listed {
            Some(it) => json!({"choice": it.word, "headline": null}),
            None => {
                json!({"choice": otherwise, "headline": self.plan.headline(key, seat, self.staging.words)})
            }
        }
    }

    /// Its votes on options that somebody held before the round.
    fn others(&self, asked: &Question, said: &Said, past: &Debate) -> Value {
        let before = past.rounds.iter().filter(|it| it.number < asked.round).count();
        let was_there = |letter: &Letter| past.option(*letter).is_some() && before > 0;
        let stands = said.others.iter().filter(|(key, _)| Some(*key) != said.option);
        let stands = stands.filter_map(|(key, stand)| Some((self.listed(asked, *key).filter(was_there)?, stand)));
        let is_held = |letter: Letter| asked.options.iter().any(|it| it.letter == letter && it.held > 0);
        stands
            .filter(|(letter, _)| is_held(*letter))
            .map(|(letter, stand)| json!({"option": letter, "stand": stand, "why": "so"}))
            .collect()
    }
}

/// A claim, each of a different worth.
fn claim(key: usize) -> Value {
    let text = format!("Part {key} weighs {} grams", key * 37 + 11);
    match key {
        0 | 1 => json!({"label": "FACT", "text": format!("{text} [{}]", key + 1), "standing": "recalled"}),
        2 => json!({"label": "FACT", "text": text, "standing": "reported"}),
        3 => json!({"label": "ASSUME", "text": text, "standing": "reasoned"}),
        _ => json!({"label": "INFER", "text": text, "standing": "reasoned"}),
    }
}

/// The key of a claim, by its words.
fn claim_key(text: &str) -> usize {
    text.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{text} is in no plan"))
}

fn said() -> impl Strategy<Value = Said> {
    let option = prop::option::weighted(0.95, prop_oneof![6 => Just(0), 2 => Just(1), 2 => 0..OPTIONS]);
    let consent = prop::sample::select(vec![Consent::Minor, Consent::Blocker]);
    let others = prop::collection::btree_map(0..OPTIONS, consent, 0..4).prop_map(|it| it.into_iter().collect());
    let acts = prop::collection::vec((0..CLAIMS, prop::sample::select(vec![Act::Support, Act::Challenge])), 0..2);
    let keys = |up_to| prop::collection::btree_set(0..CLAIMS, 0..up_to).prop_map(|it| it.into_iter().collect());
    let cast =
        (prop::bool::weighted(0.04), option, 0..GUESSES.len(), prop::sample::select(vec![55, 70, 80, 85, 90, 95]));
    let given = (others, prop::bool::weighted(0.3), keys(3), acts);
    let rest = (prop::collection::vec(0..CLAIMS, 0..3), prop::option::of(0..3_usize));
    (cast, given, rest).prop_map(
        |((is_lost, option, guess, confidence), (others, has_ranking, claims, acts), (because, term))| Said {
            is_lost,
            option,
            guess,
            confidence,
            others,
            has_ranking,
            claims,
            acts,
            because,
            term,
        },
    )
}

/// Debates of a mode, with any kind of ballot, two to five seats and at most four rounds, with closing ballots or without.
pub(super) fn plans(mode: &'static str) -> impl Strategy<Value = Plan> {
    let kind = prop::sample::select(vec![Kind::YesNo, Kind::Choice, Kind::Estimate, Kind::Open]);
    let algorithm = prop_oneof![2 => Just(Algorithm::default()), 1 => prop::sample::select(Algorithm::ALL.to_vec())];
    let closing = prop::sample::select(vec![ClosingBallot::Assigned, ClosingBallot::Always, ClosingBallot::Never]);
    let groups = prop::sample::select(vec![Groups::Literal, Groups::Model("voter/clerk".to_owned())]);
    let rules = (1..=4_u32, algorithm, closing, groups, prop::bool::weighted(0.2));
    let rules = rules.prop_map(|(rounds, algorithm, closing_ballot, groups, high_stakes)| Rules {
        rounds,
        algorithm,
        closing_ballot,
        groups,
        high_stakes,
        ..Rules::default()
    });
    (kind, rules, 0..1_000_u64, 2..=SEATS).prop_flat_map(move |(kind, rules, seed, seats)| {
        let families = prop::collection::vec(0..3_usize, seats);
        let said = prop::collection::vec(prop::collection::vec(said(), seats), 5);
        let temper = prop::sample::select(vec![Temper::Any, Temper::Agreeing, Temper::Still]);
        (families, said, temper).prop_map(move |(families, mut said, temper)| {
            temper.settle(&mut said);
            Plan { mode, kind, rules: rules.clone(), seed, families, said }
        })
    })
}

/// The character of a debate: without it, unfounded agreement and lasting disagreement would be too rare.
#[derive(Clone, Copy, Debug)]
enum Temper {
    Any,
    /// All are sure of the same, without reasons.
    Agreeing,
    /// Nobody changes its ballot.
    Still,
}

impl Temper {
    fn settle(self, said: &mut [Vec<Said>]) {
        let first = said[0].clone();
        for (it, opened) in said.iter_mut().flat_map(|round| round.iter_mut().zip(&first)) {
            match self {
                Temper::Any => {}
                Temper::Agreeing => {
                    let confidence = it.confidence.max(90);
                    *it = Said { option: Some(0), guess: 0, confidence, claims: Vec::new(), ..it.clone() };
                }
                Temper::Still => (it.option, it.guess) = (opened.option, opened.guess),
            }
        }
    }
}
