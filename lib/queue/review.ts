import type { Transaction } from 'kysely'
import { accessOwned, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound, validationError } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { serializeQueueItem } from '@/lib/queue-items/serializer'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { wantsChanges } from '@/lib/stories/content/client-review'
import { contentOfRow } from '@/lib/stories/content/content'
import { isTooOld } from '@/lib/stories/content/schedule-time'
import { type HeldRow, lockStory, type RowChange, updateStory, writeRows } from '@/lib/stories/repository'
import { earliestTime, statusOf, unchanged, withOwnTimes } from '@/lib/stories/rows/row-plan'
import { type StoryRow, serializeStory } from '@/lib/stories/serializer'
import { isSettledByOperation } from '@/lib/stories/status'
import { actorOf, announceIfScheduled, record } from '@/lib/stories/timeline/history'
import type { approveQueueItem as approveContract, rejectQueueItem as rejectContract } from './contract'
import { findStoryIds } from './repository'

type Answer = AnswerOf<typeof approveContract>

/** Approves a pending row. If its time has passed, it is published immediately. */
export async function approveQueueItem(
  context: Context,
  { id, ignore_requested_changes = false }: InputOf<typeof approveContract>,
): Promise<Answer> {
  return review(context, id, {
    decide: (row) => {
      const isLate = row.scheduled_at === null || isTooOld(row.scheduled_at, context.now)
      const scheduled_at = isLate ? context.now : row.scheduled_at
      return { ...unchanged(row), status: 'approved', scheduled_at, next_attempt_at: scheduled_at }
    },
    kind: 'approved',
    ignoresRequestedChanges: ignore_requested_changes,
  })
}

export async function rejectQueueItem(
  context: Context,
  { id, reason }: InputOf<typeof rejectContract>,
): Promise<Answer> {
  return review(context, id, {
    decide: (row) => ({
      ...unchanged(row),
      status: 'rejected',
      next_attempt_at: null,
      skip_reason: reason,
      skip_category: 'review',
    }),
    kind: 'rejected',
    reason,
  })
}

type Decision = {
  decide(row: HeldRow): RowChange
  kind: 'approved' | 'rejected'
  reason?: string
  ignoresRequestedChanges?: boolean
}

async function review(context: Context, id: string, decision: Decision): Promise<Answer> {
  const { decide, kind, reason } = decision
  const access = await accessOwned(context, 'queue_items', id, 'stories:publish')
  requireRole(context, access, 'admin')
  const { projectId } = access
  return transaction(context.db, async (tx) => {
    const [found] = await findStoryIds(tx, projectId, [id])
    if (!found) throw notFound('queue item')
    const held = await lockStory(tx, projectId, found.story_id)
    const row = held.rows.find((candidate) => candidate.id === id)
    if (!row) throw notFound('queue item')
    if (row.status !== 'pending') throw conflict(`This item is ${row.status}. Only a pending item can be ${kind}.`)
    if (isSettledByOperation(held.story.status)) throw conflict(`The story of this item is ${held.story.status}.`)
    const others = held.rows.filter((candidate) => candidate !== row)
    if (kind === 'approved') {
      if (!decision.ignoresRequestedChanges) refuseRequestedChanges(held.story)
      await refuseUnpostable(tx, context, held.story, row.channel)
    }
    const change = decide(row)
    const time = earliestTime([...others, change]) ?? held.story.scheduled_at
    const [written] = await writeRows(tx, projectId, withOwnTimes([change], time))
    if (!written) throw notFound('queue item')
    const rows = [...others, written]
    const story = await updateStory(tx, projectId, held.story.id, { status: statusOf(rows), scheduled_at: time })
    const item = serializeQueueItem({ ...written, title: story.title, primary_caption: story.caption })
    const channel = row.channel
    const detail = { queue_item_id: id, ...(reason ? { reason } : { scheduled_at: item.scheduled_at }) }
    await record(tx, story, { kind, actor: actorOf(context.principal), channel, detail })
    if (reason) await announceRejected(tx, story, item, reason, context.now)
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return { ok: true, item, story_status: statusOf(rows) }
  })
}

/** A client who asked for changes must not find the post published as it was. */
function refuseRequestedChanges({ client_review }: StoryRow): void {
  if (!wantsChanges(client_review)) return
  const message = `${client_review.reviewer_name ?? 'A client'} asked for changes: ${client_review.note ?? ''} Edit the story first, or approve it anyway.`
  const issue = {
    path: 'ignore_requested_changes',
    code: 'changes_requested',
    message: 'must be true to approve it anyway',
  }
  throw new AppError('conflict', message, { issues: [issue] })
}

/** A story can become invalid while it waits, for example when a file is replaced. */
async function refuseUnpostable(
  tx: Transaction<DB>,
  context: Context,
  story: StoryRow,
  channel: ChannelId,
): Promise<void> {
  const checks = await StoryChecks.open(tx, story.project_id, context.now)
  const { issues } = await checks.checkRules({ ...contentOfRow(story), channels: [channel] }, { isDraft: false })
  if (issues.length) throw validationError(issues)
}

/** A rejected channel was never attempted, so `story.failed` and `story.skipped` are both sent. */
async function announceRejected(
  tx: Transaction<DB>,
  story: StoryRow,
  queue_item: Answer['item'],
  reason: string,
  now: Date,
): Promise<void> {
  const data = {
    story: serializeStory(story, now),
    queue_item,
    channel: queue_item.channel,
    skip_reason: reason,
    category: 'review',
    code: 'rejected',
  }
  const common = { projectId: story.project_id, storyId: story.id, data }
  await appendEvent(tx, { ...common, event: 'story.failed' })
  await appendEvent(tx, { ...common, event: 'story.skipped' })
}
