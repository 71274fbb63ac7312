-- What happened after debates, and what was learned from it: a log for each tenant. Rows of a debate are deleted with it; the others hold
-- counts and have none.
CREATE TABLE learned (
    tenant TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    debate TEXT,
    body   TEXT    NOT NULL,
    PRIMARY KEY (tenant, seq)
) STRICT, WITHOUT ROWID;

-- What is deleted with a debate.
CREATE INDEX learned_of ON learned (debate) WHERE debate IS NOT NULL;

-- The next sequence number of a tenant: numbers are not used again after a deletion.
CREATE TABLE learned_next (
    tenant TEXT    PRIMARY KEY,
    seq    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
