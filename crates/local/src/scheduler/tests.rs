//! The scheduler with a scripted backend: the order of requests, what is read, and what is taken from the cache.
use super::*;
use crate::grammar::{Grammar, GrammarCompiler};
use crate::sample::Sampler;
use crate::vocabulary::Vocabulary;
use crate::weights::Sampling;
use models::{Error, Reply};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use tokio::sync::oneshot;

/// Predicts the next letter of its line after any token, then the end token.
struct ScriptedBackend {
    vocabulary: Arc<Vocabulary>,
    log: Arc<Log>,
    line: &'static [u8],
    /// How many caches it has space for.
    capacity: usize,
    held: Arc<AtomicUsize>,
}

#[derive(Default)]
struct Log {
    /// For each step, the number of tokens of each sequence.
    steps: Mutex<Vec<Vec<usize>>>,
    /// Blocks steps while set.
    is_held: AtomicBool,
    fails: AtomicBool,
    panics: AtomicBool,
    /// Steps that were blocked, and how many of these were cancelled.
    waits: AtomicUsize,
    stopped: AtomicUsize,
    /// The first tokens of each prompt, in the order in which the prompts were started.
    begun: Mutex<Vec<Vec<u32>>>,
}

struct Run {
    tokens: Vec<u32>,
    held: Arc<AtomicUsize>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.held.fetch_sub(1, Ordering::SeqCst);
    }
}

impl ScriptedBackend {
    fn run(&self, tokens: &[u32]) -> Option<Run> {
        if self.held.load(Ordering::SeqCst) == self.capacity {
            return None;
        }
        self.held.fetch_add(1, Ordering::SeqCst);
        Some(Run { tokens: tokens.to_vec(), held: self.held.clone() })
    }
}

impl Backend for ScriptedBackend {
    type KvCache = Run;

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    fn window(&self) -> usize {
        4_096
    }

    fn bytes_per_token(&self) -> usize {
        1 << 18
    }

    fn empty(&mut self, _most: usize) -> Option<Run> {
        self.run(&[])
    }

    fn branch(&mut self, cache: &Run, length: usize, _most: usize) -> Option<Run> {
        self.run(&cache.tokens[..length])
    }

    fn tokens<'a>(&self, cache: &'a Run) -> &'a [u32] {
        &cache.tokens
    }

    fn cut(&mut self, cache: &mut Run, length: usize) {
        cache.tokens.truncate(length);
    }

    fn rewind(&mut self, cache: &mut Run, length: usize) {
        cache.tokens.truncate(length);
    }

    fn step(
        &mut self,
        feeds: &mut [Feed<'_, Run>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<f32>>, StepError> {
        while self.log.is_held.load(Ordering::SeqCst) {
            self.log.waits.fetch_add(1, Ordering::SeqCst);
            if stop() {
                self.log.stopped.fetch_add(1, Ordering::SeqCst);
                return Err(StepError::Stopped);
            }
            std::thread::yield_now();
        }
        assert!(!self.log.panics.load(Ordering::SeqCst), "an index out of bounds");
        if self.log.fails.load(Ordering::SeqCst) {
            return Err(StepError::Failed("no more numbers".to_owned()));
        }
        self.log.steps.lock().unwrap().push(feeds.iter().map(|it| it.tokens.len()).collect());
        for feed in feeds.iter() {
            let so_far = feed.cache.tokens.len();
            let start: Vec<u32> = feed.cache.tokens.iter().chain(feed.tokens).copied().take(2).collect();
            if so_far <= 2 && so_far + feed.tokens.len() > 2 {
                self.log.begun.lock().unwrap().push(start);
            }
        }
        let next = |feed: &mut Feed<'_, Run>| {
            feed.cache.tokens.extend(feed.tokens);
            let said = feed.cache.tokens.iter().rev().take_while(|it| **it != u32::from(b':')).count();
            let mut logits = vec![0.0; self.vocabulary.size()];
            let next = self.line.get(said).map_or(257, |it| usize::from(*it));
            logits[next] = 9.0;
            logits
        };
        Ok(feeds.iter_mut().map(next).collect())
    }
}

type Asked = oneshot::Receiver<Result<Reply, Error>>;

struct Fixture {
    jobs: Option<mpsc::Sender<Job>>,
    log: Arc<Log>,
    scheduler: Option<std::thread::JoinHandle<()>>,
}

impl Fixture {
    fn new(line: &'static str, capacity: usize) -> Fixture {
        let log = Arc::new(Log::default());
        let held = Arc::default();
        let vocabulary = Arc::new(Vocabulary::of_bytes());
        let backend = ScriptedBackend { vocabulary, log: log.clone(), line: line.as_bytes(), capacity, held };
        let (jobs, questions) = mpsc::channel();
        let scheduler = std::thread::spawn(move || BatchScheduler::new(backend, questions).run());
        Fixture { jobs: Some(jobs), log, scheduler: Some(scheduler) }
    }

    fn ask(&self, prompt: &str) -> Asked {
        self.ask_constrained(prompt, None, 100)
    }

