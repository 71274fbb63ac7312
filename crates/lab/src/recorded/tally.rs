//! Statistics of a set of recordings: how each exit rule would have ended them, and what the signs of groupthink detect. For decision rules
//! see `decisions`.
use super::decisions::{self, Labelled, Ruled};
use super::stepped::{Recording, Suspicion, Truth};
use crate::variants::percent;
use analysis::measure::mean;
use debate::Algorithm;
use debate::event::{Groupthink, Reason};
use debate::state::FoldError;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The statistics of a set.
#[derive(Debug, Serialize)]
pub struct Tally {
    set: String,
    debates: usize,
    /// Lines that are not debates.
    left_out: usize,
    /// The plain vote, where the correct answer is known.
    votes: Option<Votes>,
    /// Each exit rule, first alone and then with signs of groupthink.
    algorithms: Vec<ExitTally>,
    groupthink: Caught,
    /// Each decision rule, where the correct answer is known.
    decisions: Vec<Ruled>,
    /// Each label, where the correct answer is known.
    labels: Vec<Labelled>,
}

/// The plain vote; a tie counts as wrong.
#[derive(Debug, PartialEq, Serialize)]
struct Votes {
    openings_right: Option<f64>,
    last_right: Option<f64>,
    openings_unanimous: Share,
    openings_unanimous_wrong: Share,
    last_unanimous: Share,
    last_unanimous_wrong: Share,
    /// Debates that are unanimous in their last round and were not in the first: somebody yielded.
    yielded: Share,
    yielded_wrong: Share,
}

/// How an exit rule ends debates.
#[derive(Debug, PartialEq, Serialize)]
struct ExitTally {
    algorithm: &'static str,
    groupthink: Suspicion,
    /// Debates that it ends before the recording ends.
    early: Share,
    /// The mean round after which it ends them.
    mean_round: Option<f64>,
    /// Rounds that are saved, of all.
    saved: Share,
    /// Debates that it ends with a consensus.
    consensus: Share,
    /// How many of these are wrong.
    consensus_wrong: Share,
    /// The share of debates whose answer is correct at their end; a tie counts as wrong.
    right: Option<f64>,
    /// Debates that it ends after the same round as the moderator, or at the end like it.
    with_moderator: Option<Share>,
    /// Debates with an objection round.
    objected: Share,
    /// The reasons, with counts.
    reasons: BTreeMap<&'static str, usize>,
}

/// What the signs of groupthink detect when every round is played.
#[derive(Debug, PartialEq, Serialize)]
struct Caught {
    /// Debates with any sign.
    flagged: Share,
    /// The share among those whose last round is unanimous and wrong.
    of_wrong: Option<Share>,
    /// The share among those whose last round is unanimous and correct.
    of_right: Option<Share>,
    /// The same as `of_wrong`, for signs that call for an objection round.
    grave_of_wrong: Option<Share>,
    /// The same as `of_right`, for signs that call for an objection round.
    grave_of_right: Option<Share>,
    /// In how many debates each sign was seen.
    kinds: BTreeMap<&'static str, usize>,
}

/// A count out of a total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Share {
    count: usize,
    of: usize,
}

impl Share {
    pub(super) fn of<T>(items: impl IntoIterator<Item = T>, is_one: impl Fn(T) -> bool) -> Share {
        let mut share = Share::default();
        for item in items {
            share.of += 1;
            share.count += usize::from(is_one(item));
        }
        share
    }

    pub(super) fn text(self) -> String {
        if self.of == 0 {
            return "none".to_owned();
        }
        format!("{} of {} ({})", self.count, self.of, percent(self.count as f64 / self.of as f64))
    }
}

impl Tally {
    /// Computes the statistics of a set, with `confidence` for every participant.
    pub(crate) fn of(set: &str, all: &[Recording], left_out: usize, confidence: f64) -> Result<Tally, FoldError> {
        let both =
            |it: Algorithm| [Suspicion::Ignored, Suspicion::Watched].map(|how| ExitTally::of(all, it, how, confidence));
        Ok(Tally {
            set: set.to_owned(),
            debates: all.len(),
            left_out,
            votes: Votes::of(all),
            algorithms: Algorithm::ALL.into_iter().flat_map(both).collect::<Result<_, _>>()?,
            groupthink: Caught::of(all, confidence)?,
            decisions: decisions::ruled(all, confidence)?,
            labels: decisions::labelled(all, confidence)?,
        })
    }

