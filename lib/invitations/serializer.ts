import type { Invitation } from './contract'
import type { InvitationRow } from './repository'

export const serializeInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  project_id: row.project_id,
  email: row.email,
  role: row.role,
  invited_by: row.inviter,
  expires_at: row.expires_at.toISOString(),
  is_expired: row.is_expired,
  created_at: row.created_at.toISOString(),
})
