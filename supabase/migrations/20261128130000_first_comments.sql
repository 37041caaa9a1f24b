-- Comments that accounts write below their own posts, once the post is public. Inserted when the post is settled.
create table first_comments (
  queue_item_id uuid primary key references queue_items on delete cascade,
  story_id uuid not null references stories on delete cascade,
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  -- The account that published the post.
  account_id text not null,
  -- The post, or the last part of a thread, at the network.
  parent_id text not null,
  post_url text not null,
  body text not null,
  -- `sending`: the intent is committed and the result is not known.
  status text not null default 'pending' check (status in ('pending', 'sending', 'posted', 'failed')),
  -- Results of finished steps, by name.
  done jsonb not null default '{}',
  -- When the network was called last, and for the first time since a call with a known result.
  sent_at timestamptz,
  first_sent_at timestamptz,
  -- Lookups that did not find the comment, and sends that turned out to be lost.
  looks integer not null default 0,
  lost_sends integer not null default 0,
  is_duplicate_refused boolean not null default false,
  -- Retries end an hour after this time.
  due_since timestamptz not null default now(),
  attempt_count integer not null default 0,
  claims integer not null default 0,
  fence bigint not null default 0,
  lease_until timestamptz,
  -- Null once posted or failed.
  next_attempt_at timestamptz,
  external_id text,
  url text,
  error_code text,
  error text,
  posted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index first_comments_due on first_comments (next_attempt_at) where next_attempt_at is not null;
create index first_comments_story on first_comments (story_id);
alter table first_comments enable row level security;
