import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import type { SocialConnection } from '@/lib/connections/contract'

export type ConnectionState = 'connected' | 'expiring' | 'expired' | 'revoked' | 'disconnected'

const dayMs = 86_400_000
/** Warn this many days before an expiry. */
const soonDays = 7

/** Connections that renew automatically count as connected, regardless of their expiry. */
export function stateOf(connection: SocialConnection, now: Date): ConnectionState {
  const { status, expires_at, renews_itself } = connection
  if (status === 'disconnected' || status === 'revoked') return status
  if (expires_at === null || renews_itself) return 'connected'
  const leftMs = new Date(expires_at).getTime() - now.getTime()
  if (leftMs <= 0) return 'expired'
  return leftMs < soonDays * dayMs ? 'expiring' : 'connected'
}

/** Whether posts to it fail. */
export const isBroken = (state: ConnectionState): boolean => state === 'expired' || state === 'revoked'

export const stateBadges: Record<ConnectionState, { label: string; tone: Tone; Icon: LucideIcon; text: string }> = {
  connected: { label: 'Connected', tone: 'good', Icon: CircleCheck, text: 'Posts are published.' },
  expiring: {
    label: 'Expires soon',
    tone: 'warn',
    Icon: Clock,
    text: 'Reconnect before it expires, or posts will fail.',
  },
  expired: { label: 'Expired', tone: 'bad', Icon: CircleX, text: 'Posts fail until you reconnect.' },
  revoked: {
    label: 'Access revoked',
    tone: 'bad',
    Icon: CircleAlert,
    text: 'The network revoked access. Posts fail until you reconnect.',
  },
  disconnected: { label: 'Disconnected', tone: 'quiet', Icon: CircleDashed, text: 'You disconnected this account.' },
}
