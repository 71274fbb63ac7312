//! What any surface can ask for of panels: one is begun, decks are listed, personas are looked at.
use super::{Begun, Caller, Desk, KNOWN};
use crate::ask::Panel;
use crate::mcp::client;
use crate::setup::{Deck, DeckLine, Prepared};
use crate::trouble::Trouble;
use debate::Persona;
use engine::Owner;
use store::Asked;

impl Desk {
    /// Opens a panel; it runs when this returns. The same `key` with the same wish gives the same panel.
    pub async fn start_panel(&self, who: &Caller, wish: &Panel, key: Option<Asked>) -> Result<Begun, Trouble> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(id) = self.house.known(&owner).await? {
            return Ok(Begun { id, estimate_usd: None, notes: vec![KNOWN.to_owned()] });
        }
        wish.check()?;
        let Prepared { spec, estimate_usd, notes } = self.setup.prepare_panel(wish).await?;
        client::check_seats(&spec.participants, who.sampling)?;
        let id = self.house.open(&spec, owner).await?;
        self.count(&id, &spec.id);
        Ok(Begun { id, estimate_usd, notes })
    }

    /// The decks there are.
    pub async fn decks(&self) -> Result<Vec<DeckLine>, Trouble> {
        Ok(self.setup.decks().await?)
    }

    /// The deck of that name.
    pub async fn deck(&self, name: &str) -> Result<Deck, Trouble> {
        match self.setup.deck(name).await? {
            Some(deck) => Ok(deck),
            None => {
                let there: Vec<String> = self.decks().await?.into_iter().map(|it| it.name).collect();
                Err(Trouble::NoPart(format!("there is no deck `{name}`; there are {}", listed(&there))))
            }
        }
    }

    /// A persona of a deck.
    pub async fn persona(&self, deck: &str, name: &str) -> Result<Persona, Trouble> {
        let Deck { personas, .. } = self.deck(deck).await?;
        let there: Vec<String> = personas.iter().map(|it| it.name.to_string()).collect();
        let found = personas.into_iter().find(|it| it.name.as_str() == name);
        found.ok_or_else(|| {
            Trouble::NoPart(format!("there is no persona `{name}` in deck `{deck}`; there are {}", listed(&there)))
        })
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
