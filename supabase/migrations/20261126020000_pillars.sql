-- Content pillars. A story belongs to the pillar of its project with the same `content_type`.
create table pillars (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  content_type text not null,
  name text not null,
  color text,
  -- Place in the list.
  position integer not null,
  -- Target share of the posts.
  allocation_percent double precision,
  -- A rate (benchmark_value 0.05 is 5 %) or a metric, whose benchmark is a mean per post.
  benchmark_metric text,
  benchmark_value double precision,
  benchmark_window_days integer not null default 30,
  max_gap_days integer,
  -- When the job last sent each event.
  below_alerted_at timestamptz,
  gap_alerted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Checked at commit, because one update may swap the keys of two pillars.
  unique (project_id, content_type) deferrable initially deferred
);
alter table pillars enable row level security;

-- Last published story, next scheduled story, and the list of a pillar's stories. Stories without one stay outside.
create index stories_by_pillar_published on stories (project_id, content_type, published_at desc)
  where content_type is not null and published_at is not null;
create index stories_by_pillar_scheduled on stories (project_id, content_type, scheduled_at)
  where content_type is not null and status = 'scheduled';
create index stories_by_pillar on stories (project_id, content_type, id desc nulls last) where content_type is not null;

-- Events that people are notified of.
drop index events_noticed;
create index events_noticed on events (project_id, id desc nulls last)
  where sequence is not null
    and event in ('story.failed', 'connection.expiring', 'connection.expiring_soon', 'connection.broken',
      'pillar.benchmark_below', 'pillar.gap_detected');
