-- Answers that hold a secret (a token, a signing secret, an upload address) are kept encrypted with AES-256-GCM;
-- `response_key_id` names the key that opens them. `access` lists the rights the request needed: they are checked
-- again before a kept answer is given.
alter table idempotency_keys
  add column response_sealed bytea,
  add column response_key_id text,
  add column access jsonb not null default '[]';
