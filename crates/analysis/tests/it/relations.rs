//! Contradictions and agreements as panels and `analyze relation` compare them: no contradiction is a consensus, whatever a network says
//! (E-10, E-11). Debates with a ballot do not use this.
use crate::test_debate::{TestDebate, participant};
use analysis::crux::positions::{self, PairStance};
use debate::rules::PanelRules;
use debate::{Debate, Relation, Rules};
use prose::relation::{Signals, lexical, relate};

/// A panel of two on a topic.
fn panel(topic: &str) -> Debate {
    let rules = Rules { panel: Some(PanelRules::default()), ..Rules::default() };
    TestDebate::of(topic, None, ["ada", "bea"].map(|it| participant(it, "x")).to_vec(), rules).debate
}

const KAFKA: &str = "Should we adopt Kafka for the event pipeline?";
const ADOPT: &str = "We should adopt Kafka for the event pipeline.";
const CLOUD: &str = "Should we move to the cloud?";
const MOVE: &str = "We should move to the cloud this year.";

/// Contradicting pairs with their question.
const CONTRADICTIONS: &[(&str, &str, &str)] = &[
    (KAFKA, ADOPT, "Kafka for the event pipeline: no."),
    (KAFKA, "Yes, adopt Kafka this quarter.", "At our size Kafka is not warranted."),
    (KAFKA, ADOPT, "We should refrain from adopting Kafka for the event pipeline."),
    (KAFKA, ADOPT, "Adopting Kafka for the event pipeline would be a mistake."),
    (KAFKA, ADOPT, "I doubt that adopting Kafka for the event pipeline is worth it."),
    (KAFKA, ADOPT, "Kafka is overkill for the event pipeline."),
    (KAFKA, "The benefits of Kafka outweigh its costs.", "The costs of Kafka outweigh its benefits."),
    (KAFKA, ADOPT, "The risks of Kafka exceed its gains."),
    (KAFKA, "Adopt Kafka for the event pipeline.", "Drop the plan to adopt Kafka for the event pipeline."),
    (KAFKA, ADOPT, "Kafka is unnecessary for the event pipeline."),
    (KAFKA, ADOPT, "Adopting Kafka for the event pipeline can wait."),
    (KAFKA, ADOPT, "Kafka for the event pipeline is a bad idea."),
    (KAFKA, ADOPT, "Kafka is the wrong tool for the event pipeline."),
    (KAFKA, ADOPT, "Hold off on Kafka for the event pipeline."),
    (KAFKA, ADOPT, "Postpone Kafka for the event pipeline indefinitely."),
    (KAFKA, ADOPT, "Under no circumstances should we adopt Kafka."),
    (KAFKA, ADOPT, "It is too early to adopt Kafka for the event pipeline."),
    (KAFKA, ADOPT, "We should stay with RabbitMQ for the event pipeline."),
    (KAFKA, ADOPT, "RabbitMQ is the right tool for the event pipeline."),
    (KAFKA, ADOPT, "The event pipeline is fine without Kafka."),
    (KAFKA, ADOPT, "There is no reason to adopt Kafka for the event pipeline."),
    (KAFKA, ADOPT, "I would steer clear of Kafka for the event pipeline."),
    (KAFKA, ADOPT, "Kafka would be a waste of effort for the event pipeline."),
    (KAFKA, ADOPT, "The event pipeline has no use for Kafka."),
    (KAFKA, "Adopt Kafka.", "Adopt Kafka only if hell freezes over."),
    (KAFKA, ADOPT, "Kafka is more than the event pipeline needs."),
    (KAFKA, ADOPT, "Leave Kafka out of the event pipeline."),
    (KAFKA, ADOPT, "I am not convinced that Kafka fits the event pipeline."),
    (KAFKA, ADOPT, "We should adopt Pulsar for the event pipeline."),
    (KAFKA, ADOPT, "Adopt NATS instead of Kafka for the event pipeline."),
    (KAFKA, ADOPT, "We should adopt Kafka nowhere."),
    (KAFKA, ADOPT, "Some say we should adopt Kafka for the event pipeline; they are wrong."),
    (KAFKA, ADOPT, "The proposal that we should adopt Kafka for the event pipeline fails."),
    (KAFKA, ADOPT, "Adopt Kafka for the event pipeline? That would be reckless."),
    (KAFKA, "Yes, adopt Kafka.", "Adopt Kafka later, not now."),
    (CLOUD, MOVE, "Moving to the cloud this year is premature."),
    (CLOUD, MOVE, "Shelve the move to the cloud this year."),
    (CLOUD, MOVE, "We are better off without the cloud this year."),
    (CLOUD, MOVE, "Stay in our own data centre this year."),
    (CLOUD, MOVE, "The cloud costs more than it saves this year."),
    (CLOUD, MOVE, "I advise against the cloud this year."),
    (CLOUD, MOVE, "A move to the cloud this year makes no sense."),
    (CLOUD, "The cloud is worth the price.", "The cloud is not worth the price."),
    ("One database?", "Every service should have its own database.", "All services should share a single database."),
    ("Should we split the monolith?", "Split the monolith.", "Keep the monolith."),
    ("Should we keep the monolith?", "The monolith should be kept.", "Abandon the monolith."),
    ("Should we ban phones?", "Phones should be banned.", "Banning phones would be wrong."),
    ("Sollen wir Kafka einführen?", "Ja, wir sollten Kafka einführen.", "Nein, wir sollten Kafka nicht einführen."),
    ("Sollen wir Kafka einführen?", "Wir sollten Kafka einführen.", "Wir sollten Kafka keinesfalls einführen."),
    ("Faut-il adopter Kafka ?", "Il faut adopter Kafka.", "Il ne faut pas adopter Kafka."),
    ("¿Adoptar Kafka?", "Debemos adoptar Kafka.", "No debemos adoptar Kafka."),
    ("我们应该采用 Kafka 吗？", "我们应该采用 Kafka。", "我们不应该采用 Kafka。"),
];

