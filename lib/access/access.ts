import { sql } from 'kysely'
import { type Context, type NeededAccess, noteAccess } from '@/lib/access/context'
import type { Principal } from '@/lib/auth/principal'
import { isAtLeast, type Role, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { AppError, invalid, notFound } from '@/lib/errors'

/** A project the caller has access to. Every query on tenant data takes its id. */
export type Access = { projectId: string; role: Role }

/** Tables whose rows belong to a project, with the name of a row in error messages. Add one line per resource. */
const ownedTables = {
  stories: 'story',
  story_comments: 'comment',
  review_links: 'review link',
  queue_items: 'queue item',
  social_connections: 'connection',
  webhook_endpoints: 'webhook endpoint',
  assets: 'asset',
  media_folders: 'folder',
  moments: 'moment',
  templates: 'template',
  upload_intents: 'upload',
  upload_sessions: 'upload session',
  resumable_uploads: 'upload',
  invitations: 'invitation',
  saved_searches: 'saved search',
  recurring_templates: 'recurring template',
  automations: 'automation',
  connectors: 'connector',
  pillars: 'pillar',
  caption_corpus: 'caption',
  imports: 'import',
  report_links: 'report link',
  inbox_conversations: 'conversation',
  inbox_messages: 'message',
  inbox_notes: 'note',
  inbox_saved_replies: 'saved reply',
  hashtag_sets: 'hashtag set',
  calendar_notes: 'calendar note',
}
type OwnedTable = keyof typeof ownedTables

/**
 * The project of a request: the token's project, or the one the request names.
 *
 * @throws validation_error if there is neither; not_found if the caller has no access
 */
export async function accessProject(context: Context, named: string | undefined, scope: Scope): Promise<Access> {
  const bound = boundProject(context.principal)
  if (bound) {
    if (named !== undefined && named !== bound.projectId) throw notFound('project')
    return allow(context, bound, scope)
  }
  if (named === undefined) {
    throw invalid('project_id', 'Add project_id: this token is not limited to one project.', 'required')
  }
  const row = await context.db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select('role')
    .where('project_id', '=', named)
    .where('user_id', '=', context.principal.userId)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('project')
  return allow(context, { projectId: named, role: row.role }, scope)
}

/**
 * The project of a resource. Missing resources, other tenants' resources, and resources outside the named project
 * give the same error.
 */
export async function accessOwned(
  context: Context,
  table: OwnedTable,
  id: string,
  scope: Scope,
  named?: string | undefined,
): Promise<Access> {
  const bound = boundProject(context.principal)
  const { rows } = await sql<{ project_id: string; role: Role }>`
    select t.project_id, m.role
    from ${sql.table(table)} t
    join project_members m on m.project_id = t.project_id and m.user_id = ${context.principal.userId}
    join projects p on p.id = t.project_id and p.deleted_at is null
    where t.id = ${id}`.execute(context.db)
  const row = rows[0]
  const meant = [bound?.projectId, named].filter((projectId) => projectId !== undefined)
  if (!row || meant.some((projectId) => projectId !== row.project_id)) throw notFound(ownedTables[table])
  return allow(context, { projectId: row.project_id, role: row.role }, scope)
}

const boundProject = (principal: Principal): Access | null =>
  principal.kind === 'token' && principal.project
    ? { projectId: principal.project.id, role: principal.project.role }
    : null

/** Checks the scope against the role. The role is read on each request, so lowering it limits tokens at once. */
function allow(context: Context, access: Access, scope: Scope): Access {
  if (!scopesOfRole[access.role].has(scope)) {
    throw new AppError(
      'insufficient_scope',
      `${roleSentence(context.principal, access)}, which does not allow ${scope}.`,
    )
  }
  noteAccess(context, { projectId: access.projectId, scope })
  return access
}

/**
 * Checks the role for operations that a scope alone does not cover, such as approving a post. Applies to tokens as
 * well: a token never has more rights than its owner.
 *
 * @throws insufficient_scope when the role is below `least`
 */
export function requireRole(context: Context, access: Access, least: Role): void {
  if (!isAtLeast(access.role, least)) {
    throw new AppError(
      'insufficient_scope',
      `${roleSentence(context.principal, access)}. This requires ${least} or above.`,
    )
  }
  noteAccess(context, { projectId: access.projectId, scope: 'projects:read', leastRole: least })
}

/** Checks the token itself. Operations call it for scopes that depend on the input. Sessions have every scope of their role. */
export function requireTokenScope(principal: Principal, scope: Scope): void {
  if (principal.kind === 'session' || principal.scopes.has(scope)) return
  throw new AppError('insufficient_scope', `This needs the scope ${scope}, which the token does not have.`)
}

/**
 * @throws not_found or insufficient_scope when the caller lost one of these rights
 */
export async function requireStillAllowed(context: Context, needed: readonly NeededAccess[]): Promise<void> {
  for (const { projectId, scope, leastRole } of needed) {
    const access = await accessProject(context, projectId, scope)
    if (leastRole) requireRole(context, access, leastRole)
  }
}

const roleSentence = (principal: Principal, { role }: Access): string =>
  principal.kind === 'token' ? `The token's owner is ${role} in this project` : `You are ${role} in this project`
