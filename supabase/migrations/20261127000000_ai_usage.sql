-- Calls to the AI model and their tokens, per day in UTC.
create table ai_usage (
  project_id uuid not null references projects on delete cascade,
  day date not null,
  purpose text not null,
  model text not null,
  calls integer not null,
  -- Included in calls.
  failed_calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (project_id, day, purpose, model)
);
-- Finds old rows.
create index ai_usage_day on ai_usage (day);
alter table ai_usage enable row level security;

-- Calls of the current hour, compared with AI_CALLS_PER_HOUR.
create table ai_budgets (
  project_id uuid not null references projects on delete cascade,
  kind text not null check (kind in ('text', 'embedding')),
  hour timestamptz not null,
  calls integer not null,
  primary key (project_id, kind)
);
alter table ai_budgets enable row level security;
