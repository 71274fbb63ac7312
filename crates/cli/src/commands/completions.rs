//! `completions`: shell completion scripts. They ask the program itself, which knows modes, rules, decks, debates and settings.
use crate::exit::Exit;
use crate::print;
use clap_complete::Shell;
use clap_complete::env::Shells;

/// The variable by which a script asks the program.
pub(crate) const COMPLETE: &str = "ROUNDTABLE_COMPLETE";

const NAME: &str = "roundtable";

/// Prints the script, and on standard error how to install it.
pub(crate) fn run(shell: Shell) -> Result<(), Exit> {
    print::raw(&script(shell)?)?;
    print::note(install(shell));
    Ok(())
}

fn script(shell: Shell) -> Result<Vec<u8>, Exit> {
    let (mut script, name) = (Vec::new(), shell.to_string());
    let shells = Shells::builtins();
    let completer = shells.completer(&name).ok_or_else(|| Exit::failure(format!("`{name}` is not supported")))?;
    completer.write_registration(COMPLETE, NAME, NAME, NAME, &mut script).map_err(Exit::failure)?;
    Ok(script)
}

/// How to install the script.
fn install(shell: Shell) -> String {
    let (command, rest) = match shell {
        Shell::Bash => (
            "mkdir -p ~/.local/share/bash-completion/completions && roundtable completions bash > \
             ~/.local/share/bash-completion/completions/roundtable",
            "",
        ),
        Shell::Zsh => (
            "mkdir -p ~/.zfunc && roundtable completions zsh > ~/.zfunc/_roundtable",
            "; `~/.zshrc` needs `fpath+=~/.zfunc; autoload -Uz compinit; compinit`",
        ),
        Shell::Fish => ("roundtable completions fish > ~/.config/fish/completions/roundtable.fish", ""),
        Shell::Elvish => ("roundtable completions elvish >> ~/.config/elvish/rc.elv", ""),
        Shell::PowerShell => ("roundtable completions powershell >> $PROFILE", ""),
        _ => ("roundtable completions SHELL", ""),
    };
    format!("to install: `{command}`{rest}; then start a new shell")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    /// I-10: every shell gets a script that asks the program, and is told how to install it.
    #[test]
    fn every_shell_gets_a_script_and_a_way_to_install_it() {
        for shell in Shell::value_variants() {
            let script = String::from_utf8(script(*shell).unwrap()).unwrap();
            assert!(script.contains(COMPLETE) && script.contains(NAME), "{shell}: {script}");
            assert!(install(*shell).contains(&format!("roundtable completions {shell}")), "{shell}");
        }
    }
}
