//! Headlines in the same words are the same option, whatever the grouper says (B-03).
use super::{Material, Target};
use debate::{Debate, Letter, Spoken};

/// Final punctuation that does not make a headline different.
const ENDS: [char; 11] = ['.', '!', '?', '…', ';', ':', ',', '。', '！', '？', '、'];

/// Whether two headlines are equal, ignoring case, white space and final punctuation.
pub(super) fn is_repeated(a: &str, b: &str) -> bool {
    let words = |it: &str| -> Vec<String> {
        let bare = it.trim_end_matches(|c: char| c.is_whitespace() || ENDS.contains(&c));
        bare.split_whitespace().map(str::to_lowercase).collect()
    };
    let a = words(a);
    !a.is_empty() && a == words(b)
}

/// Every headline that was grouped earlier, with the option that it belongs to now: the options' own words first, then those of every
/// participant who was grouped under one.
pub(super) fn known(debate: &Debate) -> Vec<(Letter, &str)> {
    let made = debate.options.iter().enumerate().filter(|(_, it)| !it.is_given());
    let options = made.map(|(at, it)| (debate.resolved(debate.letter(at)), it.headline.as_str()));
    let cast = |it: &'_ Spoken| it.option.map(|letter| debate.resolved(letter));
    let turns = debate.rounds.iter().flat_map(|it| &it.spoken);
    let worded = turns.filter_map(|it| match &it.turn.ballot {
        Some(debate::Cast::Headline(headline)) => Some((cast(it)?, headline.as_str())),
        Some(debate::Cast::Option(_) | debate::Cast::Estimate(_)) | None => None,
    });
    options.chain(worded).collect()
}

impl Material<'_> {
    /// The option whose words a headline repeats; none where it is new.
    pub(super) fn repeats(&self, at: usize) -> Option<Letter> {
        let headline = self.headlines.get(at)?;
        self.known.iter().find(|(_, it)| is_repeated(it, headline.text)).map(|(letter, _)| *letter)
    }

    /// The index of the round's first headline in the same words; its own where it is the first.
    fn first(&self, at: usize) -> usize {
        let text = |it: usize| self.headlines.get(it).map_or("", |it| it.text);
        (0..at).find(|it| is_repeated(text(*it), text(at))).unwrap_or(at)
    }

    /// The targets of headlines, given the grouper's: equal words belong together, and to the option that they belonged to before.
    pub(super) fn settled(&self, said: &[Target]) -> Vec<Target> {
        let mut settled: Vec<Target> = Vec::new();
        for at in 0..self.headlines.len() {
            let first = self.first(at);
            let known = self.repeats(at).map(Target::Option);
            let target = known.or_else(|| settled.get(first).copied()).unwrap_or_else(|| {
                let target = match said.get(at).copied().unwrap_or(Target::Headline(at)) {
                    Target::Headline(earlier) if earlier < at => settled.get(earlier).copied(),
                    other @ (Target::Option(_) | Target::Headline(_)) => Some(other),
                };
                // An author who left an option is not put back under it because others use the same words.
                let mut same = (at..self.headlines.len()).filter(|it| self.first(*it) == at);
                target.filter(|it| !same.any(|at| self.is_left(at, *it))).unwrap_or(Target::Headline(at))
            });
            settled.push(target);
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::is_repeated;

    /// B-03: case, white space and final punctuation do not make a headline different; any other character does.
    #[test]
    fn what_is_repeated() {
        for (a, b, expected) in [
            ("Buy the building", " buy  the\nBUILDING. ", true),
            ("Kaufen wir es!", "kaufen wir es", true),
            ("今すぐ買う。", "今すぐ買う", true),
            ("Write it in C++", "Write it in C#", false),
            ("Buy the building", "Buy a building", false),
            ("…", "…", false),
        ] {
            assert_eq!(is_repeated(a, b), expected, "{a} / {b}");
        }
    }
}
