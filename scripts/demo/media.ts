import type { Context } from '@/lib/access/context'
import { createMediaFolder, moveAssets } from '@/lib/media/folders/contract'
import * as folders from '@/lib/media/folders/service'
import { fileUrlOf } from '@/lib/media/serializer'
import { addPicture } from '@/lib/sample-data/images'
import { type PictureName, pictures } from '@/lib/sample-data/pictures'

/** The files of each folder, with their tags. `null`: in no folder. */
const library: { folder: string | null; tags: string[]; names: PictureName[] }[] = [
  { folder: null, tags: ['shop'], names: ['shop', 'evening', 'table', 'brunch', 'market', 'menu'] },
  {
    folder: 'Recipes',
    tags: ['recipes'],
    names: ['latte', 'blue-cup', 'pour-over', 'cold-brew', 'moka', 'buns', 'loaf'],
  },
  {
    folder: 'Autumn campaign',
    tags: ['autumn'],
    names: ['pumpkin-latte', 'gift', 'beans', 'bag', 'green-bag'],
  },
]

export type ImageUrl = (name: PictureName) => string

/** Adds the pictures of the demo's stories to its media library, in folders. A repeat finds them. */
export async function seedMedia(context: Context, project_id: string): Promise<ImageUrl> {
  const urls = new Map<PictureName, string>()
  for (const { folder, tags, names } of library) {
    const asset_ids: string[] = []
    for (const name of names) {
      const { title } = pictures[name]
      const intake = { name: title, altText: title, category: 'Coffee', tags }
      const asset = await addPicture(context.db, project_id, name, intake)
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
