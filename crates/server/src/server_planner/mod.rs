//! The [`Planner`] of this machine: turns requests into debates with its settings, keys and weights, and loads the models.
//!
//! Fields of a request override settings, as command-line flags do. A request has no field for a key, an address, a path or a file; a
//! weights file is loaded only if the settings name it. Each model is loaded once. Not here: connections (`http`, `mcp`), authentication
//! (`access`), and the caller's own model (`service`). Panels are in `panels`.
mod flags;
mod panels;

use crate::error::ApiError;
use crate::planner::{Agent, Deck, DeckLine, Forecast, InvalidRequest, Planner, Prepared};
use crate::requests::{Attach, Continue, Fetched, Fork, Panel, Start};
use debate::event::Reason;
use debate::state::Watching;
use debate::{Attachment, Debate, DebateId, Envelope, Participant, Rules, Topic};
use engine::{Continuation, Resources, Spec, sim};
use futures_util::future::BoxFuture;
use setup::limits::helpers;
use setup::plan::continuation::{self, Answer};
use setup::plan::debate::{DebateRequest, planned, seat};
use setup::plan::review::{self, Review};
use setup::plan::{MissingWeights, Planned, analyst, fork, loaded, rules};
use setup::providers::listing::{self, Row};
use setup::providers::{Cache, EMBEDDED, ModelRegistry, Weight, file_of, is_callers, size, split};
use setup::settings::{self, Env, NotAllowed, Settings};
use setup::{Error, Field, Kind, PlanError, attachments};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lifetime of the cached list of models. Our choice: callers ask several times in a row, and local servers come and go.
const REMEMBERED: Duration = Duration::from_secs(60);

/// Whether missing weights are downloaded when a debate needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetching {
    /// The operator has consented.
    Agreed,
    /// Nobody can be asked for consent.
    Never,
}

/// The operator of the server.
pub trait Operator: Send + Sync {
    /// Downloads weights with the operator's consent.
    fn fetch<'a>(&'a self, cache: &'a Cache, wanted: &'a [&'static Weight]) -> BoxFuture<'a, Result<(), String>>;
    /// Shows a message.
    fn note(&self, text: &str);
}

/// Plans debates with the settings, keys and weights of this machine.
pub struct ServerPlanner {
    settings: Settings,
    table: ModelRegistry,
    fetching: Fetching,
    operator: Arc<dyn Operator>,
    /// The list of models, and when it was made.
    agents: Mutex<Option<(Instant, Vec<Agent>)>>,
}

impl ServerPlanner {
    /// Reads the keys once; later changes take effect after a restart.
    pub fn new(settings: Settings, fetching: Fetching, operator: Arc<dyn Operator>) -> Result<ServerPlanner, Error> {
        ServerPlanner::with_env(settings, &settings::process, fetching, operator)
    }

    /// Like [`ServerPlanner::new`], with keys from another environment than that of the process.
    pub(crate) fn with_env(
        settings: Settings,
        env: Env<'_>,
        fetching: Fetching,
        operator: Arc<dyn Operator>,
    ) -> Result<ServerPlanner, Error> {
        let table = ModelRegistry::new(&settings, env)?.with_callers();
        Ok(ServerPlanner { settings, table, fetching, operator, agents: Mutex::default() })
    }

    async fn prepared(&self, start: &Start) -> Result<Prepared, Error> {
        let topic = Topic::new(&start.topic).map_err(|error| PlanError::unusable(Field::Topic, error))?;
        let attached = attached(&start.attachments)?;
        let words = start.participants.iter().flat_map(|it| it.split(','));
        words.map(str::trim).try_for_each(|it| self.check_file(split(it).1))?;
        let settings = overruled(&self.settings, start)?;
        let ballot = start.given_ballot().map_err(|it| PlanError::unusable(Field::Topic, it))?;
        let asked = DebateRequest { topic, ballot, attached, seed: start.seed.unwrap_or_default() };
        let mut planned = planned(&settings, &self.table, asked).await?;
        // Callers can answer requests for context, unless they say otherwise (I-25).
        planned.spec.rules.context = start.ask_context.unwrap_or(true);
        let Spec { participants, rules, .. } = &planned.spec;
        self.check(participants, rules, None)?;
        let estimate_usd = review::estimate(&planned.spec, &self.table, rules.rounds)?;
        let mut notes = notes(&settings, &planned);
        let review = Review::of(&planned.spec, &self.table)?;
        notes.extend(review.map(|it| format!("safety review: {}", it.words())));
        let draws_on_outcomes = setup::plan::learning::is_wanted(&settings);
        let settings = flags::chosen(&settings);
        Ok(Prepared { spec: planned.spec, estimate_usd, calls: None, settings, notes, draws_on_outcomes })
    }

