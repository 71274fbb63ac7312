//! What a fetch may use, and whom it tells how far it is.
//!
//! Not here: how any of it is used.
use super::disk;
use std::path::{Path, PathBuf};

/// What a fetch may use: programs, the hub, and what the user has at hand.
#[derive(Clone, Debug)]
pub struct Tools {
    /// A file, or a directory with files, that the user already has; it is looked at before anything else.
    pub given: Option<PathBuf>,
    /// Python, under the names to try.
    pub python: Vec<String>,
    /// npm.
    pub npm: String,
    /// Where the model hub is.
    pub hub: String,
    /// How many bytes are free where a directory is; none if nobody can tell.
    pub free: fn(&Path) -> Option<u64>,
}

impl Default for Tools {
    fn default() -> Tools {
        Tools {
            given: None,
            python: vec!["python3".to_owned(), "python".to_owned()],
            npm: "npm".to_owned(),
            hub: "https://huggingface.co".to_owned(),
            free: disk::free,
        }
    }
}

impl Tools {
    /// The usual tools, and the hub where `HF_ENDPOINT` says it is.
    pub fn of(env: &dyn Fn(&str) -> Option<String>) -> Tools {
        let usual = Tools::default();
        let hub = env("HF_ENDPOINT").map(|it| it.trim_end_matches('/').to_owned()).filter(|it| !it.is_empty());
        Tools { hub: hub.unwrap_or(usual.hub), ..usual }
    }
}

/// Hears how far a fetch is. What nobody wants to hear needs no method.
pub trait Progress: Send + Sync {
    /// Another process fetches this weight; this one waits for it.
    fn waits(&self, _weight: &str) {}
    /// A file begins to come from a source that will send so many bytes.
    fn begins(&self, _file: &str, _source: &str, _bytes: u64) {}
    /// So many of them have come, those of an earlier run included.
    fn reaches(&self, _bytes: u64) {}
    /// A source could not give a file; the next is tried, if there is one.
    fn misses(&self, _file: &str, _source: &str, _why: &str) {}
    /// A file is there and is being compared with its hash.
    fn verifies(&self, _file: &str) {}
    /// A file is in its place.
    fn done(&self, _file: &str) {}
}

/// Nobody listens.
impl Progress for () {}

#[cfg(test)]
mod tests {
    use super::Tools;

    #[test]
    fn the_hub_is_where_the_environment_says() {
        let at = |value: &str| Tools::of(&|name| (name == "HF_ENDPOINT").then(|| value.to_owned())).hub;
        assert_eq!(at("http://mirror/"), "http://mirror");
        assert_eq!(at(""), Tools::default().hub);
    }
}
