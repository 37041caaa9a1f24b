import type { Transaction } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type Issue, validationError } from '@/lib/errors'
import { takeSlots } from '@/lib/free-slots/take-slots'
import { lockProject } from '@/lib/projects/repository'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { isWaiting } from '@/lib/queue-items/status'
import { announcePublished } from '@/lib/stories/published-events'
import { replaceLinks } from '@/lib/tracking/repository'
import { type CheckModes, StoryChecks } from '../checks/story-checks'
import { reviewAfterEdit } from '../content/client-review'
import { type Content, contentOfRow } from '../content/content'
import { mayHaveLinks, trackedLinksOf } from '../content/links'
import { readTime, type TimeInput } from '../content/schedule-time'
import { type ResolvedTracking, resolveTracking, rowTracking } from '../content/tracking-values'
import type { publishStory as publishContract, scheduleStory as scheduleContract } from '../contract'
import { deleteRows, findRows, type Held, insertRows, lockStory, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import { type Change, planRows, statusOf, unchanged } from '../rows/row-plan'
import type { StoryRow } from '../serializer'
import { type Action, actorOf, announceIfScheduled, record } from '../timeline/history'
import { toJson } from './create'
import { requireAllowed } from './state-checks'

/** Delay of "publish now", in which users can undo. */
export const publishDelayMs = 60_000

export async function scheduleStory(
  context: Context,
  input: InputOf<typeof scheduleContract>,
): Promise<AnswerOf<typeof scheduleContract>> {
  return moveTo(context, input.id, input, 'scheduled', ({ project, now }) => requiredTime(input, project.timezone, now))
}

/** Reads the time of a schedule request, which requires one. */
export function requiredTime(
  input: TimeInput,
  timezone: string | null,
  now: Date,
): { at: Date | null; issues: Issue[] } {
  const { at, issues } = readTime(input, { timezone, now })
  if (at || input.add_to_queue || issues.length) return { at: at ?? null, issues }
  const message = 'Add scheduled_at, scheduled_at_local with a timezone, or add_to_queue.'
  return { at: null, issues: [{ path: 'scheduled_at', code: 'required', message }] }
}

export async function publishStory(
  context: Context,
  input: InputOf<typeof publishContract>,
): Promise<AnswerOf<typeof publishContract>> {
  return moveTo(context, input.id, input, 'publish_requested', ({ now }) => ({
    at: new Date(now.getTime() + publishDelayMs),
    issues: [],
  }))
}

/** Sets a story's time. Reads everything under the story's lock, so that the checked content is what gets published. */
async function moveTo(
  context: Context,
  id: string,
  modes: CheckModes & Pick<TimeInput, 'add_to_queue'>,
  kind: Action['kind'],
  timeOf: (checks: StoryChecks) => { at: Date | null; issues: Issue[] },
): Promise<AnswerOf<typeof scheduleContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    // Locked before the story, in the same order everywhere, to prevent deadlocks.
    if (modes.add_to_queue) await lockProject(tx, projectId)
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const { at: time, issues } = timeOf(checks)
    const held = await lockStory(tx, projectId, id)
    if (issues.length === 0) requireAllowed(held, 'be scheduled')
    const content = waitingContent(held)
    const { channels } = content
    const rules = await checks.checkRules(content, { isDraft: false, connection_check: modes.connection_check })
    const slots = modes.add_to_queue ? await slotsFor(tx, checks, { id, channels }) : { at: time, issues: [] }
    const { at, times } = slots
    const allIssues = [...issues, ...slots.issues, ...rules.issues]
    if (!at || allIssues.length) throw validationError(allIssues)
    const warnings = [...rules.warnings, ...(await checks.check(content, modes, { isDraft: false }))]
    const { story, rows } = await applyChange(tx, checks, held, {
      story: held.story,
      at,
      times,
      isContentChanged: false,
    })
    const detail = { scheduled_at: at.toISOString(), channels }
    await record(tx, story, { kind, actor: actorOf(context.principal), detail })
    await announcePublished(tx, [id])
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return changedResponse(story, rows, warnings)
  })
}

type NewTimes = { at: Date | null; times?: Change['times']; issues: Issue[] }

/** The next free slots of a story's channels. Its own posts do not count: they move. */
async function slotsFor(
  tx: Transaction<DB>,
  { project, now }: StoryChecks,
  { id, channels }: { id: string; channels: Content['channels'] },
): Promise<NewTimes> {
  const slots = await takeSlots(tx, project, { channels, now, exceptStoryId: id })
  return 'times' in slots ? { ...slots, issues: [] } : { at: null, issues: slots }
}

