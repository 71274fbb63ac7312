//! Blocks side by side, where a terminal is wide enough (P-42).
use crate::render::style::Style;

/// The narrowest column. Ours: lines under 38 letters break sentences too often.
const NARROWEST: usize = 40;
/// The most blocks side by side. Ours: five are hard to read across.
const MOST: usize = 4;
/// The gap between two columns.
const GAP: usize = 2;

/// The layout of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    count: usize,
    width: usize,
}

impl Columns {
    /// The layout of `count` blocks: as many side by side as fit, in rows of about equal length; none if only one fits.
    pub(crate) fn of(style: Style, blocks: usize) -> Option<Columns> {
        let most = MOST.min(style.screen() / NARROWEST).min(blocks);
        if most < 2 {
            return None;
        }
        let count = blocks.div_ceil(blocks.div_ceil(most));
        let width = (style.screen() / count).saturating_sub(GAP).min(Style::plain().width());
        Some(Columns { count, width })
    }

    /// The width of a column.
    pub(crate) fn width(self) -> usize {
        self.width
    }

    /// The blocks, as rows of columns.
    pub(crate) fn beside(self, blocks: &[String]) -> String {
        let mut text = String::new();
        for row in blocks.chunks(self.count.max(1)) {
            let mut sides: Vec<_> = row.iter().map(|it| it.lines()).collect();
            let height = row.iter().map(|it| it.lines().count()).max().unwrap_or_default();
            for _ in 0..height {
                let mut line = String::new();
                for side in &mut sides {
                    let cell = side.next().unwrap_or_default();
                    line.push_str(&console::pad_str(cell, self.width, console::Alignment::Left, Some("…")));
                    line.push_str(&" ".repeat(GAP));
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }
}

/// The turns of a round by seat, until they are shown as one block.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    blocks: Vec<(usize, String)>,
}

impl Gathered {
    /// Adds a participant's block.
    pub(crate) fn push(&mut self, seat: usize, block: String) {
        self.blocks.push((seat, block));
    }

    /// All blocks in seating order, side by side if there is a layout. They are shown once.
    pub(crate) fn take(&mut self, columns: Option<Columns>) -> String {
        let text = self.seen(columns);
        self.blocks.clear();
        text
    }

    /// The blocks so far, in the same form.
    pub(crate) fn seen(&self, columns: Option<Columns>) -> String {
        let mut round: Vec<(usize, &str)> = self.blocks.iter().map(|(seat, block)| (*seat, block.as_str())).collect();
        round.sort_by_key(|(seat, _)| *seat);
        let Some(columns) = columns else {
            return round.into_iter().map(|(_, block)| block).collect();
        };
        let mut seats: Vec<(usize, String)> = Vec::new();
        for (seat, block) in round {
            match seats.last_mut().filter(|(last, _)| *last == seat) {
                Some((_, blocks)) => blocks.push_str(block),
                None => seats.push((seat, block.to_owned())),
            }
        }
        columns.beside(&seats.into_iter().map(|(_, block)| block).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-42: at least 40 columns for each, at most four beside each other, rows of about the same length; none in a pipe.
    #[test]
    fn as_many_stand_beside_each_other_as_there_is_room_for() {
        for (screen, blocks, expected) in [
            (79, 2, None),
            (80, 2, Some((2, 38))),
            (100, 3, Some((2, 48))),
            (120, 3, Some((3, 38))),
            (160, 8, Some((4, 38))),
            (400, 5, Some((3, 100))),
            (400, 1, None),
        ] {
            let found = Columns::of(Style::terminal(screen, false), blocks);
            assert_eq!(found.map(|it| (it.count, it.width)), expected, "{screen} {blocks}");
        }
        assert_eq!(Columns::of(Style::plain(), 2), None);
    }

    /// P-42: a round is one block in seating order, whatever the order of speaking; colour codes don't count as width.
    #[test]
    fn a_round_is_one_block() {
        let style = Style::terminal(80, true);
        let columns = Columns::of(style, 3).unwrap();
        let mut gathered = Gathered::default();
        gathered.push(2, "cyd\nthree\n".to_owned());
        gathered.push(0, format!("{}\n", style.bold("ann")));
        gathered.push(1, "bob\ntwo\n".to_owned());
        gathered.push(0, format!("{}\n", "x".repeat(50)));
        let shown = gathered.take(Some(columns));
        let widths = shown.lines().map(console::measure_text_width).max();
        assert!(widths.is_some_and(|it| it <= 80), "{shown}");
        let lines: Vec<String> = shown.lines().map(|it| console::strip_ansi_codes(it).into_owned()).collect();
        assert!(lines[0].starts_with("ann ") && lines[0].find("bob") == Some(40), "{shown}");
        assert!(lines[1].contains('…') && lines[1].ends_with("two"), "{shown}");
        assert_eq!(&lines[2..], ["cyd", "three"]);
        assert_eq!(gathered.take(Some(columns)), "", "it is shown once");
    }
}
