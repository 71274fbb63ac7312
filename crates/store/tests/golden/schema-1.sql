-- A database as the first schema had it.
CREATE TABLE events (
    n      INTEGER PRIMARY KEY,
    debate TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    body   TEXT    NOT NULL,
    UNIQUE (debate, seq)
) STRICT;
CREATE INDEX opened ON events (at) WHERE seq = 0;
PRAGMA application_id = 0x5274626c;
PRAGMA user_version = 1;
INSERT INTO events (debate, seq, at, body) VALUES
('0198-old', 0, 1790000000000, '{"seq":0,"at":1790000000000,"elapsed":0,"type":"debate_opened","version":1,"debate":"0198-old","topic":"Should we adopt gRPC?","mode":"oxford","participants":[{"name":"ada","model":"double/echo","family":"double","perspective":"risk-attentive"}],"rules":{"rounds":5,"algorithm":"vote_rubric","max_tokens":4096,"seed":0}}'),
('0198-old', 1, 1790000000001, '{"seq":1,"at":1790000000001,"elapsed":1,"type":"round_opened","round":1}'),
('0198-old', 2, 1790000000002, '{"seq":2,"at":1790000000002,"elapsed":2,"type":"turn_taken","round":1,"call":"r1/turn/ada","by":"ada","turn":{"position":"We should adopt it in the spring."},"answer":{"text":"{}","stop":"end","usage":{"input":1,"output":1},"took":5,"attempts":1}}'),
('0198-old', 3, 1790000000003, '{"seq":3,"at":1790000000003,"elapsed":3,"type":"debate_closed","why":"round_cap","figures":[]}');
