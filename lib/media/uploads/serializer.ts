import { fileBytesMax } from '@/lib/media-files/limits'
import type { UploadIntent } from './contract'
import type { IntentRow } from './repository'

const statusOf = ({ status, is_expired }: IntentRow): UploadIntent['status'] =>
  status === 'pending' && is_expired ? 'expired' : status

export const serializeIntent = (row: IntentRow, fileUrl: string | null): UploadIntent => ({
  asset_intent_id: row.id,
  status: statusOf(row),
  filename: row.filename,
  content_type: row.content_type,
  expires_at: row.expires_at.toISOString(),
  max_bytes: fileBytesMax,
  file_url: fileUrl,
  asset_id: row.asset_id,
  problem: row.status === 'pending' ? row.problem : null,
})
