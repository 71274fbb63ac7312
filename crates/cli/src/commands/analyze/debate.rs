//! `analyze debate`: applies the exit and decision rules to a recorded debate, round by round (I-16).
//!
//! Input: a `question` and `rounds`, each a list of turns with an `agent`, a `text` and optionally an `answer`. The answer is the ballot;
//! without one the text is, from its first paragraph with content, and an analyst groups texts that make the same point. Confidences are set
//! as in `bench recorded`, and no change of ballot counts as carried. Not here: reading and writing JSON Lines.
use super::LEXICAL;
use crate::jsonl::{Answer, Fields};
use ::debate::{Algorithm, Debate};
use analysis::ballots::Count;
use engine::{Analyst, Texts};
use lab::recorded::{RecordedAnswer, Recording, Suspicion, Truth, answers, paragraph, plain};
use serde_json::{Map, Value, json};

/// The confidence of every participant. Ours: as in `bench recorded`.
const CONFIDENCE: f64 = 0.85;
/// The most turns of a debate. Ours: all pairs of a round are compared, so this bounds the time of one line.
const MOST_TURNS: usize = 400;
/// The family of a participant whose model is unknown.
const UNKNOWN: &str = "unknown";

/// Analyses several debates, in order.
pub(super) async fn debates(analyst: &dyn Analyst, batch: &[&Fields]) -> Vec<Answer> {
    let mut told = Vec::with_capacity(batch.len());
    for fields in batch {
        told.push(debate(analyst, fields).await);
    }
    told
}

