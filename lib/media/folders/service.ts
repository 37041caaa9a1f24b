import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import { AppError, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import type { MediaFolder } from './contract'
import * as contracts from './contract'
import { folderDepthMax } from './folder-depth'
import {
  countAssets,
  deleteFolderRow,
  type FolderRow,
  findFolder,
  insertFolder,
  isNameTaken,
  listFolderRows,
  moveAssetRows,
  updateFolder,
} from './repository'

const serialize = (row: FolderRow): MediaFolder => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  parent_id: row.parent_id,
  files: row.files,
  created_at: row.created_at.toISOString(),
})

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listMediaFolders>,
): Promise<AnswerOf<typeof contracts.listMediaFolders>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:read')
  return { folders: (await listFolderRows(context.db, projectId)).map(serialize) }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createMediaFolder>,
): Promise<AnswerOf<typeof contracts.createMediaFolder>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  const folder = { id: newId(), parentId: input.parent_id ?? null, name: input.name }
  const row = await transaction(context.db, async (tx) => {
    // Two folders at once must not pass the limits or take one name.
    await lockProject(tx, projectId)
    const folders = await listFolderRows(tx, projectId)
    requireRoomFor(folders, folder.parentId)
    await requireFreeName(tx, projectId, folder)
    await insertFolder(tx, projectId, folder)
    return findFolder(tx, projectId, folder.id)
  })
  return { folder: serialize(found(row)) }
}

function requireRoomFor(folders: readonly FolderRow[], parentId: string | null): void {
  if (folders.length >= contracts.foldersMax)
    throw new AppError('conflict', `A project has at most ${contracts.foldersMax} folders. Delete one first.`)
  if (depthUnder(folders, parentId) + 1 > folderDepthMax) throw tooDeep()
}

/** Levels from the top to this folder; 0 for the top. */
function depthUnder(folders: readonly FolderRow[], parentId: string | null): number {
  let depth = 0
  for (let parent = parentId; parent !== null; depth++) {
    const row = folders.find(({ id }) => id === parent)
    if (!row) throw invalid('parent_id', 'is not a folder of this project.', 'not_found')
    parent = row.parent_id
  }
  return depth
}

const tooDeep = (): AppError =>
  invalid('parent_id', `is too deep: folders are nested at most ${folderDepthMax} deep.`, 'too_deep')

async function requireFreeName(
  tx: Database,
  projectId: string,
  folder: { id: string; parentId: string | null; name: string },
): Promise<void> {
  if (await isNameTaken(tx, projectId, folder))
    throw new AppError('conflict', `There is already a folder named “${folder.name}” here. Choose another name.`)
}

/** Renames a folder, or moves it with everything in it. */
export async function rename(
  context: Context,
  { id, name, parent_id }: InputOf<typeof contracts.renameMediaFolder>,
): Promise<AnswerOf<typeof contracts.renameMediaFolder>> {
  const { projectId } = await accessOwned(context, 'media_folders', id, 'media:write')
  const row = await transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const now = found(await findFolder(tx, projectId, id))
    const next = { id, name: name ?? now.name, parentId: parent_id === undefined ? now.parent_id : parent_id }
    if (next.parentId !== now.parent_id) requirePlace(await listFolderRows(tx, projectId), id, next.parentId)
    await requireFreeName(tx, projectId, next)
    await updateFolder(tx, projectId, next)
    return findFolder(tx, projectId, id)
  })
  return { folder: serialize(found(row)) }
}

/** @throws validation_error when the folder would be in itself, or its folders too deep */
function requirePlace(folders: readonly FolderRow[], id: string, parentId: string | null): void {
  const depth = depthUnder(folders, parentId)
  for (let at = parentId; at !== null; at = folders.find((folder) => folder.id === at)?.parent_id ?? null)
    if (at === id) throw invalid('parent_id', 'is this folder or inside it. Choose another folder.', 'inside_itself')
  if (depth + heightOf(folders, id) > folderDepthMax) throw tooDeep()
}

/** Levels of a folder with what is in it. */
const heightOf = (folders: readonly FolderRow[], id: string): number =>
  1 + Math.max(0, ...folders.filter(({ parent_id }) => parent_id === id).map((child) => heightOf(folders, child.id)))

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteMediaFolder>,
): Promise<AnswerOf<typeof contracts.deleteMediaFolder>> {
  const { projectId } = await accessOwned(context, 'media_folders', id, 'media:write')
  const row = await transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const folder = found(await findFolder(tx, projectId, id))
    for (const child of (await listFolderRows(tx, projectId)).filter(({ parent_id }) => parent_id === id))
      await requireFreeName(tx, projectId, { id: child.id, parentId: folder.parent_id, name: child.name })
    await deleteFolderRow(tx, folder)
    return folder
  })
  return { folder: serialize(row) }
}

export async function move(
  context: Context,
  input: InputOf<typeof contracts.moveAssets>,
): Promise<AnswerOf<typeof contracts.moveAssets>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  const { folder_id: folderId } = input
  const ids = [...new Set(input.asset_ids)]
  const moved = await transaction(context.db, async (tx) => {
    // A folder that is deleted at the same time must not get files.
    await lockProject(tx, projectId)
    if (folderId !== null && !(await findFolder(tx, projectId, folderId))) throw notFound('folder')
    if ((await countAssets(tx, projectId, ids)) < ids.length) throw notFound('asset')
    return moveAssetRows(tx, projectId, ids, folderId)
  })
  return { moved }
}

function found(row: FolderRow | undefined): FolderRow {
  if (!row) throw notFound('folder')
  return row
}
