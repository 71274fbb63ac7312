//! The argument map of a debate as Argdown (I-40): options and reasons as statements, each with its supports and attacks below it.
//!
//! It is the graph that the verdict is computed from, together with withdrawn claims. A statement's title is one of our ids. Its text is a
//! participant's words on one line, with all markup escaped. Its data names its holders. A panel's map is in `panel`.
mod panel;

use crate::wording::one_line;
use analysis::Verdict;
use analysis::argument::{Edge, Graph, Node, Scales, Tie, What, against};
use analysis::decision::verdict::{ClaimLine, Screen};
use analysis::evidence::checks;
use debate::event::Reason;
use debate::{Debate, Label, Name};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole map.
pub fn document(debate: &Debate) -> String {
    if debate.is_panel() {
        return panel::document(debate);
    }
    let verdict = Verdict::of(debate);
    let option = verdict.decision.option.as_ref().map(|it| it.letter);
    let (graph, decided) = Graph::deciding(debate, option, &checks::of(debate));
    let (titles, scales, claims) = (titles(&graph), Scales::new(&graph), &verdict.evidence.claims);
    let map = Map { titles, scales, graph: &graph, claims };
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = map.write(&mut out, debate, &verdict, decided);
    out
}

struct Map<'a> {
    graph: &'a Graph,
    scales: Scales<'a>,
    /// The title of each node, by index.
    titles: Vec<String>,
    claims: &'a [ClaimLine],
}

impl Map<'_> {
    fn write(&self, out: &mut String, debate: &Debate, verdict: &Verdict, decided: Option<usize>) -> std::fmt::Result {
        writeln!(out, "# {}\n", said(debate.topic.as_str()))?;
        let label = verdict.decision.label;
        let over = match (verdict.decision.is_final, verdict.metadata.exit) {
            (true, Some(Reason::Stopped)) => ", and was stopped before its end",
            (true, _) => "",
            (false, _) => ", and not over",
        };
        let rehearsal = if debate.rehearsal { " It is a rehearsal: the participants are simulated." } else { "" };
        writeln!(out, "// The debate is labelled {label}{over}.{rehearsal}")?;
        screen(out, verdict)?;
        if self.graph.options().next().is_some() {
            writeln!(out, "\n## Options")?;
        }
        for place in self.graph.options() {
            self.statement(out, place, if decided == Some(place) { " #decided" } else { "" })?;
        }
        let reasons = |it: &(usize, &Node)| it.1.what != What::Option;
        let mut reasons = self.graph.nodes().iter().enumerate().filter(reasons).peekable();
        if reasons.peek().is_some() {
            writeln!(out, "\n## Reasons")?;
        }
        reasons.try_for_each(|(place, _)| self.statement(out, place, ""))?;
        let mut left = self.claims.iter().filter(|it| self.graph.place(&it.id).is_none()).peekable();
        if left.peek().is_some() {
            writeln!(out, "\n## Given up")?;
        }
        left.try_for_each(|it| {
            let data = data(&it.by, None);
            writeln!(out, "\n[{}]: {} {}{} {data}", it.id, said(&it.text), tag(it.label), status(it))
        })
    }

    /// A node with its supports and attacks.
    fn statement(&self, out: &mut String, place: usize, more: &str) -> std::fmt::Result {
        let (Some(node), Some(title)) = (self.graph.node(place), self.titles.get(place)) else { return Ok(()) };
        let claim = self.claims.iter().find(|it| it.id == node.id);
        let tags = match (node.what, claim) {
            (What::Option, _) => "#option".to_owned(),
            (What::Claim, Some(it)) => format!("{}{}", tag(it.label), status(it)),
            (What::Claim, None) => "#claim".to_owned(),
            (What::Word, _) => "#word".to_owned(),
            (What::Objection, _) => "#objection".to_owned(),
            (What::Counter, _) => "#counter".to_owned(),
            (What::Denial, _) => "#denial".to_owned(),
        };
        let data = data(&node.by, Some(self.scales.whole().of(place)));
        writeln!(out, "\n[{title}]: {} {tags}{more} {data}", said(&node.text))?;
        for Edge { from, tie, .. } in self.graph.edges().iter().filter(|it| it.to == place) {
            if let Some(from) = self.titles.get(*from) {
                writeln!(out, "  {} [{from}]", sign(*tie))?;
            }
        }
        Ok(())
    }
}

/// The Argdown sign of a relation.
fn sign(tie: Tie) -> char {
    match tie {
        Tie::Supports => '+',
        Tie::Attacks => '-',
    }
}

/// A title for each node: its id, without anybody's words. Attacks on a claim are numbered.
fn titles(graph: &Graph) -> Vec<String> {
    let mut attacks: BTreeMap<&str, u32> = BTreeMap::new();
    let mut titles = Vec::with_capacity(graph.nodes().len());
    for node in graph.nodes() {
        titles.push(match (node.what, against(&node.id)) {
            (What::Option, _) => format!("Option {}", node.id),
            (_, None) => node.id.clone(),
            (_, Some(claim)) => {
                let count = attacks.entry(claim).or_default();
                *count += 1;
                format!("{claim} against {count}")
            }
        });
    }
    titles
}

/// The first screen as comments (I-01): it describes the map and is no part of it.
fn screen(out: &mut String, verdict: &Verdict) -> std::fmt::Result {
    let Screen { headline, label, position, by, rows } = verdict.screen();
    writeln!(out, "// Decision: {}\n// Label: {}", said(&headline), said(&label))?;
    let by = by.map(|it| format!(" ({})", said(&it))).unwrap_or_default();
    if let Some(position) = position {
        writeln!(out, "// Position: {}{by}", said(&position))?;
    }
    rows.iter().try_for_each(|it| writeln!(out, "// {}: {}", it.title, said(&it.text)))
}

fn tag(label: Label) -> &'static str {
    match label {
        Label::Fact => "#fact",
        Label::Infer => "#infer",
        Label::Assume => "#assume",
    }
}

/// The data of a statement: its holders, and its strength.
fn data(by: &[Name], strength: Option<f64>) -> String {
    let names: Vec<String> = by.iter().map(|it| quoted(it.as_str())).collect();
    let strength = strength.map(|it| format!(", strength: {it:.2}")).unwrap_or_default();
    format!("{{by: [{}]{strength}}}", names.join(", "))
}

/// A name as YAML: all characters except letters and digits are written as numeric escapes, so that a name cannot end the data.
fn quoted(name: &str) -> String {
    let mut out = String::from('"');
    for c in one_line(name, 64).chars() {
        match c {
            '-' | '_' | ' ' => out.push(c),
            c if c.is_alphanumeric() => out.push(c),
            c => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Words on one line, with everything escaped that Argdown reads as markup.
fn said(text: &str) -> String {
    let line = one_line(text, usize::MAX);
    let mut out = String::with_capacity(line.len() + line.len() / 8);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let is_markup = match c {
            '\\' | '@' | '#' | '*' | '_' | '[' | ']' | '<' | '>' | '/' | '{' | '}' | '=' => true,
            // These may begin a character name: `.a.`, `:a:`.
            '.' | ':' => chars.peek().is_some_and(|it| *it != ' '),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The tag of a claim's status; none where it has none.
fn status(it: &ClaimLine) -> String {
    it.status.map(|it| format!(" #{it}")).unwrap_or_default()
}
