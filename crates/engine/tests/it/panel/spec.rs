//! Checks of a panel before anything is spent.
use super::{both, caching, persona};
use debate::rules::{PanelRules, Temperatures};
use debate::{Polarity, Rules};
use engine::Spec;

fn ruled(change: impl FnOnce(&mut PanelRules)) -> Spec {
    let mut spec = caching(PanelRules::default());
    change(spec.rules.panel.as_mut().unwrap());
    spec
}

fn changed(change: impl FnOnce(&mut Spec)) -> Spec {
    let mut spec = caching(PanelRules::default());
    change(&mut spec);
    spec
}

/// P-01, P-10, P-16, P-21: a panel is checked before it is opened, and errors say what to do.
#[test]
fn a_panel_is_checked() {
    both().iter().for_each(|(what, spec)| assert_eq!(spec.check(), Ok(()), "{what}"));
    let stranger = persona("west", &[("rain", Polarity::Furthers, "mud")]);
    let cases = [
        (ruled(|it| it.clash = 5), "`clash` is 5; it must be 2 to 4 turns"),
        (ruled(|it| it.exchange = 1), "`exchange` is 1; it must be 2 to 8 turns"),
        (ruled(|it| it.remind = 0), "`remind` is 0; it must be at least 1 turn"),
        (ruled(|it| it.rooms = 0), "`rooms` is 0"),
        (ruled(|it| it.most_aspects = 13), "`most_aspects` is 13; it must be 1 to 12"),
        (ruled(|it| it.aspects = vec!["Cost".to_owned(); 13]), "`aspects` is 13; it must be at most 12 aspects"),
        (ruled(|it| it.aspects = vec![" ".to_owned()]), "one without a word"),
        (ruled(|it| it.aspects = vec!["x".repeat(401)]), "at most 400 bytes each"),
        (
            ruled(|it| it.temperatures = Temperatures { room: 2.1, ..Temperatures::default() }),
            "`temperature_room` is 2.1",
        ),
        (
            ruled(|it| it.temperatures = Temperatures { card: f64::NAN, ..Temperatures::default() }),
            "`temperature_card`",
        ),
        (ruled(|it| it.quote = true), "`north` has the model `sim/1`"),
        (changed(|it| it.rules.panel = None), "it is a panel and has no rules of one"),
        (changed(|it| it.mode = "adversarial".to_owned()), "it has the rules of a panel and is none"),
        (changed(|it| it.personas[0].persuadability = 1.5), "`persuadability` is 1.5; it must be 0 to 1"),
        (
            changed(|it| {
                let chunk = it.personas[0].chunks[0].clone();
                it.personas[0].chunks = vec![chunk; 2_001];
            }),
            "`chunks of a persona` is 2001; it must be at most 2000",
        ),
        (
            changed(|it| it.personas[0].beliefs.nodes[0].concept = "rain ".repeat(2_000)),
            "`a text of a persona` is 10000 bytes long",
        ),
        (changed(|it| it.personas.push(stranger)), "the persona `west` has no participant of that name"),
        (changed(|it| it.personas.truncate(2)), "`south` takes part in a panel and has no persona"),
        (changed(|it| it.personas.push(it.personas[0].clone())), "two participants are called `north`"),
        (changed(|it| it.participants[0].model = "quote/north".to_owned()), "`north` has the model `quote/north`"),
        (
            changed(|it| (it.mode, it.rules) = ("adversarial".to_owned(), Rules::default())),
            "it has personas and is not a panel",
        ),
        (changed(|it| it.participants.truncate(1)), "needs at least 2 participants"),
    ];
    for (spec, expected) in cases {
        let error = spec.check().unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

/// P-16, O-04: every model that a panel may ask is known beforehand, each once; quoting participants need none.
#[test]
fn all_models_of_a_panel_are_known() {
    let mut spec = ruled(|it| (it.clerk, it.strong) = (Some("sim/9".to_owned()), Some("sim/8".to_owned())));
    let models = |spec: &Spec| engine::models_of(&spec.participants, &spec.rules, None);
    assert_eq!(models(&spec), ["sim/1", "sim/2", "sim/3", "sim/9", "sim/8"]);
    spec.participants.iter_mut().for_each(|it| it.model = format!("quote/{}", it.name));
    assert_eq!(models(&spec), ["sim/9", "sim/8"]);
}
