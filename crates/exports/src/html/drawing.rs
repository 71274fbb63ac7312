//! Small inline drawings.
use super::markup::{Attr, Html, Tag};

/// A number as an SVG coordinate.
pub(super) fn place(value: f64) -> String {
    let shown = format!("{value:.1}");
    shown.strip_suffix(".0").map_or(shown.clone(), str::to_owned)
}

/// A bar that is full at 1. The figure is beside it, so it is hidden from screen readers.
pub(super) fn bar(html: &mut Html, value: f64, class: &'static str) {
    let attributes =
        [(Attr::Class, class), (Attr::ViewBox, "0 0 100 6"), (Attr::Aspect, "none"), (Attr::Hidden, "true")];
    html.with(Tag::Svg, &attributes, |html| {
        let size = [(Attr::Height, "6"), (Attr::Rx, "3")];
        html.draw(Tag::Rect, &[&[(Attr::Class, "ground"), (Attr::Width, "100")], &size[..]].concat());
        let width = place(value.clamp(0.0, 1.0) * 100.0);
        html.draw(Tag::Rect, &[&[(Attr::Class, "full"), (Attr::Width, &width)], &size[..]].concat());
    });
}
