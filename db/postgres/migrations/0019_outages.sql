-- Several processes share a database, and each notes when it was not there for its servers.

ALTER TABLE outages ADD COLUMN shard bigint NOT NULL DEFAULT -1;
ALTER TABLE outages ALTER COLUMN shard DROP DEFAULT;
ALTER TABLE outages DROP CONSTRAINT outages_pkey;
ALTER TABLE outages ADD PRIMARY KEY (shard, began_at);
