-- Links for clients without an account to look at stories and decide on them. Only the hash of the token is stored.
create table review_links (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  created_by uuid references users on delete set null,
  token_hash bytea not null unique,
  -- What the client sees as the heading.
  name text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_opened_at timestamptz,
  created_at timestamptz not null default now()
);
create index review_links_project on review_links (project_id, id);
create index review_links_creator on review_links (created_by);
alter table review_links enable row level security;

create table review_link_stories (
  review_link_id uuid not null references review_links on delete cascade,
  story_id uuid not null references stories on delete cascade,
  primary key (review_link_id, story_id)
);
create index review_link_stories_story on review_link_stories (story_id);
alter table review_link_stories enable row level security;

-- The latest state of the client review: state, reviewer_name, note, decided_at, content_hash, is_outdated. Null: never
-- sent to a client.
alter table stories add column client_review jsonb;

create table story_comments (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  story_id uuid not null references stories on delete cascade,
  -- Clients with a review link see only `client` comments.
  audience text not null check (audience in ('team', 'client')),
  -- Null for clients and deleted users.
  user_id uuid references users on delete set null,
  review_link_id uuid references review_links on delete set null,
  -- The name that a client entered.
  reviewer_name text,
  -- Plain text. Mentions are written as <@user id>.
  body text not null,
  mentions uuid[] not null default '{}',
  edited_at timestamptz,
  created_at timestamptz not null default now()
);
create index story_comments_story on story_comments (story_id, id);
create index story_comments_project on story_comments (project_id);
create index story_comments_user on story_comments (user_id);
create index story_comments_link on story_comments (review_link_id, created_at);
alter table story_comments enable row level security;

-- Notifications that are for some members only, one row per recipient.
create table member_notices (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  kind text not null,
  story_id uuid not null references stories on delete cascade,
  -- Deleted with its comment.
  comment_id uuid references story_comments on delete cascade,
  -- The person who caused it.
  person_name text not null,
  code text not null,
  message text not null,
  created_at timestamptz not null default now(),
  foreign key (project_id, user_id) references project_members on delete cascade
);
create index member_notices_recipient on member_notices (project_id, user_id, id desc);
create index member_notices_story on member_notices (story_id);
create index member_notices_comment on member_notices (comment_id);
create index member_notices_recent on member_notices (created_at);
alter table member_notices enable row level security;

-- Members who have a story open in the composer. Renewed every few seconds.
create table story_editors (
  story_id uuid not null references stories on delete cascade,
  user_id uuid not null references users on delete cascade,
  project_id uuid not null references projects on delete cascade,
  expires_at timestamptz not null,
  primary key (story_id, user_id)
);
create index story_editors_user on story_editors (user_id);
create index story_editors_project on story_editors (project_id);
create index story_editors_expired on story_editors (expires_at);
alter table story_editors enable row level security;

-- The timeline entries of a project that its activity shows, newest first.
create index timeline_entries_activity on timeline_entries (project_id, created_at desc, id desc)
  where kind in ('created', 'edited', 'scheduled', 'publish_requested', 'cancelled', 'archived', 'retried', 'approved',
    'rejected', 'rescheduled', 'drafted', 'left_out', 'resynced', 'pinned', 'unpinned', 'recurring_draft',
    'automation_draft', 'first_comment_retried', 'commented', 'client_approved', 'client_changes', 'client_commented',
    'review_requested');
