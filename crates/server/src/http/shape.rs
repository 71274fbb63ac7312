//! The shape of a verdict for the OpenAPI document: its four layers exactly, what is deeper as open objects.
//!
//! A test holds real verdicts against it. Not here: the verdict itself, which `analysis` makes.
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// A verdict.
pub(super) enum Verdict {}

/// Claims, as a verdict lists them.
pub(super) enum Claims {}

/// Sources, as a verdict lists them.
pub(super) enum Sources {}

/// An event of a stream.
pub(super) enum Happened {}

fn text(about: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).description(Some(about))
}

fn maybe(kind: Type, about: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([kind, Type::Null])).description(Some(about))
}

fn of(kind: Type, about: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(kind).description(Some(about))
}

/// A list of names or ids.
fn names(about: &str) -> ArrayBuilder {
    ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::String)).description(Some(about))
}

/// A list of objects that are not described further.
fn objects(about: &str) -> ArrayBuilder {
    ArrayBuilder::new().items(ObjectBuilder::new()).description(Some(about))
}

fn label() -> ObjectBuilder {
    let all = ["consensus", "partial", "dissensus", "insufficient", "escalated"];
    text("how much agreement there is (I-02)").enum_values(Some(all))
}

fn decision() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("the first layer: whoever reads only this is not misled"))
        .property("label", label())
        .required("label")
        .property("position", maybe(Type::String, "the position most hold, in the words of one of them"))
        .required("position")
        .property("by", maybe(Type::String, "whose words these are"))
        .property("signed_by", names("who signs these words"))
        .required("signed_by")
        .property("confidence", maybe(Type::Number, "how sure, 0 to 1"))
        .required("confidence")
        .property("next_step", text("what to do now"))
        .required("next_step")
        .property("is_final", of(Type::Boolean, "whether the debate is over"))
        .required("is_final")
        .property("is_rehearsal", of(Type::Boolean, "the participants were simulated"))
        .required("is_rehearsal")
        .property("rests_on", objects("sources of those who are for it"))
}

fn plain_vote() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("what a plain vote of the independent openings would have said (I-03)"))
        .property("position", maybe(Type::String, "the position most opened with"))
        .required("position")
        .property("held_by", names("who opened with it"))
        .required("held_by")
        .property("openings", of(Type::Integer, "how many opened"))
        .required("openings")
        .property("same_as_decision", maybe(Type::Boolean, "whether it is what was decided"))
        .required("same_as_decision")
}

fn standing() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("where one participant stands"))
        .property("name", text("who"))
        .required("name")
        .property("model", text("which model"))
        .required("model")
        .property("vote", maybe(Type::String, "its last vote"))
        .required("vote")
        .property("confidence", maybe(Type::Number, "its last confidence"))
        .required("confidence")
        .property("position", maybe(Type::String, "its last position"))
        .required("position")
        .property("dissents", of(Type::Boolean, "whether it is not for the decision"))
        .required("dissents")
}

fn claim() -> ObjectBuilder {
    ObjectBuilder::new()
        .property("id", text("its id, `C1`"))
        .required("id")
        .property("label", text("FACT, INFER or ASSUME"))
        .required("label")
        .property("status", text("open, accepted, contested or retracted"))
        .required("status")
        .property("text", text("what it says"))
        .required("text")
        .property("by", names("who says it"))
        .required("by")
        .property("evidence", names("ids of its sources"))
        .required("evidence")
}

fn source() -> ObjectBuilder {
    ObjectBuilder::new()
        .property("id", text("its id, `E1`"))
        .required("id")
        .property("title", text("what it is"))
        .required("title")
        .property("url", maybe(Type::String, "where it is"))
        .required("url")
        .property("cited_by", names("who cited it"))
        .required("cited_by")
}

fn evidence() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("what it rests on"))
        .property("claims", ArrayBuilder::new().items(claim()))
        .required("claims")
        .property("sources", ArrayBuilder::new().items(source()))
        .required("sources")
        .property("warnings", names("what a reader should know before relying on it"))
        .required("warnings")
}

fn metadata() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("how it came about"))
        .property("mode", text("by which mode"))
        .required("mode")
        .property("exit", maybe(Type::String, "why it ended; absent while it goes on"))
        .property("rounds", of(Type::Integer, "rounds that were opened"))
        .required("rounds")
        .property("calls", of(Type::Integer, "answers that came"))
        .required("calls")
        .property("usage", of(Type::Object, "tokens and money"))
        .required("usage")
        .property("elapsed_ms", of(Type::Integer, "how long it ran"))
        .required("elapsed_ms")
        .property("lost", objects("turns lost, and why"))
        .required("lost")
}

impl PartialSchema for Verdict {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some("the result of a debate, short first (I-01)"))
            .property("debate", text("which debate"))
            .required("debate")
            .property("topic", text("what was asked"))
            .required("topic")
            .property("decision", decision())
            .required("decision")
            .property("plain_vote", plain_vote())
            .required("plain_vote")
            .property("participants", ArrayBuilder::new().items(standing()))
            .required("participants")
            .property("evidence", evidence())
            .required("evidence")
            .property("metadata", metadata())
            .required("metadata")
            .property("changes", of(Type::Object, "what would change it (I-04)"))
            .required("changes")
            .property("question", text("what a person must answer before it can go on"))
            .property("options", objects("what there was to choose from"))
            .property("dissent", objects("who is not for the decision, in their own words"))
            .into()
    }
}

impl ToSchema for Verdict {}

impl PartialSchema for Claims {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().property("claims", ArrayBuilder::new().items(claim())).required("claims").into()
    }
}

impl ToSchema for Claims {}

impl PartialSchema for Sources {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().property("sources", ArrayBuilder::new().items(source())).required("sources").into()
    }
}

impl ToSchema for Sources {}

impl PartialSchema for Happened {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some("one server-sent event"))
            .property("id", text("its place in the log; absent where it is not kept"))
            .property(
                "event",
                text("its type; `asked`, `said` and `restarted` pass and are not kept; `end` is the last"),
            )
            .required("event")
            .property("data", text("the event as a line of the log, which is JSON"))
            .required("data")
            .into()
    }
}

impl ToSchema for Happened {}
