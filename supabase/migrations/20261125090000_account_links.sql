-- Null: nobody has shown that they receive mail at this address.
alter table users add column email_confirmed_at timestamptz;

-- One-time links that are mailed to people. Only the SHA-256 of a link's token is stored.
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
-- One live link per person and purpose: a new one replaces the one before.
create unique index account_links_live on account_links (user_id, purpose) where used_at is null;
create index account_links_expiry on account_links (expires_at);
alter table account_links enable row level security;
