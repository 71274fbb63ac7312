//! The report on what is known of domains (L-04, L-07).
use super::{Block, Report, postmortem};
use analysis::learning::{Applied, Calibration, DomainKnown, KindWeight, Learned, told_apart};

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
    let imported: Vec<String> = learned
        .imported
        .iter()
        .map(|it| {
            let reverted = it.reverted.as_ref().map(|it| format!(" Reverted: {it}.")).unwrap_or_default();
            let day = crate::times::day(it.counts.at);
            format!("#{} {} domains from {}, counted {day}.{reverted}", it.number, it.counts.domains.len(), it.from)
        })
        .collect();
    if !imported.is_empty() {
        blocks.push(Block::Heading("Imported counts".to_owned()));
        blocks.push(Block::List(imported));
    }
    let title = domain.map_or_else(|| "What was learned".to_owned(), |it| format!("What was learned: {it}"));
    Report { title, blocks }
}

fn of_domain(blocks: &mut Vec<Block>, known: &DomainKnown) {
    blocks.push(Block::Heading(format!("Domain {}", known.name)));
    evidence(blocks, &known.evidence);
    models(blocks, &known.models);
    if !known.questions.is_empty() {
        let row = |it: &analysis::learning::RequiredQuestion| {
            vec![
                it.text.clone(),
                it.priority.as_str().to_owned(),
                it.missed.to_string(),
                format!("{} of {}", it.well, it.asked),
                format!("{:.2} ({:.2}–{:.2})", it.effectiveness, it.low, it.high),
            ]
        };
        let columns = vec!["question", "priority", "missed", "went well when asked", "effectiveness (90% interval)"];
        blocks.push(Block::Table { columns, rows: known.questions.iter().map(row).collect() });
    }
    if !known.skills.is_empty() {
        let skill = |it: &analysis::learning::SkillKnown| format!("{} ({})", it.name, it.missed);
        let skills: Vec<String> = known.skills.iter().map(skill).collect();
        blocks.push(Block::Paragraph(format!("Skills that tables lacked: {}.", skills.join(", "))));
    }
    if let Some(it) = &known.rounds {
        let all = it.helped + it.hurt + it.unchanged;
        blocks.push(Block::Paragraph(format!(
            "Rounds after the first: of {all} debates they moved {} towards what proved right and {} away from it.",
            it.helped, it.hurt
        )));
    }
}

fn evidence(blocks: &mut Vec<Block>, kinds: &[KindWeight]) {
    let known: Vec<&KindWeight> = kinds.iter().filter(|it| it.projects > 0).collect();
    if known.is_empty() {
        return;
    }
    let row = |it: &&KindWeight| {
        vec![
            it.kind.to_string(),
            format!("{:.3}", it.mean),
            format!("{:.2}–{:.2}", it.low, it.high),
            format!("{:.2}", it.prior),
            it.projects.to_string(),
        ]
    };
    let columns = vec!["kind", "weight", "90% interval", "usual", "projects"];
    blocks.push(Block::Table { columns, rows: known.iter().map(row).collect() });
    let mut apart = Vec::new();
    for (at, one) in known.iter().enumerate() {
        for other in known.iter().skip(at + 1).filter(|other| told_apart(one, other)) {
            apart.push(format!("{} from {}", one.kind, other.kind));
        }
    }
    let says = match apart.is_empty() {
        true => "The cases alone do not tell these kinds apart; their weights differ by what was assumed.".to_owned(),
        false => format!("The cases alone tell apart {} (90%).", apart.join(", ")),
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
            format!("{:.2}", it.mean),
            format!("{:.2}–{:.2}", it.low, it.high),
            score(it.brier),
            score(it.log_score),
        ]
    };
    let columns = vec!["model", "right", "weight", "90% interval", "Brier score", "log score"];
    blocks.push(Block::Table { columns, rows: models.iter().map(row).collect() });
    blocks.push(Block::Curves(models.to_vec()));
}
