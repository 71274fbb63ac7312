//! llama.cpp with a random network: caching, sharing and truncation, compared with the default backend.
use super::*;
use crate::file::ModelFile;
use crate::{BackendKind, Embedded, Options, weights};
use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};
use models::{Model, Request};
use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};

const HIDDEN: usize = 64;

/// A file with two layers of random weights, one token for each byte, and ChatML's special tokens.
fn model() -> tempfile::NamedTempFile {
    let is_itself = |it: &u32| matches!(it, 33..=126 | 161..=172 | 174..=255);
    let characters = (0..256).filter(is_itself).chain(256..324).filter_map(char::from_u32);
    let mut tokens: Vec<String> = characters.map(String::from).collect();
    tokens.extend(["he", "<|im_start|>", "<|im_end|>"].map(str::to_owned));
    // The kernels need a multiple of sixteen rows.
    tokens.extend((tokens.len()..272).map(|it| format!("<|unused_{it}|>")));
    let kinds = (0..272).map(|it| Value::I32(if it < 257 { 1 } else { 3 })).collect();
    let text = |it: &str| Value::String(it.to_owned());
    let facts = [
        ("general.architecture", text("llama")),
        ("llama.block_count", Value::U32(2)),
        ("llama.context_length", Value::U32(512)),
        ("llama.embedding_length", Value::U32(HIDDEN as u32)),
        ("llama.feed_forward_length", Value::U32(2 * HIDDEN as u32)),
        ("llama.attention.head_count", Value::U32(4)),
        ("llama.attention.head_count_kv", Value::U32(2)),
        ("llama.attention.layer_norm_rms_epsilon", Value::F32(1e-5)),
        ("llama.rope.dimension_count", Value::U32(16)),
        ("tokenizer.ggml.model", text("gpt2")),
        ("tokenizer.ggml.pre", text("smollm")),
        ("tokenizer.ggml.tokens", Value::Array(tokens.iter().map(|it| text(it)).collect())),
        ("tokenizer.ggml.token_type", Value::Array(kinds)),
        ("tokenizer.ggml.merges", Value::Array(vec![text("h e")])),
        ("tokenizer.ggml.eos_token_id", Value::U32(258)),
        ("tokenizer.ggml.bos_token_id", Value::U32(257)),
    ];
    let mut rng = fastrand::Rng::with_seed(7);
    let mut matrix = |outputs: usize, inputs: usize| {
        let values: Vec<f32> = (0..outputs * inputs).map(|_| (rng.f32() - 0.5) / 2.0).collect();
        let tensor = Tensor::from_vec(values, (outputs, inputs), &Device::Cpu).unwrap();
        QTensor::quantize(&tensor, GgmlDType::Q8_0).unwrap()
    };
    let ones =
        || QTensor::quantize(&Tensor::ones(HIDDEN, candle_core::DType::F32, &Device::Cpu).unwrap(), GgmlDType::F32);
    let mut tensors =
        vec![("token_embd.weight".to_owned(), matrix(272, HIDDEN)), ("output_norm.weight".to_owned(), ones().unwrap())];
    for layer in 0..2 {
        let shapes = [
            ("attn_q", HIDDEN, HIDDEN),
            ("attn_k", HIDDEN / 2, HIDDEN),
            ("attn_v", HIDDEN / 2, HIDDEN),
            ("attn_output", HIDDEN, HIDDEN),
            ("ffn_gate", 2 * HIDDEN, HIDDEN),
            ("ffn_up", 2 * HIDDEN, HIDDEN),
            ("ffn_down", HIDDEN, 2 * HIDDEN),
        ];
        tensors.extend(
            shapes.map(|(name, outputs, inputs)| (format!("blk.{layer}.{name}.weight"), matrix(outputs, inputs))),
        );
        tensors.extend(["attn_norm", "ffn_norm"].map(|name| (format!("blk.{layer}.{name}.weight"), ones().unwrap())));
    }
    let file = tempfile::Builder::new().suffix(".gguf").tempfile().unwrap();
    let facts: Vec<(&str, &Value)> = facts.iter().map(|(key, value)| (*key, value)).collect();
    let tensors: Vec<(&str, &QTensor)> = tensors.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    gguf_file::write(&mut File::create(file.path()).unwrap(), &facts, &tensors).unwrap();
    file
}

