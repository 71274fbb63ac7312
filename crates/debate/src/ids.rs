//! Id types: short strings with distinct types, and the structured ids of calls.
mod call;

pub use call::{CallId, RoomCall};

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
    /// Id of a debate.
    DebateId
}
text_id! {
    /// A participant's name; unique within a debate.
    Name
}
text_id! {
    /// The room of two participants who disagree: `room-1` (P-17).
    RoomId
}

impl RoomId {
    /// The nth room of a debate, from 1.
    pub fn number(number: usize) -> RoomId {
        RoomId(format!("room-{number}"))
    }
}
