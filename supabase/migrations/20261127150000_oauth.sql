-- Apps that ask for access with OAuth 2.1: registered by a user, registered by themselves (RFC 7591), or described by a
-- document at their client id.
create table oauth_clients (
  id uuid primary key,
  kind text not null check (kind in ('app', 'dynamic', 'document')),
  -- The owner of a registered app.
  user_id uuid references users on delete cascade,
  -- The client id of a described app. The id of the row for all others.
  document_url text unique,
  -- When the document must be fetched again.
  document_expires_at timestamptz,
  name text not null,
  website_url text,
  redirect_uris text[] not null,
  -- SHA-256. Null: a public client, which cannot keep a secret.
  secret_hash bytea,
  secret_hint text,
  -- The last consent or token. Unused clients without an owner are deleted.
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'app') = (user_id is not null)),
  check ((kind = 'document') = (document_url is not null)),
  check ((kind = 'document') = (document_expires_at is not null)),
  check ((secret_hash is null) = (secret_hint is null))
);
create index oauth_clients_user on oauth_clients (user_id, id desc) where user_id is not null;
create index oauth_clients_unused on oauth_clients (last_used_at) where user_id is null;
alter table oauth_clients enable row level security;

-- One consent. Its refresh tokens are one family: each replaces the one before.
create table oauth_grants (
  id uuid primary key,
  client_id uuid not null references oauth_clients on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Null: all projects of the user.
  project_id uuid references projects on delete cascade,
  scopes text[] not null,
  -- Null until the code is exchanged.
  activated_at timestamptz,
  refreshed_at timestamptz,
  -- Of the code, later of the newest refresh token.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('user', 'client', 'code_reused', 'refresh_token_reused')),
  created_at timestamptz not null default now(),
  check ((revoked_at is null) = (revoked_because is null))
);
create index oauth_grants_user on oauth_grants (user_id, id desc);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_project on oauth_grants (project_id) where project_id is not null;
create index oauth_grants_expiry on oauth_grants (expires_at);
alter table oauth_grants enable row level security;

create table oauth_codes (
  code_hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  redirect_uri text not null,
  -- PKCE with S256 (RFC 7636).
  code_challenge text not null,
  expires_at timestamptz not null,
  -- A second use ends the grant.
  used_at timestamptz
);
create index oauth_codes_grant on oauth_codes (grant_id);
alter table oauth_codes enable row level security;

create table oauth_refresh_tokens (
  token_hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  expires_at timestamptz not null,
  -- Set with the successor. A later use ends the grant.
  used_at timestamptz,
  successor_hash bytea,
  -- The response with the successor, encrypted with a key made from this token. Repeated for a few seconds, for clients
  -- that lost it.
  sealed_answer bytea,
  check ((used_at is null) = (successor_hash is null))
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);
alter table oauth_refresh_tokens enable row level security;

-- Access tokens of a grant. Null: created by hand.
alter table api_tokens add column grant_id uuid references oauth_grants on delete cascade;
create index api_tokens_grant on api_tokens (grant_id, expires_at) where grant_id is not null;
