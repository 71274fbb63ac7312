//! Panels for a server: from a request to a panel, and the available decks.
//!
//! Decks are found as for `panel` on the command line; a request names a deck, never a folder. Not here: the format of decks
//! (`personas::deck`).
use super::{ServerPlanner, overrule_limits};
use crate::error::ApiError;
use crate::planner::{Calls, Deck, DeckLine, InvalidRequest, Prepared};
use crate::requests::Panel;
use debate::Topic;
use personas::deck::{DeckError, Decks};
use setup::plan::panel::{self, Answers, PanelRequest};
use setup::providers::split;
use setup::settings::{self, Env};
use setup::{Error, Field, PlanError, decks};
use std::path::Path;

/// The error for an unreadable deck, without its path (O-42).
const DAMAGED: &str = "a deck of the server can't be read; on the server, `roundtable persona check` prints the reason";

impl ServerPlanner {
    /// Turns a request into a panel.
    pub(super) async fn prepared_panel(&self, tenant: &str, request: &Panel) -> Result<Prepared, ApiError> {
        // An unknown deck in a request is an invalid request, not a missing resource.
        let refused = |it: ApiError| if let ApiError::NoPart(why) = it { ApiError::Refused(why) } else { it };
        let (decks, name) = (here(tenant), request.deck.clone());
        let with = request.personas.clone();
        let found = aside(move || decks.load_for(&name, &panel::named(&with))).await?;
        let deck = found.map_err(api_error).map_err(refused)?;
        Ok(self.panel(request, deck).await.map_err(InvalidRequest::from)?)
    }

    pub(crate) async fn panel(&self, request: &Panel, deck: personas::Deck) -> Result<Prepared, Error> {
        let topic = Topic::new(&request.topic).map_err(|error| PlanError::unusable(Field::Topic, error))?;
        let named = request.personas.iter().filter(|it| it.contains('=')).map(|it| split(it).1);
        let models =
            named.chain([&request.model, &request.clerk, &request.strong].into_iter().flatten().map(String::as_str));
        models.map(str::trim).try_for_each(|it| self.check_file(it))?;
        let mut settings = self.settings.clone();
        settings.overrule("domain", request.domain.as_ref())?;
        settings.overrule("panel_clerk", request.clerk.as_ref())?;
        settings.overrule("panel_strong", request.strong.as_ref())?;
        settings.overrule("panel_detection", request.detection.as_ref())?;
        overrule_limits(&mut settings, request.budget_usd, request.budget_tokens, request.deadline_seconds)?;
        let name = deck.name.clone();
        let answers = if request.quote.unwrap_or_default() { Answers::Quoted } else { Answers::Spoken };
        let (with, model) = (request.personas.clone(), request.model.clone());
        let (aspects, seed) = (request.aspects.clone(), request.seed.unwrap_or_default());
        let asked = PanelRequest { topic, deck, with, model, aspects, answers, seed };
        let spec = panel::planned(&settings, &self.table, asked).await?.spec;
        let estimate = panel::Estimate::of(&spec, &self.table);
        self.check(&spec.participants, &spec.rules, None)?;
        let mut notes = vec![
            match answers {
                Answers::Quoted => "estimate: no model is asked, so no cost".to_owned(),
                Answers::Spoken => format!("estimate: {estimate}"),
            },
            format!("deck `{name}`: a persona is made of what somebody wrote; it is not the person"),
        ];
        if spec.is_rehearsal() {
            notes.push(
                "the participants are simulated: this is a rehearsal, and what they say means nothing".to_owned(),
            );
        }
        let [usual, most] = match answers {
            Answers::Quoted => [0, 0],
            Answers::Spoken => estimate.calls(),
        };
        Ok(Prepared {
            spec,
            estimate_usd: estimate.most_usd(),
            calls: Some(Calls { usual, most }),
            settings: Vec::new(),
            notes,
            draws_on_outcomes: setup::plan::learning::is_wanted(&settings),
        })
    }
}

/// The decks of a tenant.
pub(super) async fn listed(tenant: &str) -> Result<Vec<DeckLine>, ApiError> {
    let decks = here(tenant);
    let listed = aside(move || decks.list()).await?.map_err(api_error)?;
    let line = |it: personas::deck::DeckSummary| DeckLine {
        name: it.name,
        personas: it.personas.iter().map(|it| it.name.to_string()).collect(),
    };
    // A deck without a complete persona can't be used.
    Ok(listed.into_iter().filter(|it| !it.personas.is_empty()).map(line).collect())
}

/// The deck of that name.
pub(super) async fn deck(tenant: &str, name: &str) -> Result<Deck, ApiError> {
    let personas::Deck { name, personas } = load(tenant, name).await?;
    Ok(Deck { name, personas })
}

async fn load(tenant: &str, name: &str) -> Result<personas::Deck, ApiError> {
    let (decks, name) = (here(tenant), name.to_owned());
    aside(move || decks.load(&name)).await?.map_err(api_error)
}

/// Reads decks on a blocking thread: some have megabytes and would delay other requests.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::Failed(DAMAGED.to_owned()))
}

/// The error for the caller; a damaged deck is the server's fault.
fn api_error(error: DeckError) -> ApiError {
    match error {
        DeckError::Unknown { name, there } => {
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            ApiError::NoPart(format!("there is no deck `{name}`; there are {there}"))
        }
        DeckError::Name(name) => ApiError::NoPart(format!(
            "`{name}` is not the name of a deck; `list_decks` or GET /api/v1/decks lists all decks"
        )),
        DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => {
            ApiError::Failed(DAMAGED.to_owned())
        }
    }
}

fn here(tenant: &str) -> Decks {
    let cwd = std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned());
    of(tenant, &settings::process, &cwd)
}

/// The deck folders of a tenant. Those in the working directory and in the user's data belong to the owner; tenants have only built-in
/// decks (O-42).
fn of(tenant: &str, env: Env<'_>, cwd: &Path) -> Decks {
    if tenant.is_empty() { decks::usual(env, cwd) } else { Decks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Persona;
    use debate::persona::Built;

    /// O-42: decks of the machine belong to its owner; tenants see only built-in ones.
    #[test]
    fn a_tenant_has_the_decks_of_the_program() {
        let cwd = tempfile::tempdir().unwrap();
        let persona = Persona {
            name: "ann".into(),
            built: Built::Hand,
            persuadability: Persona::PERSUADABILITY,
            contract: Default::default(),
            beliefs: Default::default(),
            chunks: Vec::new(),
        };
        personas::deck::save(&persona, &cwd.path().join("decks/letters")).unwrap();
        let env = |_: &str| None;
        let names = |tenant: &str| -> Vec<String> {
            of(tenant, &env, cwd.path()).list().unwrap().into_iter().map(|it| it.name).collect()
        };
        assert_eq!(names("acme"), ["architects", "federalist"]);
        assert_eq!(names(""), ["architects", "federalist", "letters"]);
        let refused = api_error(of("acme", &env, cwd.path()).load("letters").unwrap_err());
        assert!(
            matches!(&refused, ApiError::NoPart(why) if why.ends_with("there are architects, federalist")),
            "{refused}"
        );

        // I-30: a damaged deck is a server error, without its path.
        let file = cwd.path().join("decks/letters/ann/persona.json");
        assert!(file.exists());
        std::fs::write(file, "{").unwrap();
        let failed = api_error(of("", &env, cwd.path()).load("letters").unwrap_err());
        assert!(matches!(&failed, ApiError::Failed(why) if why == DAMAGED), "{failed}");
    }
}
