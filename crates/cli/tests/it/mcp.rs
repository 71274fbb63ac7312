//! The program as a coding agent starts it: JSON-RPC, one message a line, over standard input and output.
use crate::killed::{CALLS, command, in_log, silent_after, undisturbed, verdict, willing};
use crate::sandbox::{Ran, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A client and the program it started.
pub(crate) struct Agent {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    asked: u64,
}

impl Agent {
    /// Starts the program and initializes the connection.
    pub(crate) fn start(mut command: Command) -> Agent {
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut agent = Agent { input: child.stdin.take().unwrap(), lines, child, asked: 0 };
        let answer = agent.ask("initialize", &introduction());
        assert!(answer["result"]["capabilities"]["tools"].is_object(), "{answer}");
        agent.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    fn tell(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// The answer to a request; messages before it must be valid too.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.tell(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self.lines.next().unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The content of a resource, which is JSON.
    pub(crate) fn resource(&mut self, uri: &str) -> Value {
        let answer = self.ask("resources/read", &json!({"uri": uri}));
        let text = answer["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{uri}: {answer}"));
        serde_json::from_str(text).unwrap()
    }

    /// The result of a tool, or its error.
    pub(crate) fn attempt(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = answer["result"].clone();
        assert!(result.is_object(), "{tool}: {answer}");
        match result["isError"] == true {
            true => Err(result["content"][0]["text"].as_str().unwrap().to_owned()),
            false => Ok(result),
        }
    }

    /// The result of a tool; it must succeed.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.attempt(tool, arguments).unwrap()
    }

    /// The error of a tool; it must fail.
    pub(crate) fn complaint(&mut self, tool: &str, arguments: &Value) -> String {
        self.attempt(tool, arguments).unwrap_err()
    }

    /// Waits for a debate until it is over.
    pub(crate) fn wait(&mut self, sandbox: &Sandbox, id: &str) {
        while !is_over(sandbox, id) {
            self.call("wait", &json!({"id": id, "seconds": 5}));
        }
    }

    /// Disconnects and checks how the program exits.
    pub(crate) fn leave(self) -> Ran {
        let Agent { child, input, lines, .. } = self;
        drop(input);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(rest.iter().all(|it| it.starts_with('{')), "{rest:?}");
        Ran::of(child.wait_with_output().unwrap())
    }
}

/// The client's initialization.
pub(crate) fn introduction() -> Value {
    json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

/// The newest debate.
pub(crate) fn newest(sandbox: &Sandbox) -> String {
    let listed: Value = serde_json::from_str(sandbox.print(&["list", "--json"]).lines().next().unwrap()).unwrap();
    listed["debate"].as_str().unwrap().to_owned()
}

pub(crate) fn is_over(sandbox: &Sandbox, id: &str) -> bool {
    sandbox.print(&["export", id, "--format", "log"]).lines().last().unwrap().contains("\"type\":\"debate_closed\"")
}

/// The debate that `killed::debate` runs on the command line.
pub(crate) fn wish() -> Value {
    json!({
        "topic": "Should we adopt gRPC?",
        "participants": ["openai/a", "openai/b", "openai/c"],
        "mode": "collaborative",
        "rounds": 4,
        "algorithm": "fixed_rounds",
        "ask_context": false,
    })
}

/// I-20, I-21: an agent starts a debate, waits for it and leaves; standard output has only the protocol, and the program exits with success.
/// The command line finds the debate.
#[test]
fn an_agent_debates_over_standard_input_and_output() {
    let sandbox = Sandbox::new();
    let mut agent = Agent::start(sandbox.command(&["mcp"]));
    let listed = agent.ask("tools/list", &json!({}));
    let tools: Vec<&str> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(tools.contains(&"start_roundtable") && tools.contains(&"wait"), "{tools:?}");
    let topic = "Should we adopt gRPC?";
    agent
        .call("start_roundtable", &json!({"topic": topic, "participants": ["sim"], "rounds": 2, "ask_context": false}));
    let id = newest(&sandbox);
    agent.wait(&sandbox, &id);
    let left = agent.leave();
    assert_eq!((left.code, left.stderr.as_str()), (0, ""));
    assert!(sandbox.print(&["show", &id]).contains("REHEARSAL"), "what was debated is there for all");
}

/// I-20, I-13: an invalid request is a tool error with a text, and the server continues.
#[test]
fn a_refused_wish_is_answered_in_words() {
    let sandbox = Sandbox::new();
    let mut agent = Agent::start(sandbox.command(&["mcp"]));
    let arguments = json!({"topic": "Should we?", "participants": ["local//etc/passwd.gguf", "sim"]});
    let refused = agent.complaint("start_roundtable", &arguments);
    assert!(refused.contains("which a caller can't name"), "{refused}");
    assert!(agent.ask("tools/list", &json!({}))["result"].is_object());
    assert_eq!(agent.leave().code, 0);
}

/// O-22, I-21: a server killed (SIGKILL) during a debate resumes it at its next start; no answered call is repeated, and the verdict is that
/// of an undisturbed debate.
#[test]
fn a_killed_server_goes_on_with_its_debates() {
    let (all, expected) = undisturbed("collaborative");
    for answers in [0, 1, 4, 8] {
        let sandbox = Sandbox::new().with("ROUNDTABLE_SAFETY", "false");
        let (provider, unanswered) = silent_after(answers);
        let mut agent = Agent::start(command(&sandbox, &provider, &["mcp"]));
        agent.call("start_roundtable", &wish());
        unanswered.recv().unwrap();
        agent.child.kill().unwrap();
        agent.child.wait().unwrap();
        let id = newest(&sandbox);
        let before = in_log(&sandbox, &id);

        let provider = willing();
        let mut again = Agent::start(command(&sandbox, &provider, &["mcp"]));
        again.wait(&sandbox, &id);
        let left = again.leave();
        assert_eq!((left.code, left.stderr.as_str()), (0, "going on with 1 debate\n"), "after {answers}");
        let mut asked = provider.asked();
        assert!(asked.iter().all(|it| !before.contains(it)), "after {answers}: {asked:?}");
        asked.sort();
        let rest: Vec<String> = all.difference(&before).cloned().collect();
        assert_eq!(asked, rest, "after {answers}: each of the others is asked once");
        assert_eq!(verdict(&sandbox, &id), expected, "after {answers}");
    }
}

/// I-12, I-21: a client that leaves during a debate loses only the in-flight answers, without an error.
#[test]
fn a_client_that_leaves_leaves_the_debate_to_the_next() {
    let sandbox = Sandbox::new().with("ROUNDTABLE_SAFETY", "false");
    let (provider, unanswered) = silent_after(3);
    let mut agent = Agent::start(command(&sandbox, &provider, &["mcp"]));
    agent.call("start_roundtable", &wish());
    unanswered.recv().unwrap();
    let left = agent.leave();
    assert_eq!(left.code, 0, "{left:?}");
    assert!(left.stderr.starts_with("finishing in-flight answers (1 debate)"), "{left:?}");
    let id = newest(&sandbox);
    let before = in_log(&sandbox, &id);
    let provider = willing();
    let mut next = Agent::start(command(&sandbox, &provider, &["mcp"]));
    next.wait(&sandbox, &id);
    assert_eq!(next.leave().code, 0);
    let asked = provider.asked();
    assert!(asked.iter().all(|it| !before.contains(it)), "{asked:?}");
    assert_eq!(asked.len(), CALLS - before.len(), "the others are asked once: {asked:?}");
}

/// I-12, I-21: SIGTERM ends the program although its client is connected and silent.
#[test]
fn a_polite_request_ends_it_under_its_client() {
    let sandbox = Sandbox::new();
    let mut agent = Agent::start(sandbox.command(&["mcp"]));
    let pid = Pid::from_raw(agent.child.id().try_into().unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(agent.child.wait().unwrap().code(), Some(0));
}

/// I-20: closed standard input is no error.
#[test]
fn nobody_there_is_a_polite_end() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&["mcp"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
}
