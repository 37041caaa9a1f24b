-- What is known of a connection's refreshes without opening what it is sealed with.
alter table social_connections
  -- With what the network renews the access: null until somebody looked.
  add column renews_with text check (renews_with in ('access_token', 'refresh_token', 'nothing')),
  -- Not before this time again, after a refresh that failed and may yet succeed.
  add column refresh_retry_at timestamptz,
  -- The network refused for good, and the access lives on until its end: only a person can renew it.
  add column refresh_refused_at timestamptz;
create index social_connections_refreshing on social_connections (refresh_lease_until) where refresh_lease_until is not null;
