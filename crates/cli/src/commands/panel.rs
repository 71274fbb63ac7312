//! `panel`: personas of a deck around a table, from a topic to what they really disagree about (P-10).
//!
//! Not here: who sits where (`seating`), what it may cost (`estimate`), and where they part before anybody has spoken (`before`).
mod before;
mod estimate;
mod seating;

use super::debate::{Planned, fetched, new_id};
use super::holding::{Beginning, Hall};
use super::person::Person;
use super::persona::BUILT;
use super::rules::{self, Purse, check_budget, errand};
use super::{Context, analyst, typed};
use crate::args::Panel;
use crate::decks;
use crate::exit::Exit;
use crate::print;
use crate::settings::{self, Origin, Settings};
use crate::table::{BETTER, Table, announce_hosts};
use before::Before;
use debate::rules::{PanelRules, Temperatures, Watch};
use debate::{Participant, Rules, Topic};
use engine::{Brought, Spec};
pub(crate) use estimate::Estimate;
use exports::wording::{name, one_line};
use personas::Deck;
use personas::recall::kept;
pub(crate) use seating::named;
use seating::{Seated, Wanted};
use std::path::Path;

pub(crate) async fn run(args: &Panel, mut context: Context, cwd: &Path) -> Result<(), Exit> {
    let topic = Topic::new(&typed::words(&args.topic, "the topic")?).map_err(Exit::request)?;
    overrule(&mut context.settings, args)?;
    let aspects = aspects(&args.aspects)?;
    let decks = decks::places(args.decks.as_deref(), &settings::process, cwd)?;
    let deck = decks.load_for(&args.deck, &named(&args.with))?;
    let table = Table::new(&context.settings, &settings::process)?;
    let (with, model, answers) = (args.with.clone(), args.model.clone(), Answers::of(args));
    let wish = Wish { topic, deck, with, model, aspects, answers, seed: args.seed.unwrap_or_default() };
    let Planned { spec, is_embedded } = planned(&context.settings, &table, wish).await?;
    let before = Before::of(&spec)?;
    if args.candidates {
        return before.print(args.output, context.style());
    }
    let names = rules::models(&spec.participants, &spec.rules, None);
    let open = table.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&table, &spec.participants, &spec.rules, None);
    }
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announce(&args.deck, &spec, &before, &table);
        if is_embedded {
            print::note(format_args!("{BETTER}\n"));
        }
    }
    let Brought { models, analyst } = fetched(&table, open, &names, &spec.rules.analyst, args.yes).await?;
    let store = context.store().await?;
    let claim = store.claim(&spec.id)?;
    let (style, output) = (context.style(), args.output);
    // Nobody asks a panel to agree.
    let (person, require_consensus) = (Person::of(output), false);
    let hall = Hall { store, claim, models, analyst, style, output, person, require_consensus };
    let (id, seats) = (spec.id.clone(), spec.participants.clone());
    hall.hold(Beginning::Start(spec), &id, &seats, 0).await
}

/// What was typed goes over what was set.
fn overrule(settings: &mut Settings, args: &Panel) -> Result<(), Exit> {
    settings.session(&args.set)?;
    settings.flag("analyst", args.analyst.as_ref())?;
    settings.flag("budget", args.budget.as_ref())?;
    settings.flag("budget_tokens", args.budget_tokens.as_ref())?;
    settings.flag("deadline", args.deadline.as_ref())?;
    settings.flag("panel_clerk", args.clerk.as_ref())?;
    settings.flag("panel_strong", args.strong.as_ref())?;
    settings.flag("panel_detection", args.detection.as_ref())?;
    settings.flag("panel_exchange", args.exchange.as_ref())?;
    settings.flag("panel_clash", args.clash.as_ref())?;
    settings.flag("panel_rooms", args.rooms.as_ref())?;
    settings.flag("panel_remind", args.remind.as_ref())?;
    settings.flag("panel_temperature_turn", args.temperature_turn.as_ref())?;
    settings.flag("panel_temperature_room", args.temperature_room.as_ref())?;
    settings.flag("panel_temperature_check", args.temperature_check.as_ref())?;
    settings.flag("panel_temperature_card", args.temperature_card.as_ref())
}

/// The aspects that were typed, in their order; none where none were.
fn aspects(typed: &[String]) -> Result<Vec<String>, Exit> {
    let all = typed.iter().flat_map(|it| it.split(';')).map(str::trim).filter(|it| !it.is_empty());
    let aspects: Vec<String> = all.map(str::to_owned).collect();
    if aspects.is_empty() && !typed.is_empty() {
        return Err(Exit::request(
            "`--aspects` names none; write `--aspects \"cost; risk; who decides\"`, or leave it out",
        ));
    }
    Ok(aspects)
}

