//! Checked claims in the verdict.
use crate::test_debate::{TestDebate, cites, yes};
use analysis::Verdict;
use analysis::evidence::checks::{self, CheckResult};
use debate::event::{Answer, Reason};
use debate::state::registry::SourceKind;
use debate::tool::Use;
use debate::{Attachment, CallId, Event, Rules};

const REPORT: &str = "The median latency of gRPC was 31 ms. Staging runs 12 nodes.";

fn sample_debate() -> TestDebate {
    let mut sample_debate = TestDebate::new(2, Rules::default());
    let attachment = Attachment { title: "docs/report.md".into(), text: REPORT.into() };
    sample_debate.add(Event::SourcesAttached { sources: vec![attachment] });
    sample_debate
}

fn closed(sample_debate: TestDebate) -> TestDebate {
    sample_debate.closed(Reason::RoundCap)
}

fn shown(sample_debate: &TestDebate) -> Vec<String> {
    let verdict = Verdict::of(&sample_debate.debate);
    let line = |it: &analysis::decision::verdict::ClaimLine| match &it.check {
        Some(check) => format!("{} {} {}", it.id, check.verdict, check.place.as_deref().unwrap_or("-")),
        None => format!("{} -", it.id),
    };
    verdict.evidence.claims.iter().map(line).collect()
}

/// O-10, O-11: all names of an attached text are one source; claims are checked against it, and the verdict counts the checks.
#[test]
fn claims_are_checked_against_what_they_cite() {
    let ada = cites(
        yes(0.9),
        &[("The median latency of gRPC was 31 ms", "S1#1 docs/report.md"), ("Staging runs 20 nodes", "report.md")],
    );
    let bea = cites(yes(0.9), &[("12 × 30 = 360 hours are saved", "A blog"), ("It is loved", "S1")]);
    let sample_debate = closed(sample_debate().round([ada, bea]));
    let kinds: Vec<SourceKind> = sample_debate.debate.registry.evidence.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [SourceKind::Attached(0), SourceKind::Citation]);
    assert_eq!(sample_debate.debate.registry.evidence[0].title, "docs/report.md");
    assert_eq!(shown(&sample_debate), ["C1 verified S1#1", "C2 contradicted S1#1", "C3 verified -", "C4 -"]);
    let warnings = Verdict::of(&sample_debate.debate).evidence.warnings;
    let expected = "sources that are neither attached nor given by a tool are as the participants gave them: none of them was opened or \
        checked; \
        of 4 claims, 2 verified, 1 contradicted, 1 unchecked";
    assert!(warnings.iter().any(|it| it == expected), "{warnings:?}");
}

/// O-11: a tool result from outside confirms a claim; a result that only repeats its input does not.
#[test]
fn what_tools_brought_is_looked_through() {
    for (tool, expected) in [("search_web", CheckResult::Verified), ("fact_check", CheckResult::Unchecked)] {
        let mut sample_debate = TestDebate::new(2, Rules::default()).round([]);
        let use_ = Use {
            id: "1".into(),
            tool: tool.into(),
            arguments: "{}".into(),
            result: "Kafka retains messages for 168 hours by default.".into(),
            ..Use::default()
        };
        let (call, by) = (CallId::turn(1, &"ada".into()), "ada".into());
        sample_debate.add(Event::ToolsUsed { round: 1, call, by, uses: vec![use_], answer: Answer::default() });
        sample_debate.speak([cites(yes(0.9), &[("Kafka retains messages for 168 hours", "The manual")]), yes(0.9)]);
        let sample_debate = closed(sample_debate);
        let check = &checks::of(&sample_debate.debate)[0];
        assert_eq!(check.verdict, expected, "{tool}");
        assert_eq!(check.place.as_deref(), (expected == CheckResult::Verified).then_some("tool call"));
    }
}

/// O-11: without attached texts and checks the wording is unchanged.
#[test]
fn what_can_not_be_checked_is_not_counted() {
    let turn = cites(yes(0.9), &[("It is loved", "A blog")]);
    let warnings =
        Verdict::of(&closed(TestDebate::new(2, Rules::default()).round([turn, yes(0.9)])).debate).evidence.warnings;
    assert!(warnings.iter().any(|it| it == "sources are as the participants gave them: none was opened or checked"));
}
