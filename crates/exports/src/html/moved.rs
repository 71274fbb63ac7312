//! Who changed their mind and on what, and what each made another grant, support, deny or take back (I-03).
use super::Page;
use super::figures::many;
use super::front::sentence;
use super::markup::{Anchor, Fold, Html, Tag};
use analysis::verdict::{Change, Standing};
use debate::state::registry::{Deed, Known, Touch};
use debate::{Act, Name};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let moved: Vec<(&Standing, &Change)> =
        page.verdict.participants.iter().filter_map(|it| Some((it, it.change.as_ref()?))).collect();
    if moved.is_empty() {
        html.say(Tag::P, "quiet", "Nobody changed their mind.");
    }
    html.put(Tag::Div, "cards", |html| moved.iter().for_each(|(it, change)| changed(html, page, it, change)));
    touched(html, page);
}

fn changed(html: &mut Html, page: &Page<'_>, it: &Standing, change: &Change) {
    html.put(Tag::Article, if change.evidence.is_empty() { "card bare" } else { "card" }, |html| {
        html.put(Tag::P, "head", |html| {
            page.name(html, &it.name, page.turn(change.round, &it.name).as_ref());
            html.say(Tag::Span, "who", &format!("{} in round {}", change.what, change.round));
        });
        passage(html, page, &it.name, change.round);
        if let Some(reason) = &change.reason {
            html.quote(Tag::P, "words", reason);
        }
        html.put(Tag::P, "", |html| match change.evidence.as_slice() {
            [] => html.say(Tag::Strong, "without", "Without new evidence."),
            sources => {
                html.say(Tag::Strong, "", "On new evidence: ");
                for (at, source) in sources.iter().enumerate() {
                    html.text(if at == 0 { "" } else { "; " });
                    cited(html, page, source);
                }
                html.text(".");
            }
        });
    });
}

/// From which option to which somebody went, where both are told apart.
fn passage(html: &mut Html, page: &Page<'_>, name: &Name, round: u32) {
    let held = |number: u32| {
        let spoken = page.debate.rounds.iter().find(|it| it.number == number)?.said_by(name)?;
        page.options.held(number, spoken.seat)
    };
    let first = page.debate.rounds.iter().find_map(|it| held(it.number));
    if let (Some((from, start)), Some((to, end))) = (first, held(round))
        && from.letter != to.letter
    {
        html.put(Tag::P, "passage", |html| {
            html.text("From option ");
            html.link(&start, "letter", |html| html.text(&from.letter));
            html.text(" to ");
            html.link(&end, "letter", |html| html.text(&to.letter));
        });
    }
}

/// What somebody cites: a source by its title, or a claim by its id.
fn cited(html: &mut Html, page: &Page<'_>, cited: &str) {
    let source = page.verdict.evidence.sources.iter().find(|it| it.title == cited);
    match page.claim(cited).or_else(|| page.source(&source?.id)) {
        Some(to) => html.link(&to, "", |html| html.text(cited)),
        None => html.quote(Tag::Span, "", cited),
    }
    let registry = &page.debate.registry;
    let claim = || {
        let place = cited.strip_prefix('C')?.parse::<usize>().ok()?.checked_sub(1)?;
        registry.claims.get(place).map(|it| (it.by.first(), it.introduced))
    };
    let brought = registry.evidence.iter().find(|it| it.title == cited).map(|it| (it.by.first(), it.introduced));
    if let Some((Some(by), round)) = brought.or_else(claim) {
        html.text(", brought by ");
        page.name(html, by, page.turn(round, by).as_ref());
        html.text(&format!(" in round {round}"));
    }
}

/// What was done to the claims of others, those acts first that changed something.
fn touched(html: &mut Html, page: &Page<'_>) {
    let claims = page.debate.registry.claims.iter().enumerate();
    let acts =
        claims.flat_map(|(place, known)| known.touches.iter().filter_map(move |it| Some((place, known, it, act(it)?))));
    let acts: Vec<(usize, &Known, &Touch, Act)> = acts.collect();
    let of = |wanted: Act| acts.iter().filter(move |it| it.3 == wanted);
    for (wanted, title) in [
        (Act::Concede, "Granted"),
        (Act::Retract, "Taken back"),
        (Act::Challenge, "Denied"),
        (Act::Support, "Supported"),
    ] {
        let count = of(wanted).count();
        if count == 0 {
            continue;
        }
        let list = |html: &mut Html| {
            html.put(Tag::Ul, "acts", |html| {
                of(wanted).for_each(|(place, known, touch, _)| line(html, page, *place, known, touch));
            });
        };
        let title = format!("{title}: {}", many(count, "time", "times"));
        match wanted {
            // These say who gave way to whom.
            Act::Concede | Act::Retract => {
                html.say(Tag::H3, "", &title);
                list(html);
            }
            Act::Challenge | Act::Support => html.folded(Fold::Closed, "", |html| html.text(&title), list),
        }
    }
    if acts.is_empty() {
        html.say(Tag::P, "quiet", "Nobody took a stand on a claim of another by its id.");
    }
}

fn act(touch: &Touch) -> Option<Act> {
    match touch.deed {
        Deed::Said(_) => None,
        Deed::Moved(act) => Some(act),
    }
}

fn line(html: &mut Html, page: &Page<'_>, place: usize, known: &Known, touch: &Touch) {
    html.put(Tag::Li, "", |html| {
        page.name(html, &touch.by, page.turn(touch.round, &touch.by).as_ref());
        html.text(&format!(" in round {}: ", touch.round));
        html.link(&Anchor::claim(place), "id", |html| html.text(&format!("C{}", place + 1)));
        let others: Vec<Name> = known.by.iter().filter(|it| **it != touch.by).cloned().collect();
        if !others.is_empty() {
            html.text(" of ");
            page.names(html, &others);
        }
        match &touch.why {
            Some(why) => {
                html.text(". ");
                page.words(html, &sentence(why));
            }
            None if touch.critique.is_none() => html.say(Tag::Em, "without", ", without grounds"),
            None => {}
        }
    });
}
