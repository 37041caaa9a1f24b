-- Facts about media files, and the renditions made for networks.

-- One row per media URL that a project uses. `facts` describe the file; `fault` says why there are none.
create table media_files (
  project_id uuid not null references projects on delete cascade,
  -- SHA-256 of the URL, because index entries are limited in size.
  url_hash bytea not null,
  url text not null,
  facts jsonb,
  fault jsonb,
  etag text,
  fetched_at timestamptz not null default now(),
  primary key (project_id, url_hash)
);
create index media_files_age on media_files (fetched_at);
alter table media_files enable row level security;

-- The same bytes with the same recipe give one file, whatever their URL. Stored per project: a rendition is as private
-- as its source.
create table media_renditions (
  project_id uuid not null references projects on delete cascade,
  sha256 text not null,
  recipe text not null,
  path text not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, sha256, recipe)
);
alter table media_renditions enable row level security;

-- When the files of this row were last checked against its network's rules, before its publish time.
alter table queue_items add column media_checked_at timestamptz;
