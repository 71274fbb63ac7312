//! How the decision relates to the arguments, in words.
use analysis::argument::{Crux, Favoured, Why};

/// The notice where the arguments do not favour the decision.
pub fn favoured(favoured: &Favoured) -> Option<&'static str> {
    match favoured {
        Favoured::Same => None,
        Favoured::Other(_) => Some("the arguments favour another option than the vote"),
        Favoured::Level => Some("the arguments favour no option: the strongest are level"),
        Favoured::Nothing => Some("nothing was said that favours an option"),
    }
}

/// How the decision relates to the arguments.
pub fn standing(why: &Why) -> String {
    let margin = why.margin;
    match (&why.favoured, why.options.len()) {
        (_, 0) => "No option was held at the end, so there is nothing to weigh.".to_owned(),
        (Favoured::Same, 1) => "Nobody holds another option at the end, so its reasons are weighed alone.".to_owned(),
        (Favoured::Same, _) => format!("The arguments favour it too, by {margin:.2} of 1."),
        (Favoured::Other(id), _) if why.decided.is_some() => {
            format!("The vote and the arguments differ: the arguments favour option {id}, by {:.2} of 1.", -margin)
        }
        (Favoured::Other(id), _) => format!("The arguments favour option {id}, by {margin:.2} of 1."),
        (Favoured::Level, _) => "The arguments favour none: the strongest are level.".to_owned(),
        (Favoured::Nothing, _) => "Nothing was said that favours an option.".to_owned(),
    }
}

/// The kinds of a reason's evidence, each once.
pub fn kinds(crux: &Crux) -> String {
    let mut kinds: Vec<&str> = crux.kinds.iter().map(|it| it.as_str()).collect();
    kinds.dedup();
    kinds.join(", ")
}
