import type { WebhookAlert } from './contract'
import type { AlertRow } from './repository'

export const serializeAlert = (row: AlertRow): WebhookAlert => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  kind: row.kind,
  message: row.message,
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
