-- Links to analytics reports that anyone can open until they expire.
create table report_links (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- The link stops working when its creator may no longer create one.
  created_by uuid not null references users on delete cascade,
  -- SHA-256 of the secret part of the address.
  token_hash bytea not null unique,
  title text,
  from_at timestamptz not null,
  to_at timestamptz not null,
  compared_from_at timestamptz,
  compared_to_at timestamptz,
  -- Null: all.
  channels text[],
  metric text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_opened_at timestamptz,
  opened_count int not null default 0
);
create index report_links_project on report_links (project_id, id desc);
create index report_links_creator on report_links (created_by);
alter table report_links enable row level security;
