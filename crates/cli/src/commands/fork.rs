//! `fork`: another debate from any point of one, with changes (O-23).
use super::continued::{allow, allowed, purse};
use super::debate::{fetched, new_id};
use super::holding::{Beginning, Hall};
use super::person::Person;
use super::rules::{self, check_budget, is_watch_typed, overruled, watch};
use super::{Context, analyst, typed};
use crate::args::Fork;
use crate::attach;
use crate::exit::Exit;
use crate::print;
use crate::settings::{self, Origin, Setting, Settings};
use crate::table::{Table, announce_hosts};
use debate::{Attachment, Debate, Envelope, Usage};
use engine::{At, Brought, Changes, Clock, Cut, Live, Seat};

pub(crate) async fn run(args: &Fork, mut context: Context) -> Result<(), Exit> {
    let settings = &mut context.settings;
    settings.session(&args.set)?;
    settings.flag("mode", args.mode.as_ref())?;
    settings.flag("algorithm", args.algorithm.as_ref())?;
    settings.flag("decide", args.decide.as_ref())?;
    settings.flag("analyst", args.analyst.as_ref())?;
    settings.flag("evidence_gate", args.gate.then_some(true))?;
    settings.flag("rounds", args.rounds.as_ref())?;
    allow(settings, &args.more)?;
    if settings.table.origin == Origin::Flag {
        return Err(Exit::request(
            "a fork keeps its table; put another model in a seat with `--seat NAME=provider/model`",
        ));
    }
    let attached = attach::read(&args.attach, (args.say.as_deref() == Some("-")).then_some("what you say"))?;
    let said = args.say.as_deref().map(|it| typed::words(it, "what you say")).transpose()?;
    let table = Table::new(&context.settings, &settings::process)?;
    let seats = seats(&table, &args.seat)?;

    let store = context.store_with(&args.id).await?;
    let source = super::find(&store, &args.id).await?;
    let log = store.log(&source).await?;
    let (said, focus) = (said.map(|it| it.into_owned()), args.focus.clone());
    let wish = Wish { at: at(args.at, args.after_round), seats, said, focus, attached };
    let (debate, begun) = planned(&context.settings, &table, &log, wish)?;
    let names = rules::models(&debate.participants, &debate.rules, debate.watching.as_ref());
    let open = table.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&table, &debate.participants, &debate.rules, debate.watching.as_ref());
    }
    let Brought { models, analyst } = fetched(&table, open, &names, &debate.rules.analyst, args.yes).await?;

    let id = debate.id.clone();
    let claim = store.claim(&id)?;
    if let Err(error) = store.import(&id, &begun).await {
        claim.settle();
        return Err(error.into());
    }
    let seats = debate.participants.len();
    let kept = debate.rounds.iter().filter(|it| it.is_finished(seats)).count();
    let upto = debate.fork.as_ref().map_or(0, |it| it.upto);
    print::note(format!(
        "{id} is forked from {source} after event {upto} (rounds kept: {kept}; nothing of them is asked again)"
    ));
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let hall = Hall { store, claim, models, analyst, style, output, person: Person::of(output), require_consensus };
    hall.hold(Beginning::Resume(begun), &id, &debate.participants, debate.elapsed).await
}

/// What only whoever asks for a fork can say.
pub(crate) struct Wish {
    pub(crate) at: At,
    pub(crate) seats: Vec<Seat>,
    pub(crate) said: Option<String>,
    pub(crate) focus: Option<String>,
    pub(crate) attached: Vec<Attachment>,
}

/// The new debate and its log, checked before anything is spent.
pub(crate) fn planned(
    settings: &Settings,
    table: &Table,
    log: &[Envelope],
    wish: Wish,
) -> Result<(Debate, Vec<Envelope>), Exit> {
    let Wish { at, seats, said, focus, attached } = wish;
    let cut = Cut::of(log, at)?;
    if is_watch_typed(settings) && cut.debate.evaluator().is_some() {
        return Err(Exit::request(
            "the debate is watched at this point, and what is watched stays so until two rounds bring nothing: fork it before, with `--at 0`, or leave the settings of safety as they are",
        ));
    }
    let changes = Changes { seats, said, focus, attached, ..changes(settings, &cut, table)? };
    let begun = engine::fork(&cut, changes)?;
    let debate = Debate::replay(&begun).map_err(engine::Error::from)?;
    check_budget(purse(settings), &debate.participants, &debate.rules, table)?;
    Ok((debate, begun))
}

/// Where to cut.
pub(crate) fn at(event: Option<u64>, round: Option<u32>) -> At {
    match (event, round) {
        (Some(event), _) => At::Event(event),
        (None, Some(round)) => At::Round(round),
        (None, None) => At::LastRound,
    }
}

/// What was typed goes over the rules at the cut; what is spent before it, the other debate has paid for.
fn changes(settings: &Settings, cut: &Cut<'_>, table: &Table) -> Result<Changes, Exit> {
    let before = &cut.debate;
    let mode = (settings.mode.origin == Origin::Flag).then(|| settings.mode.value.clone());
    let rules = overruled(before.rules.clone(), settings, mode.as_deref().unwrap_or(&before.mode));
    let mut rules = allowed(rules, settings, Usage::default(), before.elapsed);
    if is_watch_typed(settings) {
        rules.watch = watch(settings, &before.participants);
    }
    if analyst::is_typed(settings) {
        rules.analyst = analyst::chosen(settings, &before.participants, table)?;
    }
    let at = Live::after(0).stamp(0).at;
    let disciplines = settings.disciplines.value.clone();
    Ok(Changes { rules, mode, disciplines, ..Changes::none(cut, new_id(), at) })
}

/// Other models for seats, each with the name of its seat.
pub(crate) fn seats(table: &Table, words: &[String]) -> Result<Vec<Seat>, Exit> {
    let seats = table.seated(&Setting { value: words.to_vec(), origin: Origin::Flag })?;
    if let Some(nameless) = seats.iter().find(|it| it.name.is_none()) {
        let model = &nameless.model;
        return Err(Exit::request(format!("`--seat {model}` does not say whose seat: write `--seat NAME={model}`")));
    }
    Ok(seats)
}
