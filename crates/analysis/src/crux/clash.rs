//! Judges a clash without a model (P-30, P-31): four conditions, checked on both sides' statements.
//!
//! *Opposed*: their last statements or takes are opposed, or they address each other by name without agreeing. *Engaged*: at least two
//! rebuttals refer to the other's statements. *Same claim*: they share more than the words of the topic, or both address an aspect that is
//! itself a claim. *Relevant*: it concerns the topic. The crux question is that aspect, or the sharpest claim of one side that the other
//! opposes. Not here: comparing texts, and a model's judgement.
use super::dispute::opposite_belief;
use super::subject::subject;
use super::{agreement, phrase, room_statements};
use crate::crux::thresholds::{
    ADDRESSED_WORDS, CLAIM_SHARE, CLAIM_SIMILAR, CLAIM_WORDS, ENGAGED_REBUTTALS, ENGAGED_WORDS, QUESTION_WORDS,
    TAKEN_UP,
};
use debate::event::{Parts, Stage};
use debate::state::Room;
use debate::text::uncited;
use debate::{Debate, Name, Relation};
use prose::lexical;
use prose::opposition::parsed_question::ParsedQuestion;
use prose::opposition::parsed_text::NEGATIONS;
use prose::opposition::{Sign, cause, contested};
use prose::relation;
use prose::thresholds::MOST_SENTENCES;
use prose::words;
use std::collections::BTreeSet;

/// Words that address the other side.
const TURNS: &[&str] =
    &["but", "however", "yet", "disagree", "wrong", "instead", "though", "although", "claim", "argue"];

/// Words of concession.
const GRANTS: &[&str] = &["agree", "agreed", "concede", "granted", "right"];

/// The texts of a clash to compare: last statements, takes, and the two closest sentences.
pub fn clash_pairs(debate: &Debate, room: &Room) -> Vec<(String, String)> {
    let clash = Clash::of(debate, room);
    let sharpest = clash.sharpest(|_| true).map(|(a, b)| (a.to_owned(), b.to_owned()));
    clash.pairs().into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).chain(sharpest).collect()
}

/// The conditions of a clash, given the relations of its texts, and the crux question.
pub fn parts(debate: &Debate, room: &Room, made: &[Relation]) -> (Parts, String) {
    let clash = Clash::of(debate, room);
    let topic = debate.topic.as_str();
    let sharpest = clash.sharpest(|_| true);
    let pairs = clash.pairs().into_iter().chain(sharpest);
    // Missing comparisons are done by words.
    let read: Vec<Relation> = pairs
        .enumerate()
        .map(|(at, (a, b))| made.get(at).copied().unwrap_or_else(|| relation::lexical(Some(topic), a, b)))
        .collect();
    let is_over = read.first().is_some_and(|it| it.same_point);
    let asked = clash.asked();
    let is_of_one = asked.is_some()
        || sharpest.is_some_and(|(a, b)| clash.are_of_one(a, b) || cause::are_of_one(a, b))
        || clash.common() >= CLAIM_WORDS;
    let quotes = debate.rules.panel.as_ref().is_some_and(|it| it.quote);
    // A participant that only quotes can't comment on the other: the quotations themselves must be opposed.
    let shows = || clash.pairs().iter().any(|(a, b)| contested(None, a, b).is_some());
    // From revision 1 on, opposite beliefs behind both takes count as opposition too.
    let speak = (read.iter().any(|it| it.opposed) || clash.is_addressed()) && (!quotes || shows());
    // Where only beliefs are opposed, the question is about them: what was said may be of something else.
    let believed = Some(()).filter(|()| clash.is_revised && !is_over && !speak);
    let believed = believed.and_then(|()| opposite_belief(debate, room.round, &room.a, &room.b));
    let opposed = !is_over && (speak || believed.is_some());
    let same_claim = is_of_one || read.iter().any(|it| it.similarity >= CLAIM_SIMILAR);
    // A participant that only quotes can't reply: a quotation against the same claim counts as engagement.
    let is_quoted = quotes && opposed && same_claim;
    let parts = Parts {
        opposed,
        engaged: Some(clash.rebuttals() >= ENGAGED_REBUTTALS || is_quoted),
        same_claim: Some(same_claim),
        relevant: read.iter().any(|it| it.on_topic) || clash.is_named(),
    };
    let believed = believed.map(|it| phrase::whether(&it));
    (parts, asked.or(believed).unwrap_or_else(|| clash.question()))
}

