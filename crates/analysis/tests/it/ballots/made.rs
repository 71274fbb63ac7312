//! Generated debates: plans in which seats, options, claims and terms have keys, and how a plan is played with seats and options in any order.
use crate::test_debate::{TestDebate, by_itself, casts, claim, holds_back, links, participant};
use debate::ballot::{Because, Estimate, OnOption, TermMove};
use debate::event::{Grouped, Merged, Reason, RoundKind};
use debate::rules::{Decide, EvidencePolicy};
use debate::{
    Act, Algorithm, Ballot, Cast, Claim, ClaimMove, Consent, Kind, Label, Letter, Name, Participant, Role, Rules,
    Standing, TermAct, Turn,
};
use proptest::prelude::*;

/// A debate to be played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) ballot: Kinds,
    /// What given options are called, by key.
    names: [&'static str; 3],
    pub(super) seats: Vec<Seat>,
    rules: Rules,
    rounds: Vec<Played>,
}

/// The kinds of ballots (B-01).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kinds {
    YesNo,
    Choice,
    Open,
    Estimate,
}

/// Somebody at the table.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    family: usize,
    role: Option<Role>,
}

#[derive(Clone, Debug)]
struct Played {
    kind: RoundKind,
    in_turn: bool,
    /// By seat; nothing where the turn is lost.
    turns: Vec<Option<PlannedTurn>>,
    /// Options that are one with another after it.
    merged: Option<(usize, usize)>,
}

/// A turn, with options, claims and terms by their keys.
#[derive(Clone, Debug)]
struct PlannedTurn {
    option: Option<usize>,
    /// Whether an option that is on the ballot is put in other words, as a headline.
    is_worded: bool,
    guess: usize,
    confidence: Option<u32>,
    others: Vec<(usize, Consent)>,
    ranking: Vec<usize>,
    claims: Vec<usize>,
    acts: Vec<(usize, Act)>,
    terms: Vec<usize>,
    on_terms: Vec<(usize, TermAct)>,
    because: Vec<Moved>,
}

/// What moved somebody.
#[derive(Clone, Copy, Debug)]
enum Moved {
    Claim(usize),
    Source(usize),
    Term(usize),
    Own,
}

/// Names of given options: some are the letters of others.
const NAMES: [[&str; 3]; 4] = [["Alder", "Birch", "Cedar"], ["C", "Rust", "Go"], ["B", "C", "A"], ["Name 0", "D", "e"]];

/// Options, claims and terms of a plan.
const OPTIONS: usize = 5;
const CLAIMS: usize = 7;
const TERMS: usize = 3;
/// Lowest, best, highest, and how sure.
const GUESSES: [(f64, f64, f64, f64); 6] = [
    (80.0, 100.0, 130.0, 0.8),
    (70.0, 105.0, 160.0, 0.9),
    (90.0, 110.0, 120.0, 0.5),
    (100.0, 160.0, 300.0, 0.8),
    (300.0, 400.0, 600.0, 0.6),
    (104.0, 105.0, 106.0, 0.8),
];

impl Kinds {
    fn given(self) -> usize {
        match self {
            Kinds::YesNo => 2,
            Kinds::Choice => 3,
            Kinds::Open | Kinds::Estimate => 0,
        }
    }
}

/// A claim with its source, each of another worth.
fn made(key: usize) -> (Turn, Claim) {
    let text = format!("Part {key} weighs {} grams", key * 37 + 11);
    let none = || (Turn::default(), claim(Label::Fact, &text, None));
    let linked = || links(Turn::default(), &text, &format!("Scale {key}"));
    match key {
        0 | 1 => (linked(), Claim { cites: vec![key as u32 + 1], ..claim(Label::Fact, &text, None) }),
        2 => (Turn::default(), claim(Label::Infer, &text, Some(Kind::Logical))),
        3 => (Turn::default(), claim(Label::Assume, &text, None)),
        4 => (Turn::default(), claim(Label::Fact, "12 × 30 = 360 hours are saved", None)),
        5 => (Turn::default(), Claim { standing: Some(Standing::Reported), ..none().1 }),
        _ => none(),
    }
}

