//! Networks small enough to be written out: a vector for each word, in the format of real ones.
//!
//! The sentence network returns each token's vector. The contradiction network takes rows of exactly eight tokens and returns the
//! maximum of each of two columns.
use std::path::{Path, PathBuf};

/// The words of the tiny tokenizer, in the order of their ids, with their vectors in the sentence network.
pub(crate) const WORDS: [(&str, [f32; 2]); 8] = [
    ("[PAD]", [-90.0, 90.0]),
    ("[UNK]", [0.5, 0.5]),
    ("[CLS]", [0.0, 0.0]),
    ("[SEP]", [0.0, 0.0]),
    ("keep", [1.0, 0.0]),
    ("drop", [0.0, 1.0]),
    ("it", [1.0, 1.0]),
    ("never", [-1.0, 0.0]),
];

/// The files of a tiny network, in a temporary directory.
pub(crate) struct Files {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) model: PathBuf,
    pub(crate) tokenizer: PathBuf,
}

impl Files {
    fn new(model: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("model.onnx"), model).unwrap();
        std::fs::write(path("tokenizer.json"), tokenizer().to_string()).unwrap();
        Self { model: path("model.onnx"), tokenizer: path("tokenizer.json"), folder }
    }

    pub(crate) fn of_sentences() -> Self {
        let gather = node("Gather", &["table", "input_ids"], "last_hidden_state", &[]);
        let inputs =
            [value("input_ids", INT64, &["batch", "length"]), value("attention_mask", INT64, &["batch", "length"])];
        let output = value("last_hidden_state", FLOAT, &["batch", "length", "2"]);
        Self::new(&model(&[gather], &WORDS.map(|(_, row)| row), &inputs, &output))
    }

    pub(crate) fn of_contradiction() -> Self {
        // "keep" raises the first column, "drop" the second; the others lie far below.
        let table = WORDS.map(|(word, _)| match word {
            "keep" => [1.0, -9.0],
            "drop" => [-9.0, 2.0],
            _ => [-9.0, -9.0],
        });
        let gather = node("Gather", &["table", "input_ids"], "rows", &[]);
        let reduce = node("ReduceMax", &["rows"], "logits", &[("axes", 1), ("keepdims", 0)]);
        let inputs = [value("input_ids", INT64, &["batch", "8"]), value("attention_mask", INT64, &["batch", "8"])];
        Self::new(&model(&[gather, reduce], &table, &inputs, &value("logits", FLOAT, &["batch", "2"])))
    }

    /// The same with one file replaced by `text`.
    pub(crate) fn spoil(self, which: fn(&Self) -> &Path, text: &[u8]) -> Self {
        std::fs::write(which(&self), text).unwrap();
        self
    }
}

fn tokenizer() -> serde_json::Value {
    let vocabulary: serde_json::Map<_, _> =
        WORDS.iter().enumerate().map(|(id, (word, _))| ((*word).to_owned(), id.into())).collect();
    let special = |word: &str| serde_json::json!({"SpecialToken": {"id": word, "type_id": 0}});
    let text = |id: &str, kind: u32| serde_json::json!({"Sequence": {"id": id, "type_id": kind}});
    let entry = |word: &str, id: u32| serde_json::json!({"id": word, "ids": [id], "tokens": [word]});
    serde_json::json!({
        "version": "1.0",
        "truncation": null,
        "padding": {
            "strategy": {"Fixed": 32}, "direction": "Right", "pad_to_multiple_of": null,
            "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"
        },
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [special("[CLS]"), text("A", 0), special("[SEP]")],
            "pair": [special("[CLS]"), text("A", 0), special("[SEP]"), text("B", 1), special("[SEP]")],
            "special_tokens": {"[CLS]": entry("[CLS]", 2), "[SEP]": entry("[SEP]", 3)}
        },
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"}
    })
}

const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// A varint field.
fn number(field: u64, mut value: u64) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(field << 3).unwrap_or_default()];
    if field >= 16 {
        bytes = vec![u8::try_from((field << 3) & 0x7f).unwrap() | 0x80, u8::try_from(field >> 4).unwrap()];
    }
    while value >= 0x80 {
        bytes.push(u8::try_from(value & 0x7f).unwrap() | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).unwrap());
    bytes
}

/// A length-delimited field: text, bytes or a message.
fn part(field: u64, content: &[u8]) -> Vec<u8> {
    let length = number(0, content.len() as u64);
    let tag = u8::try_from(field << 3 | 2).unwrap();
    [&[tag], &length[1..], content].concat()
}

fn node(kind: &str, inputs: &[&str], output: &str, attributes: &[(&str, u64)]) -> Vec<u8> {
    let mut bytes: Vec<u8> = inputs.iter().flat_map(|name| part(1, name.as_bytes())).collect();
    bytes.extend([part(2, output.as_bytes()), part(3, kind.as_bytes()), part(4, kind.as_bytes())].concat());
    for (name, value) in attributes {
        // A list of numbers is field 8 and kind 7, one number field 3 and kind 2.
        let (field, kind) = if *name == "axes" { (8, 7) } else { (3, 2) };
        bytes.extend(part(5, &[part(1, name.as_bytes()), number(field, *value), number(20, kind)].concat()));
    }
    bytes
}

fn value(name: &str, kind: u64, shape: &[&str]) -> Vec<u8> {
    let dimension = |size: &&str| match size.parse() {
        Ok(size) => part(1, &number(1, size)),
        Err(_) => part(1, &part(2, size.as_bytes())),
    };
    let shape: Vec<u8> = shape.iter().flat_map(dimension).collect();
    let tensor = part(1, &[number(1, kind), part(2, &shape)].concat());
    [part(1, name.as_bytes()), part(2, &tensor)].concat()
}

fn model(nodes: &[Vec<u8>], table: &[[f32; 2]], inputs: &[Vec<u8>], output: &[u8]) -> Vec<u8> {
    let numbers: Vec<u8> = table.iter().flatten().flat_map(|it| it.to_le_bytes()).collect();
    let table =
        [number(1, table.len() as u64), number(1, 2), number(2, FLOAT), part(8, b"table"), part(9, &numbers)].concat();
    let mut graph: Vec<u8> = nodes.iter().flat_map(|it| part(1, it)).collect();
    graph.extend([part(2, b"tiny"), part(5, &table)].concat());
    graph.extend(inputs.iter().flat_map(|it| part(11, it)));
    graph.extend(part(12, output));
    [number(1, 8), part(7, &graph), part(8, &number(2, 13))].concat()
}
