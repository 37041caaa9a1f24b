-- Tracked links and their clicks.

-- `code` is derived from story, channel and slide, so that previews know it before anything is stored.
create table tracked_links (
  code text primary key,
  project_id uuid not null references projects on delete cascade,
  story_id uuid not null references stories on delete cascade,
  channel text not null,
  -- The slide that the link belongs to; null for the link of the post.
  slide_index smallint,
  -- With its tracking values; http or https. Changes with each edit until the post is public.
  destination text not null check (destination ~* '^https?://'),
  created_at timestamptz not null default now(),
  -- Target of upserts. Two links with the same code are an error, so no reader gets the wrong page.
  unique nulls not distinct (story_id, channel, slide_index)
);

-- Clicks by day (UTC): millions of clicks are one row per day.
create table link_click_days (
  code text not null references tracked_links on delete cascade,
  day date not null,
  clicks bigint not null,
  -- Repeated requests of a client within a minute, and requests of bots. Not counted as clicks.
  repeats bigint not null,
  bots bigint not null,
  primary key (code, day)
) with (fillfactor = 50);

-- Clients of the last minutes, to recognize repeats. Stores no address, only a hash with the salt of the day. Unlogged:
-- a crash counts at most a minute's repeats, and a click needs one WAL flush less.
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