    fn continued(&self, debate: &Debate, request: &Continue) -> Result<Continuation, Error> {
        let mut settings = self.settings.clone();
        settings.overrule("rounds", request.rounds)?;
        overrule_limits(&mut settings, request.budget_usd, request.budget_tokens, request.deadline_seconds)?;
        let mut attached = attached(&request.attachments)?;
        attached.extend(fetched(debate, &request.context)?);
        check_answered(debate, request)?;
        let (said, focus) = (request.say.clone(), request.focus.clone());
        let words = Continuation { said, focus, attached, ..Continuation::of(debate) };
        if debate.closed.is_none() {
            // The supervisor knows whether and where it runs.
            return Ok(words);
        }
        let continuation = continuation::planned(&settings, &self.table, debate, words)?;
        self.check(&debate.participants, &continuation.rules, debate.watching.as_ref())?;
        Ok(continuation)
    }

    fn forked(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), Error> {
        let mut settings = self.settings.clone();
        settings.overrule("mode", request.mode.as_ref())?;
        settings.overrule("algorithm", request.algorithm.as_ref())?;
        settings.overrule("decide", request.decide.as_ref())?;
        settings.overrule("rounds", request.rounds)?;
        request.seats.values().try_for_each(|it| self.check_file(it))?;
        let words: Vec<String> = request.seats.iter().map(|(name, model)| format!("{name}={model}")).collect();
        let seats = fork::seats(&self.table, &words)?;
        let (said, focus) = (request.say.clone(), request.focus.clone());
        let at = fork::at(request.at_event, request.after_round);
        let asked = fork::ForkRequest { at, seats, said, focus, attached: Vec::new() };
        let (debate, begun) = fork::planned(&settings, &self.table, log, asked)?;
        self.check(&debate.participants, &debate.rules, debate.watching.as_ref())?;
        Ok((debate.id, begun))
    }

    /// Checks that every model of a debate is available: keys are set, files are allowed, weights are present or may be downloaded.
    fn check(&self, table: &[Participant], rules: &Rules, watching: Option<&Watching>) -> Result<(), PlanError> {
        let names = self.names(table, rules, watching)?;
        self.table.open(names.iter().map(String::as_str))?;
        self.check_weights(&names)
    }

    /// The models of a debate, except the caller's own.
    fn names(
        &self,
        table: &[Participant],
        rules: &Rules,
        watching: Option<&Watching>,
    ) -> Result<Vec<String>, PlanError> {
        let names: Vec<String> =
            rules::models(table, rules, watching).into_iter().filter(|it| !is_callers(it)).collect();
        names.iter().try_for_each(|it| self.check_file(it))?;
        Ok(names)
    }

    /// Rejects model files that the settings do not name, as a participant or as a helper model.
    fn check_file(&self, model: &str) -> Result<(), PlanError> {
        let Some(path) = file_of(model) else { return Ok(()) };
        let seated = self.settings.table.value.iter().map(|word| split(word).1);
        let named = seated.chain(helpers(&self.settings).map(String::as_str));
        let is_own = named.filter_map(file_of).any(|it: PathBuf| it == path);
        if is_own {
            return Ok(());
        }
        let why = format!(
            "`{model}` is a file, which a caller can't name; choose a model of `get_agents` or GET /api/v1/agents"
        );
        Err(PlanError::unusable(Field::Models, why))
    }

    fn check_weights(&self, names: &[String]) -> Result<(), PlanError> {
        let missing = self.table.missing(names.iter().map(String::as_str))?;
        match (missing.first(), self.fetching) {
            (None, _) | (Some(_), Fetching::Agreed) => Ok(()),
            (Some(weight), Fetching::Never) => Err(PlanError::unusable(Field::Models, absent(weight))),
        }
    }

