-- Folders of the media library. A folder may be in another one; the depth is checked by the service.
create table media_folders (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  parent_id uuid references media_folders on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index media_folders_names on media_folders (project_id, parent_id, lower(name)) nulls not distinct;
create index media_folders_parents on media_folders (parent_id) where parent_id is not null;
alter table media_folders enable row level security;

alter table assets add column folder_id uuid references media_folders on delete set null;
create index assets_by_folder on assets (project_id, folder_id, id desc nulls last);
create index assets_folder on assets (folder_id) where folder_id is not null;
