//! An isolated environment for each test: a home directory, a store, no variables, and the program.
use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// The program's environment.
pub(crate) struct Sandbox {
    directory: TempDir,
    variables: Vec<(String, String)>,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Sandbox {
    pub(crate) fn new() -> Sandbox {
        let sandbox = Sandbox { directory: tempfile::tempdir().unwrap(), variables: Vec::new() };
        std::fs::create_dir_all(sandbox.path("work")).unwrap();
        sandbox
    }

    /// With an environment variable.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Sandbox {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With the user's settings file.
    pub(crate) fn with_settings(self, text: &[u8]) -> Sandbox {
        std::fs::create_dir_all(self.path("config/roundtable")).unwrap();
        std::fs::write(self.path("config/roundtable/roundtable.toml"), text).unwrap();
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.path("data/roundtable/roundtable.db")
    }

    /// The program, ready to run, without the tester's environment.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
        command.args(words).current_dir(self.path("work")).env_clear().env("HOME", self.path("home"));
        command.env("XDG_CONFIG_HOME", self.path("config")).env("XDG_DATA_HOME", self.path("data"));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.command(words).output().unwrap())
    }

    /// Runs it with standard input.
    pub(crate) fn run_with(&self, words: &[&str], input: &[u8]) -> Ran {
        std::fs::write(self.path("stdin"), input).unwrap();
        let stdin = std::fs::File::open(self.path("stdin")).unwrap();
        Ran::of(self.command(words).stdin(stdin).output().unwrap())
    }

    /// Runs it and returns its output; it must succeed.
    pub(crate) fn print(&self, words: &[&str]) -> String {
        let ran = self.run(words);
        assert_eq!(ran.code, 0, "{words:?}: {ran:?}");
        ran.stdout
    }

    /// Runs a rehearsal and returns its id.
    pub(crate) fn rehearse(&self) -> String {
        let log = self.print(&["debate", "Should we adopt gRPC?", "--with", "sim", "--rounds", "2", "--jsonl"]);
        id_of(log.lines().next().unwrap())
    }

    /// Text without values that differ from run to run: this sandbox's directory, ids, times.
    pub(crate) fn redact(&self, text: &str) -> String {
        let text = text.replace(&self.directory.path().display().to_string(), "[DIR]");
        // Independent of the lists of modes and providers.
        let modes = formats::modes::names().join(", ");
        let providers = models::builtin().into_iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
        let text = text.replace(&modes, "[MODES]").replace(&providers, "[PROVIDERS]");
        REDACTIONS.iter().fold(text, |text, (pattern, instead)| pattern.replace_all(&text, *instead).into_owned())
    }
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let ran = Ran {
            // A killed program has no code.
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        // I-12: without a terminal there are no control codes in either stream.
        for text in [&ran.stdout, &ran.stderr] {
            assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{text:?}");
            // I-13
            assert!(!text.contains("panicked at"), "{text}");
        }
        ran
    }

    /// Exit code and both streams as redacted text.
    pub(crate) fn shown(&self, sandbox: &Sandbox) -> String {
        let block = |name: &str, text: &str| match text {
            "" => String::new(),
            text => format!("--- {name}\n{}\n", text.trim_end_matches('\n')),
        };
        let text = format!("exit {}\n{}{}", self.code, block("stdout", &self.stdout), block("stderr", &self.stderr));
        sandbox.redact(&text)
    }
}

/// The id in the first event of a log.
pub(crate) fn id_of(line: &str) -> String {
    let event: serde_json::Value = serde_json::from_str(line).unwrap();
    event["debate"].as_str().unwrap().to_owned()
}

/// Values that differ from run to run. An id is eight letters and digits, like many words, so its context identifies it.
static REDACTIONS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let patterns = [
        (
            r#"(\bid |"debate":\s?"|`?roundtable (?:resume|show|export|continue|fork) |debate `|Debate `|continuing )[a-z2-9]{8}\b"#,
            "${1}[ID]",
        ),
        (r"^[a-z2-9]{8}  ", "[ID]  "),
        (r"\b\d+ min \d+ s\b|\b\d+\.\d s\b|\b\d+ ms\b", "[TIME]"),
        (r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b", "[DATE] [TIME]"),
        (r"\b20\d\d-\d\d-\d\d\b", "[DATE]"),
        (r#"("(?:at|elapsed|took|took_ms|elapsed_ms|opened_at|last_at)":\s?)\d+"#, "${1}0"),
        (r#"("(?:opened|last)":\s?)"\d{4}-\d\d-\d\dT[^"]+Z""#, "${1}\"[TIME]\""),
    ];
    patterns.map(|(pattern, instead)| (Regex::new(&format!("(?m){pattern}")).unwrap(), instead)).into()
});

/// The bytes of every file below a directory, concatenated.
pub(crate) fn all_bytes(directory: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        bytes.extend(if path.is_dir() { all_bytes(&path) } else { std::fs::read(&path).unwrap() });
    }
    bytes
}
