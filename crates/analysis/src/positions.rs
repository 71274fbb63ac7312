//! Positions in free text as options: which participants hold the same one, and which two are at odds.
use crate::convergence::pairs;
use crate::lexical;
use crate::opposition::{contested, opposed};
use crate::relation::may_be_same;
use debate::{Comparisons, Debate, Spoken, Topic};

/// What positions are read by: the question they answer, and what somebody who reads more than words made of them.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    topic: &'a Topic,
    compared: Option<&'a Comparisons>,
    words: Words,
}

/// How words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// By what they say of the topic, so that nothing is the same that answers it otherwise.
    Answers,
    /// By contradictions alone: so debates were decided that have no decision rule on record.
    Signs,
}

impl<'a> Reading<'a> {
    /// By all that a debate knows.
    pub fn of(debate: &'a Debate) -> Reading<'a> {
        let words = if debate.rules.decide.is_some() { Words::Answers } else { Words::Signs };
        Reading { topic: &debate.topic, compared: Some(&debate.compared), words }
    }

    /// By what somebody has made of texts about a topic.
    pub fn by(topic: &'a Topic, compared: &'a Comparisons) -> Reading<'a> {
        Reading { topic, compared: Some(compared), words: Words::Answers }
    }

    /// By words alone.
    pub fn words(topic: &'a Topic) -> Reading<'a> {
        Reading { topic, compared: None, words: Words::Answers }
    }

    /// What was made of two texts, if anybody compared them.
    pub(crate) fn compared(self, a: &str, b: &str) -> Option<debate::Relation> {
        self.compared?.of(a, b)
    }

    /// Whether words set two texts against each other.
    fn are_opposed(self, a: &str, b: &str) -> bool {
        match self.words {
            Words::Answers => contested(Some(self.topic.as_str()), a, b).is_some(),
            Words::Signs => opposed(a, b).is_some(),
        }
    }

    /// Whether words allow two texts to be the same.
    fn may_be_same(self, a: &str, b: &str) -> bool {
        match self.words {
            Words::Answers => may_be_same(self.topic.as_str(), a, b),
            Words::Signs => true,
        }
    }
}

/// Participants who hold the same position, the one who put it first as its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<'a> {
    /// Its members, by seat.
    pub members: Vec<&'a Spoken>,
}

impl<'a> Group<'a> {
    /// The member whose words stand for the group: the most confident one, the first by seat among equals.
    pub fn voice(&self) -> Option<&'a Spoken> {
        let mut best: Option<&Spoken> = None;
        for member in &self.members {
            let confidence = |it: &Spoken| it.turn.confidence.unwrap_or_default();
            if best.is_none_or(|it| confidence(member) > confidence(it)) {
                best = Some(member);
            }
        }
        best
    }

    /// Mean confidence of those members who gave one.
    pub fn confidence(&self) -> Option<f64> {
        mean(self.members.iter().filter_map(|it| it.turn.confidence))
    }
}

/// How two positions stand to each other, as far as anybody can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same position.
    Same,
    /// They contradict each other.
    Opposed,
    /// Nothing tells.
    Unclear,
}

/// Compares two positions. They are the same only where something says so: the same answer to the question, the same of the options it
/// names, whoever compared them, or the same words. What was compared overrules words, but for this: what words set against each other is
/// not the same, whoever says so. A choice overrules both, unless it hides a contradiction (E-11).
pub fn relation(reading: Reading<'_>, a: &str, b: &str) -> Relation {
    if is_verbatim(a, b) {
        return Relation::Same;
    }
    let choices = (choice(reading.topic, a), choice(reading.topic, b));
    let (choose_same, choose_otherwise) = match &choices {
        (Some(a), Some(b)) => (a == b, a != b),
        (None, _) | (_, None) => (false, false),
    };
    let compared = if choose_otherwise { None } else { reading.compared(a, b) };
    let is_opposed = || compared.map_or_else(|| reading.are_opposed(a, b), |it| it.opposed);
    let is_same = || compared.map_or_else(|| lexical::same(a, b) && reading.may_be_same(a, b), |it| it.same_point);
    let is_hidden = || match reading.words {
        Words::Answers => compared.is_some() && reading.are_opposed(a, b),
        Words::Signs => false,
    };
    if choose_otherwise || is_opposed() {
        Relation::Opposed
    } else if ((choose_same && reading.may_be_same(a, b)) || is_same()) && !is_hidden() {
        Relation::Same
    } else {
        Relation::Unclear
    }
}

