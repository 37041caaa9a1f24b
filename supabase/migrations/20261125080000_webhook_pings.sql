-- A test ping is tried once: it ends as `succeeded` or `failed` and has no next attempt.
update webhook_deliveries set status = 'failed', next_attempt_at = null
  where event = 'test.ping' and status = 'permanent_failure';
-- Workers do not claim test pings.
update webhook_deliveries set status = case when status = 'in_flight' then status else 'failed' end, next_attempt_at = null
  where event = 'test.ping' and next_attempt_at is not null;
-- Finds pings whose sender died.
create index webhook_pings_in_flight on webhook_deliveries (updated_at) where event = 'test.ping' and status = 'in_flight';
