-- Responses with a secret (a token, a signing secret, an upload URL) are encrypted with AES-256-GCM; `response_key_id`
-- names the key. `access` lists the permissions that the request needed: they are checked again before a stored response
-- is returned.
alter table idempotency_keys
  add column response_sealed bytea,
  add column response_key_id text,
  add column access jsonb not null default '[]';
