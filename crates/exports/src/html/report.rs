//! A report as one self-contained page.
use super::markup::{self, Html, Tag};
use crate::report::{Block, Report, svg};

/// The whole page.
pub(crate) fn document(report: &Report) -> String {
    let title = super::figures::clipped(&report.title, super::TITLE);
    markup::page(&format!("{title} · Roundtable"), |html| {
        html.put(Tag::Header, "", |it| it.quote(Tag::H1, "", &report.title));
        html.put(Tag::Main, "", |html| report.blocks.iter().for_each(|it| block(html, it)));
    })
}

fn block(html: &mut Html, block: &Block) {
    match block {
        Block::Heading(it) => html.say(Tag::H2, "", it),
        Block::Paragraph(it) | Block::Note(it) => html.quote(Tag::P, "", it),
        Block::List(items) => html.put(Tag::Ul, "", |html| items.iter().for_each(|it| html.quote(Tag::Li, "", it))),
        Block::Table { columns, rows } => table(html, columns, rows),
        Block::Curves(models) => html.put(Tag::Figure, "", |html| {
            html.drawing(&svg(models));
            let says = "Stated confidence against the share that proved right, with 90% intervals; larger dots have more ballots. The diagonal is perfect calibration.";
            html.say(Tag::Figcaption, "", says);
        }),
    }
}

fn table(html: &mut Html, columns: &[String], rows: &[Vec<String>]) {
    html.table("Table", "", |html| {
        html.columns(columns.iter().map(String::as_str));
        html.put(Tag::Tbody, "", |html| {
            for row in rows {
                html.put(Tag::Tr, "", |html| row.iter().for_each(|it| html.quote(Tag::Td, "", it)));
            }
        });
    });
}
