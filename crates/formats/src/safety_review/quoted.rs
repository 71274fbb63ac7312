//! An answer as the evaluator sees it: every text under its field's name, on a quoted line of its own (O-41).
//!
//! Text is cut at sentences. Sentences that do not fit are left out and counted.
use debate::ballot::{Because, TermMove};
use debate::state::Exchange;
use debate::{Cast, ClaimMove, Name, Question, Reference, Turn, Vulnerability, text};

/// The last item. Up to half of the tokens are reserved for it, because participants see most of it.
const REASONING: &str = "Reasoning";

/// The longest id that is shown, in characters. Ours: an id is a letter and a number; anything longer is none.
const ID_MOST: usize = 16;

/// All texts of an answer and all its tool requests, in at most `room` tokens.
pub(super) fn answer(turn: &Turn, looked_up: &[Exchange], room: usize) -> String {
    let reasoning = turn.reasoning.as_deref().map_or(0, |it| text::tokens(it).min(room / 2));
    let mut left = room - reasoning;
    let (mut lines, mut missing): (Vec<String>, Vec<(String, usize)>) = (Vec::new(), Vec::new());
    for (title, words) in items(turn, looked_up) {
        left += if title == REASONING { reasoning } else { 0 };
        let words = text::one_line(&words);
        let (line, dropped) = fitted(&title, &words, left);
        left = left.saturating_sub(line.as_deref().map_or(0, text::tokens));
        lines.extend(line);
        if dropped > 0 {
            missing.push((title, dropped));
        }
    }
    if !missing.is_empty() {
        let count = |(title, dropped): &(String, usize)| format!("{dropped} of {title}");
        let missing = missing.iter().map(count).collect::<Vec<_>>().join(", ");
        lines.push(format!("Sentences left out for length: {missing}."));
    }
    lines.join("\n")
}

/// As many whole sentences of an item as fit, on one line, and how many do not.
fn fitted(title: &str, words: &str, most: usize) -> (Option<String>, usize) {
    let whole = format!("| {title}: {words}");
    if text::tokens(&whole) <= most {
        return (Some(whole), 0);
    }
    let sentences = text::sentences(words);
    let head = format!("| {title}:");
    let (mut line, mut kept) = (head.clone(), 0);
    for it in &sentences {
        let longer = format!("{line} {it}");
        if text::tokens(&longer) > most {
            break;
        }
        (line, kept) = (longer, kept + 1);
    }
    (Some(line).filter(|_| kept > 0), sentences.len() - kept)
}

/// The texts of an answer with their names, the reasoning last.
fn items(turn: &Turn, looked_up: &[Exchange]) -> Vec<(String, String)> {
    let mut items: Vec<(String, String)> = Vec::new();
    let mut add = |title: String, words: &str| items.push((title, words.to_owned()));
    turn.position.iter().for_each(|it| add("Position".to_owned(), it));
    match &turn.ballot {
        Some(Cast::Headline(headline)) => add("Ballot".to_owned(), headline),
        Some(Cast::Estimate(estimate)) => {
            estimate.counted.iter().for_each(|it| add("What its estimate counts".to_owned(), it));
        }
        Some(Cast::Option(_)) | None => {}
    }
    turn.would_change.iter().for_each(|it| add("Would change its ballot".to_owned(), it));
    turn.terms.iter().for_each(|it| add("Term".to_owned(), it));
    for TermMove { term, act, why } in &turn.on_terms {
        why.iter().for_each(|it| add(format!("Why it {act}s term {}", id(term)), it));
    }
    for it in &turn.others {
        let title = format!("On option {} ({})", it.option, it.stand);
        it.why.iter().for_each(|why| add(title.clone(), why));
    }
    for Because { id: by, why } in &turn.because {
        let by = by.as_deref().map_or_else(|| "a reason of its own".to_owned(), id);
        why.iter().for_each(|it| add(format!("Moved by {by}"), it));
    }
    turn.key_points.iter().for_each(|it| add("Key point".to_owned(), it));
    turn.claims.iter().for_each(|it| add("Claim".to_owned(), &it.text));
    for Reference { number, title, url, .. } in &turn.references {
        let url = url.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        add(format!("Source {number}"), &format!("{title}{url}"));
    }
    for ClaimMove { claim, act, why, assessment, counter, synthesis } in &turn.moves {
        let title = format!("Move, {act} {}", id(claim));
        let counter = counter.as_ref().map(|it| &it.text);
        why.iter().for_each(|it| add(title.clone(), it));
        let parts = [("assessment", assessment.as_ref()), ("counter", counter), ("synthesis", synthesis.as_ref())];
        for (part, words) in parts {
            words.into_iter().for_each(|it| add(format!("{title}, {part}"), it));
        }
    }
    let change = turn.confidence_change.iter().filter_map(|it| it.reason.as_ref());
    change.for_each(|it| add("Why its confidence changed".to_owned(), it));
    for Question { to, text } in &turn.questions {
        add(format!("Asks {}", to.as_ref().map_or("all", Name::as_str)), text);
    }
    for Vulnerability { vulnerability, mitigation } in &turn.vulnerabilities {
        add("Vulnerability".to_owned(), vulnerability);
        mitigation.iter().for_each(|it| add("Mitigation".to_owned(), it));
    }
    turn.needs.iter().for_each(|it| add("Asks for".to_owned(), it));
    looked_up.iter().flat_map(|it| &it.uses).for_each(|it| add("Looked up".to_owned(), &it.arguments));
    turn.reasoning.iter().for_each(|it| add(REASONING.to_owned(), it));
    items
}

/// An id as it was given, on one line and short.
fn id(named: &str) -> String {
    text::one_line(named).chars().take(ID_MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-50: sentences that do not fit are left out whole, and counted.
    #[test]
    fn sentences_go_whole() {
        let reasoning = Some("One sentence of some length. ".repeat(40));
        let turn = Turn { position: Some("Yes.".to_owned()), reasoning, ..Turn::default() };
        let quoted = answer(&turn, &[], 100);
        let lines: Vec<&str> = quoted.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "| Position: Yes."), "{quoted}");
        assert!(lines[1].starts_with("| Reasoning: One sentence of some length.") && lines[1].ends_with("length."));
        let kept = lines[1].matches("length.").count();
        assert_eq!(lines[2], format!("Sentences left out for length: {} of Reasoning.", 40 - kept));
        assert!(kept > 3 && text::tokens(&quoted) < 130, "{quoted}");
    }
}
