//! Builds: what is written, what is kept on interruption, and that the result is the same.
use crate::decks::chunks_file;
use debate::belief::{Node, NodeKind};
use debate::persona::Built;
use debate::{BeliefGraph, Chunk, Contract, Name};
use personas::build::{BuildError, BuildOptions, Maker, ManualEdits, Progress, build, corpora};
use personas::model::Read;
use personas::readers::Problem;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers a number of chunks and then fails, as a model whose credit is spent.
pub(crate) struct Counting {
    left: AtomicUsize,
    asked: AtomicUsize,
    drawn_up: AtomicUsize,
    built: Built,
}

impl Counting {
    pub(crate) fn new(answers: usize, built: Built) -> Counting {
        Counting { left: AtomicUsize::new(answers), asked: AtomicUsize::new(0), drawn_up: AtomicUsize::new(0), built }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("no credit")]
pub(crate) struct Spent;

impl Maker for Counting {
    type Found = Node;
    type Failed = Spent;

    fn built(&self) -> Built {
        self.built.clone()
    }

    fn edition(&self) -> String {
        self.built.to_string()
    }

    fn at_once(&self) -> usize {
        3
    }

    async fn read(&self, chunk: &Chunk) -> Result<Node, Spent> {
        let take = |left: usize| left.checked_sub(1);
        self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).map_err(|_| Spent)?;
        self.asked.fetch_add(1, Ordering::SeqCst);
        let concept = chunk.text.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        // A figure with all its digits significant.
        let held = 1.0 / (3.0 + f64::from(u32::try_from(chunk.text.len()).unwrap()));
        Ok(Node {
            id: chunk.id.to_string(),
            concept,
            kind: NodeKind::FactualClaim,
            held,
            chunks: vec![chunk.id.clone()],
        })
    }

    fn dropped(&self, _: &Node) -> usize {
        1
    }

    fn merge(&self, found: Vec<Node>) -> BeliefGraph {
        BeliefGraph { nodes: found, edges: Vec::new() }
    }

    async fn contract(&self, name: &Name, chunks: &[Chunk], _: &BeliefGraph) -> Result<Read<Contract>, Spent> {
        self.drawn_up.fetch_add(1, Ordering::SeqCst);
        let found = Contract { identity: format!("{name} of {} chunks", chunks.len()), ..Contract::default() };
        Ok(Read { found, dropped: 2, unread: 0 })
    }
}

/// Waits for a build.
pub(crate) fn wait<F: Future>(work: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

/// Records progress.
#[derive(Default)]
pub(crate) struct Told(pub(crate) Mutex<Vec<String>>);

impl Told {
    fn say(&self, words: String) {
        self.0.lock().unwrap().push(words);
    }
}

impl Progress for Told {
    fn started(&self, persona: &Name, files: usize) {
        self.say(format!("{persona}: {files} files"));
    }
    fn file_read(&self, _: &str) {}
    fn problem(&self, problem: &Problem) {
        self.say(problem.to_string());
    }
    fn chunks_cut(&self, chunks: usize, kept: usize) {
        self.say(format!("{chunks} chunks, {kept} kept"));
    }
    fn chunk_done(&self) {}
    fn contract_started(&self) {}
}

pub(crate) fn words(seed: usize) -> String {
    let sentence =
        |it: usize| format!("Point {seed}.{it} holds because the union of small states is weak in its parts. ");
    (0..120).map(sentence).collect()
}

/// Every file below a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    found
}

