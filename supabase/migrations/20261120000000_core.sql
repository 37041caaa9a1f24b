-- Users, projects, tokens, connections, stories, the content queue, and the state of the publisher.
-- Every table has row level security and no policy, because Supabase exposes `public` through its REST API. The
-- application connects as the owner and checks the project in each query.

do $$
begin
  if exists (select from pg_available_extensions where name = 'vector') then
    create extension if not exists vector;
  end if;
end
$$;

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table projects (
  id uuid primary key,
  name text not null,
  slug text not null,
  industry text,
  timezone text,
  utm_template jsonb not null default '{}',
  require_approval boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  project_id uuid references projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('personal', 'oauth')),
  token_hash bytea not null unique,
  token_hint text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_tokens_user on api_tokens (user_id, id);

-- Requests in the current minute. Unlogged: a crash resets at most one minute of limits, and a request needs no WAL
-- flush.
create unlogged table rate_limit_counters (
  subject text primary key,
  window_start timestamptz not null,
  hits integer not null
) with (fillfactor = 50);

create table sign_in_attempts (
  subject text primary key,
  window_start timestamptz not null,
  failures integer not null
);

create table idempotency_keys (
  owner_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  claim_id uuid not null,
  lease_until timestamptz not null,
  response_status integer,
  response_body text,
  expires_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table social_connections (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  account_id text not null,
  account_name text,
  handle text,
  status text not null default 'active' check (status in ('active', 'revoked', 'disconnected')),
  -- Encrypted with AES-256-GCM; null once disconnected. `key_id` names the key.
  credentials bytea,
  key_id text,
  expires_at timestamptz,
  metadata jsonb not null default '{}',
  -- The network asked for a pause: no row of this connection is claimed before.
  paused_until timestamptz,
  connected_at timestamptz not null default now(),
  last_refresh_at timestamptz,
  disconnected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index social_connections_one_per_channel
  on social_connections (project_id, channel) where disconnected_at is null;

create table voice_rules (
  project_id uuid primary key references projects on delete cascade,
  forbidden_words text[] not null default '{}',
  forbidden_phrases text[] not null default '{}',
  block_emojis boolean not null default false,
  max_exclamation_count integer,
  block_all_caps_words boolean not null default false,
  updated_at timestamptz not null default now()
);

create table templates (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  content_type text,
  caption text not null default '',
  hashtags text,
  channels text[] not null default '{}',
  post_type text,
  channel_overrides jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index templates_project on templates (project_id, id);

create table stories (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  title text,
  caption text not null,
  channels text[] not null,
  hashtags text,
  slides jsonb not null default '[]',
  post_type text not null check (post_type in ('single', 'carousel', 'reel', 'story')),
  status text not null check (status in ('draft', 'scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled')),
  scheduled_at timestamptz,
  channel_overrides jsonb not null default '{}',
  pin_to_grid boolean not null default false,
  pin_until_at timestamptz,
  comment_ask text,
  comment_ask_mode text not null default 'append' check (comment_ask_mode in ('append', 'metadata')),
  destination_url text,
  -- Set by the caller: level 1 of the tracking values.
  utm_campaign text,
  utm_content text,
  utm_term text,
  -- Level 3: resolved once from the project's template; null before.
  utm_resolved jsonb,
  content_type text,
  template_id uuid references templates on delete set null,
  published_at timestamptz,
  published_url text,
  published_urls jsonb not null default '{}',
  published_channels text[] not null default '{}',
  total_impressions bigint,
  total_reach bigint,
  total_clicks bigint,
  total_saves bigint,
  total_engagement bigint,
  best_performing_channel text,
  metrics_as_of timestamptz,
  unreported_metrics text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index stories_newest on stories (project_id, id desc);
create index stories_by_status on stories (project_id, status, id desc);
create index stories_by_channel on stories using gin (channels);

create table queue_items (
  id uuid primary key,
  story_id uuid not null references stories on delete cascade,
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  status text not null check (status in ('draft', 'pending', 'approved', 'posted', 'failed', 'rejected')),
  scheduled_at timestamptz,
  skip_reason text,
  -- One of connection, render, content, review, rate, other; set with skip_reason.
  skip_category text,
  provider_code text,
  destination_url text,
  utm jsonb not null default '{}',
  data_snapshot jsonb not null default '{}',
  -- When a worker may check the row next: its publish time, a retry, the end of a lease or of a settle time.
  next_attempt_at timestamptz,
  -- The worker that holds the row, and the end of its lease. The fence grows with each claim; later writes must match it.
  lease_until timestamptz,
  lease_owner text,
  fence bigint not null default 0,
  claims integer not null default 0,
  attempt_count integer not null default 0,
  -- Results of finished steps, and the step with an unknown outcome: {done: {step: result}, sending: {step, …}}.
  progress jsonb not null default '{}',
  connection_id uuid references social_connections on delete set null,
  external_id text,
  published_url text,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (story_id, channel)
);
create index queue_items_due on queue_items (next_attempt_at) where status = 'approved';
create index queue_items_newest on queue_items (project_id, id desc);
create index queue_items_posted on queue_items (project_id, channel, published_at) where status = 'posted';
create index queue_items_external on queue_items (connection_id, published_at) where external_id is not null;

create table publish_attempts (
  id uuid primary key,
  queue_item_id uuid not null references queue_items on delete cascade,
  story_id uuid not null,
  channel text not null,
  number integer not null,
  fence bigint not null,
  worker text not null,
  step text,
  started_at timestamptz not null default now(),
  sent_at timestamptz,
  finished_at timestamptz,
  -- Null while it runs. An attempt that stays null belonged to a worker that died.
  outcome text check (outcome in ('posted', 'adopted', 'retry', 'in_doubt', 'failed', 'lost')),
  category text,
  code text,
  message text,
  provider_status integer,
  provider_answer text
);
create index publish_attempts_item on publish_attempts (queue_item_id, number);
create index publish_attempts_story on publish_attempts (story_id, started_at);

create table timeline_entries (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  story_id uuid not null references stories on delete cascade,
  kind text not null,
  channel text,
  actor text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index timeline_entries_story on timeline_entries (story_id, id);

-- The outbox: written in the transaction of the change that caused the event.
create table events (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index events_project on events (project_id, id);

create table workers (
  id text primary key,
  started_at timestamptz not null default now(),
  -- The last time it looked for due rows, and what it found.
  last_looked_at timestamptz not null default now(),
  stopped_at timestamptz
);

create table job_schedules (
  name text primary key,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  last_error text
);

do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table %I enable row level security', name);
  end loop;
end
$$;
