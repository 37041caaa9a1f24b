-- What an account's boards were when Pinterest was last asked: the composer offers them without a call each time.
alter table social_connections
  add column boards_fetched_at timestamptz;

create table pinterest_boards (
  connection_id uuid not null references social_connections on delete cascade,
  board_id text not null,
  project_id uuid not null references projects on delete cascade,
  -- The network's order.
  position integer not null,
  name text not null,
  description text not null default '',
  privacy text not null check (privacy in ('PUBLIC', 'PROTECTED', 'SECRET')),
  pin_count integer,
  cover_image_url text,
  board_created_at timestamptz,
  -- When it was last in an answer. A refresh drops what it did not see, but not what was made while it ran.
  seen_at timestamptz not null default now(),
  -- [{id, name}]; null until somebody asked for them.
  sections jsonb,
  sections_fetched_at timestamptz,
  primary key (connection_id, board_id)
);
create index pinterest_boards_project on pinterest_boards (project_id);
alter table pinterest_boards enable row level security;
