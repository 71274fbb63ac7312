//! The plain vote beside the decision (I-03, B-12), and the decision rules with another result (B-15).
use super::Page;
use super::front::sentence;
use super::markup::{Html, Tag};
use crate::wording::verdict::{compared, plain_vote};
use analysis::decision::verdict::Ruling;

/// The part.
pub(super) fn part(html: &mut Html, page: &Page<'_>) {
    let (decision, plain) = (&page.verdict.decision, &page.verdict.plain_vote);
    html.put(Tag::Div, "pair", |html| {
        html.put(Tag::Article, "card", |html| {
            html.say(Tag::H3, "", "The openings alone");
            html.quote(Tag::P, "words", &plain_vote(plain));
            if plain.option.is_some() {
                html.put(Tag::P, "who", |html| {
                    html.text("Opened with it: ");
                    page.names(html, &plain.held_by);
                });
            }
        });
        html.put(Tag::Article, "card", |html| {
            html.say(Tag::H3, "", "After the debate");
            html.quote(Tag::P, "words", &page.verdict.screen().headline);
            html.put(Tag::P, "who", |html| {
                html.text(decision.label.as_str());
                html.text(&compared(plain).map(|it| format!("; the plain vote is {it}")).unwrap_or_default());
            });
        });
    });
    if let Some(ruling) = &decision.ruling {
        rules(html, page, ruling);
    }
}

/// The decision rule, and the rules with another result (Q-01, B-15).
fn rules(html: &mut Html, page: &Page<'_>, ruling: &Ruling) {
    html.put(Tag::P, "", |html| {
        html.say(Tag::Strong, "", &format!("Decided by the rule “{}”. ", ruling.rule));
        page.words(html, &sentence(&ruling.why));
    });
    if ruling.by_rule.is_empty() {
        html.say(Tag::P, "quiet", "No other rule says something else.");
        return;
    }
    html.say(Tag::H3, "", "Rules that say something else");
    html.table("Rules that say something else", "", |html| {
        html.columns(["Rule", "Option", "How"]);
        html.put(Tag::Tbody, "", |html| {
            for it in &ruling.by_rule {
                html.put(Tag::Tr, "", |html| {
                    html.row_head(|html| html.text(it.rule.as_str()));
                    html.quote(Tag::Td, "", it.option.as_deref().unwrap_or("a tie"));
                    html.quote(Tag::Td, "", &sentence(&it.why));
                });
            }
        });
    });
}
