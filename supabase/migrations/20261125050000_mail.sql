-- E-mails to send. A row is written in the transaction that causes the mail; the job `send-mail` sends it.
create table outgoing_mails (
  id uuid primary key,
  -- Null for recipients without an account, and for notices that must outlive the account.
  user_id uuid references users on delete cascade,
  recipient text not null,
  kind text not null,
  -- What the mail is about. A key is used for one mail only.
  dedupe_key text unique,
  -- Subject and blocks as JSON, encrypted because they can hold a sign-in link. Erased once the mail is settled.
  content bytea,
  content_key_id text,
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'failed', 'expired', 'cancelled', 'unknown')),
  attempt_count int not null default 0,
  -- Grows with each claim. A worker that lost its claim writes nothing.
  fence int not null default 0,
  -- Pending: when to try. Sending: when the lease ends. Null: settled.
  next_attempt_at timestamptz default now(),
  -- Set just before the message goes to the server. A row that is found like this after a crash is not sent again.
  data_started_at timestamptz,
  -- Not sent after this time, for links that expire.
  expires_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((next_attempt_at is null) = (status not in ('pending', 'sending'))),
  check ((content is null) = (next_attempt_at is null))
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at) where next_attempt_at is not null;
create index outgoing_mails_by_user on outgoing_mails (user_id) where user_id is not null;
create index outgoing_mails_settled on outgoing_mails (settled_at) where settled_at is not null;
alter table outgoing_mails enable row level security;

-- Kinds of mail that a user turned off, on the account page or with the unsubscribe link.
create table mail_opt_outs (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, kind)
);
alter table mail_opt_outs enable row level security;
