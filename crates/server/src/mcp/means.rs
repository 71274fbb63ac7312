//! What a client can be asked for in the middle of a call, and how: the protocol's generations differ.
use crate::mailbox::Sampling;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// How a client is asked for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It can't be.
    Never,
    /// By a request of ours while its own is open: up to 2025-11-25.
    Requested,
    /// By an answer that says what is needed; it calls again with that: since 2026-07-28.
    Returned,
}

/// What a client offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Means {
    /// Its model.
    pub(super) samples: Way,
    /// The person before it.
    pub(super) elicits: Way,
    /// Whether it follows tasks.
    pub(super) follows_tasks: bool,
}

impl Means {
    /// What whoever made this request offers.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Means {
        let is_returned = context.protocol_version().is_some_and(|it| !it.has_initialize());
        let way = if is_returned { Way::Returned } else { Way::Requested };
        let Some(offered) = context.client_capabilities() else {
            return Means { samples: Way::Never, elicits: Way::Never, follows_tasks: false };
        };
        // A client that names no way of eliciting means forms.
        let has_forms = offered.elicitation.as_ref().is_some_and(|it| it.form.is_some() || it.url.is_none());
        Means {
            samples: if offered.sampling.is_some() { way } else { Way::Never },
            elicits: if has_forms { way } else { Way::Never },
            follows_tasks: is_returned && offered.supports_tasks(),
        }
    }

    /// Whether its model can sit at a table.
    pub(super) fn sampling(self) -> Sampling {
        match self.samples {
            Way::Never => Sampling::Absent,
            Way::Requested | Way::Returned => Sampling::Offered,
        }
    }
}
