//! What is so after a round: claims, evidence, who stands where and what they disagree on (D-30, D-32, D-36).
//!
//! It is told from what happened up to that round and nothing later, so that it can be told again in the same words. Where not
//! everything fits, whole claims go and are named; what was touched last is kept.
use super::entry::{Class, Lines};
use super::standing::{self, ids, sides, typed};
use crate::evidence::Kind;
use crate::ids::Name;
use crate::state::Debate;
use crate::state::registry::{
    ClaimAction, ClaimEvent, ClaimRecord, ClaimStance, Countered, Source, SourceKind, Standing, Status, id,
};
use crate::text;
use crate::turn::Act;

/// The most disputes that are spelled out. Ours: more is no longer key; the claims say the rest.
const DISPUTES: usize = 5;

/// The blocks of a state; a block may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// After which round.
    pub round: u32,
    /// Claims with their ids.
    pub claims: String,
    /// Sources with their ids.
    pub evidence: String,
    /// Who stands where.
    pub standing: String,
    /// The contested claims: who stands where, and the best case for and against.
    pub disputes: String,
}

impl State {
    /// What was so after a round, in at most `room` tokens where it can: claims go as a whole, those first that were retracted or not touched for
    /// longest, and are named by id.
    pub(super) fn after(debate: &Debate, round: u32, room: usize) -> State {
        if round == 0 {
            return State::default();
        }
        let claims: Vec<(usize, &ClaimRecord, Standing<'_>)> = (debate.registry.claims.iter().enumerate())
            .filter_map(|(place, known)| Some((place, known, known.after(round)?)))
            .collect();
        let mut standing = Lines::default();
        stand_all(&mut standing, debate, round);
        let mut disputes = Lines::default();
        dispute_all(&mut disputes, &claims);
        disputes.fit(room / 4);
        let left = room.saturating_sub(standing.cost() + disputes.cost());
        let (claims, evidence) = listed(debate, round, &claims, left);
        State { round, claims, evidence, standing: standing.text(), disputes: disputes.text() }
    }

    /// Whether it lists the claim at a place.
    pub(super) fn lists(&self, place: usize) -> bool {
        let id = format!("| C{} ", place + 1);
        self.claims.lines().any(|it| it.starts_with(&id))
    }

    /// How many tokens it takes.
    pub(super) fn cost(&self) -> usize {
        let State { round: _, claims, evidence, standing, disputes } = self;
        [claims, evidence, standing, disputes].into_iter().map(|it| text::tokens(it)).sum()
    }
}

/// Everybody's latest turn in a line.
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

/// Contested claims, the latest touched first.
fn dispute_all(lines: &mut Lines, claims: &[(usize, &ClaimRecord, Standing<'_>)]) {
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

/// Grounds for or against a claim.
struct Case<'a> {
    by: &'a Name,
    /// The evidence that they are, where they are any.
    counter: Option<&'a Countered>,
    why: &'a str,
}

/// The grounds that somebody who still stands there gave: the strongest evidence, else the latest.
fn case<'a>(known: &'a ClaimRecord, standing: &Standing<'_>, is_for: bool) -> Option<Case<'a>> {
    let stands = |by: &Name, wanted: bool| {
        let stand = standing.stands.iter().find(|(name, _)| *name == by).map(|(_, it)| *it);
        if wanted { stand.is_some_and(ClaimStance::is_for) } else { stand == Some(ClaimStance::Denies) }
    };
    let speaks = |deed: ClaimAction| match deed {
        ClaimAction::Moved(Act::Support | Act::Qualify | Act::Concede) => is_for,
        ClaimAction::Moved(Act::Challenge) => !is_for,
        ClaimAction::Moved(Act::Retract) | ClaimAction::Said(_) => false,
    };
    let touches = known.touches.iter().rev().filter(|it| it.round <= standing.touched);
    let cases = touches.filter(|it| speaks(it.deed) && stands(&it.by, is_for));
    let cases = cases.filter_map(|ClaimEvent { by, why, critique, .. }| {
        let counter = critique.as_ref().and_then(|it| it.counter.as_ref());
        Some(Case { by, counter, why: counter.map(|it| it.text.as_str()).or(why.as_deref())? })
    });
    cases.min_by_key(|it| (it.counter.is_none(), it.counter.map(|it| it.kind)))
}

/// The kind of a counter, and whether it is too weak: `EMPIRICAL`, `LOGICAL (weaker)`.
pub(super) fn strength(counter: &Countered) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// The claims in the order of their ids and the sources that they rest on, in at most `room` tokens. What is contested or was touched last is
/// kept; what was retracted goes first.
fn listed(
    debate: &Debate,
    round: u32,
    claims: &[(usize, &ClaimRecord, Standing<'_>)],
    room: usize,
) -> (String, String) {
    // What the line on those left out may take.
    const NOTE: usize = 40;
    let line = |(place, known, standing): &(usize, &ClaimRecord, Standing<'_>), kept: &[usize]| {
        let strongest = debate.registry.given(known, round);
        format!("| {}{}\n", title(*place, known, standing, strongest, kept), text::one_line(&known.text))
    };
    let everything: Vec<usize> = claims.iter().map(|it| it.0).collect();
    let sources = |it: &Standing<'_>| it.evidence.clone();
    let mut by_weight: Vec<_> = claims.iter().collect();
    by_weight.sort_by_key(|(place, _, it)| {
        (it.status == Status::Retracted, it.status != Status::Contested, std::cmp::Reverse(it.touched), *place)
    });
    let (mut kept, mut cited, mut used): (Vec<usize>, Vec<usize>, usize) = (Vec::new(), Vec::new(), NOTE);
    for claim in by_weight {
        let new: Vec<usize> = sources(&claim.2).into_iter().filter(|it| !cited.contains(it)).collect();
        let cost = text::tokens(&line(claim, &everything))
            + new.iter().map(|it| text::tokens(&cite(debate, round, *it))).sum::<usize>();
        if used + cost > room {
            continue;
        }
        used += cost;
        kept.push(claim.0);
        cited.extend(new);
    }
    // What tools gave can be named by everyone, also before anybody has; the latest first.
    for (place, source) in debate.registry.evidence.iter().enumerate().rev() {
        let cost = text::tokens(&cite(debate, round, place));
        let is_new = source.kind.is_of_tool() && source.introduced <= round && !cited.contains(&place);
        if is_new && used + cost <= room {
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

/// Ids with runs of three or more as a span: `C1-C4 C9`.
fn spans(ids: &str) -> String {
    let numbers: Vec<usize> = ids.split(' ').filter_map(|it| it.get(1..)?.parse().ok()).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |it: &[usize]| match it {
        [first, _, .., last] => format!("C{first}-C{last}"),
        few => few.iter().map(|it| format!("C{it}")).collect::<Vec<_>>().join(" "),
    };
    runs.map(run).collect::<Vec<_>>().join(" ")
}

/// A claim as it stood after a round, on a line of its own, without the claims against it.
pub(super) fn claim_line(debate: &Debate, round: u32, place: usize) -> Option<String> {
    let known = debate.registry.claims.get(place)?;
    let standing = known.after(round)?;
    let strongest = debate.registry.given(known, round);
    Some(format!("| {}{}\n", title(place, known, &standing, strongest, &[]), text::one_line(&known.text)))
}

/// A source as it was known after a round, on a line of its own.
pub(super) fn cite(debate: &Debate, round: u32, place: usize) -> String {
    let Some(it) = debate.registry.evidence.get(place) else { return String::new() };
    // What a source is matters more than where it comes from.
    let kind = it.rests_by(round).map_or(it.kind.as_str(), Kind::as_str);
    format!("| E{} {kind}: {}\n", place + 1, text::one_line(&named(it)))
}

/// A source by its title and its address; what a tool brought, with what it says.
pub(super) fn named(source: &Source) -> String {
    let address = source.url.as_deref().map(|it| format!(" ({it})")).unwrap_or_default();
    // A sum says itself what it came to.
    let gist = match source.kind {
        SourceKind::Tool => format!(": {}", source.gist),
        SourceKind::Citation | SourceKind::Attached(_) | SourceKind::Calculation => String::new(),
    };
    format!("{}{address}{gist}", source.title)
}

/// `C3 FACT DOCUMENTED contested r1-4 north+east-west E1 vs C7: `; of the claims against it those that are `kept`.
fn title(
    place: usize,
    known: &ClaimRecord,
    standing: &Standing<'_>,
    strongest: Option<Kind>,
    kept: &[usize],
) -> String {
    let rounds = match standing.touched {
        touched if touched == known.introduced => format!("r{touched}"),
        touched => format!("r{}-{touched}", known.introduced),
    };
    // Whoever made it stands first, also if they hold it no longer.
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
