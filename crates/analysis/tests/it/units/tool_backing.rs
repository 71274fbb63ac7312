//! Tool results that back a claim (D-61).
use analysis::evidence::tool_backing::*;

/// D-61: a result with the claim's words and figures backs it; a different figure or subject does not.
#[test]
fn a_claim_is_backed_by_its_words_and_figures() {
    let found = "S1#3: Rye yielded 3.1 tonnes a hectare in 2024, the report says; oats yielded less.";
    for (claim, is_backed) in [
        ("Rye yields 3.1 tonnes a hectare.", true),
        ("In 2024 rye yielded 3.1 tonnes per hectare.", true),
        ("Rye yields 3.2 tonnes a hectare.", false),
        ("The port closed in 2024.", false),
        ("3.1", true),
        ("", false),
    ] {
        assert_eq!(backs(found, claim), is_backed, "{claim}");
    }
}