    fn ask_constrained(&self, prompt: &str, grammar: Option<Grammar>, max_tokens: usize) -> Asked {
        let (reply, asked) = oneshot::channel();
        let sampling = Sampling { temperature: 0.0, top_p: 1.0, repetition: 1.0 };
        let prompt = prompt.bytes().map(u32::from).collect();
        let mut grammar = grammar;
        let beginning = grammar.as_mut().map(|it| it.forced().unwrap()).unwrap_or_default();
        let job =
            Job { prompt, grammar, beginning, sampler: Sampler::new(sampling, 1), max_tokens, deltas: None, reply };
        self.jobs.as_ref().unwrap().send(job).unwrap();
        asked
    }

    fn hold(&self, is_held: bool) {
        self.log.is_held.store(is_held, Ordering::SeqCst);
    }

    fn steps(&self) -> Vec<Vec<usize>> {
        self.log.steps.lock().unwrap().clone()
    }

    fn read(&self) -> usize {
        self.steps().iter().flatten().sum()
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.jobs.take();
        // A scheduler thread that panicked fails the test, unless the test is failing already.
        let panicked = self.scheduler.take().unwrap().join().is_err();
        assert!(!panicked || std::thread::panicking());
    }
}

fn answer(asked: Asked) -> Reply {
    asked.blocking_recv().unwrap().unwrap()
}

const RULES: &str = "the rules of this table, which are the same for everyone and quite long ";

/// O-01
#[test]
fn a_question_is_answered() {
    let fixture = Fixture::new("yes", 99);
    let reply = answer(fixture.ask("well:"));
    assert_eq!((reply.text.as_str(), reply.stop), ("yes", Stop::End));
    assert_eq!((reply.usage.input, reply.usage.cached, reply.usage.cost), (5, 0, Some(0.0)));
}

/// O-01: a prompt prefix is read once, for the same participant and for others.
#[test]
fn a_prefix_is_read_once() {
    let fixture = Fixture::new("yes", 99);
    let first = answer(fixture.ask(&format!("{RULES}you are one:")));
    assert_eq!(first.usage.cached, 0);
    let before = fixture.read();
    let second = answer(fixture.ask(&format!("{RULES}you are two:")));
    let common = (RULES.len() + "you are ".len()) as u64;
    assert_eq!(second.usage.cached, common);
    // Four new tokens of the prompt, three of the answer.
    assert_eq!(fixture.read() - before, "two:".len() + "yes".len());
    let third = answer(fixture.ask(&format!("{RULES}you are two:")));
    assert_eq!(third.usage.cached + 1, third.usage.input, "all but the last token");
}

/// O-01: requests that arrive together share their common prefix, though it was not cached before.
#[test]
fn those_who_come_together_read_together() {
    let fixture = Fixture::new("yes", 99);
    fixture.hold(true);
    let long = RULES.repeat(4);
    let asked: Vec<Asked> = ["one", "two", "six"].map(|it| fixture.ask(&format!("{long}you are {it}:"))).into();
    fixture.hold(false);
    let replies: Vec<Reply> = asked.into_iter().map(answer).collect();
    assert!(replies.iter().all(|it| it.text == "yes"));
    let read = fixture.read();
    let whole = long.len() + "you are one:".len();
    assert!(read < whole + 40, "{read} tokens were read for three prompts of {whole}");
    assert!(fixture.steps().iter().any(|it| it.len() == 3), "they speak at the same time");
}

/// O-01: a later request does not wait for a whole answer while there is a free slot.
#[test]
fn no_one_waits_for_a_long_answer_to_end() {
    let fixture = Fixture::new("a very long answer indeed, which goes on and on", 99);
    fixture.hold(true);
    let first = fixture.ask("first:");
    let second = fixture.ask("second, with other words:");
    fixture.hold(false);
    assert_eq!(answer(first).text, answer(second).text);
    let together = fixture.steps().iter().filter(|it| it.len() == 2).count();
    assert!(together > 40, "{together} steps in common");
}

/// O-01: requests beyond the batch size are served in order of arrival.
#[test]
fn a_crowd_is_served_in_order() {
    let fixture = Fixture::new("yes", 99);
    fixture.hold(true);
    let asked: Vec<Asked> =
        (0..30).map(|it| fixture.ask(&format!("{it:02} is my number, and nothing else:"))).collect();
    fixture.hold(false);
    for asked in asked {
        assert_eq!(answer(asked).text, "yes");
    }
    // No request was started before an earlier one.
    let begun = fixture.log.begun.lock().unwrap().clone();
    assert_eq!(begun.len(), 30);
    assert!(begun.is_sorted(), "{begun:?}");
}

/// O-03: cancelling the only request of a step stops the step.
#[test]
fn a_question_that_is_given_up_is_dropped() {
    let fixture = Fixture::new("yes", 99);
    fixture.hold(true);
    let given_up = fixture.ask("never mind:");
    while fixture.log.waits.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    drop(given_up);
    // The backend is blocked: only the cancellation ends the step.
    while fixture.log.stopped.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    fixture.hold(false);
    assert_eq!(answer(fixture.ask("but this:")).text, "yes");
    assert_eq!(fixture.read(), "but this:".len() + "yes".len(), "nothing was read of what was given up");
}

