-- Title and image of web pages, for the card that networks show below a post. Kept for a day, per project.
create table link_previews (
  project_id uuid not null references projects on delete cascade,
  -- SHA-256 of the address: an index entry has no room for an address of any length.
  url_hash bytea not null,
  domain text not null,
  title text,
  description text,
  site_name text,
  image_url text,
  -- Why the page could not be read.
  error text,
  fetched_at timestamptz not null,
  primary key (project_id, url_hash)
);
create index link_previews_age on link_previews (fetched_at);
alter table link_previews enable row level security;
