-- Media of a project: uploaded and registered files, and uploads in progress.

create table assets (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  category text,
  tags text[] not null default '{}',
  mime_type text not null,
  file_size bigint not null,
  width integer,
  height integer,
  duration_seconds double precision,
  -- Of the stored file.
  sha256 text not null,
  -- Of the uploaded bytes, to recognize the same file. Sanitizing may change them.
  sent_sha256 text not null,
  -- Path in storage. Null for a remote file, which stays at its URL.
  path text unique,
  -- Thumbnail. Null until it is made, and for files without one.
  preview_path text unique,
  preview_tries smallint not null default 0,
  source_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (path is not null or source_url is not null)
);
-- Order of lists: see the migration lists_by_project.
create index assets_newest on assets (project_id, id desc nulls last);
create unique index assets_same_bytes on assets (project_id, sent_sha256) where path is not null;
create index assets_served_bytes on assets (project_id, sha256) where path is not null;
create index assets_tags on assets using gin (tags);
create index assets_without_preview on assets (id)
  where preview_path is null and path is not null and preview_tries < 3 and mime_type like 'image/%';
alter table assets enable row level security;

-- A presigned upload: its token allows sending one file.
create table upload_intents (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- SHA-256. The token itself is only in the upload URL.
  token_hash bytea not null unique,
  filename text not null,
  content_type text not null,
  status text not null default 'pending' check (status in ('pending', 'uploaded', 'aborted')),
  asset_id uuid references assets on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index upload_intents_age on upload_intents (expires_at);
create index upload_intents_project on upload_intents (project_id);
create index upload_intents_asset on upload_intents (asset_id) where asset_id is not null;
alter table upload_intents enable row level security;

-- A chunked upload. Each chunk is a request and may be repeated.
create table upload_sessions (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  filename text not null,
  mime_type text not null,
  total_size_bytes integer not null,
  -- Of the stored chunks. Locked while a chunk is written, so that the sums are exact.
  chunks_received integer not null default 0,
  bytes_received integer not null default 0,
  -- Grows with each chunk: a file assembled from chunks that have changed since is rejected.
  version integer not null default 0,
  status text not null default 'open' check (status in ('open', 'finalized', 'aborted')),
  asset_id uuid references assets on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index upload_sessions_age on upload_sessions (expires_at);
create index upload_sessions_project on upload_sessions (project_id);
create index upload_sessions_asset on upload_sessions (asset_id) where asset_id is not null;
alter table upload_sessions enable row level security;

-- Chunks wait in the database, because requests of one session may reach different servers.
create table upload_chunks (
  session_id uuid not null references upload_sessions on delete cascade,
  chunk_index integer not null check (chunk_index >= 0),
  bytes bytea not null,
  primary key (session_id, chunk_index)
);
-- Media is compressed already.
alter table upload_chunks alter column bytes set storage external;
alter table upload_chunks enable row level security;

-- Unused renditions are deleted; they can be made again.
alter table media_renditions add column used_at timestamptz not null default now();
create index media_renditions_used on media_renditions (used_at);
-- Whether a stored file is still referenced.
create index media_renditions_path on media_renditions (path);
