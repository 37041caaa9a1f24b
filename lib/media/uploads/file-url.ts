import type { Database } from '@/lib/db/pool'
import { findAsset } from '../repository'
import { fileUrlOf } from '../serializer'

/** Where the file is that an upload became; null before, and when its asset has been deleted. */
export async function uploadedUrl(
  db: Database,
  { project_id, asset_id }: { project_id: string; asset_id: string | null },
): Promise<string | null> {
  const asset = asset_id ? await findAsset(db, project_id, asset_id) : undefined
  return asset ? fileUrlOf(asset) : null
}