/// What only whoever asks for a panel can say.
pub(crate) struct Wish {
    pub(crate) topic: Topic,
    pub(crate) deck: Deck,
    /// Who of it, with which models; see [`Wanted::of`].
    pub(crate) with: Vec<String>,
    /// The model of everybody who is given none.
    pub(crate) model: Option<String>,
    pub(crate) aspects: Vec<String>,
    pub(crate) answers: Answers,
    pub(crate) seed: u64,
}

/// How participants answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// In words that a model finds.
    Spoken,
    /// In words that they wrote.
    Quoted,
}

impl Answers {
    fn of(args: &Panel) -> Answers {
        if args.quote { Answers::Quoted } else { Answers::Spoken }
    }
}

/// A panel as the settings have it, checked before anything is spent.
pub(crate) async fn planned(settings: &Settings, table: &Table, wish: Wish) -> Result<Planned, Exit> {
    let Wish { topic, deck, with, model, aspects, answers, seed } = wish;
    let wanted = Wanted::of(&deck, &with)?;
    let Seated { participants, personas, is_embedded } = match answers {
        Answers::Spoken => seating::speaking(&wanted, model.as_deref(), settings, table).await?,
        Answers::Quoted => seating::quoting(&wanted)?,
    };
    // Whoever only quotes runs no errands.
    let able: &[Participant] = match answers {
        Answers::Spoken => &participants,
        Answers::Quoted => &[],
    };
    let panel = panel_rules(settings, aspects, able, answers);
    let rules = Rules {
        rounds: aspects_of(&panel).saturating_add(OPENING_AND_CLOSING),
        panel: Some(panel),
        analyst: analyst::chosen(settings, able, table)?,
        // Nobody evaluates a panel's answers: the first tier alone reads them.
        watch: Watch { on: settings.safety.value, ..Watch::default() },
        hidden: Default::default(),
        // Personas speak from what they wrote, not from evidence of kinds.
        evidence: None,
        context: false,
        tools: None,
        parallel: None,
        ..rules::rules(settings, seed)
    };
    let personas = personas.iter().map(|it| kept(it, topic.as_str(), MOST_CHUNKS)).collect();
    let (id, mode) = (new_id(), formats::panel::NAME.to_owned());
    let (disciplines, attached) = (Default::default(), Vec::new());
    let spec = Spec { id, topic, ballot: None, mode, participants, rules, disciplines, attached, personas };
    spec.check().map_err(engine::Error::from)?;
    let purse = Purse { usd: spec.rules.budget_usd, tokens: spec.rules.budget_tokens };
    check_budget(purse, &spec.participants, &spec.rules, table)?;
    Ok(Planned { spec, is_embedded })
}

/// The rounds of a panel besides those of its aspects (P-10).
const OPENING_AND_CLOSING: u32 = 2;

/// The chunks of a persona that the log keeps. Ours: some 80,000 tokens of what somebody wrote, the nearest to the topic.
const MOST_CHUNKS: usize = 300;

/// The rules that the settings make for a panel. Where nobody names a clerk, the model for errands is one, or the first at the table that
/// copes with full prompts; small models only take part (P-31).
fn panel_rules(settings: &Settings, aspects: Vec<String>, able: &[Participant], answers: Answers) -> PanelRules {
    let usual = || settings.light_model.value.clone().or_else(|| errand(able).map(str::to_owned));
    let clerk = match (&settings.panel_clerk.origin, answers) {
        (_, Answers::Quoted) => None,
        (Origin::Default, Answers::Spoken) => usual(),
        (Origin::User(_) | Origin::Project(_) | Origin::Env(_) | Origin::Flag, Answers::Spoken) => {
            settings.panel_clerk.value.clone()
        }
    };
    let strong = settings.panel_strong.value.clone().filter(|_| answers == Answers::Spoken);
    PanelRules {
        aspects,
        most_aspects: settings.panel_most_aspects.value,
        clerk,
        strong,
        detection: settings.panel_detection.value,
        clash: settings.panel_clash.value,
        exchange: settings.panel_exchange.value,
        rooms: settings.panel_rooms.value,
        remind: settings.panel_remind.value,
        temperatures: Temperatures {
            turn: settings.panel_temperature_turn.value,
            room: settings.panel_temperature_room.value,
            check: settings.panel_temperature_check.value,
            card: settings.panel_temperature_card.value,
        },
        quote: answers == Answers::Quoted,
    }
}

