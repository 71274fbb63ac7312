//! Properties of argument graphs: strengths, flips, differences.
use crate::test_debate::{TestDebate, blocks, claim, guesses, no, picks, yes};
use analysis::argument::thresholds::LEAST_LEAD;
use analysis::argument::{Favoured, Graph, Node, Scales, Search, Tie, What, Why, flips};
use debate::chance::mix;
use debate::{Act, Ballot, Claim, ClaimMove, Kind, Label, Rules, Stance, Standing, Turn};
use proptest::prelude::*;

/// An edge to be added: from, to, kind, weight.
type Line = (usize, usize, Tie, f64);

/// Claims with these bases, then so many options, and edges between them.
fn graph(bases: &[f64], options: usize, lines: &[Line]) -> Graph {
    named(bases, options, lines, &(0..bases.len() + options).collect::<Vec<_>>())
}

/// The same graph with nodes in another order, named by their index.
fn named(bases: &[f64], options: usize, lines: &[Line], order: &[usize]) -> Graph {
    let mut graph = Graph::default();
    for (at, node) in order.iter().enumerate() {
        let what = if *node < bases.len() { What::Claim } else { What::Option };
        let base = bases.get(*node).copied().unwrap_or(0.0);
        graph.add(Node::new(&format!("N{at}"), what, "it is so", base));
    }
    assert_eq!(graph.options().count(), options);
    let place = |node: usize| order.iter().position(|it| *it == node).unwrap();
    for (from, to, tie, weight) in lines {
        graph.tie(place(*from), place(*to), *tie, *weight);
    }
    graph
}

fn ties() -> impl Strategy<Value = Tie> {
    prop_oneof![3 => Just(Tie::Supports), 2 => Just(Tie::Attacks)]
}

/// Bases of claims, and edges among them and to so many options. Without cycles, a claim bears on later ones only.
fn planned(claims: usize, options: usize, is_acyclic: bool) -> impl Strategy<Value = (Vec<f64>, Vec<Line>)> {
    (2..=claims).prop_flat_map(move |count| {
        let bases = prop::collection::vec(0.0..1.0_f64, count);
        let line = (0..count, 0..count + options, ties(), 0.05..1.0_f64);
        let lines = prop::collection::vec(line, 1..count * 4).prop_map(move |lines: Vec<Line>| {
            let lines = lines.into_iter().filter(|(from, to, _, _)| from != to);
            let turn = |(from, to, tie, weight): Line| {
                if is_acyclic && to < from { (to, from, tie, weight) } else { (from, to, tie, weight) }
            };
            lines.map(turn).collect()
        });
        (bases, lines)
    })
}

/// Edges scaled so that those into one node weigh at most 1.5 together.
fn contracting(count: usize, lines: Vec<Line>) -> Vec<Line> {
    let sum = |to: usize| lines.iter().filter(|it| it.1 == to).map(|it| it.3).sum::<f64>();
    let scale: Vec<f64> = (0..count).map(|it| (1.4 / sum(it)).min(1.0)).collect();
    lines.iter().map(|(from, to, tie, weight)| (*from, *to, *tie, weight * scale[*to])).collect()
}

fn strengths(graph: &Graph) -> Vec<f64> {
    let scales = Scales::new(graph);
    assert!(scales.whole().is_settled);
    (0..graph.nodes().len()).map(|it| scales.whole().of(it)).collect()
}

/// one more supporter is visible in the four displayed digits, for up to 26 supporters of any strength: nothing saturates.
#[test]
fn strengths_do_not_saturate() {
    for base in [0.128, 0.484, 0.652, 0.826, 0.94] {
        let shown = |count: usize| {
            let lines: Vec<Line> = (0..count).map(|it| (it, count, Tie::Supports, 1.0)).collect();
            format!("{:.4}", strengths(&graph(&vec![base; count], 1, &lines))[count])
        };
        (1..26).for_each(|count| assert_ne!(shown(count), shown(count + 1), "{base}: {count} and one more"));
    }
}

/// dense graphs of up to 60 claims in cycles, with edges of full weight, converge within the step limit.
#[test]
fn dense_cycles_settle() {
    for seed in 0..300_u64 {
        let mut state = seed;
        let mut below = |most: usize| {
            state = mix(state);
            (state % most as u64) as usize
        };
        let count = 5 + below(56);
        let bases: Vec<f64> = (0..count).map(|_| below(1_000) as f64 / 1_000.0).collect();
        let lines = (0..count + below(count * 6)).map(|_| {
            let tie = if below(2) == 0 { Tie::Supports } else { Tie::Attacks };
            (below(count), below(count), tie, 1.0)
        });
        let lines: Vec<Line> = lines.collect();
        let graph = graph(&bases, 0, &lines);
        let scales = Scales::new(&graph);
        let (is_settled, steps) = (scales.whole().is_settled, scales.whole().steps);
        assert!(is_settled && steps < 2_000, "{seed}: {steps} steps");
    }
}

