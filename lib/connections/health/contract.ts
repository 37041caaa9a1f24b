import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

/** By priority: the first that applies is the channel's status. */
export const healthStatuses = ['missing', 'token_expired', 'publish_error', 'sync_error', 'stale', 'ok'] as const
export type HealthStatus = (typeof healthStatuses)[number]

const time = z.iso.datetime()

export const PublishOutcome = z.strictObject({
  at: time,
  story_id: z.uuid(),
  queue_item_id: z.uuid(),
  published_url: z.string().nullable(),
  skip_reason: z.string().nullable(),
  error_message: z.string().nullable().meta({ description: 'Message of the last attempt, if any.' }),
})
export type PublishOutcome = z.output<typeof PublishOutcome>

export const SyncOutcome = z.strictObject({ at: time, error_message: z.string().nullable() })

/** Health of a channel's connection. */
export const ConnectionHealth = z.strictObject({
  channel: z.enum(channelIds),
  status: z.enum(healthStatuses).meta({
    description:
      'The first that applies: `missing` (no account is connected), `token_expired` (the token is expired or revoked and ' +
      'cannot be refreshed), `publish_error` (the last post failed), `sync_error` (the last metrics sync failed), ' +
      '`stale` (no success for 30 days), `ok`.',
  }),
  summary: z.string().meta({ description: 'The state in one sentence.' }),
  next_step: z.string().nullable().meta({ description: 'What to do; null if nothing.' }),
  connection_id: z.uuid().nullable(),
  account_name: z.string().nullable(),
  last_successful_publish: PublishOutcome.nullable(),
  last_failed_publish: PublishOutcome.nullable(),
  last_successful_sync: SyncOutcome.nullable(),
  last_failed_sync: SyncOutcome.nullable(),
  sync_paused: z.boolean().meta({
    description:
      'The network rejected the credentials five times within an hour, so metrics are not synced until a reconnect.',
  }),
  failures_24h: z.int().meta({ description: 'Posts, metric syncs and refreshes that failed within 24 hours.' }),
  inbox_error: z
    .string()
    .nullable()
    .meta({
      description:
        'Why comments and messages could not be read, in two or more checks in a row. Null if they could, and for channels ' +
        'without an inbox.',
    }),
  last_refresh_at: time.nullable().meta({ description: 'Time of the last refresh attempt.' }),
  last_refresh_ok: z.boolean().nullable(),
  last_refresh_error: z.string().nullable(),
  refresh_failed_count: z.int().meta({ description: 'Failures in a row since the last success.' }),
  expires_at: time.nullable(),
  renews_itself: z.boolean(),
  token_expiring_soon: z
    .boolean()
    .meta({ description: 'Expires within seven days. Never true for short-lived tokens that refresh automatically.' }),
  days_until_expiry: z.int().nullable().meta({ description: 'Rounded up. 0 or less: expired. Null: does not expire.' }),
  expiring_severity: z.enum(['info', 'warning', 'critical']).nullable(),
  notified_at_tier: z.int().nullable().meta({ description: 'The last reported tier of 30, 7 and 1 days.' }),
})
export type ConnectionHealth = z.output<typeof ConnectionHealth>

export const getConnectionHealth = contract({
  method: 'GET',
  path: '/api/connections/health',
  tag: 'Connections',
  summary: 'Get the health of each channel',
  description: 'One entry for each of the seven channels, connected or not.',
  scope: 'connections:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: { 200: z.strictObject({ project_id: z.uuid(), checked_at: time, platforms: z.array(ConnectionHealth) }) },
  errors: ['not_found'],
})