/// How many aspects there will be, at most.
fn aspects_of(panel: &PanelRules) -> u32 {
    match u32::try_from(panel.aspects.len()) {
        Ok(0) => panel.most_aspects,
        Ok(count) => count,
        Err(_) => u32::MAX,
    }
}

/// Who sits, built how and with which model, what they will talk about, and what it may cost (I-11, P-01, Q-22).
fn announce(deck: &str, spec: &Spec, before: &Before, table: &Table) {
    for (seat, persona) in spec.participants.iter().zip(&spec.personas) {
        let (model, built) = (&seat.model, one_line(&persona.built.to_string(), BUILT));
        let (beliefs, links) = (persona.beliefs.nodes.len(), persona.beliefs.edges.len());
        print::note(format!("{:24} {model} (built {built}: {beliefs} beliefs, {links} links)", name(&seat.name)));
    }
    print::note(format!("personas of the deck `{deck}`: made from what somebody wrote, not the people themselves"));
    let Some(panel) = &spec.rules.panel else { return };
    print::note(match &panel.clerk {
        Some(model) => format!("clerk: {model} looks for disagreement and draws cards"),
        None => {
            "clerk: none; disagreement is looked for in this process, and cards are put together from what both say"
                .to_owned()
        }
    });
    if let Some(model) = &panel.strong {
        print::note(format!("rooms: {model} speaks for everybody in them"));
    }
    before.note();
    let estimate = Estimate::of(spec, table);
    print::note(if panel.quote {
        "estimate: no model is asked, so no cost\n".to_owned()
    } else {
        format!("estimate: {estimate}\n")
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Persona;
    use debate::persona::Built;

    fn deck() -> Deck {
        let persona = |name: &str| Persona {
            name: name.into(),
            built: Built::Hand,
            persuadability: Persona::PERSUADABILITY,
            contract: Default::default(),
            beliefs: Default::default(),
            chunks: Vec::new(),
        };
        Deck { name: "federalist".to_owned(), personas: ["hamilton", "jay"].map(persona).to_vec() }
    }

    async fn plan(words: &[&str], answers: Answers) -> (Spec, Estimate) {
        let mut settings = Settings::default();
        settings.session(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap();
        let table = Table::new(&settings, &|_| None).unwrap();
        let with = if answers == Answers::Spoken { vec!["sim".to_owned()] } else { Vec::new() };
        let (topic, aspects) = (Topic::new("Should we?").unwrap(), vec!["cost".to_owned()]);
        let wish = Wish { topic, deck: deck(), with, model: None, aspects, answers, seed: 0 };
        let spec = planned(&settings, &table, wish).await.unwrap().spec;
        let estimate = Estimate::of(&spec, &table);
        (spec, estimate)
    }

    /// P-16, P-31: who serves a panel is set, or whoever is at hand and able; nobody serves those who quote.
    #[tokio::test]
    async fn the_clerk_is_set_or_the_first_who_is_able() {
        let rows: [(&[&str], Answers, Option<&str>); 5] = [
            (&[], Answers::Spoken, Some("sim/1")),
            (&["light_model=sim/8"], Answers::Spoken, Some("sim/8")),
            (&["light_model=sim/8", "panel_clerk=sim/9"], Answers::Spoken, Some("sim/9")),
            (&["panel_clerk=none"], Answers::Spoken, None),
            (&["panel_clerk=sim/9", "panel_strong=sim/9"], Answers::Quoted, None),
        ];
        for (words, answers, expected) in rows {
            let (spec, _) = plan(words, answers).await;
            let panel = spec.rules.panel.unwrap();
            assert_eq!(panel.clerk.as_deref(), expected, "{words:?}");
            assert_eq!((panel.strong, panel.quote), (None, answers == Answers::Quoted));
            assert_eq!((spec.mode.as_str(), spec.rules.rounds), ("panel", 3), "an opening, an aspect, a closing");
        }
    }

    /// I-11, O-04, P-10, P-21: two who talk about one aspect: usually, and if every turn is played and asked for again.
    #[tokio::test]
    async fn what_a_panel_may_take_is_told() {
        let said = async |words| plan(words, Answers::Spoken).await.1.to_string();
        // 6 turns, 10 in a room, 3 of the clerk's; at most 12, 48 and 10.
        assert_eq!(said(&[]).await, "about 19 calls, at most 70; no cost");
        assert_eq!(said(&["panel_clerk=none"]).await, "about 16 calls, at most 60; no cost");
        assert_eq!(said(&["panel_detection=vote"]).await, "about 21 calls, at most 74; no cost");
        assert_eq!(
            said(&["panel_strong=openai/nothing-known"]).await,
            "about 19 calls, at most 70; cost unknown: set `[prices]` to have it estimated"
        );
    }
}
