//! Seats for a caller's own model, and callers that don't support sampling (I-24).
use crate::error::ApiError;
use crate::requests::Start;
use debate::Participant;
use engine::Spec;
use setup::providers::{CLIENT, is_callers, split};

/// Whether a caller's own model can be sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// The caller supports sampling.
    Offered,
    /// The caller doesn't, or can't: plain HTTP has no requests to clients.
    #[default]
    Absent,
}

/// Removes `client` seats if the caller can't sample and enough others remain, with a note; otherwise rejects the request. An entry may
/// list several participants, separated by commas.
pub(crate) fn check(start: &mut Start, sampling: Sampling) -> Result<Vec<String>, ApiError> {
    let words = start.participants.iter().flat_map(|it| it.split(',')).map(str::trim).filter(|it| !it.is_empty());
    start.participants = words.map(str::to_owned).collect();
    let asked = start.participants.iter().filter(|it| is_client(it)).count();
    if asked == 0 || sampling == Sampling::Offered {
        return Ok(Vec::new());
    }
    let others = start.participants.len() - asked;
    if others < Spec::FEWEST {
        return Err(ApiError::Refused(format!(
            "`{CLIENT}` can't sit at the table, since this client does not offer sampling, and {others} others are too few; name two \
             others in `participants`, or leave it empty for whoever can be found"
        )));
    }
    start.participants.retain(|it| !is_client(it));
    Ok(vec![format!("`{CLIENT}` has no seat, because this client does not offer sampling; the others debate")])
}

/// Rejects a `client` seat if the caller can't sample, since every turn of it would time out.
pub(crate) fn check_seats(table: &[Participant], sampling: Sampling) -> Result<(), ApiError> {
    let mut waits = table.iter().filter(|_| sampling == Sampling::Absent).filter(|it| is_client(&it.model));
    match waits.next() {
        None => Ok(()),
        Some(it) => Err(ApiError::Refused(format!(
            "`{}` is `{CLIENT}`, the caller's own model, and this client does not offer sampling; fork the debate with another model in \
             that seat, by `seats`",
            it.name
        ))),
    }
}

/// Whether an entry of `participants` is the caller's own model.
fn is_client(entry: &str) -> bool {
    is_callers(split(entry).1.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-24: without sampling the other participants remain, and a note says so; with too few of them the request is rejected with advice.
    #[test]
    fn a_client_that_cannot_sample_does_not_sit() {
        let start = |table: &[&str]| Start {
            participants: table.iter().map(|&it| it.to_owned()).collect(),
            ..Start::default()
        };
        let mut all = start(&["client", "sim/1", "me=client", "sim/2"]);
        assert_eq!(check(&mut all, Sampling::Offered), Ok(Vec::new()));
        assert_eq!(all.participants.len(), 4);
        let notes = check(&mut all, Sampling::Absent).unwrap();
        assert_eq!(all.participants, ["sim/1", "sim/2"]);
        assert!(notes.first().is_some_and(|it| it.contains("does not offer sampling")), "{notes:?}");
        let few = check(&mut start(&["client", "sim/1"]), Sampling::Absent).unwrap_err().to_string();
        assert!(few.contains("name two others in `participants`"), "{few}");
        assert_eq!(check(&mut start(&["clients/x", "sim/1"]), Sampling::Absent), Ok(Vec::new()));
        let mut one = start(&["client, sim/1,sim/2,"]);
        assert_eq!(check(&mut one, Sampling::Absent).unwrap().len(), 1);
        assert_eq!(one.participants, ["sim/1", "sim/2"], "an entry that names several");
    }
}
