-- Invitations: a link for one email address. Only the hash of its token is stored.
create table invitations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  email text not null,
  -- Ownership can only be given to a member.
  role text not null check (role in ('admin', 'editor', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
-- At most one open invitation per address, so that no forgotten link stays valid.
create unique index invitations_open on invitations (project_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_by_project on invitations (project_id, id desc);
create index invitations_by_inviter on invitations (invited_by) where accepted_at is null and revoked_at is null;
create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;
alter table invitations enable row level security;

-- How a user wants to see dates. Null: as set in the browser.
alter table users
  add column date_locale text,
  add column hour_cycle text check (hour_cycle in ('h12', 'h23'));
