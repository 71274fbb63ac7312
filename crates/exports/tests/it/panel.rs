//! A panel in every format: cruxes with all their fields, rooms with their statements, and never a private trace.
use crate::forms::rows;
use crate::hostile::found;
use crate::logs::LEDGER;
use crate::made::{self, HOSTILE_PANEL, PANEL};
use crate::marks::Marks;
use debate::event::{Failure, Reason, RoomEvent};
use debate::{Debate, Envelope, Event, Name, log};
use exports::{Format, adr, argdown, csv, html, json, markdown};
use serde_json::Value;

/// All texts of the fixture's card, by field (P-24).
const CARD: [&str; 9] = [
    "Does keeping a second deployment cost a team of five about a day a week?",
    "Keeping it costs a day: releases, versions, two of everything.",
    "It is kept by the same script that keeps the first.",
    "hether the hours come back every week",
    "empirical, horizon",
    "a log of hours that shows under two a week",
    "a quarter in which a day a week was lost to it",
    "How many hours a week go into the second deployment in its third month?",
    "versions must be kept in step",
];

fn written(format: Format) -> String {
    let events = log::read_lines(PANEL).unwrap();
    exports::write(format, &Debate::replay(&events).unwrap(), &events).unwrap()
}

/// A text with wrapped lines joined and escapes removed.
fn unfolded(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('\\', "")
}

