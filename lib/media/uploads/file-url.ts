import type { Database } from '@/lib/db/pool'
import { findAsset } from '../repository'
import { fileUrlOf } from '../serializer'

/** URL of the uploaded file. Null before the upload and after its asset is deleted. */
export async function uploadedUrl(
  db: Database,
  { project_id, asset_id }: { project_id: string; asset_id: string | null },
): Promise<string | null> {
  const asset = asset_id ? await findAsset(db, project_id, asset_id) : undefined
  return asset ? fileUrlOf(asset) : null
}
