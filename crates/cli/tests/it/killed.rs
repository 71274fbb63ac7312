//! The program killed, interrupted, or run twice during a debate, and its next run.
//!
//! The provider answers a number of calls and is silent after that, so a debate stops where the test needs it. Events are
//! printed after they are on the disk: once one is read, the program may be killed.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox, id_of};
use models::fake_provider::Behaviour;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

const MODES: [&str; 2] = ["collaborative", "adversarial"];

/// The calls of an undisturbed debate: four rounds of three, and one repeated question.
pub(crate) const CALLS: usize = 13;

/// One first answer is unusable, so that repeated questions are covered.
fn bad(call: &str) -> Option<Behaviour> {
    (call == "r2/turn/b").then(|| Behaviour::answer("I'd rather not say."))
}

/// A provider that always answers.
pub(crate) fn willing() -> Provider {
    Provider::new(|call, _| bad(call))
}

/// A provider that answers a number of calls and then none; reports each unanswered call.
pub(crate) fn silent_after(answers: usize) -> (Provider, Receiver<String>) {
    let left = Mutex::new(answers);
    let (tell, unanswered) = channel();
    let provider = Provider::new(move |call, _| {
        let mut left = left.lock().unwrap();
        if *left == 0 {
            // A finished test no longer receives.
            let _ = tell.send(call.to_owned());
            return Some(Behaviour::Hang);
        }
        *left -= 1;
        bad(call)
    });
    (provider, unanswered)
}

pub(crate) fn command(sandbox: &Sandbox, provider: &Provider, words: &[&str]) -> Command {
    let mut command = sandbox.command(words);
    command.env("OPENAI_BASE_URL", provider.base_url()).env("OPENAI_API_KEY", "sk-any-0123456789");
    command
}

pub(crate) fn debate(sandbox: &Sandbox, provider: &Provider, mode: &str) -> Command {
    let with = ["--with", "openai/a,openai/b,openai/c", "--mode", mode, "--rounds", "4", "--algorithm", "fixed_rounds"];
    // Every call is counted, so there are no helper models.
    let unwatched = ["--set", "safety=false"];
    command(sandbox, provider, &[&["debate", "Should we adopt gRPC?", "--jsonl"][..], &with, &unwatched].concat())
}

/// A running program and its output.
struct Running {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
    id: String,
}

impl Running {
    fn start(mut command: Command) -> Running {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let id = id_of(&lines.next().unwrap().unwrap());
        Running { child, lines, id }
    }

