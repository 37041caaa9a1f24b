-- Token refresh and health of connections.
alter table social_connections
  add column scopes text[],
  -- When the refresh token expires; null if it never expires or there is none.
  add column refresh_expires_at timestamptz,
  add column last_refresh_ok boolean,
  add column last_refresh_error text,
  add column refresh_failed_count integer not null default 0,
  -- Only one refresh runs at a time: the worker that runs it, and the end of its lease.
  add column refresh_started_at timestamptz,
  add column refresh_lease_until timestamptz,
  -- The smallest of 30, 7 and 1 days for which the project was warned since the last connect or refresh.
  add column notified_at_tier integer check (notified_at_tier in (30, 7, 1)),
  add column expiring_soon_notified_at timestamptz,
  add column broken_notified_at timestamptz;
create index social_connections_expiring on social_connections (expires_at)
  where disconnected_at is null and expires_at is not null;

-- Each refresh and each reading of metrics, with its result. Health and the circuit breaker are computed from them.
create table connection_checks (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  connection_id uuid not null references social_connections on delete cascade,
  channel text not null,
  kind text not null check (kind in ('sync', 'refresh')),
  is_ok boolean not null,
  is_auth_failure boolean not null default false,
  code text,
  message text,
  created_at timestamptz not null default now()
);
create index connection_checks_newest on connection_checks (connection_id, kind, created_at desc);
create index connection_checks_age on connection_checks (created_at);
alter table connection_checks enable row level security;
