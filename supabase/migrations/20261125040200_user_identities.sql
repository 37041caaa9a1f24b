-- Accounts at GitHub and Google that sign a user in.
create table user_identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('github', 'google')),
  provider_account_id text not null,
  -- E-mail at the provider, to tell identities apart in the list.
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (provider, provider_account_id)
);
create index user_identities_user on user_identities (user_id);
alter table user_identities enable row level security;
