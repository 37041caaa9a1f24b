-- Null: the user has not confirmed this address.
alter table users add column email_confirmed_at timestamptz;

-- One-time links sent by mail. Only the SHA-256 of the token is stored.
create table account_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'confirm_email', 'change_email')),
  -- Where the link was sent. For change_email: the new address.
  email text not null,
  token_hash bytea not null unique,
  -- Confirming the address also accepts this invitation.
  invitation_id uuid references invitations on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- One live link per user and purpose: a new one replaces the previous one.
create unique index account_links_live on account_links (user_id, purpose) where used_at is null;
create index account_links_expiry on account_links (expires_at);
alter table account_links enable row level security;
