-- Data sources of a project: RSS and Atom feeds, JSON and CSV files. A job reads them every 15 minutes.
create table connectors (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('rss', 'json', 'csv')),
  url text not null,
  -- Where the list of items is in a JSON document. Null finds it.
  path text,
  -- The field that identifies an item. Null uses its id, link or contents.
  key_field text,
  -- Request headers, encrypted: they may hold credentials.
  headers bytea,
  key_id text,
  -- Gone: the source answered 410 and is not read any more.
  status text not null default 'ok' check (status in ('ok', 'failing', 'gone')),
  last_error text,
  -- Failed checks in a row.
  failure_count integer not null default 0,
  -- The permanent address that the source redirects to. Not followed.
  moved_to text,
  -- Names of the fields in the last reading.
  fields text[] not null default '{}',
  etag text,
  last_modified text,
  -- SHA-256 of the last body, for sources without ETag.
  body_hash bytea,
  -- What the source asks for, 15 minutes to 24 hours.
  interval_seconds integer not null default 900,
  last_checked_at timestamptz,
  -- When a body was last parsed. An unchanged source is checked but not read.
  last_read_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((headers is null) = (key_id is null))
);
create index connectors_project on connectors (project_id, id desc);
create index connectors_due on connectors (next_check_at) where next_check_at is not null;
create index connectors_key on connectors (key_id) where key_id is not null;
alter table connectors enable row level security;

create table connector_items (
  -- UUID v7. Items of one check are in order of publication.
  id uuid primary key,
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  item_key text not null,
  -- Field name to text.
  fields jsonb not null,
  published_at timestamptz,
  -- Was in the source when the connector was saved, or when its address changed: known, but not new.
  is_first_poll boolean not null,
  created_at timestamptz not null default now(),
  -- At most a day behind the last reading that had the item.
  last_seen_at timestamptz not null default now(),
  unique (connector_id, item_key)
);
create index connector_items_list on connector_items (connector_id, id desc);
create index connector_items_new on connector_items (connector_id, id) where not is_first_poll;
create index connector_items_seen on connector_items (connector_id, last_seen_at);
create index connector_items_project on connector_items (project_id);
alter table connector_items enable row level security;
