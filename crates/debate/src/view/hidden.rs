//! A debate with hidden channels removed for one reader: order, confidence, or answers of others.
//!
//! Hidden fields are removed from the debate before any view is built, so that no view, summary or schema can show them: a turn of another
//! participant loses its confidence, or its position, ballot and consent to options. Its reasons, claims and claim actions stay. The
//! reader's own turns stay complete. A current sequential round keeps its speaking order, which the reader has seen. Not here: names
//! (`mask`), and the order of claim ids, which is the same for everyone (`state`).
use crate::chance;
use crate::ids::Name;
use crate::rules::Channels;
use crate::state::Debate;
use crate::turn::Turn;

/// The debate as shown to `reader`, given by its name in the debate.
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

/// Shuffles everyone into an order specific to the reader and the round.
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
