-- Debates that a server holds: whose they are, and whether they are to go on by themselves. A debate without a row is the owner's own
-- (tenant ''), and goes on only when somebody says so.
CREATE TABLE held (
    debate  TEXT    PRIMARY KEY,
    tenant  TEXT    NOT NULL,
    -- 1: a server that starts goes on with it; 0: it is over, paused or stopped.
    runs    INTEGER NOT NULL,
    -- What the caller named the request by, so that a repeated one does nothing, and a digest of what it asked for.
    key     TEXT,
    request TEXT,
    UNIQUE (tenant, key)
) STRICT;
