-- The queue by status, and what goes out in a range of time: both are listed on every screen.
create index queue_items_by_status on queue_items (project_id, status, id desc);
create index queue_items_by_time on queue_items (project_id, scheduled_at, id);
