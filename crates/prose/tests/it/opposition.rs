//! Detecting contradictions: positives and negatives.
use proptest::prelude::*;
use prose::opposition::*;
use prose::thresholds::MOST_WORDS;

/// E-11: contradicting positions, however many words they share.
#[test]
fn contradictions_are_seen() {
    for (a, b) in [
        ("Adopt gRPC for internal services", "Do not adopt gRPC for internal services"),
        ("We should keep the monolith", "We should replace the monolith"),
        ("Raise the limit to 500", "Lower the limit to 500"),
        ("Code review must be mandatory for hotfixes", "Code review should be optional for hotfixes"),
        ("Yes, migrate to Postgres this year", "No, we shouldn't migrate to Postgres this year"),
        ("Never deploy on Fridays", "Deploy on Fridays"),
        ("Nobody should review hotfixes", "Somebody should review hotfixes"),
        ("No team may deploy on Fridays", "Every team may deploy on Fridays"),
        ("Adopt gRPC now; do not wait for the pilot", "Do not adopt gRPC now; wait for the pilot"),
        ("Set the limit to 500 requests", "Set the limit to 200 requests"),
        ("Add a cache in front of the service", "Removing the cache in front of the service is best"),
        ("The migration is safe and not expensive", "The migration is not safe and is expensive"),
    ] {
        assert!(opposed(a, b).is_some(), "{a} / {b}");
        assert!(opposed(b, a).is_some(), "{b} / {a}");
    }
}

#[test]
fn agreement_in_other_words_is_not_opposition() {
    for (a, b) in [
        ("Adopt gRPC for internal services", "Adopt gRPC internally, starting with two services"),
        ("Keep the monolith and modularise it", "Keep the monolith; draw module borders first"),
        ("Do not deploy on Fridays", "Never deploy on a Friday"),
        ("Do not adopt gRPC for internal services", "Reject gRPC for internal services"),
        ("Adopt it for safety, not for speed, in the ledger", "Adopt it in the ledger for safety"),
        ("Limit requests to 500 a second", "500 requests a second is the right limit"),
        ("Ship it", "The cat sat on the mat"),
    ] {
        assert!(opposed(a, b).is_none(), "{a} / {b}");
    }
}

