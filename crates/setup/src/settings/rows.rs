//! All settings, one row each: name, type, default, kind, and `project` if a project's file may set it without the user's agreement.
//!
//! The macro turns each row into a field of the struct and an entry of the list, so a new setting is one row. A row without `project` needs
//! agreement (`trust`), and callers of a server can't set it.
use super::kinds::{self, Allowed, Kind, Shape};
use super::{Comparer, Origin, Setting, nearest, panels};
use crate::trust::Trust;
use debate::rules::{Algorithm, Channels, ClosingBallot, Decide, Detection, Enforcement, PanelRules, Temperatures};
use debate::{Parallel, Rules};
use formats::Assignment;
use local::BackendKind;
use models::{Dialect, Policy};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A setting of `S`, with its type erased.
pub struct Row<S: 'static> {
    /// Its key in a file.
    pub name: &'static str,
    about: &'static str,
    /// How TOML represents its value.
    pub shape: Shape,
    allowed: fn() -> Allowed,
    or_none: bool,
    secret: bool,
    /// Whether a project's file may set it without the user's agreement (O-40).
    pub(crate) is_projects: bool,
    set: fn(&mut S, &str, Origin) -> bool,
    get: fn(&S) -> (String, &Origin),
    copy: fn(&S, &mut S),
}

/// An invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAllowed {
    /// The value; absent if it may contain a key (O-40).
    pub found: Option<String>,
    /// The allowed values, to follow "it must be".
    pub allowed: String,
    /// The allowed word that the value may be a misspelling of.
    pub nearest: Option<&'static str>,
    /// Whether `none` is allowed too.
    pub or_none: bool,
}

impl NotAllowed {
    /// The error about the value of `name`.
    pub fn of(&self, name: &str) -> String {
        let none = if self.or_none { ", or `none`" } else { "" };
        match (&self.found, self.nearest) {
            (Some(found), Some(nearest)) => {
                format!("{name} is `{found}`; did you mean `{nearest}`? It must be {}{none}", self.allowed)
            }
            (Some(found), None) => format!("{name} is `{found}`; it must be {}{none}", self.allowed),
            (None, _) => format!("{name} must be {}{none}", self.allowed),
        }
    }
}

impl<S> Row<S> {
    /// Sets the value from text, or returns what is allowed.
    pub fn set(&self, all: &mut S, text: &str, origin: Origin) -> Result<(), NotAllowed> {
        if (self.set)(all, text.trim(), origin) { Ok(()) } else { Err(self.refuse(text)) }
    }

    /// The value as text, and its origin.
    pub fn get<'a>(&self, all: &'a S) -> (String, &'a Origin) {
        (self.get)(all)
    }

    /// Copies value and origin from `from`.
    pub(crate) fn copy(&self, from: &S, to: &mut S) {
        (self.copy)(from, to);
    }

    /// The error for `found`. A value that may contain a key is not repeated (O-40).
    pub fn refuse(&self, found: &str) -> NotAllowed {
        let Allowed { text: allowed, words } = (self.allowed)();
        // Of a list, the first word that is not allowed.
        let wrong = found.split(',').map(str::trim).find(|it| !words.contains(it)).unwrap_or(found);
        // An allowed word in quotation marks is right, but of the wrong type.
        let is_quoted = words.contains(&wrong.trim_matches(['"', '\'']));
        let nearest = nearest(wrong, words).filter(|_| !self.secret && !is_quoted);
        let found = (!self.secret).then(|| super::parse::one_line(found));
        NotAllowed { found, allowed, nearest, or_none: self.or_none }
    }

    /// What it sets, in a sentence or two.
    pub fn about(&self) -> &'static str {
        self.about.trim()
    }

    /// The allowed values, in words.
    pub fn allowed(&self) -> String {
        format!("{}{}", (self.allowed)().text, if self.or_none { ", or `none`" } else { "" })
    }

    /// The allowed words, if it has a closed list of them.
    pub fn words(&self) -> Vec<&'static str> {
        (self.allowed)().words
    }

    /// The environment variable of the setting.
    pub fn variable(&self) -> String {
        format!("ROUNDTABLE_{}", self.name.to_uppercase())
    }
}

