import { sql, type Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict } from '@/lib/errors'
import { announcePublished } from '@/lib/stories/published-events'
import { StoryChecks } from '../checks/story-checks'
import { type Held, lockStories, lockStory } from '../repository'
import { serializeRows } from '../responses'
import { actorOf, announceIfScheduled, record } from '../timeline/history'
import type {
  listDivergent as listContract,
  reconcileStories as reconcileContract,
  resyncStory as resyncContract,
} from './contract'
import { type Comparable, type ComparableRow, divergencesOf } from './divergence'
import { type SyncResult, syncQueueRows } from './sync-queue-rows'

type Reconciled = AnswerOf<typeof reconcileContract>

export async function listDivergent(
  context: Context,
  input: InputOf<typeof listContract>,
): Promise<AnswerOf<typeof listContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  return findDivergent(context.db, projectId)
}

/** Repairs each divergent story in its own transaction, so that locks stay short. */
export async function reconcileStories(
  context: Context,
  input: InputOf<typeof reconcileContract>,
): Promise<Reconciled> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:write')
  const { divergent } = await findDivergent(context.db, projectId)
  const result: Reconciled = { repaired: [], unrepaired: [] }
  for (const id of new Set(divergent.map(({ story_id }) => story_id))) {
    const { repaired, unrepaired } = await repairStory(context, projectId, id)
    result.repaired.push(...repaired)
    result.unrepaired.push(...unrepaired)
  }
  return result
}

function repairStory(context: Context, projectId: string, id: string): Promise<Reconciled> {
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const [held] = await lockStories(tx, projectId, [id])
    if (!held) return { repaired: [], unrepaired: [] }
    const synced = await syncQueueRows(tx, checks, held)
    const { repaired, unrepaired } = synced
    await recordRepairs(tx, context, held, synced)
    return { repaired, unrepaired }
  })
}

export async function resyncStory(
  context: Context,
  { id }: InputOf<typeof resyncContract>,
): Promise<AnswerOf<typeof resyncContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    const synced = await syncQueueRows(tx, checks, held)
    const { story, rows, repaired, unrepaired } = synced
    const busy = unrepaired.find(({ reason }) => reason === 'publishing')
    if (busy) throw conflict(`This story is being published on ${busy.channel} right now. Try again in a minute.`)
    await recordRepairs(tx, context, held, synced)
    return { story_id: id, queue_items: serializeRows(story, rows), changed: repaired.length > 0 }
  })
}

async function recordRepairs(
  tx: Transaction<DB>,
  context: Context,
  before: Held,
  { story, rows, repaired }: SyncResult,
): Promise<void> {
  if (repaired.length === 0) return
  const problems = repaired.map(({ problem, channel }) => ({ problem, channel }))
  await record(tx, story, { kind: 'resynced', actor: actorOf(context.principal), detail: { problems } })
  await announcePublished(tx, [story.id])
  await announceIfScheduled(tx, before, { story, rows }, context.now)
}

const batchSize = 500

type Pair = Comparable & { rows: (Omit<ComparableRow, 'scheduled_at'> & { scheduled_at: string | null })[] }

/** Compares every story of a project with its rows, in batches and without captions. */
async function findDivergent(db: Database, projectId: string): Promise<AnswerOf<typeof listContract>> {
  const result: AnswerOf<typeof listContract> = { divergent: [], checked: 0 }
  for (let after: string | null = null; ; ) {
    const batch: Pair[] = await readPairs(db, projectId, after)
    for (const { rows, ...story } of batch) {
      const parsed = rows.map((row) => ({ ...row, scheduled_at: row.scheduled_at ? new Date(row.scheduled_at) : null }))
      result.divergent.push(...divergencesOf(story, parsed))
    }
    result.checked += batch.length
    if (batch.length < batchSize) return result
    after = batch.at(-1)?.id ?? null
  }
}

async function readPairs(db: Database, projectId: string, after: string | null): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select s.id, s.project_id, s.status, s.channels, s.scheduled_at, s.destination_url,
      s.utm_campaign, s.utm_content, s.utm_term, s.utm_resolved,
      coalesce((
        select json_agg(json_build_object('id', q.id, 'channel', q.channel, 'status', q.status,
          'scheduled_at', q.scheduled_at, 'destination_url', q.destination_url, 'utm', q.utm,
          'data_snapshot', q.data_snapshot) order by q.id)
        from queue_items q where q.story_id = s.id), '[]') as rows
    from stories s
    where s.project_id = ${projectId} and (${after}::uuid is null or s.id < ${after}::uuid)
    order by s.id desc limit ${batchSize}`.execute(db)
  return rows
}
