//! Claims and votes as a table (I-40): RFC 4180 in UTF-8, one row for each thing that is counted.
//!
//! Every row has all columns ([`COLUMNS`]); `record` says what it is of, and what does not apply is empty. A cell that a spreadsheet
//! would compute has a `'` before it. Several names, kinds or ids in a cell are separated by `; `. The rows of a panel are in `panel`.
mod panel;

use crate::wording::one_line;
use analysis::Verdict;
use analysis::verdict::{ClaimLine, SourceLine};
use debate::event::Reason;
use debate::{Debate, Name, Spoken};

/// The columns, in their order. They change by addition at the end.
pub const COLUMNS: [&str; 14] = [
    // `decision`, `option`, `claim`, `vote`, `source`; of a panel `crux`, `stand`, `shift`.
    "record",
    // The debate's id.
    "debate",
    // Of a claim `C1`, of a source `E1`, of a crux or a stand its room.
    "id",
    // The round of a vote or a crux, or in which a claim was first made.
    "round",
    // Who voted; who holds an option, a claim or cites a source; whose words a decision or a stand is in; between whom a crux is.
    "by",
    // Of a vote, the model that cast it.
    "model",
    // Of a decision how much agreement there is; of a claim FACT, INFER or ASSUME; of a crux its kind; of a stand yes, no or nuanced.
    "label",
    // Of a claim or a crux what became of it; of an option whether it was decided on; of a decision whether it is final; of a shift how
    // far it goes.
    "status",
    // Of a vote ACCEPT, MINOR or BLOCKER.
    "vote",
    // 0…1: of a decision or a vote how sure, of a claim how sure its evidence allows one to be.
    "confidence",
    // The kinds of evidence of a claim or a source.
    "kinds",
    // The position, the claim, the title, or the question of a crux; of a shift the closing.
    "text",
    // Of a vote the objection; of a decision what to do next; of a source where it is; of a crux the thing it hangs on, or why there is
    // no card; of a stand what would change it; of a shift the opening.
    "more",
    // Of a claim the ids of its sources, of a crux those of its claims, of a stand the turn, of a shift rooms in which something was granted.
    "sources",
];

/// The whole table.
pub fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let id = verdict.debate.as_str();
    let mut rows = vec![decision(&verdict)];
    rows.extend(verdict.options.iter().map(|it| Row {
        record: "option",
        by: names(&it.held_by),
        status: if it.is_decided { "decided" } else { "" }.to_owned(),
        text: it.position.clone(),
        ..Row::default()
    }));
    rows.extend(debate.registry.claims.iter().zip(&verdict.evidence.claims).map(|(known, line)| {
        let first = known.touches.iter().map(|it| it.round).min();
        claim(line, first)
    }));
    for round in &debate.rounds {
        rows.extend(round.spoken.iter().map(|it| vote(debate, round.number, it)));
    }
    rows.extend(verdict.evidence.sources.iter().map(source));
    rows.extend(panel::rows(debate));
    let mut out = COLUMNS.join(",");
    out.push_str("\r\n");
    for row in rows {
        let cells = row.cells(id);
        out.push_str(&cells.map(|it| cell(&it)).join(","));
        out.push_str("\r\n");
    }
    out
}

/// A row before it is written; what stays empty does not apply.
#[derive(Default)]
struct Row {
    record: &'static str,
    id: String,
    round: Option<u32>,
    by: String,
    model: String,
    label: String,
    status: String,
    vote: String,
    confidence: Option<f64>,
    kinds: String,
    text: String,
    more: String,
    sources: String,
}

impl Row {
    /// In the order of [`COLUMNS`].
    fn cells(self, debate: &str) -> [String; COLUMNS.len()] {
        [
            self.record.to_owned(),
            debate.to_owned(),
            self.id,
            self.round.map(|it| it.to_string()).unwrap_or_default(),
            self.by,
            self.model,
            self.label,
            self.status,
            self.vote,
            self.confidence.map(|it| format!("{it:.2}")).unwrap_or_default(),
            self.kinds,
            self.text,
            self.more,
            self.sources,
        ]
    }
}

