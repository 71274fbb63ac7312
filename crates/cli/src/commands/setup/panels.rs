//! Panels for a server: from a caller's wish to one, and the decks there are.
//!
//! Decks are looked for where `panel` looks for them; a caller names one, and never a folder. Not here: what a deck is (`personas::deck`).
use super::{Steward, purse};
use crate::commands::panel::{self, Answers, Wish};
use crate::decks;
use crate::exit::Exit;
use crate::settings;
use crate::table::split;
use debate::Topic;
use personas::deck::{DeckError, Decks};
use server::ask::Panel;
use server::{Deck, DeckLine, Prepared, Refusal};
use std::path::Path;

/// What a caller is told of a deck that can't be read: where it is is nothing to it (O-42).
const DAMAGED: &str =
    "a deck of the server can't be read; `roundtable persona check` tells whoever runs the server why";

impl Steward {
    /// Makes a panel of a wish.
    pub(super) async fn prepared_panel(&self, wish: &Panel) -> Result<Prepared, Refusal> {
        let deck = self.load(&wish.deck)?;
        self.panel(wish, deck).await.map_err(|exit| unflagged(&exit))
    }

    async fn panel(&self, wish: &Panel, deck: personas::Deck) -> Result<Prepared, Exit> {
        let topic = Topic::new(&wish.topic).map_err(Exit::request)?;
        let named = wish.personas.iter().filter_map(|it| it.contains('=').then(|| split(it).1));
        let models = named.chain([&wish.model, &wish.clerk, &wish.strong].into_iter().flatten().map(String::as_str));
        models.map(str::trim).try_for_each(|it| self.check_file(it))?;
        let mut settings = self.settings.clone();
        settings.flag("panel_clerk", wish.clerk.as_ref())?;
        settings.flag("panel_strong", wish.strong.as_ref())?;
        settings.flag("panel_detection", wish.detection.as_ref())?;
        purse(&mut settings, wish.budget_usd, wish.budget_tokens, wish.deadline_seconds)?;
        let name = deck.name.clone();
        let answers = if wish.quote.unwrap_or_default() { Answers::Quoted } else { Answers::Spoken };
        let (with, model) = (wish.personas.clone(), wish.model.clone());
        let (aspects, seed) = (wish.aspects.clone(), wish.seed.unwrap_or_default());
        let asked = Wish { topic, deck, with, model, aspects, answers, seed };
        let spec = panel::planned(&settings, &self.table, asked).await?.spec;
        let estimate = panel::Estimate::of(&spec, &self.table);
        self.check(&spec.participants, &spec.rules, None)?;
        let mut notes = vec![
            format!("estimate: {estimate}"),
            format!("personas of the deck `{name}`: made from what somebody wrote, not the people themselves"),
        ];
        if spec.is_rehearsal() {
            notes.push(
                "the participants are simulated: this is a rehearsal, and what they say means nothing".to_owned(),
            );
        }
        Ok(Prepared { spec, estimate_usd: estimate.most_usd(), notes })
    }

    /// The decks there are.
    pub(super) fn decks_here(&self) -> Result<Vec<DeckLine>, Refusal> {
        let listed = here().list().map_err(|_| Refusal(DAMAGED.to_owned()))?;
        let line = |it: personas::deck::Listed| DeckLine {
            name: it.name,
            personas: it.personas.iter().map(|it| it.name.to_string()).collect(),
        };
        // One in which nobody is whole seats nobody.
        Ok(listed.into_iter().filter(|it| !it.personas.is_empty()).map(line).collect())
    }

    /// The deck of that name.
    pub(super) fn deck_here(&self, name: &str) -> Result<Option<Deck>, Refusal> {
        match here().load(name) {
            Ok(deck) => Ok(Some(Deck { name: deck.name, personas: deck.personas })),
            Err(DeckError::Unknown { .. } | DeckError::Name(_)) => Ok(None),
            Err(DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. }) => {
                Err(Refusal(DAMAGED.to_owned()))
            }
        }
    }

    fn load(&self, name: &str) -> Result<personas::Deck, Refusal> {
        here().load(name).map_err(|error| match error {
            DeckError::Unknown { name, there } => {
                Refusal(format!("there is no deck `{name}`; there are {}", there.join(", ")))
            }
            DeckError::Name(name) => {
                Refusal(format!("`{name}` is no name of a deck; GET /api/v1/decks lists those there are"))
            }
            DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => Refusal(DAMAGED.to_owned()),
        })
    }
}

/// Where decks are: in the folder that the server was started in, in the user's data, in the program.
fn here() -> Decks {
    let cwd = std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned());
    decks::places(None, &settings::process, &cwd)
}

/// What a flag of `panel` is called in a wish, the longer of two that begin alike first.
const FIELDS: [(&str, &str); 9] = [
    ("--budget-tokens", "budget_tokens"),
    ("--budget", "budget_usd"),
    ("--deadline", "deadline_seconds"),
    ("--detection", "detection"),
    ("--aspects", "aspects"),
    ("--with", "personas"),
    ("--model", "model"),
    ("--clerk", "clerk"),
    ("--strong", "strong"),
];

/// The same complaint for somebody who typed no flags.
fn unflagged(exit: &Exit) -> Refusal {
    let text = exit.to_string().replace(", or `none`", "");
    Refusal(FIELDS.iter().fold(text, |text, (flag, field)| text.replace(flag, field)))
}
