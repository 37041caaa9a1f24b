-- Pauses of projects. Nothing is published until a user resumes the project. Past pauses stay as a record.
create table project_pauses (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  paused_at timestamptz not null default now(),
  paused_by uuid references users on delete set null,
  reason text,
  resumed_at timestamptz,
  resumed_by uuid references users on delete set null
);
-- At most one open pause per project. The publisher reads only the open ones.
create unique index project_pauses_open on project_pauses (project_id) where resumed_at is null;
create index project_pauses_past on project_pauses (project_id, paused_at desc);
alter table project_pauses enable row level security;
