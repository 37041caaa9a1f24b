import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { WebhookEndpoints } from '@/lib/db/types.generated'

/** Every column except the secrets. */
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

/** Finds an endpoint in any project. `accessEndpoint` checks whether the caller may see it. */
export async function findEndpoint(db: Database, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The endpoints that a request covers. With `projectId`: those of one project, plus the account-wide endpoints of the
 * user in `accountOf`. With `userId`: those of every project where the user has one of `roles`, plus the user's
 * account-wide endpoints.
 */
export type EndpointScope = { projectId: string; accountOf?: string } | { userId: string; roles: readonly string[] }

const accountWideOf = (userId: string) => sql`
  select * from webhook_endpoints where user_id = ${userId} and project_id is null and deleted_at is null`

/** The endpoints of a scope, as a subquery. A project has at most 100. */
export const endpointsIn = (scope: EndpointScope) =>
  'projectId' in scope
    ? sql<EndpointRow>`(
        select * from webhook_endpoints where project_id = ${scope.projectId} and deleted_at is null
        ${scope.accountOf === undefined ? sql`` : sql`union all ${accountWideOf(scope.accountOf)}`})`
    : sql<EndpointRow>`(
        ${accountWideOf(scope.userId)}
        union all
        select e.* from project_members m
        join projects p on p.id = m.project_id and p.deleted_at is null
        join webhook_endpoints e on e.project_id = m.project_id and e.deleted_at is null
        where m.user_id = ${scope.userId} and m.role = any (${[...scope.roles]}))`

export async function listEndpoints(
  db: Database,
  scope: EndpointScope,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<EndpointRow[]> {
  const older = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`e.id < ${after}`
  const { rows } = await sql<EndpointRow>`
    select ${sql.join(endpointColumns.map((name) => sql.ref(`e.${name}`)))} from ${endpointsIn(scope)} e
    where ${older} order by e.id desc limit ${limit}`.execute(db)
  return rows
}
