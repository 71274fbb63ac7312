-- Derived: both tables may be emptied at any time, and the next search fills them again from `events`.
CREATE VIRTUAL TABLE found USING fts5 (
    text,
    n       UNINDEXED,
    what    UNINDEXED,
    speaker UNINDEXED,
    round   UNINDEXED,
    tokenize = 'unicode61 remove_diacritics 2'
);

-- The last `events.n` that `found` has seen.
CREATE TABLE indexed (upto INTEGER NOT NULL) STRICT;
INSERT INTO indexed (upto) VALUES (0);
