//! A debate as one self-contained page: no network, no script (I-40).
//!
//! For a reader who was not there: the question and the decision, what is unresolved, then the reasons, the course, and the record. Every id
//! links to what it names. Participants' words are text (`markup`). Not here: what follows from a debate (`analysis`).
mod ballots;
mod ballots_by_round;
mod chart;
mod claim_graph;
mod claims;
mod cruxes;
mod drawing;
mod figures;
mod findings;
mod force;
mod front;
mod graph;
mod layout;
mod markup;
mod moved;
mod open;
mod options;
mod reasons;
mod record;
pub(crate) mod report;
mod rooms;
mod transcript;
mod vote;

use analysis::argument::thresholds::VERDICT_LOOKS;
use analysis::argument::{Graph, Why, against};
use analysis::evidence::checks;
use analysis::{Findings, Verdict};
use debate::state::registry;
use debate::{Debate, Name, RoomId};
pub use markup::escaped;
use markup::{Anchor, Html, Tag};
use options::Options;

/// The whole debate.
pub fn document(debate: &Debate) -> String {
    let page = Page::of(debate);
    let title = figures::clipped(debate.topic.as_str(), TITLE);
    markup::page(&format!("{title} · Roundtable"), |html| {
        let (first, skip) = match debate.is_panel() {
            true => ("findings", "Skip to the findings"),
            false => ("decision", "Skip to the decision"),
        };
        html.link(&Anchor::part(first), "skip", |it| it.text(skip));
        front::header(html, &page);
        html.put(Tag::Main, "", |html| {
            match debate.is_panel() {
                true => findings::front(html, &page),
                false => front::decision(html, &page),
            }
            html.put(Tag::Div, "columns", |html| {
                let parts = || PARTS.iter().filter(|it| it.of.has(debate));
                contents(html, parts());
                html.put(Tag::Div, "parts", |html| parts().for_each(|it| part(html, &page, it)));
            });
        });
        record::footer(html, &page);
    })
}

/// The most characters of the title, as a browser tab or a file list shows it. Ours.
const TITLE: usize = 80;

/// A debate with everything that the page shows of it.
struct Page<'a> {
    debate: &'a Debate,
    verdict: Verdict,
    /// The findings of a panel; of other debates they are not shown.
    findings: Findings,
    /// Its argument graph, and the index of the option that was decided on.
    graph: Graph,
    decided: Option<usize>,
    why: Why,
    options: Options<'a>,
    /// How many terms there are.
    terms: usize,
}

