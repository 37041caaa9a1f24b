-- When the network first accepted the credentials; null if they were never used.
alter table social_connections add column tried_at timestamptz;
