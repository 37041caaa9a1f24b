-- When the gap filler last began to read the account.
alter table inbox_accounts add column checked_at timestamptz not null default now();