impl<'a> Page<'a> {
    fn of(debate: &'a Debate) -> Page<'a> {
        let verdict = Verdict::of(debate);
        let checks = checks::of(debate);
        let option = verdict.decision.option.as_ref().map(|it| it.letter);
        let (graph, decided) = Graph::deciding(debate, option, &checks);
        let why = Why::of_graph(&graph, decided, VERDICT_LOOKS);
        let options = Options::of(debate, &verdict, &graph);
        let terms = debate.entered().0.terms.len();
        let findings = Findings::of(debate);
        Page { debate, verdict, findings, graph, decided, why, options, terms }
    }

    /// The anchor of the claim with that id, if there is one.
    fn claim(&self, id: &str) -> Option<Anchor> {
        let place = registry::place('C', id)?;
        (place < self.verdict.evidence.claims.len()).then(|| Anchor::claim(place))
    }

    /// The anchor of the source with that id, if there is one.
    fn source(&self, id: &str) -> Option<Anchor> {
        let place = registry::place('E', id)?;
        (place < self.verdict.evidence.sources.len()).then(|| Anchor::source(place))
    }

    /// The anchor of the term with that id, if there is one.
    fn term(&self, id: &str) -> Option<Anchor> {
        let place = registry::place('T', id)?;
        (place < self.terms).then(|| Anchor::term(place))
    }

    /// The index of the room with that id, if there is one.
    fn room(&self, id: &RoomId) -> Option<usize> {
        self.debate.panel.rooms.iter().position(|it| it.id == *id)
    }

    /// How the room with that id is called: a crux or a clash, with its number.
    fn called(&self, id: &RoomId) -> String {
        let panel = &self.debate.panel;
        panel.room(id).map(|it| crate::wording::panel::called(panel, it)).unwrap_or_default()
    }

    /// The anchor of the statement with that id (`R1.2`), if there is one.
    fn statement(&self, id: &str) -> Option<Anchor> {
        let (room, said) = self.debate.panel.statement(id)?;
        let place = room.said.iter().position(|it| it.call == said.call)?;
        Some(Anchor::said(self.room(&room.id)?, place))
    }

    /// The anchor of a participant's last turn, if there is one.
    fn last_turn(&self, name: &Name) -> Option<Anchor> {
        let turn = |it: &debate::Round| Some(Anchor::turn(it.number, it.said_by(name)?.seat));
        self.debate.rounds.iter().rev().find_map(turn)
    }

    /// The anchor of a participant's turn in a round, if there is one.
    fn turn(&self, round: u32, name: &Name) -> Option<Anchor> {
        let round = self.debate.rounds.iter().find(|it| it.number == round)?;
        Some(Anchor::turn(round.number, round.said_by(name)?.seat))
    }

    /// The anchor of a reason's id: a claim, the claim it attacks (`C3/NAME`), an option, a room's card, or a turn.
    fn reason(&self, id: &str, by: &[Name]) -> Option<Anchor> {
        let claim = against(id).unwrap_or(id);
        let option = || self.options.anchor(id);
        let card = || self.room(&RoomId::from(id)).map(Anchor::card);
        self.claim(claim).or_else(option).or_else(card).or_else(|| by.first().and_then(|it| self.last_turn(it)))
    }

    /// A reason's id as a link; a reason without an id that participants know is shown by its kind.
    fn mark(&self, html: &mut Html, id: &str, by: &[Name]) {
        let is_numbered = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        let shown = match (against(id), id.split_at_checked(1), self.room(&RoomId::from(id))) {
            (_, _, Some(_)) => self.called(&RoomId::from(id)),
            (Some(claim), _, None) => format!("vs {claim}"),
            (None, Some(("O", rest)), None) if is_numbered(rest) => "objection".to_owned(),
            (None, Some(("W", rest)), None) if is_numbered(rest) => "word".to_owned(),
            (None, _, None) => id.to_owned(),
        };
        match self.reason(id, by) {
            Some(to) => html.link(&to, "id", |html| html.text(&shown)),
            None => html.say(Tag::Span, "id", &shown),
        }
    }

    /// Words, with the ids of claims, sources, terms and statements of rooms as links.
    fn words(&self, html: &mut Html, words: &str) {
        let mut rest = words;
        while let Some(at) = rest.find(['C', 'E', 'T', 'R']) {
            let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
            let number = |from: &str| from.bytes().take_while(u8::is_ascii_digit).count();
            let mut digits = number(from.get(1..).unwrap_or_default());
            // `R1.2`: the second statement of the first room.
            let said = from.get(1 + digits..).and_then(|it| it.strip_prefix('.')).filter(|_| from.starts_with('R'));
            digits += said.map(number).filter(|it| *it > 0).map_or(0, |it| it + 1);
            let (id, after) = from.split_at_checked(1 + digits).unwrap_or((from, ""));
            let is_apart = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
            html.text(before);
            let to = self.claim(id).or_else(|| self.source(id)).or_else(|| self.term(id));
            match to.or_else(|| self.statement(id)).filter(|_| is_apart) {
                Some(to) => html.link(&to, "id", |it| it.text(id)),
                None => html.text(id),
            }
            rest = after;
        }
        html.text(rest);
    }

    /// A participant's name, linked to a turn of theirs.
    fn name(&self, html: &mut Html, name: &Name, to: Option<&Anchor>) {
        match to {
            Some(to) => html.link(to, "name", |it| it.text(name.as_str())),
            None => html.say(Tag::Span, "name", name.as_str()),
        }
    }

    /// Names, each linked to its last turn; `nobody` where there are none.
    fn names(&self, html: &mut Html, names: &[Name]) {
        if names.is_empty() {
            html.text("nobody");
        }
        for (at, name) in names.iter().enumerate() {
            html.text(if at == 0 { "" } else { ", " });
            self.name(html, name, self.last_turn(name).as_ref());
        }
    }
}

/// The debates that have a part.
#[derive(Clone, Copy)]
enum AppliesTo {
    /// All of them.
    Any,
    /// Those with a vote.
    Debates,
    /// Panels alone.
    Panels,
}

impl AppliesTo {
    fn has(self, debate: &Debate) -> bool {
        match self {
            AppliesTo::Any => true,
            AppliesTo::Debates => !debate.is_panel(),
            AppliesTo::Panels => debate.is_panel(),
        }
    }
}

/// A part of the page.
struct Part {
    at: &'static str,
    title: &'static str,
    of: AppliesTo,
    write: fn(&mut Html, &Page<'_>),
}

impl Part {
    const fn new(at: &'static str, title: &'static str, of: AppliesTo, write: fn(&mut Html, &Page<'_>)) -> Part {
        Part { at, title, of, write }
    }
}

/// The parts after the first screen, unresolved matters first.
const PARTS: [Part; 17] = [
    Part::new("unresolved", "What is unresolved", AppliesTo::Debates, open::part),
    Part::new("cruxes", "What they really disagree about", AppliesTo::Panels, cruxes::part),
    Part::new("moved", "Who moved", AppliesTo::Panels, findings::who_moved),
    Part::new("warnings", "Before you rely on it", AppliesTo::Panels, findings::warnings),
    Part::new("ends", "What each holds in the end", AppliesTo::Panels, findings::in_the_end),
    Part::new("graph", "The claims", AppliesTo::Panels, claim_graph::part),
    Part::new("options", "Ballots", AppliesTo::Debates, ballots::part),
    Part::new("vote", "Beside a plain vote", AppliesTo::Debates, vote::part),
    Part::new("why", "Why", AppliesTo::Debates, reasons::part),
    Part::new("graph", "The arguments", AppliesTo::Debates, graph::part),
    Part::new("convergence", "How it converged", AppliesTo::Debates, chart::part),
    Part::new("positions", "Who held what, when", AppliesTo::Debates, ballots_by_round::part),
    Part::new("moved", "Moves", AppliesTo::Debates, moved::part),
    Part::new("claims", "Claims and references", AppliesTo::Any, claims::part),
    Part::new("personas", "Personas", AppliesTo::Panels, cruxes::personas),
    Part::new("transcript", "Transcript", AppliesTo::Any, transcript::part),
    Part::new("record", "Cost and record", AppliesTo::Any, record::part),
];

fn contents<'a>(html: &mut Html, parts: impl Iterator<Item = &'a Part>) {
    html.with(Tag::Nav, &[(markup::Attr::Class, "contents"), (markup::Attr::Label, "Contents")], |html| {
        html.put(Tag::Ol, "", |html| {
            for it in parts {
                html.put(Tag::Li, "", |html| html.link(&Anchor::part(it.at), "", |html| html.text(it.title)));
            }
        });
    });
}

fn part(html: &mut Html, page: &Page<'_>, part: &Part) {
    html.at(Tag::Section, &Anchor::part(part.at), "part", |html| {
        html.say(Tag::H2, "", part.title);
        (part.write)(html, page);
    });
}
