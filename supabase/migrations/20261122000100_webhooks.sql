-- Outbound webhooks: event → delivery → attempt.

-- Events get their number when they are fanned out, after their commit and with their project locked. So a reader who has
-- seen a number has seen all lower ones.
create table event_sequences (
  project_id uuid primary key references projects on delete cascade,
  last_sequence bigint not null
);
alter table event_sequences enable row level security;

-- Null for a test ping of an account-wide endpoint.
alter table events alter column project_id drop not null;
alter table events add column sequence bigint;
-- Null until its deliveries are created.
alter table events add column fanned_out_at timestamptz;
update events e set sequence = n.number, fanned_out_at = e.created_at
  from (select id, row_number() over (partition by project_id order by id) as number from events) n where n.id = e.id;
insert into event_sequences (project_id, last_sequence) select project_id, max(sequence) from events group by project_id;
create unique index events_in_order on events (project_id, sequence) where sequence is not null;
-- For lists of some kinds of events.
create index events_in_order_by_name on events (project_id, event, sequence) where sequence is not null;
create index events_to_fan_out on events (id) where fanned_out_at is null;

create table webhook_endpoints (
  id uuid primary key,
  -- The creator. Without a project, the endpoint receives events of all projects whose webhooks the creator may read.
  user_id uuid not null references users on delete cascade,
  project_id uuid references projects on delete cascade,
  url text not null,
  description text,
  events text[] not null check (cardinality(events) > 0),
  active boolean not null default true,
  -- Encrypted like credentials. The previous secret also signs until it expires.
  secret bytea not null,
  secret_key_id text not null,
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamptz,
  health_status text not null default 'healthy' check (health_status in ('healthy', 'unhealthy', 'auto_disabled')),
  -- Failed attempts in a row, over all deliveries.
  consecutive_failures integer not null default 0,
  -- Deliveries that failed permanently.
  failure_count integer not null default 0,
  -- An attempt that started earlier belongs to the same outage and is not counted again.
  last_failure_at timestamptz,
  -- After failures, nothing is sent before this time.
  paused_until timestamptz,
  -- Deliveries are deleted when they expire, not with their endpoint: there may be millions.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (deleted_at is null or not active)
);
create index webhook_endpoints_of_user on webhook_endpoints (user_id, id desc);
create index webhook_endpoints_of_project on webhook_endpoints (project_id, id desc) where project_id is not null;
alter table webhook_endpoints enable row level security;

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null references events on delete cascade,
  event text not null,
  status text not null default 'pending'
    check (status in ('pending', 'in_flight', 'succeeded', 'failed', 'permanent_failure')),
  attempt_count integer not null default 0,
  -- When a worker may check it next: its time, a retry or the end of a lease. Null when finished.
  next_attempt_at timestamptz,
  -- Grows with each claim; later writes must match it.
  fence integer not null default 0,
  last_status_code integer,
  last_error text,
  -- Stays true when the original delivery is deleted.
  is_replay boolean not null default false,
  replay_of uuid references webhook_deliveries on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One delivery per event and endpoint, however often fan-out runs.
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, event_id) where not is_replay;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (endpoint_id, status, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id, endpoint_id, id desc);
create index webhook_deliveries_replays on webhook_deliveries (replay_of) where replay_of is not null;
alter table webhook_deliveries enable row level security;

create table webhook_attempts (
  id uuid primary key,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Without signatures.
  request_headers jsonb not null,
  -- Null if there was no response; `error` says why.
  status_code integer,
  error text,
  -- The first 64 KiB, as text.
  response_body text,
  is_response_cut boolean not null default false
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, number);
alter table webhook_attempts enable row level security;

create table webhook_alerts (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  kind text not null check (kind in ('unhealthy', 'auto_disabled')),
  message text not null,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_alerts_endpoint on webhook_alerts (endpoint_id, id desc);
alter table webhook_alerts enable row level security;
