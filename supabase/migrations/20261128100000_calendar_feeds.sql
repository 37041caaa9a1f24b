-- A secret address per member and project that calendar apps read (RFC 5545).
create table calendar_feeds (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the secret part of the address.
  token_hash bytea not null unique,
  last_read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index calendar_feeds_user on calendar_feeds (user_id);
alter table calendar_feeds enable row level security;
