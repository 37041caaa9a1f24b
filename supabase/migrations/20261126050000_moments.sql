-- Notable changes in the metrics of a project, found after each metrics sync.
create table moments (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- Null for moments of a group of posts.
  story_id uuid references stories on delete set null,
  kind text not null check (kind in
    ('engagement_spike', 'reach_record', 'save_surge', 'click_surge', 'milestone', 'slump', 'streak')),
  -- Only rises.
  severity text not null check (severity in ('low', 'medium', 'high', 'exceptional')),
  status text not null default 'new' check (status in ('new', 'acted_on', 'dismissed')),
  -- The story, the threshold or the period: one moment of a kind each.
  subject text not null,
  headline text not null,
  reasoning text not null,
  data_snapshot jsonb not null,
  detected_at timestamptz not null,
  -- When it became high or exceptional.
  alerted_at timestamptz,
  is_draft_due boolean not null default false,
  draft_story_id uuid references stories on delete set null
);
create unique index moments_subject on moments (project_id, kind, subject);
create index moments_by_project on moments (project_id, id desc nulls last);
create index moments_by_day on moments (project_id, detected_at);
create index moments_alerted on moments (project_id, id) where severity in ('high', 'exceptional');
create index moments_to_draft on moments (id) where is_draft_due;
create index moments_by_story on moments (story_id) where story_id is not null;
create index moments_by_draft on moments (draft_story_id) where draft_story_id is not null;
alter table moments enable row level security;

alter table projects add column auto_draft_moments boolean not null default false;

-- Clicks on tracked links at the time of the reading.
alter table metric_readings add column tracked_clicks bigint;

-- Existing readings count as checked.
alter table metric_readings add column moments_checked_at timestamptz default now();
alter table metric_readings alter column moments_checked_at drop default;
create index metric_readings_unchecked on metric_readings (project_id, taken_at)
  where moments_checked_at is null and kind in ('24h', '72h', '7d');
