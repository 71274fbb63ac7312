//! `show`: the verdict of a stored debate, what it hangs on, or all of it.
use super::Context;
use crate::args::Show;
use crate::exit::Exit;
use crate::print;
use crate::render::turns::Transcript;
use crate::render::{summary, verdict, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::checks;
use analysis::summary::RoundSummary;
use analysis::thresholds::WHY_LOOKS;

pub(crate) async fn run(args: &Show, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let debate = super::fold(&store, &args.id).await?;
    let (style, result) = (context.style(), Verdict::of(&debate));
    let rounds = || debate.rounds.iter().filter_map(|it| RoundSummary::of(&debate, it.number));
    let reasons = args
        .why
        .then(|| Why::of_position(&debate, result.decision.position.as_deref(), &checks::of(&debate), WHY_LOOKS));
    if let Some(reasons) = reasons.as_ref().filter(|_| args.json) {
        return print::json(reasons);
    }
    if args.json && args.rounds {
        return rounds().try_for_each(|it| print::json(&it));
    }
    if args.json {
        return print::json(&result);
    }
    print::line(style.wrap("", debate.topic.as_str()).trim_end())?;
    if let Some(reasons) = &reasons {
        return print::line(format!("\n{}", why::text(style, &result, reasons).trim_end()));
    }
    if args.turns {
        let log = store.log(&debate.id).await?;
        let mut transcript = Transcript::new(style, &[]);
        for (envelope, text) in log.iter().map(|it| (it, transcript.event(it))) {
            // The topic stands above, and the rest of the opening in the verdict below.
            if envelope.seq > 0 && !text.is_empty() {
                print::line(text.trim_end_matches('\n'))?;
            }
        }
    }
    if args.rounds {
        rounds().try_for_each(|it| print::line(summary::text(style, &it).trim_end_matches('\n')))?;
    }
    print::line(format!("\n{}", verdict::text(style, &result).trim_end()))
}