/// Analyses one debate: the fields of the answer, or the error in the input.
async fn debate(analyst: &dyn Analyst, fields: &Fields) -> Answer {
    let (mut recording, how) = read(fields)?;
    let by = match how {
        How::Answers => LEXICAL,
        How::Texts => {
            grouped(analyst, &mut recording).await?;
            analyst.name()
        }
    };
    let stepped = |algorithm, suspicion| {
        let course = recording.step(algorithm, suspicion, CONFIDENCE);
        course.map_err(|error| format!("the debate can't be played: {error}"))
    };
    let whole = stepped(Algorithm::FixedRounds, Suspicion::Watched)?;
    let mut exits = Map::new();
    for algorithm in Algorithm::ALL {
        let stop = stepped(algorithm, Suspicion::Ignored)?.stop;
        let exit = stop.map_or(Value::Null, |(round, why)| json!({"round": round, "reason": why}));
        exits.insert(algorithm.as_str().to_owned(), exit);
    }
    let decided = answers(&whole.debate).into_iter().map(|(rule, answer, decided)| {
        let told = decided.map(|it| json!({"answer": answer, "basis": it.basis, "why": it.why}));
        (rule.as_str().to_owned(), told.unwrap_or(Value::Null))
    });
    let flags = whole.debate.groupthink.iter();
    let flags = flags.map(|it| json!({"round": it.round, "what": it.what.as_str(), "signs": it.signs}));
    let openings = recording.most(0);
    let fields = [
        ("agents", recording.seats.iter().map(|(name, _)| name.as_str()).collect()),
        ("rounds", rounds(&whole.debate)),
        ("exits", Value::Object(exits)),
        ("openings", openings.into()),
        ("decisions", Value::Object(decided.collect())),
        ("groupthink", flags.collect()),
        ("analyst", by.into()),
    ];
    Ok(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Replaces texts that make the same point by the first of them, so that they count as one answer.
async fn grouped(analyst: &dyn Analyst, recording: &mut Recording) -> Result<(), String> {
    let texts: Vec<String> = recording.options().into_iter().map(str::to_owned).collect();
    let topic = recording.topic.to_string();
    let pairs: Vec<(usize, usize)> = (0..texts.len()).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let text = |at: usize| texts.get(at).map_or("", String::as_str);
    let asked: Vec<Texts<'_>> =
        pairs.iter().map(|(a, b)| Texts { topic: Some(&topic), a: text(*a), b: text(*b) }).collect();
    let failed = |error| format!("the analyst `{}` failed: {error}", analyst.name());
    let relations = analyst.relate(&asked).await.map_err(failed)?;
    let mut first: Vec<usize> = (0..texts.len()).collect();
    for ((a, b), relation) in pairs.iter().zip(relations) {
        if relation.same_point && first.get(*b) == Some(b) {
            let into = first.get(*a).copied().unwrap_or(*a);
            first.iter_mut().skip(*b).take(1).for_each(|it| *it = into);
        }
    }
    for said in recording.rounds.iter_mut().flatten().flatten() {
        let at = texts.iter().position(|it| *it == said.position);
        if let Some(words) = at.and_then(|it| texts.get(*first.get(it)?)) {
            said.position.clone_from(words);
        }
    }
    Ok(())
}

/// Figures of each round: agreement, number of distinct answers, and the share that changed theirs since the round before.
fn rounds(debate: &Debate) -> Value {
    let figures = debate.rounds.iter().map(|round| {
        let count = Count::of_round(debate, round);
        let kept = round.number.checked_sub(1).filter(|it| *it > 0).and_then(|it| count.stability(it));
        json!({
            "round": round.number,
            "agreement": count.agreement(),
            "options": count.tally().len(),
            "changed": kept.map(|it| 1.0 - it),
        })
    });
    figures.collect()
}

/// Which field holds a participant's ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// `answer`: each distinct one is an option.
    Answers,
    /// `text`.
    Texts,
}

/// The debate in a line of input.
fn read(fields: &Fields) -> Result<(Recording, How), String> {
    let question = match fields.get("question") {
        Some(Value::String(question)) => question,
        Some(_) => return Err("`question` is not a text".to_owned()),
        None => return Err("there is no `question`".to_owned()),
    };
    let topic = Recording::topic(question).ok_or("`question` is empty")?;
    let rounds = match fields.get("rounds") {
        Some(Value::Array(rounds)) if !rounds.is_empty() => rounds,
        Some(Value::Array(_)) => return Err("`rounds` is empty: there is nothing to analyse".to_owned()),
        Some(_) => return Err("`rounds` is not a list of rounds".to_owned()),
        None => return Err("there are no `rounds`".to_owned()),
    };
    let mut said: Vec<Vec<(String, Option<RecordedAnswer>)>> = Vec::new();
    for (round, number) in rounds.iter().zip(1_usize..) {
        let turns = round.as_array().ok_or_else(|| format!("round {number} is not a list of turns"))?;
        said.push(turns.iter().map(|it| turn(it, number)).collect::<Result<_, _>>()?);
    }
    let turns: usize = said.iter().map(Vec::len).sum();
    if turns > MOST_TURNS {
        return Err(format!("there are {turns} turns; at most {MOST_TURNS} can be analysed"));
    }
    let mut seats: Vec<String> = Vec::new();
    for (round, number) in said.iter().zip(1_usize..) {
        for (at, (agent, _)) in round.iter().enumerate() {
            if round.iter().take(at).any(|(other, _)| other == agent) {
                return Err(format!("`{agent}` speaks twice in round {number}"));
            }
            if !seats.contains(agent) {
                seats.push(agent.clone());
            }
        }
    }
    let by_seat = |round: &Vec<(String, Option<RecordedAnswer>)>| {
        let of = |seat: &String| round.iter().find(|(agent, _)| agent == seat).and_then(|(_, said)| said.clone());
        seats.iter().map(of).collect()
    };
    let rounds = said.iter().map(by_seat).collect();
    let seats = seats.iter().map(|it| (it.clone(), UNKNOWN.to_owned())).collect();
    let is_answered = |it: &Value| it.get("answer").is_some_and(|it| !it.is_null());
    let has_answers = fields.get("rounds").into_iter().filter_map(Value::as_array).flatten();
    let has_answers = has_answers.filter_map(Value::as_array).flatten().any(is_answered);
    let how = if has_answers { How::Answers } else { How::Texts };
    Ok((Recording { topic, seats, rounds, truth: Truth::Never }, how))
}

/// The agent and its ballot; nothing where neither an answer nor a text has content.
fn turn(value: &Value, round: usize) -> Result<(String, Option<RecordedAnswer>), String> {
    let agent = match value.get("agent") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) | None => return Err(format!("a turn of round {round} has no `agent`, a name or a number")),
    };
    let text = |name: &str| match value.get(name) {
        None | Some(Value::Null) => Ok(""),
        Some(Value::String(text)) => Ok(text.trim()),
        Some(_) => Err(format!("`{name}` of `{agent}` in round {round} is not a text")),
    };
    let (answer, reasoning) = (text("answer")?, text("text")?);
    let position = if answer.is_empty() { said(reasoning) } else { answer.to_owned() };
    let said = (!position.is_empty()).then(|| RecordedAnswer { position, reasoning: reasoning.to_owned() });
    Ok((agent, said))
}

