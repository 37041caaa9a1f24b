-- A CSV file of posts: read, checked, and after confirmation imported as stories by a job.
create table imports (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- `user:<id>` or `token:<id>`, for the timeline of its stories.
  actor text not null,
  filename text,
  state text not null default 'preview' check (state in ('preview', 'importing', 'done', 'deleting', 'deleted')),
  source text not null
    check (source in ('storycast', 'buffer', 'hootsuite', 'later', 'publer', 'metricool', 'unknown')),
  header text[] not null,
  -- The field of each column. Null: not imported.
  fields text[] not null,
  options jsonb not null,
  -- How dates are read. Null without a date column.
  date_column jsonb,
  created_at timestamptz not null default now(),
  -- Raised by each change, for optimistic locking.
  version int not null default 1,
  confirmed_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index imports_project on imports (project_id, id);
create index imports_waiting on imports (confirmed_at) where state in ('importing', 'deleting');
create index imports_expiry on imports (expires_at);
alter table imports enable row level security;

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- As in the file, where the first line is row 1.
  row int not null,
  cells text[] not null,
  status text not null check (status in ('ready', 'error', 'created', 'failed', 'deleted', 'kept')),
  -- The post as it will be created.
  preview jsonb not null,
  errors jsonb not null,
  warnings jsonb not null,
  -- Rows with problems are listed first.
  rank smallint not null generated always as (
    case when status in ('error', 'failed', 'kept') then 0 when warnings <> '[]'::jsonb then 1 else 2 end) stored,
  -- Set in the transaction that creates the story, so that a row is imported once.
  story_id uuid unique references stories on delete set null,
  primary key (import_id, row)
);
create index import_rows_page on import_rows (import_id, rank, row);
create index import_rows_status on import_rows (import_id, status, row);
alter table import_rows enable row level security;
