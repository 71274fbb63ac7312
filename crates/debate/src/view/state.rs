//! The state after a round: claims, evidence, positions and disputes (D-30, D-32, D-36).
//!
//! It depends only on events up to that round, so it can be reproduced verbatim. If not everything fits, whole claims are dropped and
//! named; those with the latest actions are kept.
use super::entry::{Class, Lines};
use super::standing::{self, ids, sides, typed};
use crate::evidence::Kind;
use crate::ids::Name;
use crate::state::Debate;
use crate::state::registry::{
    ClaimAction, ClaimEvent, ClaimRecord, ClaimStance, ClaimState, Countered, Source, SourceKind, Status, id,
};
use crate::text;
use crate::turn::Act;

/// Maximum disputes in detail. Ours: the claim list covers the rest.
const DISPUTES: usize = 5;

/// The blocks of a state; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The round.
    pub round: u32,
    /// Claims with their ids.
    pub claims: String,
    /// Sources with their ids.
    pub evidence: String,
    /// Positions.
    pub standing: String,
    /// Contested claims with both sides and the best reasons for and against.
    pub disputes: String,
}

impl State {
    /// The state after a round, in at most `space` tokens if possible. Whole claims are dropped, retracted and least recently used ones
    /// first, and named by id.
    pub(super) fn after(debate: &Debate, round: u32, space: usize) -> State {
        if round == 0 {
            return State::default();
        }
        let claims: Vec<(usize, &ClaimRecord, ClaimState<'_>)> = (debate.registry.claims.iter().enumerate())
            .filter_map(|(place, known)| Some((place, known, known.after(round)?)))
            .collect();
        let mut standing = Lines::default();
        stand_all(&mut standing, debate, round);
        let mut disputes = Lines::default();
        dispute_all(&mut disputes, &claims);
        disputes.fit(space / 4);
        let left = space.saturating_sub(standing.cost() + disputes.cost());
        let (claims, evidence) = listed(debate, round, &claims, left);
        State { round, claims, evidence, standing: standing.text(), disputes: disputes.text() }
    }

    /// Whether it lists the claim at an index.
    pub(super) fn lists(&self, place: usize) -> bool {
        let id = format!("| C{} ", place + 1);
        self.claims.lines().any(|it| it.starts_with(&id))
    }

    /// Its tokens.
    pub(super) fn cost(&self) -> usize {
        let State { round: _, claims, evidence, standing, disputes } = self;
        [claims, evidence, standing, disputes].into_iter().map(|it| text::tokens(it)).sum()
    }
}

/// Each participant's latest turn, one line each.
fn stand_all(lines: &mut Lines, debate: &Debate, round: u32) {
    for participant in &debate.participants {
        if let Some((number, spoken)) = standing::before(debate, round + 1, &participant.name)
            && let Some(words) = standing::stand(debate, number, spoken)
        {
            let since = if number < round { format!(" in round {number}") } else { String::new() };
            lines.ours(&format!("{}: {words}{since}", spoken.by));
        }
    }
}

/// Contested claims, latest action first.
fn dispute_all(lines: &mut Lines, claims: &[(usize, &ClaimRecord, ClaimState<'_>)]) {
    let mut contested: Vec<_> = claims.iter().filter(|(_, _, it)| it.status == Status::Contested).collect();
    contested.sort_by_key(|(place, _, it)| (std::cmp::Reverse(it.touched), *place));
    for (place, known, standing) in contested.into_iter().take(DISPUTES) {
        lines.ours(&format!("{}: {}", id('C', *place), sides(standing)));
        for (is_for, word) in [(true, "for"), (false, "against")] {
            if let Some(Case { by, counter, why }) = case(known, standing, is_for) {
                let with = counter.map(|it| format!(" with {}", strength(it))).unwrap_or_default();
                lines.quote(Class::Decides, &format!("{word}, {by}{with}: "), why);
            }
        }
    }
}

/// Reasons for or against a claim.
struct Case<'a> {
    by: &'a Name,
    /// The counter-evidence among them, if any.
    counter: Option<&'a Countered>,
    why: &'a str,
}

/// The reasons of a participant who still holds that side: the strongest evidence, otherwise the latest.
fn case<'a>(known: &'a ClaimRecord, standing: &ClaimState<'_>, is_for: bool) -> Option<Case<'a>> {
    let stands = |by: &Name, wanted: bool| {
        let stand = standing.stands.iter().find(|(name, _)| *name == by).map(|(_, it)| *it);
        if wanted { stand.is_some_and(ClaimStance::is_for) } else { stand == Some(ClaimStance::Denies) }
    };
    let speaks = |action: ClaimAction| match action {
        ClaimAction::Moved(Act::Support | Act::Qualify | Act::Concede) => is_for,
        ClaimAction::Moved(Act::Challenge) => !is_for,
        ClaimAction::Moved(Act::Retract) | ClaimAction::Stated(_) => false,
    };
    let touches = known.touches.iter().rev().filter(|it| it.round <= standing.touched);
    let cases = touches.filter(|it| speaks(it.action) && stands(&it.by, is_for));
    let cases = cases.filter_map(|ClaimEvent { by, why, critique, .. }| {
        let counter = critique.as_ref().and_then(|it| it.counter.as_ref());
        Some(Case { by, counter, why: counter.map(|it| it.text.as_str()).or(why.as_deref())? })
    });
    cases.min_by_key(|it| (it.counter.is_none(), it.counter.map(|it| it.kind)))
}

/// The kind of a counter, and whether it is weaker: `EMPIRICAL`, `LOGICAL (weaker)`.
pub(super) fn strength(counter: &Countered) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// Claims in order of id and their sources, in at most `space` tokens. Contested and recent claims are kept; retracted ones are dropped
/// first.
fn listed(
    debate: &Debate,
    round: u32,
    claims: &[(usize, &ClaimRecord, ClaimState<'_>)],
    space: usize,
) -> (String, String) {
    // Tokens reserved for the note on dropped claims.
    const NOTE: usize = 40;
    let line = |(place, known, standing): &(usize, &ClaimRecord, ClaimState<'_>), kept: &[usize]| {
        let strongest = debate.registry.given(known, round);
        format!("| {}{}\n", title(*place, known, standing, strongest, kept), text::one_line(&known.text))
    };
    let everything: Vec<usize> = claims.iter().map(|it| it.0).collect();
    let sources = |it: &ClaimState<'_>| it.evidence.clone();
    let mut by_weight: Vec<_> = claims.iter().collect();
    by_weight.sort_by_key(|(place, _, it)| {
        (it.status == Status::Retracted, it.status != Status::Contested, std::cmp::Reverse(it.touched), *place)
    });
    let (mut kept, mut cited, mut used): (Vec<usize>, Vec<usize>, usize) = (Vec::new(), Vec::new(), NOTE);
    for claim in by_weight {
        let new: Vec<usize> = sources(&claim.2).into_iter().filter(|it| !cited.contains(it)).collect();
        let cost = text::tokens(&line(claim, &everything))
            + new.iter().map(|it| text::tokens(&cite(debate, round, *it))).sum::<usize>();
        if used + cost > space {
            continue;
        }
        used += cost;
        kept.push(claim.0);
        cited.extend(new);
    }
    // Tool results can be cited by everyone before anybody has; latest first.
    for (place, source) in debate.registry.evidence.iter().enumerate().rev() {
        let cost = text::tokens(&cite(debate, round, place));
        let is_new = source.kind.is_of_tool() && source.introduced <= round && !cited.contains(&place);
        if is_new && used + cost <= space {
            used += cost;
            cited.push(place);
        }
    }
    kept.sort_unstable();
    cited.sort_unstable();
    let mut out = String::new();
    let left_out = ids('C', claims.iter().map(|it| it.0).filter(|it| kept.binary_search(it).is_err()));
    claims.iter().filter(|it| kept.binary_search(&it.0).is_ok()).for_each(|it| out.push_str(&line(it, &kept)));
    if !left_out.is_empty() {
        out.push_str(&format!("(left out for want of room: {})\n", spans(&left_out)));
    }
    (out, cited.into_iter().map(|it| cite(debate, round, it)).collect())
}

/// Ids with ranges for runs of three or more: `C1-C4 C9`.
fn spans(ids: &str) -> String {
    let numbers: Vec<usize> = ids.split(' ').filter_map(|it| it.get(1..)?.parse().ok()).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |it: &[usize]| match it {
        [first, _, .., last] => format!("C{first}-C{last}"),
        few => few.iter().map(|it| format!("C{it}")).collect::<Vec<_>>().join(" "),
    };
    runs.map(run).collect::<Vec<_>>().join(" ")
}

/// A claim as of a round, on one line, without the claims against it.
pub(super) fn claim_line(debate: &Debate, round: u32, place: usize) -> Option<String> {
    let known = debate.registry.claims.get(place)?;
    let standing = known.after(round)?;
    let strongest = debate.registry.given(known, round);
    Some(format!("| {}{}\n", title(place, known, &standing, strongest, &[]), text::one_line(&known.text)))
}

/// A source as of a round, on one line.
pub(super) fn cite(debate: &Debate, round: u32, place: usize) -> String {
    let Some(it) = debate.registry.evidence.get(place) else { return String::new() };
    // The kind of evidence takes precedence over the origin.
    let kind = it.rests_by(round).map_or(it.kind.as_str(), Kind::as_str);
    format!("| E{} {kind}: {}\n", place + 1, text::one_line(&named(it)))
}

/// A source by title and address; for a tool result also its content.
pub(super) fn named(source: &Source) -> String {
    let address = source.url.as_deref().map(|it| format!(" ({it})")).unwrap_or_default();
    // A sum contains its result.
    let gist = match source.kind {
        SourceKind::Tool => format!(": {}", source.gist),
        SourceKind::Citation | SourceKind::Attached(_) | SourceKind::Calculation => String::new(),
    };
    format!("{}{address}{gist}", source.title)
}

/// `C3 FACT DOCUMENTED contested r1-4 north+east-west E1 vs C7: `; of the claims against it, those `kept`.
fn title(
    place: usize,
    known: &ClaimRecord,
    standing: &ClaimState<'_>,
    strongest: Option<Kind>,
    kept: &[usize],
) -> String {
    let rounds = match standing.touched {
        touched if touched == known.introduced => format!("r{touched}"),
        touched => format!("r{}-{touched}", known.introduced),
    };
    // The first author comes first, even after a retraction.
    let mut who = String::new();
    for (name, stand) in &standing.stands {
        let mark = match stand {
            ClaimStance::Holds | ClaimStance::Grants if who.is_empty() => "",
            ClaimStance::Holds | ClaimStance::Grants => "+",
            ClaimStance::Limits => "±",
            ClaimStance::Denies => "-",
            ClaimStance::Withdrew => "~",
        };
        who.push_str(mark);
        who.push_str(name.as_str());
    }
    let sources = ids('E', standing.evidence.iter().copied());
    let against = ids('C', standing.opposing.iter().copied().filter(|it| kept.contains(it)));
    let (label, kind, status) = (standing.label(), typed(strongest), standing.status);
    let mut title = format!("{} {label}{kind} {status} {rounds} {who}", id('C', place));
    if !sources.is_empty() {
        title.push_str(&format!(" {sources}"));
    }
    if !against.is_empty() {
        title.push_str(&format!(" vs {against}"));
    }
    title.push_str(": ");
    title
}
