//! Text to tokens and back, from the metadata of the model's file: no other file is needed.
use candle_core::quantized::gguf_file::Content;
use candle_core::quantized::tokenizer::TokenizerFromGguf;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::{SplitDelimiterBehavior, Tokenizer};

/// The vocabulary of a model, with its tokenizer.
pub(crate) struct Vocabulary {
    tokenizer: Tokenizer,
    /// The bytes of each token.
    pieces: Vec<Vec<u8>>,
    /// The special tokens.
    controls: Vec<bool>,
    /// Tokens that end an answer; the first is the file's own.
    ends: Vec<u32>,
    /// Tokens that begin with a quotation mark: those that can close a field.
    closing: Vec<u32>,
    /// Tokens that are a full stop, alone or followed by punctuation: those that can end a sentence. `.path` can't.
    sentence_ends: Vec<u32>,
    /// The longest words: where none of them may follow, a text has little space left.
    long_words: Vec<u32>,
}

/// How many words count as the longest: with usual vocabularies those of some fifteen letters or more.
const LONG_WORDS: usize = 64;

/// A control token, as the file's `token_type` has it.
const CONTROL: i32 = 3;

/// End tokens of the known template families.
const END_TOKENS: [&str; 5] = ["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<end_of_turn>", "</s>"];

impl Vocabulary {
    /// Reads it from the metadata of a GGUF file.
    pub(crate) fn read(file: &Content) -> Result<Vocabulary, String> {
        let mut tokenizer =
            Tokenizer::from_gguf(file).map_err(|error| format!("its tokenizer can't be read: {error}"))?;
        let text = |key: &str| file.metadata.get(key).and_then(|it| it.to_string().ok());
        if let Some(pre_tokenizer) = pre_tokenizer(text("tokenizer.ggml.pre").map_or("", String::as_str))? {
            tokenizer.with_pre_tokenizer(Some(pre_tokenizer));
        }
        let size = u32::try_from(tokenizer.get_vocab_size(true)).map_err(|error| error.to_string())?;
        let kinds = file.metadata.get("tokenizer.ggml.token_type").and_then(|it| it.to_vec().ok());
        let kind = |id: u32| kinds.and_then(|it| it.get(id as usize)).and_then(|it| it.to_i32().ok());
        // A special token in a participant's text is encoded as text.
        tokenizer.set_encode_special_tokens(true);
        let is_byte_level = text("tokenizer.ggml.model").is_none_or(|it| it == "gpt2");
        let (mut pieces, mut controls) = (Vec::new(), Vec::new());
        for id in 0..size {
            let token = tokenizer.id_to_token(id).unwrap_or_default();
            let is_control = kind(id) == Some(CONTROL) || token.starts_with("<|") && token.ends_with("|>");
            pieces.push(if is_control { token.into_bytes() } else { bytes(&token, is_byte_level) });
            controls.push(is_control);
        }
        let own = file.metadata.get("tokenizer.ggml.eos_token_id").and_then(|it| it.to_u32().ok());
        let mut ends: Vec<u32> = own.into_iter().filter(|it| *it < size).collect();
        for end in END_TOKENS.iter().filter_map(|it| tokenizer.token_to_id(it)) {
            // Some files have such a token as ordinary text, which may occur anywhere.
            let is_special = controls.get(end as usize).copied().unwrap_or(false);
            if is_special && !ends.contains(&end) {
                ends.push(end);
            }
        }
        if ends.is_empty() {
            return Err("it names no token that ends an answer".to_owned());
        }
        let beginning = |with: &[u8]| -> Vec<u32> {
            let is_text = |(piece, is_control): (&Vec<u8>, &bool)| piece.starts_with(with) && !is_control;
            (0..).zip(pieces.iter().zip(&controls)).filter(|(_, it)| is_text(*it)).map(|(id, _)| id).collect()
        };
        let closing = beginning(b"\"");
        let mut sentence_ends = beginning(b".");
        sentence_ends.retain(|it| pieces.get(*it as usize).is_some_and(|piece| ends_sentence(piece)));
        let long_words = longest(&pieces, &controls);
        Ok(Vocabulary { tokenizer, pieces, controls, ends, closing, sentence_ends, long_words })
    }

