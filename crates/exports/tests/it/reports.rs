//! Reports on what happened after debates (L-07).
use crate::logs::{SITES, folded};
use analysis::learning::{Applied, Input, Learned, Recorded, draft, updates};
use debate::learning::{Envelope, Event, Outcome, OutcomeStatus, Right};
use exports::report::{Report, Surface, learned, postmortem, svg};

fn recorded(outcome: Outcome) -> Vec<Recorded> {
    vec![Recorded { number: 3, at: 86_400_000, outcome }]
}

/// The report on a debate whose outcome has this text, and what is known after it.
fn report(what: &str) -> (Report, Learned) {
    report_on(what, false, Surface::CommandLine)
}

fn report_on(what: &str, is_stale: bool, surface: Surface) -> (Report, Learned) {
    let debate = folded(SITES);
    let (letter, _) = debate.options_at(debate::Horizon::Now).into_iter().next().unwrap();
    let outcomes = recorded(Outcome {
        what: what.to_owned(),
        status: Some(OutcomeStatus::TechnicalDebt),
        right: Some(Right::Option(letter)),
        cost_days: Some(12.0),
        surprise: Some(0.5),
        bears_out: vec!["C1".into()],
        refutes: vec!["C2".into()],
        ..Outcome::default()
    });
    let input = Input { lessons: vec![what.to_owned()], questions: vec!["Who pays?".into()], ..Input::default() };
    let mut closed = draft(&debate, &outcomes, &input);
    let own = updates(&Learned::default(), &debate, &outcomes, &closed, 86_400_000);
    let log: Vec<Envelope> = (4..)
        .zip(own)
        .map(|(seq, update)| Envelope { seq, at: 86_400_000, event: Event::UpdateApplied { update } })
        .collect();
    closed.updates = log.iter().map(|it| it.seq).collect();
    let known = Learned::of(&log);
    let (applied, domain) = (known.updates.iter().collect::<Vec<&Applied>>(), known.domain("general", 86_400_000));
    let input = postmortem::Input {
        debate: &debate,
        outcomes: &outcomes,
        postmortem: &closed,
        updates: &applied,
        domain: &domain,
        next: None,
        is_stale,
        surface,
    };
    (postmortem::report(&input), known)
}

/// L-07: a report says the same as text, as Markdown and as a page.
#[test]
fn reports_say_the_same_in_each_form() {
    let (report, known) = report("It took a year.");
    insta::assert_snapshot!("postmortem_text", report.text());
    insta::assert_snapshot!("postmortem_markdown", report.markdown());
    insta::assert_snapshot!("learned_text", learned::report(&known, None, 86_400_000).text());
    let page = report.html();
    for part in ["It took a year", "Who was right when", "Who pays?"] {
        assert!(page.contains(part) && report.text().contains(part), "{part}");
    }
    assert!(report.text().lines().all(|it| it.chars().count() <= 160), "{}", report.text());
}

/// L-07: a report that is older than an outcome says so; commands of the command line stand in its reports alone.
#[test]
fn commands_are_named_where_they_exist() {
    let words = |it: String| it.split_whitespace().collect::<Vec<_>>().join(" ");
    let own = words(report_on("It took a year.", true, Surface::CommandLine).0.text());
    assert!(own.contains("--again` writes a new one") && own.contains("roundtable learn revert"), "{own}");
    let served = words(report_on("It took a year.", true, Surface::Service).0.markdown());
    assert!(served.contains("a post-mortem with `again` replaces it") && !served.contains("`roundtable"), "{served}");
}

/// L-07, I-32: nobody's words are markup in a report.
#[test]
fn words_in_reports_are_data() {
    let (report, known) = report("<img src=x onerror=alert(1)> [a](javascript:b) | `c`\u{202e}\n# Lessons");
    let (markdown, page) = (report.markdown(), report.html());
    let unescaped = ["\\<", "\\[", "\\]"].iter().fold(markdown.clone(), |text, it| text.replace(it, ""));
    assert!(!unescaped.contains("<img") && !unescaped.contains("](javascript"), "{markdown}");
    assert_eq!(markdown.matches("\n## Lessons").count(), 1, "{markdown}");
    assert!(!page.contains("<img") && !page.contains('\u{202e}'), "{page}");
    let drawing = svg(&known.domain("general", 0).models);
    assert!(drawing.as_str().starts_with("<svg ") && drawing.as_str().contains("<circle "));
    assert!(svg(&[]).as_str().contains("No judged ballots yet."));
}
