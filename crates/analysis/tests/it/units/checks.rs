//! Claims against attached texts, figure by figure and word by word.
use crate::test_debate::{TestDebate, claim, yes};
use analysis::evidence::checks::*;
use debate::{Attachment, Claim, Event, Label, Reference, Rules, Turn};
use std::sync::Arc;

/// A text with traps: two databases in one sentence, a range, a table, years, points, negatives.
const REPORT: &str = "# Load test\n\nThe median latency of Postgres was 40 ms. Memory grew by 12% in 2023. \
Redis served 900 requests per second, while Mongo served 700 requests per second. The team has 14 engineers, and \
the budget for the migration is $250,000.\n\nThe queue holds between 30 and 50 jobs. Staging runs 12 nodes. \
We do not exceed 3 retries. Throughput could reach 5,000 writes. The error rate fell by 2 percentage points. \
Roughly 60 customers complained. The margin was -5%. Uptime reached 99.95% in the second quarter. Adoption \
went well: more than 80% of teams opted in. Postgres is 3 times faster than Mongo.\n\n\
| database | reads | writes |\n|---|---|---|\n| Alpha | 500 | 900 |\n| Beta | 650 | 300 |\n\n\
- Backup window: 45 minutes\n- Restore time: 1.5 hours\n\nThe pilot in 2022 cost 40,000 euros. The pilot in 2023 cost 55,000 euros. \
The nightly export of invoices takes 25 minutes.\n";

const POLICY: &str = "Nobody shall deploy on a Friday without the written consent of two\nmaintainers, \
and every change must be reversible within one hour.";

