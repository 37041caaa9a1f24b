import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Templates } from '@/lib/db/types.generated'

export type TemplateRow = Selectable<Templates>

export type TemplateFilter = {
  contentType: string | undefined
  text: string | undefined
  after: string | undefined
  limit: number
}

export async function listTemplateRows(
  db: Database,
  projectId: string,
  { contentType, text, after, limit }: TemplateFilter,
): Promise<TemplateRow[]> {
  let query = db.selectFrom('templates').selectAll().where('project_id', '=', projectId)
  if (contentType !== undefined) query = query.where('content_type', '=', contentType)
  if (text !== undefined) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) => where.or([where('name', 'ilike', pattern), where('caption', 'ilike', pattern)]))
  }
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function findTemplateRow(db: Database, projectId: string, id: string): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function countTemplates(db: Database, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('templates')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The template with this name, ignoring case. */
export async function findTemplateNamed(db: Database, projectId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('templates')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
  return row?.id
}

export async function insertTemplate(db: Database, row: Insertable<Templates>): Promise<TemplateRow> {
  return db.insertInto('templates').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateTemplateRow(
  db: Database,
  projectId: string,
  id: string,
  changes: Updateable<Templates>,
): Promise<TemplateRow | undefined> {
  return db
    .updateTable('templates')
    .set(changes)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteTemplateRow(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('templates')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