fn read<B: Backend>(backend: &mut B, cache: &mut B::KvCache, tokens: &[u32]) -> Vec<f32> {
    let mut feeds = [Feed { cache, tokens, wants: true }];
    backend.step(&mut feeds, &|| false).unwrap().pop().unwrap()
}

fn read_anew<B: Backend>(backend: &mut B, tokens: &[u32]) -> Vec<f32> {
    let mut cache = backend.empty(tokens.len()).unwrap();
    read(backend, &mut cache, tokens)
}

/// Distance of two logit vectors relative to their size.
fn apart(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    let size: f32 = a.iter().map(|it| it * it).sum();
    let gap: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (gap / size).sqrt()
}

/// Rounding error only: two different sequences are about 1.4 apart.
const SAME: f32 = 0.05;

fn with_backend(check: impl FnOnce(&mut Llama<'_>)) {
    let file = model();
    let weights = ModelFile::open(file.path()).unwrap().llama(1).unwrap();
    check(&mut weights.backend().unwrap());
}

const FIRST: [u32; 50] = [72; 50];

fn run(from: u32, length: u32) -> Vec<u32> {
    (0..length).map(|it| (from + it * 7) % 256).collect()
}

/// O-01: both backends compute the same logits for a file.
#[test]
fn both_engines_reckon_alike() {
    let file = model();
    let mut ours = ModelFile::open(file.path()).unwrap().candle(1).unwrap();
    with_backend(|theirs| {
        for tokens in [run(1, 1), run(40, 31), run(3, 32), run(9, 90)] {
            let (ours, theirs) = (read_anew(&mut ours, &tokens), read_anew(theirs, &tokens));
            let gap = apart(&ours, &theirs);
            assert!(gap < SAME, "{gap} after {} tokens", tokens.len());
        }
        let (one, other) = (read_anew(theirs, &run(1, 20)), read_anew(theirs, &run(2, 20)));
        assert!(apart(&one, &other) > 10.0 * SAME, "the network tells two runs apart");
    });
}

/// O-01: a shared prefix is read once, and its copies continue independently.
#[test]
fn a_branch_goes_its_own_way() {
    with_backend(|backend| {
        let (trunk, left, right) = (run(5, 60), run(100, 10), run(200, 40));
        let mut one = backend.empty(200).unwrap();
        read(backend, &mut one, &trunk);
        let mut other = backend.branch(&one, 45, 200).unwrap();
        assert_eq!(backend.tokens(&other), &trunk[..45]);
        let (one, other) = {
            let mut feeds = [
                Feed { cache: &mut one, tokens: &left, wants: true },
                Feed { cache: &mut other, tokens: &right, wants: true },
            ];
            let logits = backend.step(&mut feeds, &|| false).unwrap();
            (logits[0].clone(), logits[1].clone())
        };
        assert!(apart(&one, &read_anew(backend, &[&trunk[..], &left].concat())) < SAME);
        assert!(apart(&other, &read_anew(backend, &[&trunk[..45], &right].concat())) < SAME);
    });
}

/// O-01: a feed that wants no logits gets none, and its tokens are read.
#[test]
fn only_who_wants_is_told() {
    with_backend(|backend| {
        let mut cache = backend.empty(100).unwrap();
        let mut feeds = [Feed { cache: &mut cache, tokens: &FIRST, wants: false }];
        assert_eq!(backend.step(&mut feeds, &|| false).unwrap(), [Vec::<f32>::new()]);
        assert_eq!(backend.tokens(&cache), FIRST);
    });
}

/// O-03: a step that is cancelled midway changes nothing and can be repeated.
#[test]
fn a_step_that_is_called_off_leaves_no_trace() {
    with_backend(|backend| {
        let (before, tokens) = (run(3, 10), run(50, 80));
        let mut cache = backend.empty(200).unwrap();
        read(backend, &mut cache, &before);
        let asked = AtomicUsize::new(0);
        let mut feeds = [Feed { cache: &mut cache, tokens: &tokens, wants: true }];
        let outcome = backend.step(&mut feeds, &|| asked.fetch_add(1, Ordering::SeqCst) == 1);
        assert!(matches!(outcome, Err(StepError::Stopped)));
        assert_eq!(backend.tokens(&cache), before, "the first part had been read when it was called off");
        let again = read(backend, &mut cache, &tokens);
        assert!(apart(&again, &read_anew(backend, &[before, tokens].concat())) < SAME);
    });
}

/// O-01: truncated tokens, and those of an id's previous owner, have no effect.
#[test]
fn what_is_forgotten_does_not_come_back() {
    with_backend(|backend| {
        let expected = read_anew(backend, &run(9, 20));
        for _ in 0..2 * MAX_SEQUENCES {
            let mut cache = backend.empty(100).unwrap();
            read(backend, &mut cache, &FIRST);
        }
        assert!(apart(&read_anew(backend, &run(9, 20)), &expected) < SAME);
        let mut cache = backend.empty(100).unwrap();
        read(backend, &mut cache, &[&run(9, 15)[..], &FIRST].concat());
        backend.cut(&mut cache, 15);
        let mut branch = backend.branch(&cache, 15, 100).unwrap();
        assert!(apart(&read(backend, &mut branch, &run(9, 20)[15..]), &expected) < SAME);
    });
}

/// O-01: released cells are available again, all of them.
#[test]
fn a_full_memory_is_empty_again() {
    let file = model();
    let weights = ModelFile::open(file.path()).unwrap().llama(1).unwrap();
    let mut backend = weights.backend_of(512).unwrap();
    for _ in 0..3 {
        let mut all: Vec<KvCache> = (0..8).map(|_| backend.empty(64).unwrap()).collect();
        all.iter_mut().for_each(|it| drop(read(&mut backend, it, &run(1, 64))));
        assert!(backend.empty(1).is_none());
        drop(all);
        let mut whole = backend.empty(512).unwrap();
        read(&mut backend, &mut whole, &run(2, 512));
    }
}

/// O-01: a sequence can't exceed its allocation at the expense of others.
#[test]
fn a_run_stays_within_its_room() {
    with_backend(|backend| {
        let mut cache = backend.empty(40).unwrap();
        let mut feeds = [Feed { cache: &mut cache, tokens: &FIRST, wants: true }];
        assert!(matches!(backend.step(&mut feeds, &|| false), Err(StepError::Failed(_))));
        assert!(backend.tokens(&cache).is_empty());
    });
}

/// O-01: more requests than there is space for are all answered.
#[test]
fn a_crowd_is_answered_by_llama_cpp() {
    let file = model();
    let sampling = weights::Sampling { temperature: 0.0, top_p: 1.0, repetition: 1.0 };
    let options = Options { backend: BackendKind::LlamaCpp, threads: Some(1), template: None, sampling, memory: None };
    let embedded = Embedded::load(file.path(), options).unwrap();
    let request = |number: usize| Request {
        call: format!("r1/{number}"),
        system: "the rules of this table are the same for everyone".into(),
        user: format!("{number} is my number"),
        stable: Vec::new(),
        schema: None,
        max_tokens: 300,
        temperature: None,
        seed: Some(1),
        tools: Default::default(),
        data: None,
    };
    let requests: Vec<Request> = (0..40).map(request).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let replies = runtime.block_on(futures_util::future::join_all(requests.iter().map(|it| embedded.ask(it, None))));
    assert!(replies.iter().all(|it| it.as_ref().is_ok_and(|it| it.usage.output > 0)), "{replies:?}");
    let again = runtime.block_on(embedded.ask(&requests[0], None)).unwrap();
    assert!(again.usage.cached > 0);
}

/// O-01: llama.cpp's key-value cache counts towards the memory that a model needs.
#[test]
fn a_model_that_does_not_fit_is_refused() {
    let file = model();
    let file = ModelFile::open(file.path()).unwrap();
    // Two layers, two heads of sixteen numbers, keys and values, two bytes each.
    let reserved = u64::from(CELLS) * 2 * 2 * 16 * 2 * 2;
    assert_eq!(reserved, super::reserved(&gguf_file::Content::read(&mut File::open(model().path()).unwrap()).unwrap()));
    let enough = (1..).map(|it| it * 100_000).find(|it| file.fit(BackendKind::Candle, *it).is_ok()).unwrap();
    assert!(file.fit(BackendKind::LlamaCpp, enough).is_err());
    assert!(file.fit(BackendKind::LlamaCpp, enough + reserved).is_ok());
}
