//! The script of the year: topics, what participants answer, and what proves right, all drawn by chance from fixed rates.
use serde_json::{Value, json};

/// A decision to take.
pub(super) struct Decision {
    pub(super) domain: &'static str,
    pub(super) topic: &'static str,
    /// Its subject, in the middle of a sentence.
    subject: &'static str,
}

const fn on(domain: &'static str, topic: &'static str, subject: &'static str) -> Decision {
    Decision { domain, topic, subject }
}

pub(super) const DECISIONS: [Decision; 40] = [
    on("platform", "Should we move the ledger to event sourcing?", "event sourcing"),
    on("product", "Should we offer a yearly plan?", "a yearly plan"),
    on("operations", "Should we run a second on-call rota?", "a second rota"),
    on("platform", "Should we adopt gRPC between our services?", "gRPC"),
    on("product", "Should we drop the mobile web client?", "an app-only client"),
    on("platform", "Should we split billing from the monolith?", "a billing service"),
    on("operations", "Should we move backups to another provider?", "a second backup provider"),
    on("platform", "Should we run our own message broker?", "a broker of our own"),
    on("product", "Should we open the API to partners?", "a partner API"),
    on("operations", "Should we test failover every month?", "monthly failover tests"),
    on("platform", "Should we move search into the database?", "search in the database"),
    on("product", "Should we ask for a card before the trial?", "a card before the trial"),
    on("platform", "Should we replace the build system?", "the new build system"),
    on("operations", "Should we freeze releases in December?", "a December freeze"),
    on("product", "Should we translate the help pages by machine?", "machine translation"),
    on("platform", "Should we give every team its own cluster?", "a cluster for each team"),
    on("operations", "Should we outsource the night shift?", "an outsourced night shift"),
    on("product", "Should we remove the free tier?", "a paid entry tier"),
    on("platform", "Should we store sessions in the browser?", "sessions in the browser"),
    on("operations", "Should we page on symptoms alone?", "paging on symptoms"),
    on("product", "Should we merge the two dashboards?", "one dashboard"),
    on("platform", "Should we write the importer anew?", "a new importer"),
    on("operations", "Should we keep logs for a year?", "logs of a year"),
    on("product", "Should we show prices without tax?", "prices without tax"),
    on("platform", "Should we generate clients from the schema?", "generated clients"),
    on("operations", "Should we buy the support tool?", "the support tool"),
    on("product", "Should we send a weekly digest?", "a weekly digest"),
    on("platform", "Should we shard the order table?", "a sharded order table"),
    on("operations", "Should we restore from backup in each region?", "restores in each region"),
    on("product", "Should we add single sign-on to the basic plan?", "single sign-on for all"),
    on("platform", "Should we cache permission checks?", "cached permission checks"),
    on("operations", "Should we let developers deploy on Fridays?", "Friday deployments"),
    on("product", "Should we retire the old editor?", "the new editor alone"),
    on("platform", "Should we move cron jobs to the queue?", "jobs on the queue"),
    on("operations", "Should we rotate keys every quarter?", "quarterly key rotation"),
    on("product", "Should we charge for exports?", "paid exports"),
    on("platform", "Should we pin all transitive dependencies?", "pinned dependencies"),
    on("operations", "Should we run chaos tests in production?", "chaos tests"),
    on("platform", "Should we serve images from our own cache?", "our own image cache"),
    on("platform", "Should we drop the second read replica?", "a single replica"),
];

/// The participants' models, how often each is right alone, and the confidences that it states.
pub(super) const MODELS: [(&str, f64, [f64; 2]); 3] =
    [("granite", 0.85, [0.8, 0.9]), ("harbour", 0.65, [0.85, 0.95]), ("willow", 0.5, [0.5, 0.65])];

/// The kinds of evidence, how often their claims hold, and a claim of each.
pub(super) const KINDS: [(&str, f64, &str, &str); 6] = [
    ("DOCUMENTED", 0.85, "FACT", "The manual describes a way back from {} within one release [1]."),
    ("EMPIRICAL", 0.8, "FACT", "In our trial of {} the slowest tenth took a third longer than before [1]."),
    ("PRECEDENT", 0.6, "FACT", "Two firms of our size that chose {} kept it for three years [1]."),
    ("LOGICAL", 0.5, "INFER", "Whoever has {} waits for fewer people, so releases come sooner."),
    ("PREFERENTIAL", 0.35, "ASSUME", "We prefer what everybody on call can read, and {} is such a thing."),
    ("SPECULATIVE", 0.2, "ASSUME", "Within a year most customers will expect {} of us."),
];