/// What a claim names as its sources.
#[derive(Clone, Copy)]
enum Cited<'a> {
    /// No attached text.
    Nothing,
    /// Attached texts alone, by place.
    Only(&'a [usize]),
    /// Attached texts, and what nobody here has.
    Others(&'a [usize]),
    /// Whichever there is.
    Any,
}

fn attachments(texts: &[(&str, &str)]) -> Vec<Arc<Attachment>> {
    let attachment = |(title, text): &(&str, &str)| Attachment { title: (*title).into(), text: (*text).into() };
    texts.iter().map(|it| Arc::new(attachment(it))).collect()
}

fn attached() -> Vec<Arc<Attachment>> {
    attachments(&[("report.md", REPORT), ("policy.md", POLICY)])
}

fn shown(claim: &str, cited: &[usize]) -> String {
    let cited = if cited.is_empty() { Cited::Nothing } else { Cited::Only(cited) };
    told(claim, &attached(), cited)
}

fn told(claim: &str, attached: &[Arc<Attachment>], cited: Cited<'_>) -> String {
    let check = match cited {
        Cited::Any => against(claim, attached),
        Cited::Nothing => in_a_debate(claim, attached, &[], false),
        Cited::Only(places) => in_a_debate(claim, attached, places, false),
        Cited::Others(places) => in_a_debate(claim, attached, places, true),
    };
    let how = check.how.map_or(String::new(), |it| format!(" {it:?}"));
    let place = check.place.map_or(String::new(), |it| format!(" {it}"));
    format!("{}{how}{place}", check.verdict)
}

/// The check of a claim that somebody makes in a debate, citing these texts, and perhaps one that nobody has.
fn in_a_debate(text: &str, attached: &[Arc<Attachment>], places: &[usize], has_more: bool) -> Check {
    let mut scene = TestDebate::new(2, Rules::default());
    scene.add(Event::SourcesAttached { sources: attached.iter().map(|it| Attachment::clone(it)).collect() });
    let titles = places.iter().map(|it| format!("S{}", it + 1)).chain(has_more.then(|| "A blog".to_owned()));
    let references =
        (1..).zip(titles).map(|(number, title)| Reference { number, title, url: None, kind: None, assigned: false });
    let references: Vec<Reference> = references.collect();
    let made = Claim { cites: references.iter().map(|it| it.number).collect(), ..claim(Label::Fact, text, None) };
    let scene = scene.round([Turn { claims: vec![made], references, ..yes(0.8) }]);
    let registry = scene.debate.entered().0;
    of_registry(&scene.debate, &registry).remove(0)
}

/// O-11: a figure is found where it is said of the same, contradicted where exactly that is said with another, and else unchecked.
#[test]
fn figures_are_held_against_what_is_cited() {
    for (claim, expected) in [
        // Found.
        ("The median latency of Postgres was 40 ms", "verified Number S1#1"),
        ("Postgres has a median latency of 40 ms", "verified Number S1#1"),
        ("Memory grew by 12% in 2023", "verified Number S1#1"),
        ("Memory grew by 12%", "verified Number S1#1"),
        ("Redis served 900 requests per second", "verified Number S1#1"),
        ("According to the report, Redis served 900 requests per second", "verified Number S1#1"),
        ("The team has 14 engineers", "verified Number S1#1"),
        ("The migration has a budget of 250,000 dollars", "verified Number S1#1"),
        ("The budget for the migration is $0.25 million", "verified Number S1#1"),
        ("The queue holds between 30 and 50 jobs", "verified Number S1#1"),
        ("About 60 customers complained", "verified Number S1#1"),
        ("Uptime reached 99.95%", "verified Number S1#1"),
        ("Uptime reached over 99.9%", "verified Number S1#1"),
        ("More than 80% of teams opted in", "verified Number S1#1"),
        ("Alpha has 500 reads", "verified Number S1#2"),
        ("The backup window is 45 minutes", "verified Number S1#2"),
        ("The pilot in 2023 cost 55,000 euros", "verified Number S1#2"),
        ("The error rate fell by 2 percentage points", "verified Number S1#1"),
        // Contradicted.
        ("The median latency of Postgres was 55 ms", "contradicted Number S1#1"),
        ("Staging runs 20 nodes", "contradicted Number S1#1"),
        ("The restore time is 3 hours", "contradicted Number S1#2"),
        // A clause that speaks of nothing else.
        ("The team has 40 engineers", "contradicted Number S1#1"),
        ("The budget for the migration is $350,000", "contradicted Number S1#1"),
        ("The team of Alpha has 40 engineers", "unchecked"),
        ("The backup window is 30 minutes", "contradicted Number S1#2"),
        ("The pilot in 2023 cost 40,000 euros", "contradicted Number S1#2"),
        // Another subject.
        ("The median latency of Redis was 40 ms", "unchecked"),
        ("The median latency of Mongo was 55 ms", "unchecked"),
        ("Mongo served 900 requests per second", "contradicted Number S1#1"),
        ("Production runs 12 nodes", "unchecked"),
        ("The team has 14 designers", "unchecked"),
        ("The nightly export of photos takes 25 minutes", "unchecked"),
        ("The nightly export of photos takes 35 minutes", "unchecked"),
        ("The nightly export of invoices takes 25 minutes", "verified Number S1#2"),
        ("Alpha has 900 reads", "unchecked"),
        ("Beta has 900 writes", "unchecked"),
        ("Mongo is 3 times faster than Postgres", "unchecked"),
        // Another time, direction or mood.
        ("Memory grew by 12% in 2021", "unchecked"),
        ("Memory fell by 12% in 2023", "unchecked"),
        ("Throughput reached 5,000 writes", "unchecked"),
        ("Retries exceed 3", "unchecked"),
        ("The team does not have 14 engineers", "unchecked"),
        // Another unit, sign or exactness.
        ("The median latency of Postgres was 40 s", "unchecked"),
        ("The error rate fell by 2%", "unchecked"),
        ("Exactly 60 customers complained", "unchecked"),
        ("The margin was 5%", "unchecked"),
        ("The queue holds 40 jobs", "unchecked"),
        ("The queue holds 30 jobs", "unchecked"),
        ("The net margin was 5%", "unchecked"),
        ("80% of teams opted in", "unchecked"),
        ("Uptime reached 99.954%", "unchecked"),
        ("Uptime reached 100%", "unchecked"),
        ("The restore time is 2 hours", "unchecked"),
        // No quantity at all.
        ("The report has the numbers on page 12", "unchecked"),
        ("Version 1.2.3 was released in 2023", "unchecked"),
        ("Postgres is the better choice", "unchecked"),
    ] {
        assert_eq!(shown(claim, &[0]), expected, "{claim}");
    }
}

/// O-11: a text that is not cited may bear a claim out, and contradicts none.
#[test]
fn only_what_is_cited_contradicts() {
    for (claim, expected) in [
        ("The team has 14 engineers", "verified Number S1#1"),
        ("Staging runs 20 nodes", "unchecked"),
        ("\"without the written consent of three maintainers\"", "unchecked"),
    ] {
        assert_eq!(shown(claim, &[]), expected, "{claim}");
    }
}

/// O-11: a quotation is found word for word, whatever its marks, case and line ends; nearly the same words are a misquotation.
#[test]
fn quotations_are_found_word_for_word() {
    for (claim, expected) in [
        ("The rule is \"without the written consent of two maintainers\"", "verified Quotation S2#1"),
        ("The rule is “Without the written consent of two  maintainers.”", "verified Quotation S2#1"),
        ("They say «nobody shall deploy … must be reversible within one hour»", "verified Quotation S2#1"),
        ("They say \"must be reversible [...] nobody shall deploy\"", "unchecked"),
        ("The rule is \"without the written consent of three maintainers\"", "contradicted Quotation S2#1"),
        ("The rule is \"with the written consent of two maintainers\"", "unchecked"),
        ("They say \"nobody shall ever deploy on a Friday\"", "contradicted Quotation S2#1"),
        ("They say \"nobody shall deploys on a Friday\"", "unchecked"),
        ("It is a \"friday rule\"", "unchecked"),
        ("The manual says \"always read the whole manual before use\"", "contradicted Quotation S2"),
        ("We must end the \"move fast and break things\" habit", "unchecked"),
        ("The policy does not say \"nobody shall deploy on a Friday\"", "unchecked"),
        ("An open \"quotation without the written consent of two", "unchecked"),
        ("\"The median latency of Postgres was 40 ms\" is in the report", "verified Quotation S1#1"),
        ("It is written: \"The median latency of Postgres was 40 ms\"", "unchecked Quotation S1#1"),
        ("\"Nobody shall deploy on a Friday\" is not a rule that helps", "verified Quotation S2#1"),
        ("\"Nobody shall deploy on a Friday\" is nowhere in it", "unchecked"),
    ] {
        assert_eq!(shown(claim, &[1]), expected, "{claim}");
    }
}

/// O-11: sums need no text, and what is denied is not held against anybody.
#[test]
fn sums_need_no_text() {
    for (claim, expected) in [
        ("12 × 30 = 360 hours a year", "verified Arithmetic"),
        ("12 × 30 = 370", "contradicted Arithmetic"),
        ("It is not true that 12 × 30 = 370", "unchecked"),
        ("3 of 12 pilots failed", "unchecked"),
    ] {
        assert_eq!(shown(claim, &[]), expected, "{claim}");
    }
}

/// A text in which figures stand close to what they are not of.
const FACTS: &str = "# Costs\n\nKafka licences cost $12,000 a year. RabbitMQ costs $4,000 a year.\n\nThe team has 5 engineers.\n\n\
The mean latency was 182 ms before the move and 140 ms after the move. Team A had 12 outages and Team B had 3.\n\n\
It is a myth that Kafka loses 5% of messages. Critics claim that Pulsar costs $90,000 a year. This is wrong.\n\n\
\"We would not do it again, and we regret the choice,\" said the CTO of Acme. The stable version is 3.6.\n";

/// O-11: what a text says of something else, denies or has others say bears no claim out; figures in words are figures.
#[test]
fn what_stands_beside_it_proves_nothing() {
    let facts = [Arc::new(Attachment { title: "facts.md".into(), text: FACTS.into() })];
    for (claim, expected) in [
        ("The mean latency was 182 ms before the move", "verified Number S1#1"),
        // What it is of is not said again with the second figure.
        ("The mean latency was 140 ms after the move", "unchecked"),
        ("The mean latency was 182 ms after the move", "unchecked"),
        ("After the move, the mean latency was 182 ms", "unchecked"),
        ("Team A had 12 outages", "verified Number S1#1"),
        ("Team A had 3 outages", "contradicted Number S1#1"),
        ("Team A had 3", "unchecked"),
        ("Kafka loses 5% of messages", "unchecked"),
        ("Pulsar costs $90,000 a year", "unchecked"),
        ("Kafka licences cost $12,000 a year", "verified Number S1#1"),
        ("Kafka licences cost $21,000 a year", "contradicted Number S1#1"),
        ("The team has five engineers", "verified Number S1#1"),
        ("The team has fifty engineers", "contradicted Number S1#1"),
        ("The stable version is 3.6", "verified Number S1#1"),
        ("The CTO of Acme said \"We would not do it again\"", "verified Quotation S1#1"),
        ("The CTO of Acme said \"We would do it again\"", "contradicted Quotation S1"),
        ("The report says \"Kafka is the best tool ever made\"", "contradicted Quotation S1"),
    ] {
        assert_eq!(told(claim, &facts, Cited::Only(&[0])), expected, "{claim}");
    }
    let claim = "The report says \"Kafka is the best tool ever made\"";
    assert_eq!(told(claim, &facts, Cited::Others(&[0])), "unchecked", "it may be in what nobody here has");
    assert_eq!(told(claim, &facts, Cited::Any), "unchecked", "no source is named");
}

/// O-11: a claim is borne out by what it cites alone; that it stands elsewhere is said, and is no check.
#[test]
fn a_claim_is_borne_out_by_what_it_cites() {
    for (claim, cited, expected) in [
        ("Staging runs 12 nodes", 0, "verified Number S1#1"),
        ("Staging runs 12 nodes", 1, "unchecked Number S1#1"),
        ("They say \"nobody shall deploy on a Friday\"", 1, "verified Quotation S2#1"),
        ("They say \"nobody shall deploy on a Friday\"", 0, "unchecked Quotation S2#1"),
    ] {
        assert_eq!(shown(claim, &[cited]), expected, "{claim}");
    }
}

/// O-11: whoever asks is told the truth about why nothing could be told.
#[test]
fn an_unchecked_claim_says_why() {
    let why = |claim: &str| against(claim, &attached()).why;
    assert!(
        why("The queue holds 40 jobs").starts_with("no attached text says it"),
        "{}",
        why("The queue holds 40 jobs")
    );
    assert!(why("Postgres is better").starts_with("nothing in it can be worked out"));
}

/// O-11: a statement that a text makes in the same words is verified; a part of a sentence, a question and what the next sentence denies are not.
#[test]
fn what_a_text_says_in_the_same_words_is_verified() {
    let brief = "# Delivery\n\n- 64 deployments in the quarter; 5 were rolled back.\n- The suite is slow and nobody owns it.\n\n\
Opponents say that the gateway loses every tenth order. That is not so.\nIs the database too small for us?\n\
Nobody has shown that the cache\nhelps on cold starts.\n";
    let brief = [Arc::new(Attachment { title: "brief.md".into(), text: brief.into() })];
    for (claim, expected) in [
        ("64 deployments in the quarter; 5 were rolled back", "verified Quotation S1#1"),
        ("The suite is slow, and nobody owns it.", "verified Quotation S1#1"),
        ("Nobody has shown that the cache helps on cold starts.", "verified Quotation S1#1"),
        ("The cache helps on cold starts", "unchecked"),
        ("Opponents say that the gateway loses every tenth order", "unchecked"),
        ("The gateway loses every tenth order", "unchecked"),
        ("Is the database too small for us", "unchecked"),
        ("5 were rolled back", "verified Number S1#1"),
    ] {
        assert_eq!(told(claim, &brief, Cited::Any), expected, "{claim}");
    }
}
