-- Posts that repeat. A job creates a story for each slot, some time before it.
create table recurring_templates (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  -- A create request without project and times. Its texts may contain tokens.
  story jsonb not null,
  cadence jsonb not null,
  timezone text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  active boolean not null,
  create_ahead_minutes integer not null,
  -- Slots up to here have a story, or were skipped.
  covered_through timestamptz not null,
  -- The first slot after that; null when inactive or ended.
  next_slot_at timestamptz,
  -- When to create its story.
  due_at timestamptz,
  last_run_at timestamptz,
  last_story_id uuid references stories on delete set null,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index recurring_templates_project on recurring_templates (project_id, id desc);
create index recurring_templates_due on recurring_templates (due_at) where due_at is not null;
create index recurring_templates_last_story on recurring_templates (last_story_id) where last_story_id is not null;
alter table recurring_templates enable row level security;

-- The primary key makes two stories for one slot impossible.
create table recurring_slots (
  template_id uuid not null references recurring_templates on delete cascade,
  slot_at timestamptz not null,
  project_id uuid not null references projects on delete cascade,
  outcome text not null check (outcome in ('scheduled', 'draft', 'skipped')),
  -- Deferred: a slot is taken before its story is inserted.
  story_id uuid references stories on delete set null deferrable initially deferred,
  error text,
  created_at timestamptz not null default now(),
  primary key (template_id, slot_at)
);
create index recurring_slots_story on recurring_slots (story_id) where story_id is not null;
create index recurring_slots_project on recurring_slots (project_id);
alter table recurring_slots enable row level security;

-- Notifications are made from these lines, newest first.
create index timeline_entries_story_problems on timeline_entries (project_id, id desc)
  where kind in ('media_problem', 'recurring_draft');
drop index timeline_entries_media_problems;
