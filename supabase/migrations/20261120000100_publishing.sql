-- Rows under way, counted by the claim so that no connection has too many at a time.
create index queue_items_leased on queue_items (lease_until) where status = 'approved' and lease_until is not null;

-- One post of a network belongs to one row. Two rows with one text can never both adopt it.
create unique index queue_items_one_per_post on queue_items (connection_id, external_id) where external_id is not null;
drop index queue_items_external;

-- Rows whose send is in doubt; few, and looked through by the connection's other rows in doubt.
create index queue_items_sending on queue_items (project_id, channel) where status = 'approved' and progress ? 'sending';