#[test]
fn a_failing_engine_fails_those_who_wait_and_no_one_else() {
    let fixture = Fixture::new("yes", 99);
    fixture.log.fails.store(true, Ordering::SeqCst);
    let error = fixture.ask("well:").blocking_recv().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the embedded model failed: no more numbers");
    fixture.log.fails.store(false, Ordering::SeqCst);
    assert_eq!(answer(fixture.ask("well:")).text, "yes");
}

fn grammar() -> Grammar {
    let grammars = GrammarCompiler::new(Arc::new(Vocabulary::of_bytes())).unwrap();
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["position", "vote"],
        "properties": {"position": {"type": "string", "minLength": 3, "maxLength": 400}, "vote": {"enum": ["ACCEPT", "BLOCKER"]}},
    });
    grammars.compile(&schema).unwrap()
}

/// D-21: an answer follows its schema whatever the model predicts, and forced tokens are not sampled.
#[test]
fn an_answer_is_held_to_its_form() {
    let fixture = Fixture::new("", 99);
    let reply = answer(fixture.ask_constrained("well:", Some(grammar()), 60));
    let value: serde_json::Value = serde_json::from_str(&reply.text).unwrap();
    assert!(value["position"].as_str().unwrap().len() >= 3);
    assert!(["ACCEPT", "BLOCKER"].contains(&value["vote"].as_str().unwrap()));
    assert_eq!(reply.stop, Stop::End);
}

/// D-21: an answer that reaches its token limit is brought to a valid end.
#[test]
fn a_long_answer_lands() {
    let fixture =
        Fixture::new("words and words and words and words and words and words and words and words and words", 99);
    let reply = answer(fixture.ask_constrained("well:", Some(grammar()), 20));
    assert!(serde_json::from_str::<serde_json::Value>(&reply.text).is_ok(), "{}", reply.text);
    assert!(reply.usage.output < 20 + 60, "{:?}", reply.usage);
}

/// The sentence of an answer that is held to a pattern, and the tokens that it may have.
fn said(line: &'static str, pattern: &str, max_tokens: usize) -> String {
    let grammars = GrammarCompiler::new(Arc::new(Vocabulary::of_bytes())).unwrap();
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["say", "vote"],
        "properties": {"say": {"type": "string", "pattern": pattern}, "vote": {"enum": ["ACCEPT", "BLOCKER"]}},
    });
    let fixture = Fixture::new(line, 99);
    let reply = answer(fixture.ask_constrained("well:", Some(grammars.compile(&schema).unwrap()), max_tokens));
    let value: serde_json::Value = serde_json::from_str(&reply.text).unwrap();
    assert!(["ACCEPT", "BLOCKER"].contains(&value["vote"].as_str().unwrap()), "{}", reply.text);
    value["say"].as_str().unwrap().to_owned()
}

/// D-21: where the schema allows no further character, a sentence ends after its last whole clause, and so does one at the token limit. The
/// first two bytes of a line are the space and the quotation mark before the text.
#[test]
fn a_sentence_ends_after_its_last_whole_clause() {
    let sentence = "^([^.!?:|\\n]|[a-zA-Z][.](js|py)){10,60}[.]$";
    for (line, expected) in [
        (
            "  it is cheap to run in Node.js, and easier to scale, in the long run of it",
            "it is cheap to run in Node.js, and easier to scale.",
        ),
        (
            "  services are easier to maintain and to scale than the rest of the system",
            "services are easier to maintain.",
        ),
        (
            "  it makes the product easier to change in a hurry of the the the the the the the",
            "it makes the product easier to change in a hurry.",
        ),
        ("  it is a short one.", "it is a short one."),
    ] {
        assert_eq!(said(line, sentence, 400), expected);
    }
    // A clause that a literal comma follows, and one that the field's end follows.
    let clauses = "^Ada says ([^,.!?:|\\n]){10,40}, but ([^,.!?:|\\n]){10,40}$";
    let line = "           the tests are slow because every call crosses the net";
    let text = said(line, clauses, 400);
    assert!(text.starts_with("Ada says the tests are slow, but "), "{text}");
    // The limit of tokens.
    let line = "  the queue grows and grows, so it is read twice by every one of the workers that we have";
    assert_eq!(said(line, "^([^.!?:|\\n]){10,400}[.]$", 60), "the queue grows and grows.");
}

/// O-01: a panic in the backend fails the requests of that moment, and the model goes on answering.
#[test]
fn a_panic_leaves_no_dead_model() {
    let fixture = Fixture::new("yes", 99);
    answer(fixture.ask(&format!("{RULES}one:")));
    fixture.log.panics.store(true, Ordering::SeqCst);
    let asked = [fixture.ask(&format!("{RULES}two:")), fixture.ask("another:")];
    for asked in asked {
        let error = asked.blocking_recv().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "the embedded model failed: it panicked: an index out of bounds");
    }
    fixture.log.panics.store(false, Ordering::SeqCst);
    let reply = answer(fixture.ask(&format!("{RULES}three:")));
    assert_eq!((reply.text.as_str(), reply.usage.cached), ("yes", 0), "what was read before is read anew");
}
