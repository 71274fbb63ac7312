//! A simulated clerk of a panel: it chooses aspects, judges clashes and cores and draws cards, by the few sentence forms of simulated
//! personas (O-06). Not here: real text, which needs a model or `analysis::crux`.
use super::statement::{Statement, closeness, content};
use debate::crux::{Answered, CruxKind};
use engine::prompt_parser::{ParsedPrompt, filled};
use serde_json::{Value, json};

/// The schemas that a clerk answers.
const FORMS: [&str; 4] = ["aspects", "clash", "cores", "card"];

/// Whether a schema is one of these.
pub(super) fn is_asked(form: &str) -> bool {
    FORMS.contains(&form)
}

/// The answer by the schema.
pub(super) fn answer(form: &str, prompt: &str, schema: &Value) -> Value {
    let asked = ParsedPrompt::of(prompt);
    match form {
        "aspects" => filled(schema, |field| match field {
            "aspects" => Some(json!(aspects(&asked))),
            "contradictions" => Some(json!(contradictions(&asked))),
            _ => None,
        }),
        "clash" => clash(&asked, schema),
        "cores" => filled(schema, |field| (field == "same").then(|| json!(is_same(&asked.said())))),
        _ => card(&asked, schema),
    }
}

/// The first contradiction between two texts: opposite statements, or one says Yes and the other No.
pub(super) fn parting<'a>(a: &'a str, b: &'a str) -> Option<Statement<'a>> {
    let (of_a, of_b) = (Statement::all(a), Statement::all(b));
    let opposed = of_a.iter().find(|one| of_b.iter().any(|other| one.contradicts(other))).copied();
    let sides = [a, b].map(|it| (it.starts_with("Yes"), it.starts_with("No,")));
    let is_split = matches!(sides, [(true, _), (_, true)] | [(_, true), (true, _)]);
    opposed.or_else(|| of_a.first().filter(|_| is_split).copied())
}

/// The aspects: contradictions between the texts, then three views of the topic.
fn aspects(asked: &ParsedPrompt<'_>) -> Vec<String> {
    let task = asked.line("Your choice").unwrap_or_default();
    let number = task.split(' ').find_map(|it| it.parse().ok()).unwrap_or(3);
    let parting = asked.lines("Where their texts disagree").iter().filter_map(|it| it.strip_prefix("| "));
    let topic = asked.topic();
    let sides = ["What speaks for it", "What speaks against it", "What it would take"];
    parting.map(str::to_owned).chain(sides.iter().map(|it| format!("{it}: {topic}"))).take(number).collect()
}

/// The pairs of beliefs of two personas that contradict each other.
fn contradictions(asked: &ParsedPrompt<'_>) -> Vec<Value> {
    let held = asked.all_held();
    let pairs = held.iter().enumerate().flat_map(|(at, a)| held.iter().skip(at + 1).map(move |b| (a, b)));
    let parted = pairs.filter(|(a, b)| a.0 != b.0 && Statement::of(a.2).contradicts(&Statement::of(b.2)));
    parted
        .map(|(a, b)| {
            let question = asked_about(Statement::of(a.2));
            json!({ "question": question, "a": a.0, "a_holds": a.1, "b": b.0, "b_holds": b.1 })
        })
        .collect()
}

/// A question about a statement.
fn asked_about(it: Statement<'_>) -> String {
    match it {
        Statement::Link { cause, effect, .. } => format!("Does {} lead to {effect}?", cause.to_lowercase()),
        Statement::Plain(words) => format!("Is it so that {words}?"),
    }
}

fn clash(asked: &ParsedPrompt<'_>, schema: &Value) -> Value {
    let said = asked.said();
    let pairs = said.iter().flat_map(|a| said.iter().filter(move |b| a.0 != b.0).map(move |b| (a.1, b.1)));
    let parting = pairs.into_iter().find_map(|(a, b)| self::parting(a, b));
    let first = said.first().map(|it| it.0);
    let each = [true, false].map(|is_first| said.iter().filter(|it| (Some(it.0) == first) == is_first).count());
    let question = parting.map(asked_about);
    filled(schema, |field| {
        Some(match field {
            "opposed" | "same_claim" => json!(parting.is_some()),
            "engaged" => json!(each.iter().all(|it| *it > 1)),
            "relevant" => json!(true),
            "question" => json!(question),
            _ => return None,
        })
    })
}

/// Whether two texts are about the same: the same two ends, or half of the words.
fn is_same(said: &[(&str, &str)]) -> bool {
    let [.., (_, one), (_, other)] = said else { return false };
    let is_shared = closeness(one, &content(other)).1 >= 500 && closeness(other, &content(one)).1 >= 500;
    Statement::of(one).is_about_the_same(&Statement::of(other)) || is_shared
}

/// A statement as a card prompt shows it: `| 3 North, exchange: words (granted: words) (answers yes)`.
struct Line<'a> {
    number: u64,
    by: &'a str,
    stage: &'a str,
    words: &'a str,
    notes: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Option<Line<'a>> {
        let (number, rest) = line.strip_prefix("| ")?.split_once(' ')?;
        let (title, words) = rest.split_once(": ")?;
        let (by, stage) = title.rsplit_once(", ")?;
        let (words, notes) = words.find(" (").and_then(|it| words.split_at_checked(it)).unwrap_or((words, ""));
        Some(Line { number: number.parse().ok()?, by, stage, words, notes })
    }

    fn note(&self, what: &str) -> Option<&'a str> {
        let (_, rest) = self.notes.split_once(&format!("({what}: "))?;
        rest.split_once(')').map(|(words, _)| words)
    }

    fn answer(&self) -> Option<Answered> {
        let word = self.notes.rsplit_once("(answers ").map(|(_, word)| word.trim_end_matches(')'))?;
        Answered::named(word)
    }
}

fn card(asked: &ParsedPrompt<'_>, schema: &Value) -> Value {
    let lines: Vec<Line<'_>> = asked.lines("Said here").iter().filter_map(|it| Line::of(it)).collect();
    let mut names: Vec<&str> = Vec::new();
    lines.iter().for_each(|it| {
        if !names.contains(&it.by) {
            names.push(it.by)
        }
    });
    let side = |name: &&str| {
        let mut own = lines.iter().filter(|it| it.by == *name);
        let position = own.clone().find(|it| it.stage == "position").or_else(|| own.clone().next())?;
        let answer = own.clone().rev().find_map(Line::answer).unwrap_or(Answered::Nuanced);
        let falsifier = own.find_map(|it| it.note("would change my mind"));
        Some(
            json!({"by": name, "answer": answer, "words": position.words, "turn": position.number, "falsifier": falsifier}),
        )
    };
    let sides: Vec<Value> = names.iter().filter_map(side).collect();
    let named: Vec<&Line<'_>> = lines.iter().filter(|it| it.stage == "convergence").collect();
    let last = named.get(named.len().saturating_sub(2)..).unwrap_or_default();
    let crux = last.iter().map(|it| it.words).collect::<Vec<_>>().join(" ");
    let conceded =
        lines.iter().filter_map(|it| Some(json!({"by": it.by, "words": it.note("granted")?, "turn": it.number})));
    let conceded: Vec<Value> = conceded.collect();
    filled(schema, |field| {
        Some(match field {
            "sides" => json!(sides),
            "crux" => json!(crux),
            "kind" => json!(CruxKind::Empirical),
            "settling" => json!(asked.line("The question")),
            "conceded" => json!(conceded),
            _ => return None,
        })
    })
}
