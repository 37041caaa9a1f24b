import type { Transaction } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, type Issue, notFound, validationError } from '@/lib/errors'
import { publishing } from '@/lib/stories/operations/state-checks'
import { type Held, type HeldRow, lockStories } from '@/lib/stories/repository'
import type { reorderQueue as contract } from './contract'
import { findStoryIds } from './repository'
import { type Moved, writeMoves } from './reschedule'

type Input = InputOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/** Gives items of one channel their own times in a new order. Changes all of them, or none. */
export async function reorderQueue(context: Context, input: Input): Promise<Answer> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    const found = await lockItems(tx, projectId, input.queue_item_ids)
    const strays = found.flatMap(({ row }, index): Issue[] =>
      row.channel === input.channel ? [] : [strayIssue(row, index, input.channel)],
    )
    if (strays.length > 0) throw validationError(strays)
    const times = found.map(({ row }) => requireMovable(row, context.now)).sort((one, other) => +one - +other)
    const moved = found.flatMap(({ held, row }, index): Moved[] => {
      const at = times[index]
      if (!at || at.getTime() === row.scheduled_at?.getTime()) return []
      return [{ ...held, moves: [{ row, at }] }]
    })
    const { updated, stories } = await writeMoves(tx, context, projectId, moved, 'reorder')
    return { ok: true, updated, stories }
  })
}

type Found = { held: Held; row: HeldRow }

/** Locks the items with their stories, in the given order. */
async function lockItems(tx: Transaction<DB>, projectId: string, ids: readonly string[]): Promise<Found[]> {
  const owners = await findStoryIds(tx, projectId, ids)
  const stories = await lockStories(tx, projectId, [...new Set(owners.map(({ story_id }) => story_id))])
  const found = new Map(stories.flatMap((held) => held.rows.map((row) => [row.id, { held, row }] as const)))
  return ids.map((id) => {
    const item = found.get(id)
    if (!item) throw notFound('queue item')
    return item
  })
}

const strayIssue = ({ channel }: HeldRow, index: number, wanted: string): Issue => ({
  path: `queue_item_ids.${index}`,
  code: 'other_channel',
  message: `is an item of ${channel}, not of ${wanted}.`,
})

/**
 * The time of an item that can be moved.
 *
 * @throws conflict when it is not scheduled, due, or held by the publisher
 */
function requireMovable(row: HeldRow, now: Date): Date {
  const { status, scheduled_at } = row
  if (status !== 'approved' && status !== 'pending') {
    throw conflict(`The item ${row.id} is ${status}. Only scheduled items can be reordered.`)
  }
  if (row.is_in_flight || row.is_partly_public) throw publishing(row.channel)
  if (!scheduled_at || scheduled_at <= now) {
    throw conflict(`The time of the item ${row.id} has passed. Only items with a future time can be reordered.`)
  }
  return scheduled_at
}
