//! Who compares texts for `analyze relation` and `analyze debate`.
use super::MODEL_UNASKED;
use crate::args::{Asked, Choice};
use crate::commands::Context;
use crate::exit::Exit;
use crate::print;
use crate::settings;
use crate::table::{READER, Table};
use engine::{Analyst, Lexical, analyst};
use std::sync::Arc;

/// The analyst that was asked for.
pub(super) async fn analyst(asked: &Asked, context: &Context) -> Result<Arc<dyn Analyst>, Exit> {
    let table = || Table::new(&context.settings, &settings::process);
    match (asked.analyst, &asked.model) {
        (Choice::Auto | Choice::Lexical | Choice::Local, Some(_)) => Err(Exit::request(MODEL_UNASKED)),
        (Choice::Lexical, None) => Ok(Arc::new(Lexical)),
        (Choice::Auto, None) => {
            let table = table()?;
            if table.missing_reader().is_none() {
                return table.reader().await;
            }
            print::note(format!(
                "no weights `{READER}` here, so words alone are compared: `roundtable models pull {READER}`"
            ));
            Ok(Arc::new(Lexical))
        }
        (Choice::Local, None) => {
            let table = table()?;
            if table.missing_reader().is_some() {
                let command = format!("`roundtable models pull {READER}`");
                return Err(Exit::request(format!("no weights `{READER}` here: type {command}")));
            }
            table.reader().await
        }
        (Choice::Model, None) => {
            Err(Exit::request("`--analyst model` asks a model: say which with `--model provider/model`"))
        }
        (Choice::Model, Some(name)) => {
            let unknown = || Exit::request(format!("`{name}` runs in this process, and is too small to judge texts"));
            let model = table()?.open([name.as_str()].into_iter())?.remove(name.as_str()).ok_or_else(unknown)?;
            Ok(Arc::new(analyst::Model::new(name, model, 0)))
        }
    }
}
