import type { Transaction } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { notFound, validationError } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { isWaiting } from '@/lib/queue-items/status'
import { resolveFirstTracking } from '@/lib/stories/operations/schedule'
import { announcePublished } from '@/lib/stories/published-events'
import { lockStories, markOwnTimes, type RowChange, updateTimes, writeRows } from '@/lib/stories/repository'
import { earliestTime, noSkipReason, unchanged, withOwnTimes } from '@/lib/stories/rows/row-plan'
import type { StoryRow } from '@/lib/stories/serializer'
import { actorOf, announceAllScheduled, recordAll } from '@/lib/stories/timeline/history'
import type { bulkReschedule as contract } from './contract'
import { findStoryIds } from './repository'
import { type Mode, type Move, planMoves, readMode, type Skipped } from './reschedule-plan'

type Input = InputOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/** Moves many rows. An invalid request changes nothing; otherwise each item succeeds or fails on its own. */
export async function bulkReschedule(context: Context, input: Input): Promise<Answer> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:publish')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const mode = readMode(input, { timezone: project.timezone, now: context.now })
  if (Array.isArray(mode)) throw validationError(mode)
  return transaction(context.db, (tx) => moveAll(tx, context, project.id, input, mode))
}

async function moveAll(
  tx: Transaction<DB>,
  context: Context,
  projectId: string,
  input: Input,
  mode: Mode,
): Promise<Answer> {
  const items = new Set(input.queue_item_ids)
  const wholeStories = new Set(input.story_ids)
  const owners = await findStoryIds(tx, projectId, [...items])
  const storyIds = new Set([...wholeStories, ...owners.map(({ story_id }) => story_id)])
  const held = await lockStories(tx, projectId, [...storyIds])
  const skipped = missing(wholeStories, items, held, owners)
  const moved: Moved[] = []
  for (const one of held) {
    const plan = planMoves(one, wholeStories.has(one.story.id) ? 'all' : items, mode, context.now)
    skipped.push(...plan.skipped)
    if (plan.moves.length) moved.push({ story: one.story, rows: one.rows, moves: plan.moves })
  }
  const { updated, stories } = await writeMoves(tx, context, projectId, moved, 'bulk_reschedule')
  return { ok: true, updated, ...(input.include_stories ? { stories } : {}), skipped }
}

/** Ids that this project does not have, including ids of other projects. */
function missing(
  wholeStories: ReadonlySet<string>,
  items: ReadonlySet<string>,
  held: { story: StoryRow }[],
  owners: { id: string }[],
): Skipped[] {
  const stories = new Set(held.map(({ story }) => story.id))
  const rows = new Set(owners.map(({ id }) => id))
  const reason = 'not_found'
  return [
    ...[...wholeStories].filter((id) => !stories.has(id)).map((story_id) => ({ story_id, reason })),
    ...[...items].filter((id) => !rows.has(id)).map((queue_item_id) => ({ story_id: null, queue_item_id, reason })),
  ]
}

export type Moved = { story: StoryRow; rows: readonly QueueRow[]; moves: Move[] }

/** Moves rows of locked stories, and updates stories, timelines and events. */
export async function writeMoves(
  tx: Transaction<DB>,
  context: Context,
  projectId: string,
  moved: Moved[],
  via: 'bulk_reschedule' | 'reorder' | 'resume',
): Promise<Required<Pick<Answer, 'updated' | 'stories'>>> {
  const planned = moved.map(planStory)
  const written = await writeRows(
    tx,
    projectId,
    planned.flatMap(({ changes }) => changes),
  )
  await markOwnTimes(
    tx,
    projectId,
    planned.flatMap(({ odd }) => odd),
  )
  const stories = await resolveFirstTracking(tx, context, projectId, await updateTimes(tx, projectId, planned))
  await announcePublished(
    tx,
    stories.map(({ id }) => id),
  )
  await announceAllScheduled(tx, changesOf(moved, stories, written), context.now, via)
  const movedBy = new Map(moved.map((one) => [one.story.id, movedAlone(one)]))
  await recordAll(
    tx,
    stories.map((story) => {
      const detail = { scheduled_at: story.scheduled_at?.toISOString() ?? null, via, ...movedBy.get(story.id) }
      return { story, action: { kind: 'rescheduled', actor: actorOf(context.principal), detail } }
    }),
  )
  const updated = moved.flatMap(({ story, moves }) =>
    moves.map(({ row, at }) => ({ story_id: story.id, queue_item_id: row.id, scheduled_at: at.toISOString() })),
  )
  return { updated, stories: stories.map(currentTimes) }
}

/** The moved channels with their times. Nothing if the whole story moved to one time. */
function movedAlone({ rows, moves }: Moved): { moved?: { channel: ChannelId; at: string }[] } {
  const isWhole =
    rows.filter(isWaiting).every(({ id }) => moves.some(({ row }) => row.id === id)) &&
    moves.every(({ at }) => at.getTime() === moves[0]?.at.getTime())
  return isWhole ? {} : { moved: moves.map(({ row, at }) => ({ channel: row.channel, at: at.toISOString() })) }
}

/** Each story with its rows before and after. */
export function changesOf(
  before: readonly { story: StoryRow; rows: readonly QueueRow[] }[],
  stories: readonly StoryRow[],
  written: readonly QueueRow[],
) {
  const storyOf = new Map(stories.map((story) => [story.id, story]))
  const rowOf = new Map(written.map((row) => [row.id, row]))
  return before.flatMap((one) => {
    const story = storyOf.get(one.story.id)
    const rows = one.rows.map((row) => rowOf.get(row.id) ?? row)
    return story ? [{ before: one, after: { story, rows } }] : []
  })
}

const currentTimes = ({ id, scheduled_at, updated_at }: StoryRow) => ({
  id,
  scheduled_at: scheduled_at?.toISOString() ?? null,
  updated_at: updated_at.toISOString(),
})

/** A story's time is that of its first waiting row. Rows at other times are marked as having their own. */
function planStory({ story, rows, moves }: Moved) {
  const changes = moves.map(moveRow)
  const staying = rows.filter((row) => !moves.some((move) => move.row.id === row.id))
  const scheduled_at = earliestTime([...staying, ...changes])
  const odd = staying.filter((row) => isWaiting(row) && row.scheduled_at?.getTime() !== scheduled_at?.getTime())
  return { id: story.id, scheduled_at, changes: withOwnTimes(changes, scheduled_at), odd: odd.map(({ id }) => id) }
}

function moveRow({ row, at }: Move): RowChange {
  const next_attempt_at = row.status === 'draft' ? null : at
  return { ...unchanged(row), ...noSkipReason, scheduled_at: at, next_attempt_at, is_restarted: true }
}