/// Whether two texts are the same but for case and space: labels as short as "C" have no content to compare.
pub fn is_verbatim(a: &str, b: &str) -> bool {
    let is_something = !a.trim().is_empty();
    is_something && a.split_whitespace().map(str::to_lowercase).eq(b.split_whitespace().map(str::to_lowercase))
}

/// Groups turns by the position they hold, those that argue an assigned side aside; two that oppose each other are never in one group. Who sits where makes no difference: positions are taken
/// in the order of their words, and only then put back in that of the seats.
pub fn groups<'a>(reading: Reading<'_>, turns: impl IntoIterator<Item = &'a Spoken>) -> Vec<Group<'a>> {
    let held = turns.into_iter().filter(|it| it.is_own());
    let held = held.filter_map(|it| Some((it.turn.position.as_deref()?, it)));
    let mut held: Vec<(usize, &str, &Spoken)> = held.enumerate().map(|(at, (text, it))| (at, text, it)).collect();
    held.sort_by_key(|(_, text, _)| *text);
    let mut groups: Vec<Vec<(usize, &str, &Spoken)>> = Vec::new();
    for (at, position, spoken) in held {
        let home = groups.iter_mut().find(|group| {
            let relations: Vec<Relation> = group.iter().map(|(_, it, _)| relation(reading, position, it)).collect();
            relations.contains(&Relation::Same) && !relations.contains(&Relation::Opposed)
        });
        match home {
            Some(group) => group.push((at, position, spoken)),
            None => groups.push(vec![(at, position, spoken)]),
        }
    }
    groups.iter_mut().for_each(|group| group.sort_by_key(|(at, _, _)| *at));
    groups.sort_by_key(|group| group.first().map(|(at, _, _)| *at));
    groups.into_iter().map(|it| Group { members: it.into_iter().map(|(_, _, it)| it).collect() }).collect()
}

/// Whether any two of these turns hold positions that contradict each other.
pub fn any_opposed<'a>(reading: Reading<'_>, turns: impl IntoIterator<Item = &'a Spoken>) -> bool {
    opposed_pairs(reading, turns) > 0
}

/// How many pairs of these turns hold positions that contradict each other.
pub fn opposed_pairs<'a>(reading: Reading<'_>, turns: impl IntoIterator<Item = &'a Spoken>) -> usize {
    let held = turns.into_iter().filter(|it| it.is_own());
    let positions: Vec<&str> = held.filter_map(|it| it.turn.position.as_deref()).collect();
    pairs(&positions).filter(|(a, b)| relation(reading, a, b) == Relation::Opposed).count()
}

/// Whether all of these turns say the same in the same words.
pub fn are_verbatim(turns: &[Spoken]) -> bool {
    let positions: Vec<&str> = turns.iter().filter_map(|it| it.turn.position.as_deref()).collect();
    let (Some(first), true) = (positions.first(), positions.len() == turns.len()) else { return false };
    positions.iter().all(|it| lexical::same(first, it))
}

/// Mean of what there is.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.into_iter().fold((0.0, 0_u32), |(sum, n), it| (sum + it, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

/// Which of the options that the topic itself names a position takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Yes,
    No,
    First,
    Second,
}

/// Words of a question that yes or no does not answer.
const QUESTIONS: &[&str] = &["what", "which", "how", "who", "where", "when", "why"];

