import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { createAsset, cropAsset, listAssets } from '@/lib/openapi/operations.generated'
import { type Area, isWhole, type Rotation } from './crop-area'

export type FileEdit = { rotate: Rotation; flip: boolean; area: Area }

/** Saves a part of an image as a new file. A remote image is added to the library first. */
export async function cropFile(
  projectId: string,
  { id, file_url }: { id?: string | undefined; file_url: string },
  { rotate, flip, area }: FileEdit,
): Promise<Asset> {
  const known = id ?? (await idOf(projectId, file_url))
  const { asset } = await call(cropAsset, { id: known, rotate, flip, ...(isWhole(area) ? {} : { crop: area }) })
  return asset
}

async function idOf(project_id: string, url: string): Promise<string> {
  const { assets } = await call(listAssets, { project_id, file_url: url, limit: 1 })
  const known = assets[0] ?? (await call(createAsset, { project_id, source_url: url })).asset
  return known.id
}
