-- Whose a debate is, and what becomes of it when a server starts again: a row each. One that no server began is the owner's own (tenant ''),
-- and goes on only when somebody says so.
CREATE TABLE held (
    debate  TEXT    PRIMARY KEY,
    tenant  TEXT    NOT NULL,
    -- 0: it is over, or rests; 1: a server that starts goes on with it; 2: a server that starts closes it, as a person wished.
    fate    INTEGER NOT NULL,
    -- What the caller named the request by, so that a repeated one does nothing, and a digest of what it asked for.
    key     TEXT,
    request TEXT,
    -- When it was opened, and the place of that event among all: the order of lists. None before it is.
    at      INTEGER,
    n       INTEGER,
    UNIQUE (tenant, key)
) STRICT;

-- A tenant's newest are listed without reading those of others.
CREATE INDEX newest ON held (tenant, at, n);

-- What a server that starts has something to do with.
CREATE INDEX unfinished ON held (fate) WHERE fate <> 0;

-- From here on whoever writes an opening writes its row. No trigger does: with one, SQLite copies every event before it inserts it.
INSERT INTO held (debate, tenant, fate, at, n) SELECT debate, '', 0, at, n FROM events WHERE seq = 0 ORDER BY n;
