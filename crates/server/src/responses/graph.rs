//! The description of the argument graph for the OpenAPI document. Not here: the graph itself (`analysis::argument::GraphView`), which
//! every surface gives as it is.
use utoipa::ToSchema;

/// The arguments of a debate as a graph.
#[derive(ToSchema)]
pub struct GraphView {
    /// Options of the ballot first, then claims, objections and counters; of each, those first that are strongest.
    pub nodes: Vec<NodeView>,
    /// The edges.
    pub edges: Vec<EdgeView>,
}

/// A node of the graph.
#[derive(ToSchema)]
pub struct NodeView {
    /// Its id: `C3`, for an option a letter.
    pub id: String,
    /// Its kind: `option`, `claim`, `word` (a position without a claim), `objection`, `counter` or `denial`.
    pub what: String,
    /// Its text.
    pub text: String,
    /// Its own strength, 0 to 1; absent at a panel, where nothing is weighed.
    #[schema(nullable = false)]
    pub base: Option<f64>,
    /// Its strength with all support and attack, 0 to 1; absent at a panel.
    #[schema(nullable = false)]
    pub strength: Option<f64>,
    /// The kinds of evidence it rests on, strongest first; absent at a panel.
    #[schema(nullable = false)]
    pub kinds: Option<Vec<String>>,
    /// Its authors or holders.
    pub by: Vec<String>,
    /// Of a panel, the turn that contains it.
    #[schema(nullable = false)]
    pub call: Option<String>,
}

/// An edge of the graph.
#[derive(ToSchema)]
pub struct EdgeView {
    /// The source node, by id.
    pub from: String,
    /// The target node, by id.
    pub to: String,
    /// How: `supports` or `attacks`; at a panel also `concedes`.
    pub tie: String,
    /// Its weight, 0 to 1; absent at a panel.
    #[schema(nullable = false)]
    pub weight: Option<f64>,
    /// Of a panel, who made it by naming the claim.
    #[schema(nullable = false)]
    pub by: Option<String>,
    /// Of a panel, the turn that made it.
    #[schema(nullable = false)]
    pub call: Option<String>,
    /// Of a panel, the room of that turn, if it was made in one.
    #[schema(nullable = false)]
    pub room: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::argument::{self, What};
    use serde_json::{Value, json};
    use utoipa::PartialSchema;

    /// The names of the described fields, and those that every graph has.
    fn described(schema: &impl serde::Serialize) -> [Vec<String>; 2] {
        let schema = serde_json::to_value(schema).unwrap();
        let required = schema["required"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned());
        [sorted(schema["properties"].as_object().unwrap().keys().cloned()), sorted(required)]
    }

    fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }

    fn fields(value: &Value) -> Vec<String> {
        sorted(value.as_object().unwrap().keys().cloned())
    }

    /// Q-20, I-30: every field of a node and an edge is described, and those that may be absent are not required.
    #[test]
    fn every_field_of_a_graph_is_described() {
        let node = |has: bool| argument::NodeView {
            id: "C1".to_owned(),
            what: What::Claim,
            text: "It pays.".to_owned(),
            base: has.then_some(0.5),
            strength: has.then_some(0.5),
            kinds: has.then(Vec::new),
            by: Vec::new(),
            call: has.then(|| "r1/turn/a".into()),
        };
        let edge = |has: bool| argument::EdgeView {
            from: "C1".to_owned(),
            to: "A".to_owned(),
            tie: "supports",
            weight: has.then_some(0.5),
            by: has.then(|| "a".into()),
            call: has.then(|| "r1/turn/a".into()),
            room: has.then(|| debate::RoomId::number(1)),
        };
        let whole = |has| json!(argument::GraphView { nodes: vec![node(has)], edges: vec![edge(has)] });
        let (full, least) = (whole(true), whole(false));
        assert_eq!(described(&NodeView::schema()), [fields(&full["nodes"][0]), fields(&least["nodes"][0])]);
        assert_eq!(described(&EdgeView::schema()), [fields(&full["edges"][0]), fields(&least["edges"][0])]);
        assert_eq!(described(&GraphView::schema()), [fields(&full), fields(&least)]);
    }
}
