//! Constrained decoding: which tokens the schema of an answer allows next, and which it forces.
use crate::vocabulary::Vocabulary;
use llguidance::api::TopLevelGrammar;
use llguidance::earley::SlicedBiasComputer;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob, TokEnv, TokRxInfo, TokTrie, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};
use std::sync::Arc;

/// Compiles grammars for the vocabulary of one model.
pub(crate) struct GrammarCompiler {
    factory: ParserFactory,
}

/// The grammar of one answer, with its position.
pub(crate) struct Grammar {
    matcher: Matcher,
}

impl GrammarCompiler {
    pub(crate) fn new(vocabulary: Arc<Vocabulary>) -> Result<GrammarCompiler, String> {
        let marked = |(id, piece): (usize, &Vec<u8>)| {
            let is_control = u32::try_from(id).is_ok_and(|it| vocabulary.is_control(it));
            // This byte, which no text contains, marks a special token in the trie.
            if is_control { [&[TokTrie::SPECIAL_TOKEN_MARKER], piece.as_slice()].concat() } else { piece.clone() }
        };
        let words: Vec<Vec<u8>> = vocabulary.pieces().iter().enumerate().map(marked).collect();
        let size = u32::try_from(words.len()).map_err(|error| error.to_string())?;
        let trie = TokTrie::from(&TokRxInfo::new(size, vocabulary.end()), &words);
        let env: TokEnv = Arc::new(TrieEnv { trie, vocabulary });
        let able = InferenceCapabilities { ff_tokens: true, ..InferenceCapabilities::default() };
        let mut factory =
            ParserFactory::new(&env, able, &SlicedBiasComputer::general_slices()).map_err(|error| error.to_string())?;
        // Errors go to the caller, not to the terminal.
        factory.set_stderr_log_level(0);
        Ok(GrammarCompiler { factory })
    }

    /// The grammar of `schema`, without optional white space.
    pub(crate) fn compile(&self, schema: &Value) -> Result<Grammar, String> {
        let mut schema = schema.clone();
        if let Some(object) = schema.as_object_mut() {
            let layout = json!({ "whitespace_flexible": false, "item_separator": ", ", "key_separator": ": " });
            object.insert("x-guidance".to_owned(), layout);
        }
        let parser = self.factory.create_parser(TopLevelGrammar::from_json_schema(schema));
        let matcher = Matcher::new(parser);
        match matcher.get_error() {
            Some(error) => Err(format!("the answer's schema can't be enforced: {}", first_line(&error))),
            None => Ok(Grammar { matcher }),
        }
    }
}

impl Grammar {
    /// The tokens that may come next.
    pub(crate) fn allowed(&mut self) -> Result<SimpleVob, String> {
        self.matcher.compute_mask_or_eos().map_err(|error| first_line(&error.to_string()).to_owned())
    }

    /// Advances by a token; returns the tokens that must follow.
    pub(crate) fn take(&mut self, token: u32) -> Result<Vec<u32>, String> {
        self.matcher.consume_token(token).map_err(|error| first_line(&error.to_string()).to_owned())?;
        self.forced()
    }

    /// Advances over the tokens that must come next, and returns them.
    pub(crate) fn forced(&mut self) -> Result<Vec<u32>, String> {
        let forced = if self.is_done() { Vec::new() } else { self.matcher.consume_ff_tokens() };
        // After an error the matcher has also stopped, and the answer would look complete.
        match self.matcher.get_error() {
            Some(error) => Err(first_line(&error).to_owned()),
            None => Ok(forced),
        }
    }

    /// Whether these tokens may come next.
    pub(crate) fn allows(&mut self, tokens: &[u32]) -> bool {
        self.matcher.validate_tokens(tokens).is_ok_and(|it| it == tokens.len())
    }

    /// The same grammar without its last `dropped` tokens, advanced over `tokens`; none if it does not allow them.
    pub(crate) fn instead(&self, dropped: usize, tokens: &[u32]) -> Option<Grammar> {
        let mut grammar = Grammar { matcher: self.matcher.deep_clone() };
        grammar.matcher.rollback(dropped).ok()?;
        let is_taken = grammar.allows(tokens) && grammar.matcher.consume_tokens(tokens).is_ok();
        is_taken.then_some(grammar)
    }

    /// Whether the answer is complete and nothing may follow.
    pub(crate) fn is_done(&self) -> bool {
        self.matcher.is_stopped()
    }
}

/// A vocabulary behind the trait that the grammar library expects.
struct TrieEnv {
    trie: TokTrie,
    vocabulary: Arc<Vocabulary>,
}

impl TokenizerEnv for TrieEnv {
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

/// The error message; the lines below it are the parser's state.
fn first_line(error: &str) -> &str {
    error.lines().next().unwrap_or_default()
}
