//! Command-line arguments: the folders of pairs and weights.
use std::error::Error;
use std::path::PathBuf;

pub(crate) struct Options {
    pub(crate) data: PathBuf,
    pub(crate) weights: PathBuf,
}

/// Parses the arguments.
pub(crate) fn read() -> Result<Options, Box<dyn Error>> {
    let (mut data, mut weights) = (None, None);
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--weights") => weights = Some(words.next().ok_or("`--weights` needs a folder")?.into()),
            Some(option) if option.starts_with('-') => {
                return Err(format!("`{option}` is unknown: use `--weights`").into());
            }
            Some(_) | None => data = Some(word.into()),
        }
    }
    let data = data.ok_or("where are the pairs? give the folder that holds `sick` and `sts_semeval`")?;
    Ok(Options { data, weights: weights.or_else(cache).ok_or("no home folder: give `--weights`")? })
}

/// The product's folder of weights.
fn cache() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let within = |it: PathBuf| it.join("roundtable/weights");
    variable("ROUNDTABLE_WEIGHTS")
        .or_else(|| variable("XDG_CACHE_HOME").map(within))
        .or_else(|| variable("HOME").map(|it| within(it.join(".cache"))))
}
