//! The map of a panel: its claims with the supports and attacks that turns made by naming them (P-40), and each card's question with both
//! positions below it (P-24). Concessions, for which Argdown has no sign, are comments.
use super::{data, said, tag};
use crate::wording::panel::{number, outcome, place_of, shared};
use analysis::Findings;
use analysis::crux::{self, ClaimEdge, ClaimGraph, ClaimNode};
use analysis::decision::verdict::ClaimLine;
use debate::crux::{Answered, CardPosition, ClaimRelation};
use debate::state::Room;
use debate::{Card, Debate};
use std::collections::BTreeMap;
use std::fmt::{Result, Write};

/// The whole map.
pub(super) fn document(debate: &Debate) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, debate, &Findings::of(debate), &crux::graph(debate));
    out
}

fn write(out: &mut String, debate: &Debate, findings: &Findings, graph: &ClaimGraph) -> Result {
    writeln!(out, "# {}\n", said(debate.topic.as_str()))?;
    let over = if findings.is_final { "" } else { " It is not over." };
    let rehearsal = if debate.rehearsal { " It is a rehearsal: the participants are simulated." } else { "" };
    writeln!(out, "// A panel: nobody votes.{over}{rehearsal}")?;
    findings.all_hold.iter().try_for_each(|it| writeln!(out, "// All hold: {}", said(&shared(debate, it))))?;
    findings.find_out.iter().try_for_each(|it| writeln!(out, "// To find out: {}", said(&it.question)))?;
    for it in &findings.without_card {
        let place = place_of(&debate.panel, &it.room);
        let [a, b] = it.between.each_ref().map(|it| said(it.as_str()));
        writeln!(out, "// No card, {place}, {a} and {b}, {}: {}", it.outcome, said(&it.why))?;
    }
    if !graph.nodes.is_empty() {
        writeln!(out, "\n## Claims")?;
    }
    let map = Map { graph, titles: titles(graph), claims: &findings.evidence.claims };
    graph.nodes.iter().try_for_each(|it| map.claim(out, it))?;
    cruxes(out, debate)
}

/// The claims with the titles of their statements.
struct Map<'a> {
    graph: &'a ClaimGraph,
    /// The title of each node, by its id.
    titles: BTreeMap<&'a str, String>,
    claims: &'a [ClaimLine],
}

impl Map<'_> {
    /// A claim with what supports and attacks it.
    fn claim(&self, out: &mut String, node: &ClaimNode) -> Result {
        let line = self.claims.iter().find(|it| it.id == node.id);
        let tags = line.map_or_else(|| "#said", |it| tag(it.label));
        let by = line.map_or_else(|| std::slice::from_ref(&node.by), |it| it.by.as_slice());
        let Some(title) = self.titles.get(node.id.as_str()) else { return Ok(()) };
        writeln!(out, "\n[{title}]: {} {tags} {}", said(&node.text), data(by, None))?;
        let of = |edge: &ClaimEdge| Some((self.titles.get(edge.from.as_str())?, edge.relation));
        let edges = || self.graph.edges.iter().filter(|it| it.to == node.id).filter_map(of);
        for (from, relation) in edges() {
            match relation {
                ClaimRelation::Supports => writeln!(out, "  + [{from}]")?,
                ClaimRelation::Attacks => writeln!(out, "  - [{from}]")?,
                ClaimRelation::Concedes => {}
            }
        }
        let conceded = edges().filter(|it| it.1 == ClaimRelation::Concedes);
        conceded.into_iter().try_for_each(|(from, _)| writeln!(out, "// conceded in {from}: {title}"))
    }
}

/// A title for each node, by its id. Claims and statements of rooms have their ids. Positions are numbered: their ids contain names, and two
/// names that differ only in markup would give two statements the same title.
fn titles(graph: &ClaimGraph) -> BTreeMap<&str, String> {
    let (positions, others): (Vec<&ClaimNode>, Vec<&ClaimNode>) =
        graph.nodes.iter().partition(|it| it.id == it.call.to_string());
    let numbered = positions.iter().zip(1..).map(|(it, number)| (it.id.as_str(), format!("Position {number}")));
    numbered.chain(others.iter().map(|it| (it.id.as_str(), it.id.clone()))).collect()
}

/// A statement for each card, and one for each side of it.
fn cruxes(out: &mut String, debate: &Debate) -> Result {
    let panel = &debate.panel;
    if panel.cards().next().is_some() {
        writeln!(out, "\n## Cruxes")?;
    }
    panel.cards().try_for_each(|(room, card)| crux(out, number(panel, room), room, card))
}

fn crux(out: &mut String, number: usize, room: &Room, card: &Card) -> Result {
    let both = data(&[room.a.clone(), room.b.clone()], None);
    writeln!(out, "\n[Crux {number}]: {} #crux #{} {both}", said(&card.question), outcome(room))?;
    let sides = || card.positions.iter().zip(1..);
    for (stand, side) in sides() {
        let sign = match stand.answer {
            Some(Answered::Yes) => '+',
            Some(Answered::No) => '-',
            // It is neither for nor against.
            Some(Answered::Nuanced) | None => continue,
        };
        writeln!(out, "  {sign} [Crux {number} side {side}]")?;
    }
    for (stand, side) in sides() {
        let by = data(std::slice::from_ref(&stand.by), None);
        writeln!(out, "\n[Crux {number} side {side}]: {} #stand #{} {by}", said(&stand.words), stand.told())?;
        for (_, against) in sides().filter(|it| are_apart(it.0, stand) && it.1 < side) {
            writeln!(out, "  - [Crux {number} side {against}]")?;
        }
    }
    Ok(())
}

/// Whether two answer differently; an unclear answer differs from none.
fn are_apart(a: &CardPosition, b: &CardPosition) -> bool {
    a.answer.is_some() && b.answer.is_some() && a.answer != b.answer
}