/// Opposite decisions about one thing, with the expected evidence.
const SPLIT: &[(&str, &str, &str)] = &[
    ("Raise the fee to 5%", "Lower the fee to 5%", "decision"),
    ("Keep PostgreSQL", "Replace PostgreSQL", "decision"),
    ("SSO should be mandatory for contractors", "SSO should be optional for contractors", "decision"),
    ("Ship before the audit", "Ship after the audit", "decision"),
    ("We ought to build the billing system", "We ought to buy a billing system", "decision"),
    ("Centralize the on-call rota", "Decentralising the on-call rota is the way", "decision"),
    ("The API should be open to partners", "The API should be closed to partners", "decision"),
    ("Allow remote work on Mondays", "Banning remote work on Mondays is right", "decision"),
    ("Increase the marketing budget", "Cut the marketing budget", "decision"),
    ("Raise the retention period", "The retention period should go down", "decision"),
    ("Start with a monolith", "Start with microservices", "decision"),
    ("Telemetry should be opt-in", "Telemetry should be opt-out", "decision"),
    ("Turn the feature flag on on Monday", "Turn the feature flag off on Monday", "decision"),
    ("We need more meetings", "We need fewer meetings", "decision"),
    ("Publish the incident report", "Withhold the incident report", "decision"),
    ("Hire two engineers this quarter", "Fire two engineers this quarter", "decision"),
    (
        "The rollout went well enough to continue the programme",
        "Discontinue the programme after this rollout",
        "decision",
    ),
    (
        "Keep the monolith: it serves us well, the team knows it, and nothing in our load asks for more",
        "Replace the monolith within two years, because scaling single parts is what customers pay for",
        "decision",
    ),
    ("Buy", "Build it with two engineers", "decision"),
    ("The vendor is trustworthy", "The vendor is untrustworthy", "antonyms"),
    ("The estimate is plausible", "The estimate is implausible", "antonyms"),
    ("The tests are deterministic", "The tests are nondeterministic", "antonyms"),
    ("Such a clause is enforceable in court", "Such a clause is unenforceable in court", "antonyms"),
    ("Set the timeout to 30 seconds", "Set the timeout to 90 seconds", "figures"),
    ("Grow the team to 1.5 times its size", "Grow the team to 2.5 times its size", "figures"),
    ("Yes, with a pilot", "No, it is premature", "answers"),
    ("Everyone may merge without review", "Nobody may merge without review", "negation"),
    ("Contractors should get production access", "Contractors shouldn't get production access", "negation"),
    ("The contract lets us leave early", "The contract never lets us leave early", "negation"),
    ("We recommend adopting Kubernetes", "We recommend against adopting Kubernetes", "negation"),
    (
        "Adopt gRPC. It is fast, typed contracts help the teams, and the tooling is mature enough by now.",
        "Do not adopt gRPC. It is fast, typed contracts help the teams, and the tooling is mature enough, yet few know it.",
        "negation",
    ),
    ("Accept the offer of the vendor", "We are refusing the offer of the vendor", "negation"),
    (
        "The plan is drafted and is waiting for the signature of the board",
        "The plan is not drafted and is waiting for the signature of the board",
        "negation",
    ),
    (
        "The vendor can read our data. The price is fair, the support team answers within hours, the contract ends next spring, and \
         two lawyers in Berlin have drafted it on behalf of a customer.",
        "The vendor can't read our data. The price is fair, the support team answers within hours, the contract ends next spring, \
         and engineers from Lisbon wrote everything again during winter.",
        "negation",
    ),
    ("Choose Postgres, not MySQL", "Choose MySQL, not Postgres", "negation"),
    ("Invest in tests rather than in tools", "Invest in tools rather than in tests", "order"),
    ("Do not adopt gRPC: it is expensive", "Adopt gRPC: it is not cheap, but it pays", "negation"),
    ("The dog bites the man", "The man bites the dog", "order"),
    ("Rust is better than Go for the parser", "Go is better than Rust for the parser", "order"),
    ("Migrate from Oracle to Postgres", "Migrate from Postgres to Oracle", "order"),
    ("Design comes before security", "Security comes before design", "order"),
    ("The red team attacks the blue team", "The blue team attacks the red team", "order"),
    ("The board is advised by the staff", "The staff is advised by the board", "order"),
    ("The board advises the staff", "The board is advised by the staff", "order"),
    ("Prefer latency over throughput", "Prefer throughput over latency", "order"),
    ("Keep the queue and replace the cache", "Replace the queue and keep the cache", "decision"),
];

/// Pairs that agree or have different subjects.
const NOT_SPLIT: &[(&str, &str)] = &[
    ("Raise the fee slowly", "The fee should go up gradually"),
    ("Keep PostgreSQL", "Do not replace PostgreSQL"),
    ("It is wrong to send the data abroad", "Do not send the data abroad"),
    ("Do not accept the offer", "Refuse the offer"),
    ("Never deploy without a review", "Deploy with a review"),
    ("SSO should be mandatory", "SSO must not be optional"),
    ("The auditors approve the plan", "The plan is approved by the auditors"),
    ("The league consists of games won by a team with a coach", "A team with a coach wins games of the league"),
    ("Tabs and spaces are both fine", "Spaces and tabs are both fine"),
    ("In March we ship the ledger", "We ship the ledger in March"),
    ("Raise prices and lower costs", "Lower costs and raise prices"),
    ("It is not only cheap but also fast", "It is cheap and fast"),
    ("We would rather keep the queue", "Keep the queue"),
    ("Lean the ladder against the wall", "The ladder leans on the wall"),
    ("You cannot trust the vendor, as it sells data", "The vendor sells data, so it is not to be trusted"),
    ("The 17th release is the last", "Release 17 is the last"),
    ("A man has to sign the lease", "A woman has to sign the lease"),
    ("Amendment no 7 changes two paragraphs", "Amendment 7 changes two paragraphs"),
    ("Adopt Rust for higher safety", "Adopt Rust for lower latency"),
    ("We are on it", "Take the limits off the list"),
    ("Build the parser in house", "Buy the office furniture"),
    ("The limit is 1,000 requests", "Limit requests to 1,000"),
    ("From here to there, from there to here", "From here to there, from there to here"),
    ("Move code to tests, move tests to code", "Move code to tests; move tests to code"),
    ("Alice meets Bob", "Bob meets Alice"),
    (
        "Stay on the current cloud. Moving costs more than it saves.",
        "Stay on the current cloud; a move would not pay off.",
    ),
    (
        "Adopt feature flags for every release. They let us turn a bad change off in minutes.",
        "Adopt feature flags for all releases, so that a bad change can be switched off quickly.",
    ),
    (
        "Start with a small pilot in one team, and expand if the error rate stays low.",
        "Run a small pilot with one team first; expand it only if errors stay low.",
    ),
    (
        "Keep the monolith. Splitting it now adds network calls, and no team is asking for separate deploys.",
        "Keep the monolith: a split adds network calls and operations work that nobody needs yet.",
    ),
    (
        "Hire a dedicated security engineer. The team can't cover audits and incident response on top of product work.",
        "Hire a security engineer; audits and incidents don't fit beside product work.",
    ),
    (
        "Use Postgres for the ledger because transactions matter more than raw speed.",
        "Postgres for the ledger: correctness of transactions outweighs speed.",
    ),
];

