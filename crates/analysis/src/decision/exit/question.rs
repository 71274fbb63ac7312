//! The question to a person if an objection round had no effect, or ballots neither agree nor change (D-43, E-20).
//!
//! Built from ballots, in the participants' own words: the held options, and the point that a person may be able to resolve.
use crate::ballots::Count;
use debate::event::RoundKind;
use debate::{Consent, Debate, Label, Name, Round, text};

/// Maximum tokens of a quotation. Ours: a sentence.
const QUOTED: usize = 40;

/// The question of a debate that can't continue after its current round.
pub(super) fn of(debate: &Debate) -> String {
    let Some(round) = debate.round() else { return OPEN.to_owned() };
    let held = held(debate, round);
    let came = match round.kind {
        RoundKind::Objection => "and the objection round brought nothing new",
        RoundKind::Usual | RoundKind::Opening | RoundKind::Take | RoundKind::Closing | RoundKind::Ballot => {
            "and nobody has changed a ballot for some rounds"
        }
    };
    let ask = objection(debate, round).or_else(|| assumption(debate, round)).unwrap_or_else(|| OPEN.to_owned());
    format!("{held}, {came}. {ask}")
}

/// Asked if no statement points at missing information.
const OPEN: &str =
    "Is there anything they can't know that speaks against it: a constraint, a cost, something tried before?";

/// The held options: `2 of 3 hold “No”, 1 holds “Yes”`.
fn held(debate: &Debate, round: &Round) -> String {
    let count = Count::of_round(debate, round);
    if let Some(pooled) = count.pooled_estimate() {
        let unit = debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
        let [least, most] = crate::decision::verdict::figures([pooled.least, pooled.most]);
        return format!("Their best guesses lie between {least} and {most} {unit}");
    }
    let mut tally = count.tally();
    tally.sort_by_key(|(letter, held)| (std::cmp::Reverse(*held), *letter));
    let line = |(at, (letter, held)): (usize, &(debate::Letter, usize))| {
        let of = if at == 0 { format!(" of {}", count.of_all()) } else { String::new() };
        let verb = if *held == 1 { "holds" } else { "hold" };
        format!("{held}{of} {verb} {}", quoted(debate.headline(*letter).unwrap_or_default()))
    };
    let lines: Vec<String> = tally.iter().enumerate().map(line).collect();
    if lines.is_empty() { "No ballot was cast".to_owned() } else { lines.join(", ") }
}

/// The objection of a BLOCKER to the leading option, otherwise of a MINOR; without a leading option, to any option. Among equals, of the
/// least confident.
fn objection(debate: &Debate, round: &Round) -> Option<String> {
    let count = Count::of_round(debate, round);
    let leader = count.leader();
    let said = count.voters.iter().filter(|it| it.option().is_none() || it.option() != leader).flat_map(|voter| {
        let about = voter
            .spoken
            .turn
            .others
            .iter()
            .filter(move |it| leader.is_none_or(|lead| debate.resolved_after(it.option, round.number) == lead));
        about
            .filter_map(move |it| Some((it.stand, voter.confidence().unwrap_or(1.0), voter.name(), it.why.as_deref()?)))
    });
    let said = said.filter(|(stand, _, _, _)| *stand != Consent::Same);
    let weight = |it: &(Consent, f64, &Name, &str)| (it.0, -it.1);
    let strongest = said.reduce(|best, it| if weight(&it) > weight(&best) { it } else { best });
    strongest.map(|(_, _, by, why)| {
        format!("What {by} holds against it is {}: is that so, as far as you know?", quoted(why))
    })
}

/// The unverified premise that most speakers named.
fn assumption(debate: &Debate, round: &Round) -> Option<String> {
    let speaks = |name: &Name| round.spoken.iter().any(|it| it.by == *name);
    let assumed = debate.registry.claims.iter().filter(|it| it.label == Label::Assume);
    let counted = assumed.map(|it| (it.by.iter().filter(|name| speaks(name)).count(), it));
    let (_, most) = counted.filter(|(count, _)| *count > 0).reduce(|best, it| if it.0 > best.0 { it } else { best })?;
    Some(format!("They take for granted, and nobody has checked, that {}: is it so?", quoted(&most.text)))
}

pub(super) fn quoted(words: &str) -> String {
    format!("“{}”", text::clip(&text::one_line(words), QUOTED).trim_end_matches(['.', '…', ' ']))
}
