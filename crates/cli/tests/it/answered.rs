//! What the first screen and its explanations say: who was lost, the same claims everywhere, at most fifteen lines at every width.
use crate::killed::command;
use crate::provider::Provider;
use crate::pty::{self, Terminal};
use crate::sandbox::Sandbox;
use crate::terminal::WIDTHS;
use models::fake_provider::Behaviour;
use serde_json::Value;

/// An answer that votes No.
pub(crate) const NO: &str = r#"{"position": "No, not this year.", "reasoning": "The team is small.", "confidence": 0.8, "ballot": {"choice": "No", "headline": null}, "claims": [], "references": [], "key_points": [], "moves": [], "others": [], "terms": [], "on_terms": [], "because": [], "confidence_change": null, "ranking": null, "needs": []}"#;

/// D-40, I-01, I-03: a seat that was lost is named on the first screen, with the rounds and the reason, on every surface and at every width; the
/// count includes it, and those who answered are not called all.
#[test]
fn a_lost_seat_is_named_first() {
    for width in WIDTHS {
        let provider = Provider::new(|call, _| match call.ends_with("/Cyn") {
            true => Some(Behaviour::status(401, "wrong key")),
            false => Some(Behaviour::answer(NO)),
        });
        let sandbox = Sandbox::new();
        let with = "openai/a,openai/b,Cyn=openai/c";
        let words = ["debate", "Should we adopt gRPC?", "--with", with, "--rounds", "2", "--algorithm", "fixed_rounds"];
        let rest = ["--set", "safety=false", "--quiet"];
        let (code, seen) =
            Terminal::start(&command(&sandbox, &provider, &[&words[..], &rest].concat()), 24, width).end();
        assert_eq!(code, 0, "{seen}");
        let packed = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(packed.contains("Verdict: No, 2 of 3 (1 lost, both others independently)"), "{seen}");
        assert!(packed.contains("consensus of those who answered"), "{seen}");
        assert!(packed.contains("Lost: Cyn in rounds 1 and 2: rejected (") && packed.contains("401"), "{seen}");
        assert!(seen.lines().filter(|it| !it.is_empty()).count() <= 15, "{seen}");
        if width == WIDTHS[0] {
            insta::assert_snapshot!("a lost seat on the first screen", masked(&seen, &provider));
            let json: Value = serde_json::from_str(&sandbox.print(&["show", "latest", "--json"])).unwrap();
            assert_eq!(json["screen"]["rows"][0]["title"], "Lost");
            assert_eq!((&json["decision"]["lost"], &json["decision"]["of"]), (&serde_json::json!(["Cyn"]), &2.into()));
            for format in ["markdown", "html", "argdown", "adr"] {
                let text = sandbox.print(&["export", "latest", "--format", format]);
                assert!(text.contains("2 of 3 (1 lost") && text.contains("Cyn in rounds 1 and 2"), "{format}: {text}");
            }
            let full = sandbox.print(&["show", "latest", "--full"]);
            assert!(full.contains("Lost: Cyn in rounds 1 and 2"), "{full}");
        }
    }
}

fn masked(seen: &str, provider: &Provider) -> String {
    seen.replace(&provider.base_url(), "[PROVIDER]")
}

/// I-01: whatever the mode, a rehearsal ends with at most fifteen lines at 60 columns, with the next step and the id; at 20 columns, too, and
/// there the id and the next commands are whole.
#[test]
fn every_first_screen_fits() {
    for mode in formats::modes::names() {
        let sandbox = Sandbox::new();
        let topic = "Should a team of five split its product into microservices before the audit in May?";
        sandbox.print(&["debate", topic, "--with", "sim", "--rounds", "3", "--mode", mode, "--json"]);
        let id = sandbox.print(&["list"]).lines().nth(1).unwrap().split(' ').next().unwrap().to_owned();
        for width in [20, 40, 60, 100] {
            let (code, seen) = pty::run(&sandbox, &["show", &id], 40, width);
            assert_eq!(code, 0);
            assert!(seen.lines().count() <= 15, "{mode} at {width}: {seen}");
            let packed: String = seen.split_whitespace().collect();
            assert!(packed.contains("Verdict:") && packed.contains("roundtablecontinue"), "{mode} at {width}: {seen}");
            assert!(width < 60 || packed.contains("Nextstep:") && packed.contains("REHEARSAL:"), "{mode}: {seen}");
            assert!(width < 60 || packed.contains("seatrealmodels"), "the next step is whole: {seen}");
        }
    }
}

/// Q-21, I-04: `show --why` names the claims of the first screen in the same order, says each once, and says of each whether it would turn the
/// decision; no sentence is a riddle.
#[test]
fn reasons_agree_with_the_first_screen() {
    let sandbox = Sandbox::new();
    for (log, id) in [("microservices", "collab")] {
        let path = format!("{}/../../docs/examples/{log}.jsonl", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(sandbox.print(&["import", &path]), format!("{id}\n"));
        let json: Value = serde_json::from_str(&sandbox.print(&["show", id, "--json"])).unwrap();
        let row = |title: &str| {
            let rows = json["screen"]["rows"].as_array().unwrap();
            rows.iter()
                .find(|it| it["title"] == title)
                .map(|it| it["text"].as_str().unwrap().to_owned())
                .unwrap_or_default()
        };
        let ids = |text: &str| -> Vec<String> {
            let is_id = |it: &&str| it.starts_with('C') && it.len() > 1 && it[1..].chars().all(|c| c.is_ascii_digit());
            text.split_whitespace().filter(is_id).map(str::to_owned).collect()
        };
        let why = sandbox.print(&["show", id, "--why"]);
        let section = |title: &str| {
            let from = why.find(&format!("\n{title}\n")).unwrap_or_else(|| panic!("no {title}: {why}"));
            why[from + 1..].split("\n\n").next().unwrap().to_owned()
        };
        for (title, needed) in [("Rests on", 1), ("Weakest assumptions (none turns it alone)", 1)] {
            let (first, all) = (ids(&row(title)), ids(&section(title)));
            assert!(first.len() >= needed, "{title}: {}", row(title));
            assert!(all.starts_with(&first), "{title}: {first:?} on the first screen, {all:?} here");
        }
        let packed = why.split_whitespace().collect::<Vec<_>>().join(" ");
        let claims = json["evidence"]["claims"].as_array().unwrap();
        for claim in claims.iter().map(|it| it["text"].as_str().unwrap().trim_end_matches('.')) {
            assert!(packed.matches(claim).count() <= 1, "said twice: {claim}\n{why}");
        }
        for riddle in ["Is it so that", "falsified by", "its strength is what", "Nothing else is held"] {
            assert!(!why.contains(riddle), "{why}");
        }
        assert!(!packed.contains("would still favour"), "none of its claims turns it: {why}");
    }
}

/// I-10: a rehearsal is known as one in a list of any width.
#[test]
fn a_rehearsal_is_listed_as_one() {
    let sandbox = Sandbox::new();
    let topic = "Should a team of five split its product into microservices before the audit in May?";
    sandbox.print(&["debate", topic, "--with", "sim", "--rounds", "1", "--json"]);
    for width in [60, 100] {
        let (_, seen) = pty::run(&sandbox, &["list"], 24, width);
        assert!(seen.lines().nth(1).unwrap().contains("  rehearsal  "), "{seen}");
    }
}
