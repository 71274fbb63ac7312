//! Claims of strong models about an attached plan: true ones are verified with their location, wrong ones contradicted, others unchecked
//! (O-11, E-05).
use crate::test_debate::{TestDebate, claim, yes};
use analysis::evidence::checks::{self, CheckResult};
use debate::event::Reason;
use debate::{Attachment, Claim, Event, Label, Reference, Rules, Turn};

const PLAN: &str = include_str!("../texts/rollout-plan.md");

/// A claim, its source (empty for none), the expected outcome, and the location.
type Row = (&'static str, &'static str, CheckResult, &'static str);

const VERIFIED: CheckResult = CheckResult::Verified;
const CONTRADICTED: CheckResult = CheckResult::Contradicted;
const UNCHECKED: CheckResult = CheckResult::Unchecked;

const CLAIMS: &[Row] = &[
    // Correct quotations, under any name of the plan.
    (
        "The plan admits that \"We have not rehearsed a rollback under production load.\"",
        "the plan",
        VERIFIED,
        "5. Rollback",
    ),
    (
        "The plan states that \"Rollback is possible within 72 hours of the cutover\"",
        "rollout-plan.md, section 5",
        VERIFIED,
        "5. Rollback",
    ),
    (
        "Per the runbook rule, \"No step of the runbook may be skipped without the written consent of the release manager\"",
        "S1",
        VERIFIED,
        "4. Cutover",
    ),
    (
        "It concedes \"Reads were not part of the load test\", which is the main gap",
        "Rollout plan (attached)",
        VERIFIED,
        "2. What we move to",
    ),
    (
        "\"going back means a restore from backup\" is not a rollback, it is a disaster recovery",
        "",
        VERIFIED,
        "5. Rollback",
    ),
    ("Its own words are “the standby may fall behind by up to 90 seconds at peak”", "", VERIFIED, "6. Risks"),
    (
        "Skipping needs \"the written consent of the release manager\", one person on one Sunday night",
        "the plan",
        VERIFIED,
        "4. Cutover",
    ),
    // Correct figures.
    ("The orders table has 412 million rows", "rollout-plan.md", VERIFIED, "1. Where we are"),
    ("The orders table takes 1.8 TB on disk", "rollout-plan.md §1", VERIFIED, "1. Where we are"),
    ("Peak load is 2,300 writes per second on Friday evenings", "Rollout plan, section 1", VERIFIED, "1. Where we are"),
    (
        "In the load test the new store served 3,100 writes per second",
        "the attached plan",
        VERIFIED,
        "2. What we move to",
    ),
    (
        "A full restore was last tested in March 2023 and took 11 hours",
        "S1 rollout-plan.md",
        VERIFIED,
        "1. Where we are",
    ),
    ("The canary phase lasts 2 weeks", "rollout-plan.md, section 3", VERIFIED, "3. Phases"),
    ("Writes are stopped for at most 15 minutes during the cutover", "the plan", VERIFIED, "4. Cutover"),
    ("The runbook has 42 steps", "Rollout plan: moving order history to the new store", VERIFIED, "4. Cutover"),
    ("The nightly comparison covers only 2% of the rows", "S1#2", VERIFIED, "6. Risks"),
    ("The plan gives the migration a budget of 240,000 euros", "", VERIFIED, "7. Budget"),
    ("23 services read the orders table directly", "plan", VERIFIED, "6. Risks"),
    ("The on-call team for the cutover has six engineers", "the plan, section 4", VERIFIED, "4. Cutover"),
    // Figures in other words.
    (
        "According to section 1 the longer outage cost roughly 180,000 euros in lost orders",
        "the plan",
        VERIFIED,
        "1. Where we are",
    ),
    // Changed quotations.
    ("The plan says \"Rollback is possible within 48 hours of the cutover\"", "the plan", CONTRADICTED, "5. Rollback"),
    (
        "The plan says \"No step of the runbook may be skipped without the verbal consent of the release manager\"",
        "rollout-plan.md",
        CONTRADICTED,
        "4. Cutover",
    ),
    ("The document states \"the old cluster stays writable for a full year\"", "rollout-plan.md", CONTRADICTED, ""),
    // Wrong figures.
    ("The orders table has 312 million rows", "the plan", CONTRADICTED, "1. Where we are"),
    ("The runbook has 24 steps", "rollout-plan.md, section 4", CONTRADICTED, "4. Cutover"),
    ("The nightly comparison covers 20% of the rows", "S1", CONTRADICTED, "6. Risks"),
    ("The plan says that the cutover's on-call team has 9 engineers", "", CONTRADICTED, "4. Cutover"),
    ("Rollback is possible within 24 hours of the cutover", "rollout-plan.md", CONTRADICTED, "5. Rollback"),
    ("The canary phase lasts 6 weeks", "the plan", CONTRADICTED, "3. Phases"),
    ("The half phase carries 5% of the traffic", "the plan", CONTRADICTED, "3. Phases"),
    ("7 of the 42 steps are manual", "the plan", CONTRADICTED, "4. Cutover"),
    ("The budget for the migration is 150,000 euros", "the plan, section 7", CONTRADICTED, "7. Budget"),
    // Sums of its figures: recomputed, wrong ones contradicted.
    ("Running both side by side costs 3 × (7,400 + 9,100) = 49,500 euros", "the plan", VERIFIED, ""),
    ("The saving is 9,100 − 7,400 = 1,700 euros a month, so 20,400 euros a year", "the plan", VERIFIED, ""),
    ("The saving is 9,100 - 7,400 = 2,700 euros a month", "the plan", CONTRADICTED, ""),
    // Correct, but worded too differently.
    ("The rollback rehearsal on a copy with 10 million rows took 55 minutes", "rollout-plan.md", UNCHECKED, ""),
    ("Going by the plan, 16 of the 23 consuming services do have an owner", "the plan", UNCHECKED, ""),
    // Not in the plan: the figures belong to something else.
    ("Writes are stopped for at most 55 minutes during a rollback", "the plan", UNCHECKED, ""),
    ("The old cluster served 3,100 writes per second in the load test", "the plan", UNCHECKED, ""),
    ("The new store has a p99 latency of 65 ms", "the plan", UNCHECKED, ""),
    ("23 of the runbook's steps have no owner", "the plan", UNCHECKED, ""),
    ("The standby falls behind by 90 minutes at peak", "the plan", UNCHECKED, ""),
    ("About a third of large migrations run over their budget", "the plan", UNCHECKED, ""),
    ("PostgreSQL 16 can serve 20,000 writes per second on such nodes", "Vendor benchmark", UNCHECKED, ""),
    ("A rollback under production load would take about 38 hours at the rehearsed rate", "the plan", UNCHECKED, ""),
    ("The rollback was rehearsed 3 times on production data", "the plan", UNCHECKED, ""),
    ("The plan does not say \"Rollback is possible within 72 hours of the cutover\"", "the plan", UNCHECKED, ""),
    ("We should \"move fast and break things\" here", "the plan", UNCHECKED, ""),
    ("Customers in Norway and Sweden are moved last", "the plan", UNCHECKED, ""),
    ("The budget has a contingency of 10,000 euros", "the plan", UNCHECKED, ""),
    ("The old cluster costs 7,400 euros a month", "the plan", UNCHECKED, ""),
    ("The longer outage lasted 11 hours", "the plan", UNCHECKED, ""),
    ("The longer outage lasted 3 hours", "the plan", UNCHECKED, ""),
    ("Support handled 180,000 orders by hand", "the plan", UNCHECKED, ""),
    ("The load test covered reads at 3,100 per second", "the plan", UNCHECKED, ""),
    ("The plan promises \"zero downtime for all customers\"", "the plan", UNCHECKED, ""),
];

/// The debate that contains all these claims.
fn debated(rows: &[Row]) -> TestDebate {
    let mut scene = TestDebate::new(2, Rules::default());
    let attached = Attachment { title: "docs/rollout-plan.md".into(), text: PLAN.into() };
    scene.add(Event::SourcesAttached { sources: vec![attached] });
    let said = |(text, title, ..): &Row| {
        let title = (*title).to_owned();
        let references: Vec<Reference> = (!title.is_empty())
            .then_some(Reference { number: 1, title, url: None, kind: None, assigned: false })
            .into_iter()
            .collect();
        let cites = references.iter().map(|it| it.number).collect();
        Turn { claims: vec![Claim { cites, ..claim(Label::Fact, text, None) }], references, ..yes(0.8) }
    };
    for row in rows {
        scene = scene.round([said(row), yes(0.8)]);
    }
    scene.closed(Reason::RoundCap)
}

/// O-11, E-05: true claims about an attached plan are verified and wrong ones contradicted, each with the location; others are unchecked,
/// and nothing wrong is verified.
#[test]
fn claims_about_an_attached_plan_are_checked() {
    let scene = debated(CLAIMS);
    let checks = checks::of(&scene.debate);
    assert_eq!(checks.len(), CLAIMS.len(), "no two of them are one claim");
    let mut wrong = Vec::new();
    for ((text, title, expected, section), check) in CLAIMS.iter().zip(&checks) {
        let place = check.place.as_deref().unwrap_or_default();
        let is_there = check.why.contains(section) || place.contains(section);
        if check.verdict != *expected || (*expected != UNCHECKED && !is_there) {
            wrong.push(format!(
                "{text} [{title}]: {} {place:?} ({}), not {expected} {section}",
                check.verdict, check.why
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CLAIMS.len(), wrong.join("\n"));
    let count = |wanted: CheckResult| checks.iter().filter(|it| it.verdict == wanted).count();
    assert_eq!((count(VERIFIED), count(CONTRADICTED), count(UNCHECKED)), (22, 13, 21), "of {}", CLAIMS.len());
}
