//! A debate as one reader is shown it where channels are closed: who comes first, how sure the others are, what they hold.
//!
//! What is closed is taken out of the debate before anything is made of it, so that no view, brief or form can show it: a turn of somebody
//! else has no confidence, or no position, no ballot and nothing on other options. What it argues with
//! stays: reasons, claims, moves. A reader's own turns stay whole. The current round of those who speak in turn stays in the order in which they speak, which its reader has heard. Not here: names
//! (`mask`), and the order of claims' ids, which is everyone's (`state`).
use crate::chance;
use crate::ids::Name;
use crate::rules::Channels;
use crate::state::Debate;
use crate::turn::Turn;

/// The debate as `reader`, by the name it has there, is shown it.
pub fn shown(mut debate: Debate, reader: &Name) -> Debate {
    let Channels { names: _, order, confidence, answers } = debate.rules.hidden;
    let others = debate.rounds.iter_mut().flat_map(|it| &mut it.spoken).filter(|it| it.by != *reader);
    for spoken in others {
        let turn = std::mem::take(&mut spoken.turn);
        let turn = if confidence { Turn { confidence: None, confidence_change: None, ..turn } } else { turn };
        spoken.turn = if answers {
            let (others, ranking, because) = (Vec::new(), Vec::new(), Vec::new());
            Turn { position: None, ballot: None, stance: None, others, ranking, because, ..turn }
        } else {
            turn
        };
    }
    if order {
        arrange(&mut debate, reader);
    }
    debate
}

/// Puts everyone in an order that is the reader's own, and of each round alone.
fn arrange(debate: &mut Debate, reader: &Name) {
    let (id, seed) = (debate.id.clone(), debate.rules.seed.to_string());
    let place = |of: &str, by: &Name| chance::draw(&[id.as_str(), &seed, of, reader.as_str(), by.as_str()]);
    debate.participants.sort_by_cached_key(|it| place("table", &it.name));
    let current = debate.rounds.len().saturating_sub(1);
    for (at, round) in debate.rounds.iter_mut().enumerate() {
        if round.in_turn && at == current {
            continue;
        }
        let number = round.number.to_string();
        round.spoken.sort_by_cached_key(|it| place(&number, &it.by));
        round.failed.sort_by_cached_key(|it| place(&number, &it.by));
    }
}
