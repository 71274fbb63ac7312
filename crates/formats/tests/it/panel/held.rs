//! What the clerk is shown of what everybody holds and wrote, before anybody speaks (Q-22).
use super::{Play, World, clerked, persona, rules};
use analysis::crux;
use debate::event::Failure;
use debate::persona::Chunk;
use debate::rules::PanelRules;
use debate::{Persona, Rules, text};
use formats::Ask;
use formats::panel::{Reading, reading};

/// A persona without beliefs that wrote a text.
fn author(name: &str, text: &str) -> Persona {
    let mut author = persona(name);
    author.beliefs = Default::default();
    let chunk =
        Chunk { id: format!("{name}-c1").as_str().into(), source: "essay.md".to_owned(), text: text.to_owned() };
    author.chunks = vec![chunk];
    author
}

/// A panel at which these are seated and the clerk is asked; it answers with these contradictions.
fn asked(personas: Vec<Persona>, answer: fn(&Ask) -> Result<String, Failure>) -> Play {
    let own = PanelRules { aspects: Vec::new(), ..clerked() };
    let world = World { answer, ..World::default() };
    let mut play = Play::seated(Rules { panel: Some(own), ..rules() }, world, personas);
    play.step();
    play
}

/// Q-22, P-12: the clerk reads the sentences of the texts, whole, and may name them; a named sentence is recorded with its words and its chunk. Headings
/// and bare questions are no statements; a question stands with its answer.
#[test]
fn a_sentence_may_be_what_contradicts() {
    fn answer(_: &Ask) -> Result<String, Failure> {
        let pair = |b_holds: &str| {
            format!(
                r#"{{"question": "Do humps work?", "a": "marta", "a_holds": "s4", "b": "priya", "b_holds": "{b_holds}"}}"#
            )
        };
        Ok(format!(r#"{{"aspects": ["Humps"], "contradictions": [{}, {}, {}]}}"#, pair("s2"), pair("s2"), pair("s99")))
    }
    let marta = "On humps\nWho pays for them? The town does not know. Speed humps work. Would I build more? Yes, at every school.";
    let priya = "I have counted for six years, at nine places, in all weathers, and nobody thanked me for it. The humps should be taken out.";
    let play = asked(vec![author("marta", marta), author("priya", priya)], answer);
    let prompt = &play.asked.first().unwrap().1.user;
    for line in [
        "| marta s4: Speed humps work.",
        "| marta s5: Would I build more? Yes, at every school.",
        "| priya s2: The humps should be taken out.",
    ] {
        assert!(prompt.contains(&format!("{line}\n")), "{line}: {prompt}");
    }
    assert!(!prompt.contains("On humps") && !prompt.contains("Who pays") && !prompt.contains("left out"), "{prompt}");
    let found = crux::contradictions(&play.debate);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.a.1.as_str(), one.b.1.as_deref()), ("Speed humps work.", Some("The humps should be taken out.")));
    let recorded = &play.debate.panel.aspects.as_ref().unwrap().contradictions[0];
    assert_eq!((recorded.a_holds.as_str(), recorded.a_wrote.as_deref()), ("marta-c1", Some("Speed humps work.")));
}

/// Q-22: of more than fits, the clerk reads what is nearest to the topic and to what the others wrote; what one author does not need is shared among
/// the others, no sentence is cut, and how much is left out is said beforehand and in the prompt.
#[test]
fn the_nearest_come_first_and_no_space_is_lost() {
    fn answer(_: &Ask) -> Result<String, Failure> {
        Ok(r#"{"aspects": ["Humps"], "contradictions": []}"#.to_owned())
    }
    let filler = |at: usize| {
        format!(
            "Item{at} was discussed at length{at} in the committee{at} of the borough{at} and then adjourned{at} again. "
        )
    };
    let long: String =
        (0..900).map(filler).chain(["Zebra crossings should be abolished near bakeries.".to_owned()]).collect();
    let short = "Zebra crossings near bakeries are the best thing that this town has built.";
    let play = asked(vec![author("long", &long), author("short", short)], answer);
    let prompt = &play.asked.first().unwrap().1.user;
    assert!(
        prompt.contains(": Zebra crossings should be abolished near bakeries.\n"),
        "the last and nearest is listed"
    );
    assert!(prompt.contains(short));
    let Reading { shown, all } = reading(&play.debate);
    assert_eq!(all, 902);
    assert!(shown < all && prompt.contains(&format!(" {} that are farther", all - shown)), "{shown}");
    let lines: Vec<&str> =
        prompt.lines().filter(|it| it.starts_with("| long s") || it.starts_with("| short s")).collect();
    assert_eq!(lines.len(), shown);
    assert!(lines.iter().all(|it| it.ends_with('.')), "whole sentences");
    let spent: usize = lines.iter().map(|it| text::tokens(it) + 1).sum();
    assert!((7_900..=8_000).contains(&spent), "the room that the short one leaves is used: {spent}");
}
