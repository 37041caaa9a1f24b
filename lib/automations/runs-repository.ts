import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { AutomationRuns } from '@/lib/db/types.generated'
import type { Outcome, RunCode } from './kinds'
import { runsKeptDays } from './limits'

type Typed = { outcome: Outcome; code: RunCode | null }
export type RunRow = Omit<Selectable<AutomationRuns>, keyof Typed> & Typed
export type NewRun = Omit<Insertable<AutomationRuns>, keyof Typed> & Typed

const typed = (row: Selectable<AutomationRuns>): RunRow => row as RunRow

export async function listRunRows(
  db: Database,
  projectId: string,
  automationId: string,
  { outcome, limit, after }: { outcome: Outcome | undefined; limit: number; after: string | undefined },
): Promise<RunRow[]> {
  const rows = await db
    .selectFrom('automation_runs')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where('project_id', '=', projectId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'draft'))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

export async function findRun(
  db: Database,
  automationId: string,
  where: { id: string } | { subject: string },
): Promise<RunRow | undefined> {
  const [column, value] = 'id' in where ? (['id', where.id] as const) : (['subject', where.subject] as const)
  const row = await db
    .selectFrom('automation_runs')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where(column, '=', value)
    .executeTakeFirst()
  return row && typed(row)
}

/** Subjects that have a run. */
export async function findHandled(
  tx: Database,
  automationId: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from automation_runs
    where automation_id = ${automationId} and subject = any(${[...subjects]}::text[])`.execute(tx)
  return new Set(rows.map(({ subject }) => subject))
}

/** Throws when a subject has a run. The caller has locked the automation. */
export async function insertRuns(tx: Database, runs: readonly NewRun[]): Promise<void> {
  if (runs.length > 0)
    await tx
      .insertInto('automation_runs')
      .values([...runs])
      .execute()
}

export async function deleteRun(tx: Database, automationId: string, id: string): Promise<void> {
  await tx.deleteFrom('automation_runs').where('automation_id', '=', automationId).where('id', '=', id).execute()
}

/** When the triggers occurred that made a story in the last 24 hours. */
export async function listMadeToday(tx: Database, automationId: string): Promise<Date[]> {
  const { rows } = await sql<{ occurred_at: Date }>`
    select occurred_at from automation_runs
    where automation_id = ${automationId} and outcome in ('scheduled', 'draft')
      and created_at > now() - interval '24 hours'`.execute(tx)
  return rows.map(({ occurred_at }) => occurred_at)
}

export async function deleteOldRuns(db: Database): Promise<void> {
  await sql`delete from automation_runs where created_at < now() - make_interval(days => ${runsKeptDays})`.execute(db)
}
