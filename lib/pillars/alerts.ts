import { sql, type Transaction } from 'kysely'
import { type Clock, systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { daysBetween, figureOf, isBelow } from './performance'
import { type ContentSums, lastPublishedAt, sumOwnWindows } from './performance-repository'
import { type PillarRow, pillarColumns } from './repository'
import { serializePillar } from './serializer'

const projectsPerBatch = 100

/** An hour less than a day and a week: a daily run may start some minutes earlier than the last one. */
const gapPauseHours = 23
const belowPauseHours = 7 * 24 - 1

/**
 * Sends `pillar.gap_detected` and `pillar.benchmark_below`. The mark on the pillar and the event are one transaction,
 * so each is sent once, also with parallel runs and after a crash.
 */
export async function sendPillarAlerts(
  db: Database,
  clock: Clock = systemClock,
): Promise<{ gaps: number; below: number }> {
  const sent = { gaps: 0, below: 0 }
  for (let after: string | undefined; ; ) {
    const projectIds = await listProjects(db, after)
    if (projectIds.length > 0) {
      sent.gaps += await sendGaps(db, projectIds)
      sent.below += await sendBelow(db, projectIds, clock())
    }
    if (projectIds.length < projectsPerBatch) return sent
    after = projectIds.at(-1)
  }
}

/** Projects with pillars that have a target. */
async function listProjects(db: Database, after: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects pr
    where deleted_at is null ${after === undefined ? sql`` : sql`and id > ${after}`}
      and exists (select from pillars p where p.project_id = pr.id
        and (p.max_gap_days is not null or p.benchmark_value is not null))
    order by id limit ${projectsPerBatch}`.execute(db)
  return rows.map(({ id }) => id)
}

const mayAlert = (mark: 'gap_alerted_at' | 'below_alerted_at', hours: number) => {
  const column = sql.ref(`p.${mark}`)
  return sql<boolean>`(${column} is null or ${column} <= now() - make_interval(hours => ${hours}))`
}

type Gap = PillarRow & { max_gap_days: number; last_published_at: Date | null; now: Date }

function sendGaps(db: Database, projectIds: readonly string[]): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Gap>`
      update pillars p set gap_alerted_at = now()
      where id in (
        select id from pillars p
        where project_id = any(${[...projectIds]}::uuid[]) and max_gap_days is not null
          and ${mayAlert('gap_alerted_at', gapPauseHours)}
          and coalesce(${lastPublishedAt}, created_at) < now() - make_interval(days => max_gap_days)
        order by id for update)
      returning ${pillarColumns}, ${lastPublishedAt} as last_published_at, now() as now`.execute(tx)
    await appendEvents(tx, rows.map(gapEvent))
    return rows.length
  })
}

const gapEvent = ({ now, ...row }: Gap): NewEvent => ({
  projectId: row.project_id,
  event: 'pillar.gap_detected',
  data: {
    pillar: serializePillar(row),
    last_published_at: row.last_published_at?.toISOString() ?? null,
    days_since_last: row.last_published_at && daysBetween(row.last_published_at, now),
    max_gap_days: row.max_gap_days,
  },
})

type Below = { row: PillarRow; value: number }

async function sendBelow(db: Database, projectIds: readonly string[], now: Date): Promise<number> {
  const rows = await listBenchmarks(db, projectIds)
  if (rows.length === 0) return 0
  const sums = await sumOwnWindows(db, rows, now)
  const below = rows.flatMap((row) =>
    belowOf(
      row,
      sums.get(row.id)?.find(({ is_previous }) => !is_previous),
    ),
  )
  if (below.length === 0) return 0
  return transaction(db, async (tx) => {
    const marked = await markBelow(tx, below)
    await appendEvents(tx, below.filter(({ row }) => marked.has(row.id)).map(belowEvent))
    return marked.size
  })
}

async function listBenchmarks(db: Database, projectIds: readonly string[]): Promise<PillarRow[]> {
  const { rows } = await sql<PillarRow>`
    select ${pillarColumns} from pillars p
    where project_id = any(${[...projectIds]}::uuid[]) and benchmark_value is not null
      and ${mayAlert('below_alerted_at', belowPauseHours)}
    order by id`.execute(db)
  return rows
}

function belowOf(row: PillarRow, sums: ContentSums | undefined): Below[] {
  const value = figureOf(row, sums)
  return value !== null && isBelow(row, value) ? [{ row, value }] : []
}

/** @returns the pillars that no other run has marked, and whose benchmark is still the same */
async function markBelow(tx: Transaction<DB>, below: readonly Below[]): Promise<Set<string>> {
  const seen = JSON.stringify(below.map(({ row }) => row))
  const { rows } = await sql<{ id: string }>`
    update pillars p set below_alerted_at = now()
    where id in (
      select p.id from pillars p
      join jsonb_to_recordset(${seen}::jsonb) as seen (id uuid, benchmark_metric text, benchmark_value float8)
        on seen.id = p.id and seen.benchmark_metric = p.benchmark_metric and seen.benchmark_value = p.benchmark_value
      where ${mayAlert('below_alerted_at', belowPauseHours)}
      order by p.id for update of p)
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const belowEvent = ({ row, value }: Below): NewEvent => ({
  projectId: row.project_id,
  event: 'pillar.benchmark_below',
  data: {
    pillar: serializePillar(row),
    metric: row.benchmark_metric,
    value,
    benchmark_value: row.benchmark_value,
    window_days: row.benchmark_window_days,
  },
})