    /// Reads until so many answers are on the disk, and the next round is open.
    fn read_until(&mut self, answers: usize) {
        let mut seen = 0;
        while seen < answers {
            seen += usize::from(answered(&self.lines.next().unwrap().unwrap()).is_some());
        }
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.id().try_into().unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Waits for its exit; returns the output since.
    fn end(mut self) -> Ran {
        let rest: Vec<String> = self.lines.by_ref().map(Result::unwrap).collect();
        let mut ran = Ran::of(self.child.wait_with_output().unwrap());
        ran.stdout = rest.join("\n");
        ran
    }
}

/// The call that a record answers, if any.
fn answered(line: &str) -> Option<String> {
    let event: Value = serde_json::from_str(line).unwrap();
    // Notes on a call are not answers, and groupings are not turns.
    let is_turn = !["call_noted", "ballots_grouped"].contains(&event["type"].as_str().unwrap());
    event.get("call").filter(|_| is_turn).map(|it| it.as_str().unwrap().to_owned())
}

/// The calls that a log answers.
pub(crate) fn in_log(sandbox: &Sandbox, id: &str) -> BTreeSet<String> {
    let log = sandbox.print(&["export", id, "--format", "log"]);
    let calls: Vec<String> = log.lines().filter_map(answered).collect();
    let set: BTreeSet<String> = calls.iter().cloned().collect();
    assert_eq!(set.len(), calls.len(), "no call is answered twice");
    set
}

/// A verdict without values that differ from run to run.
pub(crate) fn verdict(sandbox: &Sandbox, id: &str) -> Value {
    let mut verdict: Value = serde_json::from_str(&sandbox.print(&["show", id, "--json"])).unwrap();
    verdict["debate"] = Value::Null;
    verdict["metadata"]["elapsed_ms"] = Value::Null;
    verdict
}

/// A verdict without costs: failed attempts are charged.
fn without_cost(mut verdict: Value) -> Value {
    (verdict["metadata"]["usage"], verdict["metadata"]["accounting"]) = (Value::Null, Value::Null);
    verdict
}

/// The undisturbed debate: every call, and the verdict.
pub(crate) fn undisturbed(mode: &str) -> (BTreeSet<String>, Value) {
    let (sandbox, provider) = (Sandbox::new(), willing());
    let running = Running::start(debate(&sandbox, &provider, mode));
    let id = running.id.clone();
    assert_eq!(running.end().code, 0);
    let calls = in_log(&sandbox, &id);
    assert_eq!(calls.len(), CALLS, "{mode}");
    (calls, verdict(&sandbox, &id))
}

/// Resumes a debate to its end and compares calls and verdict with the undisturbed one.
fn resumes(place: &str, sandbox: &Sandbox, id: &str, all: &BTreeSet<String>, expected: &Value) {
    let before = in_log(sandbox, id);
    let provider = willing();
    let resumed = Ran::of(command(sandbox, &provider, &["resume", id, "--jsonl"]).output().unwrap());
    assert_eq!(resumed.code, 0, "{place}: {resumed:?}");
    let asked = provider.asked();
    let again: BTreeSet<String> = asked.iter().cloned().collect();
    assert_eq!(again.len(), asked.len(), "{place}: nothing is asked twice: {asked:?}");
    assert_eq!(again.intersection(&before).next(), None, "{place}: what was answered is not asked again");
    assert_eq!(&again.union(&before).cloned().collect::<BTreeSet<_>>(), all, "{place}: everything is asked");
    assert_eq!(&verdict(sandbox, id), expected, "{place}");
    let replayed = sandbox.run(&["replay", id, "--quiet"]);
    assert_eq!(replayed.code, 0, "{place}: {replayed:?}");
}

/// O-22, O-21: killed (SIGKILL) after each of ten answers, before the next call or during it, a debate resumes where it was, repeats no
/// answered call, and comes to the verdict of an undisturbed one.
#[test]
fn killed_anywhere_a_debate_goes_on_as_if_nothing_had_happened() {
    for mode in MODES {
        let (all, expected) = undisturbed(mode);
        for answers in [0, 1, 2, 3, 4, 5, 7, 9, 10, 12] {
            let (sandbox, (provider, unanswered)) = (Sandbox::new(), silent_after(answers));
            let mut running = Running::start(debate(&sandbox, &provider, mode));
            running.read_until(answers);
            let when = if answers % 2 == 0 { "waiting" } else { "writing" };
            if when == "waiting" {
                unanswered.recv().unwrap();
            }
            let id = running.id.clone();
            running.child.kill().unwrap();
            assert_eq!(running.end().code, -1);

            let place = format!("{mode}, killed while {when}, after {answers} answers");
            assert_eq!(in_log(&sandbox, &id).len(), answers, "{place}: every answer that was told is in the log");
            resumes(&place, &sandbox, &id, &all, &expected);
        }
    }
}

/// O-22: killed at full speed at an arbitrary point, a debate repeats no recorded call and finishes.
#[test]
fn killed_in_full_flight_a_debate_goes_on() {
    for mode in MODES {
        let (all, expected) = undisturbed(mode);
        for answers in [1, 4, 6, 8, 11] {
            let (sandbox, provider) = (Sandbox::new(), willing());
            let mut running = Running::start(debate(&sandbox, &provider, mode));
            running.read_until(answers);
            let id = running.id.clone();
            running.child.kill().unwrap();
            running.end();
            assert!(in_log(&sandbox, &id).len() >= answers, "{mode}, {answers}");
            resumes(&format!("{mode}, killed in flight after {answers} answers"), &sandbox, &id, &all, &expected);
        }
    }
}

/// O-22: killed after every answer of each resumed run, a debate still finishes.
#[test]
fn killed_again_and_again_a_debate_comes_to_its_end() {
    let (all, expected) = undisturbed("collaborative");
    let sandbox = Sandbox::new();
    let (provider, unanswered) = silent_after(0);
    let mut running = Running::start(debate(&sandbox, &provider, "collaborative"));
    unanswered.recv().unwrap();
    let id = running.id.clone();
    running.child.kill().unwrap();
    running.end();
    for answers in 1..13 {
        let (provider, unanswered) = silent_after(1);
        let mut child = command(&sandbox, &provider, &["resume", &id, "--jsonl"]).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| answered(&line.unwrap()).is_some()));
        unanswered.recv().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(in_log(&sandbox, &id).len(), answers);
    }
    resumes("killed again and again", &sandbox, &id, &all, &expected);
}

