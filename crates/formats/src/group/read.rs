//! Parsing the grouper's answer (B-03, B-17).
use super::{Groupings, Material, Target};
use debate::event::Repeated;
use debate::{Letter, Name};
use serde_json::{Deserializer, Value};
use std::collections::BTreeMap;

/// How many JSON objects are tried. Ours: drafts before the answer may contain some.
const TRIES: usize = 64;

impl Material<'_> {
    /// The groups in an answer; none where it can't be parsed.
    pub fn read(&self, answer: &str) -> Option<Groupings> {
        let starts = answer.rmatch_indices('{').map(|(at, _)| at).take(TRIES);
        let mut objects =
            starts.filter_map(|at| Deserializer::from_str(answer.get(at..)?).into_iter::<Value>().next()?.ok());
        objects.find_map(|it| self.listed(&it))
    }

    fn listed(&self, answer: &Value) -> Option<Groupings> {
        let lists = |field: &str| -> Vec<Vec<String>> {
            let lists = answer.get(field).and_then(Value::as_array).into_iter().flatten();
            let word = |it: &Value| it.as_str().map(str::to_owned).or_else(|| it.as_u64().map(|it| it.to_string()));
            lists.map(|it| it.as_array().into_iter().flatten().filter_map(word).collect()).collect()
        };
        answer.get("groups")?.as_array()?;
        let mut into: BTreeMap<usize, Target> = BTreeMap::new();
        for group in lists("groups") {
            let option = group.iter().find_map(|it| {
                let letter: Letter = it.trim().parse().ok()?;
                self.options.iter().any(|(known, _)| *known == letter).then_some(letter)
            });
            // The first occurrence of a repeated number counts.
            let members = group.iter().filter_map(|it| number(it, self.headlines.len()));
            let members: Vec<usize> = members.filter(|it| !into.contains_key(it)).collect();
            let first = members.iter().copied().min();
            let target = option.map(Target::Option).or(first.map(Target::Headline));
            into.extend(members.into_iter().filter_map(|it| Some((it, target?))));
        }
        let claims =
            lists("same_claims").into_iter().map(|it| places(&it, "c", &self.claims)).filter(|it| it.len() > 1);
        let mut terms: Vec<Vec<(Name, u32)>> = Vec::new();
        let mut repeated: Vec<Repeated> = Vec::new();
        for group in lists("same_terms") {
            let known = self.known_terms.iter().find(|(id, _)| group.iter().any(|it| it.trim() == id));
            let members = places(&group, "new", &self.terms);
            match known {
                Some((term, _)) => {
                    repeated.extend(members.into_iter().map(|(by, place)| Repeated { term: term.clone(), by, place }))
                }
                None if members.len() > 1 => terms.push(members),
                None => {}
            }
        }
        let target = |at: usize| into.get(&at).copied().filter(|it| !self.is_left(at, *it));
        let headlines: Vec<Target> =
            (0..self.headlines.len()).map(|it| target(it).unwrap_or(Target::Headline(it))).collect();
        Some(Groupings { headlines: self.settled(&headlines), claims: claims.collect(), terms, repeated })
    }
}

/// The index for a number from 1; none beyond `most`.
fn number(word: &str, most: usize) -> Option<usize> {
    word.trim().parse::<usize>().ok()?.checked_sub(1).filter(|it| *it < most)
}

/// The claims or terms that a group's words name, such as `c3`, in their order in the question, each once.
fn places(group: &[String], mark: &str, items: &[((Name, u32), &str)]) -> Vec<(Name, u32)> {
    let place = |it: &String| number(it.trim().to_ascii_lowercase().trim_start_matches(mark), items.len());
    let mut places: Vec<usize> = group.iter().filter_map(place).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().filter_map(|it| items.get(it).map(|(id, _)| id.clone())).collect()
}