/// A plan that is played: the debate, and who and what its names and letters stand for.
pub(super) struct Made {
    pub(super) scene: TestDebate,
    /// The key of the option of each letter.
    pub(super) keys: Vec<usize>,
    /// Where in the log each round ends, grouping included.
    pub(super) ends: Vec<usize>,
}

impl Made {
    /// Plays a plan with seats and given options in this order. Names tell seats of the plan: `p0`.
    pub(super) fn of(plan: &Plan, order: &[usize], given: &[usize]) -> Made {
        let seat = |at: &usize| {
            let Seat { family, role } = &plan.seats[*at];
            Participant { role: *role, ..participant(&name(*at), &format!("family-{family}")) }
        };
        let names = || given.iter().map(|it| plan.names[*it].to_owned());
        let ballot = match plan.ballot {
            Kinds::YesNo => Ballot::YesNo,
            Kinds::Choice => Ballot::Choice { options: names().collect() },
            Kinds::Open => Ballot::Open,
            Kinds::Estimate => Ballot::Estimate { unit: "days".to_owned() },
        };
        let scene = TestDebate::of("Which one?", Some(ballot), order.iter().map(seat).collect(), plan.rules.clone());
        let mut made = Made { scene, keys: given[..plan.ballot.given()].to_vec(), ends: Vec::new() };
        plan.rounds.iter().for_each(|it| made.play(plan, order, it));
        made.scene = made.scene.closed(Reason::RoundCap);
        made
    }

    fn play(&mut self, plan: &Plan, order: &[usize], round: &Played) {
        let scene = std::mem::replace(&mut self.scene, TestDebate::new(2, Rules::default()));
        self.scene = scene.played(round.in_turn, round.kind, []);
        let mut new: Vec<(usize, usize)> = Vec::new();
        for seat in order {
            let by = Name::from(name(*seat).as_str());
            let Some(said) = &round.turns[*seat] else {
                self.scene.fails(by);
                continue;
            };
            let is_arguing = self.scene.debate.is_arguing(&by) && round.kind != RoundKind::Ballot;
            let (turn, headline) = self.turn(plan, said, is_arguing, round.kind);
            new.extend(headline.map(|key| (key, *seat)));
            self.scene.says(by, turn);
        }
        self.group(&new, round.merged);
        self.ends.push(self.scene.log.len());
        self.scene.watch();
    }

    fn letter(&self, key: usize) -> Option<Letter> {
        self.keys.iter().position(|it| *it == key).map(|it| self.scene.debate.letter(it))
    }

    /// The headlines of a round get their options, those that are new in the order of their first holders.
    fn group(&mut self, new: &[(usize, usize)], merged: Option<(usize, usize)>) {
        for (key, _) in new {
            if self.letter(*key).is_none() {
                self.keys.push(*key);
            }
        }
        let debate = &self.scene.debate;
        let pair = merged.and_then(|(one, into)| Some((self.letter(one)?, self.letter(into)?)));
        let is_live = |it: Letter| debate.option(it).is_none_or(|it| it.merged.is_none());
        let pair = pair.filter(|(one, into)| one != into && is_live(*one) && is_live(*into));
        if new.is_empty() && pair.is_none() {
            return;
        }
        let option = |(place, key): (usize, &usize)| Grouped {
            letter: debate.letter(place),
            headline: format!("Option {key}"),
            held_by: new.iter().filter(|(it, _)| it == key).map(|(_, seat)| name(*seat).as_str().into()).collect(),
        };
        let options = self.keys.iter().enumerate().map(option).collect();
        self.scene.group(options, pair.map(|(option, into)| Merged { option, into }).into_iter().collect());
    }

