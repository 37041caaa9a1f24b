-- Links that count who follows them, and the counts.

-- `code` is derived from story, channel and slide, so that a preview knows it before anything is stored.
create table tracked_links (
  code text primary key,
  project_id uuid not null references projects on delete cascade,
  story_id uuid not null references stories on delete cascade,
  channel text not null,
  -- The slide whose own link it is; null for the link of the post.
  slide_index smallint,
  -- With its tracking values; http or https. Follows every edit until the post is public.
  destination text not null check (destination ~* '^https?://'),
  created_at timestamptz not null default now(),
  -- Upserts go by this, so that two links of one code are an error and never lead a reader astray.
  unique nulls not distinct (story_id, channel, slide_index)
);

-- Counts by day (UTC), so that reading millions of clicks costs a row a day.
create table link_click_days (
  code text not null references tracked_links on delete cascade,
  day date not null,
  clicks bigint not null,
  -- Further requests of one client within the minute, and requests of programs: known of, and no clicks.
  repeats bigint not null,
  bots bigint not null,
  primary key (code, day)
) with (fillfactor = 50);

-- Who clicked in the last minutes, to know a repeat. No address: a hash under the day's salt. Unlogged: losing it in a
-- crash counts at most a minute's repeats, and a click costs one flush of the log less.
create unlogged table link_clicks (
  code text not null,
  client bytea not null,
  clicked_at timestamptz not null,
  primary key (code, client)
) with (fillfactor = 50);
create index link_clicks_age on link_clicks (clicked_at);

create table click_salts (
  day date primary key,
  salt bytea not null
);

alter table tracked_links enable row level security;
alter table link_click_days enable row level security;
alter table link_clicks enable row level security;
alter table click_salts enable row level security;
