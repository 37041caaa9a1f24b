-- When the network was seen to take the credentials as they came in; null where they were only handed over.
alter table social_connections add column tried_at timestamptz;
