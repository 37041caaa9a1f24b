-- A worker that looks ahead is not silent until the time that its last look covered is over.
alter table workers add column covers_seconds integer not null default 0;
