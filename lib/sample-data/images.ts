import sharp from 'sharp'
import type { Context } from '@/lib/access/context'
import { dropSpooled, spool } from '@/lib/api/spool'
import type { Database } from '@/lib/db/pool'
import { type AssetRow, createAssetFromFile, type Intake } from '@/lib/media/create-asset'
import { findAsset } from '@/lib/media/repository'
import { fileUrlOf } from '@/lib/media/serializer'
import { remove } from '@/lib/media/service'
import { findStoriesUsing } from '@/lib/media/usage'
import { storyStatuses } from '@/lib/stories/status'
import { drawPicture, type PictureName, pictures } from './pictures'

const names = Object.keys(pictures) as PictureName[]

export type SampleImages = {
  urlOf(name: PictureName): string
  /** Assets that the project did not have before. */
  newIds: string[]
}

const tag = 'sample'
const bytesMax = 10_000_000

/** Adds the pictures as assets. Images that the project already has are used as they are. */
export async function addImages(db: Database, projectId: string): Promise<SampleImages> {
  const urls = new Map<PictureName, string>()
  const newIds: string[] = []
  for (const name of names) {
    const { title } = pictures[name]
    const asset = await addPicture(db, projectId, name, { name: `Sample: ${title}`, altText: title, tags: [tag] })
    if (asset.name === `Sample: ${title}`) newIds.push(asset.id)
    urls.set(name, fileUrlOf(asset))
  }
  return { urlOf: (name) => urls.get(name) ?? '', newIds }
}

/** Adds a picture as an asset, or finds it. */
export async function addPicture(
  db: Database,
  projectId: string,
  name: PictureName,
  intake: Intake,
): Promise<AssetRow> {
  const bytes = await sharp(drawPicture(name)).jpeg({ quality: 86 }).toBuffer()
  const named = { filename: `${name}.jpg`, declaredType: 'image/jpeg' }
  const spooled = await spool(
    (async function* () {
      yield bytes
    })(),
    bytesMax,
    named,
  )
  try {
    return await createAssetFromFile(db, projectId, spooled, intake)
  } finally {
    await dropSpooled(spooled)
  }
}

/** Keeps images that a remaining story uses. @returns how many were removed */
export async function removeImages(context: Context, projectId: string, ids: readonly string[]): Promise<number> {
  let removed = 0
  for (const id of ids) {
    const asset = await findAsset(context.db, projectId, id)
    if (!asset) continue
    const stories = await findStoriesUsing(context.db, projectId, fileUrlOf(asset), storyStatuses)
    if (stories.length > 0) continue
    await remove(context, { id, force: '1' })
    removed += 1
  }
  return removed
}
