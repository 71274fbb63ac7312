//! Completion of ids of debates, participants, modes, algorithms, formats, rooms, decks and personas.
use crate::service::{Caller, DebateService};
use debate::Algorithm;
use exports::Format;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo};

/// Number of debates searched for an id, newest first.
const LOOKED_AT: u32 = 500;

/// Completions for an argument of a prompt or of a resource template; none for unknown arguments.
pub(super) async fn completed(
    service: &DebateService,
    caller: &Caller,
    request: &CompleteRequestParams,
) -> CompleteResult {
    let typed = request.argument.value.as_str();
    let given = |name: &str| request.context.as_ref().and_then(|it| it.get_argument(name)).map(String::as_str);
    let all: Vec<String> = match request.argument.name.as_str() {
        "id" | "other_id" => ids(service, caller).await,
        "mode" => formats::modes::names().into_iter().map(str::to_owned).collect(),
        "algorithm" => Algorithm::ALL.map(|it| it.as_str().to_owned()).to_vec(),
        "format" => Format::ALL.map(|it| it.as_str().to_owned()).to_vec(),
        "participant" => seated(service, caller, given("id")).await,
        "round" => rounds(service, caller, given("id")).await,
        "room" => rooms(service, caller, given("id")).await,
        "deck" => service.decks(caller).await.unwrap_or_default().into_iter().map(|it| it.name).collect(),
        "persona" | "personas" => personas(service, caller, given("deck")).await,
        _ => Vec::new(),
    };
    let mut fitting: Vec<String> =
        all.into_iter().filter(|it| it.to_lowercase().starts_with(&typed.to_lowercase())).collect();
    let total = u32::try_from(fitting.len()).unwrap_or(u32::MAX);
    let has_more = fitting.len() > CompletionInfo::MAX_VALUES;
    fitting.truncate(CompletionInfo::MAX_VALUES);
    let info = CompletionInfo::with_pagination(fitting, Some(total), has_more).unwrap_or_default();
    CompleteResult::new(info)
}

/// Ids of debates, newest first.
async fn ids(service: &DebateService, caller: &Caller) -> Vec<String> {
    let entries = service.list(caller, LOOKED_AT, None).await.unwrap_or_default();
    entries.into_iter().map(|it| it.debate.to_string()).collect()
}

/// Participants of a debate; of the newest if none is named.
async fn seated(service: &DebateService, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let snapshot = service.read(caller, id.unwrap_or(crate::service::LATEST)).await;
    snapshot.map(|it| it.debate.participants.iter().map(|it| it.name.to_string()).collect()).unwrap_or_default()
}

/// Round numbers of a debate, last first.
async fn rounds(service: &DebateService, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let snapshot = service.read(caller, id.unwrap_or(crate::service::LATEST)).await;
    snapshot.map(|it| it.debate.rounds.iter().rev().map(|it| it.number.to_string()).collect()).unwrap_or_default()
}

/// Rooms of a panel.
async fn rooms(service: &DebateService, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let snapshot = service.read(caller, id.unwrap_or(crate::service::LATEST)).await;
    snapshot.map(|it| it.debate.panel.rooms.iter().map(|it| it.id.to_string()).collect()).unwrap_or_default()
}

/// Personas of a deck; of all decks if none is named.
async fn personas(service: &DebateService, caller: &Caller, deck: Option<&str>) -> Vec<String> {
    let decks = service.decks(caller).await.unwrap_or_default().into_iter();
    let mut names: Vec<String> =
        decks.filter(|it| deck.is_none_or(|deck| it.name == deck)).flat_map(|it| it.personas).collect();
    names.sort();
    names.dedup();
    names
}
