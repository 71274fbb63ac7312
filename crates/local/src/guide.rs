//! Holding an answer to its schema while it is being written: which tokens may come next, and which must.
use crate::vocabulary::Vocabulary;
use llguidance::api::TopLevelGrammar;
use llguidance::earley::SlicedBiasComputer;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob, TokEnv, TokRxInfo, TokTrie, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};
use std::sync::Arc;

/// Makes guides for the tokens of one model.
pub(crate) struct Guides {
    factory: ParserFactory,
}

/// One answer's guide.
pub(crate) struct Guide {
    matcher: Matcher,
}

impl Guides {
    pub(crate) fn new(vocabulary: Arc<Vocabulary>) -> Result<Guides, String> {
        let marked = |(id, piece): (usize, &Vec<u8>)| {
            let is_control = u32::try_from(id).is_ok_and(|it| vocabulary.is_control(it));
            // This byte, which no text has, is how the trie knows a sign.
            if is_control { [&[TokTrie::SPECIAL_TOKEN_MARKER], piece.as_slice()].concat() } else { piece.clone() }
        };
        let words: Vec<Vec<u8>> = vocabulary.pieces().iter().enumerate().map(marked).collect();
        let size = u32::try_from(words.len()).map_err(|error| error.to_string())?;
        let trie = TokTrie::from(&TokRxInfo::new(size, vocabulary.end()), &words);
        let env: TokEnv = Arc::new(Words { trie, vocabulary });
        let able = InferenceCapabilities { ff_tokens: true, ..InferenceCapabilities::default() };
        let mut factory =
            ParserFactory::new(&env, able, &SlicedBiasComputer::general_slices()).map_err(|error| error.to_string())?;
        // What goes wrong is told to the caller, not to the terminal.
        factory.set_stderr_log_level(0);
        Ok(Guides { factory })
    }

    /// A guide to `schema`, without room for spaces that mean nothing.
    pub(crate) fn guide(&self, schema: &Value) -> Result<Guide, String> {
        let mut schema = schema.clone();
        if let Some(object) = schema.as_object_mut() {
            let layout = json!({ "whitespace_flexible": false, "item_separator": ", ", "key_separator": ": " });
            object.insert("x-guidance".to_owned(), layout);
        }
        let parser = self.factory.create_parser(TopLevelGrammar::from_json_schema(schema));
        let matcher = Matcher::new(parser);
        match matcher.get_error() {
            Some(error) => Err(format!("the form of the answer can't be enforced: {}", first_line(&error))),
            None => Ok(Guide { matcher }),
        }
    }
}

impl Guide {
    /// The tokens that may come next.
    pub(crate) fn allowed(&mut self) -> Result<SimpleVob, String> {
        self.matcher.compute_mask_or_eos().map_err(|error| first_line(&error.to_string()).to_owned())
    }

    /// Takes a token, and tells which must follow.
    pub(crate) fn take(&mut self, token: u32) -> Result<Vec<u32>, String> {
        self.matcher.consume_token(token).map_err(|error| first_line(&error.to_string()).to_owned())?;
        self.forced()
    }

    /// Takes and tells the tokens that must come next.
    pub(crate) fn forced(&mut self) -> Result<Vec<u32>, String> {
        let forced = if self.is_done() { Vec::new() } else { self.matcher.consume_ff_tokens() };
        // A guide that has lost its way has also stopped, and its answer would pass for whole.
        match self.matcher.get_error() {
            Some(error) => Err(first_line(&error).to_owned()),
            None => Ok(forced),
        }
    }

    /// Whether the answer is complete and nothing may follow.
    pub(crate) fn is_done(&self) -> bool {
        self.matcher.is_stopped()
    }
}

/// A vocabulary in the guide's terms.
struct Words {
    trie: TokTrie,
    vocabulary: Arc<Vocabulary>,
}

impl TokenizerEnv for Words {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<u32> {
        match std::str::from_utf8(bytes).ok().and_then(|text| self.vocabulary.encode(text).ok()) {
            Some(tokens) => tokens,
            None => self.trie.greedy_tokenize(bytes),
        }
    }
}

/// What went wrong; the lines below it are the parser's state.
fn first_line(error: &str) -> &str {
    error.lines().next().unwrap_or_default()
}
