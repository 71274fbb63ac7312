//! A debate with hidden names (D-04): neither names nor order nor self-references reveal a participant's identity.
//!
//! The mask destructures every type that a view could show, so that a new field does not compile until it is handled. Fields that no view
//! shows are dropped. Texts are masked once for all readers; the order is specific to each reader. Not here: assigning aliases
//! (`formats::seating`), which words are identifying (`tells`), and finding them (`scan`).
mod scan;
mod tells;

use crate::ballot::{Because, Cast, Choice, Estimate, OnOption, TermMove};
use crate::chance;
use crate::ids::Name;
use crate::participant::Participant;
use crate::relation::Comparisons;
use crate::state::registry::{ClaimEvent, ClaimRecord, Countered, Critique, Registry, Source, Term, TermTouch};
use crate::state::{
    Account, Chosen, Closed, Continued, Debate, Exchange, Failed, Grouping, GroupthinkSign, Lookups, Panel, Round,
    Spoken,
};
use crate::text;
use crate::tool::Use;
use crate::turn::{Claim, ClaimMove, ConfidenceChange, Counter, Question, Reference, Turn, Vulnerability};
use crate::usage::Usage;
use std::borrow::Cow;
use std::collections::BTreeMap;
use tells::Tells;

/// A debate in which everyone has an alias.
#[derive(Clone, Debug)]
pub struct Masked {
    debate: Debate,
}

impl Masked {
    /// Removes every name from fields and texts of a debate.
    pub fn of(debate: &Debate) -> Masked {
        let mask = Mask { names: names(debate), tells: Tells::of(debate) };
        Masked { debate: mask.debate(debate) }
    }

    /// The debate as shown to `reader`: its own seat complete, those of others bare. The turns of a round are in an order specific to
    /// reader and round, and stable whenever the round is shown again (D-35).
    pub fn seen_by(&self, reader: &Participant) -> Debate {
        let mut debate = self.debate.clone();
        let me = reader.known_as();
        for participant in &mut debate.participants {
            participant.perspective = reader.perspective;
            if participant.name == *me {
                let (name, alias) = (participant.name.clone(), participant.alias.clone());
                *participant =
                    Participant { name, alias, model: String::new(), family: String::new(), ..reader.clone() };
            }
        }
        let current = debate.rounds.len().saturating_sub(1);
        for (at, round) in debate.rounds.iter_mut().enumerate() {
            // A current sequential round keeps its order, because ids follow it.
            if round.in_turn && at == current {
                continue;
            }
            let number = round.number.to_string();
            let place = |by: &Name| chance::draw(&[debate.id.as_str(), "order", me.as_str(), &number, by.as_str()]);
            round.spoken.sort_by_cached_key(|it| place(&it.by));
            round.failed.sort_by_cached_key(|it| place(&it.by));
        }
        debate
    }
}

/// The alias of each name.
fn names(debate: &Debate) -> BTreeMap<Name, Name> {
    debate.participants.iter().map(|it| (it.name.clone(), it.known_as().clone())).collect()
}

/// The number of rounds kept whole. Ours: an append-only prompt is compacted long before it holds as many.
const LATEST: usize = 16;

/// Maximum tokens of a text in an older round, above what any view shows. Ours: twice the longest.
const OLD: usize = 80;

/// A round with texts cut to what can still be shown, because every call masks the whole debate.
fn in_brief(round: &Round) -> Round {
    let clipped = |it: &String| text::clip(it, OLD).into_owned();
    let brief = |it: &Spoken| Spoken {
        turn: Turn {
            position: it.turn.position.as_ref().map(clipped),
            reasoning: it.turn.reasoning.as_ref().map(clipped),
            key_points: it.turn.key_points.iter().take(1).map(clipped).collect(),
            confidence: it.turn.confidence,
            ballot: it.turn.ballot.clone(),
            stance: it.turn.stance,
            ..Turn::default()
        },
        by: it.by.clone(),
        flaws: Vec::new(),
        claims: it.claims.clone(),
        terms: it.terms.clone(),
        ..*it
    };
    Round {
        number: round.number,
        in_turn: round.in_turn,
        spoken: round.spoken.iter().map(brief).collect(),
        failed: round.failed.clone(),
        kind: round.kind,
        ..Round::default()
    }
}

