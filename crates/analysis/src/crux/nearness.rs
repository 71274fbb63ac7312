//! How near a text of one author is to the topic, and to what the other authors wrote: by shared words, the rare ones first.
//!
//! Not here: whether two near texts disagree (`dispute`, `parting`, or a model).
use prose::lexical::stems;
use std::collections::{BTreeMap, BTreeSet};

/// The most texts that a word may occur in to lead from one text to another. Ours: a word of hundreds of sentences says little about any two,
/// and following it takes the time.
const MOST_SPREAD: usize = 240;

/// Texts of several authors, indexed by their words.
#[derive(Debug)]
pub struct Nearness {
    texts: Vec<Indexed>,
    /// The texts that have a word.
    having: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Indexed {
    by: usize,
    stems: BTreeSet<String>,
    length: f64,
}

impl Nearness {
    /// Indexes texts, each with the number of its author.
    pub fn of<'a>(texts: impl IntoIterator<Item = (usize, &'a str)>) -> Nearness {
        let stems_of = |text: &str| stems(text).into_iter().collect::<BTreeSet<String>>();
        let mut texts: Vec<Indexed> =
            texts.into_iter().map(|(by, text)| Indexed { by, stems: stems_of(text), length: 0.0 }).collect();
        let mut having: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, it) in texts.iter().enumerate() {
            it.stems.iter().for_each(|stem| having.entry(stem.clone()).or_default().push(at));
        }
        let all = texts.len();
        let square = |stem: &String| rarity(all, having.get(stem).map_or(0, Vec::len)).powi(2);
        texts.iter_mut().for_each(|it| it.length = it.stems.iter().map(square).sum::<f64>().sqrt());
        Nearness { texts, having }
    }

    /// How near each text is to a topic, 0…1.
    pub fn to(&self, topic: &str) -> Vec<f64> {
        let asked: BTreeSet<String> = stems(topic).into_iter().filter(|it| self.having.contains_key(it)).collect();
        let length = asked.iter().map(|it| self.rarity(it).powi(2)).sum::<f64>().sqrt();
        let near = |it: &Indexed| {
            let shared: f64 = it.stems.intersection(&asked).map(|stem| self.rarity(stem).powi(2)).sum();
            if shared > 0.0 { shared / (it.length * length) } else { 0.0 }
        };
        self.texts.iter().map(near).collect()
    }

    /// For each text the texts of other authors that share rare words with it, each with its nearness, 0…1; the nearest first.
    pub fn between(&self, at: usize) -> Vec<(usize, f64)> {
        let Some(own) = self.texts.get(at) else { return Vec::new() };
        let mut shared: BTreeMap<usize, f64> = BTreeMap::new();
        for stem in &own.stems {
            let having = self.having.get(stem).map(Vec::as_slice).unwrap_or_default();
            if having.len() <= MOST_SPREAD {
                let weight = self.rarity(stem).powi(2);
                having.iter().for_each(|other| *shared.entry(*other).or_default() += weight);
            }
        }
        let near = |(other, shared): (usize, f64)| {
            let it = self.texts.get(other).filter(|it| it.by != own.by)?;
            Some((other, shared / (own.length * it.length).max(f64::MIN_POSITIVE)))
        };
        let mut found: Vec<(usize, f64)> = shared.into_iter().filter_map(near).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    }

    fn rarity(&self, stem: &str) -> f64 {
        rarity(self.texts.len(), self.having.get(stem).map_or(0, Vec::len))
    }
}

/// How rare a word is that so many of all texts have.
fn rarity(all: usize, having: usize) -> f64 {
    ((2.0 + all as f64) / (1.0 + having as f64)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a text is nearest to the text of another author that shares its rare words, and never near to one by its own author.
    #[test]
    fn rare_words_lead_to_the_other_author() {
        let texts = [
            (0, "The council should take the humps out of Mill Road"),
            (0, "The humps of Mill Road rattle the council's ambulances"),
            (1, "The council should paint the town hall"),
            (1, "Speed humps work, and the council knows it"),
            (1, "The council meets on Tuesdays"),
        ];
        let near = Nearness::of(texts);
        let found = near.between(0);
        assert_eq!(found.first().map(|it| it.0), Some(3), "{found:?}");
        assert!(found.iter().all(|it| texts[it.0].0 == 1), "{found:?}");
        let topic = near.to("Should the town hall be painted?");
        assert!(topic[2] > topic[3] && topic[3] == 0.0, "{topic:?}");
    }
}
