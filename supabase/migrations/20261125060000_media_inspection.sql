-- When the files of a scheduled row are looked at next (job `inspect-media`); null when nothing is left to look at.
-- New and changed rows are due at once, which covers files that could not be inspected within their request.
alter table queue_items add column media_due_at timestamptz default now();
create index queue_items_media_due on queue_items (media_due_at)
  where media_due_at is not null and status in ('approved', 'pending');

-- Notifications are made from these lines, newest first.
create index timeline_entries_media_problems on timeline_entries (project_id, id desc) where kind = 'media_problem';
