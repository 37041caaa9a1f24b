import { type Selectable, type SqlBool, sql, type Transaction, type Updateable } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, WebhookEndpoints } from '@/lib/db/types.generated'

/** All but the secrets. */
export const endpointColumns = [
  'id',
  'user_id',
  'project_id',
  'url',
  'description',
  'events',
  'active',
  'health_status',
  'consecutive_failures',
  'failure_count',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WebhookEndpoints)[]
export type EndpointRow = Pick<Selectable<WebhookEndpoints>, (typeof endpointColumns)[number]>

/** Of whatever project. Whether the caller may see it is asked by `accessEndpoint`. */
export async function findEndpoint(db: Database, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Whose endpoints: one project's, with a person's own that hear of all projects where `ownOf` names the person; or those
 * of every project that a person belongs to, and the person's own that hear of all of them. Every role may read webhooks
 * and not every role may write them.
 */
export type Reach = { projectId: string; ownOf?: string } | { userId: string; roles: readonly string[] }

const ownOf = (userId: string) => sql`
  select * from webhook_endpoints where user_id = ${userId} and project_id is null and deleted_at is null`

/** A table of `id` and `project_id`: the endpoints in reach. Few, as a project has at most a hundred. */
export const endpointsWithin = (reach: Reach) =>
  'projectId' in reach
    ? sql<EndpointRow>`(
        select * from webhook_endpoints where project_id = ${reach.projectId} and deleted_at is null
        ${reach.ownOf === undefined ? sql`` : sql`union all ${ownOf(reach.ownOf)}`})`
    : sql<EndpointRow>`(
        ${ownOf(reach.userId)}
        union all
        select e.* from project_members m
        join projects p on p.id = m.project_id and p.deleted_at is null
        join webhook_endpoints e on e.project_id = m.project_id and e.deleted_at is null
        where m.user_id = ${reach.userId} and m.role = any (${[...reach.roles]}))`

export async function listEndpoints(
  db: Database,
  reach: Reach,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<EndpointRow[]> {
  const older = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`e.id < ${after}`
  const { rows } = await sql<EndpointRow>`
    select ${sql.join(endpointColumns.map((name) => sql.ref(`e.${name}`)))} from ${endpointsWithin(reach)} e
    where ${older} order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * How many endpoints there are in one place: of a project, or of a person who made them for all projects. The place is
 * locked, so that two requests do not both find the last one free; as no key of it changes, nobody else waits.
 */
export async function countEndpointsLocked(
  tx: Transaction<DB>,
  { projectId, userId }: { projectId: string | null; userId: string },
): Promise<number> {
  const place = projectId === null ? sql`users where id = ${userId}` : sql`projects where id = ${projectId}`
  await sql`select from ${place} for no key update`.execute(tx)
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

/** Undefined when it was deleted meanwhile. No key of it changes, so nobody who makes deliveries for it has to wait. */
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

/** @param id of an endpoint that the transaction has locked */
export async function updateEndpoint(tx: Transaction<DB>, id: string, changes: EndpointChanges): Promise<EndpointRow> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()
}

export type SealedSecret = { secret: Buffer; secret_key_id: string }

/** @param id of an endpoint that the transaction has locked */
export async function findSecret(tx: Transaction<DB>, id: string): Promise<SealedSecret> {
  return tx
    .selectFrom('webhook_endpoints')
    .select(['secret', 'secret_key_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Puts a new secret in the place of the one there is.
 *
 * @param overlapSeconds for so long the old one signs as well; null: it ends now. One from a rotation before ends now.
 */
export async function replaceSecret(
  tx: Transaction<DB>,
  id: string,
  sealed: SealedSecret,
  overlapSeconds: number | null,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      ...sealed,
      previous_secret: overlapSeconds === null ? null : ref('secret'),
      previous_secret_key_id: overlapSeconds === null ? null : ref('secret_key_id'),
      previous_secret_until:
        overlapSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${overlapSeconds}::float8)`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/** For a project that is deleted: what waits for its endpoints is not sent any more. */
export async function turnOffEndpointsOf(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ active: false, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('active', '=', true)
    .execute()
}