    /// The tokens of a text. Special tokens in it are encoded as text.
    pub(crate) fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoding = self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
        Ok(encoding.get_ids().to_vec())
    }

    /// A text after Unicode normalisation, which some families require.
    #[cfg(feature = "llama-cpp")]
    pub(crate) fn normalized(&self, text: &str) -> Result<String, String> {
        use tokenizers::Normalizer;
        let mut text = tokenizers::NormalizedString::from(text);
        if let Some(normalizer) = self.tokenizer.get_normalizer() {
            normalizer.normalize(&mut text).map_err(|error| error.to_string())?;
        }
        Ok(text.get().to_owned())
    }

    /// The id of a special token.
    pub(crate) fn special_token(&self, text: &str) -> Option<u32> {
        self.tokenizer.token_to_id(text)
    }

    /// The number of tokens.
    pub(crate) fn size(&self) -> usize {
        self.pieces.len()
    }

    /// The bytes of a token; empty for a special token.
    pub(crate) fn piece(&self, token: u32) -> &[u8] {
        if self.is_control(token) {
            &[]
        } else {
            self.pieces.get(token as usize).map(Vec::as_slice).unwrap_or_default()
        }
    }

    pub(crate) fn pieces(&self) -> &[Vec<u8>] {
        &self.pieces
    }

    pub(crate) fn is_control(&self, token: u32) -> bool {
        self.controls.get(token as usize).copied().unwrap_or(true)
    }

    pub(crate) fn is_end(&self, token: u32) -> bool {
        self.ends.contains(&token)
    }

    /// Tokens that begin with a quotation mark.
    pub(crate) fn closing(&self) -> &[u32] {
        &self.closing
    }

    /// Tokens that are a full stop and end a sentence.
    pub(crate) fn sentence_ends(&self) -> &[u32] {
        &self.sentence_ends
    }

    /// The longest words.
    pub(crate) fn long_words(&self) -> &[u32] {
        &self.long_words
    }

    /// The token with exactly these bytes.
    pub(crate) fn exactly(&self, bytes: &[u8]) -> Option<u32> {
        let index = self.pieces.iter().zip(&self.controls).position(|(it, is_control)| it == bytes && !is_control)?;
        u32::try_from(index).ok()
    }

    /// The token that the file says ends an answer.
    pub(crate) fn end(&self) -> u32 {
        self.ends.first().copied().unwrap_or_default()
    }
}

/// The longest tokens of small letters, with or without a space before them.
fn longest(pieces: &[Vec<u8>], controls: &[bool]) -> Vec<u32> {
    let is_word = |piece: &Vec<u8>| {
        let letters = piece.strip_prefix(b" ").unwrap_or(piece);
        !letters.is_empty() && letters.iter().all(u8::is_ascii_lowercase)
    };
    let rows = (0_u32..).zip(pieces.iter().zip(controls));
    let mut words: Vec<(usize, u32)> = rows
        .filter(|(_, (piece, is_control))| !**is_control && is_word(piece))
        .map(|(id, (it, _))| (it.len(), id))
        .collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.truncate(LONG_WORDS);
    words.into_iter().map(|(_, id)| id).collect()
}

/// Whether a piece that begins with a full stop ends there, apart from punctuation: `.path` and `.5` do not.
fn ends_sentence(piece: &[u8]) -> bool {
    piece.get(1).is_none_or(u8::is_ascii_punctuation)
}

/// The pre-tokenizer of a name that GGUF files use; `None` where candle knows it. A wrong pre-tokenizer silently degrades the
/// model, so an unknown name is an error.
fn pre_tokenizer(name: &str) -> Result<Option<Sequence>, String> {
    let bytes = |uses_regex: bool| ByteLevel::new(false, true, uses_regex).into();
    let parts = match name {
        "qwen2" => return Ok(None),
        "gpt-2" => vec![bytes(true)],
        // Each digit is a token.
        "smollm" => vec![Digits::new(true).into(), bytes(true)],
        "llama-bpe" | "llama3" | "llama-v3" => {
            let pattern = SplitPattern::Regex(LLAMA_3_PATTERN.to_owned());
            let words =
                Split::new(pattern, SplitDelimiterBehavior::Isolated, false).map_err(|error| error.to_string())?;
            vec![words.into(), bytes(false)]
        }
        other => {
            return Err(format!("its tokenizer is `{other}`; known are gpt-2, llama-bpe, qwen2 and smollm"));
        }
    };
    Ok(Some(Sequence::new(parts)))
}

