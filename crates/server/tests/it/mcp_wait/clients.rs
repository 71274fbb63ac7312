//! Clients of both generations of the protocol, with a simulated model and a scripted person.
#![expect(deprecated, reason = "clients that sample are what is tested")]
use ::models::{Model, Request, Schema, ToolUse};
use lab::Sim;
use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ElicitationAction, Implementation, ProgressNotificationParam, ProtocolVersion, SamplingMessage,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RunningService};
use rmcp::{ClientHandler, ErrorData, RoleClient, ServerHandler, ServiceExt};
use serde_json::Value;
use std::sync::{Arc, Mutex};

pub(super) type Running = RunningService<RoleClient, Speaker>;

/// A generation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    /// 2025-11-25: a session, and requests from the server.
    Sessions,
    /// 2026-07-28: independent requests.
    Requests,
}

pub(super) const BOTH: [Generation; 2] = [Generation::Sessions, Generation::Requests];

/// Behaviour of a client's model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mouth {
    /// No model.
    #[default]
    None,
    /// Answers like a simulated participant.
    Speaks,
    /// The user refuses to let it answer.
    Refuses,
    /// Never finishes.
    Hangs,
}

/// Behaviour of a client's user.
#[derive(Clone, Debug, Default)]
pub(super) enum Hand {
    /// No user.
    #[default]
    None,
    /// Answers this.
    Says(&'static str),
    /// Declines.
    Declines,
    /// Answers this when the test allows, even if it is too late.
    SaysLate(&'static str, Arc<tokio::sync::Notify>),
}

/// A client. Clones share their record.
#[derive(Clone, Debug, Default)]
pub(super) struct Speaker {
    pub(super) mouth: Mouth,
    pub(super) hand: Hand,
    pub(super) has_tasks: bool,
    pub(super) seen: Arc<Mutex<Seen>>,
}

/// The record of a client.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Progress, total and message.
    pub(super) progress: Vec<(f64, Option<f64>, String)>,
    /// Questions to its model.
    pub(super) asked: Vec<String>,
    /// Forms for its user.
    pub(super) forms: Vec<String>,
    /// Whether a form was withdrawn before the answer.
    pub(super) taken_back: bool,
}

impl Speaker {
    pub(super) fn with_mouth(mouth: Mouth) -> Speaker {
        Speaker { mouth, ..Speaker::default() }
    }

    pub(super) fn with_hand(hand: Hand) -> Speaker {
        Speaker { hand, ..Speaker::default() }
    }

    pub(super) fn asked(&self) -> usize {
        self.seen.lock().unwrap().asked.len()
    }

    pub(super) fn forms(&self) -> usize {
        self.seen.lock().unwrap().forms.len()
    }
}

/// The answer of a simulated participant to this question.
pub(super) async fn answer(params: &CreateMessageRequestParams) -> CreateMessageResult {
    let words = serde_json::to_value(&params.messages).unwrap();
    let asked = words.pointer("/0/content/text").and_then(Value::as_str).unwrap().to_owned();
    let (user, schema) = asked.split_once("\n\nAnswer with one JSON object").unwrap();
    let schema = schema.split_once(":\n").and_then(|(_, it)| serde_json::from_str(it).ok()).unwrap();
    let request = Request {
        call: "it".to_owned(),
        system: params.system_prompt.clone().unwrap().into(),
        user: user.to_owned(),
        stable: Vec::new(),
        schema: Some(Arc::new(Schema::new("turn", schema))),
        max_tokens: params.max_tokens,
        temperature: params.temperature,
        seed: None,
        tools: ToolUse::default(),
        data: None,
    };
    let reply = Sim::new(3).ask(&request, None).await.unwrap();
    let text = voted(&reply.text, &request.schema.as_ref().unwrap().body);
    CreateMessageResult::new(SamplingMessage::assistant_text(text), "sim".to_owned()).with_stop_reason("endTurn")
}

/// Replaces the ballot with the first allowed word, since a client's model sees only the question.
fn voted(answer: &str, schema: &Value) -> String {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    if let Some(choice) = schema.pointer("/properties/ballot/properties/choice/enum/0") {
        answer["ballot"] = serde_json::json!({"choice": choice, "headline": "Serve the tea hot"});
        answer["confidence"] = serde_json::json!(0.8);
    }
    answer.to_string()
}

impl ClientHandler for Speaker {
    fn get_info(&self) -> ClientConfig {
        let mut offered = ClientCapabilities::default();
        if self.mouth != Mouth::None {
            offered.sampling = Some(Default::default());
        }
        if !matches!(self.hand, Hand::None) {
            offered.elicitation = Some(Default::default());
        }
        if self.has_tasks {
            offered.extensions = ClientCapabilities::builder().enable_tasks().build().extensions;
        }
        ClientConfig::new(offered, Implementation::new("test", "1"))
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.seen.lock().unwrap().asked.push(format!("{:?}", params.messages));
        match self.mouth {
            Mouth::Speaks => Ok(answer(&params).await),
            Mouth::Hangs => std::future::pending().await,
            Mouth::None | Mouth::Refuses => Err(ErrorData::invalid_request("the user rejected it", None)),
        }
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.seen.lock().unwrap().forms.push(serde_json::to_string(&params).unwrap());
        let says = |words: &str| {
            ElicitResult::new(ElicitationAction::Accept).with_content(serde_json::json!({"decision": words}))
        };
        Ok(match &self.hand {
            Hand::Says(words) => says(words),
            Hand::SaysLate(words, now) => {
                now.notified().await;
                self.seen.lock().unwrap().taken_back = context.ct.is_cancelled();
                says(words)
            }
            Hand::Declines | Hand::None => ElicitResult::new(ElicitationAction::Decline),
        })
    }

    async fn on_progress(&self, it: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let mut seen = self.seen.lock().unwrap();
        seen.progress.push((it.progress, it.total, it.message.unwrap_or_default()));
    }
}

/// The lifecycle of this generation.
pub(super) fn lifecycle(generation: Generation) -> ClientLifecycleMode {
    match generation {
        Generation::Sessions => ClientLifecycleMode::Initialize,
        Generation::Requests => {
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
        }
    }
}

/// A client connected to an in-process server.
pub(super) async fn connected(server: impl ServerHandler, generation: Generation, speaker: &Speaker) -> Running {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
    speaker.clone().serve_with_lifecycle(near, lifecycle(generation)).await.unwrap()
}
