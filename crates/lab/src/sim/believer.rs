//! A simulated persona at a panel: it answers only from the beliefs that its question shows (O-06, P-04).
//!
//! It states the belief nearest to the question, rejects statements that contradict one of its own, and names as the crux its own belief
//! that the other contradicts most directly. Without beliefs it gives rehearsed answers. Not here: what it gets to see, which
//! the format decides.
use super::statement::{Statement, capital, closeness, content};
use analysis::crux::affirmed;
use debate::Polarity;
use debate::crux::{Answered, ClaimRelation, CruxKind};
use debate::reply::NO_VIEW;
use formats::answer::filled;
use formats::data::{PanelQuestion, ShownStatement};
use serde_json::{Value, json};
use std::cmp::Reverse;

/// The schemas that a participant of a panel answers.
const FORMS: [&str; 6] = ["panel_turn", "rebuttal", "room_position", "room_exchange", "room_core", "crux_answers"];

/// Whether a schema is one of these.
pub(super) fn is_asked(form: &str) -> bool {
    FORMS.contains(&form)
}

/// The answer by the schema. `rehearsed` has a position, its reasons and a confidence, for a participant without beliefs on the question.
pub(super) fn answer(asked: &PanelQuestion, schema: &Value, rehearsed: &Value) -> Value {
    if schema.pointer("/properties/answers").is_some() {
        return crux_answers(asked);
    }
    match AnswerPlan::of(asked) {
        Some(mind) => filled(schema, |field| mind.field(field, rehearsed)),
        None => filled(schema, |field| without_beliefs(field, rehearsed)),
    }
}

/// Answers to crux questions (P-25): a yes or a no by the belief with the question's ends, otherwise no view.
fn crux_answers(asked: &PanelQuestion) -> Value {
    let held: Vec<Statement<'_>> = asked.held.iter().map(|it| Statement::of(it)).collect();
    let answer = |(number, question): (usize, &String)| {
        let found = held.iter().find_map(|it| Some((answered(question, it)?, it)));
        match found {
            Some((answer, belief)) => json!({"crux": number, "answer": answer, "why": belief.said()}),
            None => json!({"crux": number, "answer": NO_VIEW, "why": "It bears on nothing that I hold."}),
        }
    };
    json!({"answers": (1..).zip(&asked.cruxes).map(answer).collect::<Vec<_>>()})
}

/// The answer of a belief to a question about its two ends: yes if the question states the belief, no if the opposite.
fn answered(question: &str, belief: &Statement<'_>) -> Option<Answered> {
    let Statement::Link { cause, effect, polarity } = belief else { return None };
    let asked = affirmed(question).to_lowercase();
    if !asked.contains(&cause.to_lowercase()) || !asked.contains(&effect.to_lowercase()) {
        return None;
    }
    let is_denied = ["not lead", "against", "prevent"].iter().any(|it| asked.contains(it));
    let of_question = if is_denied { Polarity::Hinders } else { Polarity::Furthers };
    Some(if of_question == *polarity { Answered::Yes } else { Answered::No })
}

/// The content of an answer, derived from the question.
struct AnswerPlan<'a> {
    other: &'a str,
    /// Its statement.
    mine: Statement<'a>,
    /// The other's statement against it.
    against: Option<Statement<'a>>,
    /// Its other beliefs, the nearest first.
    more: Vec<Statement<'a>>,
    /// A statement of the other that it shares.
    granted: Option<Statement<'a>>,
    /// The id of the last claim or statement of the other that contradicts it.
    attacked: Option<&'a str>,
    /// The question of the room.
    question: Option<&'a str>,
    /// How often it has spoken in this room.
    spoken: usize,
}

