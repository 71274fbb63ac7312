//! The schema of a verdict for the OpenAPI document: its first screen and four layers in full, deeper parts as open objects.
//!
//! A test validates real verdicts against it. Not here: the verdict itself (`analysis`).
use crate::requests::BALLOTS;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// A verdict.
pub(super) enum Verdict {}

/// The claims of a verdict.
pub(super) enum Claims {}

/// The sources of a verdict.
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

fn screen() -> ObjectBuilder {
    let row = ObjectBuilder::new()
        .property("title", text("what it is about"))
        .required("title")
        .property("text", text("what it says"))
        .required("text");
    ObjectBuilder::new()
        .description(Some("what every surface shows first, in the same words (I-01)"))
        .property("headline", text("the decision with how many hold it, or that there is none"))
        .required("headline")
        .property("label", text("how much agreement there is, and whether an objection round tested it"))
        .required("label")
        .property("position", text("the position of the surest holder, in its own words"))
        .property("by", text("whose words these are, and how sure that one is"))
        .property("rows", ArrayBuilder::new().items(row).description(Some("the rows below, each with its title")))
        .required("rows")
}

fn ballot() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("what was put to the vote (B-01); absent at a panel"))
        .property("kind", text("which kind").enum_values(Some(BALLOTS)))
        .required("kind")
        .property("options", names("the options of a choice"))
        .property("unit", text("the unit of an estimate"))
}

fn chosen() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("the option that was decided on; absent where none was, of an estimate, and at a panel"))
        .property("letter", text("its letter"))
        .required("letter")
        .property("headline", text("what it says"))
        .required("headline")
        .property("held_by", names("who holds it"))
        .required("held_by")
}

fn pooled() -> ObjectBuilder {
    ["low", "best", "high", "median", "least", "most"]
        .into_iter()
        .fold(ObjectBuilder::new().description(Some("estimates pooled by quantile averaging (B-18)")), |it, field| {
            it.property(field, ObjectBuilder::new().schema_type(Type::Number)).required(field)
        })
}

fn term() -> ObjectBuilder {
    ObjectBuilder::new()
        .property("id", text("its id, `T1`"))
        .required("id")
        .property("text", text("what it says"))
        .required("text")
        .property("is_shared", of(Type::Boolean, "whether all who hold the decision ask for it"))
        .required("is_shared")
        .property("asked_by", names("who asks for it"))
        .required("asked_by")
        .property("opposed_by", names("who opposes it"))
}

fn decision() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("the first layer: whoever reads only this is not misled"))
        .property("label", label())
        .required("label")
        .property(
            "is_unanimous",
            of(Type::Boolean, "whether all who are there hold it; of estimates, whether all agree"),
        )
        .required("is_unanimous")
        .property("is_tested", of(Type::Boolean, "whether an objection round was played and left it standing"))
        .required("is_tested")
        .property("headline", maybe(Type::String, "the decision in a line, with how many hold it"))
        .required("headline")
        .property("option", chosen())
        .property("estimate", pooled())
        .property("of", of(Type::Integer, "how many are still there and may cast a ballot"))
        .required("of")
        .property("without_ballot", of(Type::Integer, "how many of them cast none that could be read"))
        .required("without_ballot")
        .property("lost", names("who was to decide and was lost: counted in the headline, not in `of`"))
        .property("position", maybe(Type::String, "the position of the surest holder, in its own words"))
        .required("position")
        .property("by", maybe(Type::String, "whose words these are"))
        .required("by")
        .property("by_confidence", of(Type::Number, "how sure that one is"))
        .property("confidence", maybe(Type::Number, "the pooled probability of the option, 0 to 1"))
        .required("confidence")
        .property("terms", ArrayBuilder::new().items(term()).description(Some("conditions of those who hold it")))
        .property("rests_on", objects("claims and sources that it rests on"))
        .property(
            "opened",
            ObjectBuilder::new()
                .description(Some("how many of the sourced claims and of the sources that it rests on were opened")),
        )
        .property("would_turn", names("what would turn it"))
        .property("assumptions", names("its weakest assumptions, none of which turns the arguments alone"))
        .property("next_step", text("what to do now"))
        .required("next_step")
        .property("is_final", of(Type::Boolean, "whether the debate is over"))
        .required("is_final")
        .property("is_rehearsal", of(Type::Boolean, "the participants were simulated"))
        .required("is_rehearsal")
        .property("rule", text("the rule that decided"))
        .property("basis", text("what its answer rests on"))
        .property("why", text("how it came to it"))
        .property("by_rule", objects("rules that say something else"))
}