/// Agreeing pairs in other words, with their question.
const AGREEMENTS: &[(&str, &str, &str)] = &[
    (KAFKA, ADOPT, "Adopting Kafka is the right call."),
    (KAFKA, "Don't adopt Kafka.", "Kafka should not be adopted."),
    (KAFKA, "There is no reason not to adopt Kafka.", "We should adopt Kafka."),
    (KAFKA, "It would be wrong to reject Kafka.", "Adopt Kafka."),
    (KAFKA, "No, do not adopt Kafka.", "No, adopting Kafka is premature."),
    (KAFKA, "No, do not adopt Kafka.", "No, it is too early to adopt Kafka."),
    (KAFKA, "Do not adopt Kafka.", "Adopting Kafka is premature."),
    (KAFKA, "Do not adopt Kafka.", "It is too early to adopt Kafka."),
    (KAFKA, "Do not adopt Kafka.", "Kafka is overkill."),
    (KAFKA, "Do not adopt Kafka.", "We should refrain from adopting Kafka."),
    (KAFKA, "Yes, adopt Kafka, but not before the tests pass.", "Yes, adopt Kafka once the tests pass."),
    (KAFKA, "Yes, adopt Kafka; RabbitMQ does not scale.", "Yes, adopt Kafka: it scales."),
    (KAFKA, "Wait until next year before adopting Kafka.", "Do not adopt Kafka before next year."),
    (KAFKA, "Not only should we adopt Kafka, we should do it now.", "Adopt Kafka now."),
    (KAFKA, "We should not hesitate to adopt Kafka.", "We should adopt Kafka."),
    (KAFKA, "The benefits of Kafka outweigh its costs.", "Kafka is worth its costs."),
    (KAFKA, "The costs of Kafka outweigh its benefits.", "Kafka is not worth its costs."),
    (KAFKA, "Kafka is a bad idea for the event pipeline.", "Kafka is the wrong tool for the event pipeline."),
    (KAFKA, ADOPT, "Yes: Kafka is a good fit for the event pipeline."),
    (KAFKA, ADOPT, "I recommend adopting Kafka for the event pipeline."),
    (KAFKA, ADOPT, "Kafka for the event pipeline makes sense."),
    (KAFKA, ADOPT, "I do not doubt that Kafka is worth it."),
    (KAFKA, ADOPT, "We would be foolish not to adopt Kafka."),
    (KAFKA, ADOPT, "It would be a mistake not to adopt Kafka."),
    (KAFKA, ADOPT, "We can't afford not to adopt Kafka for the event pipeline."),
    (CLOUD, MOVE, "Go to the cloud this year."),
    (CLOUD, MOVE, "The move to the cloud is overdue."),
    (CLOUD, "Do not move to the cloud.", "Moving to the cloud would be a mistake."),
    (CLOUD, "Do not move to the cloud.", "The move to the cloud is not justified."),
    (CLOUD, "Do not move to the cloud.", "Stay away from the cloud."),
    (CLOUD, "No, we should stay in our data centre.", "No, do not move to the cloud."),
    ("Should we split the monolith?", "Keep the monolith.", "Do not split the monolith."),
    ("Should we split the monolith?", "Splitting the monolith is unnecessary.", "Do not split the monolith."),
    ("Should we ban phones?", "Do not ban phones.", "Banning phones would be wrong."),
];

fn alike(cosine: f64) -> Signals {
    Signals { cosine, topic_a: Some(cosine), topic_b: Some(cosine), contradiction: None }
}

fn all(topic: Option<&str>, a: &str, b: &str) -> Vec<Relation> {
    let mut all = vec![lexical(topic, a, b)];
    all.extend([0.85, 0.90, 0.95].map(|it| relate(topic, a, b, &alike(it))));
    all
}

