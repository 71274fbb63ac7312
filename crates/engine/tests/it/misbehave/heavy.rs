//! All faults at once, in hundreds of debates.
use super::{Asked, Sent, gateway, hurried, spec, world};
use crate::support::MemoryJournal;
use analysis::{Label, Verdict};
use debate::event::{Answer, Failure, Reason};
use debate::{Debate, Envelope, Event};
use engine::Bus;
use models::fake_provider::{Behaviour, FakeProvider, Received};
use models::{Dialect, Gateway, Policy};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const DEBATES: usize = 240;
const AT_ONCE: usize = 48;
const ROUNDS: u32 = 3;
const SEED: u64 = 20_260_101;

/// Few enough that some turns are lost; long enough that a busy machine does not make a good answer late.
fn policy() -> Policy {
    Policy { attempts: 3, idle: Duration::from_secs(5), ..hurried() }
}

/// What the provider does with an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ProviderAction {
    Well,
    Limited,
    Trouble,
    Reset,
    Cut,
    Unreadable,
    Silent,
}

impl ProviderAction {
    /// A random choice that depends only on the call and the attempt: shares in thousandths.
    fn of(asked: &Asked, attempt: usize) -> (ProviderAction, u64) {
        let mut hasher = DefaultHasher::new();
        (SEED, &asked.question.topic, &asked.call, attempt).hash(&mut hasher);
        let dice = hasher.finish();
        let deed = match dice % 1_000 {
            0..100 => ProviderAction::Limited,
            100..150 => ProviderAction::Trouble,
            150..170 => ProviderAction::Reset,
            170..190 => ProviderAction::Cut,
            190..210 => ProviderAction::Unreadable,
            210..220 => ProviderAction::Silent,
            _ => ProviderAction::Well,
        };
        (deed, dice / 1_000)
    }

    /// The loss that the record must show if this was the last attempt.
    fn failure(self) -> Option<Failure> {
        match self {
            ProviderAction::Limited | ProviderAction::Trouble | ProviderAction::Reset | ProviderAction::Cut => {
                Some(Failure::Unavailable)
            }
            ProviderAction::Silent => Some(Failure::TimedOut),
            ProviderAction::Well | ProviderAction::Unreadable => None,
        }
    }
}

const UNREADABLE: [&str; 6] = [
    "I'd rather discuss something else.",
    "",
    "<!doctype html><p>Sign in.",
    "{\"position\": \"Yes, but I will not",
    "{\"error\": {\"message\": \"overloaded\"}}",
    "\u{202e}\u{0}\u{7}{\"confidence\": 0.9}",
];

/// The provider's record of one attempt.
struct Done {
    deed: ProviderAction,
    text: String,
    input: u64,
    output: u64,
}

impl Done {
    /// Whether its answer was sent and cut off: the provider may have billed it.
    fn is_broken(&self) -> bool {
        matches!(self.deed, ProviderAction::Reset | ProviderAction::Cut)
    }
}

/// All that a provider did, by topic and call.
#[derive(Default)]
struct Ledger {
    done: Mutex<BTreeMap<(String, String), Vec<Done>>>,
    sent: Arc<Sent>,
}

impl Ledger {
    fn respond(&self, received: &Received) -> Behaviour {
        let asked = self.sent.asked(received);
        let mut all = self.done.lock().unwrap();
        let attempts = all.entry((asked.question.topic.clone(), asked.call.clone())).or_default();
        let (deed, dice) = ProviderAction::of(&asked, attempts.len());
        let text = match deed {
            ProviderAction::Unreadable => UNREADABLE[usize::try_from(dice).unwrap() % UNREADABLE.len()].to_owned(),
            ProviderAction::Well
            | ProviderAction::Limited
            | ProviderAction::Trouble
            | ProviderAction::Reset
            | ProviderAction::Cut
            | ProviderAction::Silent => asked.answer(),
        };
        // As the fake provider counts.
        let input = received.length as u64 / 4;
        attempts.push(Done { deed, text: text.clone(), input, output: text.len() as u64 / 4 + 1 });
        match deed {
            ProviderAction::Well | ProviderAction::Unreadable => Behaviour::answer(text),
            ProviderAction::Limited if dice % 2 == 0 => {
                Behaviour::status(429, "slow down").with_header("retry-after-ms", "3")
            }
            ProviderAction::Limited => Behaviour::status(429, "slow down"),
            ProviderAction::Trouble => Behaviour::status(500, "trouble"),
            ProviderAction::Reset => Behaviour::Reset,
            ProviderAction::Cut => Behaviour::Cut { after: usize::try_from(dice % 300).unwrap(), text },
            ProviderAction::Silent => Behaviour::Hang,
        }
    }
}

