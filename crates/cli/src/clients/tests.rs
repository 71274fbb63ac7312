//! Client configuration files before and after.
use super::merge::{Merged, alone, merged};
use super::*;
use std::fmt::Write;

fn usual() -> Start {
    Start { command: "/opt/roundtable".to_owned(), args: vec!["mcp".to_owned()] }
}

fn entry(client: Client) -> Entry {
    super::entry(client, "roundtable", &usual())
}

fn changed(before: &str, entry: &Entry) -> String {
    match merged(before, entry).unwrap() {
        Merged::Changed(after) => after,
        Merged::Same => panic!("nothing changed: {before}"),
    }
}

/// I-20: each client gets an entry in its own shape, in its own file, for the user and for a project.
#[test]
fn each_client_has_its_form_and_its_place() {
    let env = |name: &str| (name == "HOME").then(|| "/home/hamilton".to_owned());
    let mut seen = String::new();
    for client in Client::value_variants() {
        let place = |scope| match file(*client, scope, &env, Path::new("/project")) {
            Ok(file) => file.display().to_string(),
            Err(why) => why,
        };
        let _ = writeln!(seen, "== {}\n{}\n{}", spelled(*client), place(Scope::User), place(Scope::Project));
        for scope in [Scope::User, Scope::Project] {
            let line = command_line(*client, scope, "roundtable", &usual());
            line.iter().for_each(|it| seen.push_str(&format!("$ {it}\n")));
        }
        seen.push_str(&alone(&entry(*client)).unwrap());
    }
    let is_mac = cfg!(target_os = "macos");
    insta::assert_snapshot!(
        "clients",
        if is_mac { seen.replace("Library/Application Support", ".config") } else { seen }
    );
}

/// I-20: everything else in a file stays byte for byte; an entry of that name is replaced, also one that connects by URL; a second run
/// changes nothing.
#[test]
fn the_rest_of_a_file_stays_as_it_is() {
    let rows = [
        (Client::Cursor, ""),
        (Client::Cursor, "{}"),
        (Client::Cursor, "{\n}\n"),
        (Client::Cursor, "{\"mcpServers\": {}}\n"),
        (Client::Cursor, "{\"mcpServers\":{\"b\":{\"command\":\"x\"}},\"z\":1.50}"),
        (
            Client::Cursor,
            "{\n    \"z\": 1.50,\n    \"mcpServers\": {\n        \"b\": {\"command\": \"}{\"}\n    }\n}\n",
        ),
        (Client::Cursor, "{\n\t\"theme\" : \"dark\"\n}\n"),
        (
            Client::Cursor,
            "{\n  \"mcpServers\": {\n    \"roundtable\": {\"command\": \"/old\", \"env\": {\"A\": \"b\"}},\n    \"c\": {}\n  }\n}\n",
        ),
        (
            Client::Vscode,
            "{\"servers\": {\"roundtable\": {\"type\": \"http\", \"url\": \"http://[::1]:1/mcp\", \"headers\": {\"A\": \"b\"}, \"env\": {}}}}",
        ),
        (
            Client::Codex,
            "[mcp_servers.roundtable]\nurl = \"http://[::1]:1/mcp\"\nbearer_token_env_var = \"T\"\nenabled = true\n",
        ),
        (Client::Codex, "# mine\nmodel = \"o\"  # best\n\n[mcp_servers.other]\ncommand = \"x\"\n"),
        (Client::Codex, "[mcp_servers.roundtable]\ncommand = \"/old\"\ntool_timeout_sec = 90 # slow\n"),
    ];
    let mut seen = String::new();
    for (client, before) in rows {
        let entry = entry(client);
        let after = changed(before, &entry);
        let _ = writeln!(seen, "== {before}\n-- {after}");
        assert_eq!(merged(&after, &entry).unwrap(), Merged::Same, "{after}");
    }
    insta::assert_snapshot!("merged", seen);
}

/// I-13, I-20: a file that can't be parsed safely is left alone, with the reason.
#[test]
fn a_file_that_is_not_understood_is_left_alone() {
    let rows = [
        (Client::Zed, "// my settings\n{\n}\n", "it is not plain JSON without comments (line 1, column 1)"),
        (Client::Zed, "{\"theme\": \"One\",}", "it is not plain JSON without comments (line 1, column 17)"),
        (Client::Cursor, "[]", "it is not plain JSON without comments (line 1, column 0)"),
        (Client::Cursor, "{\"mcpServers\": []}", "its `mcpServers` is not an object"),
        (Client::Codex, "a = 1\nb =\n", "line 2: invalid TOML"),
        (Client::Codex, "mcp_servers = 1\n", "its `mcp_servers` is not a table"),
    ];
    for (client, before, expected) in rows {
        assert_eq!(merged(before, &entry(client)), Err(expected.to_owned()), "{before}");
    }
}
