//! The way that `auto` goes on (D-05).
use analysis::decision::choice::*;
use analysis::measure::groupthink::DiversityGate;

fn takes() -> Takes {
    Takes {
        taken: 3,
        are_agreed: false,
        are_opposed: false,
        options: 2,
        confidence: Some(0.8),
        unread: 0,
        ground: DiversityGate { sources: Some(3), overlap: Some(0.2), clusters: Some(3) },
    }
}

/// D-05: every row of the table, and what comes first where several hold.
#[test]
fn every_way() {
    for (takes, expected) in [
        (Takes { are_opposed: true, ..takes() }, ModeChoice::Test),
        (Takes { are_opposed: true, confidence: Some(0.3), ..takes() }, ModeChoice::Test),
        (Takes { options: 1, are_agreed: true, ..takes() }, ModeChoice::Challenge),
        (Takes { options: 1, are_agreed: true, confidence: Some(0.3), ..takes() }, ModeChoice::Challenge),
        (Takes { options: 3, confidence: Some(0.69), ..takes() }, ModeChoice::Inquire),
        (Takes { options: 3, confidence: None, ..takes() }, ModeChoice::Inquire),
        (Takes { options: 0, confidence: None, taken: 0, ..takes() }, ModeChoice::Inquire),
        (Takes { unread: 2, ..takes() }, ModeChoice::Inquire),
        (Takes { unread: 1, ..takes() }, ModeChoice::Build),
        (Takes { options: 3, confidence: Some(0.70), ..takes() }, ModeChoice::Build),
    ] {
        assert_eq!(mode_choice(&takes), expected, "{takes:?}");
    }
    let mut modes = ModeChoice::ALL.map(ModeChoice::mode);
    modes.sort_unstable();
    assert!(modes.windows(2).all(|it| it[0] != it[1]), "each way is another mode: {modes:?}");
}

/// D-05, D-42: an agreement stands only on ground that passes the gate, each of its three figures at its edge.
#[test]
fn an_agreement_on_thin_ground_does_not_stand() {
    let on = |sources, overlap, clusters| Takes {
        are_agreed: true,
        ground: DiversityGate { sources, overlap, clusters },
        ..takes()
    };
    for (takes, expected) in [
        (on(Some(3), Some(0.69), Some(2)), true),
        (on(Some(2), Some(0.69), Some(2)), false),
        (on(Some(3), Some(0.70), Some(2)), false),
        (on(Some(3), None, Some(2)), false),
        (on(None, Some(0.69), Some(2)), false),
        (on(Some(3), Some(0.69), Some(1)), false),
        (Takes { are_agreed: false, ..on(Some(9), Some(0.0), Some(9)) }, false),
    ] {
        assert_eq!(takes.may_stand(), expected, "{takes:?}");
    }
}