/// O-22, D-43: a debate killed while it is being continued, before the first call or between two answers, resumes with the user's input; no
/// call is repeated.
#[test]
fn killed_while_continued_a_debate_goes_on_with_what_was_said() {
    for mode in MODES {
        for answers in [0, 2] {
            let (sandbox, first) = (Sandbox::new(), willing());
            let running = Running::start(debate(&sandbox, &first, mode));
            let id = running.id.clone();
            assert_eq!(running.end().code, 0);
            let before = in_log(&sandbox, &id);

            let (provider, unanswered) = silent_after(answers);
            let words = ["continue", &id, "--say", "The rack is rented until June.", "--rounds", "1", "--jsonl"];
            let mut child = command(&sandbox, &provider, &words).spawn().unwrap();
            unanswered.recv().unwrap();
            let lines = BufReader::new(child.stdout.take().unwrap()).lines();
            // The user's input, the round, and the answers.
            assert_eq!(lines.take(2 + answers).filter(|it| it.is_ok()).count(), 2 + answers, "{mode}, {answers}");
            child.kill().unwrap();
            child.wait().unwrap();

            let again = willing();
            let resumed = Ran::of(command(&sandbox, &again, &["resume", &id, "--jsonl"]).output().unwrap());
            assert_eq!(resumed.code, 0, "{mode}, {answers}: {resumed:?}");
            assert_eq!(again.asked().len(), 3 - answers, "{mode}, {answers}: {:?}", again.asked());
            assert_eq!(in_log(&sandbox, &id).len(), before.len() + 3);
            let replayed = sandbox.run(&["replay", &id, "--quiet"]);
            assert_eq!(replayed.code, 0, "{replayed:?}");
        }
    }
}

/// I-12: Ctrl-C and SIGTERM give exit code 130 and the command that resumes, and that command works.
#[test]
fn interrupted_it_says_how_to_go_on() {
    for (mode, signal) in [("collaborative", Signal::INT), ("adversarial", Signal::TERM)] {
        let (all, expected) = undisturbed(mode);
        let (sandbox, (provider, unanswered)) = (Sandbox::new(), silent_after(5));
        let mut running = Running::start(debate(&sandbox, &provider, mode));
        running.read_until(5);
        unanswered.recv().unwrap();
        running.signal(signal);
        let id = running.id.clone();
        let ran = running.end();
        assert_eq!(ran.code, 130, "{ran:?}");
        let said = ran.stderr.lines().last().unwrap();
        assert_eq!(said, format!("interrupted: nothing is lost; go on with `roundtable resume {id}`"));
        assert_eq!(in_log(&sandbox, &id).len(), 5);
        resumes(&format!("{mode}, {signal:?}"), &sandbox, &id, &all, &expected);
    }
}

/// O-22, I-13: a second process that tries to run a running debate is refused clearly, makes no call, and the first is undisturbed.
#[test]
fn a_second_process_is_refused_and_does_no_harm() {
    for mode in MODES {
        let (all, expected) = undisturbed(mode);
        let is_willing = Arc::new(AtomicBool::new(false));
        let (tell, unanswered) = channel();
        let provider = Provider::new({
            let (is_willing, left) = (is_willing.clone(), Mutex::new(4_usize));
            move |call, _| {
                let mut left = left.lock().unwrap();
                if *left == 0 && !is_willing.load(Ordering::SeqCst) {
                    let _ = tell.send(call.to_owned());
                    return Some(Behaviour::Hang);
                }
                *left = left.saturating_sub(1);
                bad(call)
            }
        });
        // Unanswered calls time out after a second and are repeated; by then the provider answers.
        let sandbox = Sandbox::new().with("ROUNDTABLE_TIMEOUT", "1s");
        let mut running = Running::start(debate(&sandbox, &provider, mode));
        running.read_until(4);
        unanswered.recv().unwrap();

        let stranger = willing();
        let second = Ran::of(command(&sandbox, &stranger, &["resume", &running.id, "--jsonl"]).output().unwrap());
        assert_eq!((second.code, second.stdout.as_str()), (2, ""), "{second:?}");
        let id = running.id.clone();
        let expected_words = format!(
            "error: another process is running debate `{id}`; wait until it is done, or stop it with `roundtable stop {id}`\n"
        );
        assert_eq!(second.stderr, expected_words);
        assert_eq!(stranger.asked(), Vec::<String>::new(), "nothing is paid for twice");

        is_willing.store(true, Ordering::SeqCst);
        let first = running.end();
        assert_eq!(first.code, 0, "{first:?}");
        assert_eq!(in_log(&sandbox, &id), all);
        assert_eq!(without_cost(verdict(&sandbox, &id)), without_cost(expected), "{mode}");
        let left: Vec<_> =
            std::fs::read_dir(sandbox.path("data/roundtable")).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert!(left.iter().all(|it| !it.to_string_lossy().ends_with(".running")), "{left:?}");
    }
}
