-- Pins that a person has to set or take off by hand are few among all posts, and the dashboard asks for them at each look.
create index queue_items_pins on queue_items (project_id, id desc) where data_snapshot ? 'pin';
