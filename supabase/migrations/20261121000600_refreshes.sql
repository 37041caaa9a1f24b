-- State of token refreshes that can be read without decrypting credentials.
alter table social_connections
  -- How the network renews the token; null until first checked.
  add column renews_with text check (renews_with in ('access_token', 'refresh_token', 'nothing')),
  -- No refresh before this time, after one failed temporarily.
  add column refresh_retry_at timestamptz,
  -- The network refused for good. The token works until it expires; a user must reconnect.
  add column refresh_refused_at timestamptz;
create index social_connections_refreshing on social_connections (refresh_lease_until) where refresh_lease_until is not null;
