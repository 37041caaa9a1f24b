-- Facts about a hosted file, read once when it is stored. Null for older files, which are read before their post is
-- published.
alter table assets add column facts jsonb;
