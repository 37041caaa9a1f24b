-- A crop keeps the file it was made from.
alter table assets add column derived_from uuid references assets on delete set null;
create index assets_derived on assets (derived_from) where derived_from is not null;
-- Finds a remote file by its URL. A hash, because a URL may be too long for a B-tree.
create index assets_source_url on assets using hash (source_url) where source_url is not null;