    async fn brought(&self, debate: &Debate) -> Result<Resources, Error> {
        let names = self.names(&debate.participants, &debate.rules, debate.watching.as_ref())?;
        let compares = &debate.rules.analyst;
        let open = self.table.open(names.iter().map(String::as_str))?;
        match self.fetching {
            Fetching::Agreed => self.fetch(&names, compares).await?,
            Fetching::Never => self.check_weights(&names)?,
        }
        loaded(&self.table, open, &names, compares, |text| self.operator.note(text)).await
    }

    /// Downloads the missing weights of a debate; without those for comparing positions it can still run (P-31).
    async fn fetch(&self, names: &[String], compares: &debate::Analyst) -> Result<(), Error> {
        let wanted = MissingWeights::of(&self.table, names, compares)?;
        if wanted.all.is_empty() {
            return Ok(());
        }
        match self.operator.fetch(self.table.weights(), &wanted.all).await {
            Err(why) if !wanted.is_enough(&self.table) => Err(Error::Failed(why)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Lists the available models, which takes as long as the slowest provider.
    async fn looked(&self) -> Result<Vec<Agent>, Error> {
        let (answers, seated) =
            futures_util::future::join(self.table.ask_all(), seat(&self.settings, &self.table)).await;
        let seated: Vec<String> = seated?.participants.into_iter().map(|it| it.model).collect();
        let agent = |row: Row| {
            let model = format!("{}/{}", row.provider, row.model);
            let price = row.input.zip(row.output).map(|(input, output)| [input, output]);
            let is_default = seated.contains(&model);
            let (available, note) = match self.unfetched(&row) {
                Some(weight) => (false, absent(weight)),
                None => (row.available, row.place),
            };
            Agent { model, available, note, usd_per_million: price, is_default }
        };
        Ok(listing::all(&self.table, &answers).into_iter().map(agent).collect())
    }

    /// Weights that an embedded model lacks and that are not downloaded.
    fn unfetched(&self, row: &Row) -> Option<&'static Weight> {
        let is_lacking = row.provider == EMBEDDED && self.fetching == Fetching::Never;
        let name = format!("{EMBEDDED}/{}", row.model);
        let missing = self.table.missing(std::iter::once(name.as_str()).filter(|_| is_lacking));
        missing.ok().and_then(|it| it.first().copied())
    }

    fn remembered(&self) -> Option<Vec<Agent>> {
        let held = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().filter(|(since, _)| since.elapsed() < REMEMBERED).map(|(_, agents)| agents.clone())
    }
}

impl Planner for ServerPlanner {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        Box::pin(async { self.prepared(start).await.map_err(InvalidRequest::from) })
    }

    fn prepare_panel<'a>(&'a self, tenant: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>> {
        Box::pin(self.prepared_panel(tenant, request))
    }

    fn decks<'a>(&'a self, tenant: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>> {
        Box::pin(panels::listed(tenant))
    }

    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>> {
        Box::pin(panels::deck(tenant, name))
    }

    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest> {
        self.continued(debate, request).map_err(InvalidRequest::from)
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        self.forked(log, request).map_err(InvalidRequest::from)
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        Box::pin(async { self.brought(debate).await.map_err(|error| InvalidRequest::from(error).0) })
    }

    fn forecast(&self, debate: &Debate) -> Forecast {
        let sends_to = self.table.recipients(&debate.participants, &debate.rules, debate.watching.as_ref());
        Forecast { round_usd: self.table.round_cost(debate), sends_to }
    }

    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, InvalidRequest>> {
        Box::pin(async {
            if let Some(agents) = self.remembered() {
                return Ok(agents);
            }
            let agents = self.looked().await.map_err(InvalidRequest::from)?;
            *self.agents.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), agents.clone()));
            Ok(agents)
        })
    }
}

/// The settings, overridden by a request.
fn overruled(settings: &Settings, start: &Start) -> Result<Settings, PlanError> {
    let mut settings = settings.clone();
    flags::apply(&mut settings, start)?;
    settings.overrule("mode", start.mode.as_ref())?;
    settings.overrule("rounds", start.rounds)?;
    settings.overrule("algorithm", start.algorithm.as_ref())?;
    settings.overrule("decide", start.decide.as_ref())?;
    settings.overrule("closing_ballot", start.closing_ballot.as_ref())?;
    settings.overrule("high_stakes", start.high_stakes)?;
    overrule_limits(&mut settings, start.budget_usd, start.budget_tokens, start.deadline_seconds)?;
    settings.overrule("table", (!start.participants.is_empty()).then(|| start.participants.join(",")))?;
    Ok(settings)
}

