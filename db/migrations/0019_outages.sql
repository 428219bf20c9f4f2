-- Several processes share a database, and each notes when it was not there for its servers.

ALTER TABLE outages RENAME TO outages_before;

CREATE TABLE outages (  -- when the bot was not there, which counts for no clock
    shard INTEGER NOT NULL,  -- whose servers it was not there for; -1 for all
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (shard, began_at)
) WITHOUT ROWID, STRICT;

INSERT INTO outages (shard, began_at, ended_at)
    SELECT -1, began_at, ended_at FROM outages_before;

DROP TABLE outages_before;
