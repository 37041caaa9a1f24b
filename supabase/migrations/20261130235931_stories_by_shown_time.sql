-- The story list is sorted by the time it shows: when a story was or will be published, else its last change.
-- The expression is the one of lib/stories/reading/list-rows.ts; the planner compares them.
create index stories_by_shown_time on stories (
  project_id,
  (case when status = 'scheduled' and scheduled_at is not null then scheduled_at
    when published_at is not null then published_at
    when status = 'draft' then updated_at else coalesce(scheduled_at, updated_at) end) desc,
  id desc
);
