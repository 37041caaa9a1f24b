import { sql, type Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict } from '@/lib/errors'
import { accessOwned, accessProject } from '@/lib/projects/access'
import { announcePublished } from '@/lib/publishing/published-events'
import { serializeRows } from './answers'
import { Desk } from './desk'
import { type Comparable, type ComparableRow, divergencesOf } from './divergence'
import { actorOf, announceIfScheduled, record } from './history'
import { type Mirror, mirror } from './mirror'
import type {
  listDivergent as listContract,
  reconcileStories as reconcileContract,
  resyncStory as resyncContract,
} from './reconcile-contract'
import { type Held, lockStories, lockStory } from './repository'

type Reconciled = AnswerOf<typeof reconcileContract>

export async function listDivergent(
  context: Context,
  input: InputOf<typeof listContract>,
): Promise<AnswerOf<typeof listContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  return findDivergent(context.db, projectId)
}

/** Repairs each divergent story in a transaction of its own, so that one never waits for all the others. */
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
    const desk = await Desk.open(tx, projectId, context.now)
    const [held] = await lockStories(tx, projectId, [id])
    if (!held) return { repaired: [], unrepaired: [] }
    const mirrored = await mirror(tx, desk, held)
    const { repaired, unrepaired } = mirrored
    await tellRepaired(tx, context, held, mirrored)
    return { repaired, unrepaired }
  })
}

export async function resyncStory(
  context: Context,
  { id }: InputOf<typeof resyncContract>,
): Promise<AnswerOf<typeof resyncContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    const mirrored = await mirror(tx, desk, held)
    const { story, rows, repaired, unrepaired } = mirrored
    const busy = unrepaired.find(({ reason }) => reason === 'publishing')
    if (busy) throw conflict(`This story is being published just now on ${busy.channel}. Try again in a minute.`)
    await tellRepaired(tx, context, held, mirrored)
    return { story_id: id, queue_items: serializeRows(story, rows), changed: repaired.length > 0 }
  })
}

async function tellRepaired(
  tx: Transaction<DB>,
  context: Context,
  before: Held,
  { story, rows, repaired }: Mirror,
): Promise<void> {
  if (repaired.length === 0) return
  const problems = repaired.map(({ problem, channel }) => ({ problem, channel }))
  await record(tx, story, { kind: 'resynced', actor: actorOf(context.principal), detail: { problems } })
  await announcePublished(tx, [story.id])
  await announceIfScheduled(tx, before, { story, rows }, context.now)
}

const batchSize = 500

type Pair = Comparable & { rows: (Omit<ComparableRow, 'scheduled_at'> & { scheduled_at: string | null })[] }

/** Compares every story of a project with its rows, some hundreds at a time and without their texts. */
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
