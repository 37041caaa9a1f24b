-- Filters that a user saved in a project.
create table saved_searches (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- The members of `InsightFilter` that are set.
  filter jsonb not null,
  -- How the dashboard shows it. Null: created by an API client.
  view jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_searches_name on saved_searches (project_id, user_id, lower(name));
create index saved_searches_user on saved_searches (user_id);
alter table saved_searches enable row level security;
