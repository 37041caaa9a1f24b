import { accessProject, requireRole } from '@/lib/access/access'
import { type Context, noteAccess } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { recordChange } from '@/lib/project-activity/record'
import { slugify } from '@/lib/text/slug'
import type * as contracts from './contract'
import {
  findProject,
  insertProject,
  listProjectsOf,
  lockProject,
  type ProjectChanges,
  updateProject,
} from './repository'
import { serializeProject } from './serializer'

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listProjects>,
): Promise<AnswerOf<typeof contracts.listProjects>> {
  const { principal, db } = context
  const after = decodeCursor(input.cursor)
  if (principal.kind === 'token' && principal.project) {
    const { projectId } = await accessProject(context, undefined, 'projects:read')
    const row = await findProject(db, projectId)
    return { projects: row && after === undefined ? [serializeProject(row)] : [], next_cursor: null }
  }
  const rows = await listProjectsOf(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('projects', rows, input.limit)
  return { projects: page.map(serializeProject), next_cursor }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getProject>,
): Promise<AnswerOf<typeof contracts.getProject>> {
  const { projectId } = await accessProject(context, id, 'projects:read')
  const row = await findProject(context.db, projectId)
  if (!row) throw notFound('project')
  return serializeProject(row)
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createProject>,
): Promise<AnswerOf<typeof contracts.createProject>> {
  const row = await transaction(context.db, (tx) =>
    insertProject(
      tx,
      {
        ...changesOf(input),
        id: newId(),
        name: input.name,
        slug: slugify(input.name) || 'project',
      },
      context.principal.userId,
    ),
  )
  noteAccess(context, { projectId: row.id, scope: 'projects:read' })
  return serializeProject(row)
}

export async function update(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.updateProject>,
): Promise<AnswerOf<typeof contracts.updateProject>> {
  const access = await accessProject(context, id, 'projects:read')
  requireRole(context, access, 'admin')
  return transaction(context.db, async (tx) => {
    const before = await lockProject(tx, access.projectId)
    const row = before && (await updateProject(tx, access.projectId, changesOf(input)))
    if (!row) throw notFound('project')
    const after = serializeProject(row)
    const changed = changedMembers(serializeProject(before), after)
    if (changed.length > 0) {
      await recordChange(tx, row.id, context.principal, { kind: 'settings_changed', detail: { changed } })
    }
    return after
  })
}

/** The names of members that differ, besides the time of the change. */
const changedMembers = <T extends object>(before: T, after: T): string[] =>
  (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => name !== 'updated_at' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** Columns to update. */
function changesOf({ utm_template, ...plain }: Omit<InputOf<typeof contracts.updateProject>, 'id'>): ProjectChanges {
  return { ...plain, ...(utm_template ? { utm_template: JSON.stringify(utm_template) } : {}) }
}
