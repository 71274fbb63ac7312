//! `completions`: shell completion scripts.
use crate::args::Cli;
use crate::exit::Exit;
use crate::print;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints the script.
pub(crate) fn run(shell: Shell) -> Result<(), Exit> {
    print::raw(&script(shell))
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "roundtable", &mut script);
    script
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    /// I-10
    #[test]
    fn every_shell_gets_a_script_that_knows_the_commands() {
        for shell in Shell::value_variants() {
            let script = String::from_utf8(script(*shell)).unwrap();
            for word in ["debate", "doctor", "high-stakes"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
}
