import type { UploadSession } from './contract'
import type { SessionRow } from './repository'

const statusOf = ({ status, is_expired }: SessionRow): UploadSession['status'] =>
  status === 'open' && is_expired ? 'expired' : status

export const serializeSession = (
  row: SessionRow,
  { missing, fileUrl }: { missing: number[]; fileUrl: string | null },
): UploadSession => ({
  session_id: row.id,
  status: statusOf(row),
  filename: row.filename,
  mime_type: row.mime_type,
  total_size_bytes: row.total_size_bytes,
  chunks_received: row.chunks_received,
  bytes_received: row.bytes_received,
  missing_chunks: missing,
  expires_at: row.expires_at.toISOString(),
  asset_id: row.asset_id,
  file_url: fileUrl,
})
