//! Corpora of a directory, and that one bad file does not affect the others.
use crate::build::{Counting, Told, wait, words};
use debate::persona::Built;
use personas::build::{BuildOptions, build, corpora};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn put(root: &Path, files: &[(&str, &str)]) {
    for (file, text) in files {
        fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
        fs::write(root.join(file), text).unwrap();
    }
}

fn found(root: &Path, name: Option<&str>) -> String {
    match corpora(root, name) {
        Ok(found) => {
            let people = found.people.iter().map(|it| format!("{}: {}", it.name, it.files.join(" ")));
            let failed = found.failed.iter().map(|(_, error)| error.to_string());
            people.chain(failed).collect::<Vec<_>>().join("\n")
        }
        Err(error) => error.to_string().replace(&root.display().to_string(), "DIR"),
    }
}

/// P-01: a directory of files is one corpus, one of folders has a corpus in each, and one with both needs a decision by the user.
#[test]
fn a_directory_is_one_corpus_or_several() {
    let place = tempfile::tempdir().unwrap();
    let root = |name: &str| place.path().join(name);
    put(&root("jay"), &[("b.txt", "x"), ("deep/a.md", "x"), (".hidden.txt", "x"), ("persona.txt", "x")]);
    put(
        &root("papers"),
        &[("README.md", "x"), ("jay/1.txt", "x"), ("madison/1.txt", "x"), ("pictures/a.png", "x"), (".git/x.txt", "x")],
    );
    put(&root("alone"), &[("b.txt", "x"), ("a.md", "x"), ("pictures/a.png", "x"), (".DS_Store", "x")]);
    put(&root("none"), &[("a.png", "x"), ("deep/b.doc", "x")]);
    put(&root("twice"), &[("Jay/1.txt", "x"), ("jay/1.txt", "x")]);
    put(&root("odd"), &[("a(b)/1.txt", "x")]);
    for (directory, name, expected) in [
        (
            "jay",
            None,
            "`b.txt` lies beside the folders of `DIR`: move it into its author's folder, or read all of it as one person's",
        ),
        ("alone", None, "alone: a.md b.txt"),
        ("jay", Some("John Jay"), "John Jay: b.txt deep/a.md persona.txt"),
        ("papers", None, "jay: 1.txt\nmadison: 1.txt"),
        ("papers", Some("publius"), "publius: README.md jay/1.txt madison/1.txt"),
        (
            "none",
            None,
            "there is nothing to read in `DIR`: put txt, md, html, jsonl, csv, tsv or pdf files there, or one folder of them for each persona",
        ),
        ("twice", None, "the folders `Jay` and `jay` of `DIR` would both be the persona `jay`; rename one"),
        (
            "odd",
            None,
            "`a(b)` is not a valid name for a deck or a persona: use letters, digits, `-`, `_`, `.` and spaces, a letter or digit first, no `.` last, and nothing that is a device on some systems, as `con` is",
        ),
    ] {
        assert_eq!(found(&root(directory), name), expected, "{directory}");
    }
    fs::write(root("papers").join(".DS_Store"), "x").unwrap();
    fs::write(root("papers").join("a.docx"), "x").unwrap();
    let passed_over = corpora(&root("papers"), None).unwrap().passed_over;
    insta::assert_snapshot!(passed_over.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"), @r"
    `.DS_Store` was skipped: it is hidden
    `README.md` was skipped: it describes this directory; if a person of the deck wrote it, put it into their folder
    `a.docx` was skipped: there is a reader for txt, md, html, jsonl, csv, tsv and pdf
    `pictures` was skipped: there is no txt, md, html, jsonl, csv, tsv or pdf file in it
    ");
    // A folder that can't be built does not affect the others.
    put(&root("papers"), &[("a(b)/1.txt", "x")]);
    let several = corpora(&root("papers"), None).unwrap();
    assert_eq!((several.people.len(), several.failed.len(), several.failed[0].0.as_str()), (2, 1, "a(b)"));
    assert!(several.failed[0].1.is_theirs());
    let absent = found(&root("absent"), None);
    assert!(
        absent.starts_with("`DIR` can't be read: ") && absent.ends_with("give a directory with what somebody wrote"),
        "{absent}"
    );
}

/// P-01: links are never followed out of a corpus or in a loop.
#[test]
fn links_lead_nowhere_else() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("jay");
    put(&root, &[("a.txt", "x"), ("deep/b.txt", "x")]);
    fs::write(place.path().join("secret.txt"), "x").unwrap();
    symlink(&root, root.join("deep/round")).unwrap();
    symlink(place.path().join("secret.txt"), root.join("out.txt")).unwrap();
    symlink(root.join("a.txt"), root.join("same.txt")).unwrap();
    symlink(root.join("nowhere"), root.join("broken.txt")).unwrap();
    let corpus = &corpora(&root, Some("jay")).unwrap().people[0];
    assert_eq!(corpus.files, ["a.txt", "deep/b.txt", "same.txt"]);
    let problems: Vec<String> = corpus.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems[0].starts_with("`broken.txt` can't be read: "), "{problems:?}");
    let link = "was skipped: it is a link to a directory, or out of this one; put the files themselves here";
    assert_eq!(problems[1..], ["`deep/round`", "`out.txt`"].map(|it| format!("{it} {link}")));
}

