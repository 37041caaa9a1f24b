import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { CaptionCorpus, DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { captionHash } from './caption-hash'
import type { Source } from './limits'

/** All but the vector, which is large. */
export const columns = [
  'id',
  'project_id',
  'caption',
  'caption_hash',
  'content_type',
  'channel',
  'source',
  'approved',
  'embedding_model',
  'embedding_dimensions',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CaptionCorpus)[]

export type CorpusRow = Pick<Selectable<CaptionCorpus>, (typeof columns)[number]>

export type CorpusFilter = {
  approved?: boolean | undefined
  source?: Source | undefined
  content_type?: string | undefined
  channel?: ChannelId | undefined
}

export async function listCaptions(
  db: Database,
  projectId: string,
  { filter, after, limit }: { filter: CorpusFilter; after: string | undefined; limit: number },
): Promise<CorpusRow[]> {
  const query = matching(db, projectId, filter)
  return (after === undefined ? query : query.where('id', '<', after)).orderBy('id', 'desc').limit(limit).execute()
}

function matching(db: Database, projectId: string, filter: CorpusFilter) {
  let query = db.selectFrom('caption_corpus').select(columns).where('project_id', '=', projectId)
  if (filter.approved !== undefined) query = query.where('approved', '=', filter.approved)
  if (filter.source !== undefined) query = query.where('source', '=', filter.source)
  if (filter.content_type !== undefined) query = query.where('content_type', '=', filter.content_type)
  if (filter.channel !== undefined) query = query.where('channel', '=', filter.channel)
  return query
}

export async function findCaption(db: Database, projectId: string, id: string): Promise<CorpusRow | undefined> {
  return db
    .selectFrom('caption_corpus')
    .select(columns)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function listCaptionsById(db: Database, projectId: string, ids: readonly string[]): Promise<CorpusRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('caption_corpus')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
}

/** Newest captions that contain a text, ignoring case. */
export async function searchCaptions(
  db: Database,
  projectId: string,
  { text, filter, limit }: { text: string; filter: CorpusFilter; limit: number },
): Promise<CorpusRow[]> {
  return matching(db, projectId, filter)
    .where('caption', 'ilike', `%${text.replace(/[\\%_]/g, '\\$&')}%`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether the project has more captions than this. */
export async function hasMoreThan(db: Database, projectId: string, max: number): Promise<boolean> {
  const { rows } = await sql`
    select from caption_corpus where project_id = ${projectId} offset ${max} limit 1`.execute(db)
  return rows.length > 0
}

export type CaptionValues = {
  caption: string
  content_type: string | null
  channel: ChannelId | null
  source: Source
  approved: boolean
}

/** Inserts captions whose text is new. Returns them, without those that exist. */
export async function insertCaptions(
  tx: Transaction<DB>,
  projectId: string,
  captions: readonly CaptionValues[],
): Promise<CorpusRow[]> {
  const values = captions.map((caption) => ({
    id: newId(),
    project_id: projectId,
    ...caption,
    caption_hash: captionHash(caption.caption),
  }))
  if (values.length === 0) return []
  return tx
    .insertInto('caption_corpus')
    .values(values)
    .onConflict((conflict) => conflict.columns(['project_id', 'caption_hash']).doNothing())
    .returning(columns)
    .execute()
}

/** Captions with these texts. */
export async function findByHash(db: Database, projectId: string, hashes: Buffer[]): Promise<CorpusRow[]> {
  return db
    .selectFrom('caption_corpus')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('caption_hash', 'in', hashes)
    .execute()
}

/** Returns the ids of the captions that changed. */
export async function setApproved(
  db: Database,
  projectId: string,
  { ids, approved }: { ids: readonly string[]; approved: boolean },
): Promise<string[]> {
  if (ids.length === 0) return []
  const changed = await db
    .updateTable('caption_corpus')
    .set({ approved, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('approved', '!=', approved)
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}

export async function updateCaption(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  changes: Updateable<CaptionCorpus>,
): Promise<CorpusRow | undefined> {
  return tx
    .updateTable('caption_corpus')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning(columns)
    .executeTakeFirst()
}

/** Returns how many existed. */
export async function deleteCaptions(db: Database, projectId: string, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('caption_corpus')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the oldest copies of published stories that nobody approved. */
export async function deleteOldCopies(tx: Transaction<DB>, projectId: string, kept: number): Promise<void> {
  await sql`
    delete from caption_corpus where id in (
      select id from caption_corpus
      where project_id = ${projectId} and source = 'published' and not approved
      order by id desc offset ${kept})`.execute(tx)
}
