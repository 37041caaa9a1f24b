-- Connect requests in progress. A row lives for minutes, and its secrets are useless afterwards.
create table consents (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  channel text not null,
  -- SHA-256 of the state that the network returns, so that a copy of this table cannot finish a consent.
  state_hash bytea not null unique,
  redirect_uri text not null,
  return_to text not null,
  -- The connection to renew; null if any account is accepted.
  connection_id uuid references social_connections on delete set null,
  -- A PKCE verifier or an OAuth 1.0a token secret; later the accounts to choose from, with their credentials.
  secret bytea,
  choices bytea,
  key_id text,
  status text not null default 'started' check (status in ('started', 'returned', 'choosing', 'connected', 'failed')),
  failure jsonb,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index consents_age on consents (expires_at);
alter table consents enable row level security;
