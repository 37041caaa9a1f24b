import type { SessionRow } from '@/lib/auth/sessions/repository'
import type { Session } from './contract'
import { deviceName } from './device'

export const serializeSession = (row: SessionRow, currentId: string | null): Session => ({
  id: row.id,
  device: deviceName(row.user_agent),
  user_agent: row.user_agent,
  address: row.address,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_current: row.id === currentId,
})
