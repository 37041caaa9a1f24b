import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

export type FolderRow = {
  id: string
  project_id: string
  name: string
  parent_id: string | null
  created_at: Date
  files: number
}

const columns = sql<FolderRow>`f.id, f.project_id, f.name, f.parent_id, f.created_at,
  (select count(*)::int from assets a where a.folder_id = f.id) as files`

export async function listFolderRows(db: Database, projectId: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select ${columns} from media_folders f where project_id = ${projectId} order by lower(name), id`.execute(db)
  return rows
}

export async function findFolder(db: Database, projectId: string, id: string): Promise<FolderRow | undefined> {
  const { rows } = await sql<FolderRow>`
    select ${columns} from media_folders f where project_id = ${projectId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Whether the parent has another folder with this name. */
export async function isNameTaken(
  db: Database,
  projectId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('media_folders')
    .select('id')
    .where('project_id', '=', projectId)
    .where('parent_id', 'is not distinct from', parentId)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertFolder(
  db: Database,
  projectId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
): Promise<void> {
  await db.insertInto('media_folders').values({ id, project_id: projectId, parent_id: parentId, name }).execute()
}

export async function updateFolder(
  db: Database,
  projectId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
): Promise<void> {
  await db
    .updateTable('media_folders')
    .set({ name, parent_id: parentId })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** Moves what is in a folder to its parent and deletes it. */
export async function deleteFolderRow(tx: Database, folder: FolderRow): Promise<void> {
  const { id, project_id, parent_id } = folder
  await tx
    .updateTable('assets')
    .set({ folder_id: parent_id })
    .where('project_id', '=', project_id)
    .where('folder_id', '=', id)
    .execute()
  await tx
    .updateTable('media_folders')
    .set({ parent_id })
    .where('project_id', '=', project_id)
    .where('parent_id', '=', id)
    .execute()
  await tx.deleteFrom('media_folders').where('project_id', '=', project_id).where('id', '=', id).execute()
}

export async function countAssets(db: Database, projectId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assets where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns how many files were in another folder */
export async function moveAssetRows(
  db: Database,
  projectId: string,
  ids: readonly string[],
  folderId: string | null,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ folder_id: folderId, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('folder_id', 'is distinct from', folderId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
