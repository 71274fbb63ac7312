//! Examples below the help of the commands of commands. The test of `examples` parses every line.

pub(crate) const PERSONA_BUILD: &str = "\
Examples:
  roundtable persona build essays/ --deck writers
  roundtable persona build essays/ada --deck writers --name Ada
  roundtable persona build posts.csv --deck forum --column message";

pub(crate) const PERSONA_LIST: &str = "\
Examples:
  roundtable persona list
  roundtable persona list --deck architects
  roundtable persona list --json";

pub(crate) const PERSONA_SHOW: &str = "\
Examples:
  roundtable persona show minimalist
  roundtable persona show minimalist --deck architects --beliefs
  roundtable persona show minimalist --json";

pub(crate) const PERSONA_ASK: &str = "\
Examples:
  roundtable persona ask minimalist \"Split the monolith?\"
  roundtable persona ask minimalist \"Who is on call?\" --deck architects
  roundtable persona ask minimalist \"Is it slow?\" --json";

pub(crate) const PERSONA_CHECK: &str = "\
Examples:
  roundtable persona check
  roundtable persona check minimalist
  roundtable persona check --deck architects";

pub(crate) const MCP_INSTALL: &str = "\
Examples:
  roundtable mcp install --client claude-code
  roundtable mcp install --client codex --write
  roundtable mcp install --client cursor --write";

pub(crate) const ANALYZE_RELATION: &str = "\
Examples:
  echo '{\"a\": \"It scales.\", \"b\": \"It does not scale.\"}' | roundtable analyze relation
  roundtable analyze relation --analyst lexical
  roundtable analyze relation --analyst model --model gpt";

pub(crate) const ANALYZE_EVIDENCE: &str = "\
Examples:
  echo '{\"text\": \"In 2019 it failed twice.\"}' | roundtable analyze evidence
  roundtable analyze evidence --analyst lexical
  roundtable analyze evidence --analyst local";

pub(crate) const ANALYZE_DEBATE: &str = "\
Examples:
  roundtable analyze debate < recorded.jsonl
  roundtable analyze debate --analyst lexical
  roundtable analyze debate --analyst local";

pub(crate) const BENCH_LOAD: &str = "\
Examples:
  roundtable bench load
  roundtable bench load --debates 20
  roundtable bench load --json";

pub(crate) const BENCH_LOCAL: &str = "\
Examples:
  roundtable bench local
  roundtable bench local local/smollm2-135m
  roundtable bench local --json";

pub(crate) const BENCH_RUN: &str = "\
Examples:
  roundtable bench run economy
  roundtable bench run lean-prompts --with sim --repeat 2
  roundtable bench run economy --json";

pub(crate) const BENCH_LIST: &str = "\
Examples:
  roundtable bench list
  roundtable bench list --json
  roundtable bench list --json > scenarios.jsonl";

pub(crate) const BENCH_PATH: &str = "\
Examples:
  roundtable bench path
  roundtable bench path --json
  roundtable bench path --json > path.json";

pub(crate) const BENCH_PERSONAS: &str = "\
Examples:
  roundtable bench personas
  roundtable bench personas --json
  roundtable bench personas --json > personas.json";

pub(crate) const BENCH_RECORDED: &str = "\
Examples:
  roundtable bench recorded recordings/
  roundtable bench recorded recordings/ --json
  roundtable bench recorded recordings/ --json > recorded.json";

pub(crate) const BENCH_WATCHERS: &str = "\
Examples:
  roundtable bench watchers
  roundtable bench watchers --json
  roundtable bench watchers --json > watchers.json";

pub(crate) const CONFIG_GET: &str = "\
Examples:
  roundtable config get mode
  roundtable config get budget
  roundtable config get exit_consensus";

pub(crate) const CONFIG_SET: &str = "\
Examples:
  roundtable config set mode adversarial
  roundtable config set budget 0.50
  roundtable config set rounds 3 --project";

pub(crate) const CONFIG_UNSET: &str = "\
Examples:
  roundtable config unset mode
  roundtable config unset rounds --project
  roundtable config unset budget";

