import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { folderDepthMax } from './folder-depth'

export const foldersMax = 200
const movedMax = 200

/** A folder of the media library. A file is in one folder or in none. */
export const MediaFolder = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  parent_id: z.uuid().nullable(),
  files: z.int().meta({ description: 'Files in this folder, without the folders in it.' }),
  created_at: z.iso.datetime(),
})
export type MediaFolder = z.output<typeof MediaFolder>

const name = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(100, { error: 'must be at most 100 characters' })
  .meta({ description: 'Unique within its parent, case-insensitive.' })

export const listMediaFolders = contract({
  method: 'GET',
  path: '/api/v1/media/folders',
  tag: 'Media',
  summary: 'List media folders',
  description: `All folders of a project by name, at most ${foldersMax}.`,
  scope: 'media:read',
  query: aliased(projectShape, projectAlias),
  answers: { 200: z.strictObject({ folders: z.array(MediaFolder) }) },
  errors: ['not_found'],
})

export const createMediaFolder = contract({
  method: 'POST',
  path: '/api/v1/media/folders',
  tag: 'Media',
  summary: 'Create a media folder',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      name,
      parent_id: uuid.nullish().meta({ description: `Folders are nested at most ${folderDepthMax} deep.` }),
    },
    projectAlias,
  ),
  answers: { 201: z.strictObject({ folder: MediaFolder }) },
  errors: ['not_found', 'conflict'],
})

export const renameMediaFolder = contract({
  method: 'PATCH',
  path: '/api/v1/media/folders/:id',
  tag: 'Media',
  summary: 'Rename or move a media folder',
  description: `Omitted members stay unchanged. A folder moves with everything in it, at most ${folderDepthMax} deep.`,
  scope: 'media:write',
  params: idParams,
  body: z.strictObject({
    name: name.optional(),
    parent_id: uuid.nullable().optional().meta({ description: 'The folder to move it into. Null: to the top.' }),
  }),
  answers: { 200: z.strictObject({ folder: MediaFolder }) },
  errors: ['not_found', 'conflict'],
})

export const deleteMediaFolder = contract({
  method: 'DELETE',
  path: '/api/v1/media/folders/:id',
  tag: 'Media',
  summary: 'Delete a media folder',
  description: 'Its files and folders stay: they move to the folder that contained it, or to the top.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: z.strictObject({ folder: MediaFolder }) },
  errors: ['not_found', 'conflict'],
})

export const moveAssets = contract({
  method: 'POST',
  path: '/api/v1/media/move',
  tag: 'Media',
  summary: 'Move files to a folder',
  description: 'All or none. A repeat changes nothing.',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      asset_ids: z
        .array(uuid)
        .min(1, { error: 'must name a file' })
        .max(movedMax, { error: `must name at most ${movedMax} files` }),
      folder_id: uuid.nullable().meta({ description: 'Null: in no folder.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ moved: z.int().meta({ description: 'Files that were in another folder.' }) }) },
  errors: ['not_found'],
})
