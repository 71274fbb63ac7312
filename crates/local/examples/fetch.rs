//! Fetches the weights that tests need, and prints where each is.
//!
//! `cargo run -p local --example fetch -- smollm2-135m minilm-l6-v2` prints a line for each on standard output. Exit code 0: all
//! are present; 3: some are not; 1: a name is unknown. They are stored in `target/weights`, or in `ROUNDTABLE_TEST_WEIGHTS`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command says what it did")]
use local::weights::{Cache, Tools, catalog};
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let (cache, tools) = (Cache::of_tests(), Tools::of(&|name| std::env::var(name).ok()));
    let mut code = 0;
    for name in std::env::args().skip(1) {
        let Some(weight) = catalog::named(&name) else {
            eprintln!("there is no weight `{name}`");
            return ExitCode::from(1);
        };
        match cache.fetch(weight, &tools, &()).await {
            Ok(held) => println!("{name}: {}", held.directory().display()),
            Err(error) => {
                let text = error.to_string();
                // The commands to run by hand go to standard error.
                let why: Vec<&str> = text.lines().take_while(|it| !it.ends_with("by hand:")).map(str::trim).collect();
                println!("{name}: absent: {}", why.join("; "));
                eprintln!("{error}");
                code = 3;
            }
        }
    }
    ExitCode::from(code)
}
