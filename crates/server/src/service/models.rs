//! The models of a debate: those from settings, and the callers' own.
use crate::planner::Planner;
use crate::sampling_queue::SamplingQueue;
use debate::Debate;
use engine::{ResourceProvider, Resources};
use futures_util::future::BoxFuture;
use setup::providers::is_callers;
use std::sync::Arc;

/// Provides the models from settings, and the callers' own through the queue.
pub(super) struct WithClient {
    pub(super) planner: Arc<dyn Planner>,
    pub(super) queue: SamplingQueue,
}

impl ResourceProvider for WithClient {
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        Box::pin(async move {
            let mut resources = self.planner.provide(debate).await?;
            for it in &debate.participants {
                if is_callers(&it.model) {
                    resources.models.insert(it.model.clone(), self.queue.model(&debate.id));
                }
            }
            Ok(resources)
        })
    }
}
