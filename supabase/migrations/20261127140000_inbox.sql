-- Deliveries of Instagram and Facebook, stored as received and processed by a job.
create table inbox_deliveries (
  -- UUID v7.
  id uuid primary key,
  provider text not null check (provider in ('instagram', 'facebook')),
  -- SHA-256 of the body. Meta repeats a delivery for up to 36 hours.
  sum bytea not null,
  -- Null after it was processed.
  body bytea,
  received_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempt_count integer not null default 0,
  processed_at timestamptz,
  -- Not retried: every attempt failed.
  failed_at timestamptz,
  last_error text,
  unique (provider, sum)
);
create index inbox_deliveries_due on inbox_deliveries (id) where processed_at is null and failed_at is null;
create index inbox_deliveries_old on inbox_deliveries (received_at);
alter table inbox_deliveries enable row level security;

-- A direct-message conversation with one person, or a top-level comment and its replies.
create table inbox_conversations (
  -- UUID v7.
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  platform text not null check (platform in ('instagram', 'facebook')),
  -- The account at the network. Survives reconnecting.
  account_id text not null,
  kind text not null check (kind in ('comment', 'dm')),
  -- Id of the top-level comment, or of the person.
  thread_id text not null,
  participant_id text,
  participant_name text,
  -- When the network was asked for the name.
  name_checked_at timestamptz,
  -- The commented post at the network.
  post_id text,
  story_id uuid references stories on delete set null,
  permalink text,
  status text not null default 'open' check (status in ('open', 'resolved', 'snoozed', 'spam')),
  snoozed_until timestamptz,
  archived boolean not null default false,
  tags text[] not null default '{}',
  assignee_id uuid references users on delete set null,
  -- Messages stored until then are read.
  read_at timestamptz not null default '-infinity',
  -- Copies of what the messages say, for lists.
  unread_count integer not null default 0,
  last_message_at timestamptz not null,
  last_incoming_at timestamptz,
  last_message_preview text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, platform, account_id, kind, thread_id),
  check ((status = 'snoozed') = (snoozed_until is not null))
);
create index inbox_conversations_list on inbox_conversations
  (project_id, archived, status, platform, kind, last_message_at desc, id desc);
create index inbox_conversations_unread on inbox_conversations
  (project_id, archived, status, last_message_at desc, id desc) where unread_count > 0;
create index inbox_conversations_assignee on inbox_conversations
  (project_id, assignee_id, archived, status, last_message_at desc, id desc);
create index inbox_conversations_story on inbox_conversations (story_id, last_message_at desc, id desc)
  where story_id is not null;
create index inbox_conversations_person on inbox_conversations
  (project_id, participant_id, last_message_at desc, id desc) where participant_id is not null;
create index inbox_conversations_person_everywhere on inbox_conversations (platform, participant_id)
  where participant_id is not null;
create index inbox_conversations_snoozed on inbox_conversations (snoozed_until) where status = 'snoozed';
create index inbox_conversations_assigned on inbox_conversations (assignee_id) where assignee_id is not null;
create index inbox_conversations_nameless on inbox_conversations (id)
  where participant_name is null and name_checked_at is null and kind = 'dm';
alter table inbox_conversations enable row level security;

create table inbox_messages (
  -- UUID v7.
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  conversation_id uuid not null references inbox_conversations on delete cascade,
  kind text not null check (kind in ('comment', 'dm')),
  direction text not null check (direction in ('them', 'us')),
  -- Null while a reply has no id from the network.
  external_id text,
  -- The message or comment that this one answers.
  reply_to_id text,
  author_id text,
  author_name text,
  body text not null default '',
  -- [{type, url}]
  attachments jsonb not null default '[]',
  -- {author id: emoji}
  reactions jsonb not null default '{}',
  sent_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  is_hidden boolean not null default false,
  -- Null for messages from others, and while a reply is in flight.
  send_status text check (send_status in ('sent', 'failed')),
  error_code text,
  error_message text,
  -- Who wrote the reply here.
  user_id uuid references users on delete set null,
  -- The reply is a direct message to the author of this comment.
  private_reply_to text,
  -- Set before the call and kept until its outcome is known: the next look at the network.
  next_look_at timestamptz,
  -- The call ended without a clear outcome.
  doubt_since timestamptz,
  look_count integer not null default 0,
  -- Not `now()`: rows of one transaction are stored after the conversation is locked.
  created_at timestamptz not null default clock_timestamp()
);
create unique index inbox_messages_external on inbox_messages (project_id, kind, external_id)
  where external_id is not null;
create index inbox_messages_thread on inbox_messages (conversation_id, sent_at, id);
create index inbox_messages_unread on inbox_messages (conversation_id, created_at)
  where direction = 'them' and deleted_at is null;
create index inbox_messages_in_flight on inbox_messages (next_look_at) where next_look_at is not null;
create index inbox_messages_user on inbox_messages (user_id) where user_id is not null;
create index inbox_messages_private_reply on inbox_messages (project_id, private_reply_to)
  where private_reply_to is not null;
-- The project is a word of each text, so that a search reads no other project's messages.
create index inbox_messages_search on inbox_messages using gin (
  (to_tsvector('simple', body || ' ' || coalesce(author_name, '')) || array_to_tsvector(array['project:' || project_id::text]))
) with (fastupdate = off);
alter table inbox_messages enable row level security;

-- Edits, removals and reactions that arrived before their message.
create table inbox_early_changes (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  kind text not null,
  external_id text not null,
  change jsonb not null,
  received_at timestamptz not null default now()
);
create index inbox_early_changes_message on inbox_early_changes (project_id, kind, external_id);
create index inbox_early_changes_old on inbox_early_changes (received_at);
alter table inbox_early_changes enable row level security;

-- Remarks of members, never sent.
create table inbox_notes (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  conversation_id uuid not null references inbox_conversations on delete cascade,
  user_id uuid references users on delete set null,
  body text not null,
  created_at timestamptz not null default now()
);
create index inbox_notes_conversation on inbox_notes (conversation_id, id);
create index inbox_notes_project on inbox_notes (project_id);
create index inbox_notes_user on inbox_notes (user_id) where user_id is not null;
alter table inbox_notes enable row level security;

create table inbox_saved_replies (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index inbox_saved_replies_name on inbox_saved_replies (project_id, lower(name));
create index inbox_saved_replies_newest on inbox_saved_replies (project_id, id desc);
alter table inbox_saved_replies enable row level security;

-- Requests of people to delete their data. The person's id is not kept.
create table inbox_data_deletions (
  id uuid primary key,
  provider text not null,
  code text not null unique,
  deleted_messages integer not null,
  created_at timestamptz not null default now()
);
alter table inbox_data_deletions enable row level security;

-- The webhook subscription of an account, and where the gap filler stands.
create table inbox_accounts (
  connection_id uuid primary key references social_connections on delete cascade,
  next_check_at timestamptz not null default now(),
  subscribed_at timestamptz,
  -- Everything until then was read.
  polled_until timestamptz,
  failure_count integer not null default 0,
  last_error text
);
create index inbox_accounts_due on inbox_accounts (next_check_at);
alter table inbox_accounts enable row level security;

-- Deliveries name the account, not the project.
create index social_connections_account on social_connections (channel, account_id) where disconnected_at is null;
