//! Public sets of labelled pairs of texts, in one form: texts, an optional topic, a class and a rating.
use serde_json::Value;
use std::error::Error;
use std::path::Path;

/// Two texts with human labels.
pub(crate) struct Item {
    pub(crate) topic: Option<String>,
    pub(crate) a: String,
    pub(crate) b: String,
    /// Their relation, as the set names it.
    pub(crate) class: String,
    /// The human rating of similarity, if the set has one.
    pub(crate) alike: f64,
    /// The speakers, if the set names them.
    pub(crate) speakers: Option<(String, String)>,
}

/// Reads the pairs of a set; `None` if the folder does not have it.
pub(crate) fn read(data: &Path, set: &str) -> Result<Option<Vec<Item>>, Box<dyn Error>> {
    let path = data.join(set).join("dev.jsonl");
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    let mut items = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = |error: Box<dyn Error>| format!("`{}`, line {}: {error}", path.display(), number + 1);
        let row: Value = serde_json::from_str(line).map_err(|error| at(error.into()))?;
        items.extend(pairs(set, &row).map_err(at)?);
    }
    Ok(Some(items))
}

fn pairs(set: &str, row: &Value) -> Result<Vec<Item>, Box<dyn Error>> {
    let one = |topic: Option<&str>, a: &str, b: &str, class: &str, alike: Option<&str>| -> Result<_, Box<dyn Error>> {
        let topic = topic.map(|it| text(row, it)).transpose()?;
        let alike = alike.map(|it| number(row, it)).transpose()?.unwrap_or_default();
        let speakers = text(row, "speaker_a").ok().zip(text(row, "speaker_b").ok());
        Ok(vec![Item { topic, a: text(row, a)?, b: text(row, b)?, class: text(row, class)?, alike, speakers }])
    };
    match set {
        "sts_semeval" => one(None, "a", "b", "genre", Some("score")),
        "sick" => one(None, "a", "b", "entailment", Some("relatedness")),
        "nixon_kennedy" => one(Some("topic"), "a", "b", "relation", None),
        "perspectrum_take_pairs" => one(Some("topic"), "take_a", "take_b", "relation", None),
        "ukp_aspect" => one(Some("topic"), "a", "b", "label", Some("similar")),
        "argkp2021" => one(Some("topic"), "argument", "key_point", "topic", Some("match")),
        "mad_translation_debates" => Ok(sides(row)),
        "truthfulqa" => answers(row),
        _ => Err(format!("unknown set `{set}`").into()),
    }
}

/// The two sides of the first round of a debate, if both spoke.
fn sides(row: &Value) -> Vec<Item> {
    let said = |side: &str| row.pointer(&format!("/rounds/0/{side}")).and_then(Value::as_str);
    let (Some(a), Some(b)) = (said("affirmative"), said("negative")) else { return Vec::new() };
    let topic = row.get("topic").and_then(Value::as_str).map(str::to_owned);
    vec![Item { topic, a: a.to_owned(), b: b.to_owned(), class: "opposing".to_owned(), alike: 0.0, speakers: None }]
}

/// The best answer to a question paired with each other one, true or false.
fn answers(row: &Value) -> Result<Vec<Item>, Box<dyn Error>> {
    let (topic, best) = (text(row, "question")?, text(row, "best_answer")?);
    let others = |field: &str| row.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let item = |class: &str, other: &str| Item {
        topic: Some(topic.clone()),
        a: best.clone(),
        b: other.to_owned(),
        class: class.to_owned(),
        alike: 0.0,
        speakers: None,
    };
    let mut items: Vec<Item> = others("incorrect_answers").map(|it| item("false", it)).collect();
    items.extend(others("correct_answers").filter(|it| *it != best).map(|it| item("true", it)));
    Ok(items)
}

fn text(row: &Value, name: &str) -> Result<String, Box<dyn Error>> {
    Ok(row.get(name).and_then(Value::as_str).ok_or_else(|| format!("no text `{name}`"))?.to_owned())
}

fn number(row: &Value, name: &str) -> Result<f64, Box<dyn Error>> {
    Ok(row.get(name).and_then(Value::as_f64).ok_or_else(|| format!("no number `{name}`"))?)
}
