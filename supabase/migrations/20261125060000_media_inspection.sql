-- When the files of a scheduled row are checked next (job `inspect-media`); null when finished.
-- New and changed rows are due at once, so files that could not be checked within their request are checked soon.
alter table queue_items add column media_due_at timestamptz default now();
create index queue_items_media_due on queue_items (media_due_at)
  where media_due_at is not null and status in ('approved', 'pending');

-- Notifications are made from these rows, newest first.
create index timeline_entries_media_problems on timeline_entries (project_id, id desc) where kind = 'media_problem';
