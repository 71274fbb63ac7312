//! Claims and votes as a table (I-40): RFC 4180 in UTF-8, one row for each item that is counted.
//!
//! Every row has all columns ([`COLUMNS`]); `record` names the kind of row, and columns that do not apply are empty. A cell that a spreadsheet
//! would evaluate begins with `'`. Several names, kinds or ids in a cell are separated by `; `. A panel's rows are in `panel`.
mod panel;

use crate::wording::ballot::{self, TermWords};
use crate::wording::one_line;
use crate::wording::verdict::kind;
use analysis::Verdict;
use analysis::ballots::Count;
use analysis::decision::verdict::{Change, ClaimLine, OptionLine, SourceLine};
use debate::event::{Reason, RoundKind};
use debate::state::ResolvedBallot;
use debate::state::registry::Behind;
use debate::{Cast, Debate, Letter, Name, Round, Spoken, Vote};

/// The columns, in order. New ones are added at the end.
pub const COLUMNS: [&str; 21] = [
    // `decision`, `option`, `term`, `move`, `claim`, `vote`, `source`.
    "record",
    // The debate's id.
    "debate",
    // Of an option its letter, of a claim `C1`, of a term `T1`, of a source `E1`.
    "id",
    // The round of a vote or a move, or in which a claim or a term came up.
    "round",
    // Who voted or moved; who holds an option, holds a claim, asks for a term or cites a source; whose words a decision is in.
    "by",
    // Of a vote, the model that cast it.
    "model",
    // Of a decision how much agreement there is; of a claim FACT, INFER or ASSUME.
    "label",
    // Of a claim what became of it; of an option whether it was decided on; of a term whether all who hold the decision share it; of
    // a move whether it was carried or yielded; of a decision whether it is final; of a shift how far it goes; of a vote `closing` where it is
    // a closing ballot.
    "status",
    // Of a vote ACCEPT, MINOR or BLOCKER on the option that led in that round.
    "vote",
    // 0…1: of a decision or an option the pooled confidence, of a vote its confidence, of a claim the confidence that its evidence allows.
    "confidence",
    // The kinds of evidence of a claim or a source.
    "kinds",
    // The position, the claim, the term, the title, or the question of a crux; of an option its headline; of a move its stated cause; of a shift
    // the closing.
    "text",
    // Of a vote its objection to the option that led; of a decision what to do next; of an option the remarks of others; of a term its opponents
    // and those who withdrew it; of a source its address; of a crux its core, or why there is no card; of a stand what would change it; of a
    // shift the opening.
    "more",
    // Of a claim the ids of its sources, of a move the ids of what carried it, of a crux those of its claims, of a stand the turn, of a shift the
    // rooms in which something was conceded.
    "sources",
    // Of a decision or a vote the letter of the option; of a headline, the option that it was grouped into.
    "option",
    // Of a decision the headline with the number of holders; of a vote its headline or estimate; of a move the ballots before and after.
    "ballot",
    // Of an estimate the lowest plausible value; of a decision the lower end of the pooled interval.
    "low",
    // Of an estimate the best guess; of a decision the pooled one.
    "best",
    // Of an estimate the highest plausible value; of a decision the upper end of the pooled interval.
    "high",
    // Of a vote the letter of the option that led in that round.
    "leading",
    // Of an option, the participants who opened with it.
    "opened_by",
];

/// The columns of a panel's table: nobody votes there, so those of votes, options and estimates are left out (P-18).
pub const PANEL_COLUMNS: [&str; 13] = [
    // `panel`, `shared`, `crux`, `stand`, `answer`, `shift`, `claim`, `turn`, `silent`, `source`.
    "record",
    "debate",
    "id",
    "round",
    "by",
    "model",
    // Of a claim FACT, INFER or ASSUME; of a crux its kind; of what all hold, a stand or an answer yes, no, nuanced or no view.
    "what",
    // Of a crux open, agreed or settled, or why it has no card; of a claim what became of it; of a panel whether it is final.
    "status",
    "confidence",
    "kinds",
    "text",
    "more",
    "sources",
];

/// The whole table.
pub fn document(debate: &Debate) -> String {
    let verdict = Verdict::of(debate);
    let id = verdict.debate.as_str();
    let claims = || {
        debate.registry.claims.iter().zip(&verdict.evidence.claims).map(|(known, line)| {
            let first = known.touches.iter().map(|it| it.round).min();
            claim(line, first)
        })
    };
    if debate.is_panel() {
        let rows = panel::rows(debate).into_iter().chain(claims()).chain(verdict.evidence.sources.iter().map(source));
        return written(&PANEL_COLUMNS, rows.map(|it| it.panel_cells(id)));
    }
    let mut rows = vec![decision(&verdict)];
    rows.extend(verdict.options.iter().map(option));
    rows.extend(ballot::terms(debate, &verdict).iter().map(term));
    rows.extend(ballot::all_moves(debate).iter().map(|(by, it)| moved(by, it)));
    rows.extend(claims());
    for round in &debate.rounds {
        rows.extend(round.spoken.iter().map(|it| vote(debate, round, it)));
    }
    rows.extend(verdict.evidence.sources.iter().map(source));
    written(&COLUMNS, rows.into_iter().map(|it| it.cells(id)))
}

/// A table with these columns.
fn written<const N: usize>(columns: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut out = columns.join(",");
    out.push_str("\r\n");
    for cells in rows {
        out.push_str(&cells.map(|it| cell(&it)).join(","));
        out.push_str("\r\n");
    }
    out
}