impl<'a> AnswerPlan<'a> {
    fn of(asked: &'a PanelQuestion) -> Option<AnswerPlan<'a>> {
        let theirs: Vec<&ShownStatement> = asked.said.iter().filter(|it| it.by != asked.me).collect();
        let heard: Vec<Statement<'_>> = theirs.iter().flat_map(|it| Statement::all(&it.words)).collect();
        let subject = content(asked.subject());
        let mut held: Vec<&str> = asked.held.iter().map(String::as_str).collect();
        // A link says more than either of its ends; ties keep the order of recall.
        held.sort_by_key(|it| {
            let is_link = matches!(Statement::of(it), Statement::Link { .. });
            Reverse((closeness(it, &subject), is_link))
        });
        let held: Vec<Statement<'_>> = held.into_iter().map(Statement::of).collect();
        let contradicted = |mine: &&Statement<'_>| heard.iter().any(|it| it.contradicts(mine));
        let mine = *held.iter().find(contradicted).or_else(|| held.first())?;
        Some(AnswerPlan {
            other: theirs.last().map_or("", |it| it.by.as_str()),
            mine,
            against: heard.iter().rev().find(|it| it.contradicts(&mine)).copied(),
            attacked: asked.named().rev().find_map(|it| {
                let is_contrary = it.by != asked.me && Statement::all(&it.words).iter().any(|it| it.contradicts(&mine));
                it.id.as_deref().filter(|_| is_contrary)
            }),
            more: held.iter().filter(|it| **it != mine).copied().collect(),
            granted: held.iter().find(|it| **it != mine && heard.iter().any(|heard| heard == *it)).copied(),
            question: asked.question.as_deref(),
            spoken: asked.said.len() - theirs.len(),
        })
    }

    fn field(&self, field: &str, rehearsed: &Value) -> Option<Value> {
        Some(match field {
            "position" | "core" => json!(self.mine.said()),
            "reasoning" => json!(self.reasons().unwrap_or_else(|| self.mine.said())),
            "say" => json!(self.say()),
            "claims" => {
                let stated = std::iter::once(&self.mine).chain(self.more.first());
                json!(stated.map(|it| json!({"label": "INFER", "text": it.said()})).collect::<Vec<_>>())
            }
            "confidence" => rehearsed.get("confidence").cloned()?,
            "answer" => json!(self.answer()),
            "kind" => json!(CruxKind::Empirical),
            "falsifier" => json!(self.mine.falsifier()),
            "links" => json!(self.link().into_iter().collect::<Vec<_>>()),
            "nothing_left" => json!(false),
            "conceded" => self.granted.map_or(Value::Null, |it| json!(it.said())),
            "trace" => json!(self.steps().map(|(step, text)| json!({"step": step, "text": text})).collect::<Vec<_>>()),
            "belief" | "firmness" => json!(self.steps().find(|(step, _)| *step == field).map(|(_, text)| text)?),
            _ => return None,
        })
    }

    /// Another belief of its own, a different one each time it speaks.
    fn reasons(&self) -> Option<String> {
        let at = self.spoken.checked_rem(self.more.len())?;
        self.more.get(at).map(Statement::said)
    }

    fn say(&self) -> String {
        let rejected = self.against.map(|_| format!("So I reject what {} says.", self.other));
        let parts = [Some(self.mine.said()), rejected, self.reasons()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Its answer to the room's question.
    fn answer(&self) -> Answered {
        self.question.and_then(|it| answered(it, &self.mine)).unwrap_or(Answered::Nuanced)
    }

    /// The statement that it answers, if it can be named: it attacks the one that contradicts it (P-40).
    fn link(&self) -> Option<Value> {
        let id = self.attacked?;
        Some(json!({"claim": id, "relation": ClaimRelation::Attacks}))
    }

    /// The reasoning, which only the record gets.
    fn steps(&self) -> impl Iterator<Item = (&'static str, String)> {
        let threat = self.against.map(|it| ("threat", format!("Against it stands: {}", it.said())));
        let firm = if self.granted.is_some() { "I could give up the rest of it." } else { "I give up none of it." };
        [("belief", format!("What bears on this is: {}", self.mine.said()))]
            .into_iter()
            .chain(threat)
            .chain([("firmness", firm.to_owned())])
    }
}

/// A field of an answer without beliefs: a rehearsed text that says so.
fn without_beliefs(field: &str, rehearsed: &Value) -> Option<Value> {
    let of = |field: &str| rehearsed.get(field).and_then(Value::as_str);
    let is_yes = of("position").is_some_and(|it| it.starts_with("Yes"));
    Some(match field {
        "position" | "reasoning" | "confidence" => rehearsed.get(field).cloned()?,
        "say" | "core" => json!(capital(of("position")?)),
        "answer" => json!(if is_yes { Answered::Yes } else { Answered::No }),
        "kind" => json!(CruxKind::Values),
        "belief" | "firmness" | "falsifier" => json!("This is rehearsed and rests on nothing."),
        _ => return None,
    })
}
