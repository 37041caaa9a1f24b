import { sql, type Transaction, type Updateable } from 'kysely'
import type { DB, WebhookEndpoints } from '@/lib/db/types.generated'
import { type EndpointRow, endpointColumns } from '../access/find-endpoints'

/**
 * Counts the endpoints of a project, or the account-wide ones of a user. Locks the project or user, so that two requests
 * cannot both take the last free slot. `no key update` does not block inserts that reference the row.
 */
export async function countEndpointsLocked(
  tx: Transaction<DB>,
  { projectId, userId }: { projectId: string | null; userId: string },
): Promise<number> {
  const owner = projectId === null ? sql`users where id = ${userId}` : sql`projects where id = ${projectId}`
  await sql`select from ${owner} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .$if(projectId === null, (query) => query.where('user_id', '=', userId).where('project_id', 'is', null))
    .executeTakeFirstOrThrow()
  return count
}

export type NewEndpoint = {
  id: string
  user_id: string
  project_id: string | null
  url: string
  description: string | null
  events: string[]
  secret: Buffer
  secret_key_id: string
}

export async function insertEndpoint(tx: Transaction<DB>, endpoint: NewEndpoint): Promise<EndpointRow> {
  return tx.insertInto('webhook_endpoints').values(endpoint).returning(endpointColumns).executeTakeFirstOrThrow()
}

/** Undefined when the endpoint is deleted. `no key update` does not block inserts of deliveries. */
export async function lockEndpoint(tx: Transaction<DB>, id: string): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type EndpointChanges = Pick<
  Updateable<WebhookEndpoints>,
  | 'url'
  | 'events'
  | 'description'
  | 'active'
  | 'health_status'
  | 'consecutive_failures'
  | 'last_failure_at'
  | 'paused_until'
  | 'deleted_at'
>

/** @param id of an endpoint that this transaction has locked */
export async function updateEndpoint(tx: Transaction<DB>, id: string, changes: EndpointChanges): Promise<EndpointRow> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()
}

export type EncryptedSecret = { secret: Buffer; secret_key_id: string }

/** @param id of an endpoint that this transaction has locked */
export async function findSecret(tx: Transaction<DB>, id: string): Promise<EncryptedSecret> {
  return tx
    .selectFrom('webhook_endpoints')
    .select(['secret', 'secret_key_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Replaces the signing secret. A previous secret from an earlier rotation ends now.
 *
 * @param overlapSeconds how long the replaced secret still signs; null: it ends now
 */
export async function replaceSecret(
  tx: Transaction<DB>,
  id: string,
  encrypted: EncryptedSecret,
  overlapSeconds: number | null,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      ...encrypted,
      previous_secret: overlapSeconds === null ? null : ref('secret'),
      previous_secret_key_id: overlapSeconds === null ? null : ref('secret_key_id'),
      previous_secret_until:
        overlapSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${overlapSeconds}::float8)`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/** For a deleted project. Waiting deliveries of its endpoints are not sent. */
export async function turnOffEndpointsOf(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ active: false, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('active', '=', true)
    .execute()
}