/// A row before it is written; fields that do not apply stay empty.
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
    option: Option<Letter>,
    ballot: String,
    /// Low, best and high.
    figures: Option<[f64; 3]>,
    leading: Option<Letter>,
    opened_by: String,
}

impl Row {
    /// The cells in the order of [`COLUMNS`].
    fn cells(self, debate: &str) -> [String; COLUMNS.len()] {
        let [low, best, high] = self.figures.map(|it| it.map(|it| it.to_string())).unwrap_or_default();
        let letter = |it: Option<Letter>| it.map(|it| it.to_string()).unwrap_or_default();
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
            letter(self.option),
            self.ballot,
            low,
            best,
            high,
            letter(self.leading),
            self.opened_by,
        ]
    }
}

impl Row {
    /// The cells in the order of [`PANEL_COLUMNS`].
    fn panel_cells(self, debate: &str) -> [String; PANEL_COLUMNS.len()] {
        let [record, debate, id, round, by, model, label, status, _, confidence, kinds, text, more, sources, ..] =
            self.cells(debate);
        [record, debate, id, round, by, model, label, status, confidence, kinds, text, more, sources]
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
        option: decision.option.as_ref().map(|it| it.letter),
        ballot: verdict.screen().headline,
        figures: decision.estimate.map(|it| [it.low, it.best, it.high]),
        ..Row::default()
    }
}

fn option(it: &OptionLine) -> Row {
    Row {
        record: "option",
        id: it.letter.to_string(),
        by: names(&it.held_by),
        status: if it.is_decided { "decided" } else { "" }.to_owned(),
        confidence: it.pooled,
        text: it.headline.clone(),
        more: ballot::said_of(it),
        opened_by: names(&it.opened_by),
        ..Row::default()
    }
}

fn term(it: &TermWords) -> Row {
    let Behind { asked, opposed, withdrawn } = it.term.now();
    let others = [("opposed by", opposed), ("withdrawn by", withdrawn)];
    let others = others.iter().filter(|(_, by)| !by.is_empty()).map(|(says, by)| format!("{says} {}", names(by)));
    Row {
        record: "term",
        id: it.id.clone(),
        round: Some(it.term.introduced),
        by: names(&asked),
        status: if it.is_shared { "shared" } else { "" }.to_owned(),
        text: it.term.text.clone(),
        more: others.collect::<Vec<_>>().join("; "),
        ..Row::default()
    }
}

fn moved(by: &Name, it: &Change) -> Row {
    Row {
        record: "move",
        round: Some(it.round),
        by: by.to_string(),
        status: if it.is_carried { "carried" } else { "yielded" }.to_owned(),
        text: ballot::because(&it.because),
        sources: it.carried_by.join("; "),
        ballot: format!("{} → {}", it.from, it.to),
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
        status: line.status.unwrap_or_default().to_owned(),
        confidence: line.confidence,
        kinds: kinds.join("; "),
        text: line.text.clone(),
        sources: line.evidence.join("; "),
        ..Row::default()
    }
}

fn vote(debate: &Debate, round: &Round, spoken: &Spoken) -> Row {
    let model = debate.participants.iter().find(|it| it.name == spoken.by).map(|it| it.model.clone());
    let count = Count::of_round(debate, round);
    let leading = count.leader();
    let voter = count.voters.iter().find(|it| *it.name() == spoken.by);
    let vote = voter.zip(leading).and_then(|(it, leading)| count.vote(it, leading));
    let said = leading.and_then(|it| count.said_of(&spoken.by, it)).filter(|_| vote != Some(Vote::Accept));
    let held = debate.held_after(spoken, round.number);
    Row {
        record: "vote",
        round: Some(round.number),
        by: spoken.by.to_string(),
        model: model.unwrap_or_default(),
        status: if round.kind == RoundKind::Ballot { "closing" } else { "" }.to_owned(),
        vote: vote.map(|it| it.to_string()).unwrap_or_default(),
        confidence: spoken.turn.confidence,
        text: spoken.turn.position.clone().unwrap_or_default(),
        more: said.and_then(|it| it.why.clone()).unwrap_or_default(),
        option: held.and_then(ResolvedBallot::option),
        ballot: cast(debate, spoken).unwrap_or_default(),
        figures: held.and_then(ResolvedBallot::estimate).map(|it| [it.lowest, it.best, it.highest]),
        leading,
        ..Row::default()
    }
}

/// A turn's ballot in its original words: a later grouping changes its letter, not its words.
fn cast(debate: &Debate, spoken: &Spoken) -> Option<String> {
    match spoken.turn.ballot.as_ref()? {
        Cast::Headline(headline) => Some(headline.clone()),
        Cast::Option(letter) => debate.headline(*letter).map(str::to_owned),
        Cast::Estimate(_) => debate.held(spoken).map(|it| analysis::decision::verdict::held(debate, it)),
    }
}

fn source(line: &SourceLine) -> Row {
    Row {
        record: "source",
        id: line.id.clone(),
        by: names(&line.cited_by),
        kinds: kind(line),
        text: line.title.clone(),
        more: line.url.clone().unwrap_or_default(),
        ..Row::default()
    }
}

fn names(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join("; ")
}

/// Characters that make a spreadsheet evaluate a cell, including the wide forms that some treat alike.
const COMPUTED: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text as one cell.
fn cell(text: &str) -> String {
    let line = one_line(text, usize::MAX);
    let mut out = String::with_capacity(line.len() + 2);
    // A program that splits cells at other characters than commas may begin one in the middle of ours.
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

    /// I-32, I-40: no text is evaluated, splits a cell or ends a row.
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
