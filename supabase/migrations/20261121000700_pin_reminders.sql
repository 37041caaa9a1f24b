-- Pins that a user must set or remove by hand. They are few, and the dashboard reads them often.
create index queue_items_pins on queue_items (project_id, id desc) where data_snapshot ? 'pin';
