import type { Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type Issue, validationError } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { announcePublished } from '@/lib/publishing/published-events'
import type { QueueRow } from '@/lib/queue/serializer'
import { replaceLinks } from '@/lib/tracking/repository'
import { movedAnswer } from './answers'
import { type Content, contentOfRow } from './content'
import type { publishStory as publishContract, scheduleStory as scheduleContract } from './contract'
import { toJson } from './create'
import { type Checks, Desk } from './desk'
import { requireAllowed } from './guards'
import { type Action, actorOf, announceScheduled, isConfirmed, record } from './history'
import { mayHaveLinks, trackedLinksOf } from './links'
import { deleteRows, findRows, type Held, insertRows, lockStory, updateStory, writeRows } from './repository'
import { type Change, isWaiting, planRows, statusOf, unchanged } from './row-plan'
import { readTime, type TimeInput } from './schedule-time'
import type { StoryRow } from './serializer'
import { type ResolvedTracking, resolveTracking, rowTracking } from './tracking-values'

/** "Now" leaves a minute in which a person can still change their mind. */
export const publishDelayMs = 60_000

export async function scheduleStory(
  context: Context,
  input: InputOf<typeof scheduleContract>,
): Promise<AnswerOf<typeof scheduleContract>> {
  return moveTo(context, input.id, input, 'scheduled', ({ project, now }) => neededTime(input, project.timezone, now))
}

/** A schedule without a time says nothing. */
export function neededTime(said: TimeInput, timezone: string | null, now: Date): { at: Date | null; issues: Issue[] } {
  const { at, issues } = readTime(said, { timezone, now })
  if (at || issues.length) return { at: at ?? null, issues }
  const message = 'Say when: scheduled_at, or scheduled_at_local with a timezone.'
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

/** Gives a whole story a time. Everything is read under its lock, so that what is checked is what goes out. */
async function moveTo(
  context: Context,
  id: string,
  checks: Checks,
  kind: Action['kind'],
  timeOf: (desk: Desk) => { at: Date | null; issues: Issue[] },
): Promise<AnswerOf<typeof scheduleContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const { at, issues } = timeOf(desk)
    const held = await lockStory(tx, projectId, id)
    if (issues.length === 0) requireAllowed(held, 'be scheduled')
    const content = waitingContent(held)
    const { channels } = content
    const limits = await desk.checkLimits(content)
    if (!at || issues.length || limits.issues.length) throw validationError([...issues, ...limits.issues])
    const warnings = [...limits.warnings, ...(await desk.check(content, checks, { isDraft: false }))]
    const { story, rows } = await applyChange(tx, desk, held, { story: held.story, at, isContentChanged: false })
    const detail = { scheduled_at: at.toISOString(), channels }
    await record(tx, story, { kind, actor: actorOf(context.principal), detail })
    await announcePublished(tx, [id])
    if (isConfirmed(rows)) await announceScheduled(tx, story, context.now)
    return movedAnswer(story, rows, warnings)
  })
}

/** The story as far as it can still be moved: without the channels whose fate is decided. */
export function waitingContent({ story, rows }: { story: StoryRow; rows: readonly QueueRow[] }): Content {
  const content = contentOfRow(story)
  const decided = rows.filter((row) => !isWaiting(row)).map(({ channel }) => channel)
  return { ...content, channels: content.channels.filter((channel) => !decided.includes(channel)) }
}

export type Wanted = Pick<Change, 'at' | 'stride' | 'isContentChanged'> & {
  /** The story with its new content; its old time. */
  story: StoryRow
  /** Columns of the story to be written beside status, time and tracking. */
  columns?: Parameters<typeof updateStory>[3]
}

/**
 * Brings a locked story and its rows to a new time, a new content or both. Tracking values are resolved when a time
 * comes in for the first time, and for channels that come later.
 */
export async function applyChange(
  tx: Transaction<DB>,
  desk: Desk,
  held: Held,
  { story: wanted, at, stride, isContentChanged, columns = {} }: Wanted,
): Promise<{ story: StoryRow; rows: QueueRow[] }> {
  const projectId = desk.project.id
  const before = wanted.utm_resolved as ResolvedTracking | null
  const resolved = before || at ? await trackingOf(desk, wanted, before) : null
  const content = contentOfRow(wanted)
  const plan = planRows(held.rows, {
    story: { ...content, id: wanted.id, project_id: projectId, scheduled_at: wanted.scheduled_at },
    resolved,
    requiresApproval: desk.project.require_approval,
    at,
    stride,
    isContentChanged,
  })
  await deleteRows(
    tx,
    projectId,
    plan.removed.map(({ id }) => id),
  )
  const inserted = await insertRows(tx, plan.inserted)
  const changed = await writeRows(tx, projectId, plan.changed)
  const posted = held.rows.filter(({ status }) => status === 'posted')
  const rows = [...posted, ...changed, ...inserted]
  const story = await updateStory(tx, projectId, wanted.id, {
    ...columns,
    status: statusOf(rows),
    utm_resolved: toJson(resolved),
    ...(at === undefined ? {} : { scheduled_at: at }),
  })
  if (mayHaveLinks(contentOfRow(held.story)) || mayHaveLinks(content)) {
    await followLinks(tx, desk, { story, rows, resolved })
  }
  return { story, rows }
}

type Changed = { story: StoryRow; rows: QueueRow[]; resolved: ResolvedTracking | null }

/** Until a post is public its links lead where the story leads now. */
async function followLinks(tx: Transaction<DB>, desk: Desk, { story, rows, resolved }: Changed): Promise<void> {
  const content = contentOfRow(story)
  const { name } = await desk.templateName(content.template_id)
  const room = desk.trackingRoom({ templateName: name, automationName: null })
  const links = trackedLinksOf(content, { storyId: story.id, resolved, rows, room, now: desk.now })
  await replaceLinks(tx, { projectId: desk.project.id, storyId: story.id }, links)
}

export async function trackingOf(
  desk: Desk,
  story: StoryRow,
  before: ResolvedTracking | null,
): Promise<ResolvedTracking> {
  const content = contentOfRow(story)
  if (before && content.channels.every((channel) => before[channel])) return before
  const { name } = await desk.templateName(content.template_id)
  const room = desk.trackingRoom({ templateName: name, automationName: null })
  return resolveTracking(before, { ...content, id: story.id }, room, desk.now)
}

/** Resolves the tracking of drafts that have got their first time and stay drafts; gives all stories back as they are then. */
export async function resolveFirstTracking(
  tx: Transaction<DB>,
  context: Context,
  projectId: string,
  stories: readonly StoryRow[],
): Promise<StoryRow[]> {
  const isFresh = ({ utm_resolved, scheduled_at }: StoryRow): boolean => utm_resolved === null && scheduled_at !== null
  if (!stories.some(isFresh)) return [...stories]
  const desk = await Desk.open(tx, projectId, context.now)
  const all: StoryRow[] = []
  for (const story of stories) {
    if (!isFresh(story)) {
      all.push(story)
      continue
    }
    const resolved = await trackingOf(desk, story, null)
    const content = contentOfRow(story)
    const drafts = (await findRows(tx, projectId, story.id)).filter(({ status }) => status === 'draft')
    const rows = await writeRows(
      tx,
      projectId,
      drafts.map((row) => ({ ...unchanged(row), utm: rowTracking(content, resolved, row.channel as ChannelId) })),
    )
    all.push(await updateStory(tx, projectId, story.id, { utm_resolved: toJson(resolved) }))
    if (mayHaveLinks(content)) await followLinks(tx, desk, { story, rows, resolved })
  }
  return all
}
