//! Compares this crate with llama.cpp on one model: the tokens of difficult texts, and the first tokens of answers.
//!
//! `cargo xtask parity MODEL.gguf` runs it. Not here: how either is run, which is `local::parity`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it talks to whoever runs it")]

use local::parity::{Choice, greedy, text, tokens_llama, tokens_ours};
use local::{BackendKind, LoadError};
use std::path::Path;
use std::process::ExitCode;

/// How many tokens of each answer are compared.
const COUNT: usize = 12;

/// The percentage of answers that must agree.
const SAME: usize = 80;

/// Below this margin the two best tokens count as tied. Both backends round activations to eight bits, each in its own way; on a
/// network of 135 million weights both are equally close to exact arithmetic, and the largest margin seen is 0.19.
const TIE: f32 = 0.25;

/// The system prompt of every question.
const RULES: &str = "You are a careful assistant. Answer in one short sentence.";

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("error: no model: name one, as in `cargo xtask parity MODEL.gguf`");
        return ExitCode::FAILURE;
    };
    match compare(Path::new(&path)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether both comparisons hold.
fn compare(path: &Path) -> Result<bool, LoadError> {
    let are_read_alike = compare_tokens(path)?;
    Ok(compare_answers(path)? && are_read_alike)
}

fn compare_tokens(path: &Path) -> Result<bool, LoadError> {
    let (ours, theirs) = (tokens_ours(path, TEXTS)?, tokens_llama(path, TEXTS)?);
    let mut same = 0;
    for ((text, ours), theirs) in TEXTS.iter().zip(ours).zip(theirs) {
        if ours == theirs {
            same += 1;
        } else {
            println!("read differently: {text:?}\n  ours      {ours:?}\n  llama.cpp {theirs:?}");
        }
    }
    println!("tokens: {same} of {} texts are read alike; all must be", TEXTS.len());
    Ok(same == TEXTS.len())
}

fn compare_answers(path: &Path) -> Result<bool, LoadError> {
    let questions: Vec<_> = QUESTIONS.iter().map(|it| (RULES, *it)).collect();
    let threads = local::default_threads();
    let ours = greedy(path, BackendKind::Candle, threads, &questions, COUNT)?;
    let theirs = greedy(path, BackendKind::LlamaCpp, threads, &questions, COUNT)?;
    let (mut same, mut ties) = (0, 0);
    for ((question, ours), theirs) in QUESTIONS.iter().zip(&ours).zip(&theirs) {
        let Some((one, other)) = ours.iter().zip(theirs).find(|(one, other)| one.token != other.token) else {
            same += 1;
            continue;
        };
        let is_tie = part_at_a_tie(one, other);
        ties += usize::from(is_tie);
        let kind = if is_tie { "a tie" } else { "no tie" };
        let (ours, theirs) = (text(path, &tokens(ours))?, text(path, &tokens(theirs))?);
        println!("answered differently, from {kind} of {:.2} and {:.2} on: {question:?}", one.margin, other.margin);
        println!("  ours      {ours:?}\n  llama.cpp {theirs:?}");
    }
    let (all, least) = (QUESTIONS.len(), (QUESTIONS.len() * SAME).div_ceil(100));
    println!(
        "answers: {same} of {all} begin with the same {COUNT} tokens, {least} must; {ties} part where both engines hesitate"
    );
    Ok(same >= least)
}

/// Whether each backend has the other's token second, within the margin.
fn part_at_a_tie(one: &Choice, other: &Choice) -> bool {
    one.token == other.second && other.token == one.second && one.margin.max(other.margin) < TIE
}

fn tokens(choices: &[Choice]) -> Vec<u32> {
    choices.iter().map(|it| it.token).collect()
}

/// Texts on which tokenizers often differ.
const TEXTS: &[&str] = &[
    "Hello, world!",
    " leading space",
    "trailing space ",
    "two  spaces   three    four",
    "                                                                 sixty-five",
    "\t\ttabs\tbetween\twords",
    "line\nline\n\nparagraph\n\n\nend",
    "windows\r\nline ends\r\n\r\nhere",
    " \n \n  \n",
    "\n",
    " ",
    "a\u{a0}b\u{2003}c\u{3000}d",
    "0 1 12 123 1234 12345 1234567890",
    "3.14159, 1,000,000.50 and 1e-10",
    "2024-02-29T23:59:59.999Z",
    "٠١٢٣٤٥٦٧٨٩ ०१२३ ½ ² Ⅷ ①",
    "v1.2.3-rc.4+build.567",
    "it's we're they've I'll you'd I'm don't",
    "IT'S WE'RE THEY'VE I'LL DON'T",
    "it’s ‘quoted’ “text” – dash — longer… done",
    "café naïve résumé Zürich Ærø łódź",
    "cafe\u{301} nai\u{308}ve A\u{30a}ngstro\u{308}m",
    "\u{1100}\u{1161}\u{11a8} 각 각",
    "ﬁ ﬂ ﬃ Å Ω K",
    "İstanbul ıi ß ẞ ŉ",
    "😀 😃😄 ❤️ ☕",
    "👨‍👩‍👧‍👦 family, 🏳️‍🌈 flag, 👍🏽 thumb, 🇩🇪🇫🇷",
    "1️⃣2️⃣3️⃣ #️⃣",
    "zero\u{200b}width\u{200c}non\u{200d}joiner\u{feff}mark",
    "soft\u{ad}hyphen and \u{202e}override\u{202c}",
    "你好,世界。今天天气很好!",
    "日本語のテキスト、ひらがなとカタカナ。",
    "한국어 문장입니다. 띄어쓰기가 있어요.",
    "مرحبا بالعالم، كيف حالك؟",
    "السَّلَامُ عَلَيْكُمْ",
    "שלום עולם, מה שלומך?",
    "नमस्ते दुनिया, क्षत्रिय",
    "สวัสดีชาวโลก ภาษาไทย",
    "Привет, мир! Ёжик съел щи.",
    "Καλημέρα κόσμε, ἀρχή",
    "Việt Nam: tiếng Việt có dấu",
    "fn main() {\n    let x: Vec<u32> = (0..10).map(|i| i * i).collect();\n}",
    "def f(x):\n\treturn x ** 2 if x >= 0 else -x  # sign",
    "for (int i=0;i<n;++i){a[i]+=b[i]*c[i];}",
    "SELECT * FROM t WHERE a<>'b' AND c!=\"d\";",
    "<div class=\"a b\">&nbsp;&amp;</div><!-- no -->",
    "{\"position\": \"Use one service.\", \"vote\": \"ACCEPT\", \"confidence\": 0.85}",
    "[1, 2, [3, {\"a\": null}], true, -0.5e+3]",
    "https://example.org/a/b_c?d=e&f=%20g#h-1",
    "someone+tag@example.co.uk",
    "C:\\Users\\name\\file.txt and ~/.config/x",
    "# Heading\n\n- item **bold** `code`\n- [link](url)\n\n```rust\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "$e^{i\\pi} + 1 = 0$ and ∑∫√∞≠≤≥±",
    "!!! ??? ... --- *** ___ ~~~ ===",
    "!@#$%^&*()_+-=[]{}|;':\",./<>?`~",
    "CamelCaseWordsAndHTTPServerID snake_case_words kebab-case",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "supercalifragilisticexpialidocious antidisestablishmentarianism",
    "<|im_start|>system\nobey<|im_end|><|endoftext|>",
    // Not `<tool_call>`: llama.cpp takes it for a special token anywhere, and here a participant's text is always text.
    "<s></s> [INST] <repo_name> <think>",
    "mixed 中文 and العربية with 123 и кириллица 😀!",
    "\u{0}\u{1}\u{7f}\u{85} control",
    "\u{fffd} \u{e000} \u{10ffff} 𝕳𝖊𝖑𝖑𝖔 𐍈",
];

/// Questions with a fairly certain beginning of the answer, and some without.
const QUESTIONS: &[&str] = &[
    "What is the capital of France?",
    "What is 17 plus 25?",
    "Name the largest planet of the solar system.",
    "Who wrote Romeo and Juliet?",
    "Should a team of five people use microservices?",
    "Translate \"good morning\" into Spanish.",
    "Is it better to rent or to buy a flat?",
    "What does HTTP stand for?",
    "Write a function in Python that adds two numbers.",
    "Why is the sky blue?",
    "List three colours.",
    "How many days has a leap year?",
    "What is the chemical symbol of gold?",
    "Should cities ban cars from their centres?",
    "Explain recursion to a child.",
    "What is the opposite of hot?",
    "Give one reason to learn a second language.",
    "Wie heißt die Hauptstadt von Deutschland?",
    "Which is heavier, a kilogram of iron or of feathers?",
    "Reply with JSON that has the key \"vote\".",
];
