-- Rules that make stories from templates: on a schedule, for new items of a connector, for moments, after a post.
create table automations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  trigger jsonb not null,
  -- The connector of the trigger. Null after it was deleted.
  connector_id uuid references connectors on delete set null,
  -- Null after it was deleted.
  template_id uuid references templates on delete set null,
  channels text[] not null,
  mode text not null check (mode in ('draft', 'schedule')),
  -- When to publish, in mode schedule.
  schedule jsonb not null,
  attach_media boolean not null,
  active boolean not null,
  -- When it was turned on, or got its trigger. Nothing before counts.
  activated_at timestamptz not null default now(),
  -- Everything before was handled, with a margin of an hour.
  checked_at timestamptz not null default now(),
  -- The next slot of a schedule.
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_error text,
  -- Failed runs in a row.
  failure_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index automations_project on automations (project_id, id desc);
create index automations_active on automations (id) where active;
create index automations_connector on automations (connector_id) where connector_id is not null;
create index automations_template on automations (template_id) where template_id is not null;
alter table automations enable row level security;

-- One row per automation and subject: two stories for one item are impossible.
create table automation_runs (
  -- UUID v7.
  id uuid primary key,
  automation_id uuid not null references automations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- item:<id>, moment:<id>, story:<id>, slot:<time> or manual:<id>.
  subject text not null,
  -- Shown in the log.
  label text not null,
  -- When the item arrived, the story was published, …
  occurred_at timestamptz not null,
  outcome text not null check (outcome in ('scheduled', 'draft', 'skipped', 'failed')),
  code text,
  message text,
  -- Deferred: a subject is taken before its story is inserted.
  story_id uuid references stories on delete set null deferrable initially deferred,
  -- This failure turned the automation off.
  turned_off boolean not null default false,
  created_at timestamptz not null default now(),
  unique (automation_id, subject)
);
create index automation_runs_log on automation_runs (automation_id, id desc);
create index automation_runs_made on automation_runs (automation_id, created_at) where outcome in ('scheduled', 'draft');
create index automation_runs_story on automation_runs (story_id) where story_id is not null;
create index automation_runs_project on automation_runs (project_id);
create index automation_runs_turned_off on automation_runs (project_id, id desc) where turned_off;
create index automation_runs_old on automation_runs (created_at);
alter table automation_runs enable row level security;

-- Not a reference: stories of a deleted automation must not trigger others either.
alter table stories add column automation_id uuid;

-- When a moment got its present severity.
alter table moments add column severity_since timestamptz not null default now();
create index moments_severity_since on moments (project_id, severity_since);

-- Notifications are made from these lines, newest first.
create index timeline_entries_kept_drafts on timeline_entries (project_id, id desc)
  where kind in ('media_problem', 'recurring_draft', 'automation_draft');
drop index timeline_entries_story_problems;