/// computed by hand: a claim of 0.5 with one attacker of 1 by half has E = −0.5, so 0.5 − 0.5 · 0.25/1.25 = 0.4; two equal claims
/// against each other converge to one strength.
#[test]
fn strengths_by_hand() {
    let found = strengths(&graph(&[0.5, 1.0], 0, &[(1, 0, Tie::Attacks, 0.5)]));
    assert!((found[0] - 0.4).abs() < 1e-12, "{found:?}");
    let against = [(0, 1, Tie::Attacks, 1.0), (1, 0, Tie::Attacks, 1.0)];
    let found = strengths(&graph(&[0.8, 0.8], 0, &against));
    let (x, h) = (found[0], |x: f64| x * x / (1.0 + x * x));
    assert!(x == found[1] && (x - (0.8 - 0.8 * h(x))).abs() < 1e-10, "{found:?}");
    let weaker = strengths(&graph(&[0.8, 0.3], 0, &against));
    assert!(weaker[0] > found[0] && weaker[1] < 0.3, "{weaker:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// with any cycles, strengths converge and lie in 0…1.
    #[test]
    fn strengths_settle((bases, lines) in planned(40, 3, false)) {
        let scales = graph(&bases, 3, &lines);
        let found = strengths(&scales);
        prop_assert!(found.iter().all(|it| (0.0..=1.0).contains(it)), "{found:?}");
    }

    /// neither names nor order change any bit, with cycles too.
    #[test]
    fn names_and_order_change_nothing((bases, lines) in planned(20, 2, false), by in 0..22_usize, flip in any::<bool>()) {
        let mut order: Vec<usize> = (0..bases.len() + 2).collect();
        let by = by % order.len();
        order.rotate_left(by);
        let mut turned = lines.clone();
        turned.reverse();
        if flip { order.reverse(); }
        let usual = strengths(&graph(&bases, 2, &lines));
        let other = strengths(&named(&bases, 2, &turned, &order));
        let back: Vec<f64> = (0..order.len()).map(|node| other[order.iter().position(|it| *it == node).unwrap()]).collect();
        prop_assert_eq!(usual, back);
    }

    /// without cycles, an added attack never strengthens and an added support never weakens its target, bit for bit.
    #[test]
    fn ties_work_as_they_are_called((bases, lines) in planned(20, 2, true), at in 0..20_usize, base in 0.0..1.0_f64) {
        let target = at % bases.len();
        let before = strengths(&graph(&bases, 2, &lines))[target];
        // The added node comes first, so that it can bear on anything.
        let bases: Vec<f64> = std::iter::once(base).chain(bases).collect();
        let shifted: Vec<Line> = lines.iter().map(|(a, b, tie, weight)| (a + 1, b + 1, *tie, *weight)).collect();
        let with = |tie: Tie| {
            let lines: Vec<Line> = shifted.iter().copied().chain([(0, target + 1, tie, 0.7)]).collect();
            strengths(&graph(&bases, 2, &lines))[target + 1]
        };
        prop_assert!(with(Tie::Attacks) <= before);
        prop_assert!(with(Tie::Supports) >= before);
    }

    /// the same with cycles, if the edges into each node weigh at most 1.5 together.
    #[test]
    fn ties_work_in_cycles((bases, lines) in planned(20, 2, false), at in 0..20_usize, base in 0.0..1.0_f64) {
        let target = at % bases.len();
        let lines = contracting(bases.len() + 2, lines);
        let before = strengths(&graph(&bases, 2, &lines))[target];
        let bases: Vec<f64> = std::iter::once(base).chain(bases).collect();
        let shifted: Vec<Line> = lines.iter().map(|(a, b, tie, weight)| (a + 1, b + 1, *tie, *weight)).collect();
        let with = |tie: Tie| {
            let lines: Vec<Line> = shifted.iter().copied().chain([(0, target + 1, tie, 0.1)]).collect();
            strengths(&graph(&bases, 2, &lines))[target + 1]
        };
        prop_assert!(with(Tie::Attacks) <= before + 1e-9);
        prop_assert!(with(Tie::Supports) >= before - 1e-9);
    }

    /// recomputing only affected nodes equals evaluating the graph without the removed claim.
    #[test]
    fn a_removal_is_a_smaller_graph((bases, lines) in planned(16, 3, false), at in 0..16_usize, other in 0..16_usize) {
        let lines = contracting(bases.len() + 3, lines);
        let graph = graph(&bases, 3, &lines);
        let removed = [at % bases.len(), other % bases.len()];
        let (scales, smaller) = (Scales::new(&graph), graph.without(&removed));
        let (without, whole) = (scales.without(&removed), Scales::new(&smaller));
        for (place, node) in smaller.nodes().iter().enumerate() {
            let before = without.of(graph.place(&node.id).unwrap());
            prop_assert!((before - whole.whole().of(place)).abs() < 1e-9, "{}", node.id);
        }
    }
}

/// All subsets of the smallest size without which the leader does not lead, by brute force.
fn by_force(graph: &Graph, leader: usize) -> Vec<Vec<usize>> {
    let reasons: Vec<usize> = graph.reasons().collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for mask in 1_u32..1 << reasons.len() {
        let size = mask.count_ones() as usize;
        if found.first().is_some_and(|it| it.len() < size) {
            continue;
        }
        let set: Vec<usize> = (0..reasons.len()).filter(|it| mask >> it & 1 == 1).map(|it| reasons[it]).collect();
        let smaller = graph.without(&set);
        let scales = Scales::new(&smaller);
        let place = smaller.place(&graph.node(leader).unwrap().id).unwrap();
        if scales.margin(scales.whole(), place) <= LEAST_LEAD {
            found.retain(|it| it.len() <= size);
            found.push(set);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// the search finds all smallest sets, compared with brute force on up to 14 claims, with cycles too.
    #[test]
    fn flips_are_the_smallest((bases, lines) in planned(14, 3, false)) {
        let lines = contracting(bases.len() + 3, lines);
        let graph = graph(&bases, 3, &lines);
        let scales = Scales::new(&graph);
        let Some(leader) = scales.leader(scales.whole()) else { return Ok(()) };
        let ranked: Vec<usize> = graph.reasons().collect();
        let found = flips(&scales, leader, &ranked, 100_000);
        let expected = by_force(&graph, leader);
        match found.search {
            Search::Complete => {
                let sorted = |mut sets: Vec<Vec<usize>>| { sets.iter_mut().for_each(|it| it.sort_unstable()); sets.sort(); sets };
                prop_assert_eq!(sorted(found.sets), sorted(expected));
            }
            Search::More => prop_assert!(found.sets.iter().all(|it| it.len() == expected[0].len()) && expected.len() > found.sets.len()),
            Search::Budget => prop_assert!(false, "14 claims are no reason to give up: {}", found.looks),
        }
    }
}

/// the search stops at its budget and reports it.
#[test]
fn a_search_over_budget_says_so() {
    let lines: Vec<Line> =
        (0..30).map(|it| (it, 30, Tie::Supports, 1.0)).chain([(30, 31, Tie::Supports, 1.0)]).collect();
    let lines: Vec<Line> = lines.into_iter().map(|(a, b, tie, weight)| (a, b + 1, tie, weight)).collect();
    let graph = graph(&[0.5; 31], 2, &lines);
    let scales = Scales::new(&graph);
    let ranked: Vec<usize> = graph.reasons().collect();
    let leader = scales.leader(scales.whole()).unwrap();
    let found = flips(&scales, leader, &ranked, 10);
    assert_eq!((found.search, found.looks), (Search::Budget, 10));
    let found = flips(&scales, leader, &ranked, 100_000);
    assert!(found.sets.iter().all(|it| it.len() == 29), "29 of 30 equal claims: {found:?}");
    assert_eq!(found.search, Search::More);
}

/// sizes that can't suffice are skipped, and the budget bounds the sums too.
#[test]
fn a_search_is_bounded_from_the_start() {
    let supported = |count: usize, rival: f64| {
        let lines: Vec<Line> = (0..count).map(|it| (it, count, Tie::Supports, 0.05)).collect();
        let lines = lines.into_iter().map(|(a, b, tie, weight)| (a, b + 1, tie, weight));
        let lines: Vec<Line> = lines.chain([(count, count + 2, Tie::Supports, rival)]).collect();
        graph(&vec![0.5; count + 1], 2, &lines)
    };
    // Nearly all of 200 must be removed: smaller sets are not tried.
    let small = supported(200, 0.5);
    let scales = Scales::new(&small);
    let ranked: Vec<usize> = small.reasons().collect();
    let leader = scales.leader(scales.whole()).unwrap();
    let found = flips(&scales, leader, &ranked, 4_000);
    let size = found.sets.first().map_or(0, Vec::len);
    assert!(size > 150 && found.looks <= 4_000, "{} looks", found.looks);
    assert!(found.sums <= 3 * 200 * size, "{} sums for sets of {size}", found.sums);
    // Of 3,000 so many must be removed that not even the sums are computed.
    let large = supported(3_000, 0.5);
    let scales = Scales::new(&large);
    let ranked: Vec<usize> = large.reasons().collect();
    let found = flips(&scales, scales.leader(scales.whole()).unwrap(), &ranked, 4_000);
    assert_eq!((found.search, found.looks, found.sets.len()), (Search::Budget, 0, 0));
}

/// practically level options have no winner, and negligible reasons are not listed.
#[test]
fn a_hair_s_breadth_is_no_lead() {
    let close = |weight: f64| {
        let lines = [(0, 3, Tie::Supports, 0.8), (1, 4, Tie::Supports, weight), (2, 4, Tie::Supports, 0.001)];
        Why::of_graph(&graph(&[0.5, 0.5, 0.1], 2, &lines), Some(3), 1_000)
    };
    let level = close(0.80001);
    assert_eq!((level.favoured, level.flips), (Favoured::Level, Vec::<Vec<String>>::new()));
    assert!(level.margin < 0.0 && level.cruxes.iter().all(|it| it.effect.abs() > 1e-4), "{:?}", level.cruxes);
    assert!(matches!(close(1.2).favoured, Favoured::Other(_)));
}

fn moves(claim: &str, act: Act, why: &str) -> ClaimMove {
    let why = Some(why.to_owned());
    ClaimMove { claim: claim.to_owned(), act, why, assessment: None, counter: None, synthesis: None }
}

fn says(turn: Turn, claims: &[(&str, Kind)]) -> Turn {
    // First-hand: without another source.
    let first_hand = |it: Claim| Claim { standing: Some(Standing::Reported), ..it };
    let claims = claims.iter().map(|(text, kind)| first_hand(claim(Label::Infer, text, Some(*kind)))).collect();
    Turn { claims, ..turn }
}

/// Two for, one against; the only claim of the two is denied.
fn table() -> TestDebate {
    let first = [
        says(yes(0.8), &[("Calls fall to nine milliseconds", Kind::Empirical)]),
        says(yes(0.8), &[("Schemas are written once", Kind::Logical)]),
        says(no(0.8), &[("Browsers need a proxy for it", Kind::Logical)]),
    ];
    let second = [
        Turn { moves: vec![moves("C2", Act::Support, "it follows from C1")], ..yes(0.8) },
        yes(0.8),
        Turn { moves: vec![moves("C1", Act::Challenge, "no")], ..blocks(no(0.8), "A") },
    ];
    let third = [yes(0.8), yes(0.8), blocks(no(0.8), "A")];
    TestDebate::new(3, Rules::default()).round(first).round(second).round(third)
}

/// B-16: a held claim supports its holder's option, a named claim supports the one that names it, a bare denial attacks, and so
/// does an objection to a blocked option.
#[test]
fn a_debate_is_read() {
    let debate = table().debate;
    let line = |graph: &Graph| -> Vec<String> {
        let id = |place: usize| &graph.node(place).unwrap().id;
        let mut lines: Vec<String> = graph
            .edges()
            .iter()
            .map(|it| format!("{} {:?} {} {}", id(it.from), it.tie, id(it.to), it.weight))
            .collect();
        lines.sort_unstable();
        lines
    };
    let graph = Graph::of(&debate);
    let expected = [
        "C1 Supports A 1",
        "C1 Supports C2 0.5",
        "C1/cleo Attacks C1 1",
        "C2 Supports A 1",
        "C3 Supports B 1",
        "O3 Attacks A 1",
    ];
    assert_eq!(line(&graph), expected);
}

/// the cruxes of a decision, with the margin without each, question and falsifier.
#[test]
fn why_names_what_it_hangs_on() {
    let debate = table().debate;
    let why = Why::of(&debate, Some(&"ada".into()), 1_000);
    assert_eq!((why.decided.as_deref(), &why.favoured, why.has_claims), (Some("A"), &Favoured::Same, true));
    let first = &why.cruxes[0];
    assert_eq!((first.id.as_str(), first.flips), ("C1", true), "{why:?}");
    assert_eq!(first.question, "Is it so that Calls fall to nine milliseconds?");
    assert!(first.falsifier.starts_with("EMPIRICAL or stronger evidence against:"), "{}", first.falsifier);
    assert_eq!((first.by.len(), first.against.len()), (1, 1));
    assert_eq!((why.flips, why.search), (vec![vec!["C1".to_owned()]], Search::Complete));
    // Decided for the other option: the arguments favour A, which is reported.
    let other = Why::of(&debate, Some(&"cleo".into()), 1_000);
    assert_eq!(other.favoured, Favoured::Other("A".to_owned()));
    assert!(other.margin < 0.0 && other.cruxes.iter().all(|it| !it.flips));
}

/// without claims, positions and objections count.
#[test]
fn a_table_without_claims_is_read_too() {
    let table = || [yes(0.8), yes(0.8), blocks(no(0.8), "A")];
    let debate = TestDebate::new(3, Rules::default()).round(table()).round(table()).debate;
    let why = Why::of(&debate, Some(&"ada".into()), 1_000);
    assert!(!why.has_claims);
    let ids: Vec<&str> = why.cruxes.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["W1", "W2", "W3", "O3"]);
    // Without turns the result is empty.
    let empty = Why::of(&TestDebate::new(3, Rules::default()).debate, None, 1_000);
    assert_eq!((empty.favoured, empty.options.len()), (Favoured::Nothing, 0));
}

/// claims made for an option that their author has left do not support the new option, even if nobody holds the old one.
#[test]
fn a_claim_stays_with_the_option_it_was_made_for() {
    let borne_on = |now: [&str; 3]| {
        let claim = ("Replays keep their order", Kind::Empirical);
        let first = [says(picks("A", 0.8), &[claim]), picks("B", 0.8), picks("B", 0.8)];
        let ballot = Ballot::choice(["Kafka", "NATS"]).unwrap();
        let scene = TestDebate::with(ballot, 3, Rules::default()).round(first).round(now.map(|it| picks(it, 0.8)));
        let graph = Graph::of(&scene.debate);
        let claim = graph.place("C1").unwrap();
        let options = graph.edges().iter().filter(|it| it.from == claim).filter_map(|it| graph.node(it.to));
        options.map(|it| it.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(borne_on(["B", "B", "B"]), Vec::<String>::new());
    assert_eq!(borne_on(["B", "A", "B"]), ["Kafka"]);
    assert_eq!(borne_on(["A", "B", "B"]), ["Kafka"]);
}

/// B-16: the top nodes are the ballot's options, whatever the positions say; a single held option has no rival.
#[test]
fn the_options_are_the_ballots() {
    let worded = |words: &str| Turn { position: Some(words.to_owned()), ..no(0.9) };
    let round = || ["No.", "Not now, and not this.", "Leave it as it is."].map(worded);
    let debate = TestDebate::new(3, Rules::default()).round(round()).round(round()).debate;
    let why = Why::of(&debate, Some(&"ada".into()), 1_000);
    let options: Vec<(&str, &str, usize)> =
        why.options.iter().map(|it| (it.id.as_str(), it.text.as_str(), it.by.len())).collect();
    assert_eq!(options, [("B", "No", 3)]);
    assert!(why.cruxes.iter().all(|it| !it.flips), "nothing makes another option lead: {:?}", why.cruxes);
}

/// B-16, B-05: a participant with an assigned side speaks for it without a ballot.
#[test]
fn an_assigned_side_has_its_arguments() {
    let argues = |stance, text: &str| Turn {
        stance: Some(stance),
        claims: vec![claim(Label::Infer, text, Some(Kind::Logical))],
        ..Turn::default()
    };
    let turns = || [argues(Stance::Yes, "Calls are fast"), argues(Stance::No, "Browsers need a proxy")];
    let graph = Graph::of(&TestDebate::new(2, Rules::default()).round(turns()).round(turns()).debate);
    let of = |id: &str| -> Vec<&str> {
        let from = graph.place(id).unwrap();
        let edges = graph.edges().iter().filter(|it| it.from == from && it.tie == Tie::Supports);
        edges.filter_map(|it| graph.node(it.to)).map(|it| it.text.as_str()).collect()
    };
    assert_eq!((of("C1"), of("C2")), (vec!["Yes"], vec!["No"]));
}

/// B-16: for an estimate, the only top node is the figure.
#[test]
fn an_estimate_has_one_figure() {
    let turns =
        || [350.0, 360.0, 370.0].map(|it| says(guesses(200.0, it, 800.0, 0.8), &[("It took a year", Kind::Empirical)]));
    let debate =
        TestDebate::with(Ballot::estimate("days").unwrap(), 3, Rules::default()).round(turns()).round(turns()).debate;
    let why = Why::of_option(&debate, None, &[], 1_000);
    let options: Vec<(&str, usize)> = why.options.iter().map(|it| (it.text.as_str(), it.by.len())).collect();
    assert_eq!(options, [("about 360 days", 3)]);
    assert_eq!(why.decided.as_deref(), Some("A"));
}
