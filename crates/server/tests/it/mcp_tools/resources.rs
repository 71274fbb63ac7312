//! I-23: debates and their parts as resources.
use super::fixture::{BOTH, Speaks, begun, client, service, start};
use rmcp::ServiceError;
use rmcp::model::{ErrorCode, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResult};
use rmcp::service::{RoleClient, RunningService};
use serde_json::Value;

async fn read(client: &RunningService<RoleClient, ()>, uri: String) -> Result<ReadResourceResult, ServiceError> {
    client.read_resource(ReadResourceRequestParams::new(uri)).await
}

/// Media type and text of the first content.
fn first(result: &ReadResourceResult) -> (String, String) {
    let value = serde_json::to_value(&result.contents[0]).unwrap();
    (value["mimeType"].as_str().unwrap().to_owned(), value["text"].as_str().unwrap().to_owned())
}

/// I-23: every part is readable, has its media type, and matches a template.
#[tokio::test]
async fn every_part_is_a_resource() {
    let service = service().await;
    for speaks in BOTH {
        let client = client(&service, "", speaks, ()).await;
        let id = begun(&service, &client, &start(&["猫=voice/yes", "b=voice/no"], 2)).await;
        let templates = client.list_all_resource_templates().await.unwrap();
        assert_eq!(templates.len(), 10);
        for (path, media_type, has) in [
            ("", "application/json", "\"state\":\"over\""),
            ("/verdict", "application/json", "\"decision\""),
            ("/rounds/1", "application/json", "\"agreements\""),
            ("/rounds/1/%E7%8C%AB", "application/json", "\"participant\":\"猫\""),
            ("/graph", "application/json", "\"edges\""),
            ("/transcript", "text/markdown; charset=utf-8", ""),
            ("/log", "application/x-ndjson", "debate_opened"),
            ("/export/csv", "text/csv; charset=utf-8", ""),
            ("/export/html", "text/html; charset=utf-8", ""),
        ] {
            let result = read(&client, format!("roundtable://debates/{id}{path}")).await.unwrap();
            let (found, text) = first(&result);
            assert_eq!(found, media_type, "{path}");
            assert!(text.contains(has), "{path}: {text}");
            if media_type == "application/json" {
                assert!(serde_json::from_str::<Value>(&text).is_ok(), "{path}");
            }
        }
        let listed = client.list_all_resources().await.unwrap();
        assert_eq!(listed[0].uri, format!("roundtable://debates/{id}"), "the newest first");
    }
}

/// I-23: an unknown resource gets the error code of the client's revision; debates of other tenants are unknown.
#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let service = service().await;
    let owner = client(&service, "", Speaks::Older, ()).await;
    let id = begun(&service, &owner, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    for (speaks, code) in [(Speaks::Older, ErrorCode::RESOURCE_NOT_FOUND), (Speaks::Newer, ErrorCode::INVALID_PARAMS)] {
        for (tenant, path) in [("", "nope"), ("", "nope/verdict"), ("other", id.as_str())] {
            let client = client(&service, tenant, speaks, ()).await;
            match read(&client, format!("roundtable://debates/{path}")).await {
                Err(ServiceError::McpError(error)) => assert_eq!(error.code, code, "{speaks:?} {path}"),
                other => panic!("{other:?}"),
            }
        }
        let client = client(&service, "", speaks, ()).await;
        for path in [
            format!("{id}/rounds/9"),
            format!("{id}/rounds/1/zed"),
            format!("{id}/export/pdf"),
            format!("{id}/nonsense"),
        ] {
            match read(&client, format!("roundtable://debates/{path}")).await {
                Err(ServiceError::McpError(error)) => assert_eq!(error.code, code, "{speaks:?} {path}"),
                other => panic!("{other:?}"),
            }
        }
        assert!(read(&client, "file:///etc/passwd".to_owned()).await.is_err());
    }
}

/// I-23: the list is paged by cursors; a forged cursor is rejected.
#[tokio::test]
async fn resources_are_paged() {
    let service = service().await;
    let client = client(&service, "", Speaks::Newer, ()).await;
    for _ in 0..27 {
        begun(&service, &client, &start(&["a=voice/yes", "b=voice/no"], 1)).await;
    }
    let page = client.list_resources(None).await.unwrap();
    assert_eq!((page.resources.len(), page.next_cursor.is_some()), (25, true));
    assert_eq!(client.list_all_resources().await.unwrap().len(), 27);
    let forged = PaginatedRequestParams::default().with_cursor(Some("forged".to_owned()));
    assert!(client.list_resources(Some(forged)).await.is_err());
}
