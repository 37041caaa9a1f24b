-- What people have read of a project's news. The news itself is kept nowhere twice: it is read from the events, under
-- whose last number nothing more can come, from the alerts of webhook endpoints and from what waits in the queue.
create table notification_marks (
  project_id uuid not null,
  user_id uuid not null,
  -- The number of an event. It and everything before it is read.
  read_through bigint not null default 0,
  -- The same of alerts, by their id, and of approvals, by when they were last asked for.
  alerts_read_through uuid,
  approvals_read_at timestamptz,
  -- What the person does not want to hear of in this project.
  muted_kinds text[] not null default '{}',
  primary key (project_id, user_id),
  -- Who leaves a project and comes back begins anew.
  foreign key (project_id, user_id) references project_members on delete cascade
);
alter table notification_marks enable row level security;

-- What was read by itself: events and alerts that came after the marks.
create table notification_reads (
  project_id uuid not null,
  user_id uuid not null,
  source_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (project_id, user_id, source_id),
  foreign key (project_id, user_id) references project_members on delete cascade
);
alter table notification_reads enable row level security;

-- The few events among all that a person is told of. One gets in with its number, when it is fanned out: the
-- transaction in which a post fails writes nothing more for it.
create index events_noticed on events (project_id, id desc nulls last)
  where sequence is not null
    and event in ('story.failed', 'connection.expiring', 'connection.expiring_soon', 'connection.broken');
