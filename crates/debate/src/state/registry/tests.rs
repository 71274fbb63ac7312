//! Claims and sources keep their places, and a claim's status follows from what is done to it.
use super::*;
use crate::turn::{Label, Turn};

fn spoken(by: &str, turn: Turn) -> Spoken {
    let (claims, terms) = (vec![], vec![]);
    Spoken {
        seat: 0,
        by: by.into(),
        turn,
        flaws: vec![],
        usage: Default::default(),
        took: 0,
        claims,
        terms,
        option: None,
        is_argued: false,
    }
}

fn claim(text: &str, cites: &[u32]) -> Claim {
    Claim { label: Label::Fact, text: text.into(), cites: cites.to_vec(), kind: None, assigned: false, standing: None }
}

fn saying(claims: &[(&str, &[u32])], references: &[(u32, &str, Option<&str>)]) -> Turn {
    let reference = |(number, title, url): &(u32, &str, Option<&str>)| Reference {
        number: *number,
        title: (*title).into(),
        url: url.map(str::to_owned),
        kind: None,
        assigned: false,
    };
    Turn {
        claims: claims.iter().map(|(text, cites)| claim(text, cites)).collect(),
        references: references.iter().map(reference).collect(),
        ..Turn::default()
    }
}

fn moving(moves: &[(&str, Act, &str)]) -> Turn {
    let made = |(id, act, why): &(&str, Act, &str)| ClaimMove {
        claim: (*id).into(),
        act: *act,
        why: Some((*why).into()),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    Turn { moves: moves.iter().map(made).collect(), ..Turn::default() }
}

/// Rounds of turns, entered one after the other.
fn played(rounds: Vec<Vec<(&str, Turn)>>) -> (Registry, Vec<Round>) {
    let (mut registry, mut before) = (Registry::default(), Vec::new());
    for (number, turns) in (1..).zip(rounds) {
        let spoken = turns.into_iter().map(|(by, turn)| spoken(by, turn)).collect();
        let mut round = Round { number, spoken, ..Round::default() };
        registry.absorb(&mut round);
        before.push(round);
    }
    (registry, before)
}

/// D-12, D-30: a source cited only in reasoning or a position is listed too, and displays show its id.
#[test]
fn what_reasoning_cites_is_listed() {
    let references: &[(u32, &str, Option<&str>)] = &[(1, "Bench", None), (2, "Survey", None), (3, "Never cited", None)];
    let turn = Turn {
        reasoning: Some("Nobody asked for it [2]. The bench is fast [1].".into()),
        position: Some("Adopt it [1].".into()),
        ..saying(&[("Latency is 3 ms.", &[1])], references)
    };
    let (registry, rounds) = played(vec![vec![("north", turn)]]);
    let titles: Vec<&str> = registry.evidence.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(titles, ["Bench", "Survey"]);
    let turn = &rounds[0].spoken[0].turn;
    assert_eq!(turn.reasoning.as_deref(), Some("Nobody asked for it [E2]. The bench is fast [E1]."));
    assert_eq!(turn.position.as_deref(), Some("Adopt it [E1]."));
}

/// D-12, D-33: equal claims share an id, and so do equal sources, whoever names them in whichever spelling.
#[test]
fn the_same_claim_and_the_same_source_keep_their_place() {
    let bench: &[(u32, &str, Option<&str>)] = &[(1, "Bench", Some("https://www.x.org/b/"))];
    let (registry, rounds) = played(vec![
        vec![
            ("north", saying(&[("Latency is 3 ms.", &[1]), ("It is safe", &[])], bench)),
            ("east", saying(&[("latency is 3 ms", &[7])], &[(7, "Other title", Some("http://x.org/b#top"))])),
        ],
        vec![("east", saying(&[("It is not safe", &[])], &[]))],
    ]);
    let places: Vec<&[usize]> = rounds.iter().flat_map(|it| &it.spoken).map(|it| it.claims.as_slice()).collect();
    assert_eq!(places, [[0, 1].as_slice(), &[0], &[2]], "a negated claim is another claim");
    assert_eq!(registry.claims[0].by, ["north".into(), "east".into()]);
    assert_eq!(registry.claims[0].evidence, [0]);
    assert_eq!((registry.evidence.len(), registry.evidence[0].gist.as_str()), (1, "Latency is 3 ms."));
}

/// D-30: a contrary claim opposes the first, and its author denies that.
#[test]
fn a_contrary_claim_opposes() {
    let (registry, _) = played(vec![
        vec![("north", saying(&[("It is safe", &[])], &[]))],
        vec![("east", saying(&[("It is not safe", &[])], &[]))],
    ]);
    assert_eq!(registry.claims[0].opposing, [Opposing { claim: 1, since: 2 }]);
    assert_eq!(registry.claims[1].opposing, [Opposing { claim: 0, since: 2 }]);
    assert_eq!(registry.claims[0].status(), Status::Contested);
    assert_eq!(registry.claims[0].after(1).unwrap().status, Status::Open, "what was so stays so");
}

/// D-30, D-33: claim actions by id set the stances; an action names a claim that was shown, none of its own round.
#[test]
fn moves_touch_the_claims_they_name() {
    let (registry, _) = played(vec![
        vec![("north", saying(&[("Latency is 3 ms", &[1]), ("Load is low", &[])], &[(1, "Bench", None)]))],
        vec![
            ("north", saying(&[("Cost is known", &[])], &[])),
            (
                "east",
                moving(&[
                    ("C1", Act::Challenge, "C2 and E1 speak against it"),
                    ("C2", Act::Support, "see E1"),
                    ("C3", Act::Challenge, "made in this round"),
                    ("C99", Act::Challenge, "nobody made it"),
                ]),
            ),
        ],
        vec![("east", moving(&[("C1", Act::Concede, "shown since")]))],
    ]);
    let [first, second, third] = registry.claims.as_slice() else { panic!("{:?}", registry.claims) };
    assert_eq!(first.after(2).unwrap().status, Status::Contested);
    assert_eq!(first.after(2).unwrap().denying().map(Name::as_str).collect::<Vec<_>>(), ["east"]);
    assert_eq!(first.status(), Status::Accepted, "granted by whoever denied it");
    assert_eq!((first.introduced, first.touched), (1, 3));
    assert_eq!(first.opposing, [Opposing { claim: 1, since: 2 }]);
    assert_eq!(second.evidence, [0], "a source named in support");
    assert_eq!(second.status(), Status::Accepted);
    assert_eq!((third.status(), third.touches.len()), (Status::Open, 1));
    assert!(registry.has_id("C3") && !registry.has_id("C4") && !registry.has_id("C0") && !registry.has_id("x"));
}

/// D-33: in a parallel round, an id in a reason means a claim that was shown, not one just entered.
#[test]
fn grounds_name_what_was_shown() {
    let mut against = moving(&[("C1", Act::Challenge, "C2 and E1 say otherwise"), ("C1", Act::Support, "see E1")]);
    let text = "E1 says so".to_owned();
    against.moves[0].counter = Some(Counter { text, kind: None, assigned: false, cites: vec![] });
    let (registry, _) = played(vec![
        vec![("north", saying(&[("Latency is 3 ms", &[])], &[]))],
        vec![("north", saying(&[("Load is low", &[1])], &[(1, "Bench", None)])), ("east", against)],
    ]);
    let first = &registry.claims[0];
    assert_eq!((first.opposing.as_slice(), first.evidence.as_slice()), ([].as_slice(), [].as_slice()));
    let counters = first.touches.iter().filter_map(|it| it.critique.as_ref()?.counter.as_ref());
    assert!(counters.map(|it| it.sources.len()).eq([0]), "{:?}", first.touches);
}

/// D-33: of all the ids that a text names, the first few make ties.
#[test]
fn a_list_of_ids_makes_few_ties() {
    let said: Vec<String> = (1..=40).map(|it| format!("Point {it} holds")).collect();
    let claims: Vec<(&str, &[u32])> = said.iter().map(|it| (it.as_str(), [].as_slice())).collect();
    let ids: Vec<String> = (2..=40).map(|it| format!("C{it}")).collect();
    let follows = format!("It follows from {}", ids.join(", "));
    let against = moving(&[("C1", Act::Challenge, &ids.join(" "))]);
    let (registry, _) = played(vec![
        vec![("north", saying(&claims, &[]))],
        vec![("east", against), ("south", saying(&[(&follows, &[])], &[]))],
    ]);
    assert_eq!(registry.claims[0].opposing.len(), MOST_NAMED);
    assert_eq!(registry.claims[40].from.len(), MOST_NAMED);
}

/// D-33: a debate that was closed within a round and goes on within it enters no turn twice.
#[test]
fn a_round_that_goes_on_is_entered_once() {
    let (mut registry, mut rounds) = played(vec![vec![("north", saying(&[("Load is low", &[])], &[]))]]);
    let mut round = rounds.pop().unwrap();
    let late = Turn {
        moves: moving(&[("C1", Act::Challenge, "of this round")]).moves,
        ..saying(&[("Load is low", &[])], &[])
    };
    round.spoken.push(spoken("east", late));
    registry.absorb(&mut round);
    registry.absorb(&mut round);
    assert_eq!(registry.claims[0].touches.len(), 2, "{:?}", registry.claims[0].touches);
    assert_eq!(registry.claims[0].status(), Status::Accepted);
}

fn given(tool: &str, arguments: &str, result: &str, found_in: &[&str]) -> crate::tool::Use {
    crate::tool::Use {
        tool: tool.into(),
        arguments: arguments.into(),
        result: result.into(),
        found_in: found_in.iter().map(|it| (*it).to_owned()).collect(),
        ..Default::default()
    }
}

/// A round in which one speaks after its tools gave it this.
fn with_tools(number: u32, by: &str, uses: Vec<crate::tool::Use>, turn: Turn) -> Round {
    let used = [(by.into(), vec![crate::state::Exchange { uses, ..Default::default() }])].into();
    Round { number, spoken: vec![spoken(by, turn)], used, ..Round::default() }
}

/// E-05: the same address or the same title is the same source, whichever of them a citation has; a source has an address as soon as
/// somebody gives it.
#[test]
fn the_same_source_is_one() {
    let cited = |title: &str, url: Option<&str>| saying(&[("It holds", &[1])], &[(1, title, url)]);
    let (registry, _) = played(vec![vec![
        ("north", cited("The gRPC bench", None)),
        ("east", cited("the GRPC  bench.", Some("https://www.x.org/b/"))),
        ("south", cited("Bench of last May", Some("http://x.org/b#top"))),
        ("west", cited("Bench of last May", None)),
        ("low", cited("Another bench", None)),
    ]]);
    let names = |it: &Source| it.by.iter().map(|it| it.as_str().to_owned()).collect::<Vec<_>>().join(" ");
    let shown: Vec<String> = registry.evidence.iter().map(names).collect();
    assert_eq!(shown, ["north east south west", "low"]);
    let first = &registry.evidence[0];
    assert_eq!((first.title.as_str(), first.url.as_deref()), ("The gRPC bench", Some("https://www.x.org/b/")));
}

/// E-05, D-50: if the author of one of a source's two names is withdrawn, only the other name remains.
#[test]
fn a_withdrawn_name_is_no_name_of_a_source() {
    let cited = |title: &str| saying(&[("It holds", &[1])], &[(1, title, Some("https://x.org/b"))]);
    let (mut registry, mut rounds) = played(vec![vec![("north", cited("A vile name")), ("east", cited("Bench"))]]);
    let said = crate::relation::TurnRef { round: 1, by: "north".into() };
    rounds[0].spoken.remove(0);
    registry.withdraw(&rounds, &said);
    assert_eq!((registry.evidence[0].title.as_str(), registry.evidence[0].by.len()), ("Bench", 1));
    let mut later = Round {
        number: 2,
        spoken: vec![
            spoken("west", saying(&[("So", &[1])], &[(1, "a vile name", None)])),
            spoken("low", saying(&[("So", &[1])], &[(1, "bench", None)])),
        ],
        ..Round::default()
    };
    registry.absorb(&mut later);
    let by: Vec<usize> = registry.evidence.iter().map(|it| it.by.len()).collect();
    assert_eq!(by, [2, 1]);
}

/// E-05, O-10: what a tool brings or works out is a source with an id, once however often it is asked, that everybody can cite by the id; what
/// is found in an attached text is that text, and what failed or was refuted is none.
#[test]
fn what_tools_give_has_an_id() {
    let mut registry = Registry::default();
    registry.attach([("docs/plan.md", "")]);
    let failed = crate::tool::Use { failed: true, ..given("search_web", "{\"query\":\"rye\"}", "timeout", &[]) };
    let sum = || given("calculate", "{\"expression\":\"12 * 30\"}", "12 * 30 = 360", &[]);
    let uses = vec![
        sum(),
        given("read_source", "{}", "The plan", &["S1#2"]),
        given("search_web", "{\"query\":\"oats\"}", "Oats yield 3 t/ha.", &[]),
        failed,
        sum(),
    ];
    let own = saying(&[("It takes 360 hours", &[1])], &[(1, "Calculation: 12 * 30 = 360", None)]);
    registry.absorb(&mut with_tools(1, "north", uses, own));
    let shown: Vec<(&str, &str)> = registry.evidence.iter().map(|it| (it.kind.as_str(), it.title.as_str())).collect();
    assert_eq!(shown, [("calculation", "12 * 30 = 360"), ("tool output", "search_web {\"query\":\"oats\"}")]);
    assert_eq!(registry.evidence[1].gist, "Oats yield 3 t/ha.");
    assert_eq!(
        (registry.claims[0].evidence.as_slice(), registry.claims[0].touches[0].is_opened),
        ([0].as_slice(), true)
    );
    let cites = saying(&[("Oats are poor (E2)", &[]), ("Hours add up", &[1]), ("Beyond E9", &[])], &[(1, "E1", None)]);
    registry.absorb(&mut with_tools(2, "east", vec![sum()], cites));
    let evidence: Vec<&[usize]> = registry.claims.iter().map(|it| it.evidence.as_slice()).collect();
    assert_eq!(evidence, [[0].as_slice(), &[1], &[0], &[]]);
    assert_eq!(registry.evidence.len(), 2, "the same sum is one source");
    assert_eq!((0..2).map(|it| registry.standing_of(it, 2)).collect::<Vec<_>>(), [crate::Standing::Opened; 2]);
    let by: Vec<usize> = registry.evidence.iter().map(|it| it.by.len()).collect();
    assert_eq!(by, [2, 1]);
}

/// E-05: an attached text is open, and a claim has opened it where it names a part of it or a tool found one; else a source is from memory, or
/// first-hand where whoever cites it says so.
#[test]
fn a_source_has_a_standing() {
    let mut registry = Registry::default();
    registry.attach([("plan.md", "")]);
    let mut own = saying(
        &[("One", &[1]), ("Two", &[2]), ("Three", &[3]), ("Four", &[4])],
        &[(1, "S1#2 plan.md", None), (2, "plan.md", None), (3, "north's own notes", None), (4, "A book", None)],
    );
    own.claims[2].standing = Some(crate::Standing::Reported);
    registry.absorb(&mut with_tools(1, "north", vec![], own));
    let standings: Vec<crate::Standing> = (0..3).map(|it| registry.standing_of(it, 1)).collect();
    assert_eq!(standings, [crate::Standing::Opened, crate::Standing::Reported, crate::Standing::Recalled]);
    assert_eq!(registry.standing_of(1, 0), crate::Standing::Recalled, "before anybody had said so");
    let opened: Vec<bool> = registry.claims.iter().map(|it| it.touches[0].is_opened).collect();
    assert_eq!(opened, [true, false, false, false]);
    let found = given("read_source", "{}", "words", &["S1#1"]);
    registry.absorb(&mut with_tools(2, "east", vec![found], saying(&[("Five", &[1])], &[(1, "plan.md", None)])));
    assert!(registry.claims[4].touches[0].is_opened, "a tool found the part");
}
