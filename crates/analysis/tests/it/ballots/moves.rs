//! B-13: evidence that carries a changed ballot.
use crate::test_debate::{TestDebate, because, by_itself, cites, claim, claims, links, no, proposes, yes};
use analysis::ballots::moves::moves;
use analysis::ballots::rules::Carried;
use analysis::evidence::checks::{self, CheckResult};
use debate::{Act, Attachment, Claim, ClaimMove, Event, Kind, Label, Reference, Rules, Standing, Turn};

/// What the first of two moves on, who opens with No and goes over to Yes in the last round.
fn carried(scene: TestDebate) -> (Carried, Vec<String>) {
    let registry = scene.debate.entered().0;
    let found = moves(&scene.debate, &registry, &checks::of_registry(&scene.debate, &registry));
    let [only] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((only.by.as_str(), only.round), ("ada", scene.debate.rounds.len() as u32));
    (only.carried, only.ids.clone())
}

fn played(rounds: impl IntoIterator<Item = [Turn; 2]>) -> TestDebate {
    rounds.into_iter().fold(TestDebate::new(2, Rules::default()), TestDebate::round)
}

/// The other one brings this in the opening, and the mover names it.
fn on(brought: Turn, id: &str) -> (Carried, Vec<String>) {
    carried(played([[no(0.8), brought], [because(yes(0.8), &[id]), yes(0.8)]]))
}

fn says(label: Label, text: &str, kind: Option<Kind>) -> Turn {
    claims(yes(0.8), claim(label, text, kind))
}

fn acts(turn: Turn, claim: &str, act: Act) -> Turn {
    let claim = claim.to_owned();
    Turn { moves: vec![ClaimMove { claim, act, why: None, assessment: None, counter: None, synthesis: None }], ..turn }
}

fn new(id: &str) -> (Carried, Vec<String>) {
    (Carried::New, vec![id.to_owned()])
}

fn nothing() -> (Carried, Vec<String>) {
    (Carried::Nothing, vec![])
}

/// B-13: an open source carries, by its id or that of a claim that cites it; a bare title does not.
#[test]
fn a_source_that_can_be_opened_carries() {
    let linked = || links(yes(0.8), "Calls take nine milliseconds", "Trace");
    assert_eq!(on(linked(), "E1"), new("E1"));
    assert_eq!(on(linked(), "C1"), new("C1"));
    let recalled = || cites(yes(0.8), &[("Calls take nine milliseconds", "Trace")]);
    assert_eq!(on(recalled(), "E1"), nothing());
    assert_eq!(on(recalled(), "C1"), nothing());
    let mut scene = TestDebate::new(2, Rules::default());
    let attached = Attachment { title: "docs/report.md".into(), text: "It is late.".into() };
    scene.add(Event::SourcesAttached { sources: vec![attached] });
    let brought = cites(yes(0.8), &[("The mood is good", "S1 docs/report.md")]);
    let scene = scene.round([no(0.8), brought]).round([because(yes(0.8), &["E1"]), yes(0.8)]);
    assert_eq!(carried(scene), new("E1"), "what is attached can be opened");
}

/// B-13: a verified claim carries most, a contradicted one nothing.
#[test]
fn a_checked_claim_carries() {
    let on_report = |text: &str| {
        let mut scene = TestDebate::new(2, Rules::default());
        let report = "The median latency of gRPC was 31 ms. Staging runs 12 nodes.";
        let attached = Attachment { title: "docs/report.md".into(), text: report.into() };
        scene.add(Event::SourcesAttached { sources: vec![attached] });
        let brought = cites(yes(0.8), &[(text, "docs/report.md")]);
        scene.round([no(0.8), brought]).round([because(yes(0.8), &["C1"]), yes(0.8)])
    };
    let (verified, contradicted) = (on_report("Staging runs 12 nodes"), on_report("Staging runs 20 nodes"));
    let outcome = |scene: &TestDebate| checks::of(&scene.debate)[0].verdict;
    assert_eq!((outcome(&verified), outcome(&contradicted)), (CheckResult::Verified, CheckResult::Contradicted));
    assert_eq!(carried(verified), (Carried::Checked, vec!["C1".to_owned()]));
    assert_eq!(carried(contradicted), nothing(), "though its source can be opened");
    assert_eq!(on(says(Label::Fact, "12 × 30 = 360 hours are saved", None), "C1").0, Carried::Checked, "a sum");
    assert_eq!(on(says(Label::Fact, "12 × 30 = 370", Some(Kind::Empirical)), "C1"), nothing());
}