fn plain_vote() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("what the ballots of round 1 alone would have decided (B-12)"))
        .property("option", maybe(Type::String, "the letter of the option most opened with"))
        .required("option")
        .property("headline", maybe(Type::String, "what it says; of estimates, the median of the best guesses"))
        .required("headline")
        .property("held_by", names("who opened with it"))
        .required("held_by")
        .property("openings", of(Type::Integer, "how many opened and were asked for a ballot"))
        .required("openings")
        .property("without_ballot", of(Type::Integer, "how many of them cast none that could be read"))
        .required("without_ballot")
        .property("argued", of(Type::Integer, "how many more opened for a side they were given"))
        .property("judge", text("the role of the only one who cast a ballot while all others argued"))
        .property("is_independent", of(Type::Boolean, "whether they opened without hearing each other"))
        .required("is_independent")
        .property("options", of(Type::Integer, "how many options they opened with"))
        .required("options")
        .property("estimate", pooled())
        .property("same_as_decision", maybe(Type::Boolean, "whether it is what was decided, by letter"))
        .required("same_as_decision")
}

fn change() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Object, Type::Null]))
        .description(Some("its last change of ballot (B-13)"))
        .property("round", of(Type::Integer, "in which round"))
        .property("from", text("what it held before"))
        .property("to", text("what it holds since"))
        .property("because", objects("what it says moved it: ids with a word why"))
        .property("is_carried", of(Type::Boolean, "whether something new that rests on more than assertion carried it"))
        .property("carried_by", names("the ids of what did"))
}

fn seat() -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some("where one participant stands"))
        .property("name", text("who"))
        .required("name")
        .property("model", text("which model"))
        .required("model")
        .property("holds", maybe(Type::String, "what it holds: an option in words, or an estimate"))
        .required("holds")
        .property("option", text("the letter of that option"))
        .property("vote", maybe(Type::String, "whether it would sign the decision: ACCEPT, MINOR or BLOCKER"))
        .required("vote")
        .property("confidence", maybe(Type::Number, "its last confidence"))
        .required("confidence")
        .property("position", maybe(Type::String, "its last position"))
        .required("position")
        .property("objection", maybe(Type::String, "what it holds against the decision"))
        .required("objection")
        .property("dissents", of(Type::Boolean, "whether it neither holds the decision nor would sign it"))
        .required("dissents")
        .property("change", change())
        .required("change")
}

fn option() -> ObjectBuilder {
    ObjectBuilder::new()
        .property("letter", text("its letter"))
        .required("letter")
        .property("headline", text("what it says"))
        .required("headline")
        .property("is_given", of(Type::Boolean, "whether it was on the ballot from the start"))
        .required("is_given")
        .property("held_by", names("who holds it"))
        .required("held_by")
        .property("opened_by", names("who opened with it"))
        .required("opened_by")
        .property("is_decided", of(Type::Boolean, "whether it was decided on"))
        .required("is_decided")
        .property("said", objects("what those say of it who do not hold it"))
        .property("pooled", of(Type::Number, "the pooled probability of it, 0 to 1"))
}

fn dissent() -> ObjectBuilder {
    ObjectBuilder::new()
        .property("by", text("who"))
        .required("by")
        .property("holds", maybe(Type::String, "what it holds instead"))
        .required("holds")
        .property("vote", maybe(Type::String, "whether it would sign the decision all the same"))
        .required("vote")
        .property("objection", maybe(Type::String, "what it holds against the decision"))
        .required("objection")
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
            .property("screen", screen())
            .required("screen")
            .property("debate", text("which debate"))
            .required("debate")
            .property("topic", text("what was asked"))
            .required("topic")
            .property("ballot", ballot())
            .property("decision", decision())
            .required("decision")
            .property("plain_vote", plain_vote())
            .required("plain_vote")
            .property("participants", ArrayBuilder::new().items(seat()))
            .required("participants")
            .property("evidence", evidence())
            .required("evidence")
            .property("metadata", metadata())
            .required("metadata")
            .property(
                "learned",
                of(Type::Object, "what earlier outcomes of its domain added; absent if nothing (L-06)"),
            )
            .property("changes", of(Type::Object, "what would change it (I-04)"))
            .required("changes")
            .property("question", text("what a person must answer before it can go on"))
            .property(
                "options",
                ArrayBuilder::new().items(option()).description(Some("the options of the ballot, most held first")),
            )
            .property(
                "dissent",
                ArrayBuilder::new().items(dissent()).description(Some("who does not hold the decision")),
            )
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
