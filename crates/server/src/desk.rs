//! What any surface can ask for, for one tenant: start, read, list, search, watch, continue, fork, control, import.
//!
//! A debate of another tenant is not there (O-42): every door looks at whose it is first. Panels and decks are in `panels`.
mod choosing;
mod deleting;
mod models;
mod panels;
mod spending;

use crate::ask::{BallotFrom, Continue, Control, Fork, Start};
use crate::mailbox::{self, Mailbox, Sampling};
use crate::planner::{Calls, ChosenSetting, Prepared, Setup};
use crate::say::Listed;
use crate::shelf::{Shelf, weight};
use crate::trouble::Trouble;
use debate::{Ballot, Debate, DebateId, Envelope, Event};
use engine::{Live, Owner, Spec, SpecError, Status, Supervisor, Watcher};
use exports::Format;
use models::WithClient;
use setup::limits::Ceilings;
use setup::providers::Recipient;
use sha2::{Digest, Sha256};
use spending::Spending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{Asked, Entry, Held, RestartPolicy, Store};

pub use crate::shelf::Case;
pub use choosing::Chosen;

/// The newest debate of whoever asks.
pub(crate) const LATEST: &str = "latest";

/// How many bytes of a digest are the id of a copy. Ours: nobody can search for two that meet.
const OWN_BYTES: usize = 16;

/// What is said to one who asks for a debate a second time.
const KNOWN: &str = "this was asked for before, with the same key: it is that debate";

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// Whose debates it may see; those of the store's owner where empty.
    pub tenant: String,
    /// Whether its own model can be asked (I-24).
    pub sampling: Sampling,
}

impl Caller {
    /// Somebody who sees a tenant's debates, and whose own model can't be asked.
    pub fn of(tenant: impl Into<String>) -> Caller {
        Caller { tenant: tenant.into(), sampling: Sampling::Absent }
    }
}

/// How much a server takes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Debates running at once.
    pub running: usize,
    /// Of them, those of one tenant.
    pub running_of_one: usize,
    /// Open streams at once.
    pub streams: usize,
    /// Requests a minute of one tenant.
    pub requests_a_minute: u32,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a body that is a log.
    pub log: usize,
}

impl Default for Limits {
    /// Ours: a body has room for all that may be attached to a debate (4 MiB) as JSON writes it, a log for a hundred rounds of eight who
    /// answer at length.
    fn default() -> Limits {
        let (body, log) = (8 << 20, 64 << 20);
        Limits { running: 1_000, running_of_one: 1_000, streams: 1_024, requests_a_minute: 1_200, body, log }
    }
}

impl Limits {
    /// The same where so many tenants share a server: one that has it to itself has all of it, else none has more than a tenth of what
    /// may run. Ours: ten busy ones are then not in each other's way.
    pub fn shared_by(self, tenants: usize) -> Limits {
        let share = if tenants > 1 { self.running.div_ceil(10) } else { self.running };
        Limits { running_of_one: share, ..self }
    }
}

/// A debate that was begun, or had been.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Which.
    pub id: DebateId,
    /// What is put to the vote; nothing at a panel (B-01).
    pub ballot: Option<Ballot>,
    /// Who chose that.
    pub ballot_from: Option<BallotFrom>,
    /// What it may cost in US dollars if every round is played.
    pub estimate_usd: Option<f64>,
    /// How many calls it may take, where that was looked at.
    pub calls: Option<Calls>,
    /// Every host that is sent anything of it; none where it had been begun before.
    pub sends_to: Vec<Recipient>,
    /// Settings that somebody has chosen, and who; none where it had been begun before, and of a panel.
    pub settings: Vec<ChosenSetting>,
    /// What the caller should know.
    pub notes: Vec<String>,
}

/// Where everything is asked for. Clones are one desk.
#[derive(Clone)]
pub struct Desk {
    supervisor: Supervisor,
    setup: Arc<dyn Setup>,
    mailbox: Mailbox,
    limits: Limits,
    begun: Arc<AtomicU64>,
    shelf: Arc<Shelf>,
    ceilings: Arc<Ceilings>,
    spending: Spending,
}

impl Desk {
    /// A desk over a store. Debates that were running when the last one ended go on by [`Supervisor::recover`].
    pub fn new(store: Store, setup: Arc<dyn Setup>, limits: Limits) -> Desk {
        let mailbox = Mailbox::default();
        let bring = Arc::new(WithClient { setup: setup.clone(), mailbox: mailbox.clone() });
        let terms = engine::Limits { most: limits.running, most_of_one: limits.running_of_one, around: None };
        let (begun, shelf, ceilings, spending) = (Arc::default(), Arc::default(), Arc::default(), Spending::default());
        Desk {
            supervisor: Supervisor::on(store, bring, terms),
            setup,
            mailbox,
            limits,
            begun,
            shelf,
            ceilings,
            spending,
        }
    }