/// A parsed clash.
struct Clash<'a> {
    /// Stems of the topic: sharing them does not make it one claim.
    debated: BTreeSet<String>,
    topic: &'a str,
    /// The aspect of the takes.
    aspect: Option<&'a str>,
    a: Side<'a>,
    b: Side<'a>,
    /// Statements with their speakers, in order.
    said: Vec<(&'a Name, String)>,
    /// Whether the rules are of revision 1 or later.
    is_revised: bool,
}

/// The statements of one side, without citations.
struct Side<'a> {
    name: &'a Name,
    take: Option<String>,
    said: Option<String>,
}

impl<'a> Side<'a> {
    fn of(debate: &'a Debate, room: &'a Room, name: &'a Name) -> Side<'a> {
        let round = debate.rounds.iter().find(|it| it.number == room.round);
        let take = round.and_then(|it| it.said_by(name)).and_then(|it| it.turn.position.as_deref());
        let said = room_statements::last(room, Stage::Clash, name).map(|it| it.turn.say.as_str());
        let uncited = |it: &str| uncited(it).trim().to_owned();
        Side { name, take: take.map(uncited), said: said.map(uncited) }
    }

    /// Its last statement.
    fn last(&self) -> Option<&str> {
        self.said.as_deref().or(self.take.as_deref())
    }

    /// Its sentences, those of the last statement first.
    fn sentences(&self) -> Vec<&str> {
        let texts = self.said.iter().chain(&self.take);
        texts
            .flat_map(|it| phrase::sentences(it))
            .filter(|it| words::of(it).len() <= QUESTION_WORDS)
            .take(MOST_SENTENCES)
            .collect()
    }

    /// Whether it covers enough of the question.
    fn takes_up(&self, asked: &BTreeSet<String>) -> bool {
        let texts = self.said.iter().chain(&self.take);
        let spoken: BTreeSet<String> = texts.flat_map(|it| subject(it)).collect();
        asked.intersection(&spoken).count() as f64 >= TAKEN_UP * asked.len() as f64
    }
}

impl<'a> Clash<'a> {
    fn of(debate: &'a Debate, room: &'a Room) -> Clash<'a> {
        let topic = debate.topic.as_str();
        let mut debated = subject(topic);
        let aspect = debate.rounds.iter().find(|it| it.number == room.round).and_then(|it| it.focus.as_deref());
        debated.extend(aspect.map(subject).unwrap_or_default());
        let said = room.at(Stage::Clash).map(|it| (&it.by, uncited(&it.turn.say).trim().to_owned())).collect();
        let (a, b) = (Side::of(debate, room, &room.a), Side::of(debate, room, &room.b));
        Clash { debated, topic, aspect, a, b, said, is_revised: agreement::is_revised(debate) }
    }

    /// Pairs of last statements and of takes, without duplicates.
    fn pairs(&self) -> Vec<(&str, &str)> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        let takes = self.a.take.as_deref().zip(self.b.take.as_deref());
        for pair in [self.a.last().zip(self.b.last()), takes].into_iter().flatten() {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        pairs
    }

    /// The number of content words that two texts share beyond the topic.
    fn shared(&self, a: &str, b: &str) -> usize {
        let (a, b) = (subject(a), subject(b));
        a.intersection(&b).filter(|it| !self.debated.contains(*it)).count()
    }

    /// Whether two sentences share enough content words beyond the topic.
    fn are_of_one(&self, a: &str, b: &str) -> bool {
        let own = |it: &str| subject(it).into_iter().filter(|it| !self.debated.contains(it)).count();
        let shorter = own(a).min(own(b));
        shorter > 0 && self.shared(a, b) as f64 >= CLAIM_SHARE * shorter as f64
    }

    /// The two closest sentences that satisfy `will_do`; contradicting ones first.
    fn sharpest(&self, will_do: fn(&str) -> bool) -> Option<(&str, &str)> {
        let (mut ours, mut theirs) = (self.a.sentences(), self.b.sentences());
        ours.retain(|it| will_do(it));
        theirs.retain(|it| will_do(it));
        let (mut best, mut pair) = ((0, 0), None);
        for a in &ours {
            for b in &theirs {
                let shared = self.shared(a, b);
                let is_contrary = match contested(None, a, b) {
                    // The same cause and effect suffice, even if they are words of the topic.
                    Some(Sign::Causes) => true,
                    sign => shared > 0 && sign.is_some(),
                };
                let rank = (usize::from(is_contrary), shared);
                if rank > best {
                    (best, pair) = (rank, Some((*a, *b)));
                }
            }
        }
        pair
    }