async fn provider() -> (Arc<Ledger>, FakeProvider) {
    let ledger = Arc::new(Ledger::default());
    let fake = FakeProvider::start({
        let ledger = ledger.clone();
        move |received| ledger.respond(received)
    });
    (ledger, fake.await.unwrap())
}

/// One debate, streamed or not, in either mode.
async fn debate(n: usize, gateway: Arc<Gateway>, sent: Arc<Sent>) -> (String, Debate, Vec<Envelope>) {
    let topic = format!("Should we do number {n}?");
    let modes = formats::modes::names();
    let spec = spec(modes[n / 2 % modes.len()], &topic, ROUNDS);
    let journal = Arc::new(MemoryJournal::default());
    // Every other four have a watcher, so that their answers are streamed.
    let (watched, subscriber) = Bus::live();
    let (bus, _ear) = if (n / 4).is_multiple_of(2) { (Bus::silent(), None) } else { (watched, Some(subscriber)) };
    let debate = engine::start(&world(&gateway, &spec, &journal, &sent), &spec, &bus).await.unwrap();
    (topic, debate, journal.read())
}

/// The totals of a run, to check that faults did occur.
#[derive(Debug, Default)]
struct Sum {
    requests: usize,
    taken: usize,
    unusable: usize,
    lost: usize,
    late: usize,
    insufficient: usize,
}

/// O-03, D-21, O-30: 240 concurrent debates against two providers of either dialect that fail as the real ones do (10% 429, 5% 500, 2%
/// resets, 2% cut bodies, 2% unreadable answers, 1% silence). Each completes; each loss in a record is what the provider did, and each
/// answer what it said; all of it is counted; nothing panics.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundreds_of_debates_survive_all_of_it() {
    let providers = [provider().await, provider().await];
    let dialects = [Dialect::OpenaiChat, Dialect::Anthropic];
    let gateways = [0, 1].map(|it| Arc::new(gateway(&providers[it].1, dialects[it], policy())));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut running = JoinSet::new();
    for n in 0..DEBATES {
        let (gateway, places, sent) = (gateways[n % 2].clone(), places.clone(), providers[n % 2].0.sent.clone());
        running.spawn(async move {
            let _place = places.acquire_owned().await.unwrap();
            (n, debate(n, gateway, sent).await)
        });
    }
    let mut sum = Sum::default();
    let mut completed = 0;
    while let Some(outcome) = running.join_next().await {
        let (n, (topic, debate, log)) = outcome.expect("no debate panics");
        check(&providers[n % 2].0, &topic, &debate, &log, &mut sum);
        // O-05: such a debate is its own recording, too.
        if n % 8 == 0 {
            assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate, "{topic}");
        }
        completed += 1;
    }
    assert_eq!(completed, DEBATES);
    sum.requests = providers.iter().map(|it| it.1.count()).sum();
    let turns = DEBATES * ROUNDS as usize * 3;
    // A good answer that a busy machine made late is no failure.
    assert!(sum.taken + sum.late > turns * 9 / 10, "{sum:?}");
    assert!(sum.requests > turns * 11 / 10 && sum.unusable > turns / 100 && sum.lost > 0, "trouble there was: {sum:?}");
}

