import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { WebhookAttempts, WebhookDeliveries } from '@/lib/db/types.generated'
import { bodyOf, type StoredEvent } from '../sending/envelope'
import { deliveryStatuses } from './contract'

/** Columns that the API shows. `fence` is internal. */
const deliveryColumns = [
  'id',
  'event_id',
  'event',
  'status',
  'attempt_count',
  'next_attempt_at',
  'last_status_code',
  'last_error',
  'replay_of',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WebhookDeliveries)[]
export type DeliveryRow = Pick<Selectable<WebhookDeliveries>, (typeof deliveryColumns)[number]>

const attemptColumns = [
  'number',
  'started_at',
  'duration_ms',
  'request_headers',
  'status_code',
  'error',
  'response_body',
  'is_response_cut',
] as const satisfies readonly (keyof WebhookAttempts)[]
export type AttemptRow = Pick<Selectable<WebhookAttempts>, (typeof attemptColumns)[number]>

const columns = sql.join(deliveryColumns.map((name) => sql.ref(name)))

type Page = { statuses?: readonly string[]; limit: number; after?: string | undefined }

/**
 * The newest deliveries of an endpoint, merged from one query per status, each on its own range of the index. With
 * `status in (…)` the planner would scan every newer row to find a rare status.
 */
function newestOf(endpointId: Expression<string>, { statuses = deliveryStatuses, limit, after }: Page) {
  const older = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id < ${after}`
  const pages = [...new Set(statuses)].map(
    (status) => sql`(
      select ${columns} from webhook_deliveries
      where endpoint_id = ${endpointId} and status = ${status} and ${older} order by id desc limit ${limit})`,
  )
  return sql<DeliveryRow>`select * from (${sql.join(pages, sql` union all `)}) d order by id desc limit ${limit}`
}

/** Newest first. */
export async function listDeliveries(
  db: Database,
  endpointId: string,
  { statuses, limit, after }: { statuses: readonly string[] | undefined; limit: number; after: string | undefined },
): Promise<DeliveryRow[]> {
  const wanted = statuses === undefined || statuses.length === 0 ? deliveryStatuses : statuses
  const { rows } = await newestOf(sql`${endpointId}::uuid`, { statuses: wanted, limit, after }).execute(db)
  return rows
}

/** The newest delivery of each endpoint, by endpoint id. */
export async function findLastDeliveries(
  db: Database,
  endpointIds: readonly string[],
): Promise<Map<string, DeliveryRow>> {
  const { rows } = await sql<DeliveryRow & { endpoint_id: string }>`
    select e.id as endpoint_id, newest.* from unnest(${[...endpointIds]}::uuid[]) as e (id)
    cross join lateral (${newestOf(sql.ref('e.id'), { limit: 1 })}) newest`.execute(db)
  return new Map(rows.map(({ endpoint_id, ...row }) => [endpoint_id, row]))
}

export async function findDelivery(db: Database, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Ordered by id. */
export async function findDeliveries(db: Database, endpointId: string, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('endpoint_id', '=', endpointId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** The request body of an event, parsed. */
export async function findPayload(db: Database, eventId: string): Promise<Record<string, unknown> | undefined> {
  const event: StoredEvent | undefined = await db
    .selectFrom('events')
    .select([
      'id as event_id',
      'event',
      'created_at as event_created_at',
      'sequence',
      sql<string>`data::text`.as('data'),
    ])
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event && JSON.parse(bodyOf(event).toString('utf8'))
}

/** Oldest first. */
export async function listAttempts(db: Database, deliveryId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .select(attemptColumns)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .orderBy('started_at')
    .execute()
}
