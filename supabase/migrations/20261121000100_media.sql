-- What is known of the files behind media addresses, and what they were turned into for a network.

-- One line for each address that a project's stories use. `facts` are those of the bytes; `fault` says why there are none.
create table media_files (
  project_id uuid not null references projects on delete cascade,
  -- SHA-256 of the address: an index entry has no room for an address of any length.
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

-- The same bytes by the same recipe are one file, whatever address they came from. Kept per project: a rendition is as
-- private as what it was made from.
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

-- When the files of this row were last held against its network's rules, ahead of its time.
alter table queue_items add column media_checked_at timestamptz;
