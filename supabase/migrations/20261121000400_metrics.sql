-- Metrics of posts, and when to read them.

-- The latest value of each metric of a post. Narrow and separate from queue_items: it is summed over whole projects and
-- updated several times per post.
create table post_metrics (
  queue_item_id uuid primary key references queue_items on delete cascade,
  story_id uuid not null references stories on delete cascade,
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  published_at timestamptz not null,
  -- Null: never reported. 0: measured as zero.
  impressions bigint,
  reach bigint,
  -- As counted by the network. If it counts none, the clicks on our tracked links are used.
  network_clicks bigint,
  tracked_clicks bigint,
  clicks bigint generated always as (coalesce(network_clicks, tracked_clicks)) stored,
  saves bigint,
  shares bigint,
  likes bigint,
  comments bigint,
  engagement bigint generated always as (
    case when likes is null and comments is null and shares is null and saves is null
      and network_clicks is null and tracked_clicks is null then null
    else coalesce(likes, 0) + coalesce(comments, 0) + coalesce(shares, 0) + coalesce(saves, 0)
      + coalesce(network_clicks, tracked_clicks, 0) end) stored,
  -- For the videos of a carousel: [{index, views, reach, saved}].
  children jsonb not null default '[]',
  as_of timestamptz
) with (fillfactor = 80);
create index post_metrics_story on post_metrics (story_id);
create index post_metrics_published on post_metrics (project_id, published_at);

-- One row per time at which a post is read.
create table metric_syncs (
  queue_item_id uuid not null references queue_items on delete cascade,
  kind text not null check (kind in ('initial', '1m', '24h', '72h', '7d')),
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  -- The connection that published it.
  connection_id uuid references social_connections on delete cascade,
  due_at timestamptz not null,
  -- When it may be claimed next: its time, a retry or the end of a lease. Null when finished.
  next_attempt_at timestamptz,
  lease_owner text,
  attempts integer not null default 0,
  is_backfill boolean not null default false,
  last_error text,
  done_at timestamptz,
  -- `read`: the network returned numbers. The others say why not.
  outcome text check (outcome in ('read', 'gone', 'superseded', 'missed')),
  primary key (queue_item_id, kind)
);
create index metric_syncs_due on metric_syncs (connection_id, next_attempt_at) where done_at is null;

-- Each reading, for charts over time.
create table metric_readings (
  id uuid primary key,
  queue_item_id uuid not null references queue_items on delete cascade,
  project_id uuid not null references projects on delete cascade,
  kind text not null,
  impressions bigint,
  reach bigint,
  clicks bigint,
  saves bigint,
  shares bigint,
  likes bigint,
  comments bigint,
  extra jsonb not null default '{}',
  children jsonb not null default '[]',
  taken_at timestamptz not null default now()
);
create index metric_readings_item on metric_readings (queue_item_id, taken_at);

-- Finds posts of the last week whose syncs were never planned.
create index queue_items_published on queue_items (published_at) where status = 'posted';

insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at)
select id, story_id, project_id, channel, published_at from queue_items
where status = 'posted' and published_at is not null;

alter table post_metrics enable row level security;
alter table metric_syncs enable row level security;
alter table metric_readings enable row level security;
