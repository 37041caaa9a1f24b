-- The newest failed post of each channel and the number of failures in a day, for connection health.
create index queue_items_failed on queue_items (project_id, channel, updated_at desc) where status = 'failed';
