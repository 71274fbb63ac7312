//! I-23: subscribed clients are notified of changes, in both generations of the protocol.
use super::fixture::{Speaks, begun, call, client, service, start, value};
use rmcp::ClientHandler;
use rmcp::model::{
    ResourceUpdatedNotificationParam, ServerNotification, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RoleClient};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A client that records notifications.
struct Hears(UnboundedSender<String>);

impl ClientHandler for Hears {
    async fn on_resource_updated(&self, params: ResourceUpdatedNotificationParam, _: NotificationContext<RoleClient>) {
        let _ = self.0.send(params.uri);
    }
}

fn hears() -> (Hears, UnboundedReceiver<String>) {
    let (tell, heard) = unbounded_channel();
    (Hears(tell), heard)
}

/// I-23: older revisions subscribe, with a limit and an end.
#[tokio::test]
async fn a_subscriber_is_told() {
    let service = service().await;
    let (handler, mut heard) = hears();
    let client = client(&service, "", Speaks::Older, handler).await;
    let begun = start(&["a=voice/yes", "b=voice/no"], 1);
    let id = value(&call(&client, "start_roundtable", serde_json::to_value(&begun).unwrap()).await)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut watcher = service.watch(&Default::default(), &id, 0).await.unwrap();
    while watcher.next().await.unwrap().is_some() {}
    let uri = format!("roundtable://debates/{id}");
    #[expect(deprecated, reason = "the older revisions subscribe so")]
    {
        client.subscribe(SubscribeRequestParams::new(&uri)).await.unwrap();
        client.subscribe(SubscribeRequestParams::new(&uri)).await.unwrap();
        assert!(client.subscribe(SubscribeRequestParams::new("roundtable://debates/nope")).await.is_err());
    }
    value(&call(&client, "continue_roundtable", json!({"id": id, "say": "And the cost?"})).await);
    assert_eq!(heard.recv().await.as_deref(), Some(uri.as_str()));
    for part in 0..63 {
        #[expect(deprecated, reason = "the older revisions subscribe so")]
        client.subscribe(SubscribeRequestParams::new(format!("{uri}/rounds/{part}"))).await.unwrap();
    }
    #[expect(deprecated, reason = "the older revisions subscribe so")]
    {
        assert!(client.subscribe(SubscribeRequestParams::new(format!("{uri}/log"))).await.is_err(), "not without end");
        client.unsubscribe(UnsubscribeRequestParams::new(&uri)).await.unwrap();
        client.subscribe(SubscribeRequestParams::new(format!("{uri}/log"))).await.unwrap();
    }
}

/// I-23: the newer revision listens; unknown debates and those of other tenants are never reported.
#[tokio::test]
async fn a_listener_is_told() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    let id = begun(&service, &client, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    let uri = format!("roundtable://debates/{id}");
    let mut filter = SubscriptionFilter::new();
    let wanted = [uri.as_str(), "roundtable://debates/nope", "file:///x"].map(str::to_owned).to_vec();
    filter.resource_subscriptions = Some(wanted);
    let mut listening = client.listen(filter).await.unwrap();
    let accepted = listening.acknowledged().resource_subscriptions.clone().unwrap_or_default();
    assert_eq!(accepted, [uri.as_str(), "roundtable://debates/nope"], "only what could be ours");
    value(&call(&client, "continue_roundtable", json!({"id": id, "say": "And the cost?"})).await);
    match listening.next().await.unwrap() {
        Some(ServerNotification::ResourceUpdatedNotification(told)) => assert_eq!(told.params.uri, uri),
        other => panic!("{other:?}"),
    }
}
