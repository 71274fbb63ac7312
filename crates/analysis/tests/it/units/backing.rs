//! What evidence is worth (E-02, E-04).
use Kind::{Documented, Empirical, Logical, Precedent, Preferential, Speculative};
use analysis::evidence::backing::*;
use debate::Kind;

/// Every combination of up to three pieces.
fn combinations() -> Vec<Vec<Kind>> {
    let mut all = vec![vec![]];
    for length in 1..=3 {
        let shorter: Vec<Vec<Kind>> = all.iter().filter(|it| it.len() == length - 1).cloned().collect();
        let longer = shorter.iter().flat_map(|it| Kind::ALL.map(|kind| [it.as_slice(), &[kind]].concat()));
        all.extend(longer.collect::<Vec<_>>());
    }
    all
}

/// E-02: every band by its borders, which weights of nothing and of everything reach.
#[test]
fn every_band_has_its_borders() {
    let none = Weights { version: 0, by_kind: [0.0; 6] };
    let all = Weights { version: 0, by_kind: [1.0; 6] };
    let rows: [(&[Kind], f64, f64); 16] = [
        (&[Documented, Documented], 0.85, 0.95),
        (&[Documented, Documented, Speculative], 0.85, 0.95),
        (&[Documented], 0.70, 0.84),
        (&[Documented, Empirical, Empirical], 0.70, 0.84),
        (&[Empirical, Empirical], 0.70, 0.84),
        (&[Empirical, Logical], 0.70, 0.84),
        (&[Empirical, Precedent], 0.70, 0.84),
        (&[Empirical], 0.55, 0.69),
        (&[Empirical, Speculative], 0.55, 0.69),
        (&[Precedent, Logical], 0.55, 0.69),
        (&[Precedent], 0.40, 0.54),
        (&[Precedent, Precedent], 0.40, 0.54),
        (&[Logical, Preferential], 0.40, 0.54),
        (&[Preferential, Speculative], 0.25, 0.39),
        (&[Speculative], 0.10, 0.24),
        (&[Speculative, Speculative], 0.10, 0.24),
    ];
    for (kinds, low, high) in rows {
        assert_eq!(confidence(kinds, &none), low, "{kinds:?}");
        assert!((confidence(kinds, &all) - high).abs() < 1e-12, "{kinds:?}");
        let usual = confidence(kinds, &USUAL);
        assert!(low < usual && usual < high, "{kinds:?}: {usual}");
    }
    assert_eq!(confidence(&[], &USUAL), 0.10, "nothing is a hypothesis");
}

/// E-02: one more piece of evidence never makes a claim less sure, whatever there was.
#[test]
fn more_evidence_is_never_less_sure() {
    for kinds in combinations() {
        for more in Kind::ALL {
            let with = confidence(&[kinds.as_slice(), &[more]].concat(), &USUAL);
            assert!(with >= confidence(&kinds, &USUAL), "{kinds:?} and {more}");
        }
    }
}

/// E-04: weights start from E-01's table, keep its order, and move a confidence within its band.
#[test]
fn weights_start_from_the_table() {
    assert_eq!(Kind::ALL.map(|it| USUAL.of(it)), [0.90, 0.85, 0.70, 0.60, 0.40, 0.20], "E-01's table");
    let learned = Weights { by_kind: [0.9, 0.8, 0.7, 0.6, 0.5, 0.2], ..USUAL };
    assert!(confidence(&[Preferential], &learned) > confidence(&[Preferential], &USUAL), "weights move it in its band");
}
