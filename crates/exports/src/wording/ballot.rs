//! Ballots in words: what was cast, votes on other options, terms, moves, estimates (B-02 … B-06, B-13, B-18).
use super::name;
use analysis::Verdict;
use analysis::ballots::moves::moves;
use analysis::ballots::pool::PooledEstimate;
use analysis::ballots::rules::Carried;
use analysis::ballots::{Count, on_the_whole};
use analysis::decision::verdict::{Change, OptionConsent, OptionLine, figures, held};
use analysis::evidence::checks;
use debate::ballot::{Because, Cast, Estimate, OnOption, TermMove};
use debate::state::registry::{Behind, Term, TermTouch};
use debate::{Debate, Letter, Name, Round, Spoken, TermAct};

/// The unit of an estimate; empty where the ballot has none.
pub fn unit(debate: &Debate) -> &str {
    debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default()
}

/// The note for a turn without a ballot; none for a panel, which has no vote.
pub fn ballot(debate: &Debate, spoken: &Spoken) -> Option<String> {
    debate.ballot.as_ref()?;
    let none = if spoken.is_argued { "no ballot: it argues a side that it was given" } else { "no ballot" };
    Some(cast(debate, spoken).unwrap_or_else(|| none.to_owned()))
}

/// A turn's ballot: `A Yes`, `350 days (200 to 800, 0.80 sure)`; none where it cast none.
pub fn cast(debate: &Debate, spoken: &Spoken) -> Option<String> {
    let own = match spoken.turn.ballot.as_ref()? {
        Cast::Estimate(it) => return Some(estimate(it, unit(debate))),
        Cast::Headline(headline) => Some(headline.as_str()),
        Cast::Option(_) => None,
    };
    let Some(letter) = debate.cast_letter(spoken) else { return own.map(str::to_owned) };
    let words = option(debate, letter);
    let own = own.filter(|it| debate.headline(letter) != Some(*it));
    let own = own.map(|it| format!(" (in its own words: {it})")).unwrap_or_default();
    let resolved = debate.resolved(letter);
    let merged = if resolved == letter { String::new() } else { format!(", later one with {resolved}") };
    Some(format!("{words}{own}{merged}"))
}

/// An option by its letter and its headline: `A Yes`.
pub fn option(debate: &Debate, letter: Letter) -> String {
    let headline = debate.headline(letter).unwrap_or_default();
    format!("{letter} {headline}").trim_end().to_owned()
}

/// An estimate with its interval: `350 days (200 to 800, 0.80 sure)`.
pub fn estimate(it: &Estimate, unit: &str) -> String {
    let [lowest, best, highest] = figures([it.lowest, it.best, it.highest]);
    format!("{best} {unit} ({lowest} to {highest}, {:.2} sure)", it.sure)
}

/// A pooled estimate: `about 360 days (80%: 220 to 640), median 350, best guesses from 340 to 390`.
pub fn pooled(it: &PooledEstimate, unit: &str) -> String {
    let PooledEstimate { low, best, high, median, least, most } = *it;
    let [low, best, high, median, least, most] = figures([low, best, high, median, least, most]);
    format!("about {best} {unit} (80%: {low} to {high}), median {median}, best guesses from {least} to {most}")
}

/// A turn's vote on an option that it does not hold: `B No: blocker (why)`.
pub fn other(debate: &Debate, it: &OnOption) -> String {
    format!("{}: {}{}", option(debate, it.option), it.stand, aside(it.why.as_deref()))
}

/// Another participant's vote on an option: `west: minor (why)`.
pub fn stand(it: &OptionConsent) -> String {
    format!("{}: {}{}", name(&it.by), it.stand, aside(it.why.as_deref()))
}

/// All other participants' votes on an option.
pub fn said_of(it: &OptionLine) -> String {
    it.said.iter().map(stand).collect::<Vec<_>>().join("; ")
}

/// A turn's action on an earlier term: `adopt T1 (why)`.
pub fn on_term(it: &TermMove) -> String {
    format!("{} {}{}", it.act, it.term, aside(it.why.as_deref()))
}

/// The cause of a move: `C3 (why)`, or a reason in words.
pub fn reason(it: &Because) -> String {
    match (&it.id, &it.why) {
        (Some(id), why) => format!("{id}{}", aside(why.as_deref())),
        (None, Some(why)) => why.clone(),
        (None, None) => "no reason given".to_owned(),
    }
}

/// All causes of a move.
pub fn because(reasons: &[Because]) -> String {
    match reasons {
        [] => "no reason given".to_owned(),
        reasons => reasons.iter().map(reason).collect::<Vec<_>>().join("; "),
    }
}

