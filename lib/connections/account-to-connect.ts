import type { ChannelId } from '@/lib/channel-ids'
import type { Credentials } from '@/lib/channels/channel'

/** Metadata member of practice accounts. */
export const sandboxMark = 'sandbox'

/** An account and its credentials, from a consent or entered by hand. */
export type AccountToConnect = {
  channel: ChannelId
  accountId: string
  accountName: string | null
  handle: string | null
  /** Of the photo at the network. */
  pictureUrl?: string | null
  credentials: Credentials
  expiresAt: Date | null
  /** Expiry of the refresh token; null if it does not expire or there is none. */
  refreshExpiresAt?: Date | null
  /** Granted scopes; null if unknown. */
  scopes?: string[] | null
  /** Whether the network accepted these credentials. */
  wasTried?: boolean
  /** For new rows only; a reconnect keeps existing metadata. */
  metadata?: Record<string, string>
}
