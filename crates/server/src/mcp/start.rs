//! The tool that starts debates. Its description of the modes is generated from their list.
use super::answer::{MOST, Rest, Room, fitted};
use super::means::Means;
use super::schema::{input, output};
use super::server::{Roundtable, troubled};
use crate::ask::check::KEY;
use crate::ask::{BallotFrom, START, Start, asked};
use crate::desk::{Begun, Caller, Case};
use crate::say::words::Told;
use crate::say::{Announced, Ballot, Consensus, Next, Session};
use crate::trouble::Trouble;
use debate::DebateId;
use engine::Owner;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Write;
use store::Asked;

/// A debate to be held, and the caller's name for the request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Starting {
    #[serde(flatten)]
    start: Start,
    /// Your own name for this request. Asked again with the same key and the same wish, the same debate comes back and nothing is begun or
    /// paid twice: use one whenever you may have to try again.
    #[schemars(regex(pattern = KEY))]
    #[serde(default)]
    request_key: Option<String>,
}

/// A debate that was begun, or had been.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Started {
    /// Its id: what every other tool takes.
    pub(super) id: String,
    /// What is put to the vote; absent of a panel and of a fork.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ballot: Option<Ballot>,
    /// What it takes.
    #[serde(flatten)]
    pub(super) announced: Announced,
    /// What to call next.
    pub(super) next: Next,
    /// What came out, as `get_consensus` has it, where a task is told of its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub(super) consensus: Option<Consensus>,
}

impl Started {
    /// A debate that has just started.
    pub(super) fn of(begun: Begun) -> Started {
        let (id, ballot, announced) = Announced::of(begun);
        let next = Next::new(
            "wait",
            json!({"id": id}),
            "waits at most 25 s and says how far it got; call it again until it is over",
        );
        Started { id, ballot, announced, next, consensus: None }
    }

    /// The result of a task whose debate has ended.
    pub(super) fn ended(case: &Case) -> Result<CallToolResult, ErrorData> {
        let (consensus, session) = (Consensus::of(case), Session::of(case));
        let next = Next::after(&session);
        let (told, id) = (consensus.told(), session.id);
        let rests = [Rest::new("consensus", "get_consensus", json!({"id": id, "max_bytes": MOST}))];
        let ended = Started { id, ballot: None, announced: Announced::default(), next, consensus: Some(consensus) };
        fitted(&told, &ended, Room::of(None), &rests)
    }

    /// As a tool result whose text begins with `word`.
    pub(super) fn answer(&self, word: &str) -> Result<CallToolResult, ErrorData> {
        let cost = self.announced.estimate_usd.map(|it| format!(" It {}.", cost(it))).unwrap_or_default();
        let ballot = self.ballot.as_ref().zip(self.announced.ballot_from).map(|(ballot, from)| {
            let from =
                if from == BallotFrom::Topic.as_str() { "ballot, read from the topic" } else { "ballot, as given" };
            (from, ballot.told())
        });
        let told = Told::of(format!("Debate {} {word}.{cost}", self.id))
            .each(&ballot, |told, (from, ballot)| told.row(from, ballot))
            .each(&self.announced.sends_to, |told, it| told.line(format!("Sent to {it}")))
            .each(&self.announced.notes, |told, it| told.line(format!("Note: {it}")))
            .line(format!("Next: {}", self.next.told()));
        let rests = [Rest::new("ballot", "get_status", json!({"id": self.id}))];
        fitted(&told.text(), self, Room::of(None), &rests)
    }
}

/// The estimated cost, as text.
pub(super) fn cost(usd: f64) -> String {
    match usd {
        0.0 => "costs nothing".to_owned(),
        usd => format!("may cost up to ${usd:.4}"),
    }
}

/// The description by which a model chooses: purpose, modes, cost, next call.
fn description() -> String {
    let mut text = String::from(
        "Starts a debate of several language models about a question and returns its id at once. Use it where being wrong is dear: a \
         decision, a review, a plan to be attacked. Not for what one answer settles. It takes half a minute to several minutes, and costs \
         about participants × rounds calls of their models: the answer says what it may cost; `budget_usd` caps it; `sim` participants cost \
         nothing and say nothing real. Every debate has a ballot, and participants vote on it: `ballot` is `yes_no`, `choice` (give the names \
         in `options`), `estimate` (give the `unit`) or `open` (they propose the options). Give it whenever you know what you want decided; \
         without it the topic is read, which the answer tells. Next call `wait` until it is over, then `get_consensus`. Modes:",
    );
    for mode in formats::modes::ALL {
        let is_default = mode.name() == formats::modes::DEFAULT.name();
        let default = if is_default { " (the default)" } else { "" };
        let _ = write!(text, "\n- {}{default}: {}", mode.name(), mode.summary());
    }
    text
}

impl Roundtable {
    /// Starts a debate, unless the same request did before.
    pub(super) async fn begin(
        &self,
        context: &RequestContext<RoleServer>,
        key: Result<Option<Asked>, Trouble>,
        start: impl AsyncFnOnce(&Caller, Option<Asked>) -> Result<Begun, Trouble>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (caller, means) = (self.caller(context)?, Means::of(context));
        let begun = async {
            let key = key?;
            let before = self.begun_before(&caller, key.as_ref()).await?;
            Ok::<_, Trouble>((start(&caller, key).await?, before))
        };
        match begun.await {
            Ok((begun, before)) => self.followed_or_started(&caller, begun, before.as_ref(), means).await,
            Err(trouble) => Ok(troubled(&trouble).into()),
        }
    }

    /// The debate that the same request started before.
    pub(super) async fn begun_before(&self, caller: &Caller, key: Option<&Asked>) -> Result<Option<DebateId>, Trouble> {
        let owner = Owner { tenant: caller.tenant.clone(), request: key.cloned() };
        Ok(self.desk.supervisor().known(&owner).await?)
    }

    /// The started debate as a task if the client follows tasks, otherwise as text.
    pub(super) async fn followed_or_started(
        &self,
        caller: &Caller,
        begun: Begun,
        before: Option<&DebateId>,
        means: Means,
    ) -> Result<CallToolResponse, ErrorData> {
        if !means.follows_tasks {
            return self.started(caller, begun, before).await.map(Into::into);
        }
        Ok(match self.begun_task(caller, &begun).await {
            Ok(task) => task.into(),
            Err(trouble) => troubled(&trouble).into(),
        })
    }

    /// The result for a debate that was started now, or `before`; an earlier one may be over.
    pub(super) async fn started(
        &self,
        caller: &Caller,
        begun: Begun,
        before: Option<&DebateId>,
    ) -> Result<CallToolResult, ErrorData> {
        if before != Some(&begun.id) {
            return Started::of(begun).answer("runs");
        }
        let session = match self.desk.read(caller, begun.id.as_str()).await {
            Ok(case) => Session::of(&case),
            Err(trouble) => return Ok(troubled(&trouble)),
        };
        let word = format!("had been begun and is {}", session.state.0.told());
        Started { next: Next::after(&session), ..Started::of(begun) }.answer(&word)
    }
}

#[tool_router(router = starting, vis = "pub(super)")]
impl Roundtable {
    #[tool(
        name = "start_roundtable",
        title = "Start a debate",
        description = description(),
        input_schema = input::<Starting>(),
        output_schema = output::<Started>(),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = true)
    )]
    async fn start_roundtable(
        &self,
        Parameters(wish): Parameters<Starting>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Starting { start, request_key } = wish;
        let key = asked(request_key, START, &start);
        self.begin(&context, key, async |caller, key| self.desk.start(caller, &start, key).await).await
    }
}
