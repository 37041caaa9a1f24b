-- What users have read. Notifications are not stored: they are made from the events, the alerts of webhook endpoints and
-- the rows that wait for approval.
create table notification_marks (
  project_id uuid not null,
  user_id uuid not null,
  -- Number of an event. It and all earlier ones are read.
  read_through bigint not null default 0,
  -- The same for alerts (by id) and for approvals (by the time they were requested).
  alerts_read_through uuid,
  approvals_read_at timestamptz,
  -- Kinds of notifications that the user turned off in this project.
  muted_kinds text[] not null default '{}',
  primary key (project_id, user_id),
  -- Deleted when a member leaves: someone who comes back starts fresh.
  foreign key (project_id, user_id) references project_members on delete cascade
);
alter table notification_marks enable row level security;

-- Events and alerts read one by one, after the marks above.
create table notification_reads (
  project_id uuid not null,
  user_id uuid not null,
  source_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (project_id, user_id, source_id),
  foreign key (project_id, user_id) references project_members on delete cascade
);
alter table notification_reads enable row level security;

-- Events that users are notified of; few among all. An event enters the index when it is fanned out, so the transaction
-- in which a post fails writes nothing more.
create index events_noticed on events (project_id, id desc nulls last)
  where sequence is not null
    and event in ('story.failed', 'connection.expiring', 'connection.expiring_soon', 'connection.broken');
