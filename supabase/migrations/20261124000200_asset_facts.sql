-- What the bytes of a hosted file are, as its networks get it: looked at once, when it came in. Null for files that came
-- before; those are looked at before their post goes out.
alter table assets add column facts jsonb;
