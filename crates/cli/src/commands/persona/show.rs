//! `persona show`: a persona's contract, its beliefs, and the passages behind them.
use super::{BUILT, nobody, plural};
use crate::args::PersonaShow;
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use debate::persona::Quote;
use debate::{Chunk, ChunkId, Persona};
use exports::wording::one_line;
use personas::deck::Decks;
use serde_json::json;

/// The longest line of quoted text, in characters.
const WORDS: usize = 2_000;

/// The longest id of a belief or a chunk, in characters. Ours: our own are far shorter.
const ID: usize = 64;

pub(super) fn run(args: &PersonaShow, decks: &Decks, style: Style) -> Result<(), Exit> {
    let (deck, persona) = find(&args.name, args.deck.as_deref(), decks)?;
    match &args.chunk {
        Some(id) => chunk(args, &persona, id, style),
        None if args.json => {
            // Quotable passages are counted here and shown one by one.
            let chunks = persona.chunks.len();
            let sources = sources(&persona).len();
            print::json(&json!({
                "deck": deck, "name": persona.name, "built": persona.built, "persuadability": persona.persuadability,
                "contract": persona.contract, "beliefs": persona.beliefs, "chunks": chunks, "sources": sources,
            }))
        }
        None if args.beliefs => beliefs(&persona, style).iter().try_for_each(print::line),
        None => contract(&deck, &persona, style).iter().try_for_each(print::line),
    }
}

/// The persona of that name and its deck; the name must be unique.
pub(super) fn find(wanted: &str, deck: Option<&str>, decks: &Decks) -> Result<(String, Persona), Exit> {
    let names = match deck {
        Some(deck) => vec![deck.to_owned()],
        None => decks.list()?.into_iter().map(|it| it.name).collect(),
    };
    let (mut found, mut known, mut damaged) = (Vec::new(), Vec::new(), None);
    for name in names {
        let people = match decks.each(&name) {
            // Errors in other decks are for `check` to report.
            Err(_) if deck.is_none() => continue,
            people => people?,
        };
        for persona in people {
            match persona {
                Ok(it) if it.name.as_str().to_lowercase() == wanted.to_lowercase() => found.push((name.clone(), it)),
                Ok(it) => known.push(it.name.to_string()),
                Err(broken) if broken.is_of(wanted) => damaged = Some(broken),
                Err(_) => {}
            }
        }
    }
    if found.len() > 1 {
        let decks = found.iter().map(|(deck, _)| format!("`--deck {deck}`")).collect::<Vec<_>>().join(" or ");
        return Err(Exit::request(format!("several decks have a `{wanted}`; say which: {decks}")));
    }
    if let (true, Some(broken)) = (found.is_empty(), damaged) {
        return Err(Exit::failure(broken));
    }
    found.pop().ok_or_else(|| nobody(wanted, known.iter().map(String::as_str)))
}

fn sources(persona: &Persona) -> std::collections::BTreeSet<&str> {
    persona.chunks.iter().map(|it| it.source.as_str()).collect()
}

fn contract(deck: &str, persona: &Persona, style: Style) -> Vec<String> {
    let contract = &persona.contract;
    let beliefs = &persona.beliefs;
    let dim = |words: String| style.dim(wrapped(style, "", &words));
    let mut lines = vec![
        style.fitted(
            &format!(
                "{}  {deck}; {}",
                style.bold(one_line(persona.name.as_str(), 64)),
                one_line(&persona.built.to_string(), BUILT)
            ),
            style.width(),
        ),
        dim(format!(
            "{}, {}, {} of {}; persuadability {}",
            counted(beliefs.theses().count(), "thesis"),
            counted(beliefs.edges.len(), "link"),
            counted(persona.chunks.len(), "chunk"),
            counted(sources(persona).len(), "source"),
            persona.persuadability
        )),
        dim(lives_on(persona).to_owned()),
        String::new(),
        wrapped(style, "", &one_line(&contract.identity, WORDS)),
    ];
    let parts = [
        ("Leans towards", &contract.bias),
        ("At stake", &contract.stakes),
        ("Comes to know by", &contract.epistemology),
        ("Counts as evidence", &contract.evidence),
        ("Looks ahead", &contract.horizon),
        ("Would change their mind", &contract.mind_changers),
        ("How they speak", &contract.voice.patterns),
        ("Would never say", &contract.voice.forbidden),
    ];
    for (title, words) in parts.into_iter().filter(|(_, it)| !it.is_empty()) {
        lines.extend([String::new(), style.bold(title)]);
        lines.extend(words.iter().map(|it| wrapped(style, "  ", &one_line(it, WORDS))));
    }
    if !contract.voice.vocabulary.is_empty() {
        let words = one_line(&contract.voice.vocabulary.join(", "), WORDS);
        lines.extend([String::new(), style.bold("Words of theirs"), wrapped(style, "  ", &words)]);
    }
    for (title, quotes) in [("In their words", &contract.anchors), ("As they sound", &contract.voice.examples)] {
        if !quotes.is_empty() {
            lines.extend([String::new(), style.bold(title)]);
            lines.extend(quotes.iter().map(|it| quote(it, style)));
        }
    }
    lines
}

/// What its turns rest on.
fn lives_on(persona: &Persona) -> &'static str {
    if persona.beliefs.edges.is_empty() {
        "no belief graph: its texts are searched for each turn (`persona ask`)"
    } else {
        "a belief graph, and its texts, which are searched for each turn (`persona ask`)"
    }
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {}", plural(count, word))
}

