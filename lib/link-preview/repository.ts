import { createHash } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { LinkPreviews } from '@/lib/db/types.generated'

export type LinkPreviewRow = Selectable<LinkPreviews>
type Found = Omit<Insertable<LinkPreviews>, 'project_id' | 'url_hash'>

const hashOf = (url: string): Buffer => createHash('sha256').update(url).digest()

export function findLinkPreview(db: Database, projectId: string, url: string): Promise<LinkPreviewRow | undefined> {
  return db
    .selectFrom('link_previews')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('url_hash', '=', hashOf(url))
    .executeTakeFirst()
}

export async function storeLinkPreview(db: Database, projectId: string, url: string, found: Found): Promise<void> {
  await db
    .insertInto('link_previews')
    .values({ project_id: projectId, url_hash: hashOf(url), ...found })
    .onConflict((conflict) => conflict.columns(['project_id', 'url_hash']).doUpdateSet(found))
    .execute()
}

/** They are fetched again after a day. */
export async function deleteOldLinkPreviews(db: Database): Promise<void> {
  await sql`delete from link_previews where fetched_at < now() - interval '1 day'`.execute(db)
}
