//! The ballot of a request (B-01). Errors name the request's fields.
use super::Start;
use crate::planner::InvalidRequest;
use crate::responses::words::name;
use debate::ballot::BallotError;
use debate::{Ballot, ClosingBallot};

/// The kinds of ballots, as requests name them.
pub const BALLOTS: [&str; 4] = ["yes_no", "choice", "estimate", "open"];

/// The origin of a debate's ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotFrom {
    /// The request gives it.
    Request,
    /// It is derived from the topic.
    Topic,
}

impl BallotFrom {
    /// The name in responses.
    pub fn as_str(self) -> &'static str {
        match self {
            BallotFrom::Request => "request",
            BallotFrom::Topic => "topic",
        }
    }
}

impl Start {
    /// Whether the request gives a ballot or leaves it to the topic.
    pub fn ballot_from(&self) -> BallotFrom {
        let is_given = self.ballot.is_some() || self.options.is_some() || self.unit.is_some();
        if is_given { BallotFrom::Request } else { BallotFrom::Topic }
    }

    /// The ballot of the request; none if it is to be derived from the topic.
    pub fn given_ballot(&self) -> Result<Option<Ballot>, InvalidRequest> {
        let refused = |why: String| Err(InvalidRequest(why));
        let implied = match (&self.options, &self.unit) {
            (None, None) => None,
            (Some(_), None) => Some("choice"),
            (None, Some(_)) => Some("estimate"),
            (Some(_), Some(_)) => {
                return refused("`options` make it a choice and `unit` an estimate; leave one of them out".to_owned());
            }
        };
        let kind = match (self.ballot.as_deref(), implied) {
            (None, implied) => implied,
            (Some(kind), _) if !BALLOTS.contains(&kind) => {
                return refused(format!("`ballot` is {}; choose one of {}", name(kind), BALLOTS.join(", ")));
            }
            (Some(kind), Some(implied)) if kind != implied => {
                let field = if implied == "choice" { "options" } else { "unit" };
                return refused(format!(
                    "`ballot` is `{kind}`, which takes no `{field}`; leave `{field}` out, or choose `{implied}`"
                ));
            }
            (Some(kind), _) => Some(kind),
        };
        match kind {
            None => Ok(None),
            Some("yes_no") => Ok(Some(Ballot::YesNo)),
            Some("choice") => {
                Ballot::choice(self.options.iter().flatten().map(String::as_str)).map(Some).map_err(invalid)
            }
            Some("estimate") => Ballot::estimate(self.unit.as_deref().unwrap_or_default()).map(Some).map_err(invalid),
            Some(_) => Ok(Some(Ballot::Open)),
        }
    }
}

impl Start {
    /// The condition for closing ballots; none if the settings decide.
    pub fn given_closing(&self) -> Result<Option<ClosingBallot>, InvalidRequest> {
        let Some(word) = self.closing_ballot.as_deref() else { return Ok(None) };
        let known = ClosingBallot::ALL.into_iter().find(|it| it.as_str() == word);
        let all = ClosingBallot::ALL.map(ClosingBallot::as_str).join(", ");
        known
            .map(Some)
            .ok_or_else(|| InvalidRequest(format!("`closing_ballot` is {}; choose one of {all}", name(word))))
    }
}

/// The error for unusable options, without advice for the command line.
fn invalid(error: BallotError) -> InvalidRequest {
    let most = Ballot::MOST_OPTIONS;
    InvalidRequest(match error {
        BallotError::TooFew(found) => format!("a choice needs 2 to {most} `options`, this one has {found}"),
        BallotError::TooMany { found } => format!("a choice has at most {most} `options`, this one has {found}"),
        BallotError::Twice(option) => format!("the option {} is listed twice in `options`", name(&option)),
        BallotError::TooLong(option) => {
            format!("the option {} is too long; an option has at most {} characters", name(&option), Ballot::MOST_NAME)
        }
        BallotError::LongUnit(unit) => {
            format!("the unit {} is too long; a unit has at most {} characters", name(&unit), Ballot::MOST_NAME)
        }
        BallotError::Reserved(option) => {
            format!("{} can't be the name of an option: it is a word of the ballot itself", name(&option))
        }
        BallotError::NoUnit => "an estimate needs a `unit`, such as `person-days`".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(ballot: Option<&str>, options: &[&str], unit: Option<&str>) -> Start {
        let options: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
        let options = (!options.is_empty()).then_some(options);
        Start { ballot: ballot.map(str::to_owned), options, unit: unit.map(str::to_owned), ..Start::default() }
    }

    /// B-01: a request can name each kind; options or a unit alone imply theirs; without any of these the topic decides.
    #[test]
    fn every_ballot_can_be_asked_for() {
        let choice = Ballot::choice(["Alder", "Birch"]).unwrap();
        let days = Ballot::estimate("days").unwrap();
        for (request, ballot) in [
            (start(None, &[], None), None),
            (start(Some("yes_no"), &[], None), Some(Ballot::YesNo)),
            (start(Some("open"), &[], None), Some(Ballot::Open)),
            (start(Some("choice"), &["Alder", "Birch"], None), Some(choice.clone())),
            (start(None, &["Alder", "Birch"], None), Some(choice)),
            (start(Some("estimate"), &[], Some("days")), Some(days.clone())),
            (start(None, &[], Some("days")), Some(days)),
        ] {
            let from = if ballot.is_some() { BallotFrom::Request } else { BallotFrom::Topic };
            assert_eq!((request.given_ballot(), request.ballot_from()), (Ok(ballot), from), "{request:?}");
        }
    }

    /// B-01, I-13: errors on invalid ballots name the request's fields and shorten long values.
    #[test]
    fn what_is_no_ballot_is_refused() {
        let long = "x".repeat(10_000);
        let many: Vec<String> = (0..13).map(|it| format!("option {it}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (request, said) in [
            (start(Some("maybe"), &[], None), "`ballot` is `maybe`; choose one of yes_no, choice, estimate, open"),
            (start(Some("choice"), &[], None), "a choice needs 2 to 12 `options`, this one has 0"),
            (start(None, &["Alder", " "], None), "a choice needs 2 to 12 `options`, this one has 1"),
            (
                Start { options: Some(Vec::new()), ..Start::default() },
                "a choice needs 2 to 12 `options`, this one has 0",
            ),
            (start(None, &["Straße", "STRASSE"], None), "the option `STRASSE` is listed twice"),
            (start(None, &["Alder", "none of these."], None), "`none of these.` can't be the name of an option"),
            (start(None, &many, None), "at most 12 `options`, this one has 13"),
            (start(None, &["Alder", "alder"], None), "the option `alder` is listed twice"),
            (start(None, &["Alder", "New"], None), "`New` can't be the name of an option"),
            (start(None, &["Alder", &long], None), "is too long; an option has at most 80 characters"),
            (start(Some("estimate"), &[], None), "an estimate needs a `unit`"),
            (start(None, &[], Some(&long)), "is too long; a unit has at most 80 characters"),
            (start(Some("open"), &["Alder", "Birch"], None), "`ballot` is `open`, which takes no `options`"),
            (start(Some("yes_no"), &[], Some("days")), "`ballot` is `yes_no`, which takes no `unit`"),
            (start(None, &["Alder", "Birch"], Some("days")), "leave one of them out"),
            (start(Some(&long), &[], None), "choose one of yes_no"),
        ] {
            let refused = request.given_ballot().unwrap_err().0;
            assert!(refused.contains(said), "{refused}");
            assert!(refused.len() < 200 && !refused.contains("--"), "{refused}");
        }
    }
}
