//! Names for things: short strings that do not mix.
use crate::event::Stage;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! text_id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $id(String);

        impl $id {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $id {
            fn from(text: &str) -> $id {
                $id(text.to_owned())
            }
        }

        impl From<String> for $id {
            fn from(text: String) -> $id {
                $id(text)
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

pub(crate) use text_id;

text_id! {
    /// One debate, for ever.
    DebateId
}
text_id! {
    /// A participant's name at the table; unique within a debate.
    Name
}
text_id! {
    /// One question to one model, named by where it stands (`r2/turn/hamilton`): a resumed debate knows by it what it already has.
    CallId
}

text_id! {
    /// Where two who disagree go on: `room-1` (P-17).
    RoomId
}

impl RoomId {
    /// The nth room of a debate, from 1.
    pub fn number(number: usize) -> RoomId {
        RoomId(format!("room-{number}"))
    }
}

impl CallId {
    /// The choice of what a panel talks about (P-10).
    pub fn aspects() -> CallId {
        CallId::from("aspects")
    }

    /// The nth thing said in a room at a stage, from 1.
    pub fn said(room: &RoomId, stage: Stage, number: usize, who: &Name) -> CallId {
        CallId(format!("{room}/{stage}/{number}/{who}"))
    }

    /// Whether a clash has settled it, asked for the `vote`th time (P-30).
    pub fn judge(room: &RoomId, vote: u32) -> CallId {
        CallId(format!("{room}/judge/{vote}"))
    }

    /// Whether both named the same thing, asked for the `time`th time (P-21).
    pub fn cores(room: &RoomId, time: usize) -> CallId {
        CallId(format!("{room}/cores/{time}"))
    }

    /// The card of a room (P-24).
    pub fn card(room: &RoomId) -> CallId {
        CallId(format!("{room}/card"))
    }

    /// The same question of a room put once more because the first answer could not be used (D-21).
    pub fn once_more(&self) -> CallId {
        CallId(format!("{self}/again"))
    }

    /// Whether it is a turn of somebody in a room, and nothing that is found out about it.
    pub fn is_turn(&self) -> bool {
        let stage = self.0.split('/').nth(1).filter(|_| self.room().is_some());
        stage.is_some_and(|stage| Stage::ALL.iter().any(|it| it.as_str() == stage))
    }

    /// The room that it is put in, if it is put in one.
    pub fn room(&self) -> Option<RoomId> {
        let (room, _) = self.0.split_once('/')?;
        let number = room.strip_prefix("room-")?;
        (!number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())).then(|| RoomId::from(room))
    }

    /// The question put to `who` in `round`.
    pub fn turn(round: u32, who: &Name) -> CallId {
        CallId(format!("r{round}/turn/{who}"))
    }

    /// The same question put again because the first answer could not be read.
    pub fn again(round: u32, who: &Name) -> CallId {
        CallId(format!("r{round}/again/{who}"))
    }

    /// The same question once more, with what the tools said to `uses` requests before (O-10).
    pub fn with_tools(&self, uses: usize) -> CallId {
        if uses == 0 { self.clone() } else { CallId(format!("{self}/{}", uses + 1)) }
    }

    /// How positions of `round` stand to each other, asked for the `vote`th time (P-30).
    pub fn compare(round: u32, vote: u32) -> CallId {
        CallId(format!("r{round}/compare/{vote}"))
    }

    /// Which headlines of `round` are one option (B-03).
    pub fn group(round: u32) -> CallId {
        CallId(format!("r{round}/group"))
    }

    /// The evaluator's question about what `who` said in `round` (D-50).
    pub fn review(round: u32, who: &Name) -> CallId {
        CallId(format!("r{round}/review/{who}"))
    }

    /// The evaluator's question about several answers of `round`, the first of them by `who` (D-50).
    pub fn reviews(round: u32, who: &Name) -> CallId {
        CallId(format!("r{round}/reviews/{who}"))
    }
}
