//! Daily spending of a tenant, counted from its logs, so that it survives a restart (O-04).
//!
//! A debate that starts or continues gets a budget from the rest of the day's cap. The unspent budget of running debates stays reserved, so
//! that concurrent debates can't exceed the cap together. Not here: ceilings of a single debate (`setup::limits`), and stopping at the
//! budget, which the debate does itself.
use super::{Caller, DebateService};
use crate::error::ApiError;
use debate::{Debate, DebateId, Envelope, Rules, Usage};
use engine::{Clock, Live};
use exports::times::DAY_MS;
use exports::wording::money;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Recent, RestartPolicy};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A cache of counted debates, and the lock under which budgets are granted.
#[derive(Clone)]
pub(super) struct Spending {
    counted: Arc<Mutex<BTreeMap<DebateId, Counted>>>,
    turn: Arc<Semaphore>,
}

impl Default for Spending {
    fn default() -> Spending {
        Spending { counted: Arc::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

/// The spending of a debate in a day, as of a number of events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    day: u64,
    events: u64,
    today: Usage,
    /// The rest of its budget, unless it is over.
    open: Option<Remaining>,
}

impl Counted {
    /// Whether anything was spent in that day.
    pub(super) fn has_spent(&self) -> bool {
        self.today.tokens() > 0 || self.today.cost.is_some_and(|it| it > 0.0)
    }
}

/// A remaining budget; unbounded where absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Remaining {
    usd: Option<f64>,
    tokens: Option<u64>,
}

/// A tenant's total of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Day {
    spent: Usage,
    reserved_usd: f64,
    reserved_tokens: u64,
}

impl DebateService {
    /// The lock for granting a budget. The caller holds it until the debate is written; otherwise two requests could get the same money.
    pub(super) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let is_capped = self.ceilings.daily_usd.is_some() || self.ceilings.daily_tokens.is_some();
        if is_capped { self.spending.turn.clone().acquire_owned().await.ok() } else { None }
    }

    /// The rules under which a caller may run a debate: its own, within the owner's ceilings, with a budget from the rest of the day's cap.
    pub(super) async fn granted(&self, who: &Caller, debate: &Debate) -> Result<Rules, ApiError> {
        let is_owner = who.tenant.is_empty();
        let mut rules = if is_owner { debate.rules.clone() } else { self.ceilings.within(debate)? };
        let (daily_usd, daily_tokens) = (self.ceilings.daily_usd, self.ceilings.daily_tokens);
        let per_debate = self.ceilings.budget_usd.filter(|_| !is_owner);
        let round = match daily_usd.or(per_debate) {
            Some(cap) => Some(self.planner.forecast(debate).round_usd.ok_or_else(|| unpriced(cap))?),
            None => None,
        };
        if daily_usd.is_none() && daily_tokens.is_none() {
            return Ok(rules);
        }
        let now = Live::after(0).stamp(0).at;
        let (day, wait) =
            (self.day(&who.tenant, &debate.id, now - now % DAY_MS).await?, (DAY_MS - now % DAY_MS) / 1_000);
        let over = |why: String| ApiError::Capped { why, wait };
        if let Some((cap, round)) = daily_usd.zip(round) {
            // A free debate can't exceed a cap.
            if round > 0.0 {
                let (spent, before) = (day.spent.cost.unwrap_or_default(), debate.spent.cost.unwrap_or_default());
                let left = (cap - spent - day.reserved_usd).max(0.0);
                let wanted = rules.budget_usd.map(|it| it - before);
                let needed = wanted.unwrap_or(round).max(round);
                if needed > left {
                    return Err(over(format!(
                        "the debate may cost {}, and {} is left of the {} that may be spent in a day (spent: {}, reserved for running \
                         debates: {}); ask for a smaller `budget_usd`, or wait until the next day of UTC",
                        money(Some(needed)),
                        money(Some(left)),
                        money(Some(cap)),
                        money(Some(spent)),
                        money(Some(day.reserved_usd)),
                    )));
                }
                rules.budget_usd = Some(before + wanted.unwrap_or(left));
            }
        }
        if let Some(cap) = daily_tokens {
            let (spent, before) = (day.spent.tokens(), debate.spent.tokens());
            let left = cap.saturating_sub(spent).saturating_sub(day.reserved_tokens);
            let wanted = rules.budget_tokens.map(|it| it.saturating_sub(before));
            if left == 0 || wanted.is_some_and(|it| it > left) {
                return Err(over(format!(
                    "{left} tokens are left of the {cap} that may be spent in a day (spent: {spent}, reserved for running debates: {}); \
                     ask for a smaller `budget_tokens`, or wait until the next day of UTC",
                    day.reserved_tokens
                )));
            }
            rules.budget_tokens = Some(before.saturating_add(wanted.unwrap_or(left)));
        }
        Ok(rules)
    }

    /// A tenant's total since `day`, without the debate `except`, which is about to get a budget.
    async fn day(&self, tenant: &str, except: &DebateId, day: u64) -> Result<Day, ApiError> {
        let mut sum = Day::default();
        for Recent { debate, events, restart_policy } in self.supervisor.store().recent(tenant, day).await? {
            let Some(counted) = self.counted(&debate, events, day).await? else { continue };
            sum.spent += counted.today;
            if let (RestartPolicy::Resume, Some(open)) = (restart_policy, counted.open)
                && debate != *except
            {
                sum.reserved_usd += open.usd.unwrap_or_default();
                sum.reserved_tokens = sum.reserved_tokens.saturating_add(open.tokens.unwrap_or_default());
            }
        }
        Ok(sum)
    }

    /// The spending of a debate in a day; none if its log is unreadable, since it can't run then.
    pub(super) async fn counted(&self, id: &DebateId, events: u64, day: u64) -> Result<Option<Counted>, ApiError> {
        let known = {
            let mut counted = self.spending.counted.lock().unwrap_or_else(PoisonError::into_inner);
            counted.retain(|_, it| it.day == day);
            counted.get(id).filter(|it| it.events == events).copied()
        };
        if known.is_some() {
            return Ok(known);
        }
        let Ok(log) = self.supervisor.store().log(id).await else { return Ok(None) };
        let counted = self.cache.read(move || count(&log, day)).await?;
        if let Some(counted) = counted {
            let mut all = self.spending.counted.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(id.clone(), counted);
        }
        Ok(counted)
    }
}

