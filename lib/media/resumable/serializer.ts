import type { ResumableUpload } from './contract'
import type { UploadRow } from './repository'

export const statusOf = ({ status, is_expired }: UploadRow): ResumableUpload['status'] =>
  status === 'open' && is_expired ? 'expired' : status

export const serializeUpload = (row: UploadRow, fileUrl: string | null): ResumableUpload => ({
  id: row.id,
  project_id: row.project_id,
  status: statusOf(row),
  filename: row.filename,
  mime_type: row.mime_type,
  total_size_bytes: row.total_bytes,
  bytes_received: row.storage_path === null ? row.received_bytes : null,
  problem: row.problem,
  expires_at: row.expires_at.toISOString(),
  asset_id: row.asset_id,
  file_url: fileUrl,
})
