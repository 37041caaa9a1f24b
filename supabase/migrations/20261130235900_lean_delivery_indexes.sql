-- Each delivery is written three times, by fan-out, claim and result, and each write adds an entry to every index.
-- Blocks writes to webhook_deliveries while the index is built, about a second per million rows, and reads for the moment of the drops.
-- A worker of the version before logs `webhooks.poll_failed` instead of fanning out until it is replaced. Its events wait.

-- One index for what two did: one delivery per event and endpoint, except replays, and all deliveries of an event.
create unique index webhook_deliveries_of_event
  on webhook_deliveries (event_id, endpoint_id, (case when is_replay then id end)) nulls not distinct;
drop index webhook_deliveries_once;
drop index webhook_deliveries_event;
-- Lists of all deliveries merge one range of webhook_deliveries_by_status per status.
drop index webhook_deliveries_newest;
