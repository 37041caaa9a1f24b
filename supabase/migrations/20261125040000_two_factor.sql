-- Two-factor sign-in with time-based codes (RFC 6238).
create table user_two_factor (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted with AES-256-GCM; `secret_key_id` names the key.
  secret bytea not null,
  secret_key_id text not null,
  -- Null until the first code confirms that the app has the secret.
  enabled_at timestamptz,
  -- Newest time step whose code was accepted. Codes of this step and earlier ones are refused as replays.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table user_two_factor enable row level security;

create table user_recovery_codes (
  user_id uuid not null references user_two_factor on delete cascade,
  -- SHA-256. A code has 80 random bits, so no salt is needed.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table user_recovery_codes enable row level security;

-- Between the first and the second step of a sign-in. Gives no access without a code.
create table sign_in_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the value in the browser's cookie.
  token_hash bytea not null unique,
  -- Codes tried. A challenge ends after a few.
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
alter table sign_in_challenges enable row level security;
