-- A test ping is tried once: it ends `succeeded` or `failed` and never has a next attempt.
update webhook_deliveries set status = 'failed', next_attempt_at = null
  where event = 'test.ping' and status = 'permanent_failure';
-- No worker takes a ping that its sender left behind.
update webhook_deliveries set status = case when status = 'in_flight' then status else 'failed' end, next_attempt_at = null
  where event = 'test.ping' and next_attempt_at is not null;
-- Finds pings whose sender died.
create index webhook_pings_in_flight on webhook_deliveries (updated_at) where event = 'test.ping' and status = 'in_flight';
