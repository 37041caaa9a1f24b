import type { ReviewLink } from './contract'
import type { LinkRow } from './repository'

export const serializeLink = (row: LinkRow): ReviewLink => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  story_ids: row.story_ids,
  created_by: row.creator,
  expires_at: row.expires_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  is_open: row.is_open,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
