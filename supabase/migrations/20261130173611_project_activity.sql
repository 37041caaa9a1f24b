-- Changes of a project that are not on the timeline of a story: members, accounts, settings. Append-only.
create table project_activity (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  kind text not null,
  -- As on timelines: user:<id>, token:<id>, or null for the system.
  actor text,
  -- Name of the changed person, account or setting at that time, and further facts.
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index project_activity_page on project_activity (project_id, created_at desc, id desc);
alter table project_activity enable row level security;

-- With events, of which the activity shows what was published and what failed.
drop index timeline_entries_activity;
create index timeline_entries_activity on timeline_entries (project_id, created_at desc, id desc)
  where kind in ('created', 'edited', 'scheduled', 'publish_requested', 'cancelled', 'archived', 'retried', 'approved',
    'rejected', 'rescheduled', 'drafted', 'left_out', 'resynced', 'pinned', 'unpinned', 'recurring_draft',
    'automation_draft', 'first_comment_retried', 'commented', 'client_approved', 'client_changes', 'client_commented',
    'review_requested', 'event');