struct Mask {
    names: BTreeMap<Name, Name>,
    tells: Tells,
}

impl Mask {
    fn debate(&self, debate: &Debate) -> Debate {
        let mut participants: Vec<Participant> = debate.participants.iter().map(|it| self.participant(it)).collect();
        participants.sort_by(|a, b| a.name.cmp(&b.name));
        let seats: BTreeMap<Name, usize> =
            participants.iter().enumerate().map(|(seat, it)| (it.name.clone(), seat)).collect();
        let latest = debate.rounds.len().saturating_sub(LATEST);
        let rounds = debate.rounds.iter().enumerate().map(|(at, it)| {
            let round = if at < latest { Cow::Owned(in_brief(it)) } else { Cow::Borrowed(it) };
            self.round(&round, &seats)
        });
        Debate {
            id: debate.id.clone(),
            topic: debate.topic.clone(),
            ballot: debate.ballot.clone(),
            options: debate.options.iter().map(|it| self.choice(it)).collect(),
            mode: debate.mode.clone(),
            participants,
            rules: debate.rules.clone(),
            rehearsal: debate.rehearsal,
            opened_at: debate.opened_at,
            rounds: rounds.collect(),
            registry: self.registry(&debate.registry),
            spent: debate.spent,
            copied: debate.copied,
            dearest: debate.dearest,
            calls: debate.calls,
            elapsed: debate.elapsed,
            next_seq: debate.next_seq,
            closed: debate.closed.as_ref().map(|it| self.closed(it)),
            fork: debate.fork.clone(),
            chosen: debate.chosen.as_ref().map(|it| self.chosen(it)),
            groupthink: debate.groupthink.iter().map(|it| self.seen(it)).collect(),
            watching: None,
            continued: debate.continued.iter().map(|it| self.continued(it)).collect(),
            attached: debate.attached.clone(),
            attached_after: debate.attached_after.clone(),
            lookups: Lookups::default(),
            compared: Comparisons::default(),
            account: Account::default(),
            requests: debate.requests.told(|it| self.text(it), |it| self.name(it)),
            // Panels do not hide names.
            panel: Panel::default(),
        }
    }

    fn name(&self, name: &Name) -> Name {
        self.names.get(name).unwrap_or(name).clone()
    }

    fn names(&self, names: &[Name]) -> Vec<Name> {
        names.iter().map(|it| self.name(it)).collect()
    }

    fn text(&self, text: &str) -> String {
        scan::masked(&self.tells, text)
    }

    fn some(&self, text: &Option<String>) -> Option<String> {
        text.as_deref().map(|it| self.text(it))
    }

    /// A URL; dropped if it contains an identifying word.
    fn address(&self, url: &Option<String>) -> Option<String> {
        url.clone().filter(|it| self.text(it) == *it)
    }

    /// A participant reduced to its alias.
    fn participant(&self, participant: &Participant) -> Participant {
        let name = self.name(&participant.name);
        let alias = participant.alias.clone();
        Participant { alias, ..Participant::new(name, String::new(), String::new(), participant.perspective) }
    }

    fn round(&self, round: &Round, seats: &BTreeMap<Name, usize>) -> Round {
        let Round {
            number,
            in_turn,
            spoken,
            unusable,
            failed,
            kind,
            focus,
            held: _,
            reviews: _,
            used,
            grouping,
            compared: _,
        } = round;
        Round {
            number: *number,
            in_turn: *in_turn,
            spoken: spoken.iter().map(|it| self.spoken(it, seats)).collect(),
            unusable: unusable.iter().map(|(name, flaws)| (self.name(name), flaws.clone())).collect(),
            failed: failed.iter().map(|it| self.failed(it, seats)).collect(),
            kind: *kind,
            focus: self.some(focus),
            held: Vec::new(),
            reviews: Vec::new(),
            used: used.iter().map(|(name, it)| (self.name(name), self.exchanges(it))).collect(),
            grouping: Grouping { by: grouping.by.clone(), ..Grouping::default() },
            compared: Vec::new(),
        }
    }

