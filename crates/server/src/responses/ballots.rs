//! Ballots in responses: the debate's ballot, the ballot of a turn, and its reasons (B-01 … B-06, B-13).
use analysis::decision::verdict::{Change, figures, held};
use debate::ballot::{self, Cast, OnOption, TermMove};
use debate::{Debate, Letter, Spoken};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// A debate's ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct Ballot {
    /// Its kind: `yes_no`, `choice`, `estimate` or `open`.
    pub kind: &'static str,
    /// The options that are on it from the start.
    pub options: Vec<String>,
    /// The unit of an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub unit: Option<String>,
}

impl Ballot {
    /// The ballot of a debate.
    pub fn of(it: &debate::Ballot) -> Ballot {
        Ballot { kind: it.kind(), options: it.given(), unit: it.unit().map(str::to_owned) }
    }

    /// As text.
    pub fn told(&self) -> String {
        match (self.kind, &self.unit) {
            (_, Some(unit)) => format!("an estimate in {unit}"),
            ("yes_no", None) => "yes or no".to_owned(),
            ("choice", None) => format!("one of {}", self.options.join(" · ")),
            (_, None) => "open (the participants propose the options)".to_owned(),
        }
    }
}

/// The ballot of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CastBallot {
    /// The letter of the option; absent of an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The option as text, or the best guess with its unit.
    pub holds: String,
    /// The headline it gave, where that is in other words than the option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

/// An estimate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// The lowest plausible value.
    pub lowest: f64,
    /// The highest plausible value.
    pub highest: f64,
    /// The best guess.
    pub best: f64,
    /// The probability that the true value is between, 0 to 1.
    pub sure: f64,
    /// The unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

impl Estimate {
    pub(super) fn of(it: &ballot::Estimate) -> Estimate {
        let ballot::Estimate { lowest, highest, best, sure, counted } = it.clone();
        Estimate { lowest, highest, best, sure, counted }
    }

    fn range(&self) -> String {
        let counted = self.counted.as_ref().map(|it| format!("; counted in: {it}")).unwrap_or_default();
        let [lowest, _, highest] = figures([self.lowest, self.best, self.highest]);
        format!(" ({lowest} to {highest}, {:.2} sure{counted})", self.sure)
    }
}

impl CastBallot {
    /// The ballot that a turn casts, with the options as of that round; none if it casts no ballot.
    pub(super) fn of(debate: &Debate, round: u32, spoken: &Spoken) -> Option<CastBallot> {
        let then = debate.held_after(spoken, round)?;
        let mut holds = held(debate, then);
        if let Some(Cast::Estimate(it)) = &spoken.turn.ballot {
            let unit = debate.ballot.as_ref().and_then(debate::Ballot::unit).unwrap_or_default();
            let [_, best, _] = figures([it.lowest, it.best, it.highest]);
            holds = format!("{best} {unit}");
        }
        let (headline, estimate) = match spoken.turn.ballot.as_ref()? {
            Cast::Headline(headline) => (Some(headline.clone()).filter(|it| *it != holds), None),
            Cast::Estimate(it) => (None, Some(Estimate::of(it))),
            Cast::Option(_) => (None, None),
        };
        let option = then.option().map(|it| it.to_string());
        Some(CastBallot { option, holds, headline, estimate })
    }

    /// As text.
    pub(super) fn told(&self) -> String {
        let letter = self.option.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
        let own = self.headline.as_ref().map(|it| format!(" (in its own words: {it})")).unwrap_or_default();
        let range = self.estimate.as_ref().map(Estimate::range).unwrap_or_default();
        format!("{letter}{}{own}{range}", self.holds)
    }
}

/// A vote on another option (B-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OnOther {
    /// The letter of the option.
    pub option: String,
    /// The option's headline.
    pub headline: String,
    /// Whether it would act on it: same, minor (it would sign, with a reservation) or blocker (it would not).
    pub stand: &'static str,
    /// The reservation, or what would have to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl OnOther {
    pub(super) fn of(debate: &Debate, it: &OnOption) -> OnOther {
        OnOther {
            option: it.option.to_string(),
            headline: headline(debate, it.option),
            stand: it.stand.as_str(),
            why: it.why.clone(),
        }
    }

    pub(super) fn told(&self) -> String {
        let why = self.why.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        format!("{} {}: {}{why}", self.option, self.headline, self.stand)
    }
}

/// The headline of an option.
pub(super) fn headline(debate: &Debate, letter: Letter) -> String {
    debate.headline(letter).unwrap_or_default().to_owned()
}

/// An action on an earlier term (B-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OnTerm {
    /// The term's id, `T1`.
    pub term: String,
    /// The action: adopt, oppose or withdraw.
    pub act: &'static str,
    /// On what grounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl OnTerm {
    pub(super) fn of(it: &TermMove) -> OnTerm {
        OnTerm { term: it.term.clone(), act: it.act.as_str(), why: it.why.clone() }
    }

    pub(super) fn told(&self) -> String {
        let why = self.why.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        format!("{} {}{why}", self.act, self.term)
    }
}

/// A reason for a changed ballot (B-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Because {
    /// The claim, term or source: `C3`, `T1`, `E2`; absent for a reason of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Because {
    pub(super) fn of(it: &ballot::Because) -> Because {
        Because { id: it.id.clone(), why: it.why.clone() }
    }

    pub(super) fn told(&self) -> String {
        match (&self.id, &self.why) {
            (Some(id), Some(why)) => format!("{id} ({why})"),
            (Some(one), None) | (None, Some(one)) => one.clone(),
            (None, None) => "no reason given".to_owned(),
        }
    }
}

/// A changed ballot (B-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Changed {
    /// In which round.
    pub round: u32,
    /// The previous option.
    pub from: String,
    /// The new option.
    pub to: String,
    /// The reasons given.
    pub because: Vec<Because>,
    /// Whether new or verified evidence carried the change; if not, it yielded.
    pub is_carried: bool,
    /// Ids of the evidence that carried it.
    pub carried_by: Vec<String>,
}

impl Changed {
    pub(super) fn of(it: &Change) -> Changed {
        Changed {
            round: it.round,
            from: it.from.clone(),
            to: it.to.clone(),
            because: it.because.iter().map(Because::of).collect(),
            is_carried: it.is_carried,
            carried_by: it.carried_by.clone(),
        }
    }

    /// As text.
    pub(super) fn told(&self) -> String {
        let Changed { round, from, to, because, is_carried, carried_by } = self;
        let how = match (is_carried, carried_by.as_slice()) {
            (true, []) => "carried".to_owned(),
            (true, ids) => format!("carried by {}", ids.join(", ")),
            (false, _) => "yielded: it names nothing new that rests on more than assertion".to_owned(),
        };
        let because: Vec<String> = because.iter().map(Because::told).collect();
        let because = if because.is_empty() { "no reason given".to_owned() } else { because.join("; ") };
        format!("from “{from}” to “{to}” in round {round} ({how}); because: {because}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B-01: a ballot has the same wording here as everywhere else.
    #[test]
    fn a_ballot_is_told_as_everywhere() {
        let choice = debate::Ballot::choice(["Alder", "Birch"]).unwrap();
        let days = debate::Ballot::estimate("days").unwrap();
        for ballot in [debate::Ballot::YesNo, choice, days, debate::Ballot::Open] {
            assert_eq!(Ballot::of(&ballot).told(), ballot.to_string());
        }
    }
}
