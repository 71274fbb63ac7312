//! Claims as a Graphviz digraph (P-40): colour shows who holds a claim, a dashed line is an attack. Nothing is inferred.
use analysis::crux::ClaimGraph;
use debate::crux::ClaimRelation;
use exports::wording::one_line;

/// Colours of holders, in the order in which they first speak; distinguishable with most kinds of colour blindness.
const COLORS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c"];

/// The longest claim on a node, in characters.
const MOST: usize = 120;

/// The digraph.
pub(crate) fn dot(graph: &ClaimGraph) -> String {
    let holders = graph.authors();
    let color = |by: &debate::Name| {
        let index = holders.iter().position(|it| *it == by).unwrap_or_default();
        COLORS.get(index % COLORS.len()).copied().unwrap_or("#000000")
    };
    let mut text =
        "digraph claims {\n  rankdir=BT;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n".to_owned();
    for it in &graph.nodes {
        let label = format!("{} {}: {}", it.id, it.by, it.text);
        text.push_str(&format!(
            "  {} [label={}, color=\"{}\", tooltip={}];\n",
            quoted(&it.id),
            quoted(&label),
            color(&it.by),
            quoted(&it.call.to_string())
        ));
    }
    for it in &graph.edges {
        let look = match it.relation {
            ClaimRelation::Attacks => "color=\"#b00020\", style=dashed, label=\"attacks\"",
            ClaimRelation::Supports => "color=\"#2e7d32\", label=\"supports\"",
            ClaimRelation::Concedes => "color=\"#66399b\", style=dotted, label=\"concedes\"",
        };
        text.push_str(&format!(
            "  {} -> {} [{look}, tooltip={}];\n",
            quoted(&it.from),
            quoted(&it.to),
            quoted(&it.call.to_string())
        ));
    }
    text.push_str("}\n");
    text
}

/// Text as a DOT string: on one line, with special characters escaped.
fn quoted(words: &str) -> String {
    let line = one_line(words, MOST);
    format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\""))
}
