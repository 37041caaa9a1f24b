-- An upload of a large video with the tus protocol.
create table resumable_uploads (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  filename text not null,
  mime_type text not null,
  total_bytes bigint not null check (total_bytes > 0),
  -- Bytes that are safely on the disk. Stays 0 when the client sends them to the storage directly.
  received_bytes bigint not null default 0 check (received_bytes between 0 and total_bytes),
  -- Where the client sends the file directly. Null when it comes through this server.
  storage_path text,
  status text not null default 'open' check (status in ('open', 'complete', 'failed', 'aborted')),
  -- Why the file was refused: {code, message}.
  problem jsonb,
  -- The request that is adding bytes, or importing the complete file, and until when it may.
  holder uuid,
  held_until timestamptz,
  asset_id uuid references assets on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index resumable_uploads_age on resumable_uploads (expires_at);
create index resumable_uploads_project on resumable_uploads (project_id);
create index resumable_uploads_asset on resumable_uploads (asset_id) where asset_id is not null;
alter table resumable_uploads enable row level security;
