//! `postmortem --with MODEL`: lessons, questions and skills drafted by a model, which a person can refuse one by one (L-03).
use crate::context::Context;
use crate::exit::Exit;
use crate::fetch_models::fetched;
use crate::outcomes;
use crate::print;
use crate::prompter::{EmptyLine, Prompter};
use analysis::learning::{Input, Learned, MOST_QUESTION, draft};
use debate::{Analyst, Debate, Rules};
use exports::report::{Surface, postmortem};
use exports::wording::money;
use formats::postmortem::{Drafted, prompt, read, schema};
use models::{Request, Schema, ToolUse};
use setup::providers::ModelRegistry;
use setup::settings;
use std::sync::Arc;

/// The most tokens of a draft. Ours: nine sentences.
const MOST_TOKENS: u32 = 600;

/// What a model drafts from the record and the outcomes. Says first who receives them.
pub(crate) async fn drafted(
    model: &str,
    is_agreed: bool,
    context: &Context,
    debate: &Debate,
    known: &Learned,
) -> Result<Drafted, Exit> {
    let registry = ModelRegistry::new(&context.settings, &settings::process)?;
    let open = registry.open(std::iter::once(model))?;
    if let Some((host, _)) = registry.host(model) {
        print::note(format!("sent to {host}: the record of debate {} and its outcomes", debate.id));
    }
    let brought = fetched(&registry, open, &[model.to_owned()], &Analyst::Lexical, is_agreed).await?;
    let unknown = || Exit::request(format!("`{model}` can't be asked; `roundtable models` shows which can"));
    let opened = brought.models.get(model).cloned().ok_or_else(unknown)?;
    let (system, user) = prompt(&record(debate, known)).map_err(Exit::failure)?;
    let request = Request {
        call: "postmortem".to_owned(),
        system: system.into(),
        user,
        stable: Vec::new(),
        schema: Some(Arc::new(Schema::new("postmortem", schema()))),
        max_tokens: opened.limit(MOST_TOKENS, Rules::MAX_TOKENS),
        temperature: None,
        seed: None,
        tools: ToolUse::default(),
        data: None,
    };
    let reply =
        opened.ask(&request, None).await.map_err(|why| Exit::failure(format!("`{model}` drafted nothing: {why}")))?;
    let cost = registry.cost(model, &reply.usage);
    print::note(format!("`{model}` drafted it for {}", money(cost)));
    read(&reply.text, MOST_QUESTION)
        .ok_or_else(|| Exit::failure(format!("`{model}` gave no draft that can be read; go on without `--with`")))
}

/// The report as far as it is known before the draft.
fn record(debate: &Debate, known: &Learned) -> String {
    let outcomes = known.debates.get(&debate.id).map(|it| it.outcomes.as_slice()).unwrap_or_default();
    let closed = draft(debate, outcomes, &Input::default());
    let domain = known.domain(&closed.domain, outcomes::now());
    let input = postmortem::Input {
        debate,
        outcomes,
        postmortem: &closed,
        updates: &[],
        domain: &domain,
        next: None,
        is_stale: false,
        surface: Surface::CommandLine,
    };
    postmortem::report(&input).text()
}

/// Adds a draft. A person at the terminal agrees to each line; without one all are taken.
pub(crate) async fn add(
    input: &mut Input,
    drafted: Drafted,
    model: &str,
    interview: Option<Prompter>,
) -> Result<(), Exit> {
    let Drafted { lessons, questions, skills } = drafted;
    let mut is_used = false;
    for (kind, list, from) in [
        ("lesson", &mut input.lessons, lessons),
        ("question to ask first", &mut input.questions, questions),
        ("missing skill", &mut input.skills, skills),
    ] {
        for it in from {
            let is_kept = match interview {
                Some(person) => person.agrees(&format!("{kind}: {it}\nKeep it?"), EmptyLine::Yes).await?,
                None => None,
            };
            if is_kept.unwrap_or(true) {
                list.push(it);
                is_used = true;
            }
        }
    }
    input.drafted_by = is_used.then(|| model.to_owned());
    Ok(())
}