/// Overrides the limits of a debate.
fn overrule_limits(
    settings: &mut Settings,
    usd: Option<f64>,
    tokens: Option<u64>,
    seconds: Option<u64>,
) -> Result<(), PlanError> {
    settings.overrule("budget", usd)?;
    settings.overrule("budget_tokens", tokens)?;
    let is_set = settings.overrule("deadline", seconds.map(|it| format!("{it}s")));
    // A request gives a number, so the error must not mention the syntax of durations.
    let allowed = "a whole number of seconds above 0".to_owned();
    let kind = Kind::NotAllowed(NotAllowed { found: None, allowed, nearest: None, or_none: false });
    is_set.map_err(|error| PlanError { kind, ..error })
}

fn attached(texts: &[Attach]) -> Result<Vec<Attachment>, PlanError> {
    attachments::given(texts.iter().map(|it| (it.title.as_str(), it.text.as_str())))
}

/// Answers to requests for context, each as an attachment. A request without a text counts as unavailable, and participants are told so
/// (I-25).
fn fetched(debate: &Debate, answers: &[Fetched]) -> Result<Vec<Attachment>, PlanError> {
    let answers: Vec<Answer> =
        answers.iter().map(|it| Answer { id: it.request.clone(), text: it.text.clone() }).collect();
    let texts = continuation::attached(debate, &answers)?;
    attachments::given(texts.iter().map(|it| (it.title.as_str(), it.text.as_str())))
}

/// Rejects a continuation that leaves the debate's question unanswered.
fn check_answered(debate: &Debate, request: &Continue) -> Result<(), PlanError> {
    let Some(closed) = debate.closed.as_ref().filter(|it| it.question.is_some()) else { return Ok(()) };
    let id = &debate.id;
    match closed.why {
        // Participants would be told that requests without an answer are unavailable.
        Reason::NeedsContext => {
            let is_named = |id: &str| request.context.iter().any(|it| it.request.trim().eq_ignore_ascii_case(id));
            let left: Vec<String> = debate.awaited().into_iter().map(|it| it.id).filter(|it| !is_named(it)).collect();
            if left.is_empty() {
                return Ok(());
            }
            let why = format!(
                "debate `{id}` waits for {}; answer each request in `context`, without `text` if it is unavailable",
                left.join(", ")
            );
            Err(PlanError::unusable(Field::Answers, why))
        }
        Reason::Consensus
        | Reason::Plateau
        | Reason::RoundCap
        | Reason::Budget
        | Reason::Deadline
        | Reason::Insufficient
        | Reason::Stable
        | Reason::Unassailable
        | Reason::DiminishingReturns
        | Reason::Escalated
        | Reason::Stopped
        | Reason::Discussed => match request.say {
            Some(_) => Ok(()),
            None => {
                let why = format!("debate `{id}` waits for an answer to its question; give it in `say`");
                Err(PlanError::unusable(Field::Say, why))
            }
        },
    }
}

/// Notes for the caller.
fn notes(settings: &Settings, planned: &Planned) -> Vec<String> {
    let Planned { spec, is_embedded } = planned;
    let mut notes = Vec::new();
    if spec.is_rehearsal() {
        notes.push("the participants are simulated: this is a rehearsal, and what they say means nothing".to_owned());
    }
    if *is_embedded {
        notes.push(
            "nobody was named and nobody else could be found, so a small model of this process debates; a hosted model, or a larger \
             one on this machine, argues far better: set a key such as `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, or start Ollama, and \
             restart the server"
                .to_owned(),
        );
    }
    if spec.participants.iter().any(|it| is_callers(&it.model)) {
        notes.push(
            "`client` answers only while its caller waits for the debate, and what it costs is not counted here"
                .to_owned(),
        );
    }
    // A rehearsal has no meaningful result.
    if spec.participants.iter().any(|it| it.family != sim::PROVIDER) {
        notes.extend(analyst::advice(settings, &spec.rules.analyst));
    }
    notes
}

fn absent(weight: &Weight) -> String {
    let (name, bytes) = (weight.name, size(weight.bytes()));
    format!(
        "the weights of `{EMBEDDED}/{name}` ({bytes}) are not here: fetch them with `roundtable models pull {name}`, or start the server with `--yes`"
    )
}

#[cfg(test)]
mod tests;
