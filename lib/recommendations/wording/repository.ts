import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

export type DueText = { hash: Buffer; title: string; rationale: string }

/** The worded texts among these, by hash in hex. Missing ones become due. */
export async function findOrAskFor(
  db: Database,
  projectId: string,
  texts: readonly DueText[],
): Promise<Map<string, string>> {
  const hashes = texts.map(({ hash }) => hash)
  const { rows } = await sql<{ hash: Buffer; worded: string | null; is_stale: boolean }>`
    select hash, worded, shown_on < current_date as is_stale from recommendation_texts
    where project_id = ${projectId} and hash = any(${hashes}::bytea[])`.execute(db)
  const known = new Map(rows.map((row) => [row.hash.toString('hex'), row]))
  const missing = texts.filter(({ hash }) => !known.has(hash.toString('hex')))
  if (missing.length > 0) {
    const values = missing.map((text) => ({ project_id: projectId, ...text }))
    await db
      .insertInto('recommendation_texts')
      .values(values)
      .onConflict((on) => on.doNothing())
      .execute()
  }
  if (rows.some(({ is_stale }) => is_stale)) {
    await sql`
      update recommendation_texts set shown_on = current_date
      where project_id = ${projectId} and hash = any(${hashes}::bytea[]) and shown_on < current_date`.execute(db)
  }
  return new Map([...known].flatMap(([hash, { worded }]) => (worded === null ? [] : [[hash, worded]])))
}

/** Projects with due texts, the longest waiting first. */
export async function projectsWithDueTexts(db: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select t.project_id from recommendation_texts t
    join projects p on p.id = t.project_id and p.deleted_at is null
    where t.next_attempt_at <= now() group by t.project_id order by min(t.next_attempt_at) limit ${most}`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

const attemptsMax = 3

/** Takes due texts. Another worker leaves them alone for some minutes; after the last attempt they are given up. */
export async function claimTexts(db: Database, projectId: string, most: number): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    update recommendation_texts set attempts = attempts + 1,
      next_attempt_at = case when attempts + 1 < ${attemptsMax}
        then now() + interval '10 minutes' * power(6, attempts) end
    where project_id = ${projectId} and next_attempt_at <= now() and hash in (
      select hash from recommendation_texts
      where project_id = ${projectId} and next_attempt_at <= now()
      order by hash limit ${most} for update skip locked)
    returning hash, title, rationale`.execute(db)
  return rows
}

export async function storeText(db: Database, projectId: string, hash: Buffer, worded: string | null): Promise<void> {
  await db
    .updateTable('recommendation_texts')
    .set({ worded, next_attempt_at: null })
    .where('project_id', '=', projectId)
    .where('hash', '=', hash)
    .execute()
}

/** Texts that were not shown for 30 days. */
export async function deleteOldTexts(db: Database): Promise<void> {
  await sql`delete from recommendation_texts where shown_on < current_date - 30`.execute(db)
}
