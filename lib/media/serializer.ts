import { storage } from '@/lib/storage/storage'
import type { Asset } from './contract'
import type { AssetRow } from './create-asset'

/** URL of the file: in our storage, or where a remote file is. */
export const fileUrlOf = ({ path, source_url }: Pick<AssetRow, 'path' | 'source_url'>): string =>
  path ? storage().publicUrl(path) : (source_url ?? '')

export const serializeAsset = (row: AssetRow): Asset => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  category: row.category,
  tags: row.tags,
  alt_text: row.alt_text,
  mime_type: row.mime_type,
  file_size: Number(row.file_size),
  width: row.width,
  height: row.height,
  duration_seconds: row.duration_seconds,
  sha256: row.sha256,
  file_url: fileUrlOf(row),
  preview_url: row.preview_path && storage().publicUrl(row.preview_path),
  poster_url: row.poster_path && storage().publicUrl(row.poster_path),
  source_url: row.source_url,
  derived_from: row.derived_from,
  folder_id: row.folder_id,
  created_at: row.created_at.toISOString(),
})
