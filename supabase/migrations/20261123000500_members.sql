-- People come into a project by a link that is made for one e-mail address. The link holds the token; here stands its hash.
create table invitations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  email text not null,
  -- Ownership is handed to somebody who is there.
  role text not null check (role in ('admin', 'editor', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
-- One that waits, for one address: a second link would be a second way in that nobody thinks of.
create unique index invitations_open on invitations (project_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_by_project on invitations (project_id, id desc);
create index invitations_by_inviter on invitations (invited_by) where accepted_at is null and revoked_at is null;
create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;
alter table invitations enable row level security;

-- How a person reads dates. Null: as their browser says.
alter table users
  add column date_locale text,
  add column hour_cycle text check (hour_cycle in ('h12', 'h23'));
