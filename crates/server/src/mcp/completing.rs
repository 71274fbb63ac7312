//! What could be typed next: ids of debates, names of participants, modes, algorithms, formats, rooms, decks and personas.
use crate::desk::{Caller, Desk};
use debate::Algorithm;
use exports::Format;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo};

/// The newest debates that are looked at for an id.
const LOOKED_AT: u32 = 500;

/// What an argument of a prompt or of a resource's address could be. What is not known is completed by nothing.
pub(super) async fn completed(desk: &Desk, caller: &Caller, request: &CompleteRequestParams) -> CompleteResult {
    let typed = request.argument.value.as_str();
    let given = |name: &str| request.context.as_ref().and_then(|it| it.get_argument(name)).map(String::as_str);
    let all: Vec<String> = match request.argument.name.as_str() {
        "id" | "other_id" => ids(desk, caller).await,
        "mode" => formats::modes::names().into_iter().map(str::to_owned).collect(),
        "algorithm" => Algorithm::ALL.map(|it| it.as_str().to_owned()).to_vec(),
        "format" => Format::ALL.map(|it| it.as_str().to_owned()).to_vec(),
        "participant" => seated(desk, caller, given("id")).await,
        "round" => rounds(desk, caller, given("id")).await,
        "room" => rooms(desk, caller, given("id")).await,
        "deck" => desk.decks(caller).await.unwrap_or_default().into_iter().map(|it| it.name).collect(),
        "persona" | "personas" => personas(desk, caller, given("deck")).await,
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

/// Ids of debates, the newest first.
async fn ids(desk: &Desk, caller: &Caller) -> Vec<String> {
    let entries = desk.list(caller, LOOKED_AT, None).await.unwrap_or_default();
    entries.into_iter().map(|it| it.debate.to_string()).collect()
}

/// Names of those who sit in a debate; in the newest where none is named.
async fn seated(desk: &Desk, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let case = desk.read(caller, id.unwrap_or(crate::desk::LATEST)).await;
    case.map(|it| it.debate.participants.iter().map(|it| it.name.to_string()).collect()).unwrap_or_default()
}

/// Numbers of a debate's rounds, the last first.
async fn rounds(desk: &Desk, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let case = desk.read(caller, id.unwrap_or(crate::desk::LATEST)).await;
    case.map(|it| it.debate.rounds.iter().rev().map(|it| it.number.to_string()).collect()).unwrap_or_default()
}

/// Rooms of a panel.
async fn rooms(desk: &Desk, caller: &Caller, id: Option<&str>) -> Vec<String> {
    let case = desk.read(caller, id.unwrap_or(crate::desk::LATEST)).await;
    case.map(|it| it.debate.panel.rooms.iter().map(|it| it.id.to_string()).collect()).unwrap_or_default()
}

/// Names of personas: of a deck, or of all where none is named.
async fn personas(desk: &Desk, caller: &Caller, deck: Option<&str>) -> Vec<String> {
    let decks = desk.decks(caller).await.unwrap_or_default().into_iter();
    let mut names: Vec<String> =
        decks.filter(|it| deck.is_none_or(|deck| it.name == deck)).flat_map(|it| it.personas).collect();
    names.sort();
    names.dedup();
    names
}
