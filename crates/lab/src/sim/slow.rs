//! A simulated participant with a delay: without it, a comparison of latencies measures only this machine's own work.
use engine::sim::is_simulated;
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

struct Slow {
    inner: Arc<dyn Model>,
    answer: Duration,
}

/// Delays the answers of simulated models; others are left alone.
pub fn slow_down(models: &mut BTreeMap<String, Arc<dyn Model>>, answer: Duration) {
    for (_, model) in models.iter_mut().filter(|(name, _)| is_simulated(name)) {
        *model = Arc::new(Slow { inner: model.clone(), answer });
    }
}

impl Model for Slow {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            tokio::time::sleep(self.answer).await;
            self.inner.ask(request, watcher).await
        })
    }

    fn reads_data(&self) -> bool {
        self.inner.reads_data()
    }
}
