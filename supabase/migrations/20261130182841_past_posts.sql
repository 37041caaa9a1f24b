-- Posts of connected accounts that were published elsewhere, imported for analytics.
alter table stories add column origin text not null default 'storycast' check (origin in ('storycast', 'imported'));
create index stories_imported on stories (project_id, id) where origin = 'imported';

-- Imported posts never count for moments: they are not news.
alter table post_metrics add column is_imported boolean not null default false;

-- One run per account that reads its past posts page by page.
create table past_imports (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  connection_id uuid not null references social_connections on delete cascade,
  channel text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Older posts are not read.
  since timestamptz not null,
  -- At most this many are read.
  posts_max int not null,
  -- Position of the next page at the network.
  cursor text,
  read_count int not null default 0,
  imported_count int not null default 0,
  -- Published by Storycast, or imported before.
  known_count int not null default 0,
  -- For people: why it failed, or what it waits for.
  message text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_owner text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index past_imports_running on past_imports (connection_id) where state = 'running';
create index past_imports_due on past_imports (next_attempt_at) where state = 'running';
create index past_imports_project on past_imports (project_id, id desc);
create index past_imports_connection on past_imports (connection_id, id desc);
alter table past_imports enable row level security;

-- Media URLs of networks expire, so a thumbnail of the first image is kept as long as the imported post.
create table imported_thumbnails (
  story_id uuid primary key references stories on delete cascade,
  project_id uuid not null references projects on delete cascade,
  url text not null,
  url_hash bytea not null,
  -- The rendition. Null until it is made.
  path text,
  tries int not null default 0,
  next_try_at timestamptz not null default now()
);
create index imported_thumbnails_url on imported_thumbnails (project_id, url_hash);
create index imported_thumbnails_path on imported_thumbnails (path);
create index imported_thumbnails_due on imported_thumbnails (next_try_at) where path is null and tries < 3;
alter table imported_thumbnails enable row level security;
