//! What a Japanese or Chinese sentence asks.
//!
//! These scripts put no spaces between words, so endings and fixed phrases decide. A sentence with a question word or an alternative is
//! open unless it asks for a count with a counter. Not here: every other script.
use crate::ballot::Ballot;

/// Japanese endings that ask for yes or no.
const JAPANESE_ENDINGS: &str = "べきか べきかどうか べきでしょうか べきですか ますか ませんか ですか でしょうか";
/// Japanese words that ask for something else or offer an alternative.
const JAPANESE_DOUBTS: &str = "
    何 誰 だれ どの どれ どちら どっち どこ どんな どう いつ いくつ いくら なぜ なに それとも または あるいは
    もしくは か、 か，
";
/// Chinese phrases that ask for yes or no.
const CHINESE_PHRASES: &str = "是否 应不应该 该不该 要不要 能不能 可不可以 是不是 值不值得";
/// Chinese words that ask for something else or offer an alternative.
const CHINESE_DOUBTS: &str = "还是 還是 或者 什么 什麼 哪 谁 誰 多少 几 怎么 怎样 如何 为什么 何时 多久 为何";
/// What is counted, after 何 or 多少; longer ones first.
const COUNTERS: &str = "
    人日 人月 人天 時間 小时 週間 日間 か月 ヶ月 カ月 个月 年間 欧元 美元 万円 日 天 周 年 人 円 元 台 件 回
    個 次 名 個月
";

/// Whether the text is written in one of these scripts.
pub(super) fn is_cjk(text: &str) -> bool {
    text.contains(|c: char| matches!(c, '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}'))
}

/// The ballot of a sentence, given without its final mark.
pub(super) fn read(sentence: &str, asked: bool) -> Ballot {
    let holds = |list: &str, text: &str| list.split_ascii_whitespace().any(|it| text.contains(it));
    let unit = ["何", "多少"].iter().find_map(|it| count(sentence.split_once(it)?.1));
    let kana = sentence.contains(|c: char| matches!(c, '\u{3040}'..='\u{30FF}'));
    let doubtful = if kana {
        holds(JAPANESE_DOUBTS, &sentence.replace("かどうか", "")) || joins_nouns(sentence)
    } else {
        holds(CHINESE_DOUBTS, sentence)
    };
    match unit {
        Some(unit) if asked || sentence.ends_with('か') => Ballot::estimate(unit).unwrap_or(Ballot::Open),
        _ if doubtful => Ballot::Open,
        _ if kana && JAPANESE_ENDINGS.split_ascii_whitespace().any(|it| sentence.ends_with(it)) => Ballot::YesNo,
        _ if !kana && (sentence.ends_with(['吗', '嗎']) || holds(CHINESE_PHRASES, sentence)) => Ballot::YesNo,
        _ => Ballot::Open,
    }
}

/// The counter at the start of a text, if what follows does not make it a date ("何日に").
fn count(rest: &str) -> Option<&'static str> {
    let counter = COUNTERS.split_ascii_whitespace().find(|it| rest.starts_with(it))?;
    let after = rest.strip_prefix(counter)?;
    (!after.starts_with(['に', 'の', 'か', 'ま', 'も']) || after.starts_with("かか")).then_some(counter)
}

/// Whether か stands between two nouns, as in 犬か猫.
fn joins_nouns(sentence: &str) -> bool {
    let noun = |c: char| matches!(c, '\u{30A0}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}') || c.is_ascii_alphanumeric();
    let chars: Vec<char> = sentence.chars().collect();
    chars.windows(3).any(|it| matches!(it, [before, 'か', after] if noun(*before) && noun(*after)))
}
