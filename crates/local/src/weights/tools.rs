//! The programs and addresses that a fetch uses, and the observer of its progress.
//!
//! Not here: how any of it is used.
use super::disk;
use std::path::{Path, PathBuf};

/// The means of a fetch: programs, the hub, and the user's own files.
#[derive(Clone, Debug)]
pub struct Tools {
    /// A file, or a directory with files, that the user already has; tried before any source.
    pub given: Option<PathBuf>,
    /// Names of the Python program, in the order to try.
    pub python: Vec<String>,
    /// The name of the npm program.
    pub npm: String,
    /// The address of the model hub.
    pub hub: String,
    /// Free bytes on the disk of a directory; `None` if unknown.
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
    /// The usual tools, with the hub at `HF_ENDPOINT` if that is set.
    pub fn of(env: &dyn Fn(&str) -> Option<String>) -> Tools {
        let usual = Tools::default();
        let hub = env("HF_ENDPOINT").map(|it| it.trim_end_matches('/').to_owned()).filter(|it| !it.is_empty());
        Tools { hub: hub.unwrap_or(usual.hub), ..usual }
    }
}

/// Observes the progress of a fetch. Every method does nothing by default.
pub trait Progress: Send + Sync {
    /// Another process fetches this weight; this one waits for it.
    fn waits(&self, _weight: &str) {}
    /// A download of a file starts; `bytes` is its total size.
    fn begins(&self, _file: &str, _source: &str, _bytes: u64) {}
    /// Total bytes received, those of an earlier run included.
    fn reaches(&self, _bytes: u64) {}
    /// A source failed; the next one is tried, if there is one.
    fn misses(&self, _file: &str, _source: &str, _why: &str) {}
    /// A file is complete and is being hashed.
    fn verifies(&self, _file: &str) {}
    /// A file is installed.
    fn done(&self, _file: &str) {}
}

/// Ignores all progress.
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
