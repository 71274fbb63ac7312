//! Sameness by words (E-11).
use prose::lexical::*;
use prose::thresholds::MOST_WORDS;

/// E-11: sameness requires the same words in the same order.
#[test]
fn the_same_is_said_in_the_same_words() {
    let long = "word ".repeat(MOST_WORDS);
    for (a, b, expected) in [
        ("Use Kafka for the orders", "We should choose Kafka for orders", true),
        ("Use a queue in the database", "Use a queue in the database first", true),
        ("Give the keys of Alice to Bob", "Give the keys of Bob to Alice", false),
        ("Give Alice Bob's keys", "Give Bob Alice's keys", false),
        ("Use Kafka", "Do not use Kafka", false),
        ("Ship it", "Ship it when three auditors have signed", false),
        ("", "", false),
        ("A", "(a)", true),
        ("A", "C", false),
        ("no", "No.", true),
        ("42", "42", true),
        ("42", "4.2", false),
        ("C++", "C#", false),
        ("Use C++ for the server", "Use C# for the server", false),
        ("C++", "c++.", true),
        ("me", "my friend", false),
        ("Wir können im Mai bei allen Kunden liefern", "Wir können im Mai bei allen Kunden nicht liefern", false),
        ("Le service tient la charge prévue", "Le service ne tient pas la charge prévue", false),
        ("Wir können im Mai liefern", "wir können im Mai liefern.", true),
        (&format!("{long} ship"), &format!("{long} wait"), false),
    ] {
        assert_eq!(same(a, b), expected, "{a} / {b}");
        assert_eq!(same(b, a), expected, "{b} / {a}");
    }
}

/// a condition is what the answer depends on, not what makes no difference.
#[test]
fn what_makes_no_difference_is_no_condition() {
    for (text, expected) in [
        ("No, because the gap is seasonal, even if the evidence were better.", false),
        ("Yes, especially if the team grows.", false),
        ("Yes, particularly when load is high.", false),
        ("Yes, whether or not it is audited.", false),
        ("Yes, regardless if it is audited.", false),
        ("No, it is not only slow but also dear.", false),
        ("Yes, adopt it.", false),
        ("Yes, if the team grows.", true),
        ("Yes, but only even if they sign.", true),
        ("Yes, even if it is dear, once it is audited.", true),
        ("Yes, but not before the audit.", true),
        ("If", true),
        ("", false),
    ] {
        assert_eq!(is_conditional(text), expected, "{text}");
    }
}