/// Whether a move is carried, and by what (B-13).
pub fn carried(change: &Change) -> String {
    match (change.is_carried, change.carried_by.as_slice()) {
        (true, []) => "carried".to_owned(),
        (true, ids) => format!("carried by {}", ids.join(", ")),
        (false, _) => "yielded: it names nothing new that rests on more than assertion".to_owned(),
    }
}

fn aside(why: Option<&str>) -> String {
    why.map(|it| format!(" ({it})")).unwrap_or_default()
}

/// Every move of a debate with its participant, by round and seat; a verdict has only the last move of each.
pub fn all_moves(debate: &Debate) -> Vec<(Name, Change)> {
    let registry = debate.entered().0;
    // Checking claims is slow, and needless where nobody moved.
    if moves(debate, &registry, &[]).is_empty() {
        return Vec::new();
    }
    let checks = checks::of_registry(debate, &registry);
    let change = |it: analysis::ballots::moves::Move<'_>| {
        let change = Change {
            round: it.round,
            from: held(debate, it.from),
            to: held(debate, it.to),
            because: it.because.to_vec(),
            is_carried: it.carried > Carried::Nothing,
            carried_by: it.ids,
        };
        (it.by.clone(), change)
    };
    moves(debate, &registry, &checks).into_iter().map(change).collect()
}

/// A term with who asks for or opposes it (B-04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermWords {
    /// Its id, `T1`.
    pub id: String,
    /// The term.
    pub term: Term,
    /// Whether all who hold the decision ask for it.
    pub is_shared: bool,
}

impl TermWords {
    /// The participants that ask for it, oppose it or have withdrawn it.
    pub fn behind(&self) -> String {
        let Behind { asked, opposed, withdrawn } = self.term.now();
        let shared = if self.is_shared { "shared by all who hold the decision" } else { "" };
        let list = |says: &str, names: &[Name]| {
            let names = names.iter().map(name).collect::<Vec<_>>().join(", ");
            if names.is_empty() { String::new() } else { format!("{says} {names}") }
        };
        let parts = [
            shared.to_owned(),
            list("asked for by", &asked),
            list("opposed by", &opposed),
            list("withdrawn by", &withdrawn),
        ];
        parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// The reasons given for and against it: `west opposes it in round 2: why`.
    pub fn grounds(&self) -> Vec<String> {
        let line = |it: &TermTouch| {
            let act = match it.act {
                TermAct::Adopt => "asks for it",
                TermAct::Oppose => "opposes it",
                TermAct::Withdraw => "withdraws it",
            };
            Some(format!("{} {act} in round {}: {}", name(&it.by), it.round, it.why.as_ref()?))
        };
        self.term.touches.iter().filter_map(line).collect()
    }
}

/// All terms of a debate, by id.
pub fn terms(debate: &Debate, verdict: &Verdict) -> Vec<TermWords> {
    let shared = |id: &str| verdict.decision.terms.iter().any(|it| it.id == id && it.is_shared);
    let words = |(place, term): (usize, &Term)| {
        let id = debate::state::registry::id('T', place);
        TermWords { is_shared: shared(&id), term: term.clone(), id }
    };
    debate.entered().0.terms.iter().enumerate().map(words).collect()
}

/// The ballots of a round on one line: the holders of each option, the pooled confidence, the agreement (B-10, B-18).
pub fn counted(debate: &Debate, round: &Round) -> Option<String> {
    debate.ballot.as_ref()?;
    let count = Count::of_round(debate, round);
    let mut parts: Vec<String> = Vec::new();
    match count.pooled_estimate() {
        Some(it) => parts.push(pooled(&it, unit(debate))),
        None => parts.extend(count.tally().into_iter().map(|(letter, held)| {
            let sure = count.pooled(letter).map(|it| format!(", {it:.2} pooled")).unwrap_or_default();
            format!("{}: {held} of {}{sure}", option(debate, letter), count.of_all())
        })),
    }
    if parts.is_empty() {
        parts.push("no ballots".to_owned());
    }
    if count.without() > 0 {
        parts.push(format!("{} without a ballot", count.without()));
    }
    let before = on_the_whole(debate).rev().find(|it| it.number < round.number).map(|it| it.number);
    parts.extend(count.agreement().map(|it| format!("agreement {it:.2}")));
    parts.extend(before.and_then(|it| count.stability(it)).map(|it| format!("stability {it:.2}")));
    Some(parts.join("; "))
}

/// Who grouped the headlines of a round into options, if they were grouped (B-03).
pub fn grouped(round: &Round) -> Option<String> {
    round.grouping.by.as_ref().map(|it| format!("Headlines grouped into options by {it}"))
}