/** The content without channels that are already published or ended. */
export function waitingContent({ story, rows }: { story: StoryRow; rows: readonly QueueRow[] }): Content {
  const content = contentOfRow(story)
  const decided = rows.filter((row) => !isWaiting(row)).map(({ channel }) => channel)
  return { ...content, channels: content.channels.filter((channel) => !decided.includes(channel)) }
}

export type Wanted = Pick<Change, 'at' | 'stride' | 'times' | 'isContentChanged' | 'changedChannels'> & {
  /** The story with its new content and its old time. */
  story: StoryRow
  /** Other story columns to update. */
  columns?: Parameters<typeof updateStory>[3]
}

/**
 * Applies a new time, new content or both to a locked story and its rows. Resolves tracking values at the first time,
 * and for channels added later.
 */
export async function applyChange(
  tx: Transaction<DB>,
  checks: StoryChecks,
  held: Held,
  { story: wanted, at, stride, times, isContentChanged, changedChannels, columns = {} }: Wanted,
): Promise<{ story: StoryRow; rows: QueueRow[] }> {
  const projectId = checks.project.id
  const before = wanted.utm_resolved as ResolvedTracking | null
  const resolved = before || at ? await trackingOf(checks, wanted, before) : null
  const content = contentOfRow(wanted)
  const plan = planRows(held.rows, {
    story: { ...content, id: wanted.id, project_id: projectId, scheduled_at: wanted.scheduled_at },
    resolved,
    requiresApproval: checks.project.require_approval,
    at,
    stride,
    times,
    isContentChanged,
    changedChannels,
  })
  await deleteRows(
    tx,
    projectId,
    plan.removed.map(({ id }) => id),
  )
  const inserted = await insertRows(tx, plan.inserted)
  const changed = await writeRows(tx, projectId, plan.changed)
  const rows = [...plan.untouched, ...changed, ...inserted]
  const story = await updateStory(tx, projectId, wanted.id, {
    ...columns,
    status: statusOf(rows),
    utm_resolved: toJson(resolved),
    ...(isContentChanged ? { client_review: toJson(reviewAfterEdit(held.story.client_review, content)) } : {}),
    ...(at === undefined ? {} : { scheduled_at: at }),
  })
  if (mayHaveLinks(contentOfRow(held.story)) || mayHaveLinks(content)) {
    await followLinks(tx, checks, { story, rows, resolved })
  }
  return { story, rows }
}

type Changed = { story: StoryRow; rows: QueueRow[]; resolved: ResolvedTracking | null }

/** Links of unpublished posts follow the story's current destination. */
async function followLinks(
  tx: Transaction<DB>,
  checks: StoryChecks,
  { story, rows, resolved }: Changed,
): Promise<void> {
  const content = contentOfRow(story)
  const { name } = await checks.templateName(content.template_id)
  const tracking = checks.trackingContext({ templateName: name, automationName: null })
  const links = trackedLinksOf(content, { storyId: story.id, resolved, rows, tracking, now: checks.now })
  await replaceLinks(tx, { projectId: checks.project.id, storyId: story.id }, links)
}

export async function trackingOf(
  checks: StoryChecks,
  story: StoryRow,
  before: ResolvedTracking | null,
): Promise<ResolvedTracking> {
  const content = contentOfRow(story)
  if (before && content.channels.every((channel) => before[channel])) return before
  const { name } = await checks.templateName(content.template_id)
  const tracking = checks.trackingContext({ templateName: name, automationName: null })
  return resolveTracking(before, { ...content, id: story.id }, tracking, checks.now)
}

/** Resolves tracking of drafts that got their first time and stay drafts. Returns all stories, updated. */
export async function resolveFirstTracking(
  tx: Transaction<DB>,
  context: Context,
  projectId: string,
  stories: readonly StoryRow[],
): Promise<StoryRow[]> {
  const isFresh = ({ utm_resolved, scheduled_at }: StoryRow): boolean => utm_resolved === null && scheduled_at !== null
  if (!stories.some(isFresh)) return [...stories]
  const checks = await StoryChecks.open(tx, projectId, context.now)
  const all: StoryRow[] = []
  for (const story of stories) {
    if (!isFresh(story)) {
      all.push(story)
      continue
    }
    const resolved = await trackingOf(checks, story, null)
    const content = contentOfRow(story)
    const drafts = (await findRows(tx, projectId, story.id)).filter(({ status }) => status === 'draft')
    const rows = await writeRows(
      tx,
      projectId,
      drafts.map((row) => ({ ...unchanged(row), utm: rowTracking(content, resolved, row.channel) })),
    )
    all.push(await updateStory(tx, projectId, story.id, { utm_resolved: toJson(resolved) }))
    if (mayHaveLinks(content)) await followLinks(tx, checks, { story, rows, resolved })
  }
  return all
}
