import type { HashtagSet } from './contract'
import type { HashtagSetRow } from './repository'

export const serializeHashtagSet = (row: HashtagSetRow): HashtagSet => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  tags: row.tags,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
