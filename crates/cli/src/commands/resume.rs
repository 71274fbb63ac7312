//! `resume`: go on where a debate was interrupted (O-22).
use super::Context;
use super::claim::Claim;
use super::debate::bring;
use super::running::{self, Run, Show};
use crate::args::Resume;
use crate::exit::Exit;
use crate::print;
use crate::settings;
use crate::table::Table;
use debate::{Debate, DebateId, Envelope};
use engine::{Live, World};
use std::sync::Arc;
use store::{Error, Store};

pub(crate) async fn run(args: &Resume, context: &Context) -> Result<(), Exit> {
    let store = context.store().await?;
    let id = super::find(&store, &args.id).await?;
    let claim = Claim::on(&store, &id)?;
    let log = log(&store, &id, args).await?;
    let debate = Debate::replay(&log).map_err(engine::Error::from)?;
    if debate.closed.is_some() {
        claim.settle();
        print::note(format!("{id} is over; this is its verdict"));
        return running::conclude(&debate, args.output, context.style(), args.require_consensus);
    }
    let table = Table::new(&context.settings, &settings::process)?;
    let open = table.open(debate.participants.iter().map(|it| it.model.as_str()))?;
    let models = bring(&table, open, &debate.participants, args.yes).await?;
    let world = World { models, journal: Arc::new(store.clone()), clock: Arc::new(Live::after(debate.elapsed)) };
    let style = context.style();
    print::note(format!("going on with {id} after {} events", log.len()));
    let work = |bus| {
        let (world, log) = (&world, &log);
        async move { engine::resume(world, log, &bus).await }
    };
    let outcome =
        running::run(Show::of(args.output), style, Run::of(&id, &debate.participants, Some(&store)), work).await;
    store.close().await;
    let debate = outcome?;
    claim.settle();
    running::conclude(&debate, args.output, style, args.require_consensus)
}

/// The debate's log; a torn last record is dropped only when that was asked for.
async fn log(store: &Store, id: &DebateId, args: &Resume) -> Result<Vec<Envelope>, Exit> {
    match store.log(id).await {
        Err(Error::Torn { seq, .. }) if args.drop_torn => {
            store.drop_torn(id).await?;
            print::note(format!("dropped record {seq}, which was torn: what it held is asked for again"));
            Ok(store.log(id).await?)
        }
        other => Ok(other?),
    }
}
