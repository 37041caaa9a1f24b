import type { Context } from '@/lib/access/context'
import { createMediaFolder, moveAssets } from '@/lib/media/folders/contract'
import * as folders from '@/lib/media/folders/service'
import { fileUrlOf } from '@/lib/media/serializer'
import { addLandscape, type Landscape } from '@/lib/sample-data/images'
import { landscapes } from '@/lib/sample-data/landscapes'

/** The files of each folder, with their tags. `null`: in no folder. */
const library: { folder: string | null; tags: string[]; names: Landscape[] }[] = [
  { folder: null, tags: ['summer'], names: ['meadow'] },
  { folder: 'Autumn campaign', tags: ['autumn'], names: ['dawn', 'dune', 'orchard'] },
  { folder: 'Winter campaign', tags: ['winter'], names: ['harbour', 'glacier'] },
]

export type ImageUrl = (name: Landscape) => string

/** Adds the pictures of the demo's stories to its media library, in folders. A repeat finds them. */
export async function seedMedia(context: Context, project_id: string): Promise<ImageUrl> {
  const urls = new Map<Landscape, string>()
  for (const { folder, tags, names } of library) {
    const asset_ids: string[] = []
    for (const name of names) {
      const intake = { name: landscapes[name].title, category: 'Landscapes', tags }
      const asset = await addLandscape(context.db, project_id, name, intake)
      asset_ids.push(asset.id)
      urls.set(name, fileUrlOf(asset))
    }
    if (folder === null) continue
    const folder_id = await ensureFolder(context, project_id, folder)
    await folders.move(context, moveAssets.body.parse({ project_id, asset_ids, folder_id }))
  }
  return (name) => urls.get(name) ?? ''
}

async function ensureFolder(context: Context, project_id: string, name: string): Promise<string> {
  const existing = (await folders.list(context, { project_id })).folders.find((folder) => folder.name === name)
  return existing?.id ?? (await folders.create(context, createMediaFolder.body.parse({ project_id, name }))).folder.id
}
