-- Debates that a server holds: whose they are, and what becomes of them when it starts again. A debate without a row is the owner's own
-- (tenant ''), and goes on only when somebody says so.
CREATE TABLE held (
    debate  TEXT    PRIMARY KEY,
    tenant  TEXT    NOT NULL,
    -- 0: it is over, or rests; 1: a server that starts goes on with it; 2: a server that starts closes it, as a person wished.
    fate    INTEGER NOT NULL,
    -- What the caller named the request by, so that a repeated one does nothing, and a digest of what it asked for.
    key     TEXT,
    request TEXT,
    UNIQUE (tenant, key)
) STRICT;
