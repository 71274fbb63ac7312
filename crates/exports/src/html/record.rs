//! The cost, the losses and the rules of a debate.
use super::Page;
use super::figures::{count, duration, money, share};
use super::front::sentence;
use super::markup::{Anchor, Html, Tag};
use crate::times::day;
use crate::wording::verdict::rubric;
use analysis::decision::verdict::LearnedUse;
use analysis::measure::accounting::Accounting;
use debate::event::{Reason, RoundKind, Ruling, Stage};
use debate::{Analyst, Name, Usage};

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    cost(html, page);
    match &page.verdict.metadata.accounting {
        _ if page.debate.is_panel() => parts_of_a_panel(html, page),
        Some(account) => purposes(html, account),
        None => {}
    }
    lost(html, page);
    ended(html, page);
    rules(html, page);
}

/// A participant's turns and their cost.
struct Paid {
    turns: usize,
    usage: Usage,
}

fn paid(page: &Page<'_>, name: &Name) -> Paid {
    let mut paid = Paid { turns: 0, usage: Usage::default() };
    for it in page.debate.rounds.iter().filter_map(|it| it.said_by(name)) {
        paid.turns += 1;
        paid.usage += it.usage;
    }
    paid
}

fn cost(html: &mut Html, page: &Page<'_>) {
    let debate = page.debate;
    let mut all = debate.spent;
    all += debate.copied;
    let by: Vec<(&debate::Participant, Paid)> =
        debate.participants.iter().map(|it| (it, paid(page, &it.name))).collect();
    let mut turns = Usage::default();
    by.iter().for_each(|(_, it)| turns += it.usage);
    html.say(Tag::H3, "", "Cost");
    html.table("What each participant cost", "numbers", |html| {
        html.columns(["Participant", "Model", "Turns", "Tokens in", "Of them cached", "Tokens out", "Cost"]);
        html.put(Tag::Tbody, "", |html| {
            for (it, paid) in &by {
                let model = it.model.as_str();
                row(html, it.name.as_str(), model, &paid.turns.to_string(), paid.usage);
            }
            let rest = Usage {
                input: all.input.saturating_sub(turns.input),
                cached: all.cached.saturating_sub(turns.cached),
                output: all.output.saturating_sub(turns.output),
                cost: all.cost.map(|it| (it - turns.cost.unwrap_or_default()).max(0.0)),
            };
            if rest.tokens() > 0 {
                row(html, "Other calls", "answers that could not be used, tools, comparisons, readers", "–", rest);
            }
            if debate.copied.tokens() > 0 {
                row(html, "Paid for elsewhere", "copied from the debate it was forked from", "–", debate.copied);
            }
            row(html, "This debate", "", &page.verdict.metadata.answered.to_string(), debate.spent);
        });
    });
}

fn row(html: &mut Html, name: &str, model: &str, turns: &str, usage: Usage) {
    html.put(Tag::Tr, "", |html| {
        html.row_head(|html| html.text(name));
        html.say(Tag::Td, "model", model);
        html.say(Tag::Td, "number", turns);
        [usage.input, usage.cached, usage.output].into_iter().for_each(|it| html.say(Tag::Td, "number", &count(it)));
        html.say(Tag::Td, "number", &money(usage.cost));
    });
}

/// The cost of evidence types, comparisons and rounds (E-23).
fn purposes(html: &mut Html, account: &Accounting) {
    html.say(Tag::H3, "", "What it was spent on");
    html.table("Tokens by purpose", "numbers", |html| {
        html.columns(["Purpose", "Tokens"]);
        html.put(Tag::Tbody, "", |html| {
            for (purpose, tokens) in [
                ("All of it", account.total),
                ("Openings alone, without types: a plain vote", account.without),
                ("Rounds after the openings", account.later_rounds),
                ("Types of evidence, in prompts and answers", account.types_in_prompts + account.types_in_answers),
                ("Comparing positions", account.metrics),
            ] {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| html.text(purpose));
                    html.say(Tag::Td, "number", &count(tokens));
                });
            }
        });
    });
}

/// What the parts of a panel cost (P-10): nothing is compared with a vote there (P-18).
fn parts_of_a_panel(html: &mut Html, page: &Page<'_>) {
    let debate = page.debate;
    let of_kind = |kind: RoundKind| {
        let spoken = debate.rounds.iter().filter(move |it| it.kind == kind).flat_map(|it| &it.spoken);
        spoken.map(|it| it.usage.tokens()).sum::<u64>()
    };
    let said = debate.panel.rooms.iter().flat_map(|it| &it.said);
    let in_stage = |is_clash: bool| {
        let of_stage = said.clone().filter(move |it| (it.stage == Stage::Clash) == is_clash);
        of_stage.map(|it| it.usage.tokens()).sum::<u64>()
    };
    let mut all = debate.spent;
    all += debate.copied;
    let known = [
        ("Openings", of_kind(RoundKind::Opening)),
        ("Takes", of_kind(RoundKind::Take)),
        ("Clashes", in_stage(true)),
        ("Rooms", in_stage(false)),
        ("Closings", of_kind(RoundKind::Closing)),
    ];
    let rest = all.tokens().saturating_sub(known.iter().map(|it| it.1).sum());
    let rest = ("Aspects, judgements, cards and answers to the cruxes of others", rest);
    html.say(Tag::H3, "", "What it was spent on");
    html.table("Tokens by part", "numbers", |html| {
        html.columns(["Part", "Tokens"]);
        html.put(Tag::Tbody, "", |html| {
            for (part, tokens) in known.into_iter().chain([rest, ("All of it", all.tokens())]) {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| html.text(part));
                    html.say(Tag::Td, "number", &count(tokens));
                });
            }
        });
    });
}

