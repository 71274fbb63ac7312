//! Whether a text is English, so that the word-based analysis applies.
//!
//! Opposition in another language is not detected, so such texts count as the same only if identical. Not here: identifying the language.
use crate::opposition::is_word;
use crate::words::{is_empty, of, stem};

/// Frequent words of other languages that are not English words: German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish,
/// Turkish.
const ELSEWHERE: &str = "ja nein nicht wir ihr ich der das dem den ein eine einen und oder aber ist sind sollten soll sollte müssen kein keine \
    für mit auf zu oui non nous vous il elle le la les un une des du et ou mais est sont faut pas ne que qui pour avec sur dans ce cette \
    sí si debemos deberíamos hay que el los las una unos y o pero es son para con por en no sim não nao devemos deve o os um uma e mas é \
    são com em do da dos das sì dobbiamo dovremmo lo gli di ma è per con non che nee wij het een en niet moeten zou zouden voor op van tak \
    nie powinniśmy jest są się na ja nej inte vi ska bör och det att är för på evet hayır bir ve bu için değil da de";

/// Minimum words for a text without any English word to count as foreign. Ours: three may be a label.
const FEWEST: usize = 4;

/// Whether a text is English, judged by its words; labels and names count as English.
pub(crate) fn is_english(text: &str) -> bool {
    let letters = || text.chars().filter(|it| it.is_alphabetic());
    let foreign_letters = letters().filter(|it| !it.is_ascii()).count();
    if foreign_letters * 2 > letters().count() {
        return false;
    }
    let said = of(text);
    let english = said.iter().filter(|it| is_empty(it)).count();
    let is_foreign =
        |it: &&String| !is_empty(it) && ELSEWHERE.split_ascii_whitespace().any(|known| known == it.as_str());
    // `no` may be English.
    let foreign = said.iter().filter(is_foreign).filter(|it| *it != "no").count();
    let is_known = || said.iter().any(|it| is_word(&stem(it)));
    if english > 0 {
        foreign <= english
    } else {
        foreign == 0 && (foreign_letters == 0 || is_known()) && (said.len() < FEWEST || is_known())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-11: what is not English can't be read; labels, names and headlines can.
    #[test]
    fn other_languages_are_told() {
        for (text, expected) in [
            ("Use Kafka", true),
            ("A", true),
            ("", true),
            ("Café", false),
            ("Adopt Kafka for the event pipeline", true),
            ("No team can run it", true),
            ("Keep PostgreSQL, drop MongoDB", true),
            ("Ja, wir sollten Kafka einführen.", false),
            ("Nein, wir sollten Kafka nicht einführen.", false),
            ("Il faut adopter Kafka.", false),
            ("Il ne faut pas adopter Kafka.", false),
            ("Debemos adoptar Kafka.", false),
            ("No debemos adoptar Kafka.", false),
            ("Dobbiamo adottare Kafka", false),
            ("我们应该采用 Kafka", false),
            ("我们不应该采用卡夫卡", false),
            ("Нам не нужна Кафка", false),
            ("Kafka'yı benimsemeliyiz", false),
        ] {
            assert_eq!(is_english(text), expected, "{text}");
        }
    }
}