/// P-01: a build interrupted anywhere resumes, asks nothing twice, and gives the same bytes.
#[test]
fn a_build_that_is_cut_off_goes_on_where_it_was() {
    let place = tempfile::tempdir().unwrap();
    let (corpus, deck) = (place.path().join("jay"), place.path().join("decks/mine"));
    fs::create_dir_all(&corpus).unwrap();
    (0..3).for_each(|it| fs::write(corpus.join(format!("{it}.txt")), words(it)).unwrap());
    let corpus = &corpora(&corpus, None).unwrap().people[0];
    let run = |maker: &Counting| wait(build(corpus, &deck, BuildOptions::default(), maker, &Told::default()));
    let model = || Built::Model("openai/a".to_owned());

    let whole = Counting::new(usize::MAX, model());
    let report = run(&whole).unwrap();
    let chunks = report.chunks;
    assert_eq!(report.dropped, chunks + 2, "what was dropped is counted, the contract's too");
    let expected = fs::read(deck.join("jay/persona.json")).unwrap();
    assert!(chunks > 20 && whole.asked.load(Ordering::SeqCst) == chunks);
    for answers in [0, 1, 7, chunks - 1] {
        fs::remove_dir_all(&deck).unwrap();
        let cut = run(&Counting::new(answers, model())).unwrap_err();
        assert!(cut.to_string().contains("no credit; the results so far are kept"), "{cut}");
        assert!(!deck.join("jay").exists(), "nothing half is written");
        // A crash may leave the last line incomplete.
        let work = files(&deck).into_keys().next().unwrap();
        let mut bytes = fs::read(&work).unwrap();
        bytes.extend_from_slice(b"{\"chunk\":\"k0\",\"fou");
        fs::write(&work, bytes).unwrap();
        let rest = Counting::new(usize::MAX, model());
        run(&rest).unwrap();
        assert_eq!(rest.asked.load(Ordering::SeqCst), chunks - answers, "no answer is asked for twice");
        assert_eq!(fs::read(deck.join("jay/persona.json")).unwrap(), expected);
    }
    // Paid answers are kept: building again is free, and another model is asked anew.
    let again = Counting::new(0, model());
    assert_eq!(run(&again).unwrap(), report);
    assert_eq!(again.drawn_up.load(Ordering::SeqCst), 0, "nor is the contract asked for twice");
    let other = Counting::new(usize::MAX, Built::Model("openai/b".to_owned()));
    run(&other).unwrap();
    assert_eq!(other.asked.load(Ordering::SeqCst), chunks);
}

/// P-01: when a file is added, only its chunks are read, and the ids of the others stay.
#[test]
fn a_file_more_costs_its_own_chunks_alone() {
    let place = tempfile::tempdir().unwrap();
    let (corpus, deck) = (place.path().join("jay"), place.path().join("mine"));
    fs::create_dir_all(&corpus).unwrap();
    fs::write(corpus.join("b.txt"), words(1)).unwrap();
    let run = || {
        let maker = Counting::new(usize::MAX, Built::Model("m".to_owned()));
        let report = wait(build(
            &corpora(&corpus, None).unwrap().people[0],
            &deck,
            BuildOptions::default(),
            &maker,
            &Told::default(),
        ))
        .unwrap();
        (report.chunks, maker.asked.into_inner())
    };
    let (before, _) = run();
    let old = fs::read_to_string(chunks_file(&deck.join("jay"))).unwrap();
    fs::write(corpus.join("a.txt"), words(2)).unwrap();
    let (after, asked) = run();
    assert_eq!(asked, after - before);
    let contract = fs::read_to_string(deck.join("jay/persona.json")).unwrap();
    assert!(contract.contains(&format!("jay of {after} chunks")), "a contract of fewer chunks is drawn up again");
    let new = fs::read_to_string(chunks_file(&deck.join("jay"))).unwrap();
    assert!(new.ends_with(&old) && new.len() > old.len());
}

/// P-01: findings made without a model are removed when the persona is saved.
#[test]
fn nothing_is_left_beside_what_was_built() {
    let place = tempfile::tempdir().unwrap();
    let deck = place.path().join("mine");
    fs::create_dir_all(place.path().join("jay")).unwrap();
    fs::write(place.path().join("jay/a.txt"), words(1)).unwrap();
    let maker = Counting::new(usize::MAX, Built::Extractive);
    let corpus = &corpora(&place.path().join("jay"), None).unwrap().people[0];
    wait(build(corpus, &deck, BuildOptions::default(), &maker, &Told::default())).unwrap();
    let names: Vec<String> = files(&deck).into_keys().collect();
    let expected = [chunks_file(&deck.join("jay")), deck.join("jay/persona.json")].map(|it| it.display().to_string());
    assert_eq!(names, expected);
}

