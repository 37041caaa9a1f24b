-- A comment that needs no more attention. Any member can mark it, and open it again.
alter table story_comments
  add column resolved_at timestamptz,
  add column resolved_by uuid references users on delete set null;
create index story_comments_resolved_by on story_comments (resolved_by) where resolved_by is not null;