    /// The same desk where tenants have these ceilings.
    pub fn with_ceilings(self, ceilings: Ceilings) -> Desk {
        Desk { ceilings: Arc::new(ceilings), ..self }
    }

    /// The debates themselves.
    pub fn supervisor(&self) -> &Supervisor {
        &self.supervisor
    }

    /// Questions to callers' own models.
    pub fn mailbox(&self) -> &Mailbox {
        &self.mailbox
    }

    /// How much it takes on.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Who knows settings, keys and weights.
    pub fn setup(&self) -> &Arc<dyn Setup> {
        &self.setup
    }

    /// Opens a debate; it runs when this returns. The same `key` with the same wish gives the same debate, whatever has become of the
    /// models and settings since.
    pub async fn start(&self, who: &Caller, start: &Start, key: Option<Asked>) -> Result<Begun, Trouble> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        let ballot_from = Some(start.ballot_from());
        if let Some(id) = self.supervisor.known(&owner).await? {
            let ballot = self.folded(&id).await?.debate.ballot.clone();
            let (sends_to, settings, notes) = (Vec::new(), Vec::new(), vec![KNOWN.to_owned()]);
            return Ok(Begun { id, ballot, ballot_from, estimate_usd: None, calls: None, sends_to, settings, notes });
        }
        start.given_ballot()?;
        start.given_closing()?;
        // Entries that say nothing are left out later: what is too much is too much whatever it says.
        if start.participants.len() > Spec::MOST {
            return Err(engine::Error::from(SpecError::TooMany { found: start.participants.len() }).into());
        }
        let mut start = start.clone();
        let mut said = mailbox::check(&mut start, who.sampling)?;
        let Prepared { spec, estimate_usd, calls, settings, notes } = self.setup.spec(&start).await?;
        mailbox::check_seats(&spec.participants, who.sampling)?;
        said.extend(notes);
        let ballot = spec.ballot();
        let (id, sends_to) = self.opened(who, spec, owner).await?;
        Ok(Begun { id, ballot, ballot_from, estimate_usd, calls, sends_to, settings, notes: said })
    }

    /// Opens a debate within what a caller may ask for and spend; and who is sent anything of it.
    async fn opened(&self, who: &Caller, mut spec: Spec, owner: Owner) -> Result<(DebateId, Vec<Recipient>), Trouble> {
        let opening = engine::opening(&Live::after(0), &spec)?;
        let debate = Debate::replay(&opening).map_err(engine::Error::from)?;
        let _turn = self.turn().await;
        spec.rules = self.granted(who, &debate).await?;
        let id = self.supervisor.open(&spec, owner).await?;
        self.count(&id, &spec.id);
        Ok((id, self.setup.forecast(&debate).sends_to))
    }

    /// How many debates were begun here, forks included.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Counts a debate that was begun, unless the same request was first.
    fn count(&self, id: &DebateId, new: &DebateId) {
        if id == new {
            self.begun.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Lets a debate go on that is over or waits.
    pub async fn go_on(&self, who: &Caller, id: &str, wish: &Continue) -> Result<DebateId, Trouble> {
        self.go_on_once(who, id, wish, None).await
    }

    /// The same; the same `key` with the same wish lets it go on once, whatever has become of it since.
    pub async fn go_on_once(
        &self,
        who: &Caller,
        id: &str,
        wish: &Continue,
        key: Option<Asked>,
    ) -> Result<DebateId, Trouble> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(id) = self.supervisor.known(&owner).await? {
            return Ok(id);
        }
        let Case { debate, .. } = self.read(who, id).await?;
        mailbox::check_seats(&debate.participants, who.sampling)?;
        let mut continuation = self.setup.continuation(&debate, wish)?;
        let _turn = self.turn().await;
        let continued = Debate { rules: continuation.rules.clone(), ..Debate::clone(&debate) };
        continuation.rules = self.granted(who, &continued).await?;
        self.supervisor.go_on_once(&debate.id, &continuation, owner).await?;
        Ok(debate.id.clone())
    }

    /// Begins another debate from a point of one.
    pub async fn fork(&self, who: &Caller, id: &str, wish: &Fork, key: Option<Asked>) -> Result<DebateId, Trouble> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(known) = self.supervisor.known(&owner).await? {
            return Ok(known);
        }
        wish.check()?;
        let (_, log) = self.log(who, id).await?;
        let (setup, wish) = (self.setup.clone(), wish.clone());
        let fork = move || -> Result<_, Trouble> {
            let (new, begun) = setup.fork(&log, &wish)?;
            Ok((new, Debate::replay(&begun).map_err(engine::Error::from)?, begun))
        };
        let (new, forked, mut begun) = self.shelf.make(fork).await??;
        mailbox::check_seats(&forked.participants, who.sampling)?;
        let _turn = self.turn().await;
        let granted = self.granted(who, &forked).await?;
        for it in &mut begun {
            if let Event::DebateOpened { rules, .. } | Event::DebateContinued { rules, .. } = &mut it.event {
                rules.clone_from(&granted);
            }
        }
        let id = self.supervisor.adopt(&new, begun, owner).await?;
        self.count(&id, &new);
        Ok(id)
    }

    /// Pauses, resumes or stops a debate.
    pub async fn control(&self, who: &Caller, id: &str, what: Control) -> Result<DebateId, Trouble> {
        let id = self.find(who, id).await?;
        match what {
            Control::Pause => self.supervisor.pause(&id).await?,
            Control::Resume if *self.ceilings == Ceilings::default() => self.supervisor.resume(&id).await?,
            Control::Resume => {
                let debate = self.folded(&id).await?.debate;
                let _turn = self.turn().await;
                // What it runs by is in its log, and stays so.
                if self.granted(who, &debate).await? != debate.rules {
                    return Err(Trouble::Refused(format!(
                        "debate `{id}` was begun without the limits of this server: fork it, which gives it those"
                    )));
                }
                self.supervisor.resume(&id).await?;
            }
            Control::Stop => {
                self.supervisor.stop(&id).await?;
                self.mailbox.withdraw(&id);
            }
        }
        Ok(id)
    }

    /// The debate a caller means by an id, the beginning of one, or `latest`.
    pub async fn find(&self, who: &Caller, id: &str) -> Result<DebateId, Trouble> {
        if id == LATEST {
            let newest = self.supervisor.store().list_of(&who.tenant, 1, None).await?.into_iter().next();
            return newest.map(|it| it.debate).ok_or_else(|| Trouble::Unknown { id: id.to_owned() });
        }
        Ok(self.supervisor.store().find_of(&who.tenant, id).await?)
    }

    /// The log of a debate.
    pub async fn log(&self, who: &Caller, id: &str) -> Result<(DebateId, Vec<Envelope>), Trouble> {
        let id = self.find(who, id).await?;
        let log = self.supervisor.store().log(&id).await?;
        Ok((id, log))
    }

    /// The log of a debate, and what it says.
    pub async fn replayed(&self, who: &Caller, id: &str) -> Result<(Debate, Vec<Envelope>), Trouble> {
        let (_, log) = self.log(who, id).await?;
        let fold = move || Debate::replay(&log).map(|debate| (debate, log));
        Ok(self.shelf.read(fold).await?.map_err(engine::Error::from)?)
    }

    /// A debate as it is now.
    pub async fn read(&self, who: &Caller, id: &str) -> Result<Case, Trouble> {
        let id = self.find(who, id).await?;
        self.folded(&id).await
    }

    /// A debate as it is now, with its verdict made.
    pub async fn judged(&self, who: &Caller, id: &str) -> Result<Case, Trouble> {
        let make = |case: &Case| {
            case.verdict();
            case.clone()
        };
        self.made(who, id, make).await
    }

    /// What is made of a debate as it is now, aside from the threads that answer.
    pub async fn made<T: Send + 'static>(
        &self,
        who: &Caller,
        id: &str,
        make: impl FnOnce(&Case) -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let case = self.read(who, id).await?;
        self.shelf.make(move || make(&case)).await
    }

    /// Does something that takes a while aside from the threads that answer.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        self.shelf.make(make).await
    }

    /// A debate as a file.
    pub async fn file(&self, who: &Caller, id: &str, form: Format) -> Result<(DebateId, Arc<str>), Trouble> {
        let (id, _, text) = self.file_at(who, id, form, None).await?;
        Ok((id, text))
    }

    /// A debate as a file, as it stood after so many events where that is said, and after how many that was.
    pub async fn file_at(
        &self,
        who: &Caller,
        id: &str,
        form: Format,
        events: Option<u64>,
    ) -> Result<(DebateId, u64, Arc<str>), Trouble> {
        let mut case = self.read(who, id).await?;
        let id = case.debate.id.clone();
        let events = events.map_or(case.debate.next_seq, |it| it.clamp(1, case.debate.next_seq));
        if events == case.debate.next_seq
            && let Some(text) = case.file(form)
        {
            return Ok((id, events, text));
        }
        let mut log = self.supervisor.store().log(&id).await?;
        log.truncate(usize::try_from(events).unwrap_or(usize::MAX));
        let make = move || {
            if events < case.debate.next_seq {
                case = Case::new(Debate::replay(&log).map_err(engine::Error::from)?, case.status.clone());
            }
            case.write(form, &log)
        };
        let text = self.shelf.make(make).await??;
        self.shelf.trim();
        Ok((id, events, text))
    }

    /// A debate as it is now: as it is kept, or folded anew.
    async fn folded(&self, id: &DebateId) -> Result<Case, Trouble> {
        loop {
            let events = self.events(id).await?;
            let kept = self.shelf.kept(id, events, |debate| self.supervisor.status(debate));
            let case = match kept {
                Some(case) => case,
                None => {
                    let log = self.supervisor.store().log(id).await?;
                    let fold = move || Debate::replay(&log).map(|debate| (debate, weight(&log)));
                    let (debate, bytes) = self.shelf.read(fold).await?.map_err(engine::Error::from)?;
                    let status = self.supervisor.status(&debate);
                    let case = Case::new(debate, status);
                    self.shelf.keep(&case, bytes);
                    case
                }
            };
            // One that ended after its log was read would seem to rest.
            let seems_to_rest = match &case.status {
                Status::Paused | Status::Failed(_) => true,
                Status::Running
                | Status::ComingToRest
                | Status::RunningElsewhere
                | Status::Over
                | Status::Escalated
                | Status::NeedsContext => false,
            };
            if !seems_to_rest || self.events(id).await? == case.debate.next_seq {
                return Ok(case);
            }
        }
    }

    /// How many events a debate has.
    async fn events(&self, id: &DebateId) -> Result<u64, Trouble> {
        let last = self.supervisor.store().last_line(id).await?;
        last.map(|(seq, _)| seq.saturating_add(1)).ok_or_else(|| Trouble::Unknown { id: id.to_string() })
    }

    /// Follows a debate from event `from` on.
    pub async fn watch(&self, who: &Caller, id: &str, from: u64) -> Result<Watcher, Trouble> {
        let id = self.find(who, id).await?;
        Ok(self.supervisor.watch(&id, from))
    }

    /// Waits until a debate can't go on by itself, at most `patience`, and says how it stands then.
    pub async fn wait(&self, who: &Caller, id: &str, patience: Duration) -> Result<Case, Trouble> {
        let id = self.find(who, id).await?;
        // Whether it was long enough or not, it is told how far it got.
        let _ = tokio::time::timeout(patience, self.supervisor.until_rest(&id)).await;
        self.folded(&id).await
    }

    /// A debate of such a list, and how it stands.
    pub fn listed(&self, entry: Entry) -> Listed {
        let status = self.supervisor.listed(&entry);
        Listed::of(entry, &status)
    }

    /// Takes over a debate that was exported as a log, one event a line; it rests until somebody lets it go on. The owner's keeps its id.
    /// A tenant's gets one of the tenant's own, the same whenever it is taken over: whether another has a debate of that id is not to be
    /// found out, nor can its id be taken away from it (O-42).
    pub async fn import(&self, who: &Caller, log: impl Into<String>) -> Result<DebateId, Trouble> {
        let (text, tenant) = (log.into(), who.tenant.clone());
        let (named, id, events) = self.shelf.read(move || read_log(&text, &tenant)).await??;
        let is_here = |id: &DebateId| Trouble::Conflict(format!("debate `{id}` is already here"));
        if self.supervisor.store().find_of(&who.tenant, named.as_str()).await.is_ok_and(|it| it == named) {
            return Err(is_here(&named));
        }
        let held = Held { tenant: who.tenant.clone(), fate: RestartPolicy::Stay, request: None };
        match self.supervisor.take_in(&id, held, events).await {
            Err(store::Error::Taken { .. } | store::Error::Running { .. }) => Err(is_here(&id)),
            other => Ok(other.map(|()| id)?),
        }
    }
}

/// The id that a tenant's copy of a debate has: of the two alone, so that nobody else's can be met by it.
fn own_id(tenant: &str, id: &DebateId) -> DebateId {
    let digest = Sha256::digest(format!("{tenant} {id}"));
    let hex = digest.iter().take(OWN_BYTES).map(|it| format!("{it:02x}"));
    DebateId::from(hex.collect::<String>())
}

/// Reads a log that was exported, for a tenant: the id it names, the one it gets, and its events.
fn read_log(text: &str, tenant: &str) -> Result<(DebateId, DebateId, Vec<Envelope>), Trouble> {
    let refused = |why: exports::ImportError| Trouble::Refused(why.to_string());
    let events = exports::import(text).map_err(refused)?;
    let Some(Event::DebateOpened { debate, .. }) = events.first().map(|it| &it.event) else {
        return Err(refused(exports::ImportError::Empty));
    };
    let named = debate.clone();
    if tenant.is_empty() {
        return Ok((named.clone(), named, events));
    }
    let own = own_id(tenant, &named);
    let events = exports::import_as(text, own.as_str()).map_err(refused)?;
    Ok((named, own, events))
}
