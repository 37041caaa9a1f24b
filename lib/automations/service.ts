import type { Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { findProject, lockProject } from '@/lib/projects/repository'
import { isSameJson } from '@/lib/stories/content/content'
import type * as contracts from './contract'
import { activeMax } from './limits'
import {
  type AutomationRow,
  countActive,
  deleteAutomation,
  findAutomation,
  insertAutomation,
  listAutomationRows,
  updateAutomation,
} from './repository'
import { listRunRows } from './runs-repository'
import { serializeAutomation, serializeRun } from './serializer'
import { readSettings, settingsIssues } from './settings-input'
import { nextRunOf } from './trigger'

export async function list(
  context: Context,
  { project_id, active, limit, cursor }: InputOf<typeof contracts.listAutomations>,
): Promise<AnswerOf<typeof contracts.listAutomations>> {
  const { projectId } = await accessProject(context, project_id, 'automations:read')
  const rows = await listAutomationRows(context.db, projectId, {
    active,
    limit: limit + 1,
    after: decodeCursor(cursor),
  })
  const { page, next_cursor } = cutPage('automations', rows, limit)
  return { automations: page.map(serializeAutomation), next_cursor }
}

export async function create(
  context: Context,
  { project_id, ...input }: InputOf<typeof contracts.createAutomation>,
): Promise<AnswerOf<typeof contracts.createAutomation>> {
  const { projectId } = await accessProject(context, project_id, 'automations:write')
  const { trigger, connectorId } = await requireValid(context, projectId, input)
  const { name, template_id, channels, mode, schedule, attach_media, active } = input
  return transaction(context.db, async (tx) => {
    if (active) await requireRoom(tx, projectId)
    const row = await insertAutomation(tx, {
      ...{ id: newId(), project_id: projectId, name, trigger, connector_id: connectorId, template_id, channels },
      ...{ mode, schedule, attach_media, active, next_run_at: nextRunOf(trigger, context.now) },
    })
    return serializeAutomation(row)
  })
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getAutomation>,
): Promise<AnswerOf<typeof contracts.getAutomation>> {
  const { projectId } = await accessOwned(context, 'automations', id, 'automations:read')
  return serializeAutomation(await requireAutomation(context.db, projectId, id))
}

export async function edit(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.editAutomation>,
): Promise<AnswerOf<typeof contracts.editAutomation>> {
  const { projectId } = await accessOwned(context, 'automations', id, 'automations:write')
  const read = await requireAutomation(context.db, projectId, id)
  const given = await requireValid(context, projectId, input, read)
  const { trigger: _, ...settings } = input
  return transaction(context.db, async (tx) => {
    if (input.active) await requireRoom(tx, projectId, id)
    const before = await requireAutomation(tx, projectId, id, { isLocked: true })
    const { active = before.active } = input
    const isNewTrigger =
      input.trigger !== undefined &&
      (given.connectorId !== before.connector_id || !isSameJson(given.trigger, before.trigger))
    const isStarted = isNewTrigger || (active && !before.active)
    const trigger = input.trigger ? given.trigger : before.trigger
    const row = await updateAutomation(tx, projectId, id, {
      ...settings,
      ...(input.trigger ? { trigger, connector_id: given.connectorId } : {}),
      // What happened before does not count.
      ...(isStarted
        ? { activated_at: context.now, checked_at: context.now, next_run_at: nextRunOf(trigger, context.now) }
        : {}),
      ...(active && !before.active ? { failure_count: 0, last_error: null } : {}),
    })
    return serializeAutomation(row)
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteAutomation>,
): Promise<AnswerOf<typeof contracts.deleteAutomation>> {
  const { projectId } = await accessOwned(context, 'automations', id, 'automations:write')
  await deleteAutomation(context.db, projectId, id)
  return { ok: true, automation_id: id }
}

export async function listRuns(
  context: Context,
  { id, outcome, limit, cursor }: InputOf<typeof contracts.listAutomationRuns>,
): Promise<AnswerOf<typeof contracts.listAutomationRuns>> {
  const { projectId } = await accessOwned(context, 'automations', id, 'automations:read')
  const rows = await listRunRows(context.db, projectId, id, { outcome, limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('automation_runs', rows, limit)
  return { runs: page.map(serializeRun), next_cursor }
}

async function requireAutomation(
  db: Database,
  projectId: string,
  id: string,
  options?: { isLocked: boolean },
): Promise<AutomationRow> {
  const row = await findAutomation(db, projectId, id, options)
  if (!row) throw notFound('automation')
  return row
}

/** @throws validation_error */
async function requireValid(
  { db, now }: Context,
  projectId: string,
  input: Omit<InputOf<typeof contracts.editAutomation>, 'id'>,
  before?: AutomationRow,
) {
  const project = await findProject(db, projectId)
  if (!project) throw notFound('project')
  const settings = readSettings(input, before, project.timezone, now)
  const issues = await settingsIssues(db, projectId, input, settings)
  if (issues.length > 0) throw validationError(issues)
  return settings
}

/** Locks the project, so that two requests cannot both take the last place. */
async function requireRoom(tx: Transaction<DB>, projectId: string, id?: string): Promise<void> {
  await lockProject(tx, projectId)
  const isOn = id !== undefined && (await findAutomation(tx, projectId, id))?.active
  if (isOn || (await countActive(tx, projectId)) < activeMax) return
  throw conflict(`This project has ${activeMax} active automations, the maximum. Turn one off first.`)
}