    /// The aspect, if it is a yes/no question that both address.
    fn asked(&self) -> Option<String> {
        let aspect = self.aspect.filter(|it| ParsedQuestion::of(it).is_question)?;
        let asked = subject(aspect);
        let is_taken_up = !asked.is_empty() && self.a.takes_up(&asked) && self.b.takes_up(&asked);
        is_taken_up.then(|| debate::text::one_line(aspect))
    }

    /// The crux question, if the aspect is none: what both hold where each makes a claim, otherwise the sharpest claim, the first claim, or the
    /// topic. Panels of revision 0 asked about the claim of one side alone.
    fn question(&self) -> String {
        if self.is_revised
            && let Some((one, other)) = self.both_hold()
        {
            return phrase::either(&one, &other);
        }
        let sharpest = self.sharpest(|it| phrase::claim(it).is_some()).map(|(it, _)| it);
        let first = || self.a.sentences().into_iter().chain(self.b.sentences()).find_map(phrase::claim);
        let claim = sharpest.and_then(phrase::claim).or_else(first);
        let debated =
            || [self.aspect, Some(self.topic)].into_iter().flatten().find(|it| ParsedQuestion::of(it).is_question);
        match (claim, debated()) {
            (Some(claim), _) => phrase::whether(&claim),
            (None, Some(debated)) => debate::text::one_line(debated),
            (None, None) => phrase::whether(self.topic),
        }
    }

    /// A claim of each side: the two closest, otherwise the first of each.
    fn both_hold(&self) -> Option<(String, String)> {
        let sharpest = self.sharpest(|it| phrase::claim(it).is_some());
        let sharpest = sharpest.and_then(|(one, other)| phrase::claim(one).zip(phrase::claim(other)));
        let first = |side: &Side<'_>| side.sentences().into_iter().find_map(phrase::claim);
        let both = sharpest.or_else(|| first(&self.a).zip(first(&self.b)));
        both.filter(|(one, other)| !lexical::same(one, other))
    }

    /// The number of content words that the last statements share beyond the topic.
    fn common(&self) -> usize {
        self.a.last().zip(self.b.last()).map_or(0, |(a, b)| self.shared(a, b))
    }

    /// Whether both last statements name something of the topic.
    fn is_named(&self) -> bool {
        let names = |it: Option<&str>| it.is_some_and(|it| !subject(it).is_disjoint(&self.debated));
        names(self.a.last()) && names(self.b.last())
    }

    /// Whether they address each other by name, or one does and refers to much of the other's statements; not if it concedes something.
    fn is_addressed(&self) -> bool {
        let turns = |from: &Side<'_>, to: &Side<'_>| {
            let said = from.said.as_deref().map(words::of).unwrap_or_default();
            names(&said, to.name) && !said.iter().any(|it| GRANTS.contains(&it.as_str()))
        };
        let (there, back) = (turns(&self.a, &self.b), turns(&self.b, &self.a));
        (there && back) || ((there || back) && self.common() >= ADDRESSED_WORDS)
    }

    /// The number of rebuttals that refer to the other's earlier statements: by name, by some of its words, by one of them with an
    /// adversative, or by contradiction.
    fn rebuttals(&self) -> usize {
        let takes_up = |at: usize, by: &Name, text: &str| {
            let (own, other) = if by == self.a.name { (&self.a, &self.b) } else { (&self.b, &self.a) };
            let heard = self.said.iter().take(at).rev().find(|(it, _)| *it != own.name).map(|(_, text)| text.as_str());
            let heard = heard.or(other.take.as_deref()).or_else(|| other.last()).unwrap_or_default();
            let shared = self.shared(text, heard);
            let said = words::of(text);
            let turns = || said.iter().any(|it| TURNS.contains(&it.as_str()) || NEGATIONS.contains(&it.as_str()));
            // If the aspect is the claim itself, a contradiction counts although all shared words are of the topic.
            let is_contrary = || contested(None, text, heard) == Some(Sign::Causes);
            names(&said, other.name) || shared >= ENGAGED_WORDS || (shared > 0 && turns()) || is_contrary()
        };
        self.said.iter().enumerate().filter(|(at, (by, text))| takes_up(*at, by, text)).count()
    }
}

/// Whether words contain a name or its last part.
fn names(said: &[String], name: &Name) -> bool {
    let parts = words::of(name.as_str());
    let is_called = |parts: &[String]| !parts.is_empty() && said.windows(parts.len()).any(|it| it == parts);
    let last = parts.last().filter(|it| parts.len() > 1 && !words::is_empty(it));
    is_called(&parts) || last.is_some_and(|it| said.contains(it))
}