/// Compares a record with what the provider remembers.
fn check(ledger: &Ledger, topic: &str, debate: &Debate, log: &[Envelope], sum: &mut Sum) {
    let ledger = ledger.done.lock().unwrap();
    let done =
        |call: &str| ledger.get(&(topic.to_owned(), call.to_owned())).unwrap_or_else(|| panic!("{topic} {call}"));
    let (mut input, mut output, mut calls, mut lost) = (0, 0, 0, 0);
    let (mut input_lost, mut output_lost, mut charged) = (0, 0, 0);
    let mut heard = |call: &str, answer: &Answer, deed: ProviderAction| {
        let attempts = done(call);
        let last = attempts.last().unwrap();
        assert_eq!((last.deed, &last.text), (deed, &answer.text), "{topic} {call}");
        assert_eq!(answer.attempts as usize, attempts.len(), "{topic} {call}");
        assert_eq!((answer.usage.input, answer.usage.output), (last.input, last.output), "{topic} {call}");
        input += last.input;
        output += last.output;
    };
    for envelope in log {
        match &envelope.event {
            Event::TurnTaken { call, answer, .. } => {
                heard(&call.to_string(), answer, ProviderAction::Well);
                sum.taken += 1;
            }
            Event::AnswerUnusable { call, answer, .. } => {
                heard(&call.to_string(), answer, ProviderAction::Unreadable);
                sum.unusable += 1;
            }
            Event::TurnFailed { call, why: Failure::Unusable, answer, .. } => {
                assert!(
                    matches!(call, debate::CallId::Again { .. }),
                    "{topic} {call}: only a second bad answer is a loss"
                );
                heard(&call.to_string(), answer.as_ref().unwrap(), ProviderAction::Unreadable);
                lost += 1;
            }
            Event::TurnFailed { call, why, answer, .. } => {
                let attempts = done(&call.to_string());
                let last = attempts.last().unwrap().deed;
                let is_late = *why == Failure::TimedOut && last.failure().is_none();
                assert!(is_late || last.failure() == Some(*why), "{topic} {call}: {why}, but it was {last:?}");
                assert_eq!(attempts.len(), policy().attempts as usize, "{topic} {call}: given up too early");
                assert_eq!(*answer, None);
                sum.late += usize::from(is_late);
                lost += 1;
            }
            Event::CallNoted { call, noted } => {
                let broken = done(&call.to_string()).iter().filter(|it| it.is_broken()).count();
                assert!(noted.attempts as usize >= broken, "{topic} {call}: what may have been billed is charged");
                charged += noted.attempts as usize;
                input_lost += noted.usage.input;
                output_lost += noted.usage.output;
                continue;
            }
            Event::DebateOpened { .. }
            | Event::ModeChosen { .. }
            | Event::RoundOpened { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::AnswerReviewed { .. }
            | Event::RoundReviewed { .. }
            | Event::SourcesAttached { .. }
            | Event::ToolsUsed { .. }
            | Event::PositionsCompared { .. }
            | Event::BallotsGrouped { .. }
            | Event::Panel { .. }
            | Event::Room { .. }
            | Event::DebateContinued { .. }
            | Event::DebateClosed { .. } => continue,
        }
        calls += 1;
    }
    let closed = debate.closed.as_ref().unwrap_or_else(|| panic!("{topic} is not completed"));
    let verdict = Verdict::of(debate);
    assert_eq!(verdict.metadata.lost.len(), lost, "{topic}");
    let spent = (input + input_lost, output + output_lost);
    assert_eq!((debate.spent.input, debate.spent.output), spent, "{topic}: usage is counted");
    let own = ledger.iter().filter(|((about, _), _)| about == topic).flat_map(|(_, attempts)| attempts);
    let broken = own.filter(|it| it.is_broken()).count();
    assert!(charged >= broken, "{topic}: {broken} attempts broke off, {charged} are charged");
    assert_eq!(
        ledger.keys().filter(|(about, _)| about == topic).count(),
        calls,
        "{topic}: every call is in the record"
    );
    let failed = debate.rounds.last().unwrap().failed.len();
    let is_insufficient = verdict.decision.label == Label::Insufficient;
    assert_eq!(is_insufficient, failed >= 2, "{topic}: insufficient only where the record shows why");
    assert_eq!(closed.why, if is_insufficient { Reason::Insufficient } else { Reason::RoundCap }, "{topic}");
    sum.insufficient += usize::from(is_insufficient);
    sum.lost += lost;
}
