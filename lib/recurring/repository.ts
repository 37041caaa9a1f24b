import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { nextUpdatedAt } from '@/lib/db/next-updated-at'
import type { Database } from '@/lib/db/pool'
import type { RecurringSlots, RecurringTemplates } from '@/lib/db/types.generated'
import type { Cadence } from './cadence'
import type { RecurringStory } from './contract'

type Table = Selectable<RecurringTemplates>
export type RecurringRow = Omit<Table, 'story' | 'cadence'> & { story: RecurringStory; cadence: Cadence }

/** jsonb columns are read as their types: only this resource writes them, after validation. */
const typed = (row: Table): RecurringRow => row as unknown as RecurringRow

export type RecurringChanges = Omit<Updateable<RecurringTemplates>, 'story' | 'cadence'> & {
  story?: RecurringStory
  cadence?: Cadence
}

/** jsonb columns are written as text. */
const written = ({ story, cadence, ...others }: RecurringChanges) => ({
  ...others,
  ...(story ? { story: JSON.stringify(story) } : {}),
  ...(cadence ? { cadence: JSON.stringify(cadence) } : {}),
})

export async function listTemplates(
  db: Database,
  projectId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<RecurringRow[]> {
  const rows = await db
    .selectFrom('recurring_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

export async function listActiveTemplates(db: Database, projectId: string): Promise<RecurringRow[]> {
  const rows = await db
    .selectFrom('recurring_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(typed)
}

export async function findTemplate(
  db: Database,
  projectId: string,
  id: string,
  { isLocked = false } = {},
): Promise<RecurringRow | undefined> {
  const row = await db
    .selectFrom('recurring_templates')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && typed(row)
}

export async function countActive(tx: Database, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recurring_templates')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', '=', projectId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertTemplate(
  db: Database,
  template: Omit<Insertable<RecurringTemplates>, 'story' | 'cadence'> & { story: RecurringStory; cadence: Cadence },
): Promise<RecurringRow> {
  const values = {
    ...template,
    story: JSON.stringify(template.story),
    cadence: JSON.stringify(template.cadence),
  }
  return typed(await db.insertInto('recurring_templates').values(values).returningAll().executeTakeFirstOrThrow())
}

export async function updateTemplate(
  db: Database,
  projectId: string,
  id: string,
  changes: RecurringChanges,
): Promise<RecurringRow> {
  const row = await db
    .updateTable('recurring_templates')
    .set({ ...written(changes), updated_at: nextUpdatedAt() })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return typed(row)
}

export async function deleteTemplate(db: Database, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('recurring_templates').where('id', '=', id).where('project_id', '=', projectId).execute()
}

/** The last slot that has a story. */
export async function findLastStorySlot(db: Database, projectId: string, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('recurring_slots')
    .select('slot_at')
    .where('template_id', '=', id)
    .where('project_id', '=', projectId)
    .where('outcome', '<>', 'skipped')
    .orderBy('slot_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.slot_at ?? null
}

/** Templates with a slot to handle now, by the database's clock. Paused projects wait. */
export async function listDue(db: Database, limit: number): Promise<{ templates: RecurringRow[]; now: Date }> {
  const { rows } = await sql<Table & { now: Date }>`
    select t.*, clock_timestamp() as now
    from recurring_templates t join projects p on p.id = t.project_id and p.deleted_at is null
    where t.due_at <= now()
      and not exists (select from project_pauses s where s.project_id = t.project_id and s.resumed_at is null)
    order by t.due_at, t.project_id, t.id
    limit ${limit}`.execute(db)
  return { templates: rows.map(({ now: _, ...row }) => typed(row)), now: rows[0]?.now ?? new Date(0) }
}

/**
 * Locks those templates that have not changed since they were read. A second worker waits here, and then finds that
 * `covered_through` has moved on.
 */
export async function lockUnchanged(tx: Database, templates: readonly RecurringRow[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; updated_at: Date; covered_through: Date }>`
    select t.id, t.updated_at, t.covered_through from recurring_templates t
    join projects p on p.id = t.project_id and p.deleted_at is null
    where t.id = any(${templates.map(({ id }) => id)}::uuid[]) and t.due_at is not null
      and not exists (select from project_pauses s where s.project_id = t.project_id and s.resumed_at is null)
    order by t.id
    for update of t`.execute(tx)
  const read = new Map(templates.map((template) => [template.id, template]))
  const isUnchanged = (row: (typeof rows)[number]): boolean =>
    row.updated_at.getTime() === read.get(row.id)?.updated_at.getTime() &&
    row.covered_through.getTime() === read.get(row.id)?.covered_through.getTime()
  return new Set(rows.filter(isUnchanged).map(({ id }) => id))
}

/** @returns the slots that were not handled before, as `template_id:milliseconds` */
export async function insertSlots(tx: Database, slots: Insertable<RecurringSlots>[]): Promise<Set<string>> {
  if (slots.length === 0) return new Set()
  const rows = await tx
    .insertInto('recurring_slots')
    .values(slots)
    .onConflict((conflict) => conflict.columns(['template_id', 'slot_at']).doNothing())
    .returning(['template_id', 'slot_at'])
    .execute()
  return new Set(rows.map(({ template_id, slot_at }) => slotKey(template_id, slot_at)))
}

export const slotKey = (templateId: string, slotAt: Date): string => `${templateId}:${slotAt.getTime()}`

/** The state of a template after a run. `updated_at` stays: nothing was edited. */
export type RunResult = {
  id: string
  covered_through: Date
  next_slot_at: Date | null
  due_at: Date | null
  /** Undefined keeps the value. */
  last_error: string | null | undefined
  /** Null when no story was created. */
  story_id: string | null
}

export async function writeRuns(tx: Database, results: readonly RunResult[]): Promise<void> {
  const given = results.map((result) => ({ ...result, keeps_error: result.last_error === undefined }))
  await sql`
    update recurring_templates t set
      covered_through = r.covered_through, next_slot_at = r.next_slot_at, due_at = r.due_at,
      last_error = case when r.keeps_error then t.last_error else r.last_error end,
      last_run_at = case when r.story_id is null then t.last_run_at else now() end,
      last_story_id = coalesce(r.story_id, t.last_story_id)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (
      id uuid, covered_through timestamptz, next_slot_at timestamptz, due_at timestamptz, last_error text,
      story_id uuid, keeps_error boolean)
    where t.id = r.id`.execute(tx)
}

/** Tries a template again later, after an unexpected error. */
export async function postpone(db: Database, id: string, minutes: number, error: string): Promise<void> {
  await sql`
    update recurring_templates set due_at = now() + make_interval(mins => ${minutes}), last_error = ${error}
    where id = ${id} and due_at is not null`.execute(db)
}
