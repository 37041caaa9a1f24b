import type { Connector } from './contract'
import type { ConnectorRow, ItemRow } from './repository'

export const serializeConnector = (row: ConnectorRow): Connector => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  kind: row.kind,
  url: row.url,
  path: row.path,
  key_field: row.key_field,
  has_headers: row.headers !== null,
  status: row.status,
  last_error: row.last_error,
  failure_count: row.failure_count,
  moved_to: row.moved_to,
  fields: row.fields,
  last_checked_at: row.last_checked_at?.toISOString() ?? null,
  last_item_at: row.last_item_at?.toISOString() ?? null,
  next_check_at: row.next_check_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const serializeItem = (row: ItemRow) => ({
  id: row.id,
  // Written by this resource only.
  fields: row.fields,
  published_at: row.published_at?.toISOString() ?? null,
  is_new: !row.is_first_poll,
  created_at: row.created_at.toISOString(),
})
