-- Hashtags that are often used together, to insert them into a story.
create table hashtag_sets (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  -- Each starts with #, in the order of the author.
  tags text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index hashtag_sets_name on hashtag_sets (project_id, lower(name));
alter table hashtag_sets enable row level security;
