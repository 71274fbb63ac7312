//! Where a participant stands after a turn: its ballot and confidence, or the side that it argues.
use super::Transcript;
use analysis::decision::verdict::figures;
use debate::{Ballot, Cast, ClosingBallot, Debate, Stance, Turn};
use exports::wording::one_line;

/// The longest option in a few words, in characters.
const SHORT: usize = 40;

impl Transcript {
    /// Ballot and confidence on one line.
    pub(super) fn stand(&self, turn: &Turn) -> String {
        let ballot = match &turn.ballot {
            Some(Cast::Option(letter)) => self.option(*letter),
            Some(Cast::Headline(headline)) => format!("“{}”", one_line(headline, 160)),
            Some(Cast::Estimate(it)) => {
                let [lowest, best, highest] = figures([it.lowest, it.best, it.highest]);
                format!("{best} ({lowest} to {highest}, {:.2})", it.sure)
            }
            None if turn.stance.is_some() => turn.stance.map_or_else(String::new, |it| self.argues(it)),
            None if self.votes_later() => return self.style.dim("votes at the end"),
            None => return self.style.dim("no ballot"),
        };
        let is_estimate = matches!(turn.ballot, Some(Cast::Estimate(_)));
        let confidence = turn.confidence.filter(|_| !is_estimate).map(|it| format!(" {it:.2}")).unwrap_or_default();
        format!("{}{confidence}", self.style.bold(ballot))
    }

    /// The side that a participant argues, as the ballot calls it.
    fn argues(&self, stance: Stance) -> String {
        let is_yes_no = self.debate.as_ref().is_some_and(|it| it.ballot == Some(Ballot::YesNo));
        let side = match (stance, is_yes_no) {
            (Stance::Neutral, _) => return "argues no side".to_owned(),
            (it, true) => it.as_str(),
            (Stance::Yes, false) => "for it",
            (Stance::No, false) => "against it",
        };
        format!("argues {side}")
    }

    /// Whether those who argue a side vote after the last round.
    fn votes_later(&self) -> bool {
        let votes = |it: &Debate| it.has_sides() && it.rules.closing_ballot != ClosingBallot::Never;
        self.debate.as_ref().is_some_and(votes)
    }

    /// Ballot and confidence in a few words, without the option's letter.
    pub(crate) fn short(&self, turn: &Turn) -> String {
        let ballot = match (&turn.ballot, turn.stance) {
            (Some(Cast::Option(letter)), _) => {
                let headline = self.debate.as_ref().and_then(|it| it.headline(*letter));
                headline.map_or_else(|| letter.to_string(), |it| one_line(it, SHORT))
            }
            (Some(Cast::Headline(headline)), _) => format!("“{}”", one_line(headline, SHORT)),
            (Some(Cast::Estimate(it)), _) => figures([it.lowest, it.best, it.highest])[1].clone(),
            (None, Some(stance)) => self.argues(stance),
            (None, None) => String::new(),
        };
        let confidence = turn.confidence.map(|it| format!("{it:.2}")).unwrap_or_default();
        format!("{ballot} {confidence}").trim().to_owned()
    }
}
