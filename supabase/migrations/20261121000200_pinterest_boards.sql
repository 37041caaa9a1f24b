-- An account's boards as of the last request to Pinterest, so that the composer shows them without a call.
alter table social_connections
  add column boards_fetched_at timestamptz;

create table pinterest_boards (
  connection_id uuid not null references social_connections on delete cascade,
  board_id text not null,
  project_id uuid not null references projects on delete cascade,
  -- Position in the network's list.
  position integer not null,
  name text not null,
  description text not null default '',
  privacy text not null check (privacy in ('PUBLIC', 'PROTECTED', 'SECRET')),
  pin_count integer,
  cover_image_url text,
  board_created_at timestamptz,
  -- When a response last contained it. A refresh deletes boards that are missing, except those created while it ran.
  seen_at timestamptz not null default now(),
  -- [{id, name}]; null until the first request.
  sections jsonb,
  sections_fetched_at timestamptz,
  primary key (connection_id, board_id)
);
create index pinterest_boards_project on pinterest_boards (project_id);
alter table pinterest_boards enable row level security;
