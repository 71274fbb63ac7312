-- The log. `n` is the order in which events of all debates became durable; the search index follows it.
CREATE TABLE events (
    n      INTEGER PRIMARY KEY,
    debate TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    body   TEXT    NOT NULL,
    UNIQUE (debate, seq)
) STRICT;

-- One entry a debate: the newest debates are listed without reading the others.
CREATE INDEX opened ON events (at) WHERE seq = 0;
