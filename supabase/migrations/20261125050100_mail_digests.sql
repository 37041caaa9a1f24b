-- What users will be told by mail: one row per user and occurrence. One mail covers many rows.
create table mail_notices (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  -- An event or a queue item.
  source_id uuid not null,
  -- A post that asks for approval again is a new occurrence of the same item.
  occurred_at timestamptz not null,
  project_id uuid not null references projects on delete cascade,
  -- When a mail with it was stored, or when it was dropped because nothing is left to do.
  settled_at timestamptz,
  primary key (user_id, kind, source_id, occurred_at)
);
create index mail_notices_waiting on mail_notices (user_id, kind) where settled_at is null;
create index mail_notices_by_project on mail_notices (project_id);
alter table mail_notices enable row level security;

-- The last event of a project that was turned into notices. Events from before this table are not mailed.
create table mail_cursors (
  project_id uuid primary key references projects on delete cascade,
  read_through bigint not null
);
alter table mail_cursors enable row level security;
insert into mail_cursors (project_id, read_through) select project_id, last_sequence from event_sequences;

-- The last week (its Monday) for which a user's summary was made. Also set if nothing happened.
create table mail_weekly_marks (
  user_id uuid primary key references users on delete cascade,
  week date not null
);
alter table mail_weekly_marks enable row level security;

-- Since when an item waits for approval. Set each time it becomes pending.
alter table queue_items add column pending_since timestamptz;
create index queue_items_pending_since on queue_items (pending_since) where status = 'pending';

-- Finds the last mail of a kind to a user.
drop index outgoing_mails_by_user;
create index outgoing_mails_by_user on outgoing_mails (user_id, kind, created_at) where user_id is not null;
