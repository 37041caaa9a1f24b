import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { Automations, DB } from '@/lib/db/types.generated'
import { pausedProjects } from '@/lib/queue-items/paused'
import type { Mode } from './kinds'
import type { AutomationSchedule } from './resource-contract'
import type { Trigger } from './trigger'

type Table = Selectable<Automations>
type Typed = { trigger: Trigger; schedule: AutomationSchedule; channels: ChannelId[]; mode: Mode }
export type AutomationRow = Omit<Table, keyof Typed> & Typed

/** jsonb columns are read as their types: only this resource writes them, after validation. */
export const typed = (row: Table): AutomationRow => row as unknown as AutomationRow

export type AutomationChanges = Omit<Updateable<Automations>, 'trigger' | 'schedule'> &
  Partial<Pick<Typed, 'trigger' | 'schedule'>>

/** jsonb columns are written as text. */
const written = ({ trigger, schedule, ...others }: AutomationChanges) => ({
  ...others,
  ...(trigger ? { trigger: JSON.stringify(trigger) } : {}),
  ...(schedule ? { schedule: JSON.stringify(schedule) } : {}),
})

export async function listAutomationRows(
  db: Database,
  projectId: string,
  { active, limit, after }: { active: boolean | undefined; limit: number; after: string | undefined },
): Promise<AutomationRow[]> {
  const rows = await db
    .selectFrom('automations')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(active !== undefined, (query) => query.where('active', '=', active ?? true))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

export async function findAutomation(
  db: Database,
  projectId: string,
  id: string,
  { isLocked = false } = {},
): Promise<AutomationRow | undefined> {
  const row = await db
    .selectFrom('automations')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && typed(row)
}

export async function countActive(tx: Database, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('automations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertAutomation(
  db: Database,
  {
    trigger,
    schedule,
    ...others
  }: Omit<Insertable<Automations>, 'trigger' | 'schedule'> & Pick<Typed, 'trigger' | 'schedule'>,
): Promise<AutomationRow> {
  const values = { ...others, trigger: JSON.stringify(trigger), schedule: JSON.stringify(schedule) }
  return typed(await db.insertInto('automations').values(values).returningAll().executeTakeFirstOrThrow())
}

/** An edit. Runs use `writeState`, which keeps `updated_at`. */
export async function updateAutomation(
  db: Database,
  projectId: string,
  id: string,
  changes: AutomationChanges,
): Promise<AutomationRow> {
  const row = await db
    .updateTable('automations')
    .set({ ...written(changes), updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return typed(row)
}

export async function deleteAutomation(db: Database, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('automations').where('id', '=', id).where('project_id', '=', projectId).execute()
}

/** The state after a run. */
export async function writeState(
  tx: Transaction<DB>,
  id: string,
  state: Pick<AutomationChanges, 'active' | 'next_run_at' | 'last_run_at' | 'last_error' | 'failure_count'>,
): Promise<void> {
  await tx.updateTable('automations').set(state).where('id', '=', id).execute()
}

export async function isPaused(db: Database, projectId: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${projectId}::uuid in (${pausedProjects})`.execute(db)
  return rows.length > 0
}

export async function hasConnector(db: Database, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('connectors')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row !== undefined
}