    /// A turn, and the key of its headline where it casts one.
    fn turn(&self, plan: &Plan, said: &PlannedTurn, is_arguing: bool, kind: RoundKind) -> (Turn, Option<usize>) {
        let registry = &self.scene.debate.registry;
        let id = |letter: char, place: Option<usize>| place.map(|it| format!("{letter}{}", it + 1));
        let text = |key: usize| made(key).1.text;
        let claim_id = |key: usize| id('C', registry.claims.iter().position(|it| it.text == text(key)));
        let source = |key: usize| registry.evidence.iter().position(|it| it.title == format!("Scale {key}"));
        let term_id = |key: usize| id('T', registry.terms.iter().position(|it| it.text == term(key)));
        let mut turn = holds_back(0.5);
        turn.confidence = None;
        for key in &said.claims {
            let (with, it) = made(*key);
            turn.references
                .extend(with.references.into_iter().map(|it| debate::Reference { number: *key as u32 + 1, ..it }));
            turn.claims.push(it);
        }
        let moved = |(key, act): &(usize, Act)| {
            Some(ClaimMove {
                claim: claim_id(*key)?,
                act: *act,
                why: None,
                assessment: None,
                counter: None,
                synthesis: None,
            })
        };
        turn.moves = said.acts.iter().filter_map(moved).collect();
        if is_arguing {
            return (turn, None);
        }
        turn.terms = said.terms.iter().map(|it| term(*it)).collect();
        let on_term = |(key, act): &(usize, TermAct)| Some(TermMove { term: term_id(*key)?, act: *act, why: None });
        turn.on_terms = said.on_terms.iter().filter_map(on_term).collect();
        for reason in &said.because {
            let named = match reason {
                Moved::Claim(key) => claim_id(*key),
                Moved::Source(key) => id('E', source(*key)),
                Moved::Term(key) => term_id(*key),
                Moved::Own => {
                    turn = by_itself(turn);
                    None
                }
            };
            turn.because.extend(named.map(|it| Because { id: Some(it), why: None }));
        }
        turn.confidence = said.confidence.map(|it| f64::from(it) / 100.0);
        let (cast, headline) = self.cast(plan, said);
        if let Some(Cast::Estimate(it)) = &cast {
            turn.confidence = Some(it.sure);
        }
        let own = said.option.and_then(|it| self.letter(it)).map(|it| self.scene.debate.resolved(it));
        let letters = |key: usize| self.letter(key).filter(|it| Some(self.scene.debate.resolved(*it)) != own);
        let stands =
            |(key, stand): &(usize, Consent)| Some(OnOption { option: letters(*key)?, stand: *stand, why: None });
        if kind != RoundKind::Ballot {
            turn.others = said.others.iter().filter_map(stands).collect();
        }
        turn.ranking = said.ranking.iter().filter_map(|it| self.letter(*it)).collect();
        let turn = match cast {
            Some(cast) => {
                Turn { ballot: Some(cast.clone()), position: casts(cast, "It is held.", 0.5).position, ..turn }
            }
            None => turn,
        };
        (turn, headline)
    }

    fn cast(&self, plan: &Plan, said: &PlannedTurn) -> (Option<Cast>, Option<usize>) {
        let Some(key) = said.option else { return (None, None) };
        if plan.ballot == Kinds::Estimate {
            let (lowest, best, highest, sure) = GUESSES[said.guess];
            return (Some(Cast::Estimate(Estimate { lowest, highest, best, sure, counted: None })), None);
        }
        match self.letter(key).filter(|_| !said.is_worded) {
            Some(letter) => (Some(Cast::Option(letter)), None),
            None => (Some(Cast::Headline(format!("Option {key}, in words"))), Some(key)),
        }
    }
}

fn name(seat: usize) -> String {
    format!("p{seat}")
}

fn term(key: usize) -> String {
    ["One day's review first", "A rollback plan", "No more than ten people"][key].to_owned()
}

