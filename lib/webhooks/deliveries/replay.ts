import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, WebhookDeliveries } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

type DeliveryRow = Selectable<WebhookDeliveries>

/** Sends an event to its endpoint again, as a new delivery that is due now. Receivers see the same event id. */
export async function replayOne(
  tx: Transaction<DB>,
  { id, endpoint_id, event_id, event }: Pick<DeliveryRow, 'id' | 'endpoint_id' | 'event_id' | 'event'>,
): Promise<DeliveryRow> {
  return tx
    .insertInto('webhook_deliveries')
    .values({
      id: newId(),
      endpoint_id,
      event_id,
      event,
      is_replay: true,
      replay_of: id,
      next_attempt_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ReplayRange = { since: Date; until: Date; statuses: readonly string[]; maxEvents?: number }

/** More events match than `maxReplays`. Nothing was created. */
export class TooManyEvents extends Error {
  override name = 'TooManyEvents'
}

/**
 * Replays every event that has a delivery in the range (`since` included, `until` not) and whose newest delivery has one
 * of `statuses`. Creates one delivery per event. Only the newest delivery counts, so events that arrived since are
 * skipped, and a second request does not send an event again while its replay is pending. Skips test pings.
 *
 * @returns the ids of the new deliveries, oldest event first
 * @throws TooManyEvents when more than `maxEvents` match
 */
export async function replayRange(
  tx: Transaction<DB>,
  endpointId: string,
  { since, until, statuses, maxEvents }: ReplayRange,
): Promise<{ count: number; ids: string[] }> {
  // Serializes range replays of an endpoint. Two at once would send the same events twice.
  await sql`select from webhook_endpoints where id = ${endpointId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: string; event_id: string; event: string }>`
    select newest.id, newest.event_id, newest.event from (
      select distinct event_id from webhook_deliveries
      where endpoint_id = ${endpointId} and created_at >= ${since} and created_at < ${until}
    ) known
    cross join lateral (
      select id, event_id, event, status from webhook_deliveries d
      where d.event_id = known.event_id and d.endpoint_id = ${endpointId}
      order by id desc limit 1
    ) newest
    where newest.status = any(${[...statuses]}) and newest.event <> 'test.ping'
    order by newest.event_id limit ${maxEvents === undefined ? null : maxEvents + 1}`.execute(tx)
  if (maxEvents !== undefined && rows.length > maxEvents)
    throw new TooManyEvents(`More than ${maxEvents} events match.`)
  const ids = rows.map(() => newId())
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event, is_replay, replay_of, next_attempt_at)
    select g.id, ${endpointId}, g.event_id, g.event, true, g.replay_of, now()
    from unnest(${ids}::uuid[], ${rows.map(({ event_id }) => event_id)}::uuid[], ${rows.map(({ event }) => event)}::text[],
      ${rows.map(({ id }) => id)}::uuid[]) as g (id, event_id, event, replay_of)`.execute(tx)
  return { count: ids.length, ids }
}