fn lost(html: &mut Html, page: &Page<'_>) {
    let meta = &page.verdict.metadata;
    html.at(Tag::H3, &Anchor::part("lost"), "", |html| html.text("What was lost"));
    let figures = format!(
        "{} turns asked, {} answered, {} lost; {} flaws in the answers that were taken.",
        meta.asked,
        meta.answered,
        meta.lost.len(),
        meta.flaws
    );
    html.say(Tag::P, "", &figures);
    html.put(Tag::Ul, "plain", |html| {
        for it in &meta.lost {
            html.put(Tag::Li, "", |html| {
                html.link(&Anchor::round(it.round), "", |html| html.text(&format!("Round {}", it.round)));
                html.text(&format!(": {}, {}. ", it.name, it.why));
                html.quote(Tag::Span, "quiet", &it.detail);
            });
        }
    });
}

fn ended(html: &mut Html, page: &Page<'_>) {
    let meta = &page.verdict.metadata;
    html.say(Tag::H3, "", "How it ended");
    html.put(Tag::Ul, "plain", |html| {
        let line = |html: &mut Html, words: &str| html.say(Tag::Li, "", words);
        let exit = match meta.exit {
            None => "It is not over.".to_owned(),
            Some(Reason::NeedsContext) => "It is not over: it waits for what was asked for.".to_owned(),
            Some(exit) => format!("Ended by: {exit}."),
        };
        line(html, &exit);
        if let Some(rule) = meta.rule {
            line(html, &format!("The rule that ended it: {rule}."));
        }
        if let Some(it) = meta.rubric.as_ref().filter(|_| page.verdict.decision.estimate.is_none()) {
            line(html, &format!("Votes: {}.", rubric(it)));
        }
        for it in &meta.figures {
            let value = it.value.map_or_else(|| "not given".to_owned(), share);
            line(html, &format!("{}: {value} (threshold {}).", it.name, it.threshold));
        }
    });
}

fn rules(html: &mut Html, page: &Page<'_>) {
    let (debate, meta) = (page.debate, &page.verdict.metadata);
    let rules = &debate.rules;
    html.say(Tag::H3, "", "Rules");
    let mut lines = vec![
        (
            "Mode",
            meta.chosen.as_ref().map_or_else(|| meta.mode.clone(), |it| format!("{}, went on as {it}", meta.mode)),
        ),
        ("Positions compared by", analyst(&rules.analyst)),
        ("Ran for", duration(meta.elapsed_ms)),
        ("Answers that came", meta.calls.to_string()),
    ];
    // The first layer of a debate has it; a panel has no such layer.
    if debate.is_panel() {
        let learned = page.verdict.learned.iter().flat_map(LearnedUse::says);
        lines.extend(learned.map(|it| ("Learned", it)));
    }
    // Nothing is counted at a panel (P-18).
    if !debate.is_panel() {
        lines.push(("Ends by", format!("{}, at most {} rounds", rules.algorithm, rules.rounds)));
        lines.push(("Decides by", rules.decide.to_string()));
    }
    lines.extend(rules.budget_usd.map(|it| ("Budget", format!("${it:.2}"))));
    lines.extend(rules.budget_tokens.map(|it| ("Token budget", count(it))));
    lines.extend(rules.deadline_ms.map(|it| ("Time limit", duration(it))));
    let hidden: Vec<&str> = rules.hidden.closed().collect();
    lines.extend((!hidden.is_empty()).then(|| ("Hidden from participants", hidden.join(", "))));
    lines.extend(meta.weights.map(|it| ("Weights of evidence", format!("version {}", it.version))));
    lines.extend(debate.watching.as_ref().map(|it| {
        let reviews = debate.rounds.iter().flat_map(|it| &it.reviews);
        let held = reviews.filter(|it| it.ruling != Ruling::Pass).count();
        let who = it.evaluator.as_deref().unwrap_or("nobody: no available model can");
        ("Reviewed for harm by", format!("{who} ({}); answers held back or cut: {held}", it.triggers.join(", ")))
    }));
    lines.extend(debate.chosen.as_ref().map(|it| ("Mode chosen", format!("{}, for {}", it.mode, it.why))));
    lines.extend(debate.fork.as_ref().map(|it| ("Forked from", format!("{} after its event {}", it.debate, it.upto))));
    let attached: Vec<String> =
        debate.attached.iter().enumerate().map(|(at, it)| format!("S{} {}", at + 1, it.title)).collect();
    lines.extend((!attached.is_empty()).then(|| ("Attached texts", attached.join("; "))));
    html.put(Tag::Dl, "rules", |html| {
        for (name, value) in &lines {
            html.put(Tag::Div, "", |html| {
                html.say(Tag::Dt, "", name);
                html.quote(Tag::Dd, "", value);
            });
        }
    });
}

fn analyst(analyst: &Analyst) -> String {
    match analyst {
        Analyst::Lexical => "words alone".to_owned(),
        Analyst::Local => "meaning, in this process".to_owned(),
        Analyst::Model(name) => name.clone(),
    }
}

/// The page's footer.
pub(super) fn footer(html: &mut Html, page: &Page<'_>) {
    html.put(Tag::Footer, "", |html| {
        html.put(Tag::P, "", |html| {
            html.text("Debate ");
            html.say(Tag::Code, "", page.debate.id.as_str());
            html.text(&format!(", begun on {}. ", day(page.debate.opened_at)));
            html.text(&sentence(
                "what participants said is quoted as text; nothing on this page was fetched, and nothing runs",
            ));
        });
    });
}
