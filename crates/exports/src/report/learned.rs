//! The report on what is known of domains (L-04, L-07).
use super::postmortem::{self, share};
use super::{Block, Report, columns, counted};
use analysis::learning::{
    Applied, Calibration, DomainKnown, FamilyKnown, Imported, KindWeight, Learned, RoundsKnown, separated,
};

/// How many updates a report lists, newest first. Ours: a page.
const UPDATES: usize = 20;

/// The report on all domains, or on one.
pub fn report(learned: &Learned, domain: Option<&str>, now: u64) -> Report {
    let names: Vec<&str> = learned.domains().into_iter().filter(|it| domain.is_none_or(|only| only == *it)).collect();
    let mut blocks = Vec::new();
    if names.is_empty() {
        let says = match domain {
            Some(name) => format!("Nothing is known of domain {name} yet."),
            None => "Nothing is known yet.".to_owned(),
        };
        let next =
            "`roundtable outcome add` records what happened after a debate, `roundtable postmortem` learns from it.";
        blocks.push(Block::Note(format!("{says} {next}")));
    }
    for name in names {
        of_domain(&mut blocks, &learned.domain(name, now));
    }
    let is_of = |it: &&Applied| domain.is_none_or(|only| only == it.update.domain);
    let updates: Vec<String> = learned.updates.iter().rev().filter(is_of).map(postmortem::update).collect();
    if !updates.is_empty() {
        blocks.push(Block::Heading("Updates, newest first".to_owned()));
        let more = updates.len().saturating_sub(UPDATES);
        blocks.push(Block::List(updates.into_iter().take(UPDATES).collect()));
        if more > 0 {
            blocks.push(Block::Note(format!("And {more} earlier ones; `--json` has all of them.")));
        }
    }
    let imported = learned
        .imported
        .iter()
        .filter(|it| domain.is_none_or(|only| it.counts.domains.iter().any(|it| it.name == only)));
    let imported: Vec<String> = imported.map(import).collect();
    if !imported.is_empty() {
        blocks.push(Block::Heading("Imported counts".to_owned()));
        blocks.push(Block::List(imported));
    }
    let title = domain.map_or_else(|| "What was learned".to_owned(), |it| format!("What was learned: {it}"));
    Report { title, blocks }
}

/// An import in a line.
fn import(it: &Imported) -> String {
    let reverted = it.reverted.as_ref().map(|it| format!(" Reverted: {it}.")).unwrap_or_default();
    let (day, domains) = (crate::times::day(it.counts.at), counted(it.counts.domains.len() as u64, "domain"));
    format!("#{} {domains} from {}, counted {day}.{reverted}", it.number, it.from)
}

fn of_domain(blocks: &mut Vec<Block>, known: &DomainKnown) {
    blocks.push(Block::Heading(format!("Domain {}", known.name)));
    evidence(blocks, &known.evidence);
    models(blocks, &known.models);
    families(blocks, &known.families);
    if !known.questions.is_empty() {
        let row = |it: &analysis::learning::RequiredQuestion| {
            vec![
                it.text.clone(),
                it.priority.as_str().to_owned(),
                it.missed.to_string(),
                format!("{} of {}", it.well, it.asked),
                format!("{} of {}", it.unasked_well, it.unasked),
                format!("{:.2} ({:.2}–{:.2})", it.effectiveness, it.low, it.high),
            ]
        };
        let names = [
            "question",
            "priority",
            "missed",
            "went well when asked",
            "when not asked",
            "effectiveness (90%, given the prior)",
        ];
        blocks.push(Block::Table { columns: columns(&names), rows: known.questions.iter().map(row).collect() });
    }
    if !known.skills.is_empty() {
        let skill = |it: &analysis::learning::SkillKnown| format!("{} ({})", it.name, it.missed);
        let skills: Vec<String> = known.skills.iter().map(skill).collect();
        blocks.push(Block::Paragraph(format!("Skills that no participant had: {}.", skills.join(", "))));
    }
    if let Some(it) = &known.rounds {
        blocks.push(Block::Paragraph(rounds(it)));
    }
}

/// What rounds after the first did, in a sentence.
fn rounds(it: &RoundsKnown) -> String {
    let all = it.helped.saturating_add(it.hurt).saturating_add(it.unchanged);
    let imported = match it.imported > 0.0 {
        true => format!(
            " With imported counts: {:.0}% towards, {:.0}% away.",
            it.helped_share * 100.0,
            it.hurt_share * 100.0
        ),
        false => String::new(),
    };
    format!(
        "Rounds after the first moved the decision towards what proved right in {} of {}, and away from it in {}.{imported}",
        it.helped,
        counted(all, "debate"),
        it.hurt
    )
}

fn families(blocks: &mut Vec<Block>, families: &[FamilyKnown]) {
    if families.is_empty() {
        return;
    }
    let row = |it: &FamilyKnown| {
        let ballots = format!("{:.1} of {:.1}", it.right, it.right + it.wrong);
        vec![it.family.clone(), ballots, format!("{:.2} ({:.2}–{:.2})", it.mean, it.low, it.high)]
    };
    let names = ["family, imported", "right", "weight of its models (90%, given the prior)"];
    blocks.push(Block::Table { columns: columns(&names), rows: families.iter().map(row).collect() });
}

fn evidence(blocks: &mut Vec<Block>, kinds: &[KindWeight]) {
    let known: Vec<&KindWeight> = kinds.iter().filter(|it| it.projects > 0).collect();
    if known.is_empty() {
        return;
    }
    let row = |it: &&KindWeight| {
        vec![
            it.kind.to_string(),
            format!("{:.3} ({:.2}–{:.2})", it.mean, it.low, it.high),
            format!("{:.2}", it.prior),
            share(it.alone.as_ref()),
            it.projects.to_string(),
        ]
    };
    let names = ["kind", "weight (90%, given the prior)", "usual", "cases alone (90%)", "projects"];
    blocks.push(Block::Table { columns: columns(&names), rows: known.iter().map(row).collect() });
    let pairs: Vec<String> = separated(kinds).iter().map(|(one, other)| format!("{one} from {other}")).collect();
    let says = match (pairs.is_empty(), known.len()) {
        (true, 1) => "With one kind there is nothing to compare it with; debates use the usual weights.".to_owned(),
        (true, _) => {
            "The data does not separate these kinds; their weights differ only by the prior, and debates use the usual ones."
                .to_owned()
        }
        (false, _) => format!("The data separates {} (90%); debates use these weights.", pairs.join(", ")),
    };
    blocks.push(Block::Paragraph(says));
}

fn models(blocks: &mut Vec<Block>, models: &[Calibration]) {
    if models.is_empty() {
        return;
    }
    let score = |it: Option<f64>| it.map_or_else(String::new, |it| format!("{it:.3}"));
    let row = |it: &Calibration| {
        vec![
            it.model.clone(),
            format!("{} of {}", it.right, it.cases),
            format!("{:.2} ({:.2}–{:.2})", it.mean, it.low, it.high),
            share(it.alone.as_ref()),
            score(it.brier),
            score(it.log_score),
        ]
    };
    let names = ["model", "right", "weight (90%, given the prior)", "cases alone (90%)", "Brier score", "log score"];
    blocks.push(Block::Table { columns: columns(&names), rows: models.iter().map(row).collect() });
    blocks.push(Block::Curves(models.to_vec()));
}
