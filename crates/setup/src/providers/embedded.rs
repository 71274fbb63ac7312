//! Models that run in this process: `local/NAME` from the catalogue, `local/PATH.gguf` for a file (O-01).
use super::ModelRegistry;
use crate::error::{Error, Field, PlanError};
use crate::settings::guess;
use debate::{Layout, Profile};
use engine::Seat;
use local::weights::{self, Chat, Role, Sampling, Weight, catalog};
use local::{Embedded, Options};
use models::Model;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The provider of models in this process.
pub const PROVIDER: &str = "local";

/// Sampling of a model file, about which nothing is known.
const SAMPLING: Sampling = Sampling { temperature: 0.7, top_p: 0.9, repetition: 1.05 };

/// Files of at least this size, in bytes, hold a model that supports full prompts: some seven thousand million weights of four bits.
const LARGE: u64 = 4_000_000_000;

/// The model that `local/…` names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Which {
    /// A model of the catalogue.
    Known(&'static Weight, Chat),
    /// A file.
    File(PathBuf),
}

/// The model behind `local/`; none for another provider.
pub(super) fn named(model: &str) -> Option<&str> {
    model.strip_prefix(PROVIDER)?.strip_prefix('/')
}

/// The file that `local/PATH.gguf` names; none for catalogue models and other providers.
pub fn file_of(model: &str) -> Option<PathBuf> {
    match Which::read(named(model)?) {
        Ok(Which::File(path)) => Some(path),
        Ok(Which::Known(..)) | Err(_) => None,
    }
}

impl Which {
    /// Parses the part behind `local/`.
    pub(super) fn read(name: &str) -> Result<Which, String> {
        if let Some(Weight { role: Role::Chat(chat), .. }) = catalog::named(name)
            && let Some(weight) = catalog::named(name)
        {
            return Ok(Which::Known(weight, *chat));
        }
        if Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("gguf")) {
            // An absolute path: the debate may be resumed from another directory.
            return Ok(Which::File(std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))));
        }
        let near = guess(name, "", chats().map(|it| it.name));
        let a = if near.ends_with('?') { " A" } else { "; a" };
        Err(format!("there is no `{PROVIDER}/{name}`{near}{a} file of your own is `local/PATH.gguf`"))
    }

    /// A seat for it.
    pub(super) fn seat(&self, name: Option<String>) -> Seat {
        let (model, kin) = match self {
            Which::Known(weight, _) => (weight.name.to_owned(), weight.name.to_owned()),
            Which::File(path) => {
                let stem = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
                (path.display().to_string(), stem)
            }
        };
        let family = models::family(&kin);
        Seat {
            model: format!("{PROVIDER}/{model}"),
            // Small models address others by name, so the name must be pronounceable.
            name: name.or_else(|| Some(family.clone())),
            family,
            profile: self.profile(),
            layout: Layout::Append,
        }
    }

    fn profile(&self) -> Profile {
        let is_lean = match self {
            Which::Known(_, chat) => chat.profile == weights::PromptLength::Lean,
            Which::File(path) => std::fs::metadata(path).is_ok_and(|it| it.len() < LARGE),
        };
        if is_lean { Profile::Lean } else { Profile::Full }
    }
}

/// The models of the catalogue that can be seated, best first.
pub fn chats() -> impl Iterator<Item = &'static Weight> {
    catalog::ALL.iter().filter(|it| matches!(it.role, Role::Chat(_)))
}

impl ModelRegistry {
    /// The embedded model for this machine: the best one that fits into memory or is installed.
    pub fn embedded(&self) -> &'static Weight {
        let (memory, disk) = (weights::memory(), weights::free(self.weights.directory()));
        // An installed model needs no network, and slightly less memory than is required before a large download.
        let fits = |it: &Weight| memory.is_none_or(|memory| memory >= it.bytes() / 5 * 9);
        let held = chats().find(|it| self.weights.find(it).is_some() && fits(it));
        held.unwrap_or_else(|| weights::choose(memory, disk))
    }

    /// A seat for it.
    pub(super) fn embedded_seat(&self) -> Seat {
        let weight = self.embedded();
        let profile = Which::read(weight.name).map_or(Profile::Lean, |it| it.profile());
        let (model, family) = (format!("{PROVIDER}/{}", weight.name), models::family(weight.name));
        Seat { model, name: Some(family.clone()), family, profile, layout: Layout::Append }
    }

    /// Weights that some of these models need and that are not installed.
    pub fn missing<'a>(&self, models: impl Iterator<Item = &'a str>) -> Result<Vec<&'static Weight>, PlanError> {
        let mut missing: Vec<&'static Weight> = Vec::new();
        for name in models.filter_map(named) {
            if let Which::Known(weight, _) = Which::read(name).map_err(|why| PlanError::unusable(Field::Models, why))?
                && self.weights.find(weight).is_none()
                && !missing.contains(&weight)
            {
                missing.push(weight);
            }
        }
        Ok(missing)
    }

    /// Loads each distinct model of this process once. It takes seconds.
    pub async fn load_into<'a>(
        &self,
        open: &mut BTreeMap<String, Arc<dyn Model>>,
        models: impl Iterator<Item = &'a str>,
    ) -> Result<(), Error> {
        for (model, name) in models.filter_map(|it| Some((it, named(it)?))) {
            if !open.contains_key(model) {
                open.insert(model.to_owned(), self.shared.model(name, || self.load(name)).await?);
            }
        }
        Ok(())
    }

    /// How it is loaded.
    fn load(&self, name: &str) -> Result<impl FnOnce() -> Result<Arc<dyn Model>, Error> + Send + use<>, Error> {
        let (path, template, sampling) =
            match Which::read(name).map_err(|why| PlanError::unusable(Field::Models, why))? {
                Which::Known(weight, chat) => {
                    let held = self.weights.find(weight).ok_or_else(|| {
                        let name = weight.name;
                        PlanError::unusable(
                            Field::Models,
                            format_args!(
                                "the weights of `{name}` are not here: fetch them with `roundtable models pull {name}`"
                            ),
                        )
                    })?;
                    (held.model(), Some(chat.template), chat.sampling)
                }
                Which::File(path) => (path, None, SAMPLING),
            };
        let options =
            Options { backend: self.engine, threads: self.threads, template, sampling, memory: weights::memory() };
        Ok(move || Ok(Arc::new(Embedded::load(&path, options).map_err(Error::failed)?) as Arc<dyn Model>))
    }
}
