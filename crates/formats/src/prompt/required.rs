//! The prompt's part with questions that earlier post-mortems demand (L-06).
use super::{TemplateError, fill};
use debate::{Debate, text};

/// The first `most` questions of the debate's domain, one a line; none where there are none. Closing ballots ask for none.
pub(crate) fn required(debate: &Debate, template: &str, most: usize) -> Result<Option<String>, TemplateError> {
    let questions = debate.rules.learning.iter().flat_map(|it| &it.questions).take(most);
    let line = |it: &String| format!("- {}", text::one_line(&text::clean(it).text));
    let questions: Vec<String> = questions.map(line).collect();
    if questions.is_empty() || debate.is_closing() {
        return Ok(None);
    }
    fill(template, &[("questions", &questions.join("\n"))]).map(Some)
}