/// Wraps text to the terminal, without the final line break.
fn wrapped(style: Style, head: &str, words: &str) -> String {
    style.wrap(head, words).trim_end().to_owned()
}

fn quote(quote: &Quote, style: Style) -> String {
    wrapped(style, "  ", &format!("\"{}\" [{}]", one_line(&quote.text, WORDS), quote.chunk))
}

fn beliefs(persona: &Persona, style: Style) -> Vec<String> {
    let graph = &persona.beliefs;
    if graph.nodes.is_empty() {
        return vec!["no beliefs were found in these words".to_owned()];
    }
    let ids = |chunks: &[ChunkId]| match chunks {
        [] => String::new(),
        [one] => one.to_string(),
        [first, more @ ..] => format!("{first} and {} more", more.len()),
    };
    let mut lines: Vec<String> = Vec::new();
    for node in graph.theses() {
        let head = format!("{:5} ", one_line(&node.id, ID));
        let words = format!(
            "{} ({}, held {:.2}) [{}]",
            one_line(&node.concept, WORDS),
            node.kind,
            node.held,
            ids(&node.chunks)
        );
        lines.push(wrapped(style, &head, &words));
    }
    for edge in &graph.edges {
        let sentence = graph
            .sentence(edge)
            .unwrap_or_else(|| format!("{} {} {}", edge.cause, edge.polarity.verb(&edge.cause), edge.effect));
        let words = format!("{} (sure {:.2}) [{}]", one_line(&sentence, WORDS), edge.confidence, ids(&edge.chunks));
        lines.push(wrapped(style, &format!("{:5} ", one_line(&edge.id, ID)), &words));
    }
    lines
}

/// A chunk: its text verbatim, and the beliefs that rest on it.
fn chunk(args: &PersonaShow, persona: &Persona, id: &str, style: Style) -> Result<(), Exit> {
    let Some(chunk) = persona.chunk(&ChunkId::from(id)) else {
        let some: Vec<&str> = persona.chunks.iter().take(3).map(|it| it.id.as_str()).collect();
        return Err(Exit::request(format!(
            "`{}` has no chunk `{id}`; there are {}, such as {}; `--beliefs` shows which chunk each belief has",
            one_line(persona.name.as_str(), ID),
            persona.chunks.len(),
            one_line(&some.join(", "), WORDS)
        )));
    };
    let resting = resting(persona, chunk);
    if args.json {
        return print::json(&json!({
            "id": chunk.id, "source": chunk.source, "text": chunk.text, "beliefs": resting,
        }));
    }
    print::line(format_args!("{}  {}", style.bold(one_line(chunk.id.as_str(), ID)), one_line(&chunk.source, WORDS)))?;
    // Each of its lines is a paragraph.
    debate::text::clean(&chunk.text).text.lines().try_for_each(|it| print::line(wrapped(style, "", it)))?;
    for id in resting {
        let words = persona.beliefs.words(id).unwrap_or_default();
        print::line(wrapped(style, &format!("  {:5} ", one_line(id, ID)), &one_line(&words, WORDS)))?;
    }
    Ok(())
}

fn resting<'a>(persona: &'a Persona, chunk: &Chunk) -> Vec<&'a str> {
    let nodes = persona.beliefs.theses().map(|it| (&it.id, &it.chunks));
    let edges = persona.beliefs.edges.iter().map(|it| (&it.id, &it.chunks));
    nodes.chain(edges).filter(|(_, chunks)| chunks.contains(&chunk.id)).map(|(id, _)| id.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::belief::{Edge, Node, NodeKind};
    use debate::persona::Built;
    use debate::{BeliefGraph, Polarity};

    /// P-02: each belief names its first chunk and the number of further ones, which would fill a screen.
    #[test]
    fn a_belief_names_one_chunk_and_counts_the_others() {
        let mut persona = personas::shipped::named("architects").unwrap().unwrap().personas.remove(0);
        persona.beliefs.edges.clear();
        persona.beliefs.nodes.truncate(2);
        persona.beliefs.nodes[0].chunks = ["k1", "k2", "k3"].map(ChunkId::from).to_vec();
        persona.beliefs.nodes[1].chunks = vec!["k4".into()];
        let told = beliefs(&persona, Style::plain());
        assert!(told[0].ends_with(" [k1 and 2 more]") && told[1].ends_with(" [k4]"), "{told:?}");
    }

    /// I-12: control characters in names and ids of a third-party deck don't reach the terminal.
    #[test]
    fn nothing_of_a_deck_is_obeyed() {
        let bad = |word: &str| format!("{word}\u{1b}[2J");
        let chunk = ChunkId::from(bad("c1"));
        let node = |id: &str| Node {
            id: bad(id),
            concept: bad("pages"),
            kind: NodeKind::FactualClaim,
            held: 0.5,
            chunks: vec![chunk.clone()],
        };
        let edge = Edge {
            id: bad("e1"),
            cause: bad("b1"),
            effect: bad("b2"),
            polarity: Polarity::Furthers,
            confidence: 0.5,
            clause: None,
            chunks: vec![chunk.clone()],
        };
        let persona = Persona {
            name: bad("ann").into(),
            built: Built::Model(bad("a/b")),
            persuadability: Persona::PERSUADABILITY,
            contract: Default::default(),
            beliefs: BeliefGraph { nodes: vec![node("b1"), node("b2")], edges: vec![edge] },
            chunks: Vec::new(),
        };
        let style = Style::plain();
        let text = [contract("letters", &persona, style), beliefs(&persona, style)].concat().join("\n");
        assert!(!text.contains('\u{1b}') && text.contains("e1") && text.contains("a/b"), "{text}");
    }
}
