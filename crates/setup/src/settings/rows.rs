//! Every key there is, one row each: its name, its type, its default, and how it is read and shown.
//!
//! The macro makes of each row a field of the struct and an entry of the list, so a new key is one row and nothing else.
use super::kinds::{self, Kind, Shape};
use super::{Comparer, Origin, Setting, panels};
use crate::trust::Trust;
use debate::rules::{Algorithm, Channels, ClosingBallot, Decide, Detection, Enforcement, PanelRules, Temperatures};
use debate::{Parallel, Rules};
use formats::Assignment;
use local::BackendKind;
use models::{Dialect, Policy};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A key of `S`, with its type forgotten.
pub struct Row<S: 'static> {
    /// Its name in a file.
    pub name: &'static str,
    /// How a file writes its value.
    pub shape: Shape,
    allowed: fn() -> String,
    or_none: bool,
    secret: bool,
    set: fn(&mut S, &str, Origin) -> bool,
    get: fn(&S) -> (String, &Origin),
    copy: fn(&S, &mut S),
}

/// A value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAllowed {
    /// What was found; absent where it may hold somebody's key (O-40).
    pub found: Option<String>,
    /// What is allowed, to stand after "it must be".
    pub allowed: String,
    /// Whether `none` is allowed too, where it can be said.
    pub or_none: bool,
}

impl NotAllowed {
    /// The complaint about the value of `name`.
    pub fn of(&self, name: &str) -> String {
        let none = if self.or_none { ", or `none`" } else { "" };
        match &self.found {
            Some(found) => format!("{name} is `{found}`; it must be {}{none}", self.allowed),
            None => format!("{name} must be {}{none}", self.allowed),
        }
    }
}

impl<S> Row<S> {
    /// Sets the value as read from text, or says what is allowed.
    pub fn set(&self, all: &mut S, text: &str, origin: Origin) -> Result<(), NotAllowed> {
        if (self.set)(all, text.trim(), origin) { Ok(()) } else { Err(self.refuse(text)) }
    }

    /// The value as text, and where it comes from.
    pub fn get<'a>(&self, all: &'a S) -> (String, &'a Origin) {
        (self.get)(all)
    }

    /// Sets the value and its origin to what `from` has.
    pub(crate) fn copy(&self, from: &S, to: &mut S) {
        (self.copy)(from, to);
    }

    /// Why `found` won't do. What may hold somebody's key is not repeated (O-40).
    pub fn refuse(&self, found: &str) -> NotAllowed {
        let found = (!self.secret).then(|| kinds::one_line(found));
        NotAllowed { found, allowed: (self.allowed)(), or_none: self.or_none }
    }

    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("ROUNDTABLE_{}", self.name.to_uppercase())
    }
}

