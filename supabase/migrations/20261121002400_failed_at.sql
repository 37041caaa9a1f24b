-- When a row failed. Later changes of the row keep it; health counts the failures of a day.
alter table queue_items add column failed_at timestamptz;
update queue_items set failed_at = updated_at where status = 'failed';
create index queue_items_failed_at on queue_items (project_id, channel, failed_at desc) where status = 'failed';
drop index queue_items_failed;
