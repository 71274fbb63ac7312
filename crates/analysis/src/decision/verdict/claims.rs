//! Claims and sources of a verdict: kinds of evidence, confidence and critiques (E-01 … E-03).
use super::{ClaimLine, CounterLine, CritiqueLine, Opened, SourceLine};
use crate::decision::thresholds::CONFIDENCE_GAP;
use crate::evidence::backing::{self, Weights};
use crate::evidence::checks::Check;
use debate::state::registry::{ClaimAction, ClaimEvent, ClaimRecord, Countered, Critique, Source, id};
use debate::{Debate, Label, Name, Standing};

/// How many claims a warning names. Ours: one line.
const NAMED: usize = 3;

/// All claims with their checks.
pub(super) fn lines(debate: &Debate, checks: &[Check]) -> Vec<ClaimLine> {
    let weights = debate.rules.evidence.as_ref().map(|_| Weights::of_debate(debate));
    let claims = debate.registry.claims.iter().enumerate();
    claims.map(|(place, it)| line(debate, weights.as_ref(), place, it, checks.get(place))).collect()
}

fn line(
    debate: &Debate,
    weights: Option<&Weights>,
    place: usize,
    known: &ClaimRecord,
    check: Option<&Check>,
) -> ClaimLine {
    let registry = &debate.registry;
    let kinds = weights.map(|_| backing::kinds(registry, known)).unwrap_or_default();
    let is_assigned = |it: &usize| registry.evidence.get(*it).is_some_and(|it| it.is_assigned);
    ClaimLine {
        id: id('C', place),
        label: known.label,
        status: (!debate.is_panel()).then(|| known.status().as_str()),
        text: known.text.clone(),
        by: known.by.clone(),
        evidence: ids('E', &known.evidence),
        is_assigned: known.is_assigned || known.evidence.iter().any(is_assigned),
        standing: backing::standing(known, check),
        doubts: weights.map(|_| backing::doubts(registry, known, check)).unwrap_or_default(),
        confidence: weights.map(|it| backing::worth(registry, known, check, it)),
        said: weights.and_then(|_| said(debate, known)),
        from: weights.map(|_| ids('C', &known.from)).unwrap_or_default(),
        critiques: known.touches.iter().filter_map(critique).collect(),
        kinds,
        check: check.filter(|it| it.how.is_some()).cloned(),
    }
}

fn ids(letter: char, places: &[usize]) -> Vec<String> {
    places.iter().map(|it| id(letter, *it)).collect()
}

/// The mean confidence of a claim's holders, by their latest statement.
fn said(debate: &Debate, known: &ClaimRecord) -> Option<f64> {
    let standing = known.after(u32::MAX)?;
    let latest = |name: &Name| debate.rounds.iter().rev().find_map(|it| it.said_by(name)?.turn.confidence);
    let said: Vec<f64> = standing.holding().filter_map(latest).collect();
    (!said.is_empty()).then(|| said.iter().sum::<f64>() / said.len() as f64)
}

fn critique(touch: &ClaimEvent) -> Option<CritiqueLine> {
    let Critique { assessment, counter, synthesis } = touch.critique.clone()?;
    let counter = counter.map(|Countered { text, kind, sources, is_weaker }| CounterLine {
        text,
        kind,
        evidence: ids('E', &sources),
        is_weaker,
    });
    match touch.action {
        ClaimAction::Moved(act) => {
            Some(CritiqueLine { round: touch.round, by: touch.by.clone(), act, assessment, counter, synthesis })
        }
        ClaimAction::Stated(_) => None,
    }
}

/// All sources.
pub(super) fn sources(debate: &Debate) -> Vec<SourceLine> {
    let line = |(place, it): (usize, &Source)| SourceLine {
        id: id('E', place),
        title: it.title.clone(),
        url: it.url.clone(),
        cited_by: it.by.clone(),
        kind: it.rests,
        is_assigned: it.is_assigned,
        reads_as: backing::reads_as(it),
        from: it.kind.as_str(),
        standing: debate.registry.standing_of(place, u32::MAX),
    };
    debate.registry.evidence.iter().enumerate().map(line).collect()
}

/// How many claims and sources of these standings were opened (E-05). Reasoned claims have no source.
pub(super) fn opened(claims: impl Iterator<Item = Standing>, sources: impl Iterator<Item = Standing>) -> Opened {
    let mut opened = Opened::default();
    for standing in claims.filter(|it| *it != Standing::Reasoned) {
        opened.of_claims += 1;
        opened.claims += usize::from(standing == Standing::Opened);
    }
    for standing in sources {
        opened.of_sources += 1;
        opened.sources += usize::from(standing == Standing::Opened);
    }
    opened
}

/// Claims with a large difference between holders' confidence and evidence, largest first (E-02). ASSUME claims are excluded.
pub(super) fn wide(claims: &[ClaimLine]) -> Option<String> {
    let gap = |it: &ClaimLine| Some((it.said? - it.confidence?).abs()).filter(|_| it.label != Label::Assume);
    let mut wide: Vec<(f64, &ClaimLine)> =
        claims.iter().filter_map(|it| Some((gap(it)?, it))).filter(|(gap, _)| *gap >= CONFIDENCE_GAP).collect();
    wide.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let named = wide.iter().take(NAMED).map(|(_, it)| {
        let (said, computed) = (it.said.unwrap_or_default(), it.confidence.unwrap_or_default());
        format!("{} ({said:.2} said, {computed:.2} by its evidence)", it.id)
    });
    let named: Vec<String> = named.collect();
    let more = wide.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    (!named.is_empty()).then(|| {
        format!("how sure participants are and what the evidence allows differ widely: {}{more}", named.join(", "))
    })
}