macro_rules! is_projects {
    (project) => {
        true
    };
    () => {
        false
    };
}

macro_rules! rows {
    (
        $(#[$about:meta])* struct $all:ident, $rows:ident {
            $($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $kind:path $(, $project:ident)?;)+
        } $(and { $($(#[$extra_doc:meta])* $extra:ident: $extra_type:ty;)+ })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $all {
            $($(#[doc = $doc])+ pub $name: Setting<$type>,)+
            $($($(#[$extra_doc])* pub $extra: $extra_type,)+)?
        }

        impl Default for $all {
            fn default() -> $all {
                $all {
                    $($name: Setting { value: $default, origin: Origin::Default },)+
                    $($($extra: Default::default(),)+)?
                }
            }
        }

        /// The rows of the struct of that name.
        pub const $rows: &[Row<$all>] = &[$({
            const KIND: Kind<$type> = $kind;
            Row {
                name: stringify!($name),
                about: concat!($($doc),+),
                shape: KIND.shape,
                allowed: KIND.allowed,
                or_none: KIND.or_none,
                secret: KIND.secret,
                is_projects: is_projects!($($project)?),
                set: |all, text, origin| {
                    let value = (KIND.parse)(text);
                    let is_allowed = value.is_some();
                    if let Some(value) = value {
                        all.$name = Setting { value, origin };
                    }
                    is_allowed
                },
                get: |all| ((KIND.show)(&all.$name.value), &all.$name.origin),
                copy: |from, to| to.$name.clone_from(&from.$name),
            }
        },)+];
    };
}

rows! {
    /// All settings.
    struct Settings, ROWS {
        /// How participants treat each other.
        mode: String = formats::modes::DEFAULT.name().to_owned(), kinds::MODE, project;
        /// Maximum number of rounds.
        rounds: u32 = Rules::ROUNDS, kinds::ROUNDS, project;
        /// The algorithm that may end a debate before its last round.
        algorithm: Algorithm = Algorithm::default(), kinds::ALGORITHM, project;
        /// How ballots become a decision.
        decide: Decide = Decide::default(), kinds::DECIDE, project;
        /// Channels that participants do not see of each other.
        hide: Channels = Channels::default(), kinds::CHANNELS, project;
        /// Budget of a debate in US dollars.
        budget: Option<f64> = None, kinds::BUDGET, project;
        /// Budget of a debate in tokens, prompts and answers together.
        budget_tokens: Option<u64> = None, kinds::BUDGET_TOKENS, project;
        /// Time limit of a debate.
        deadline: Option<Duration> = None, kinds::DEADLINE, project;
        /// Maximum tokens of an answer.
        max_tokens: u32 = Rules::MAX_TOKENS, kinds::MAX_TOKENS, project;
        /// Whether every answer is checked for scope, approval and rollback.
        high_stakes: bool = false, kinds::FLAG, project;
        /// Whether participants may request missing information, for which the debate waits.
        context: bool = false, kinds::FLAG, project;
        /// Whether participants speak at the same time; the mode's order if absent.
        parallel_enabled: Option<bool> = None, kinds::MAYBE, project;
        /// Which participants speak at the same time.
        parallel_level: Option<Parallel> = None, kinds::LEVEL, project;
        /// Which participants speak at the same time, for individual modes.
        parallel_modes: Vec<(String, Parallel)> = Vec::new(), kinds::MODE_LEVELS, project;
        /// How a claim labelled FACT without backing is treated.
        tool_enforcement: Enforcement = Enforcement::default(), kinds::ENFORCEMENT, project;
        /// Minimum tool calls of a turn; one if absent.
        tool_min_calls: Option<u32> = None, kinds::TOOL_CALLS, project;
        /// Maximum tool calls of a turn; depends on the speaking order if absent.
        tool_max_calls: Option<u32> = None, kinds::TOOL_CALLS, project;
        /// Whether groupthink is detected.
        groupthink_enabled: bool = true, kinds::FLAG, project;
        /// The agreement from which groupthink is suspected.
        groupthink_threshold: f64 = Rules::GROUPTHINK, kinds::THRESHOLD, project;
        /// Whether the algorithm may end a debate.
        exit_enabled: bool = true, kinds::FLAG, project;
        /// The agreement that ends a debate; the algorithm's own if absent.
        exit_consensus: Option<f64> = None, kinds::CONSENSUS, project;
        /// How many stable rounds in a row end a debate; the algorithm's own if absent.
        exit_convergence_rounds: Option<u32> = None, kinds::QUIET_ROUNDS, project;
        /// Whether answers are limited to 2,048 tokens where participants speak in turn.
        economy: bool = false, kinds::FLAG, project;
        /// The model for small tasks: grouping, comparing, the clerk of a panel, the review for harm.
        light_model: Option<String> = None, kinds::MODEL;
        /// Whether answers are reviewed for harm when something calls for it.
        safety: bool = true, kinds::FLAG, project;
        /// The model that reviews answers for harm; `light_model`, or the first seated one, if absent.
        safety_model: Option<String> = None, kinds::MODEL;
        /// What groups participants' headlines into options, and compares takes of a panel.
        analyst: Comparer = Comparer::default(), kinds::COMPARER, project;
        /// The condition for a secret closing ballot.
        closing_ballot: ClosingBallot = ClosingBallot::default(), kinds::CLOSING_BALLOT, project;
        /// The model of `analyst = "model"`; `light_model`, or the first seated one, if absent.
        analyst_model: Option<String> = None, kinds::MODEL;
        /// Whether answers include claims and their labels.
        labels: bool = true, kinds::FLAG, project;
        /// Whether claims must state their evidence type.
        require_evidence: bool = true, kinds::FLAG, project;
        /// Whether prompts summarise the rounds before the previous one.
        summaries: bool = true, kinds::FLAG, project;
        /// Whether only facts that were checked count as reasons for a changed vote.
        evidence_gate: bool = false, kinds::FLAG, project;
        /// The domain whose recorded outcomes a debate draws on and adds to; nothing learned is used without one.
        domain: Option<String> = None, kinds::DOMAIN, project;
        /// Whether a debate with a domain uses what was learned there.
        learning: bool = true, kinds::FLAG, project;
        /// How disciplines are assigned, if the mode has any.
        disciplines: Assignment = Assignment::default(), kinds::DISCIPLINES, project;
        /// The model that is the clerk of a panel; `light_model`, or the first seated one, if absent.
        panel_clerk: Option<String> = None, kinds::MODEL;
        /// The model of crux rooms and cards; each participant's own if absent.
        panel_strong: Option<String> = None, kinds::MODEL;
        /// How it is decided whether a clash needs a room.
        panel_detection: Detection = PanelRules::default().detection, panels::DETECTION, project;
        /// How many aspects the clerk chooses if none are named.
        panel_most_aspects: u32 = PanelRules::default().most_aspects, panels::ASPECTS, project;
        /// Maximum rebuttals of a clash.
        panel_clash: u32 = PanelRules::default().clash, panels::CLASH, project;
        /// Maximum turns of a room's exchange.
        panel_exchange: u32 = PanelRules::default().exchange, panels::EXCHANGE, project;
        /// Maximum rooms of an aspect.
        panel_rooms: u32 = PanelRules::default().rooms, panels::ROOMS, project;
        /// After how many turns a participant is reminded of its contract.
        panel_remind: u32 = PanelRules::default().remind, panels::REMIND, project;
        /// Sampling temperature for openings, takes, clashes and closings.
        panel_temperature_turn: f64 = Temperatures::default().turn, panels::TEMPERATURE, project;
        /// Sampling temperature for crux rooms.
        panel_temperature_room: f64 = Temperatures::default().room, panels::TEMPERATURE, project;
        /// Sampling temperature for the detection of disagreement.
        panel_temperature_check: f64 = Temperatures::default().check, panels::TEMPERATURE, project;
        /// Sampling temperature for cards.
        panel_temperature_card: f64 = Temperatures::default().card, panels::TEMPERATURE, project;
        /// The models to seat, as `--with` takes them; if empty, up to three that are available.
        table: Vec<String> = Vec::new(), kinds::TABLE, project;
        /// How long a provider may send nothing.
        timeout: Duration = Policy::default().idle, kinds::TIMEOUT, project;
        /// Time limit of one attempt of a call.
        timeout_total: Duration = Policy::default().total, kinds::TIMEOUT, project;
        /// Maximum attempts of a call.
        attempts: u32 = Policy::default().attempts, kinds::ATTEMPTS, project;
        /// The backend of embedded models.
        engine: BackendKind = BackendKind::default(), kinds::ENGINE;
        /// Threads of an embedded model; all cores but one if absent.
        threads: Option<usize> = None, kinds::THREADS;
        /// On a server, the most seats of a tenant's debate.
        tenant_seats: Option<u32> = None, kinds::COUNT;
        /// On a server, the models that tenants may seat, as `provider/model` or `provider/*`; all if empty.
        tenant_models: Vec<String> = Vec::new(), kinds::MODELS;
        /// On a server, the most US dollars that the debates of one tenant, or of the owner, may cost in a UTC day.
        daily_budget: Option<f64> = None, kinds::BUDGET;
        /// On a server, the most tokens that the debates of one tenant, or of the owner, may use in a UTC day.
        daily_tokens: Option<u64> = None, kinds::BUDGET_TOKENS;
        /// On a server, the most requests of one tenant in a minute; 1200 if absent. The owner on this machine has no limit.
        rate_limit: Option<u32> = None, kinds::COUNT;
        /// On a server, whether each request is logged to standard error.
        access_log: bool = false, kinds::FLAG;
        /// The path of the store; in the user's data directory if absent.
        store: Option<PathBuf> = None, kinds::STORE;
        /// The directory of weights; in the user's cache directory if absent.
        weights: Option<PathBuf> = None, kinds::WEIGHTS;
    } and {
        /// `[providers.NAME]`.
        providers: BTreeMap<String, CustomProvider>;
        /// `[prices."provider/model"]`.
        prices: BTreeMap<String, CustomPrice>;
        /// Whether the user has agreed to the project's file.
        trust: Trust;
    }
}

rows! {
    /// A custom provider, or changes to a known one.
    struct CustomProvider, PROVIDER_ROWS {
        /// Its dialect.
        dialect: Option<Dialect> = None, kinds::DIALECT;
        /// Its base URL.
        base_url: Option<String> = None, kinds::BASE_URL;
        /// The environment variable that holds its key.
        key_env: Option<String> = None, kinds::KEY_ENV;
        /// Maximum concurrent calls.
        concurrency: Option<u32> = None, kinds::COUNT;
        /// Maximum calls in a minute.
        requests_per_minute: Option<u32> = None, kinds::COUNT;
        /// Whether it caches prompt prefixes.
        caching: Option<bool> = None, kinds::CACHING;
    }
}

rows! {
    /// A model's price in US dollars per million tokens, as far as it is set.
    struct CustomPrice, PRICE_ROWS {
        /// Of the prompt.
        input: Option<f64> = None, kinds::PRICE;
        /// Of the answer.
        output: Option<f64> = None, kinds::PRICE;
        /// Of the prompt's cached part.
        cached: Option<f64> = None, kinds::PRICE;
    }
}