    fn choice(&self, Choice { headline, since, merged }: &Choice) -> Choice {
        // Given options come from the user, not from a participant.
        let headline = if *since == 0 { headline.clone() } else { self.text(headline) };
        Choice { headline, since: *since, merged: *merged }
    }

    /// Tool uses as far as they are shown; a result may quote a participant.
    fn exchanges(&self, exchanges: &[Exchange]) -> Vec<Exchange> {
        let used = |it: &Use| Use {
            // Providers have characteristic ids.
            id: String::new(),
            arguments: self.text(&text::clip(&it.arguments, OLD)),
            result: self.text(&text::clip(&it.result, OLD)),
            ..it.clone()
        };
        let masked = |it: &Exchange| Exchange {
            text: String::new(),
            uses: it.uses.iter().map(used).collect(),
            spent: Usage::default(),
            dearest: Usage::default(),
            ..*it
        };
        exchanges.iter().map(masked).collect()
    }

    fn spoken(&self, spoken: &Spoken, seats: &BTreeMap<Name, usize>) -> Spoken {
        let Spoken { seat: _, by, turn, flaws, usage: _, took: _, claims, terms, option, is_argued } = spoken;
        let by = self.name(by);
        Spoken {
            seat: seats.get(&by).copied().unwrap_or_default(),
            by,
            turn: self.turn(turn),
            flaws: flaws.clone(),
            usage: Usage::default(),
            took: 0,
            claims: claims.clone(),
            terms: terms.clone(),
            option: *option,
            is_argued: *is_argued,
        }
    }

    fn failed(&self, failed: &Failed, seats: &BTreeMap<Name, usize>) -> Failed {
        let Failed { seat: _, by, why, detail: _ } = failed;
        let by = self.name(by);
        Failed { seat: seats.get(&by).copied().unwrap_or_default(), by, why: *why, detail: String::new() }
    }

    fn turn(&self, turn: &Turn) -> Turn {
        let Turn {
            position,
            reasoning,
            confidence,
            ballot,
            ranking,
            others,
            terms,
            on_terms,
            because,
            would_change,
            claims,
            references,
            key_points,
            confidence_change,
            stance,
            moves,
            vulnerabilities,
            questions,
            needs,
        } = turn;
        let changed = |ConfidenceChange { delta, since, reason }: &ConfidenceChange| ConfidenceChange {
            delta: *delta,
            since: *since,
            reason: self.some(reason),
        };
        Turn {
            position: self.some(position),
            reasoning: self.some(reasoning),
            confidence: *confidence,
            ballot: ballot.as_ref().map(|it| self.cast(it)),
            ranking: ranking.clone(),
            others: others.iter().map(|it| OnOption { why: self.some(&it.why), ..it.clone() }).collect(),
            terms: terms.iter().map(|it| self.text(it)).collect(),
            on_terms: on_terms.iter().map(|it| TermMove { why: self.some(&it.why), ..it.clone() }).collect(),
            because: because.iter().map(|it| Because { why: self.some(&it.why), ..it.clone() }).collect(),
            would_change: self.some(would_change),
            claims: claims.iter().map(|it| self.claim(it)).collect(),
            references: references.iter().map(|it| self.reference(it)).collect(),
            key_points: key_points.iter().map(|it| self.text(it)).collect(),
            confidence_change: confidence_change.as_ref().map(changed),
            stance: *stance,
            moves: moves.iter().map(|it| self.moved(it)).collect(),
            vulnerabilities: vulnerabilities.iter().map(|it| self.vulnerability(it)).collect(),
            questions: questions.iter().map(|it| self.question(it)).collect(),
            needs: needs.iter().map(|it| self.text(it)).collect(),
        }
    }