/// Reads a choice where the position makes one plainly: it begins with yes or no, or the topic offers two options by `or`
/// or `vs` and the position names one of them, does not negate it, and does not name the other. A condition makes it no plain choice, and a
/// topic that asks what, which or how is not answered by yes.
fn choice(topic: &Topic, position: &str) -> Option<Choice> {
    let asked = lexical::words(topic.as_str());
    let is_open = asked.iter().any(|it| QUESTIONS.contains(&it.as_str()));
    if is_open || lexical::is_conditional(position) {
        return None;
    }
    match lexical::answer(position) {
        Some(true) => return Some(Choice::Yes),
        Some(false) => return Some(Choice::No),
        None => {}
    }
    let at = asked.iter().position(|it| matches!(it.as_str(), "or" | "vs" | "versus"))?;
    let (first, second) = (asked.get(at.checked_sub(1)?)?, asked.get(at + 1)?);
    match (lexical::affirms(position, first), lexical::affirms(position, second)) {
        (Some(true), None) => Some(Choice::First),
        (None, Some(true)) => Some(Choice::Second),
        (Some(_), _) | (_, Some(_)) | (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Q-02, E-11.
    #[test]
    fn relations() {
        use Relation::{Opposed, Same, Unclear};
        for (topic, a, b, expected) in [
            ("Should we adopt gRPC?", "Yes, for internal calls.", "No; REST serves us.", Opposed),
            ("Should we adopt gRPC?", "Yes, for internal calls.", "Yes, everywhere.", Same),
            (
                "Postgres or MySQL for the ledger?",
                "Postgres, for its constraints.",
                "MySQL, which the team knows.",
                Opposed,
            ),
            ("Postgres or MySQL for the ledger?", "Postgres, for its constraints.", "Take Postgres.", Same),
            ("Postgres or MySQL?", "Postgres is the right choice.", "Instead of Postgres, take MySQL.", Unclear),
            ("Tabs or spaces?", "Tabs.", "Neither tabs nor spaces.", Opposed),
            ("Should we change prices?", "Yes, raise prices by 10%.", "Yes, cut prices by 10%.", Opposed),
            ("Which queue?", "Use a queue in the database", "Use a queue in the database first", Same),
            ("Which queue?", "Kafka", "NATS", Unclear),
            ("Which answer?", "A", " a", Same),
            ("Which answer?", "A", "C", Unclear),
            ("How many?", "42", "42", Same),
            ("Which answer?", "", "", Unclear),
            ("Which queue for orders?", "Use Kafka for the orders.", "Use NATS for the orders.", Unclear),
            ("Which queue for orders?", "Use Kafka for the orders.", "We should choose Kafka for orders.", Same),
        ] {
            let topic = Topic::new(topic).unwrap();
            assert_eq!(relation(Reading::words(&topic), a, b), expected, "{topic}: {a} / {b}");
            assert_eq!(relation(Reading::words(&topic), b, a), expected, "{topic}: {b} / {a}");
        }
    }

    /// who sits where makes no difference to the groups, though "the same" is not handed on from one to the next.
    #[test]
    fn groups_do_not_depend_on_seats() {
        let topic = Topic::new("Which queue?").unwrap();
        let texts = ["Queue, database", "Queue, database, first", "Queue, database, first, today, cheaply"];
        let turn = |at: usize| Spoken {
            seat: at,
            by: "x".into(),
            turn: debate::Turn { position: Some(texts[at].to_owned()), ..Default::default() },
            flaws: vec![],
            usage: Default::default(),
            took: 0,
            claims: vec![],
        };
        let grouped = |order: [usize; 3]| {
            let turns = order.map(turn);
            let groups = groups(Reading::words(&topic), &turns);
            let mut seats: Vec<Vec<usize>> =
                groups.iter().map(|it| it.members.iter().map(|it| it.seat).collect()).collect();
            seats.iter_mut().for_each(|it| it.sort_unstable());
            seats.sort_unstable();
            seats
        };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        assert!(orders.iter().all(|it| grouped(*it) == grouped(orders[0])));
    }
}