pub(crate) const CONFIG_EDIT: &str = "\
Examples:
  roundtable config edit
  roundtable config edit --project
  roundtable config path";

pub(crate) const CONFIG_SET_ALGORITHM: &str = "\
Examples:
  roundtable config set-algorithm agreement
  roundtable config set-algorithm fixed_rounds --project
  roundtable config set-algorithm vote_rubric";

pub(crate) const CONFIG_LIST: &str = "\
Examples:
  roundtable config list
  roundtable config list --origin
  roundtable config list --json";

pub(crate) const CONFIG_PATH: &str = "\
Examples:
  roundtable config path
  roundtable config list --origin
  roundtable config edit";

pub(crate) const CONFIG_TRUST: &str = "\
Examples:
  roundtable config trust
  roundtable config untrust
  roundtable config list --origin";

pub(crate) const CONFIG_UNTRUST: &str = "\
Examples:
  roundtable config untrust
  roundtable config trust
  roundtable config list --origin";

pub(crate) const MODELS_PULL: &str = "\
Examples:
  roundtable models pull
  roundtable models pull smollm2-135m --yes
  roundtable models pull smollm2-135m --from /media/weights";

pub(crate) const MODELS_LIST: &str = "\
Examples:
  roundtable models list
  roundtable models list --json
  roundtable models";

pub(crate) const MODELS_RM: &str = "\
Examples:
  roundtable models rm smollm2-135m
  roundtable models rm smollm2-135m minilm-l6-v2
  roundtable models rm minilm-l6-v2";

pub(crate) const MODELS_VERIFY: &str = "\
Examples:
  roundtable models verify
  roundtable models verify smollm2-135m
  roundtable models verify --json";

pub(crate) const OUTCOME_ADD: &str = "\
Examples:
  roundtable outcome add latest --right B --what \"The split took a year\"
  roundtable outcome add k3v9 --value 140 --surprise 0.7
  roundtable outcome add k3v9 --status blocked --bears-out C1,E2 --refutes C3";

pub(crate) const OUTCOME_LIST: &str = "\
Examples:
  roundtable outcome list latest
  roundtable outcome list k3v9 --json
  roundtable outcome list latest --json";

pub(crate) const OUTCOME_REMOVE: &str = "\
Examples:
  roundtable outcome remove latest 1
  roundtable outcome remove k3v9 2
  roundtable outcome list latest";

pub(crate) const OUTCOME_REVISIT: &str = "\
Examples:
  roundtable outcome revisit latest --on 90d
  roundtable outcome revisit k3v9 --on 2027-05-01
  roundtable outcome revisit k3v9 --on never";

pub(crate) const LEARN_SHOW: &str = "\
Examples:
  roundtable learn show
  roundtable learn show --domain api-design
  roundtable learn show --json";

pub(crate) const LEARN_EXPORT: &str = "\
Examples:
  roundtable learn export -o counts.json
  roundtable learn export
  roundtable learn export --domain api-design -o api-design.json";

pub(crate) const LEARN_IMPORT: &str = "\
Examples:
  roundtable learn import counts.json
  roundtable learn import -
  roundtable learn import counts.json --from \"the platform team\"";

pub(crate) const LEARN_REVERT: &str = "\
Examples:
  roundtable learn revert 12
  roundtable learn revert 3
  roundtable learn revert 12 --reason \"The outcome was of another project\"";

pub(crate) const LAB_LIST: &str = "\
Examples:
  roundtable lab list
  roundtable lab list --json
  roundtable lab run vote-or-debate";

pub(crate) const LAB_RUN: &str = "\
Examples:
  roundtable lab run vote-or-debate
  roundtable lab run default-rule --debates 20000 --svg gains.svg
  roundtable lab run mine.toml --seed 7";

pub(crate) const BENCH_SIMULATED: &str = "\
Examples:
  roundtable bench simulated
  roundtable bench simulated --debates 20000 --threads 1
  roundtable bench simulated --json";