/// The text from its first paragraph with content.
fn said(text: &str) -> String {
    let begins = paragraph(text).and_then(|first| text.lines().position(|it| plain(it) == first));
    let lines: Vec<String> = text.lines().skip(begins.unwrap_or_default()).map(plain).collect();
    lines.join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// Returns the value of a future that never waits.
    fn block_on<T>(future: impl Future<Output = T>) -> T {
        future.now_or_never().unwrap()
    }

    fn analyzed(question: &str, rounds: Value) -> Result<Value, String> {
        let value = json!({"question": question, "rounds": rounds});
        block_on(debate(&engine::Lexical, value.as_object().unwrap())).map(Value::Object)
    }

    fn answered(answers: &[&str]) -> Value {
        let turn =
            |(agent, answer): (usize, &&str)| json!({"agent": agent, "text": "Because it is so.", "answer": answer});
        answers.iter().enumerate().map(turn).collect()
    }

    /// I-16, Q-01: a debate with answers: figures of each round, where each algorithm exits, what each rule decides.
    #[test]
    fn a_debate_is_told_by_its_answers() {
        let told = analyzed("Which?", json!([answered(&["A", "A", "B"]), answered(&["B", "B", "B"])])).unwrap();
        for (place, expected) in [
            ("/agents", json!(["0", "1", "2"])),
            ("/openings", json!("A")),
            ("/rounds/0/changed", Value::Null),
            ("/rounds/0/options", json!(2)),
            ("/rounds/1/agreement", json!(1.0)),
            ("/rounds/1/options", json!(1)),
            ("/decisions/borda", Value::Null),
            ("/exits/vote_rubric", json!({"round": 2, "reason": "consensus"})),
            ("/exits/fixed_rounds", Value::Null),
            ("/decisions/openings/answer", json!("A")),
            ("/decisions/majority/answer", json!("B")),
            ("/decisions/guarded/answer", json!("A")),
            ("/decisions/guarded/basis", json!("openings")),
            ("/groupthink/0/round", json!(2)),
        ] {
            assert_eq!(told.pointer(place), Some(&expected), "{place}: {told:#}");
        }
        assert!(told["rounds"][0]["agreement"].as_f64().unwrap() < 0.5, "{told:#}");
        assert!(told["rounds"][1]["changed"].as_f64().unwrap() > 0.0, "{told:#}");
    }

    /// I-16: without answers, texts that make the same point are one answer.
    #[test]
    fn a_debate_is_told_by_its_texts() {
        let turn = |agent: &str, text: &str| json!({"agent": agent, "text": text});
        let (yes, no) = (
            "## Position\n\nYes, we should adopt gRPC for all of our internal calls.",
            "No, we should not adopt gRPC for any of our internal calls.",
        );
        let rounds = json!([[turn("a", yes), turn("b", no)], [turn("a", yes), turn("b", yes), turn("c", "")]]);
        let told = analyzed("Should we adopt gRPC?", rounds).unwrap();
        assert_eq!(told.pointer("/rounds/0/options"), Some(&json!(2)), "{told:#}");
        assert_eq!(told.pointer("/rounds/1/options"), Some(&json!(1)), "{told:#}");
        let majority = told.pointer("/decisions/majority/answer").and_then(Value::as_str).unwrap();
        assert!(majority.starts_with("Yes, we should adopt"), "{majority}");
        assert_eq!(told.pointer("/openings"), Some(&Value::Null), "one against one is no vote");
        assert!(told["rounds"][0]["agreement"].as_f64().unwrap() <= 0.40);
    }

    /// I-16: an error in a line is reported with its place.
    #[test]
    fn a_wrong_line_is_answered() {
        for (line, expected) in [
            (json!({}), "there is no `question`"),
            (json!({"question": 7}), "`question` is not a text"),
            (json!({"question": " ", "rounds": []}), "`question` is empty"),
            (json!({"question": "Q?"}), "there are no `rounds`"),
            (json!({"question": "Q?", "rounds": []}), "`rounds` is empty: there is nothing to analyse"),
            (json!({"question": "Q?", "rounds": {}}), "`rounds` is not a list of rounds"),
            (json!({"question": "Q?", "rounds": [7]}), "round 1 is not a list of turns"),
            (
                json!({"question": "Q?", "rounds": [[{"text": "x"}]]}),
                "a turn of round 1 has no `agent`, a name or a number",
            ),
            (
                json!({"question": "Q?", "rounds": [[{"agent": 1, "text": 2}]]}),
                "`text` of `1` in round 1 is not a text",
            ),
            (json!({"question": "Q?", "rounds": [[{"agent": 1}, {"agent": 1}]]}), "`1` speaks twice in round 1"),
        ] {
            assert_eq!(
                block_on(debate(&engine::Lexical, line.as_object().unwrap())),
                Err(expected.to_owned()),
                "{line}"
            );
        }
    }
}
