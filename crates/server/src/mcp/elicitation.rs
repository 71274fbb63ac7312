//! Forms for a person: a decision (I-24), or the information that participants requested (I-25).
//!
//! A form has one required field for a decision, or one optional field per request. A person who declines is not asked again, and the
//! debate stays as it is. The debate checks the length of answers.
use crate::requests::{Continue, Fetched};
use crate::responses::DebateStatus;
use debate::{Topic, text};
use engine::Status;
use rmcp::model::{
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, PrimitiveSchemaDefinition, StringSchema,
};
use serde_json::Value;

/// Name of the decision field.
const DECISION: &str = "decision";

/// Maximum length of a form's message and of a field's label, in tokens. Our choice: a dialog shows them without scrolling.
const MESSAGE: usize = 400;
const LABEL: usize = 80;

/// The outcome of a form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Decided {
    /// The debate continues with this.
    GoesOn(Continue),
    /// The debate does not continue, for this reason.
    Stays(String),
}

/// The form that a debate needs in its current state, if any.
pub(super) fn form(session: &DebateStatus) -> Option<ElicitRequestParams> {
    let topic = text::clip(&session.topic, MESSAGE / 2);
    let (message, schema) = match &session.state.0 {
        Status::Escalated => {
            let question = text::clip(session.question.as_deref()?, MESSAGE);
            let field = StringSchema::new().title("Your decision").max_length(Topic::MOST_BYTES as u32);
            let schema =
                ElicitationSchema::builder().required_property(DECISION, PrimitiveSchemaDefinition::String(field));
            (format!("A debate needs your decision. Topic: {topic}\n\n{question}"), schema)
        }
        Status::NeedsContext if !session.needs.is_empty() => {
            let schema = session.needs.iter().fold(ElicitationSchema::builder(), |schema, need| {
                let label = text::clip(&need.what, LABEL).into_owned();
                let field = StringSchema::new().title(need.id.clone()).description(label);
                schema.property(&need.id, PrimitiveSchemaDefinition::String(field))
            });
            let message = format!(
                "The participants of a debate ask for information. Topic: {topic}\n\nLeave a field empty if its information is unavailable."
            );
            (message, schema)
        }
        Status::NeedsContext
        | Status::Running
        | Status::ComingToRest
        | Status::RunningElsewhere
        | Status::Paused
        | Status::Over
        | Status::Failed(_) => return None,
    };
    let requested_schema = schema.build().ok()?;
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

/// Parses a JSON result.
pub(super) fn read(value: Value) -> Option<ElicitResult> {
    serde_json::from_value(value).ok()
}

/// The person's decision, for the state that the form was made from.
pub(super) fn decided(session: &DebateStatus, result: &ElicitResult) -> Decided {
    let stays = |why: &str| Decided::Stays(format!("a person was asked and {why}; the debate is unchanged"));
    if result.action != ElicitationAction::Accept {
        return stays(if result.action == ElicitationAction::Decline { "declined" } else { "put it off" });
    }
    let field = |name: &str| {
        let words = result.content.as_ref()?.get(name)?.as_str()?;
        Some(words.to_owned()).filter(|it| !it.trim().is_empty())
    };
    if session.needs.is_empty() {
        return match field(DECISION) {
            Some(words) => Decided::GoesOn(Continue { say: Some(words), ..Continue::default() }),
            None => stays("said nothing"),
        };
    }
    let fetched = session.needs.iter().map(|need| Fetched { request: need.id.clone(), text: field(&need.id) });
    Decided::GoesOn(Continue { context: fetched.collect(), ..Continue::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::responses::{Need, Spent, State};
    use serde_json::json;

    fn session(state: Status, needs: &[&str]) -> DebateStatus {
        let need =
            |id: &&str| Need { id: (*id).to_owned(), what: format!("the figures of {id}"), by: vec!["ada".to_owned()] };
        DebateStatus {
            id: "d".to_owned(),
            topic: "Tea?".to_owned(),
            ballot: None,
            mode: "consensus".to_owned(),
            state: State(state.clone()),
            why: None,
            participants: vec!["ada".to_owned(), "bob".to_owned()],
            round: 1,
            round_cap: 3,
            closing_ballots: Some(false),
            spoken: 2,
            events: 9,
            rehearsal: true,
            question: (state == Status::Escalated).then(|| "Is there a kettle?".to_owned()),
            spent: Spent { tokens: 0, usd: None },
            opened_at: 0,
            opened: String::new(),
            elapsed_ms: 0,
            needs: needs.iter().map(need).collect(),
            panel: None,
        }
    }

    fn result(value: Value) -> ElicitResult {
        read(value).unwrap()
    }

    /// I-24, I-25: a decision is one required field; each request for information is an optional field.
    #[test]
    fn a_form_asks_for_what_the_debate_waits_for() {
        let shown = |state, needs: &[&str]| form(&session(state, needs)).map(|it| serde_json::to_value(it).unwrap());
        let decision = shown(Status::Escalated, &[]).unwrap();
        assert_eq!(decision["requestedSchema"]["required"], json!(["decision"]));
        assert_eq!(decision["requestedSchema"]["properties"]["decision"]["maxLength"], 4_000);
        assert!(decision["message"].as_str().unwrap().ends_with("Is there a kettle?"));
        let lacking = shown(Status::NeedsContext, &["N1", "N2"]).unwrap();
        assert_eq!(lacking["requestedSchema"]["properties"]["N2"]["description"], "the figures of N2");
        assert_eq!(lacking["requestedSchema"].get("required"), None);
        for state in
            [Status::Running, Status::Paused, Status::Over, Status::Failed("why".to_owned()), Status::NeedsContext]
        {
            assert_eq!(shown(state.clone(), &[]), None, "{state:?}");
        }
    }

    /// I-24, I-25: answers go to the debate, empty fields count as unavailable, and declining changes nothing.
    #[test]
    fn what_a_person_fills_in_is_what_the_debate_goes_on_with() {
        let escalated = session(Status::Escalated, &[]);
        let said = decided(&escalated, &result(json!({"action": "accept", "content": {"decision": "There is."}})));
        assert_eq!(said, Decided::GoesOn(Continue { say: Some("There is.".to_owned()), ..Continue::default() }));
        for silent in [
            json!({"action": "accept", "content": {"decision": " "}}),
            json!({"action": "accept", "content": {"decision": 7}}),
            json!({"action": "accept"}),
            json!({"action": "decline", "content": {"decision": "There is."}}),
            json!({"action": "cancel"}),
        ] {
            assert!(matches!(decided(&escalated, &result(silent.clone())), Decided::Stays(_)), "{silent}");
        }
        let lacking = session(Status::NeedsContext, &["N1", "N2"]);
        let said = decided(&lacking, &result(json!({"action": "accept", "content": {"N1": "42", "N3": "none"}})));
        let fetched =
            |request: &str, text: Option<&str>| Fetched { request: request.to_owned(), text: text.map(str::to_owned) };
        let context = vec![fetched("N1", Some("42")), fetched("N2", None)];
        assert_eq!(said, Decided::GoesOn(Continue { context, ..Continue::default() }));
        assert_eq!(read(json!({"action": "shrug"})), None);
    }
}