fn said() -> impl Strategy<Value = PlannedTurn> {
    let option = prop::option::weighted(0.9, prop_oneof![5 => Just(0), 2 => Just(1), 2 => 0..OPTIONS]);
    let confidence = prop::option::weighted(0.9, prop::sample::select(vec![55, 70, 80, 85, 90, 95]));
    let consent = prop::sample::select(Consent::ALL.to_vec());
    let others = prop::collection::btree_map(0..OPTIONS, consent, 0..3).prop_map(|it| it.into_iter().collect());
    let ranking = prop_oneof![2 => Just(Vec::new()), 1 => Just((0..OPTIONS).collect::<Vec<_>>()).prop_shuffle()];
    let acts = prop::collection::vec((0..CLAIMS, prop::sample::select(Act::ALL.to_vec())), 0..2);
    let on_terms = prop::collection::vec((0..TERMS, prop::sample::select(TermAct::ALL.to_vec())), 0..2);
    let reason = prop_oneof![
        4 => (0..CLAIMS).prop_map(Moved::Claim),
        1 => (0..2_usize).prop_map(Moved::Source),
        1 => (0..TERMS).prop_map(Moved::Term),
        1 => Just(Moved::Own),
    ];
    let keys = |most, up_to| prop::collection::btree_set(0..most, 0..up_to).prop_map(|it| it.into_iter().collect());
    let cast = (option, prop::bool::weighted(0.2), 0..GUESSES.len(), confidence);
    let given = (others, ranking, keys(CLAIMS, 3), acts);
    let rest = (keys(TERMS, 3), on_terms, prop::collection::vec(reason, 0..3));
    (cast, given, rest).prop_map(
        |((option, is_worded, guess, confidence), (others, ranking, claims, acts), (terms, on_terms, because))| {
            PlannedTurn {
                option,
                is_worded,
                guess,
                confidence,
                others,
                ranking,
                claims,
                acts,
                terms,
                on_terms,
                because,
            }
        },
    )
}

fn round(seats: usize, kind: RoundKind) -> impl Strategy<Value = Played> {
    let turns = prop::collection::vec(prop::option::weighted(0.93, said()), seats);
    let merged = prop::option::weighted(0.15, (0..OPTIONS, 0..OPTIONS));
    (turns, merged, prop::bool::weighted(0.25)).prop_map(move |(turns, merged, in_turn)| Played {
        kind,
        in_turn: in_turn && kind != RoundKind::Ballot,
        turns,
        merged,
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let algorithm = prop::sample::select(Algorithm::ALL.to_vec());
    let decide = prop_oneof![2 => Just(Decide::Guarded), 1 => prop::sample::select(Decide::ALL.to_vec())];
    (algorithm, decide, prop::bool::weighted(0.2), prop::bool::weighted(0.2)).prop_map(
        |(algorithm, decide, high_stakes, gate)| {
            let evidence = Some(EvidencePolicy { gate, ..EvidencePolicy::default() });
            Rules { algorithm, decide, high_stakes, evidence, ..Rules::default() }
        },
    )
}

/// A debate of any kind of ballot, with sides that were given or without, of two to five seats and one to four rounds.
pub(super) fn plans() -> impl Strategy<Value = Plan> {
    let ballot = prop::sample::select(vec![Kinds::YesNo, Kinds::Choice, Kinds::Open, Kinds::Estimate]);
    let usual = prop_oneof![4 => Just(RoundKind::Usual), 1 => Just(RoundKind::Objection)];
    let ballot = (ballot, prop::sample::select(NAMES.to_vec()));
    let shape = (ballot, 2..=5_usize, prop::collection::vec(usual, 0..4), prop::bool::weighted(0.3), any::<bool>());
    (shape, rules()).prop_flat_map(|(((ballot, names), seats, kinds, has_sides, is_closed), rules)| {
        let kinds: Vec<RoundKind> = std::iter::once(RoundKind::Usual).chain(kinds).collect();
        let closing = (is_closed || has_sides).then_some(RoundKind::Ballot);
        let rounds: Vec<_> = kinds.into_iter().chain(closing).map(|kind| round(seats, kind)).collect();
        let roles = [Role::Primary, Role::Opposition, Role::Evaluator, Role::Red, Role::Judge];
        let role = move |at: usize| has_sides.then(|| roles[at]);
        let seat = move |at: usize| (0..3_usize).prop_map(move |family| Seat { family, role: role(at) });
        let all: Vec<_> = (0..seats).map(seat).collect();
        (all, rounds).prop_map(move |(seats, rounds)| Plan { ballot, names, seats, rules: rules.clone(), rounds })
    })
}