/// P-24, I-40: a card is exported with all fields, in the formats for people and for programs; so are failed rooms and settled clashes.
#[test]
fn a_card_is_handed_over_whole() {
    let page = unfolded(&written(Format::Markdown));
    let dossier = unfolded(&Marks::of(&written(Format::Html)).unwrap().text);
    for text in [&page, &dossier] {
        for field in CARD {
            assert!(text.contains(field), "{field}: {text}");
        }
        for told in [
            "conomist has no turn in it: timed out",
            "hat they say is no longer opposed",
            "Nor is a night on the pager.",
            "which is not what is asked",
            "Is the code read by newcomers?",
            "It does not show who is right",
            "ungrounded",
            "built extractive, without a model",
            "with example/oak",
            "by hand",
        ] {
            assert!(text.contains(told) || text.contains(&told.replace("built e", "Built e")), "{told}: {text}");
        }
    }
    for told in
        ["- Open", "C1, C2", "`room-1/position/1/minimalist`", "### Crux 2", "#### Clash 3: minimalist, operator"]
    {
        assert!(page.contains(told), "{told}: {page}");
    }
    let value: Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let rooms = value["panel"]["rooms"].as_array().unwrap();
    let outcomes: Vec<&str> = rooms.iter().map(|it| it["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["open", "failed", "no dispute left"]);
    let debate = made::debate(PANEL);
    assert_eq!(rooms[0]["card"], serde_json::to_value(debate.panel.rooms[0].card().unwrap()).unwrap());
    assert_eq!(rooms[1]["failed"], "economist has no turn in it: timed out");
    assert_eq!(rooms[1]["lost"][0]["by"], "economist");
    assert_eq!((rooms[0]["said"].as_array().unwrap().len(), rooms[1].get("card")), (10, None));
    for part in ["matrix", "shifts", "graph", "aspects", "personas", "undisputed", "ungrounded", "searched", "minds"] {
        assert!(value["panel"].get(part).is_some(), "{part}");
    }
}

/// Q-22: contradictions that were read before anybody spoke stand in the words of both in every format for people, and first in the JSON.
#[test]
fn contradictions_are_shown_everywhere() {
    let read = r#""contradictions":[{"question":"Do <b>process</b> boundaries pay?","a":"minimalist","a_holds":"e1","b":"operator","b_holds":"b1"}],"what":"aspects_set""#;
    let with = PANEL.replacen(r#""what":"aspects_set""#, read, 1);
    let events = log::read_lines(&with).unwrap();
    let debate = Debate::replay(&events).unwrap();
    let words = |who: &str, id: &str| debate.panel.personas[&Name::from(who)].beliefs.words(id).unwrap();
    let (one, other) = (words("minimalist", "e1"), words("operator", "b1"));
    let written = |format: Format| exports::write(format, &debate, &events).unwrap();
    let page = unfolded(&written(Format::Markdown));
    let dossier = unfolded(&Marks::of(&written(Format::Html)).unwrap().text);
    for text in [&page, &dossier] {
        let at = text.find("Where what they wrote contradicts").unwrap_or_else(|| panic!("{text}"));
        let rest = &text[at..];
        for words in ["Do <b>process</b> boundaries pay?", &one, &other] {
            assert!(rest.contains(words), "{words}: {rest}");
        }
    }
    let value: Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let first = &value["panel"]["candidates"][0];
    assert_eq!((&first["a"][1], &first["b"][1]), (&Value::from(one), &Value::from(other)));
    assert!(!unfolded(&self::written(Format::Markdown)).contains("Where what they wrote contradicts"));
}

/// P-04: the JSON says which beliefs and chunks each turn had, and contains the text of every named chunk.
#[test]
fn what_a_turn_rests_on_is_handed_over() {
    let value: Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let (recalled, personas) = (value["panel"]["recalled"].as_array().unwrap(), &value["panel"]["personas"]);
    assert_eq!(recalled.len(), made::debate(PANEL).panel.recalled.len());
    let mut named = 0;
    for turn in recalled {
        let own = personas.as_array().unwrap().iter().find(|it| it["name"] == turn["by"]).unwrap();
        for chunk in turn["chunks"].as_array().unwrap() {
            let passages = own["passages"].as_array().unwrap();
            let passage = passages.iter().find(|it| it["id"] == *chunk).unwrap();
            assert!(!passage["text"].as_str().unwrap().is_empty());
            named += 1;
        }
    }
    assert!(named > 0);
}

/// P-22: private traces are in no format but the log.
#[test]
fn nobodys_thoughts_are_handed_over() {
    assert!(PANEL.matches("PRIVATE").count() > 10, "there are some");
    for format in Format::ALL.into_iter().filter(|it| *it != Format::Log) {
        assert!(!written(format).contains("PRIVATE"), "{format}");
    }
    assert_eq!(log::read_lines(&written(Format::Log)).unwrap(), log::read_lines(PANEL).unwrap());
}

/// P-24, P-41: the table has a row for each crux and each side of a card, the map a statement; the matrix and the shifts equal those of the
/// analysis.
#[test]
fn tables_and_maps_have_the_cruxes() {
    let debate = made::debate(PANEL);
    let rows = rows(&csv::document(&debate));
    let of = |record: &str| rows.iter().filter(|it| it[0] == record).cloned().collect::<Vec<_>>();
    assert_eq!(of("crux").iter().map(|it| it[7].as_str()).collect::<Vec<_>>(), ["open", "failed", "no dispute left"]);
    let stands: Vec<[String; 3]> =
        of("stand").iter().map(|it| [it[4].clone(), it[6].clone(), it[12].clone()]).collect();
    assert_eq!(stands[0], ["minimalist", "yes", "room-1/position/1/minimalist"]);
    assert_eq!(stands[1], ["operator", "no", "room-1/position/2/operator"]);
    assert_eq!(of("shift").len(), analysis::crux::shifts(&debate).len());
    let map = argdown::document(&debate);
    for line in [
        "\n[Crux 1]: Does keeping a second deployment cost a team of five about a day a week? #crux #open {by: [\"minimalist\", \"operator\"]}\n  + [Crux 1 side 1]\n  - [Crux 1 side 2]\n",
        "\n[Crux 1 side 2]: It is kept by the same script that keeps the first. #stand #no {by: [\"operator\"]}\n  - [Crux 1 side 1]\n",
    ] {
        assert!(map.contains(line), "{map}");
    }
    let matrix = analysis::crux::matrix(&debate);
    let page = markdown::document(&debate);
    assert_eq!(page.contains("\n| crux | question |"), !matrix.is_empty(), "{page}");
    let dossier = html::document(&debate);
    for row in &matrix {
        let place = debate.panel.rooms.iter().position(|it| it.id == row.room).unwrap() + 1;
        let asked = row.cells.iter().filter(|it| it.told().is_some()).count();
        let links = dossier.matches(&format!("<a class=\"cell\" href=\"#card-{place}\">")).count();
        assert_eq!(links, asked + 1, "each cell leads to the card, and so does the question");
    }
}

/// P-18, P-24: a decision record of a panel records no decision: it lists the cruxes with both sides, and what would settle them.
#[test]
fn a_record_says_what_is_open() {
    let record = unfolded(&adr::document(&made::debate(PANEL)));
    assert!(record.contains("## Decision None was made."), "{record}");
    let turns = record.split("## What it turns on").nth(1).unwrap();
    assert!(turns.contains(CARD[7]) && turns.contains(CARD[5]), "{record}");
    let next = record.split("## What to find out next").nth(1).unwrap();
    assert!(next.contains(CARD[7]), "{record}");
}

/// P-42: takes are side by side in one block, each with its own anchor.
#[test]
fn takes_stand_side_by_side() {
    let page = html::document(&made::debate(PANEL));
    assert_eq!(page.matches("<div class=\"takes\">").count(), 5);
    assert_eq!(page.matches("class=\"take\"").count(), 15);
    assert!(!page.contains("class=\"turn\""));
    let plain = html::document(&made::debate(LEDGER));
    assert!(
        !plain.contains("class=\"takes\"") && !plain.contains("id=\"cruxes\"") && !plain.contains("id=\"personas\"")
    );
}

/// P-17, I-40: a panel that is cut at any event can be exported in every format.
#[test]
fn a_panel_that_is_cut_anywhere_has_every_form() {
    for (text, step) in [(PANEL, 1), (HOSTILE_PANEL, 9)] {
        let events = log::read_lines(text).unwrap();
        for upto in (1..=events.len()).step_by(step) {
            let debate = Debate::replay(&events[..upto]).unwrap();
            for format in [Format::Markdown, Format::Json, Format::Csv, Format::Argdown, Format::Adr] {
                assert!(!exports::write(format, &debate, &events[..upto]).unwrap().is_empty());
            }
            Marks::of(&html::document(&debate)).unwrap_or_else(|why| panic!("{upto}: {why}"));
        }
    }
}

/// I-32: no words of a panel or a persona become markup; and all of them are readable.
#[test]
fn nothing_of_a_panel_is_a_mark() {
    let debate = made::debate(HOSTILE_PANEL);
    let page = html::document(&debate);
    let marks = Marks::of(&page).unwrap();
    assert!(marks.text.contains("<script>alert('hostile"));
    for mark in ["<script", "<img", "<iframe", " onerror=\"", " onfocus=\"", "href=\"javascript"] {
        assert!(!page.contains(mark), "{mark}");
    }
    for format in [Format::Markdown, Format::Adr] {
        let text = exports::write(format, &debate, &[]).unwrap();
        assert_eq!(found(&text), [""; 0], "{text}");
    }
    assert!(json::document(&debate).unwrap().contains("hostile"));
}

/// P-04: cited passages are listed in the formats for people, with persona, source, id and words; passages that nobody cited are not.
#[test]
fn what_was_cited_can_be_looked_up() {
    let said = "Keeping it costs a day: releases, versions, two of everything.";
    let cited = made::debate(&PANEL.replace(said, &format!("{said} [op-1, mi-1]")));
    let chunk = cited.panel.personas[&"minimalist".into()].chunks[0].clone();
    let (page, dossier) = (markdown::document(&cited), Marks::of(&html::document(&cited)).unwrap().text);
    for text in [unfolded(&page), unfolded(&dossier)] {
        let passages = text.split("Passages cited").nth(1).unwrap();
        for part in ["minimalist", "minimalist.md, paragraph 3", "mi-1", "operator.md", "op-1", chunk.text.as_str()] {
            assert!(passages.contains(part), "{part}: {passages}");
        }
        assert!(!passages.contains("economist.md"), "{passages}");
    }
    assert!(!markdown::document(&made::debate(PANEL)).contains("Passages cited"), "nobody cited any");
}

/// P-24, P-41: a crux has the number of its room in every format, even where rooms before it have no card.
#[test]
fn a_crux_has_one_number_everywhere() {
    let mut debate = made::debate(PANEL);
    debate.panel.rooms.rotate_left(1);
    let row = &analysis::crux::matrix(&debate)[0];
    assert_eq!((row.room.as_str(), row.number), ("room-1", 3));
    let page = unfolded(&markdown::document(&debate));
    assert!(page.contains(&format!("| 3 | {} |", CARD[0])), "{page}");
    assert!(page.contains("### Crux 3 - Between minimalist, operator"), "{page}");
    assert!(page.contains("- Crux 3: "), "{page}");
    let dossier = unfolded(&Marks::of(&html::document(&debate)).unwrap().text);
    assert!(dossier.contains(&format!("3. {}", CARD[0])) && dossier.contains("crux 3"), "{dossier}");
    assert!(argdown::document(&debate).contains("[Crux 3]: "));
    let value: Value = serde_json::from_str(&json::document(&debate).unwrap()).unwrap();
    assert_eq!((&value["panel"]["rooms"][2]["number"], &value["panel"]["matrix"][0]["number"]), (&3.into(), &3.into()));
}

/// Words of a vote, which no output of a panel has (P-18).
const VOTED: [&str; 15] = [
    "consensus",
    "dissensus",
    "plain vote",
    "plain_vote",
    "verdict\"",
    "Label",
    "label\"",
    "Option A",
    "option A",
    "options\"",
    "Verdict",
    "leading",
    " agreement",
    "Convergence",
    "converged",
];

/// P-18, I-40: no format of a panel has a verdict, a label, an option, a plain vote or a figure of convergence; each has what all hold, the cruxes
/// with what would settle them, who moved, and what to find out next.
#[test]
fn a_panel_is_no_vote() {
    for format in Format::ALL.into_iter().filter(|it| *it != Format::Log) {
        let text = match format {
            // The style sheet and the texts of participants are no part of what is said about it.
            Format::Html => Marks::of(&written(format)).unwrap().text,
            _ => written(format),
        };
        let text = unfolded(&text);
        // As data, a claim has a label: FACT, INFER or ASSUME.
        let is_data = matches!(format, Format::Json | Format::Record);
        for word in VOTED.iter().filter(|word| !(is_data && word.contains("abel\""))) {
            assert!(!text.contains(word), "{format} says {word}: {text}");
        }
        for word in ["risk-attentive", "delivery-focused", "long-term"] {
            assert!(!text.contains(word), "{format} says {word}: {text}");
        }
        assert!(text.contains(CARD[7]), "{format} does not say what would settle it: {text}");
    }
    for format in [Format::Markdown, Format::Html, Format::Adr] {
        let text = written(format);
        for part in ["What all hold", "Who moved", "What to find out next"] {
            assert!(text.contains(part), "{format}: {part}");
        }
    }
    let value: Value = serde_json::from_str(&written(Format::Json)).unwrap();
    assert!(value.get("verdict").is_none() && value.get("screen").is_none() && value["findings"].is_object());
    for part in ["all_hold", "cruxes", "moved", "held", "find_out"] {
        assert!(value["findings"][part].is_array(), "{part}");
    }
    assert_eq!(value["findings"]["cruxes"][0]["state"], "open");
    for field in ["perspective", "decide", "algorithm", "groupthink", "ballot"] {
        assert!(!value.to_string().contains(&format!("\"{field}\":")), "{field}");
    }
}

/// A panel of capable models, whose rules have figures that the fixture's lack (docs/examples).
const REAL: &str = include_str!("../../../../docs/examples/monolith-panel.jsonl");

/// P-18, I-40: no format of a real panel has a word of a vote or of counting, whether as text or as a field. Its log, of version 0.1, stays as it was written.
#[test]
fn a_real_panel_is_no_vote_in_any_format() {
    let events = log::read_lines(REAL).unwrap();
    let debate = Debate::replay(&events).unwrap();
    for format in Format::ALL.into_iter().filter(|it| *it != Format::Log) {
        let text = exports::write(format, &debate, &events).unwrap();
        let shown = if format == Format::Html { Marks::of(&text).unwrap().text } else { text };
        for word in [
            "lain vote",
            "plain_vote",
            "onsensus",
            "issensus",
            "roupthink",
            "algorithm",
            "\"decide\"",
            "Decides by",
            "Verdict",
            "Votes:",
        ] {
            assert!(!shown.contains(word), "{format} says {word}");
        }
        for word in ["contested", "#open", "(open)"].iter().filter(|_| format == Format::Argdown) {
            let claims: Vec<&str> = shown.lines().filter(|it| it.starts_with("[C")).collect();
            assert!(claims.iter().all(|it| !it.contains(word) || it.starts_with("[Crux")), "{word}");
        }
    }
    assert!(REAL.contains("\"algorithm\""), "the log was written before");
    assert_eq!(
        Debate::replay(&log::read_lines(&exports::write(Format::Log, &debate, &events).unwrap()).unwrap()).unwrap(),
        debate
    );
}

/// P-18, P-24: a panel in which no crux was found says in every format what became of its clashes, and no clash is called a crux.
#[test]
fn a_panel_without_a_crux_says_so() {
    let mut debate = made::debate(PANEL);
    for room in &mut debate.panel.rooms {
        (room.card, room.question, room.settled) = (None, None, None);
        room.left = Some("they spoke past each other".to_owned());
        room.said.retain(|it| it.stage == debate::event::Stage::Clash);
    }
    let written = |format: Format| exports::write(format, &debate, &[]).unwrap();
    for format in [Format::Markdown, Format::Html, Format::Adr] {
        let text = if format == Format::Html { Marks::of(&written(format)).unwrap().text } else { written(format) };
        let text = unfolded(&text);
        assert!(text.contains("No crux was found: of 3 clashes 3 left alone."), "{format}: {text}");
        for wrong in ["Crux 1", "crux 1"] {
            assert!(!text.contains(wrong), "{format}: {wrong}: {text}");
        }
        assert!(text.contains("lash 1") && text.contains("hey spoke past each other"), "{format}: {text}");
    }
    assert!(
        written(Format::Argdown)
            .contains("// No card, in clash 1, minimalist and operator, left alone: they spoke past each other")
    );
    let value: Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let without = value["findings"]["without_card"].as_array().unwrap();
    assert_eq!((without.len(), &without[0]["outcome"], &without[0]["number"]), (3, &"left alone".into(), &1.into()));
}

/// P-40: the id of a statement leads to it wherever it stands.
#[test]
fn statements_are_linked_by_their_ids() {
    use debate::crux::{ClaimLink, ClaimRelation};
    let mut debate = made::debate(PANEL);
    let link = ClaimLink { claim: "R1.1".to_owned(), relation: ClaimRelation::Attacks };
    debate.panel.rooms[0].said[1].turn.links = vec![link];
    let page = html::document(&debate);
    assert_eq!(
        page.matches("<a class=\"id\" href=\"#room-1-1\">R1.1</a>").count(),
        3,
        "at the statement, and twice in the list"
    );
    let text = unfolded(&markdown::document(&debate));
    assert!(text.contains("(R1.1, clash") && text.contains("(R1.2, clash"), "{text}");
}

/// P-18: whoever had nothing to say was silent, not refused, in every format.
#[test]
fn silence_is_no_refusal() {
    let mut debate = made::debate(PANEL);
    let rules = debate.rules.panel.get_or_insert_default();
    rules.quote = true;
    let round = debate.rounds.iter_mut().find(|it| it.number == 2).unwrap();
    let spoken = round.spoken.remove(0);
    let detail = "has written nothing near this".to_owned();
    round.failed.push(debate::state::Failed {
        seat: spoken.seat,
        by: spoken.by.clone(),
        why: Failure::Refused,
        detail,
    });
    for format in [Format::Markdown, Format::Json, Format::Html, Format::Csv] {
        let text = exports::write(format, &debate, &[]).unwrap();
        assert!(!text.contains("refused") && text.contains("silent"), "{format}");
    }
}

/// P-40: the dossier draws the claim graph: a colour for each author, and every edge and node leads to its turn.
#[test]
fn the_dossier_draws_the_claim_graph() {
    use debate::crux::{ClaimLink, ClaimRelation};
    let mut debate = made::debate(PANEL);
    let none = html::document(&debate);
    assert!(none.contains("No turn names a claim that it answers"), "panels of older logs have no links");
    let link = |claim: &str, relation| ClaimLink { claim: claim.to_owned(), relation };
    let said = &mut debate.panel.rooms[0].said;
    said[0].turn.links = vec![link("C2", ClaimRelation::Attacks)];
    said[1].turn.links = vec![
        link("R1.1", ClaimRelation::Concedes),
        link("C1", ClaimRelation::Supports),
        link("R1.1", ClaimRelation::Attacks),
    ];
    let (first, second) = (said[0].by.clone(), said[1].by.clone());
    let page = html::document(&debate);
    Marks::of(&page).unwrap();
    for (title, place) in [
        (format!("{first}: R1.1 attacks C2"), 1),
        (format!("{second}: R1.2 concedes R1.1"), 2),
        (format!("{second}: R1.2 supports C1"), 2),
    ] {
        assert!(page.contains(&format!("<a href=\"#room-1-{place}\"><title>{title}</title>")), "{title}: {page}");
    }
    for mark in ["class=\"by-1\"", "class=\"by-2\"", "edge against", "edge grant", "edge for", "id=\"room-1-1\""] {
        assert!(page.contains(mark), "{mark}");
    }
    assert_eq!(page, html::document(&debate), "the layout is the same every time");
    let course = |title: &str| {
        let (_, rest) = page.split_once(&format!("<title>{title}</title>")).unwrap();
        rest.split_once(" d=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    let [one, other] = ["concedes", "attacks"].map(|it| course(&format!("{second}: R1.2 {it} R1.1")));
    assert_ne!(one, other, "two arrows between the same two do not lie on each other");
    let map = argdown::document(&debate);
    assert!(map.contains("  - [R1.1]\n") && map.contains("// conceded in R1.2: R1.1\n"), "{map}");
    assert!(map.contains("  - [R1.2]\n"), "{map}");
}

/// P-24, P-10: an unfinished room says so in every format for people, with the reason.
#[test]
fn a_room_that_was_cut_says_why() {
    let events = log::read_lines(PANEL).unwrap();
    let upto =
        events.iter().position(|it| matches!(it.event, Event::Room { what: RoomEvent::Opened { .. }, .. })).unwrap();
    let mut cut = events[..=upto].to_vec();
    let last = cut.last().unwrap();
    let event = Event::DebateClosed { why: Reason::Deadline, figures: vec![], question: None };
    cut.push(Envelope { seq: last.seq + 1, at: last.at, elapsed: last.elapsed, event });
    let debate = Debate::replay(&cut).unwrap();
    let dossier = Marks::of(&html::document(&debate)).unwrap().text;
    for text in [unfolded(&markdown::document(&debate)), unfolded(&dossier)] {
        assert!(
            text.contains("The room is not over: the time was up.")
                || text.contains("The room is not over. The time was up."),
            "{text}"
        );
    }
    let value: Value = serde_json::from_str(&json::document(&debate).unwrap()).unwrap();
    assert_eq!(value["panel"]["rooms"][0]["unfinished"], "the time was up");
}