    /// As lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |it: String| {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{it}");
        };
        let left_out = if self.left_out > 0 { format!(", {} left out", self.left_out) } else { String::new() };
        line(format!("{}: {} debates{left_out}", self.set, self.debates));
        if let Some(votes) = &self.votes {
            line(format!(
                "  plain vote right         {} openings, {} last round",
                share(votes.openings_right),
                share(votes.last_right)
            ));
            line(format!(
                "  openings unanimous       {}, wrong {}",
                votes.openings_unanimous.text(),
                votes.openings_unanimous_wrong.text()
            ));
            line(format!(
                "  last round unanimous     {}, wrong {}",
                votes.last_unanimous.text(),
                votes.last_unanimous_wrong.text()
            ));
            line(format!("  unanimous by yielding    {}, wrong {}", votes.yielded.text(), votes.yielded_wrong.text()));
        }
        decisions::lines(&self.decisions, &self.labels).into_iter().for_each(&mut line);
        for pair in self.algorithms.chunks(2) {
            pair.iter().take(1).flat_map(ExitTally::lines).for_each(&mut line);
            if let [alone, watched] = pair
                && alone.lines().get(1..) != watched.lines().get(1..)
            {
                watched.lines().into_iter().for_each(&mut line);
            }
        }
        let Caught { flagged, of_wrong, of_right, grave_of_wrong, grave_of_right, kinds } = &self.groupthink;
        line(format!("  groupthink seen          {}", flagged.text()));
        for (name, wrong, right) in [("any sign", of_wrong, of_right), ("a grave sign", grave_of_wrong, grave_of_right)]
        {
            if let (Some(wrong), Some(right)) = (wrong, right) {
                line(format!("    {name:22} {} of wrong unanimity, {} of right", wrong.text(), right.text()));
            }
        }
        for (kind, count) in kinds {
            line(format!("    {kind:22} {count}"));
        }
        text
    }
}

impl Votes {
    fn of(all: &[Recording]) -> Option<Votes> {
        let known: Vec<&Recording> = all.iter().filter(|it| matches!(it.truth, Truth::Answer(_))).collect();
        let last = |it: &Recording| it.rounds.len().saturating_sub(1);
        let is_right = |it: &Recording, round: usize| it.is_right(it.most(round).as_deref()) == Some(true);
        let right =
            |round: fn(&Recording) -> usize| mean(known.iter().map(|it| f64::from(u8::from(is_right(it, round(it))))));
        let share = |is_one: &dyn Fn(&Recording) -> bool, round: &dyn Fn(&Recording) -> usize| {
            let one: Vec<&Recording> = known.iter().copied().filter(|it| is_one(it)).collect();
            let wrong = Share::of(&one, |it| !is_right(it, round(it)));
            (Share { count: one.len(), of: known.len() }, wrong)
        };
        let (openings_unanimous, openings_unanimous_wrong) = share(&|it| it.is_unanimous(0), &|_| 0);
        let (last_unanimous, last_unanimous_wrong) = share(&|it| it.is_unanimous(last(it)), &last);
        let (yielded, yielded_wrong) = share(&|it| !it.is_unanimous(0) && it.is_unanimous(last(it)), &last);
        (!known.is_empty()).then(|| Votes {
            openings_right: right(|_| 0),
            last_right: right(|it| it.rounds.len().saturating_sub(1)),
            openings_unanimous,
            openings_unanimous_wrong,
            last_unanimous,
            last_unanimous_wrong,
            yielded,
            yielded_wrong,
        })
    }
}