/// P-01: while a process builds a persona no other can, with any builder; the error names the process.
#[test]
fn one_persona_is_built_by_one_at_a_time() {
    let place = tempfile::tempdir().unwrap();
    let deck = place.path().join("mine");
    for name in ["jay", "madison"] {
        fs::create_dir_all(place.path().join(name)).unwrap();
        fs::write(place.path().join(name).join("a.txt"), words(1)).unwrap();
    }
    let corpus = |name: &str| corpora(&place.path().join(name), None).unwrap().people.remove(0);
    let (jay, madison) = (corpus("jay"), corpus("madison"));
    let (one, other) = (Counting::new(99, Built::Extractive), Counting::new(99, Built::Model("openai/a".to_owned())));
    let told = Told::default();
    wait(async {
        let mut first = std::pin::pin!(build(&jay, &deck, BuildOptions::default(), &one, &told));
        assert!(futures_util::poll!(&mut first).is_pending());
        let second = build(&jay, &deck, BuildOptions::default(), &other, &told).await.unwrap_err().to_string();
        let process = std::process::id();
        assert_eq!(
            second,
            format!("another build of `jay` is under way in process {process}; wait for it, or stop it")
        );
        assert_eq!(other.asked.load(Ordering::SeqCst), 0);
        build(&madison, &deck, BuildOptions::default(), &other, &told).await.unwrap();
        first.await.unwrap();
        build(&jay, &deck, BuildOptions::default(), &other, &told).await.unwrap();
    });
    // The file of a killed process is no lock.
    fs::write(deck.join(".jay.building"), "1").unwrap();
    wait(build(&jay, &deck, BuildOptions::default(), &one, &told)).unwrap();
    assert!(!deck.join(".jay.building").exists());
}

const HAND: &str = r#"{
  "name": "The Minimalist", "built": "hand", "persuadability": 0.15,
  "contract": {"identity": "Subtracts.", "anchors": [{"text": "Small teams that split early pay", "chunk": "@Small teams"}]},
  "beliefs": {
    "nodes": [
      {"id": "b1", "concept": "small teams that split early", "kind": "factual_claim", "held": 0.9, "chunks": ["@Small teams", "@pay for"]},
      {"id": "b2", "concept": "coordination", "kind": "factual_claim", "held": 0.9, "chunks": ["@Small teams"]}
    ],
    "edges": [{"id": "e1", "cause": "b1", "effect": "b2", "polarity": 1, "confidence": 0.8, "chunks": ["@Small teams"]}]
  }
}"#;

/// P-01, P-02: a handwritten persona is kept, its anchors are resolved, and beliefs without support in its texts are refused.
#[test]
fn what_a_person_wrote_is_kept_and_checked() {
    let place = tempfile::tempdir().unwrap();
    let (corpus, deck) = (place.path().join("minimalist"), place.path().join("mine"));
    fs::create_dir_all(&corpus).unwrap();
    let filler = words(3);
    fs::write(
        corpus.join("essay.md"),
        format!("# On size\n\n{filler}\n\nSmall teams that\nsplit early pay for coordination."),
    )
    .unwrap();
    let run = |hand: &str| {
        fs::write(corpus.join("persona.json"), hand).unwrap();
        let maker = Counting::new(0, Built::Extractive);
        wait(build(
            &corpora(&corpus, None).unwrap().people[0],
            &deck,
            BuildOptions::default(),
            &maker,
            &Told::default(),
        ))
    };
    let report = run(HAND).unwrap();
    assert_eq!((report.nodes, report.edges, &report.built), (2, 1, &Built::Hand));
    assert!(report.folder.ends_with("the-minimalist"));
    let kept = personas::deck::load("mine", &deck).unwrap();
    let persona = kept.persona("the MINIMALIST").unwrap();
    let words = &persona.chunk(&persona.beliefs.edges[0].chunks[0]).unwrap().text;
    assert!(words.ends_with("Small teams that split early pay for coordination."), "{words}");
    assert_eq!(persona.beliefs.nodes[0].chunks, persona.beliefs.edges[0].chunks, "what two words name is named once");
    let wrong = run(&HAND.replace("\"coordination\"", "\"harmony\"")).unwrap_err();
    assert!(matches!(&wrong, BuildError::Faulty { faults, .. } if faults.len() == 2), "{wrong}");
    let nowhere = run(&HAND.replace("@Small teams", "@Large teams")).unwrap_err().to_string();
    assert!(nowhere.contains("in none of its texts: \"Large teams\""), "{nowhere}");
    let broken = run("{").unwrap_err().to_string();
    assert!(broken.contains("persona.json` is no persona: EOF"), "{broken}");
}

