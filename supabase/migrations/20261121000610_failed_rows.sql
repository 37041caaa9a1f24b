-- The newest failed post of each channel, and how many there were in a day: asked on every look at a connection's health.
create index queue_items_failed on queue_items (project_id, channel, updated_at desc) where status = 'failed';