/// P-01: a folder that is a link is not followed either.
#[test]
fn a_linked_folder_is_nobody() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("papers");
    put(&root, &[("jay/1.txt", "x"), ("madison/1.txt", "x")]);
    put(place.path(), &[("private/letters.txt", "x"), ("only/.keep", "")]);
    symlink(place.path().join("private"), root.join("hamilton")).unwrap();
    symlink(place.path().join("private"), place.path().join("only/hamilton")).unwrap();
    assert_eq!(found(&root, None), "jay: 1.txt\nmadison: 1.txt");
    let problems: Vec<String> = corpora(&root, None).unwrap().passed_over.iter().map(ToString::to_string).collect();
    let link = "was skipped: it is a link to a directory, or out of this one; put the files themselves here";
    assert_eq!(problems, [format!("`hamilton` {link}")]);
    assert_eq!(
        found(&place.path().join("only"), None),
        "there is nothing to read in `DIR` but links to other directories; put the files themselves there"
    );
}

/// P-01: each file that can't be read is one line, and the rest is built.
#[test]
fn one_bad_file_never_costs_the_others() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("jay");
    put(
        &root,
        &[("a.txt", &words(1)), ("empty.txt", ""), ("p.csv", "when,what\n1,2\n"), ("x.pdf", "no pdf"), ("x.docx", "x")],
    );
    fs::write(root.join("latin.txt"), b"caf\xE9").unwrap();
    let told = Told::default();
    let maker = Counting::new(usize::MAX, Built::Extractive);
    let report = wait(build(
        &corpora(&root, None).unwrap().people[0],
        &place.path().join("d"),
        BuildOptions::default(),
        &maker,
        &told,
    ))
    .unwrap();
    assert_eq!((report.files, report.problems), (5, 5));
    let told = told.0.into_inner().unwrap();
    insta::assert_snapshot!(told.join("\n"), @r"
    jay: 5 files
    `x.docx` was skipped: there is a reader for txt, md, html, jsonl, csv, tsv and pdf
    `empty.txt` has no words in it: nothing was read
    `latin.txt`, line 1: byte 3 is not UTF-8; save it as UTF-8, and build again
    `p.csv` has no column `text`, `body`, `content`, `post` or `message`; there are `when`, `what`; name one
    `x.pdf` can't be read as PDF: couldn't parse input; save it as PDF again, or as text
    9 chunks, 0 kept
    ");
    fs::remove_file(root.join("a.txt")).unwrap();
    let none = wait(build(
        &corpora(&root, None).unwrap().people[0],
        &place.path().join("d"),
        BuildOptions::default(),
        &maker,
        &Told::default(),
    ));
    assert!(none.unwrap_err().to_string().starts_with("no words could be read in `"));
}
