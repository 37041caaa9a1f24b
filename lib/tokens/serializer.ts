import type { ApiToken } from './contract'
import type { TokenRow } from './repository'

export const serializeToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  hint: row.token_hint,
  scopes: row.scopes,
  project_id: row.project_id,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
