//! What a client can be asked for during a call, and how; this depends on the protocol revision.
use crate::sampling_queue::Sampling;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// How a client receives a request from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestMethod {
    /// The client does not support it.
    Never,
    /// As a server request during the call: up to 2025-11-25.
    Requested,
    /// As an `input_required` result; the client repeats the call with the input: since 2026-07-28.
    Returned,
}

/// Capabilities of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClientCapabilities {
    /// Sampling of its model.
    pub(super) samples: RequestMethod,
    /// Forms for its user.
    pub(super) elicits: RequestMethod,
    /// Whether it follows tasks.
    pub(super) follows_tasks: bool,
}

impl ClientCapabilities {
    /// The capabilities of the client that sent this request.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> ClientCapabilities {
        let is_returned = context.protocol_version().is_some_and(|it| !it.has_initialize());
        let way = if is_returned { RequestMethod::Returned } else { RequestMethod::Requested };
        let Some(offered) = context.client_capabilities() else {
            return ClientCapabilities {
                samples: RequestMethod::Never,
                elicits: RequestMethod::Never,
                follows_tasks: false,
            };
        };
        // A client that names no kind of elicitation supports forms.
        let has_forms = offered.elicitation.as_ref().is_some_and(|it| it.form.is_some() || it.url.is_none());
        ClientCapabilities {
            samples: if offered.sampling.is_some() { way } else { RequestMethod::Never },
            elicits: if has_forms { way } else { RequestMethod::Never },
            follows_tasks: is_returned && offered.supports_tasks(),
        }
    }

    /// Whether its model can be a participant.
    pub(super) fn sampling(self) -> Sampling {
        match self.samples {
            RequestMethod::Never => Sampling::Absent,
            RequestMethod::Requested | RequestMethod::Returned => Sampling::Offered,
        }
    }
}