impl ExitTally {
    fn of(all: &[Recording], algorithm: Algorithm, how: Suspicion, confidence: f64) -> Result<ExitTally, FoldError> {
        let all_stepped = all.iter().map(|it| Ok((it, it.step(algorithm, how, confidence)?)));
        let all_stepped = all_stepped.collect::<Result<Vec<_>, FoldError>>()?;
        let stops =
            || all_stepped.iter().filter_map(|(it, stepped)| Some((*it, stepped.stop?, stepped.answer.as_deref())));
        let consensus = || stops().filter(|(_, (_, reason), _)| *reason == Reason::Consensus);
        let played: usize =
            all_stepped.iter().map(|(it, stepped)| stepped.stop.map_or(it.rounds.len(), |stop| stop.0)).sum();
        let rounds: usize = all.iter().map(|it| it.rounds.len()).sum();
        let rights: Vec<f64> = all_stepped
            .iter()
            .filter_map(|(it, stepped)| it.is_right(stepped.answer.as_deref()))
            .map(|it| f64::from(u8::from(it)))
            .collect();
        let moderated = all_stepped.iter().filter_map(|(it, stepped)| match it.truth {
            Truth::Enough(enough) => {
                let end = it.rounds.len();
                Some(stepped.stop.map_or(end, |stop| stop.0) == enough.unwrap_or(end))
            }
            Truth::Answer(_) | Truth::Never => None,
        });
        let with_moderator = Share::of(moderated, |it| it);
        let mut reasons = BTreeMap::new();
        stops().for_each(|(_, (_, reason), _)| *reasons.entry(reason.as_str()).or_default() += 1);
        Ok(ExitTally {
            algorithm: algorithm.as_str(),
            groupthink: how,
            early: Share::of(&all_stepped, |(it, stepped)| stepped.stop.is_some_and(|stop| stop.0 < it.rounds.len())),
            mean_round: mean(stops().map(|(_, (round, _), _)| round as f64)),
            saved: Share { count: rounds.saturating_sub(played), of: rounds },
            consensus: Share { count: consensus().count(), of: all.len() },
            consensus_wrong: Share::of(consensus(), |(it, (round, _), answer)| it.is_false(round, answer)),
            right: mean(rights),
            with_moderator: (with_moderator.of > 0).then_some(with_moderator),
            objected: Share::of(&all_stepped, |(_, stepped)| stepped.is_objected),
            reasons,
        })
    }

    /// As lines of text, its name first.
    fn lines(&self) -> Vec<String> {
        let how = match self.groupthink {
            Suspicion::Ignored => "",
            Suspicion::Watched => ", groupthink watched",
        };
        let round = self.mean_round.map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"));
        let (early, saved, consensus) = (self.early.text(), self.saved.text(), self.consensus.text());
        let mut lines = vec![
            format!("  {}{how}", self.algorithm),
            format!("    ends early             {early}, after round {round} in the mean, saves {saved} rounds"),
            format!("    calls consensus        {consensus}, wrong {}", self.consensus_wrong.text()),
        ];
        if self.right.is_some() {
            lines.push(format!("    right where it leaves  {}", share(self.right)));
        }
        if let Some(with) = self.with_moderator {
            lines.push(format!("    leaves with moderator  {}", with.text()));
        }
        if self.objected.count > 0 {
            lines.push(format!("    calls for objections   {}", self.objected.text()));
        }
        let reasons: Vec<String> = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        if !reasons.is_empty() {
            lines.push(format!("    because of             {}", reasons.join(", ")));
        }
        lines
    }
}

impl Caught {
    fn of(all: &[Recording], confidence: f64) -> Result<Caught, FoldError> {
        let mut seen: Vec<(&Recording, Vec<Groupthink>)> = Vec::new();
        for recording in all {
            seen.push((recording, recording.step(Algorithm::FixedRounds, Suspicion::Watched, confidence)?.seen));
        }
        let ending = |is_right: bool| {
            let last = |it: &Recording| it.rounds.len().saturating_sub(1);
            seen.iter().filter(move |(it, _)| {
                it.is_unanimous(last(it)) && it.is_right(it.most(last(it)).as_deref()) == Some(is_right)
            })
        };
        let is_known = all.iter().any(|it| matches!(it.truth, Truth::Answer(_)));
        let any = |(_, seen): &(&Recording, Vec<Groupthink>)| !seen.is_empty();
        let grave = |(_, seen): &(&Recording, Vec<Groupthink>)| seen.iter().any(|it| it.is_grave());
        let mut kinds = BTreeMap::new();
        for kind in [Groupthink::Light, Groupthink::Stagnation, Groupthink::EarlyConvergence] {
            let count = seen.iter().filter(|(_, seen)| seen.contains(&kind)).count();
            if count > 0 {
                kinds.insert(kind.as_str(), count);
            }
        }
        Ok(Caught {
            flagged: Share::of(&seen, any),
            of_wrong: is_known.then(|| Share::of(ending(false), any)),
            of_right: is_known.then(|| Share::of(ending(true), any)),
            grave_of_wrong: is_known.then(|| Share::of(ending(false), grave)),
            grave_of_right: is_known.then(|| Share::of(ending(true), grave)),
            kinds,
        })
    }
}

pub(super) fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |it| format!("{:.1}%", it * 100.0))
}
