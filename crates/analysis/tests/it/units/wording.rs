//! Settling questions and falsifiers (Q-21, E-03).
use analysis::argument::*;
use debate::Kind;

/// Q-21, E-03: question and falsifier are the claim's own words, and the falsifier asks for evidence no weaker than the claim's.
#[test]
fn a_claim_is_settled_in_its_own_words() {
    let claim = |text: &str, kinds: &[Kind]| Node { kinds: kinds.to_vec(), ..Node::new("C1", What::Claim, text, 0.5) };
    for (text, kinds, question, expected) in [
        (
            "The relay drops one call in a thousand.",
            &[Kind::Empirical, Kind::Logical][..],
            "Is it so that the relay drops one call in a thousand?",
            "EMPIRICAL or stronger evidence against: the relay drops one call in a thousand",
        ),
        (
            "Kafka keeps order within a partition",
            &[Kind::Documented],
            "Is it so that Kafka keeps order within a partition?",
            "DOCUMENTED evidence against: Kafka keeps order within a partition",
        ),
        (
            "It pays for itself!",
            &[Kind::Speculative],
            "Is it so that it pays for itself?",
            "evidence of any kind against: it pays for itself",
        ),
    ] {
        let node = claim(text, kinds);
        assert_eq!((settling(&node).as_str(), falsifier(&node).as_str()), (question, expected));
    }
    let objection = Node { what: What::Objection, by: vec!["ada".into()], ..claim("No owner is named.", &[]) };
    assert_eq!(settling(&objection), "Is ada's objection met: no owner is named?");
}
