-- The queue by status, and posts by time range. Both are listed on every screen.
create index queue_items_by_status on queue_items (project_id, status, id desc);
create index queue_items_by_time on queue_items (project_id, scheduled_at, id);
