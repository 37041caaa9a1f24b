import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid, notFound, validationError } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { listPillarRows } from '@/lib/pillars/repository'
import { findProject } from '@/lib/projects/repository'
import { headlineOf } from '@/lib/stories/content/headline'
import type * as contracts from './contract'
import { slotsShown } from './limits'
import { type PillarNames, renderStory } from './render'
import { listActiveTemplates, type RecurringRow } from './repository'
import { readSchedule } from './schedule-input'
import { slotsAfter, slotsOf } from './slots'

const dayMs = 86_400_000
const longestDays = 45
const slotsPerTemplate = 100
const slotsInAll = 1_000

/** The next slots of a template that is not saved yet, with their texts. */
export async function preview(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.previewRecurringTemplate>,
): Promise<AnswerOf<typeof contracts.previewRecurringTemplate>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const { cadence, timezone, starts_at = null, ends_at = null } = input
  const given = { cadence, timezone: timezone ?? project.timezone, starts_at, ends_at }
  const { schedule, issues } = readSchedule(given, context.now)
  if (issues.length > 0) throw validationError(issues)
  const story = { caption: '', channels: [], ...input.story }
  const names = await pillarNamesOf(context, projectId)
  const slots = slotsOf(schedule, context.now, slotsShown).map((slot) => {
    const { title, caption } = renderStory(story, slot, schedule, names)
    return { at: slot.toISOString(), title: title ?? null, caption }
  })
  return { timezone: schedule.timezone, slots }
}

/** Slots without a story in a calendar range. */
export async function listSlots(
  context: Context,
  { id, ...range }: InputOf<typeof contracts.listRecurringSlots>,
): Promise<AnswerOf<typeof contracts.listRecurringSlots>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const [from, to] = [new Date(range.from), new Date(range.to)]
  if (to <= from) throw invalid('to', 'must be after from.')
  // Allow one extra day: a range of whole local days is an hour longer when clocks go back.
  if (to.getTime() - from.getTime() >= (longestDays + 1) * dayMs) {
    throw invalid('to', `must be at most ${longestDays} days after from.`, 'too_far')
  }
  const templates = await listActiveTemplates(context.db, projectId)
  const names = await pillarNamesOf(context, projectId)
  const takeTurn = yielding()
  const slots: { at: Date; template: RecurringRow }[] = []
  for (const template of templates) {
    await takeTurn()
    for (const at of slotsBetween(template, from, to, context.now)) slots.push({ at, template })
  }
  slots.sort((one, other) => one.at.getTime() - other.at.getTime())
  return { slots: slots.slice(0, slotsInAll).map(({ at, template }) => serializeSlot(template, at, names)) }
}

function* slotsBetween(template: RecurringRow, from: Date, to: Date, now: Date): Generator<Date> {
  const start = Math.max(from.getTime() - 1, template.covered_through.getTime(), now.getTime())
  let count = 0
  for (const slot of slotsAfter(template, new Date(start))) {
    if (slot >= to || ++count > slotsPerTemplate) return
    yield slot
  }
}

function serializeSlot(template: RecurringRow, slot: Date, names: PillarNames) {
  const { title = null, caption, channels, content_type = null } = renderStory(template.story, slot, template, names)
  const words = headlineOf({ title, caption })
  return {
    recurring_template_id: template.id,
    name: template.name,
    at: slot.toISOString(),
    words,
    channels,
    content_type,
  }
}

async function pillarNamesOf({ db }: Context, projectId: string): Promise<PillarNames> {
  const rows = await listPillarRows(db, projectId)
  return { pillarNames: Object.fromEntries(rows.map(({ content_type, name }) => [content_type, name])) }
}
