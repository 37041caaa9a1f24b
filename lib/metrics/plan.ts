import { type ChannelId, channelIds } from '@/lib/channels/ids'

/** The times at which a post is read after it was published. */
export const syncKinds = ['initial', '1m', '24h', '72h', '7d'] as const
export type SyncKind = (typeof syncKinds)[number]

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/**
 * Seconds after publishing. The first look of a job that comes round every 15 minutes takes `initial`; a post that is
 * younger than a minute has nothing to tell, and would wait a day for its second reading.
 */
export const syncAfterSeconds: Record<SyncKind, number> = {
  initial: 60,
  '1m': 60,
  '24h': daySeconds,
  '72h': 3 * daySeconds,
  '7d': 7 * daySeconds,
}

const usual: readonly SyncKind[] = ['initial', '24h', '72h', '7d']
const pinterest: readonly SyncKind[] = ['1m', '24h', '7d']

export const kindsOf = (channel: ChannelId): readonly SyncKind[] => (channel === 'pinterest' ? pinterest : usual)

/** From this one on a reading is one to rely on, and sets `analytics_sync_24h`. */
export const reliableKinds: readonly SyncKind[] = ['24h', '72h', '7d']

/** Seven days after publishing it is over. What was missed then is made up for so long, and afterwards never. */
export const graceSeconds = daySeconds

/** The whole plan as rows, for statements that join it. */
export const planRows = JSON.stringify(
  channelIds.flatMap((channel) =>
    kindsOf(channel).map((kind) => ({ channel, kind, after_seconds: syncAfterSeconds[kind] })),
  ),
)

/** Seconds until a reading that failed is tried again. */
export const retrySeconds = {
  /** Less than the job's rhythm, so that its very next turn takes it up. */
  usual: 600,
  /** A missing permission is granted by a person, and every try counts against what the account may call a day. */
  permission: 6 * hourSeconds,
  /** A rate limit that names no time. */
  rate: 900,
  /** The connection is closed, revoked or its circuit is open: one look at every turn of the job. */
  standstill: 600,
} as const

/** How long a claim holds. A reading ends long before it. */
export const leaseSeconds = 300
export const readTimeoutMs = 60_000