/// B-13: a documented or measured claim carries; other kinds only assert.
#[test]
fn a_documented_or_measured_claim_carries() {
    for kind in Kind::ALL {
        let expected = match kind {
            Kind::Documented | Kind::Empirical => new("C1"),
            Kind::Precedent | Kind::Logical | Kind::Preferential | Kind::Speculative => nothing(),
        };
        let mut told = says(Label::Fact, "It was slow last year", None);
        told.references.push(Reference {
            number: 1,
            title: "A source".into(),
            url: None,
            kind: Some(kind),
            assigned: false,
        });
        told.claims[0].cites.push(1);
        assert_eq!(on(told, "C1"), expected, "{kind}");
    }
    let told = |kind: Option<Kind>| on(says(Label::Fact, "It was slow last year", kind), "C1");
    assert_eq!(told(None), nothing(), "an assertion");
    assert_eq!(told(Some(Kind::Documented)), nothing(), "no document is named");
}

/// B-13, E-05: a first-hand report carries; a recalled or reasoned claim does not.
#[test]
fn what_is_reported_first_hand_carries() {
    for standing in Standing::ALL {
        let told = Claim { standing: Some(standing), ..claim(Label::Fact, "Our own rollout took a week", None) };
        let expected = if standing == Standing::Reported { new("C1") } else { nothing() };
        assert_eq!(on(claims(yes(0.8), told), "C1"), expected, "{standing}");
    }
}

/// B-13: a chain of reasoning carries while nobody has answered it.
#[test]
fn an_unanswered_chain_carries() {
    let reasoned = || says(Label::Infer, "Fewer hops mean fewer faults", Some(Kind::Logical));
    assert_eq!(on(reasoned(), "C1"), new("C1"));
    let linked = claims(says(Label::Fact, "It has two hops", None), claim(Label::Infer, "So it fails less", None));
    let from = Turn { claims: vec![claim(Label::Infer, "Then C1 makes it fail less", None)], ..yes(0.8) };
    let named = played([[no(0.8), linked], [no(0.8), from], [because(yes(0.8), &["C3"]), yes(0.8)]]);
    assert_eq!(carried(named), new("C3"), "it names the claim that it follows from");
    assert_eq!(on(says(Label::Infer, "It fails less", None), "C1"), nothing(), "no reasons are shown");
    let answered = played([
        [no(0.8), reasoned()],
        [acts(no(0.8), "C1", Act::Challenge), yes(0.8)],
        [because(yes(0.8), &["C1"]), yes(0.8)],
    ]);
    assert_eq!(carried(answered), nothing(), "the mover itself has denied it, and does not grant it");
    let granted = played([
        [no(0.8), reasoned()],
        [acts(no(0.8), "C1", Act::Challenge), yes(0.8)],
        [acts(because(yes(0.8), &["C1"]), "C1", Act::Concede), yes(0.8)],
    ]);
    assert_eq!(carried(granted), new("C1"), "it grants it now");
    let third = TestDebate::new(3, Rules::default()).round([no(0.8), reasoned(), yes(0.8)]);
    let third = third.round([no(0.8), yes(0.8), acts(yes(0.8), "C1", Act::Challenge)]);
    let third = third.round([because(yes(0.8), &["C1"]), yes(0.8), yes(0.8)]);
    assert_eq!(carried(third), nothing(), "somebody has answered it");
}

/// B-13: evidence that the participant used before is not new to it.
#[test]
fn what_was_known_carries_nothing() {
    let linked = |turn| links(turn, "Calls take nine milliseconds", "Trace");
    let own = played([[linked(no(0.8)), yes(0.8)], [because(yes(0.8), &["C1", "E1"]), yes(0.8)]]);
    assert_eq!(carried(own), nothing(), "it brought it itself, for the other option");
    let supported = [
        [no(0.8), linked(yes(0.8))],
        [acts(no(0.8), "C1", Act::Support), yes(0.8)],
        [because(yes(0.8), &["C1"]), yes(0.8)],
    ];
    assert_eq!(carried(played(supported)), nothing(), "it had supported it");
    let denied = [
        [no(0.8), linked(yes(0.8))],
        [acts(no(0.8), "C1", Act::Challenge), yes(0.8)],
        [because(yes(0.8), &["C1"]), yes(0.8)],
    ];
    assert_eq!(carried(played(denied)), new("C1"), "what it had denied it had not held");
    let late = [[no(0.8), linked(yes(0.8))], [no(0.8), yes(0.8)], [because(yes(0.8), &["C1"]), yes(0.8)]];
    assert_eq!(carried(played(late)), new("C1"), "what it had not used is new to it");
}