fn kind(sign: &Sign) -> &'static str {
    match sign {
        Sign::Answers => "answers",
        Sign::Decision(..) => "decision",
        Sign::Antonyms(..) => "antonyms",
        Sign::Figures => "figures",
        Sign::Negation => "negation",
        Sign::Order => "order",
        Sign::Rivals => "rivals",
        Sign::Dissent => "dissent",
        Sign::Norms(..) => "norms",
        Sign::Sides => "sides",
        Sign::Causes => "causes",
    }
}

/// O-07, E-11: contradicting decisions are detected, with the right evidence.
#[test]
fn opposite_decisions_are_seen() {
    for (a, b, by) in SPLIT {
        let sign = opposed(a, b);
        assert_eq!(sign.as_ref().map(kind), Some(*by), "{a} / {b}: {sign:?}");
    }
}

/// O-07: paraphrased agreement and different subjects pass.
#[test]
fn what_is_not_opposed_passes() {
    for (a, b) in NOT_SPLIT {
        assert_eq!(opposed(a, b), None, "{a} / {b}");
    }
}

/// O-07: the evidence can be displayed.
#[test]
fn a_sign_names_what_was_seen() {
    for (a, b, said) in [
        ("Raised fees are fine", "Lowered fees are fine", "one says `lowered`, the other `raised`"),
        (
            "The vendor is trustworthy",
            "The vendor is untrustworthy",
            "one says `trustworthy`, the other `untrustworthy`",
        ),
        ("Yes", "No", "one answers yes, the other no"),
        ("Pay 5 a month", "Pay 6 a month", "they name different figures"),
        ("Pay the fee", "Never pay the fee", "one negates what the other does not"),
        ("The dog bites the man", "The man bites the dog", "the same words in another order"),
    ] {
        assert_eq!(opposed(a, b).unwrap().to_string(), said);
    }
}

/// O-07: the work is bounded, however long the text.
#[test]
fn what_lies_beyond_the_cap_is_not_looked_at() {
    let filler = "and so on ".repeat(MOST_WORDS);
    let (keep, replace) = ("Keep the queue", "Replace the queue");
    assert!(opposed(&format!("{keep} {filler}"), &format!("{replace} {filler}")).is_some());
    assert_eq!(opposed(&format!("{filler} {keep}"), &format!("{filler} {replace}")), None);
    let (many, more) = ("Yes no. ".repeat(100_000), "Keep. Drop, ".repeat(100_000));
    assert_eq!(opposed(&many, &more), opposed(&more, &many));
}

/// Texts of words that the detector knows.
fn texts() -> impl Strategy<Value = String> {
    let words = "keep replace the queue cache not never no nobody without is are by before than and or but raised lower safe unsafe \
        5 500 yes open closed to dog man bites bitten more less , . ; :";
    let words: Vec<&str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 0..24).prop_map(|it| it.join(" "))
}

proptest! {
    /// O-07, E-11.
    #[test]
    fn opposition_is_mutual(a in texts(), b in texts()) {
        prop_assert_eq!(opposed(&a, &b), opposed(&b, &a));
    }

    /// O-07, E-11.
    #[test]
    fn a_text_never_opposes_itself(text in texts(), other in ".{0,200}") {
        prop_assert_eq!(opposed(&text, &text), None);
        prop_assert_eq!(opposed(&other, &other), None);
    }

    /// O-07: any characters are accepted.
    #[test]
    fn any_texts_are_compared(a in "\\PC{0,200}", b in ".{0,200}") {
        prop_assert_eq!(opposed(&a, &b), opposed(&b, &a));
    }
}
