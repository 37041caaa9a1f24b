-- Signed-in browsers. The session cookie carries the id; every request checks that its row is live.
create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- Written at most once a minute.
  last_seen_at timestamptz not null default now(),
  -- 30 days after sign-in. Never extended.
  expires_at timestamptz not null,
  user_agent text,
  -- Where the last request came from, as of `last_seen_at`.
  address text,
  ended_at timestamptz
);
create index user_sessions_by_user on user_sessions (user_id, id desc) where ended_at is null;
create index user_sessions_expiry on user_sessions (expires_at);
alter table user_sessions enable row level security;

-- The earliest time at which the next sign-in attempt of this subject is processed.
alter table sign_in_attempts add column next_attempt_at timestamptz;