/// B-13: no reason, a term, or an unknown id carry nothing.
#[test]
fn what_is_no_reason_carries_nothing() {
    assert_eq!(carried(played([[no(0.8), links(yes(0.8), "It is so", "Trace")], [yes(0.8), yes(0.8)]])), nothing());
    let term = Turn { terms: vec!["One day's review first".to_owned()], ..yes(0.8) };
    assert_eq!(on(term, "T1"), nothing());
    for id in ["C9", "E9", "C0", "X1", "", "C"] {
        assert_eq!(on(links(yes(0.8), "It is so", "Trace"), id), nothing(), "{id}");
    }
}

/// B-13: a claim made after the ballot carries nothing.
#[test]
fn what_came_later_carries_nothing() {
    let scene = TestDebate::new(2, Rules::default())
        .round([no(0.8), yes(0.8)])
        .round([because(yes(0.8), &["C1", "E1"]), yes(0.8)]);
    let scene = scene.round([yes(0.8), links(yes(0.8), "12 × 30 = 360 hours are saved", "Trace")]);
    let registry = scene.debate.entered().0;
    let found = moves(&scene.debate, &registry, &checks::of_registry(&scene.debate, &registry));
    assert_eq!(found.iter().map(|it| it.carried).collect::<Vec<_>>(), [Carried::Nothing]);
}

/// B-13: a reason of its own carries by the claims first made in that turn.
#[test]
fn a_reason_of_its_own_is_what_it_claims() {
    let own = |turn: Turn| carried(played([[no(0.8), yes(0.8)], [by_itself(turn), yes(0.8)]]));
    assert_eq!(own(yes(0.8)), nothing(), "words alone");
    assert_eq!(own(links(yes(0.8), "Calls take nine milliseconds", "Trace")), new("C1"));
    assert_eq!(own(says(Label::Infer, "Fewer hops mean fewer faults", Some(Kind::Logical))), new("C1"));
    assert_eq!(own(says(Label::Assume, "It will be fine", None)), nothing());
    let unnamed = carried(played([[no(0.8), yes(0.8)], [links(yes(0.8), "It is so", "Trace"), yes(0.8)]]));
    assert_eq!(unnamed, nothing(), "it does not say that this moved it");
    let known = links(no(0.8), "Calls take nine milliseconds", "Trace");
    let again = links(by_itself(yes(0.8)), "Calls take nine milliseconds", "Trace");
    assert_eq!(carried(played([[known, yes(0.8)], [again, yes(0.8)]])), nothing(), "it had said so before");
}

/// B-13: the strongest of several reasons counts, and each that carries is listed once.
#[test]
fn the_best_reason_counts() {
    let brought =
        claims(links(yes(0.8), "Calls take nine milliseconds", "Trace"), claim(Label::Fact, "It is loved", None));
    let brought = claims(brought, claim(Label::Fact, "12 × 30 = 360 hours are saved", None));
    let scene = played([[no(0.8), brought], [because(yes(0.8), &["C2", "C1", "C3", "C1"]), yes(0.8)]]);
    assert_eq!(carried(scene), (Carried::Checked, vec!["C1".to_owned(), "C3".to_owned()]));
}

/// B-13: only a changed ballot is a move: not other words, not a headline grouped into the held option, not a turn without a ballot in
/// between.
#[test]
fn only_a_changed_ballot_is_a_move() {
    let count = |scene: TestDebate| {
        let registry = scene.debate.entered().0;
        moves(&scene.debate, &registry, &[]).len()
    };
    let other = |turn: Turn| Turn { position: Some("Do not adopt it.".to_owned()), ..turn };
    assert_eq!(count(played([[yes(0.8), yes(0.8)], [other(yes(0.2)), yes(0.8)]])), 0);
    let silent = Turn { ballot: None, ..no(0.8) };
    assert_eq!(count(played([[no(0.8), yes(0.8)], [silent.clone(), yes(0.8)], [no(0.8), yes(0.8)]])), 0);
    assert_eq!(count(played([[no(0.8), yes(0.8)], [silent, yes(0.8)], [yes(0.8), yes(0.8)]])), 1);
    let regrouped = played([[no(0.8), yes(0.8)]]).round([proposes("No, leave it", 0.8), yes(0.8)]);
    assert_eq!(count(regrouped.grouped(&[("B", "No", &["ada"])], &[])), 0);
    let parted = played([[no(0.8), yes(0.8)]]).round([proposes("Only with a trial", 0.8), yes(0.8)]);
    assert_eq!(count(parted.grouped(&[("C", "Only with a trial", &["ada"])], &[])), 1);
    let back = played([[no(0.8), yes(0.8)], [yes(0.8), yes(0.8)], [no(0.8), yes(0.8)]]);
    assert_eq!(count(back), 2, "there and back");
}
