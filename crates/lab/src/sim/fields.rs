//! The fields of a simulated answer, brought into the form that its schema asks for.
use debate::{Act, Kind, Label};
use formats::data::Question;
use serde_json::{Map, Value, json};

/// The reasoning in the first requested section, and stock phrases in the others; in a list, vulnerabilities with their mitigations. `grounds` are
/// those of a part.
pub(super) fn in_sections(
    fields: &mut Map<String, Value>,
    sections: &Map<String, Value>,
    grounds: Option<&'static [&'static str]>,
) {
    let reasoning = fields.get("reasoning").cloned().unwrap_or_default();
    // What it leans on comes first, in the reasoning: the sections go on from there.
    let position = fields.get("position").and_then(Value::as_str).unwrap_or_default();
    let start = grounds.and_then(|it| it.iter().position(|it| position.contains(it))).unwrap_or_default();
    let mut said = [reasoning].into_iter();
    let section = |(at, (name, schema)): (usize, (&String, &Value))| {
        let is_list = schema.pointer("/type") == Some(&json!("array"));
        let pair = |what: &str| json!({"vulnerability": what, "mitigation": "Somebody is named."});
        let pairs = || match grounds {
            Some(grounds) => grounds.iter().skip(1).take(3).map(|it| pair(&format!("Rehearsed: {it}."))).collect(),
            None => vec![pair("Rehearsed: nobody owns the risk.")],
        };
        let short = || match grounds.and_then(|it| it.get((start + at) % it.len())) {
            Some(ground) => json!(format!("Rehearsed: {ground}.")),
            None => json!("Nothing beyond what is said above, for this is a rehearsal."),
        };
        (name.clone(), if is_list { json!(pairs()) } else { said.next().unwrap_or_else(short) })
    };
    let reasoning: Map<String, Value> = sections.iter().enumerate().map(section).collect();
    fields.insert("reasoning".to_owned(), Value::Object(reasoning));
}

/// Adds evidence types and the parts of a critique where they are requested, in the best quality that rehearsed evidence can have.
pub(super) fn type_all(fields: &mut Map<String, Value>) {
    let each = |fields: &mut Map<String, Value>, name: &str, add: &dyn Fn(&mut Map<String, Value>)| {
        let items = fields.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten();
        items.filter_map(Value::as_object_mut).for_each(add);
    };
    each(fields, "references", &|it| {
        it.insert("type".to_owned(), json!(Kind::Documented));
    });
    each(fields, "claims", &|it| {
        let is_fact = it.get("label").and_then(Value::as_str) == Some(Label::Fact.as_str());
        it.insert("type".to_owned(), if is_fact { Value::Null } else { json!(Kind::Speculative) });
    });
    each(fields, "moves", &|it| {
        let is_challenge = it.get("act").and_then(Value::as_str) == Some(Act::Challenge.as_str());
        let part = |value: Value| if is_challenge { value } else { Value::Null };
        let counter = json!({"text": "A rehearsed source says otherwise [1].", "type": Kind::Documented});
        it.insert("assessment".to_owned(), part(json!("Its source is rehearsed.")));
        it.insert("counter".to_owned(), part(counter));
        it.insert("synthesis".to_owned(), part(json!("Both may be put off.")));
    });
}

/// An answer by the lean schema: only its fields, in order, a sentence each. It ignores the prescribed sentence openings: a rehearsal says
/// that it is one.
pub(super) fn shortened(answer: &Map<String, Value>, asked: &Question) -> Value {
    let sentence = |field: &str| {
        let text = answer.get(field).and_then(Value::as_str)?;
        Some(json!(format!("{}.", text.trim_end_matches('.').replace(". ", "; "))))
    };
    let twentieths = answer.get("confidence").and_then(Value::as_f64).map(|it| json!((it * 20.0).round() / 20.0));
    let (position, reasoning) = (("position", sentence("position")), ("reasoning", sentence("reasoning")));
    let [first, second] = if asked.round <= 1 { [position, reasoning] } else { [reasoning, position] };
    let is_asked = !asked.is_arguing;
    let own = |field: &str| answer.get(field).filter(|_| is_asked).cloned();
    let others = own("others").filter(|it| it.as_array().is_some_and(|it| !it.is_empty()));
    let first = if asked.is_closing && first.0 == "position" { (first.0, None) } else { first };
    let second = if asked.is_closing && second.0 == "position" { (second.0, None) } else { second };
    let fields = [
        ("stance", asked.stance.map(|it| json!(it))),
        first,
        second,
        ("ballot", own("ballot")),
        ("others", others),
        ("terms", own("terms")),
        ("confidence", twentieths.filter(|_| is_asked && !asked.is_estimate)),
        ("would_change", asked.is_closing.then(|| json!("A rehearsed finding to the contrary"))),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}
