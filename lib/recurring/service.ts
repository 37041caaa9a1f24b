import type { Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { isSameJson } from '@/lib/stories/content/content'
import type * as contracts from './contract'
import { activeMax } from './limits'
import { coveredByStories, nextSlotOf } from './next-slot'
import {
  countActive,
  deleteTemplate,
  findLastStorySlot,
  findTemplate,
  insertTemplate,
  listTemplates,
  type RecurringRow,
  updateTemplate,
} from './repository'
import { readSchedule } from './schedule-input'
import { serializeTemplate } from './serializer'
import { type Schedule, slotAfter } from './slots'
import { requireValidStory } from './story-input'

export async function list(
  context: Context,
  { id, limit, cursor }: InputOf<typeof contracts.listRecurringTemplates>,
): Promise<AnswerOf<typeof contracts.listRecurringTemplates>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const rows = await listTemplates(context.db, projectId, { limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('recurring_templates', rows, limit)
  const checks = await StoryChecks.open(context.db, projectId, context.now)
  const recurring_templates: AnswerOf<typeof contracts.getRecurringTemplate>[] = []
  for (const row of page) recurring_templates.push(await serializeTemplate(row, checks))
  return { recurring_templates, next_cursor }
}

export async function create(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.createRecurringTemplate>,
): Promise<AnswerOf<typeof contracts.createRecurringTemplate>> {
  const { projectId } = await accessProject(context, id, 'stories:write')
  const { now } = context
  const checks = await StoryChecks.open(context.db, projectId, now)
  const schedule = requireSchedule(
    {
      cadence: input.cadence,
      timezone: input.timezone ?? checks.project.timezone,
      starts_at: input.starts_at ?? null,
      ends_at: input.ends_at ?? null,
    },
    now,
  )
  if (input.active) requireSlot(schedule, now)
  await requireValidStory(checks, input.story, slotAfter(schedule, now) ?? now, schedule.timezone)
  const { name, story, active, create_ahead_minutes } = input
  const created = await transaction(context.db, async (tx) => {
    if (active) await requireRoom(tx, projectId)
    const settings = { name, story, active, create_ahead_minutes, ...schedule }
    return insertTemplate(tx, {
      id: newId(),
      project_id: projectId,
      ...settings,
      ...nextSlotOf(settings, now),
    })
  })
  return serializeTemplate(created, checks)
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getRecurringTemplate>,
): Promise<AnswerOf<typeof contracts.getRecurringTemplate>> {
  const { projectId } = await accessOwned(context, 'recurring_templates', id, 'stories:read')
  const row = await findTemplate(context.db, projectId, id)
  if (!row) throw notFound('recurring template')
  return serializeTemplate(row, await StoryChecks.open(context.db, projectId, context.now))
}

export async function edit(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.editRecurringTemplate>,
): Promise<AnswerOf<typeof contracts.editRecurringTemplate>> {
  const { projectId } = await accessOwned(context, 'recurring_templates', id, 'stories:write')
  const { now } = context
  const checks = await StoryChecks.open(context.db, projectId, now)
  const zone = checks.project.timezone
  const read = await findTemplate(context.db, projectId, id)
  if (!read) throw notFound('recurring template')
  const planned = changedSchedule(read, input, zone, now)
  if (input.story) await requireValidStory(checks, input.story, slotAfter(planned, now) ?? now, planned.timezone)
  const edited = await transaction(context.db, async (tx) => {
    const before = await findTemplate(tx, projectId, id, { isLocked: true })
    if (!before) throw notFound('recurring template')
    const schedule = changedSchedule(before, input, zone, now)
    const { name = before.name, active = before.active, create_ahead_minutes = before.create_ahead_minutes } = input
    if (active && !before.active) await requireRoom(tx, projectId)
    const settings = { name, active, create_ahead_minutes, ...schedule }
    const isRescheduled = active !== before.active || !isSameJson(scheduleOf(before), schedule)
    if (isRescheduled && active) requireSlot(schedule, now)
    const covered = isRescheduled
      ? coveredByStories(schedule, await findLastStorySlot(tx, projectId, id), now)
      : before.covered_through
    const next = nextSlotOf(settings, covered)
    return updateTemplate(tx, projectId, id, {
      ...settings,
      ...next,
      ...(input.story ? { story: input.story } : {}),
    })
  })
  return serializeTemplate(edited, checks)
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteRecurringTemplate>,
): Promise<AnswerOf<typeof contracts.deleteRecurringTemplate>> {
  const { projectId } = await accessOwned(context, 'recurring_templates', id, 'stories:write')
  await deleteTemplate(context.db, projectId, id)
  return { ok: true, recurring_template_id: id }
}

/**
 * An active schedule whose end leaves no slot would do nothing.
 *
 * @throws validation_error
 */
function requireSlot(schedule: Schedule, now: Date): void {
  if (!schedule.ends_at || slotAfter(schedule, now)) return
  throw validationError([{ path: 'ends_at', code: 'no_slot', message: 'is before the next post. Choose a later end.' }])
}

/** @throws validation_error */
function requireSchedule(given: Parameters<typeof readSchedule>[0], now: Date): Schedule {
  const { schedule, issues } = readSchedule(given, now)
  if (issues.length > 0) throw validationError(issues)
  return schedule
}

const scheduleOf = ({ cadence, timezone, starts_at, ends_at }: RecurringRow): Schedule => ({
  cadence,
  timezone,
  starts_at,
  ends_at,
})

type Edit = Omit<InputOf<typeof contracts.editRecurringTemplate>, 'id'>

/** The schedule with the changes of a request. Null resets a member. */
function changedSchedule(before: RecurringRow, input: Edit, projectZone: string | null, now: Date): Schedule {
  const { cadence, timezone, starts_at, ends_at } = input
  if (!cadence && timezone === undefined && starts_at === undefined && ends_at === undefined) return scheduleOf(before)
  return requireSchedule(
    {
      cadence: cadence ?? before.cadence,
      timezone: timezone === undefined ? before.timezone : (timezone ?? projectZone),
      starts_at: starts_at === undefined ? before.starts_at : starts_at,
      ends_at: ends_at === undefined ? before.ends_at : ends_at,
    },
    now,
  )
}

/** Locks the project, so that two requests cannot both take the last place. */
async function requireRoom(tx: Transaction<DB>, projectId: string): Promise<void> {
  await lockProject(tx, projectId)
  if ((await countActive(tx, projectId)) < activeMax) return
  throw conflict(`This project has ${activeMax} active recurring templates, the maximum. Turn one off first.`)
}
