//! Answers of single texts to what they are asked.
use super::*;

/// E-11: a text answers by yes and no, by the verb of the question, by phrases, and by what outweighs what; else it has no answer.
#[test]
fn a_text_answers_what_it_is_asked() {
    use Answer::{Against, For};
    let kafka = "Should we adopt Kafka for the event pipeline?";
    for (topic, text, expected) in [
        (kafka, "Yes, this quarter.", Some(For)),
        (kafka, "Kafka for the event pipeline: no.", Some(Against)),
        (kafka, "Kafka? My answer is yes.", Some(For)),
        (kafka, "Nein, das ist zu teuer.", Some(Against)),
        (kafka, "We should adopt Kafka.", Some(For)),
        (kafka, "Use Kafka.", Some(For)),
        (kafka, "Kafka should be adopted.", Some(For)),
        (kafka, "Kafka should not be adopted.", Some(Against)),
        (kafka, "I do not think we should adopt it.", Some(Against)),
        (kafka, "Under no circumstances should we adopt Kafka.", Some(Against)),
        (kafka, "Not only should we adopt Kafka, we should do it now.", Some(For)),
        (kafka, "We should not hesitate to adopt Kafka.", Some(For)),
        (kafka, "We should adopt Kafka to avoid outages.", Some(For)),
        (kafka, "Reject Kafka.", Some(Against)),
        (kafka, "Should we adopt Kafka? No.", Some(Against)),
        (kafka, "We should refrain from adopting Kafka.", Some(Against)),
        (kafka, "It would be a mistake to drop the plan.", Some(For)),
        (kafka, "It would be a mistake to go ahead with it.", Some(Against)),
        (kafka, "I doubt that adopting Kafka is worth it.", Some(Against)),
        (kafka, "I do not doubt that it is worth it.", Some(For)),
        (kafka, "Overkill for the event pipeline.", Some(Against)),
        (kafka, "Kafka is not warranted.", Some(Against)),
        (kafka, "The costs of Kafka outweigh its benefits.", Some(Against)),
        (kafka, "The costs of Kafka are outweighed by its benefits.", Some(For)),
        (kafka, "RabbitMQ is the right tool.", None),
        (kafka, "RabbitMQ is the right tool for the event pipeline.", None),
        (kafka, "Kafka keeps events in partitions.", None),
        ("Should we ban phones?", "Phones are a mistake.", None),
        ("Should we ban phones?", "Banning phones is a mistake.", Some(Against)),
        ("Should we ban phones?", "Do not ban phones.", Some(Against)),
        ("We should not adopt Kafka", "Adopt Kafka.", Some(Against)),
        ("School uniforms should be mandatory", "Uniforms should not be mandatory.", Some(Against)),
        ("Should schools ban phones?", "Schools should ban phones.", Some(For)),
        ("Should we split the monolith?", "Keep the monolith.", Some(Against)),
        ("Which queue should we use?", "Use Kafka.", None),
        ("Kafka or NATS?", "No, neither.", None),
    ] {
        let asked = ParsedQuestion::of(topic);
        assert_eq!(of(Some(&asked), text, &ParsedText::of(text)), expected, "{topic} {text}: {asked:?}");
    }
}

/// E-11: every phrase of the lists is read, and none is in two of them.
#[test]
fn the_phrases_are_sound() {
    assert_eq!(LISTS.names().join(" "), "accepts adopts against for heavy keeps light outweighs rejects");
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for list in ["against", "for", "rejects", "accepts"] {
        for phrase in LISTS.phrases(list) {
            let stems: Vec<String> = phrase.iter().map(|it| stem(it)).collect();
            let before = seen.insert(stems.join(" "), list);
            assert!(before.is_none_or(|it| it == list), "{phrase:?}: {before:?} {list}");
        }
    }
    assert!(seen.len() > 400);
}
