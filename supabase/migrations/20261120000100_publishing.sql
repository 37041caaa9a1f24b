-- Rows in progress. The claim counts them, to limit how many a connection has at once.
create index queue_items_leased on queue_items (lease_until) where status = 'approved' and lease_until is not null;

-- One post of a network belongs to one row: two rows with the same text cannot both adopt it.
create unique index queue_items_one_per_post on queue_items (connection_id, external_id) where external_id is not null;
drop index queue_items_external;

-- Rows with an unknown outcome. There are few, and each is compared with the others of its connection.
create index queue_items_sending on queue_items (project_id, channel) where status = 'approved' and progress ? 'sending';
