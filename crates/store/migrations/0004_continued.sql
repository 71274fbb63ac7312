-- What callers named the requests by that let a debate go on, so that a repeated one does nothing: a row each, with a digest of what was
-- asked for. A tenant's keys are one set with those of `held`.
CREATE TABLE continued (
    tenant  TEXT NOT NULL,
    key     TEXT NOT NULL,
    debate  TEXT NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