const SOURCES: [&str; 3] = ["The manual", "Report on the trial", "Notes of a visit to two firms"];

const CAME: [&str; 3] = [
    "It runs, and nobody asks for the old way",
    "The first quarter met its figures",
    "It was done in the planned time, and the complaints fell",
];

const FAILED: [&str; 3] = [
    "It was taken back after the second incident",
    "The work stopped after two months, with a third of it done",
    "It was kept off, and the rival that did it has since withdrawn it",
];

/// What post-mortems of wrong decisions name: a lesson, a question and a skill.
pub(super) const MISSED: [(&str, &str, &str); 3] = [
    ("Nobody had counted the people it needs at night.", "Who runs it at night?", "operations"),
    ("The way back cost more than the way there.", "What does it cost to go back?", "cost accounting"),
    ("The customers who had asked for it were two.", "Which customers asked for it?", "user research"),
];

pub(super) const PROJECTS: [&str; 20] = [
    "Alder", "Birch", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kelp", "Larch", "Maple",
    "Nettle", "Oak", "Pine", "Quince", "Rowan", "Sorrel", "Thyme",
];

/// A draw in [0, 1) for a purpose: FNV-1a, mixed by SplitMix64, so that it depends on nothing but its words.
pub(super) fn draw(words: &str) -> f64 {
    let hash =
        words.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x100_0000_01b3));
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// One of several, by a draw.
pub(super) fn one_of<'a>(list: &[&'a str], words: &str) -> &'a str {
    list[(draw(words) * list.len() as f64) as usize]
}

impl Decision {
    /// Whether Yes proves right. It is drawn first; participants then hit or miss it.
    pub(super) fn is_yes_right(&self) -> bool {
        draw(&format!("truth {}", self.topic)) < 0.5
    }

    /// Whether a model is right in a round. The third changes its mind now and then.
    pub(super) fn is_right(&self, seat: usize, round: u32) -> bool {
        let (model, accuracy, _) = MODELS[seat];
        let opening = draw(&format!("opening {model} {}", self.topic)) < accuracy;
        match seat == 2 && round >= 2 && draw(&format!("moves {}", self.topic)) < 0.3 {
            true => draw(&format!("to {}", self.topic)) < 0.6,
            false => opening,
        }
    }

    /// What happened, in a sentence.
    pub(super) fn outcome(&self) -> &'static str {
        one_of(if self.is_yes_right() { &CAME } else { &FAILED }, self.topic)
    }

    /// What a seat answers.
    pub(super) fn answer(&self, seat: usize, round: u32) -> Value {
        let (model, _, confidences) = MODELS[seat];
        let is_yes = self.is_right(seat, round) == self.is_yes_right();
        let choice = if is_yes { "Yes" } else { "No" };
        let confidence = confidences[usize::from(draw(&format!("sure {model} {}", self.topic)) < 0.5)];
        let kinds: Vec<usize> = if round == 1 { vec![2 * seat, 2 * seat + 1] } else { Vec::new() };
        let claim = |at: &usize| {
            let (kind, _, label, text) = KINDS[*at];
            let number = kinds.iter().position(|it| it == at).unwrap() + 1;
            let text = text.replace("{}", self.subject).replace("[1]", &format!("[{number}]"));
            let standing = if label == "FACT" { "recalled" } else { "reasoned" };
            json!({"label": label, "text": text, "standing": standing, "type": kind})
        };
        let reference = |(at, kind): (usize, &usize)| {
            let title = format!("{}: {}", SOURCES[*kind], self.subject);
            json!({"number": at + 1, "title": title, "url": null, "type": KINDS[*kind].0})
        };
        let sources = kinds.iter().enumerate().filter(|(_, it)| **it < SOURCES.len());
        let has_moved = round >= 2 && self.is_right(seat, round) != self.is_right(seat, 1);
        let because = if has_moved { json!([{"id": "C1", "why": "it outweighs what I said"}]) } else { json!([]) };
        json!({
            "position": format!("{choice}: {}.", if is_yes { "the gain outweighs the work" } else { "the work outweighs the gain" }),
            "reasoning": "The claims below carry it; what nobody has measured counts less.",
            "confidence": confidence,
            "ballot": {"choice": choice, "headline": null},
            "claims": kinds.iter().map(claim).collect::<Vec<Value>>(),
            "references": sources.map(reference).collect::<Vec<Value>>(),
            "key_points": [], "moves": [], "others": [], "terms": [], "on_terms": [], "because": because,
            "confidence_change": null, "ranking": null, "needs": [], "questions": [],
        })
    }
}