    fn cast(&self, cast: &Cast) -> Cast {
        match cast {
            Cast::Option(letter) => Cast::Option(*letter),
            Cast::Headline(headline) => Cast::Headline(self.text(headline)),
            Cast::Estimate(it) => Cast::Estimate(Estimate { counted: self.some(&it.counted), ..it.clone() }),
        }
    }

    fn vulnerability(&self, Vulnerability { vulnerability, mitigation }: &Vulnerability) -> Vulnerability {
        Vulnerability { vulnerability: self.text(vulnerability), mitigation: self.some(mitigation) }
    }

    fn question(&self, Question { to, text }: &Question) -> Question {
        Question { to: to.as_ref().map(|it| self.name(it)), text: self.text(text) }
    }

    fn claim(&self, claim: &Claim) -> Claim {
        Claim { text: self.text(&claim.text), ..claim.clone() }
    }

    fn reference(&self, Reference { number, title, url, kind, assigned }: &Reference) -> Reference {
        let (title, url) = (self.text(title), self.address(url));
        Reference { number: *number, title, url, kind: *kind, assigned: *assigned }
    }

    fn moved(&self, ClaimMove { claim, act, why, assessment, counter, synthesis }: &ClaimMove) -> ClaimMove {
        let counter = counter.as_ref().map(|it| Counter { text: self.text(&it.text), ..it.clone() });
        let (why, assessment, synthesis) = (self.some(why), self.some(assessment), self.some(synthesis));
        ClaimMove { claim: claim.clone(), act: *act, why, assessment, counter, synthesis }
    }

    fn critique(&self, Critique { assessment, counter, synthesis }: &Critique) -> Critique {
        let counter = counter.as_ref().map(|it| Countered { text: self.text(&it.text), ..it.clone() });
        Critique { assessment: self.some(assessment), counter, synthesis: self.some(synthesis) }
    }

    fn registry(&self, registry: &Registry) -> Registry {
        let mut masked = registry.clone();
        masked.rename(|it| self.name(it));
        for known in &mut masked.claims {
            let ClaimRecord {
                text,
                label: _,
                by,
                introduced: _,
                touched: _,
                evidence: _,
                touches,
                opposing: _,
                from: _,
                is_assigned: _,
            } = known;
            (*text, *by) = (self.text(text), self.names(by));
            for ClaimEvent {
                round: _,
                by,
                action: _,
                why,
                sources: _,
                is_opened: _,
                rests: _,
                standing: _,
                critique,
            } in touches
            {
                (*by, *why) = (self.name(by), self.some(why));
                *critique = critique.as_ref().map(|it| self.critique(it));
            }
        }
        for source in &mut masked.evidence {
            let Source { title, url, by, found_by, introduced: _, kind: _, gist, rests: _, is_assigned: _, typed: _ } =
                source;
            (*title, *url, *by) = (self.text(title), self.address(url), self.names(by));
            *found_by = found_by.as_ref().map(|it| self.name(it));
            *gist = self.text(gist);
        }
        for Term { text, introduced: _, touches } in &mut masked.terms {
            *text = self.text(text);
            for TermTouch { round: _, by, act: _, why } in touches {
                (*by, *why) = (self.name(by), self.some(why));
            }
        }
        masked
    }

    fn closed(&self, Closed { why, figures, question }: &Closed) -> Closed {
        Closed { why: *why, figures: figures.clone(), question: self.some(question) }
    }

    fn chosen(&self, Chosen { mode, why }: &Chosen) -> Chosen {
        Chosen { mode: mode.clone(), why: self.text(why) }
    }

    fn seen(&self, GroupthinkSign { round, what, signs }: &GroupthinkSign) -> GroupthinkSign {
        GroupthinkSign { round: *round, what: *what, signs: signs.iter().map(|it| self.text(it)).collect() }
    }

    fn continued(&self, Continued { after, said, focus, ended }: &Continued) -> Continued {
        Continued { after: *after, said: self.some(said), focus: self.some(focus), ended: *ended }
    }
}
