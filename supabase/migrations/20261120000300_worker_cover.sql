-- A worker that checks ahead is not silent until the end of the time that its last check covered.
alter table workers add column covers_seconds integer not null default 0;