fn decision(verdict: &Verdict) -> Row {
    let decision = &verdict.decision;
    Row {
        record: "decision",
        by: decision.by.as_ref().map(ToString::to_string).unwrap_or_default(),
        label: decision.label.to_string(),
        status: match (decision.is_rehearsal, decision.is_final) {
            (true, _) => "rehearsal",
            (false, true) if verdict.metadata.exit == Some(Reason::Stopped) => "stopped",
            (false, true) => "final",
            (false, false) => "not over",
        }
        .to_owned(),
        confidence: decision.confidence,
        text: decision.position.clone().unwrap_or_default(),
        more: decision.next_step.clone(),
        ..Row::default()
    }
}

fn claim(line: &ClaimLine, round: Option<u32>) -> Row {
    let kinds: Vec<&str> = line.kinds.iter().map(|it| it.as_str()).collect();
    Row {
        record: "claim",
        id: line.id.clone(),
        round,
        by: names(&line.by),
        label: line.label.to_string(),
        status: line.status.to_owned(),
        confidence: line.confidence,
        kinds: kinds.join("; "),
        text: line.text.clone(),
        sources: line.evidence.join("; "),
        ..Row::default()
    }
}

fn vote(debate: &Debate, round: u32, spoken: &Spoken) -> Row {
    let model = debate.participants.iter().find(|it| it.name == spoken.by).map(|it| it.model.clone());
    Row {
        record: "vote",
        round: Some(round),
        by: spoken.by.to_string(),
        model: model.unwrap_or_default(),
        vote: spoken.turn.vote.map(|it| it.to_string()).unwrap_or_default(),
        confidence: spoken.turn.confidence,
        text: spoken.turn.position.clone().unwrap_or_default(),
        more: spoken.turn.objection.clone().unwrap_or_default(),
        ..Row::default()
    }
}

fn source(line: &SourceLine) -> Row {
    Row {
        record: "source",
        id: line.id.clone(),
        by: names(&line.cited_by),
        kinds: line.kind.map(|it| it.to_string()).unwrap_or_default(),
        text: line.title.clone(),
        more: line.url.clone().unwrap_or_default(),
        ..Row::default()
    }
}

fn names(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join("; ")
}

/// What makes a spreadsheet compute a cell, in the wide forms too that some take for the same.
const COMPUTED: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text as one cell.
fn cell(text: &str) -> String {
    let line = one_line(text, usize::MAX);
    let mut out = String::with_capacity(line.len() + 2);
    // Where cells are parted by something else than a comma, one may begin in the middle of ours.
    let mut begins = true;
    for c in line.chars() {
        if begins && COMPUTED.contains(&c) {
            out.push('\'');
        }
        begins = matches!(c, ';' | ',' | '"') || begins && c == ' ';
        if c == '"' {
            out.push('"');
        }
        out.push(c);
    }
    if out.contains([',', '"', ';', '\'']) { format!("\"{out}\"") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-32, I-40: nothing that is said is computed, parts a cell or ends a row.
    #[test]
    fn a_cell_is_a_text() {
        for (said, expected) in [
            ("plain", "plain"),
            ("=cmd|' /C calc'!A0", "\"'=cmd|' /C calc'!A0\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'=1\""),
            ("\r\n=1", "\"'=1\""),
            ("＝1", "\"'＝1\""),
            ("one;=two", "\"one;'=two\""),
            ("one, -two", "\"one, '-two\""),
            ("\"=two\"", "\"\"\"'=two\"\"\""),
            ("two\r\nlines", "two lines"),
            ("1 - 2 = -1", "1 - 2 = -1"),
        ] {
            assert_eq!(cell(said), expected, "{said:?}");
        }
    }
}
