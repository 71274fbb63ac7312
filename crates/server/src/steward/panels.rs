//! Panels for a server: from a caller's wish to one, and the decks there are.
//!
//! Decks are looked for where `panel` looks for them; a caller names one, and never a folder. Not here: what a deck is (`personas::deck`).
use super::{Steward, purse};
use crate::ask::Panel;
use crate::planner::{Calls, Deck, DeckLine, Prepared, Refusal};
use crate::trouble::Trouble;
use debate::Topic;
use personas::deck::{DeckError, Decks};
use setup::plan::panel::{self, Answers, PanelRequest};
use setup::providers::split;
use setup::settings::{self, Env};
use setup::{Error, Field, PlanError, decks};
use std::path::Path;

/// What a caller is told of a deck that can't be read: where it is is nothing to it (O-42).
const DAMAGED: &str =
    "a deck of the server can't be read; `roundtable persona check` tells whoever runs the server why";

impl Steward {
    /// Makes a panel of a wish.
    pub(super) async fn prepared_panel(&self, tenant: &str, wish: &Panel) -> Result<Prepared, Trouble> {
        // What is named in a wish is no place: the wish is refused.
        let refused = |it: Trouble| if let Trouble::NoPart(why) = it { Trouble::Refused(why) } else { it };
        let (decks, name) = (here(tenant), wish.deck.clone());
        let with = wish.personas.clone();
        let found = aside(move || decks.load_for(&name, &panel::named(&with))).await?;
        let deck = found.map_err(trouble).map_err(refused)?;
        Ok(self.panel(wish, deck).await.map_err(Refusal::from)?)
    }

    async fn panel(&self, wish: &Panel, deck: personas::Deck) -> Result<Prepared, Error> {
        let topic = Topic::new(&wish.topic).map_err(|error| PlanError::unusable(Field::Topic, error))?;
        let named = wish.personas.iter().filter(|it| it.contains('=')).map(|it| split(it).1);
        let models = named.chain([&wish.model, &wish.clerk, &wish.strong].into_iter().flatten().map(String::as_str));
        models.map(str::trim).try_for_each(|it| self.check_file(it))?;
        let mut settings = self.settings.clone();
        settings.overrule("panel_clerk", wish.clerk.as_ref())?;
        settings.overrule("panel_strong", wish.strong.as_ref())?;
        settings.overrule("panel_detection", wish.detection.as_ref())?;
        purse(&mut settings, wish.budget_usd, wish.budget_tokens, wish.deadline_seconds)?;
        let name = deck.name.clone();
        let answers = if wish.quote.unwrap_or_default() { Answers::Quoted } else { Answers::Spoken };
        let (with, model) = (wish.personas.clone(), wish.model.clone());
        let (aspects, seed) = (wish.aspects.clone(), wish.seed.unwrap_or_default());
        let asked = PanelRequest { topic, deck, with, model, aspects, answers, seed };
        let spec = panel::planned(&settings, &self.table, asked).await?.spec;
        let estimate = panel::Estimate::of(&spec, &self.table);
        self.check(&spec.participants, &spec.rules, None)?;
        let mut notes = vec![
            match answers {
                Answers::Quoted => "estimate: no model is asked, so no cost".to_owned(),
                Answers::Spoken => format!("estimate: {estimate}"),
            },
            format!("personas of the deck `{name}`: made from what somebody wrote, not the people themselves"),
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
        })
    }
}

/// The decks that a tenant may hold panels with.
pub(super) async fn listed(tenant: &str) -> Result<Vec<DeckLine>, Trouble> {
    let decks = here(tenant);
    let listed = aside(move || decks.list()).await?.map_err(trouble)?;
    let line = |it: personas::deck::Listed| DeckLine {
        name: it.name,
        personas: it.personas.iter().map(|it| it.name.to_string()).collect(),
    };
    // One in which nobody is whole seats nobody.
    Ok(listed.into_iter().filter(|it| !it.personas.is_empty()).map(line).collect())
}

/// That of them of that name.
pub(super) async fn deck(tenant: &str, name: &str) -> Result<Deck, Trouble> {
    let personas::Deck { name, personas } = load(tenant, name).await?;
    Ok(Deck { name, personas })
}

async fn load(tenant: &str, name: &str) -> Result<personas::Deck, Trouble> {
    let (decks, name) = (here(tenant), name.to_owned());
    aside(move || decks.load(&name)).await?.map_err(trouble)
}

/// Reads decks on a thread of its own: some are of megabytes, and would hold up everybody who asks for something else.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Trouble::Failed(DAMAGED.to_owned()))
}

/// What a caller is told; a deck that is damaged is no fault of the caller's.
fn trouble(error: DeckError) -> Trouble {
    match error {
        DeckError::Unknown { name, there } => {
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            Trouble::NoPart(format!("there is no deck `{name}`; there are {there}"))
        }
        DeckError::Name(name) => Trouble::NoPart(format!(
            "`{name}` is no name of a deck; `list_decks` or GET /api/v1/decks lists those there are"
        )),
        DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => {
            Trouble::Failed(DAMAGED.to_owned())
        }
    }
}

fn here(tenant: &str) -> Decks {
    let cwd = std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned());
    of(tenant, &settings::process, &cwd)
}

/// Where the decks of a tenant are. Those in the folder that the server was started in and in the user's data are the owner's; a tenant has
/// those of the program (O-42).
fn of(tenant: &str, env: Env<'_>, cwd: &Path) -> Decks {
    if tenant.is_empty() { decks::usual(env, cwd) } else { Decks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Persona;
    use debate::persona::Built;

    /// O-42: a deck of the machine is its owner's; a tenant has those of the program, and is not told of others.
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
        let refused = trouble(of("acme", &env, cwd.path()).load("letters").unwrap_err());
        assert!(
            matches!(&refused, Trouble::NoPart(why) if why.ends_with("there are architects, federalist")),
            "{refused}"
        );

        // I-30: what is damaged is the server's fault, and where it lies is not said.
        let file = cwd.path().join("decks/letters/ann/persona.json");
        assert!(file.exists());
        std::fs::write(file, "{").unwrap();
        let failed = trouble(of("", &env, cwd.path()).load("letters").unwrap_err());
        assert!(matches!(&failed, Trouble::Failed(why) if why == DAMAGED), "{failed}");
    }
}
