//! Paths of settings and data on this machine.
use super::{Env, Origin};
use crate::error::{Field, Kind, PlanError};
use std::path::{Path, PathBuf};

/// The name of a settings file.
const FILE: &str = "roundtable.toml";

/// The files that settings are read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsPaths {
    /// The user's file, whether it exists or not; absent without a home directory.
    pub user: Option<PathBuf>,
    /// The project's file, if there is one.
    pub project: Option<PathBuf>,
    /// The path where the project's file is, or would be created.
    pub project_or_new: PathBuf,
}

impl SettingsPaths {
    /// The user's file, and the nearest project's file at or above `cwd`, but not above the home directory.
    pub fn find(env: Env<'_>, cwd: &Path) -> SettingsPaths {
        let home = home(env);
        let user = base(env, "XDG_CONFIG_HOME", ".config").map(|directory| directory.join("roundtable").join(FILE));
        let mut project = None;
        for directory in cwd.ancestors() {
            let file = directory.join(FILE);
            if file.is_file() && Some(&file) != user.as_ref() {
                project = Some(file);
                break;
            }
            if Some(directory) == home.as_deref() {
                break;
            }
        }
        let project_or_new = project.clone().unwrap_or_else(|| cwd.join(FILE));
        SettingsPaths { user, project, project_or_new }
    }
}

/// The default path of the store.
pub fn data_dir(env: Env<'_>) -> Result<PathBuf, PlanError> {
    let directory = base(env, "XDG_DATA_HOME", ".local/share").map(|directory| directory.join("roundtable"));
    let kind = Kind::NoHome { what: "debates", variable: "XDG_DATA_HOME" };
    directory.ok_or(PlanError { field: Field::Setting("store", Origin::Flag), kind })
}

/// The default directory of weights.
pub(super) fn cache_dir(env: Env<'_>) -> Result<PathBuf, PlanError> {
    let directory = base(env, "XDG_CACHE_HOME", ".cache").map(|directory| directory.join("roundtable"));
    let kind = Kind::NoHome { what: "weights", variable: "XDG_CACHE_HOME" };
    let field = Field::Setting("weights", Origin::Env("ROUNDTABLE_WEIGHTS".to_owned()));
    directory.ok_or(PlanError { field, kind })
}

/// A directory of the XDG specification, which ignores relative paths.
pub fn base(env: Env<'_>, variable: &str, below_home: &str) -> Option<PathBuf> {
    absolute(env, variable).or_else(|| home(env).map(|home| home.join(below_home)))
}

/// The home directory.
pub fn home(env: Env<'_>) -> Option<PathBuf> {
    absolute(env, "HOME")
}

fn absolute(env: Env<'_>, variable: &str) -> Option<PathBuf> {
    env(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-15
    #[test]
    fn the_nearest_file_is_the_projects_and_home_is_the_end() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        std::fs::create_dir_all(at("home/project/deep/deeper")).unwrap();
        let env = |name: &str| (name == "HOME").then(|| at("home").display().to_string());
        let project = |cwd: &str| SettingsPaths::find(&env, &at(cwd)).project;
        std::fs::write(at(FILE), "").unwrap();
        assert_eq!(project("home/project/deep"), None, "above home is not looked at");
        std::fs::write(at("home/project/roundtable.toml"), "").unwrap();
        assert_eq!(project("home/project/deep/deeper"), Some(at("home/project/roundtable.toml")));
        std::fs::write(at("home/project/deep/roundtable.toml"), "").unwrap();
        assert_eq!(project("home/project/deep/deeper"), Some(at("home/project/deep/roundtable.toml")));
        assert_eq!(SettingsPaths::find(&env, &at("home")).project_or_new, at("home/roundtable.toml"));
    }

    /// I-13, I-15
    #[test]
    fn without_a_home_there_is_a_clear_word_and_no_crash() {
        let cwd = tempfile::tempdir().unwrap();
        assert_eq!(SettingsPaths::find(&|_| None, cwd.path()).user, None);
        let told = data_dir(&|_| None).unwrap_err().to_string();
        assert!(told.ends_with("nor `HOME` is set; give `store`"), "{told}");
        let env = |name: &str| match name {
            "XDG_CONFIG_HOME" | "XDG_DATA_HOME" => Some("relative".to_owned()),
            "HOME" => Some("/home/hamilton".to_owned()),
            _ => None,
        };
        assert_eq!(data_dir(&env).unwrap(), Path::new("/home/hamilton/.local/share/roundtable"));
        assert_eq!(cache_dir(&env).unwrap(), Path::new("/home/hamilton/.cache/roundtable"));
        let told = cache_dir(&|_| None).unwrap_err().to_string();
        assert!(told.ends_with("give `ROUNDTABLE_WEIGHTS`"), "{told}");
        let user = SettingsPaths::find(&env, cwd.path()).user.unwrap();
        assert_eq!(user, Path::new("/home/hamilton/.config/roundtable/roundtable.toml"));
    }
}
