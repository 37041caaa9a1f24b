import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import type { SocialConnection } from '@/lib/connections/contract'

export type ConnectionState = 'connected' | 'expiring' | 'expired' | 'revoked' | 'disconnected'

const dayMs = 86_400_000
/** From here on the network's own refresh is due, so a person should know. */
const soonDays = 7

/** An access that is renewed by itself may end as often as it likes. */
export function stateOf(connection: SocialConnection, now: Date): ConnectionState {
  const { status, expires_at, renews_itself } = connection
  if (status === 'disconnected' || status === 'revoked') return status
  if (expires_at === null || renews_itself) return 'connected'
  const leftMs = new Date(expires_at).getTime() - now.getTime()
  if (leftMs <= 0) return 'expired'
  return leftMs < soonDays * dayMs ? 'expiring' : 'connected'
}

/** Whether posts to it fail as it stands. */
export const isBroken = (state: ConnectionState): boolean => state === 'expired' || state === 'revoked'

export const stateFaces: Record<ConnectionState, { word: string; tone: Tone; Icon: LucideIcon; meaning: string }> = {
  connected: { word: 'Connected', tone: 'good', Icon: CircleCheck, meaning: 'Posts go out.' },
  expiring: {
    word: 'Expires soon',
    tone: 'warn',
    Icon: Clock,
    meaning: 'Reconnect before it ends, or posts will fail.',
  },
  expired: { word: 'Expired', tone: 'bad', Icon: CircleX, meaning: 'Posts fail until you reconnect.' },
  revoked: {
    word: 'Access withdrawn',
    tone: 'bad',
    Icon: CircleAlert,
    meaning: 'The network refuses us. Posts fail until you reconnect.',
  },
  disconnected: { word: 'Disconnected', tone: 'quiet', Icon: CircleDashed, meaning: 'You disconnected it.' },
}