macro_rules! rows {
    (
        $(#[$about:meta])* struct $all:ident, $rows:ident {
            $($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $kind:path;)+
        } $(and { $($(#[$extra_doc:meta])* $extra:ident: $extra_type:ty;)+ })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $all {
            $($(#[$doc])* pub $name: Setting<$type>,)+
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
                shape: KIND.shape,
                allowed: KIND.allowed,
                or_none: KIND.or_none,
                secret: KIND.secret,
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
        mode: String = formats::modes::DEFAULT.name().to_owned(), kinds::MODE;
        /// The most rounds.
        rounds: u32 = Rules::ROUNDS, kinds::ROUNDS;
        /// What ends a debate before its last round.
        algorithm: Algorithm = Algorithm::default(), kinds::ALGORITHM;
        /// What turns turns into an answer.
        decide: Decide = Decide::default(), kinds::DECIDE;
        /// What participants are not shown of each other.
        hide: Channels = Channels::default(), kinds::CHANNELS;
        /// The most US dollars a debate may cost.
        budget: Option<f64> = None, kinds::BUDGET;
        /// The most tokens a debate may cost.
        budget_tokens: Option<u64> = None, kinds::BUDGET_TOKENS;
        /// The longest a debate may run.
        deadline: Option<Duration> = None, kinds::DEADLINE;
        /// The most tokens of one answer.
        max_tokens: u32 = Rules::MAX_TOKENS, kinds::MAX_TOKENS;
        /// Whether every answer is checked for scope, approval and a way back.
        high_stakes: bool = false, kinds::FLAG;
        /// Whether participants may ask for what they were not given, and the debate waits for it.
        context: bool = false, kinds::FLAG;
        /// Whether participants speak at the same time; as the mode has it if absent.
        parallel_enabled: Option<bool> = None, kinds::MAYBE;
        /// Who speaks at the same time.
        parallel_level: Option<Parallel> = None, kinds::LEVEL;
        /// The same for single modes.
        parallel_modes: Vec<(String, Parallel)> = Vec::new(), kinds::MODE_LEVELS;
        /// What becomes of a FACT that nothing backs.
        tool_enforcement: Enforcement = Enforcement::default(), kinds::ENFORCEMENT;
        /// The fewest tool calls a turn; one if absent.
        tool_min_calls: Option<u32> = None, kinds::TOOL_CALLS;
        /// The most tool calls a turn; by who speaks at the same time if absent.
        tool_max_calls: Option<u32> = None, kinds::TOOL_CALLS;
        /// Whether a table is suspected of groupthink at all.
        groupthink_enabled: bool = true, kinds::FLAG;
        /// From which agreement on it is.
        groupthink_threshold: f64 = Rules::GROUPTHINK, kinds::THRESHOLD;
        /// Whether the algorithm may end a debate.
        exit_enabled: bool = true, kinds::FLAG;
        /// The agreement that is enough; the algorithm's own if absent.
        exit_consensus: Option<f64> = None, kinds::CONSENSUS;
        /// The quiet rounds in a row that are enough; the algorithm's own if absent.
        exit_convergence_rounds: Option<u32> = None, kinds::QUIET_ROUNDS;
        /// Whether answers are kept shorter where participants speak in turn.
        economy: bool = false, kinds::FLAG;
        /// The model for errands.
        light_model: Option<String> = None, kinds::MODEL;
        /// Whether answers are read for harm where something calls for it.
        safety: bool = true, kinds::FLAG;
        /// The model that reads them; the one for errands, or the first at the table, if absent.
        safety_model: Option<String> = None, kinds::MODEL;
        /// Who groups headlines into options, and compares what is said at a panel.
        analyst: Comparer = Comparer::default(), kinds::COMPARER;
        /// When everybody casts a secret closing ballot.
        closing_ballot: ClosingBallot = ClosingBallot::default(), kinds::CLOSING_BALLOT;
        /// The model that compares them; the one for errands, or the first at the table, if absent.
        analyst_model: Option<String> = None, kinds::MODEL;
        /// Whether claims and their labels are asked for.
        labels: bool = true, kinds::FLAG;
        /// Whether claims must say what kind of evidence they rest on.
        require_evidence: bool = true, kinds::FLAG;
        /// Whether rounds before the previous one are summed up.
        summaries: bool = true, kinds::FLAG;
        /// Whether only facts that were checked count as a reason to change one's mind.
        evidence_gate: bool = false, kinds::FLAG;
        /// How disciplines are given out, where a mode has any.
        disciplines: Assignment = Assignment::default(), kinds::DISCIPLINES;
        /// The model that chooses a panel's aspects and looks for disagreement; the one for errands, or the first at the table, if absent.
        panel_clerk: Option<String> = None, kinds::MODEL;
        /// The model that speaks in crux rooms and draws cards; each speaks for itself if absent.
        panel_strong: Option<String> = None, kinds::MODEL;
        /// How a clash is looked at.
        panel_detection: Detection = PanelRules::default().detection, panels::DETECTION;
        /// Aspects that are chosen where nobody names any.
        panel_most_aspects: u32 = PanelRules::default().most_aspects, panels::ASPECTS;
        /// Rebuttals of a clash, at most.
        panel_clash: u32 = PanelRules::default().clash, panels::CLASH;
        /// Turns of a room's exchange, at most.
        panel_exchange: u32 = PanelRules::default().exchange, panels::EXCHANGE;
        /// Rooms of one aspect, at most.
        panel_rooms: u32 = PanelRules::default().rooms, panels::ROOMS;
        /// After how many of its turns a participant is reminded who it is.
        panel_remind: u32 = PanelRules::default().remind, panels::REMIND;
        /// How bold openings, takes, clashes and closings are.
        panel_temperature_turn: f64 = Temperatures::default().turn, panels::TEMPERATURE;
        /// How bold crux rooms are.
        panel_temperature_room: f64 = Temperatures::default().room, panels::TEMPERATURE;
        /// How bold looking for disagreement is.
        panel_temperature_check: f64 = Temperatures::default().check, panels::TEMPERATURE;
        /// How bold drawing a card is.
        panel_temperature_card: f64 = Temperatures::default().card, panels::TEMPERATURE;
        /// Who sits at the table; nobody means whoever can be found.
        table: Vec<String> = Vec::new(), kinds::TABLE;
        /// How long a provider may be silent.
        timeout: Duration = Policy::default().idle, kinds::TIMEOUT;
        /// The longest one attempt of a call may take in all.
        timeout_total: Duration = Policy::default().total, kinds::TIMEOUT;
        /// The most attempts of a call.
        attempts: u32 = Policy::default().attempts, kinds::ATTEMPTS;
        /// What runs embedded models.
        engine: BackendKind = BackendKind::default(), kinds::ENGINE;
        /// How many threads an embedded model may use; all cores but one if absent.
        threads: Option<usize> = None, kinds::THREADS;
        /// On a server, the most seats at a tenant's table.
        tenant_seats: Option<u32> = None, kinds::COUNT;
        /// On a server, the models that tenants may seat, as `provider/model` or `provider/*`; any if empty.
        tenant_models: Vec<String> = Vec::new(), kinds::MODELS;
        /// On a server, the most US dollars that one tenant's debates, or the owner's, may cost in a day of UTC.
        daily_budget: Option<f64> = None, kinds::BUDGET;
        /// The same in tokens.
        daily_tokens: Option<u64> = None, kinds::BUDGET_TOKENS;
        /// On a server, the most requests of one tenant in a minute; 1200 if absent. The owner on this machine has none.
        rate_limit: Option<u32> = None, kinds::COUNT;
        /// On a server, whether each request is written to standard error.
        access_log: bool = false, kinds::FLAG;
        /// Where debates are kept; the user's data directory if absent.
        store: Option<PathBuf> = None, kinds::STORE;
        /// Where weights are kept; the user's cache directory if absent.
        weights: Option<PathBuf> = None, kinds::WEIGHTS;
    } and {
        /// `[providers.NAME]`.
        providers: BTreeMap<String, Own>;
        /// `[prices."provider/model"]`.
        prices: BTreeMap<String, OwnPrice>;
        /// Whether the user has agreed to the project's file.
        trust: Trust;
    }
}

rows! {
    /// A provider of the user's own, or changes to a known one.
    struct Own, PROVIDER_ROWS {
        /// How it speaks.
        dialect: Option<Dialect> = None, kinds::DIALECT;
        /// Where it is.
        base_url: Option<String> = None, kinds::BASE_URL;
        /// The environment variable that holds its key.
        key_env: Option<String> = None, kinds::KEY_ENV;
        /// The most calls at once.
        concurrency: Option<u32> = None, kinds::COUNT;
        /// The most calls in a minute.
        requests_per_minute: Option<u32> = None, kinds::COUNT;
        /// Whether a prompt that begins as an earlier one did costs less there.
        caching: Option<bool> = None, kinds::CACHING;
    }
}

rows! {
    /// A model's price in US dollars per million tokens, as far as it is set.
    struct OwnPrice, PRICE_ROWS {
        /// Of the prompt.
        input: Option<f64> = None, kinds::PRICE;
        /// Of the answer.
        output: Option<f64> = None, kinds::PRICE;
        /// Of the prompt's cached part.
        cached: Option<f64> = None, kinds::PRICE;
    }
}
