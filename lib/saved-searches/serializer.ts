import type { SavedSearch } from './contract'
import type { SavedSearchRow } from './repository'

export const serializeSearch = (row: SavedSearchRow): SavedSearch => ({
  id: row.id,
  project_id: row.project_id,
  user_id: row.user_id,
  name: row.name,
  filter: row.filter,
  view: row.view,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
