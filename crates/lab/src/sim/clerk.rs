//! A simulated clerk of a panel: it chooses aspects, judges clashes and cores and draws cards, by the few sentence forms of simulated
//! personas (O-06). Not here: real text, which needs a model or `analysis::crux`.
use super::statement::{Statement, closeness, content};
use debate::crux::{Answered, CruxKind};
use debate::event::Stage;
use formats::answer::filled;
use formats::data::{Belief, PanelQuestion, ShownStatement};
use serde_json::{Value, json};

/// The schemas that a clerk answers.
const FORMS: [&str; 4] = ["aspects", "clash", "cores", "card"];

/// Whether a schema is one of these.
pub(super) fn is_asked(form: &str) -> bool {
    FORMS.contains(&form)
}

/// The answer by the schema.
pub(super) fn answer(form: &str, asked: &PanelQuestion, schema: &Value) -> Value {
    match form {
        "aspects" => filled(schema, |field| match field {
            "aspects" => Some(json!(aspects(asked))),
            "contradictions" => Some(json!(contradictions(asked))),
            _ => None,
        }),
        "clash" => clash(asked, schema),
        "cores" => filled(schema, |field| (field == "same").then(|| json!(is_same(&asked.said)))),
        _ => card(asked, schema),
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
fn aspects(asked: &PanelQuestion) -> Vec<String> {
    let (topic, number) = (&asked.topic, asked.aspects);
    let sides = ["What speaks for it", "What speaks against it", "What it would take"];
    asked.parting.iter().cloned().chain(sides.iter().map(|it| format!("{it}: {topic}"))).take(number).collect()
}

/// The pairs of beliefs of two personas that contradict each other.
fn contradictions(asked: &PanelQuestion) -> Vec<Value> {
    // Only beliefs: simulated personas say nothing but these.
    let held: Vec<&Belief> = asked.all_held.iter().filter(|it| !it.id.starts_with('s')).collect();
    let pairs = held.iter().enumerate().flat_map(|(at, a)| held.iter().skip(at + 1).map(move |b| (a, b)));
    let parted = pairs.filter(|(a, b)| a.by != b.by && Statement::of(&a.words).contradicts(&Statement::of(&b.words)));
    parted
        .map(|(a, b)| {
            let question = asked_about(Statement::of(&a.words));
            json!({ "question": question, "a": a.by, "a_holds": a.id, "b": b.by, "b_holds": b.id })
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

fn clash(asked: &PanelQuestion, schema: &Value) -> Value {
    let said = &asked.said;
    let pairs = said.iter().flat_map(|a| said.iter().filter(move |b| a.by != b.by).map(move |b| (a, b)));
    let parting = pairs.into_iter().find_map(|(a, b)| self::parting(&a.words, &b.words));
    let first = said.first().map(|it| &it.by);
    let each = [true, false].map(|is_first| said.iter().filter(|it| (Some(&it.by) == first) == is_first).count());
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
fn is_same(said: &[ShownStatement]) -> bool {
    let [.., ShownStatement { words: one, .. }, ShownStatement { words: other, .. }] = said else { return false };
    let is_shared = closeness(one, &content(other)).1 >= 500 && closeness(other, &content(one)).1 >= 500;
    Statement::of(one).is_about_the_same(&Statement::of(other)) || is_shared
}

fn card(asked: &PanelQuestion, schema: &Value) -> Value {
    let all = &asked.statements;
    let mut names: Vec<&str> = Vec::new();
    all.iter().for_each(|it| {
        if !names.contains(&it.by.as_str()) {
            names.push(&it.by)
        }
    });
    let side = |name: &&str| {
        let mut own = all.iter().filter(|it| it.by == *name);
        let position = own.clone().find(|it| it.stage == Stage::Position).or_else(|| own.clone().next())?;
        let answer = own.clone().rev().find_map(|it| it.answer).unwrap_or(Answered::Nuanced);
        let falsifier = own.find_map(|it| it.falsifier.as_ref());
        Some(
            json!({"by": name, "answer": answer, "words": position.words, "turn": position.number, "falsifier": falsifier}),
        )
    };
    let sides: Vec<Value> = names.iter().filter_map(side).collect();
    let named: Vec<_> = all.iter().filter(|it| it.stage == Stage::Convergence).collect();
    let last = named.get(named.len().saturating_sub(2)..).unwrap_or_default();
    let crux = last.iter().map(|it| it.words.as_str()).collect::<Vec<_>>().join(" ");
    let conceded =
        all.iter().filter_map(|it| Some(json!({"by": it.by, "words": it.conceded.as_ref()?, "turn": it.number})));
    let conceded: Vec<Value> = conceded.collect();
    filled(schema, |field| {
        Some(match field {
            "sides" => json!(sides),
            "crux" => json!(crux),
            "kind" => json!(CruxKind::Empirical),
            "settling" => json!(asked.question),
            "conceded" => json!(conceded),
            _ => return None,
        })
    })
}