/// E-10, E-11, O-07: no contradicting pair makes the same point, for any analyst or by words alone.
#[test]
fn a_contradiction_is_no_consensus() {
    let mut wrong = Vec::new();
    for (topic, a, b) in CONTRADICTIONS {
        let is_same = |it: &Relation| it.same_point || it.similarity >= 0.80;
        if all(Some(topic), a, b).iter().chain(&all(Some(topic), b, a)).any(is_same) {
            wrong.push(format!("{a} / {b}"));
        }
        if positions::relation(&panel(topic), a, b) == PairStance::Same {
            wrong.push(format!("by words: {a} / {b}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// E-11: most of them are detected as opposed, not merely as different.
#[test]
fn most_contradictions_are_seen() {
    let is_seen = |(topic, a, b): &&(&str, &str, &str)| lexical(Some(topic), a, b).opposed;
    let unseen: Vec<_> = CONTRADICTIONS.iter().filter(|it| !is_seen(it)).collect();
    assert!(unseen.len() <= 16, "{unseen:#?}");
}

/// E-11: agreeing pairs in other words are not opposed, even if sameness can't be shown.
#[test]
fn an_agreement_is_no_contradiction() {
    let mut wrong = Vec::new();
    let mut same = 0;
    for (topic, a, b) in AGREEMENTS {
        if all(Some(topic), a, b).iter().any(|it| it.opposed) {
            wrong.push(format!("{a} / {b}"));
        }
        if positions::relation(&panel(topic), a, b) == PairStance::Opposed {
            wrong.push(format!("by words: {a} / {b}"));
        }
        same += usize::from(relate(Some(topic), a, b, &alike(0.95)).same_point);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(same * 2 > AGREEMENTS.len(), "{same} are told to be the same");
}

/// E-11: without a question, weighing still counts, and a rejected thing is not the same as an accepted one.
#[test]
fn sides_are_taken_without_a_question_too() {
    for (a, b) in [
        ("The benefits of Kafka outweigh its costs.", "The costs of Kafka outweigh its benefits."),
        ("Kafka is the right tool for the pipeline.", "Kafka is overkill for the pipeline."),
    ] {
        assert!(all(None, a, b).iter().all(|it| it.opposed), "{a} / {b}");
    }
    for (a, b) in
        [(ADOPT, "Kafka for the event pipeline can wait."), (ADOPT, "Kafka is overkill for the event pipeline.")]
    {
        assert!(all(None, a, b).iter().all(|it| !it.same_point), "{a} / {b}");
    }
}

/// E-11, P-30: pairs opposed by words are not the same, even if an analyst says so; undecided ones follow the analyst.
#[test]
fn words_forbid_what_somebody_calls_the_same() {
    let (yes, no) = (ADOPT, "Adopting Kafka would be a mistake.");
    let other = "Event streams deserve a durable log.";
    let mut debate = panel(KAFKA);
    debate.compared.enter(yes, no, compared(0.93, false, true));
    debate.compared.enter(yes, other, compared(0.93, false, true));
    assert_eq!(positions::relation(&debate, yes, no), PairStance::Unclear);
    assert_eq!(positions::relation(&debate, yes, other), PairStance::Same);
}

fn compared(similarity: f64, opposed: bool, same_point: bool) -> Relation {
    Relation { similarity, opposition: f64::from(u8::from(opposed)), opposed, same_point, on_topic: true }
}

/// E-10, E-11: a recorded comparison overrules apparent contradictions and apparent similarity.
#[test]
fn what_was_compared_overrules_words() {
    let mut debate = panel("Which queue for the orders of the billing service?");
    let (kafka, nats) =
        ("Use Kafka for the orders of the billing service.", "Use NATS for the orders of the billing service.");
    debate.compared.enter(kafka, nats, compared(0.93, true, false));
    assert_eq!(positions::relation(&debate, nats, kafka), PairStance::Opposed);
    let (fast, slow) = ("Fast growth needs the queue.", "Slow growth needs the queue.");
    assert_eq!(positions::relation(&debate, fast, slow), PairStance::Opposed);
    debate.compared.enter(fast, slow, compared(0.6, false, false));
    assert_eq!(positions::relation(&debate, fast, slow), PairStance::Unclear);
}

/// P-30: one vote of a model does not count; of two, both must agree; of three, two.
#[test]
fn two_votes_must_agree() {
    let (a, b) = ("Begin with a pilot.", "A trial run comes first.");
    for (votes, expected) in [
        (&[true][..], PairStance::Unclear),
        (&[true, false], PairStance::Unclear),
        (&[true, true], PairStance::Opposed),
        (&[true, false, true], PairStance::Opposed),
        (&[false, false, true], PairStance::Same),
    ] {
        let mut debate = panel("Which queue?");
        votes.iter().for_each(|it| debate.compared.vote(a, b, compared(if *it { 0.1 } else { 0.9 }, *it, !*it)));
        assert_eq!(positions::relation(&debate, a, b), expected, "{votes:?}");
        assert_eq!(debate.compared.of(b, a).is_some(), votes.len() > 1);
    }
    let mut debate = panel("Which queue?");
    debate.compared.vote(a, b, compared(0.90, false, true));
    debate.compared.vote(a, b, compared(0.79, false, false));
    assert_eq!(positions::relation(&debate, a, b), PairStance::Unclear, "however near their mean is");
}