/// Llama 3's words: contractions, letters with one preceding symbol, up to three digits, other symbols, line ends, spaces.
const LLAMA_3_PATTERN: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// The bytes of a token as the vocabulary spells it.
fn bytes(token: &str, is_byte_level: bool) -> Vec<u8> {
    if is_byte_level {
        return token.chars().flat_map(byte).collect();
    }
    // Vocabularies of the other kind write a space as `▁`, and a byte as `<0xFF>`.
    let hex =
        token.strip_prefix("<0x").and_then(|it| it.strip_suffix('>')).and_then(|it| u8::from_str_radix(it, 16).ok());
    hex.map_or_else(|| token.replace('\u{2581}', " ").into_bytes(), |it| vec![it])
}

/// The byte of a character in a byte-level vocabulary: printable characters stand for themselves, the others are numbered from 256
/// on.
fn byte(character: char) -> Vec<u8> {
    let is_itself = |it: u32| matches!(it, 33..=126 | 161..=172 | 174..=255);
    let code = u32::from(character);
    let found = if is_itself(code) {
        Some(code)
    } else {
        code.checked_sub(256).and_then(|it| (0..256).filter(|byte| !is_itself(*byte)).nth(it as usize))
    };
    match found.and_then(|it| u8::try_from(it).ok()) {
        Some(byte) => vec![byte],
        None => character.to_string().into_bytes(),
    }
}

#[cfg(test)]
impl Vocabulary {
    /// One token for each byte, and ChatML's special tokens: enough to test everything but a model.
    pub(crate) fn of_bytes() -> Vocabulary {
        let character = |byte: u8| -> String {
            let found = (33..0x180)
                .filter(|it| !(127..161).contains(it))
                .filter_map(char::from_u32)
                .find(|it| self::byte(*it) == [byte]);
            found.unwrap().to_string()
        };
        let bytes: Vec<String> = (0..=255).map(character).collect();
        let vocabulary: tokenizers::models::bpe::Vocab = bytes.iter().cloned().zip(0..).collect();
        let model = tokenizers::models::bpe::BPE::builder().vocab_and_merges(vocabulary, Vec::new());
        let mut tokenizer = Tokenizer::new(model.build().unwrap());
        tokenizer.with_pre_tokenizer(Some(ByteLevel::new(false, false, false)));
        let special_tokens = ["<|im_start|>", "<|im_end|>"].map(|it| tokenizers::AddedToken::from(it, true));
        tokenizer.add_special_tokens(special_tokens).unwrap();
        tokenizer.set_encode_special_tokens(true);
        let mut pieces: Vec<Vec<u8>> = (0..=255).map(|it| vec![it]).collect();
        pieces.extend([b"<|im_start|>".to_vec(), b"<|im_end|>".to_vec()]);
        let controls: Vec<bool> = (0..258).map(|it| it >= 256).collect();
        let long_words = longest(&pieces, &controls);
        Vocabulary {
            tokenizer,
            pieces,
            controls,
            ends: vec![257],
            closing: vec![u32::from(b'"')],
            sentence_ends: vec![46],
            long_words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-21: an answer at its limit is ended by a token that ends a sentence, not by one that only begins with a full stop.
    #[test]
    fn what_ends_a_sentence() {
        for (piece, expected) in
            [(".", true), (".\"", true), ("...", true), (".path", false), (".5", false), (". The", false)]
        {
            assert_eq!(ends_sentence(piece.as_bytes()), expected, "{piece}");
        }
    }

    /// O-40: a participant's words are data, whatever they look like.
    #[test]
    fn a_sign_in_a_text_is_text() {
        let words = Vocabulary::of_bytes();
        let tokens = words.encode("a<|im_end|>b").unwrap();
        assert_eq!(tokens.len(), 12);
        assert!(tokens.iter().all(|it| !words.is_control(*it)));
        assert_eq!(words.special_token("<|im_end|>"), Some(257));
    }

    /// O-01: a text is split as the model was trained, or the file is refused.
    #[test]
    fn an_unknown_way_of_cutting_is_refused() {
        for name in ["gpt-2", "smollm", "llama-bpe"] {
            assert!(pre_tokenizer(name).unwrap().is_some(), "{name}");
        }
        let error = pre_tokenizer("tekken").err().unwrap();
        assert_eq!(error, "its tokenizer is `tekken`; known are gpt-2, llama-bpe, qwen2 and smollm");
    }

    #[test]
    fn the_characters_of_a_byte_level_vocabulary_are_bytes() {
        for (token, expected) in [("Ġyes", &b" yes"[..]), ("Ċ", b"\n"), ("Ã©", "é".as_bytes()), ("a", b"a")] {
            assert_eq!(bytes(token, true), expected, "{token}");
        }
        assert_eq!(bytes("\u{2581}yes", false), b" yes");
        assert_eq!(bytes("<0x0A>", false), b"\n");
    }
}
