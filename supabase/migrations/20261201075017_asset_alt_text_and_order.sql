-- A description of the file for people who cannot see it. Stories copy it when the file is added.
alter table assets add column alt_text text;

-- The library by name and by size. The name is cut, because it is part of the cursor.
create index assets_by_name on assets (project_id, (left(lower(name), 50) collate "C"), id);
create index assets_by_size on assets (project_id, file_size, id);
