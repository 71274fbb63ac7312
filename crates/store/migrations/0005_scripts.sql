-- Marks belong to words (Thai, Devanagari and others write vowels with them), and the text of scripts without spaces is indexed character
-- by character. The index is derived: the next search fills it again from `events`.
DROP TABLE found;
CREATE VIRTUAL TABLE found USING fts5 (
    text,
    n       UNINDEXED,
    what    UNINDEXED,
    speaker UNINDEXED,
    round   UNINDEXED,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
UPDATE indexed SET upto = 0;
