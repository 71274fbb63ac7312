//! What a Japanese or Chinese sentence asks.
//!
//! These scripts put no spaces between words, so endings and fixed phrases decide. A sentence with a question word, an alternative or the
//! phrase of a request is open unless it asks for one count with a counter. Not here: every other script.
use crate::ballot::Ballot;

/// Japanese endings that ask for yes or no.
const JAPANESE_ENDINGS: &str = "べきか べきかどうか べきでしょうか べきですか ますか ませんか ですか でしょうか";
/// Japanese words that ask for something else or offer an alternative.
const JAPANESE_DOUBTS: &str = "
    何 誰 だれ どの どれ どちら どっち どこ どんな どう いつ いくつ いくら なぜ なに なんで なんの いずれ いかに いかが
    いかなる それとも または あるいは もしくは か、 か，
";
/// Japanese phrases that ask for a service or for material.
const JAPANESE_REQUESTS: &str = "
    ありますか ありませんか あるでしょうか ないでしょうか ないですか くれ もらえ いただけ 下さい ください 教えて 説明して
    説明でき おすすめ お勧め お薦め 推薦 紹介 アドバイス アイデア 提案して 提案でき お願い ご存知 ご存じ
    知って 知りま 考えて 見つけ お聞かせ はいますか はいませんか
";
/// What there is to ask about with ありますか without asking for material.
const JAPANESE_GROUNDS: &str = "必要 価値 意味 義務 権利 責任 効果 根拠 証拠";
/// Ends of a question that, within a sentence, show that it puts two.
const JAPANESE_INNER: &str = "べきか ですか ますか ませんか でしょうか るか うか くか すか むか";
/// Chinese phrases that ask for yes or no.
const CHINESE_PHRASES: &str = "是否 应不应该 该不该 要不要 能不能 可不可以 是不是 值不值得";
/// Chinese words that ask for something else, offer an alternative, or ask for a service or for material.
const CHINESE_DOUBTS: &str = "
    还是 還是 或 以及 什么 什麼 哪 谁 誰 多少 几 幾 怎么 怎麼 怎样 如何 为什么 何时 多久 为何 多大 多长
    有没有 是否有 是否存在 推荐 推薦 解释 解釋 介绍 帮我 帮忙 帮助我 告诉 说明 列出 总结 你 您 大家 能否请 请问 建议一 给个建议 建议吗 有更 想法 办法 意见吗 给我 如果是 若是
";
/// Chinese words with 有 that do not ask for something.
const CHINESE_HAVING: &str = "有效 没有 有权 有必要 有用 有害 有意义 拥有 有责任 有义务 有足够 有利 有助 只有 所有";
/// Chinese words that mark an indirect question, without a question mark.
const CHINESE_TOLD: &str = "了 请 讨论 討論 决定 知道 取决 考虑 关于 不确定";
/// What is counted, after 何 or 多少; longer ones first.
const COUNTERS: &str = "
    人日 人月 人天 時間 小时 週間 日間 か月 ヶ月 カ月 个月 年間 欧元 美元 万円 日 天 周 年 人 円 元 台 件
    個 名 個月
";

/// Whether the text is written in one of these scripts.
pub(super) fn is_cjk(text: &str) -> bool {
    text.contains(|c: char| matches!(c, '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}'))
}

/// The ballot of a sentence, given without its final mark.
pub(super) fn read(sentence: &str, asked: bool) -> Ballot {
    let sentence: &str = &sentence.replace([' ', '\u{3000}'], "");
    let kana = sentence.contains(|c: char| matches!(c, '\u{3040}'..='\u{30FF}'));
    let unit = ["何", "多少"].iter().find_map(|it| count(sentence.split_once(it)?.1));
    let is_yes_no = if kana { is_japanese_yes_no(sentence) } else { is_chinese_yes_no(sentence, asked) };
    match unit {
        Some(unit) if asked || sentence.ends_with('か') => Ballot::estimate(unit).unwrap_or(Ballot::Open),
        _ if is_yes_no => Ballot::YesNo,
        _ => Ballot::Open,
    }
}

/// Whether a list, its words separated by white space, has one that the text holds.
fn holds(list: &str, text: &str) -> bool {
    list.split_ascii_whitespace().any(|it| text.contains(it))
}

fn is_japanese_yes_no(sentence: &str) -> bool {
    let mut endings: Vec<&str> =
        JAPANESE_ENDINGS.split_ascii_whitespace().filter(|it| sentence.ends_with(it)).collect();
    endings.sort_by_key(|it| it.len());
    let Some(inner) = endings.last().and_then(|it| sentence.strip_suffix(it)) else { return false };
    let rest = sentence.replace("かどうか", "");
    let grounds = JAPANESE_GROUNDS.split_ascii_whitespace();
    let grounded =
        grounds.flat_map(|it| ["が", "は"].map(|link| format!("{it}{link}あ"))).any(|it| sentence.contains(&it));
    let requests = holds(JAPANESE_REQUESTS, sentence) && !grounded;
    // Without a topic the one who is asked is meant: 手順を説明できますか.
    let addressed = !sentence.contains("べき") && !sentence.contains(['は', 'が']);
    !(addressed || holds(JAPANESE_DOUBTS, &rest) || joins_nouns(sentence) || requests || holds(JAPANESE_INNER, inner))
}

fn is_chinese_yes_no(sentence: &str, asked: bool) -> bool {
    let phrases = CHINESE_PHRASES.split_ascii_whitespace().map(|it| sentence.matches(it).count()).sum::<usize>();
    let particle = sentence.ends_with(['吗', '嗎']);
    let twice = phrases > 1 || sentence.matches(['吗', '嗎']).count() > 1;
    let rest = CHINESE_HAVING.split_ascii_whitespace().fold(sentence.to_owned(), |rest, it| rest.replace(it, ""));
    let asked_for = rest.contains('有') && !rest.contains("应该");
    let requests = asked_for || (sentence.starts_with(['能', '可', '请']) && !sentence.starts_with("能源"));
    let told = !asked && !particle && holds(CHINESE_TOLD, sentence);
    (particle || phrases == 1) && !twice && !told && !requests && !holds(CHINESE_DOUBTS, sentence)
}

/// The counter at the start of a text, if what follows neither makes it a date ("何日に") nor asks more.
fn count(rest: &str) -> Option<&'static str> {
    let counter = COUNTERS.split_ascii_whitespace().find(|it| rest.starts_with(it))?;
    let after = rest.strip_prefix(counter)?;
    let date = after.starts_with(['に', 'の', 'か', 'ま', 'も']) && !after.starts_with("かか");
    let more = after.contains(['、', '，', ',']) || holds("何 多少 どこ いつ なぜ 誰 哪 什么 或 还是", after);
    (!date && !more).then_some(counter)
}

/// Whether か stands between two nouns, as in 犬か猫.
fn joins_nouns(sentence: &str) -> bool {
    let noun = |c: char| matches!(c, '\u{30A0}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}') || c.is_ascii_alphanumeric();
    let chars: Vec<char> = sentence.chars().collect();
    chars.windows(3).any(|it| matches!(it, [before, 'か', after] if noun(*before) && noun(*after)))
}
