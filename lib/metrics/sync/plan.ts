import { type ChannelId, channelIds } from '@/lib/channel-ids'

/** When the metrics of a post are read after publishing. */
export const syncKinds = ['initial', '1m', '24h', '72h', '7d'] as const
export type SyncKind = (typeof syncKinds)[number]

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/**
 * Seconds after publishing. The job runs every 15 minutes and its first run takes `initial`. A post younger than a
 * minute has no numbers yet, and its second reading would be a day later.
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

/** Readings with reliable numbers. They set `analytics_sync_24h`. */
export const reliableKinds: readonly SyncKind[] = ['24h', '72h', '7d']

/** Missed readings are made up for until this long after the last planned one. */
export const graceSeconds = daySeconds

/** The whole plan as JSON rows, for SQL joins. */
export const planRows = JSON.stringify(
  channelIds.flatMap((channel) =>
    kindsOf(channel).map((kind) => ({ channel, kind, after_seconds: syncAfterSeconds[kind] })),
  ),
)

/** Seconds until a failed reading is retried. */
export const retrySeconds = {
  /** Shorter than the job's interval, so that its next run retries. */
  usual: 600,
  /** The user has to grant the permission, and every try counts against the account’s daily quota. */
  permission: 6 * hourSeconds,
  /** A rate limit without a time. */
  rate: 900,
  /** The connection is closed, revoked or its circuit breaker is open: retried at every run. */
  skipped: 600,
} as const

/** How long a claim lasts. A reading takes much less. */
export const leaseSeconds = 300
export const readTimeoutMs = 60_000