/// The error for a debate whose cost is unknown while a limit in dollars applies.
fn unpriced(cap: f64) -> ApiError {
    ApiError::Refused(format!(
        "the limit of {} can't be kept: the price of a model of this debate is not known; name others",
        money(Some(cap))
    ))
}

/// Spending in a log from `day` on. A fork's copied calls count for the original debate.
fn count(log: &[Envelope], day: u64) -> Option<Counted> {
    let whole = Debate::replay(log).ok()?;
    let first = log.iter().position(|it| it.at >= day).unwrap_or(log.len());
    let before = match log.get(..first) {
        Some([]) | None => Usage::default(),
        Some(earlier) => Debate::replay(earlier).ok()?.spent,
    };
    let cost = |it: &Usage| it.cost.unwrap_or_default();
    let today = Usage {
        input: whole.spent.input.saturating_sub(before.input),
        cached: whole.spent.cached.saturating_sub(before.cached),
        output: whole.spent.output.saturating_sub(before.output),
        cost: Some((cost(&whole.spent) - cost(&before)).max(0.0)),
    };
    let open = whole.closed.is_none().then(|| Remaining {
        usd: whole.rules.budget_usd.map(|it| (it - cost(&whole.spent)).max(0.0)),
        tokens: whole.rules.budget_tokens.map(|it| it.saturating_sub(whole.spent.tokens())),
    });
    Some(Counted { day, events: whole.next_seq, today, open })
}

#[cfg(all(test, feature = "simulated"))]
mod tests {
    use super::*;
    use debate::event::{Answer, Event};

    /// O-04: a debate that runs past midnight counts on both days, each with its own part.
    #[tokio::test]
    async fn a_day_has_what_was_spent_in_it() {
        let store = store::Store::memory().await.unwrap();
        let planner = crate::simulated::SimulatedPlanner::priced(0.5).unwrap();
        let service = DebateService::new(store, Arc::new(planner), crate::Limits::default());
        let start = crate::requests::Start { topic: "Should we?".into(), rounds: Some(1), ..Default::default() };
        let id = service.start(&Caller::default(), &start, None).await.unwrap().id;
        service.supervisor().until_rest(&id).await;
        let mut log = service.supervisor().store().log(&id).await.unwrap();
        let whole = Debate::replay(&log).unwrap().spent.cost.unwrap();
        assert!(whole >= 1.5, "{whole}");
        let is_paid = |it: &Envelope| matches!(&it.event, Event::TurnTaken { answer: Answer { usage, .. }, .. } if usage.cost.is_some());
        let first = log.iter().position(is_paid).unwrap();
        for (place, it) in log.iter_mut().enumerate() {
            it.at = if place <= first { 5 * DAY_MS - 1 } else { 5 * DAY_MS };
        }
        let of = |day: u64| count(&log, day * DAY_MS).unwrap().today.cost.unwrap();
        assert_eq!((of(4), of(5), of(6)), (whole, whole - 0.5, 0.0));
    }
}