/// P-01: a handwritten or hand-edited persona in the deck is overwritten only on request.
#[test]
fn what_a_person_wrote_in_the_deck_is_not_lost() {
    let place = tempfile::tempdir().unwrap();
    let (root, deck) = (place.path().join("minimalist"), place.path().join("mine"));
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("a.txt"), "Small teams that split early pay for coordination.").unwrap();
    let run = |manual_edits: ManualEdits| {
        let (maker, options) = (Counting::new(9, Built::Extractive), BuildOptions { column: None, manual_edits });
        let built = wait(build(&corpora(&root, None).unwrap().people[0], &deck, options, &maker, &Told::default()));
        built.map(|it| it.built).map_err(|it| it.to_string())
    };
    let refused = |told: Result<Built, String>| {
        told.unwrap_err().contains(
            "minimalist/persona.json` was written or changed by hand; a build would overwrite it: build into another deck",
        )
    };
    assert_eq!((run(ManualEdits::Keep), run(ManualEdits::Keep)), (Ok(Built::Extractive), Ok(Built::Extractive)));
    let file = deck.join("minimalist/persona.json");
    let made = fs::read_to_string(&file).unwrap();
    fs::write(&file, made.replace("0.2", "0.3")).unwrap();
    assert!(refused(run(ManualEdits::Keep)), "one that was changed");
    assert_eq!(run(ManualEdits::Replace), Ok(Built::Extractive));
    assert_eq!(fs::read_to_string(&file).unwrap(), made);
    fs::write(&file, "{").unwrap();
    assert!(refused(run(ManualEdits::Keep)), "one that was changed and can't be read");
    // Written in the deck, with or without texts beside it.
    fs::write(&file, HAND).unwrap();
    assert!(refused(run(ManualEdits::Keep)));
    assert_eq!(run(ManualEdits::Replace), Ok(Built::Extractive));
    // Written beside its texts, it is built, and built again; when it is removed there, the deck keeps it.
    fs::write(root.join("persona.json"), HAND.replace("The Minimalist", "minimalist")).unwrap();
    assert_eq!((run(ManualEdits::Keep), run(ManualEdits::Keep)), (Ok(Built::Hand), Ok(Built::Hand)));
    fs::remove_file(root.join("persona.json")).unwrap();
    assert!(refused(run(ManualEdits::Keep)));
    // A persona edited in the deck and put beside the texts counts as handwritten from then on.
    fs::write(root.join("persona.json"), &made).unwrap();
    assert_eq!(run(ManualEdits::Keep), Ok(Built::Hand));
}

/// P-01: two folders whose handwritten personas have the same name are refused before either is built, and both are named.
#[test]
fn two_who_say_one_name_are_refused() {
    let place = tempfile::tempdir().unwrap();
    for folder in ["first", "second"] {
        fs::create_dir_all(place.path().join(folder)).unwrap();
        fs::write(place.path().join(folder).join("a.txt"), words(1)).unwrap();
    }
    let write = |folder: &str, text: &str| fs::write(place.path().join(folder).join("persona.json"), text).unwrap();
    write("first", HAND);
    write("second", &HAND.replace("The Minimalist", "the minimalist"));
    let error = corpora(place.path(), None).unwrap_err().to_string();
    assert!(error.starts_with("the folders `first` and `second` of `"), "{error}");
    assert!(error.ends_with("` would both be the persona `the minimalist`; rename one"), "{error}");
    write("second", &HAND.replace("The Minimalist", "Second"));
    assert_eq!(corpora(place.path(), None).unwrap().people.len(), 2);
}

/// P-01: a handwritten persona is a file beside the texts, of a plausible size, with valid ids.
#[test]
fn what_a_person_wrote_lies_beside_the_texts() {
    let place = tempfile::tempdir().unwrap();
    let (root, deck) = (place.path().join("minimalist"), place.path().join("mine"));
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("a.txt"), "Small teams that split early pay for coordination.").unwrap();
    let run = || {
        let maker = Counting::new(0, Built::Extractive);
        let built = wait(build(
            &corpora(&root, None).unwrap().people[0],
            &deck,
            BuildOptions::default(),
            &maker,
            &Told::default(),
        ));
        built.map(|_| ()).map_err(|it| it.to_string())
    };
    fs::write(place.path().join("elsewhere.json"), HAND).unwrap();
    std::os::unix::fs::symlink(place.path().join("elsewhere.json"), root.join("persona.json")).unwrap();
    let linked = run().unwrap_err();
    assert!(linked.ends_with("is no persona: it is not a regular file; put the file itself there"), "{linked}");
    fs::remove_file(root.join("persona.json")).unwrap();
    fs::write(root.join("persona.json"), format!("{HAND}{}", " ".repeat(1 << 20))).unwrap();
    let large = run().unwrap_err();
    assert!(large.ends_with("is no persona: it is larger than 1024 KiB"), "{large}");
    fs::write(root.join("persona.json"), HAND.replace("\"e1\"", r#""e\u0007""#)).unwrap();
    let odd = run().unwrap_err();
    assert!(odd.contains(r#"is no persona: the id "e\u{7}" is"#), "{odd}");
    fs::write(root.join("persona.json"), HAND).unwrap();
    assert_eq!(run(), Ok(()));
}
