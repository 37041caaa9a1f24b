import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'

/** The first that holds is a channel's status. */
export const healthStatuses = ['missing', 'token_expired', 'publish_error', 'sync_error', 'stale', 'ok'] as const
export type HealthStatus = (typeof healthStatuses)[number]

const time = z.iso.datetime()

export const PublishOutcome = z.strictObject({
  at: time,
  story_id: z.uuid(),
  queue_item_id: z.uuid(),
  published_url: z.string().nullable(),
  skip_reason: z.string().nullable(),
  error_message: z.string().nullable().meta({ description: 'What the last attempt said, if there was one.' }),
})
export type PublishOutcome = z.output<typeof PublishOutcome>

export const SyncOutcome = z.strictObject({ at: time, error_message: z.string().nullable() })

/** How a channel of a project fares. */
export const ConnectionHealth = z.strictObject({
  channel: z.enum(channelIds),
  status: z.enum(healthStatuses).meta({
    description:
      'The first that holds: `missing` (no account is connected), `token_expired` (the access is over or withdrawn and ' +
      'cannot be renewed), `publish_error` (the newest post failed), `sync_error` (the newest reading of metrics failed), ' +
      '`stale` (connected, and nothing has succeeded for 30 days), `ok`.',
  }),
  summary: z.string().meta({ description: 'The state in a sentence for people.' }),
  next_step: z.string().nullable().meta({ description: 'What to do about it; null when there is nothing to do.' }),
  connection_id: z.uuid().nullable(),
  account_name: z.string().nullable(),
  last_successful_publish: PublishOutcome.nullable(),
  last_failed_publish: PublishOutcome.nullable(),
  last_successful_sync: SyncOutcome.nullable(),
  last_failed_sync: SyncOutcome.nullable(),
  sync_paused: z.boolean().meta({
    description:
      'The network refused the credentials five times within an hour, so metrics are not read until a reconnect.',
  }),
  failures_24h: z.int().meta({ description: 'Posts, readings of metrics and refreshes that failed within 24 hours.' }),
  last_refresh_at: time.nullable().meta({ description: 'When the access was last renewed, or that was last tried.' }),
  last_refresh_ok: z.boolean().nullable(),
  last_refresh_error: z.string().nullable(),
  refresh_failed_count: z.int().meta({ description: 'Failures in a row since the last success.' }),
  expires_at: time.nullable(),
  renews_itself: z.boolean(),
  token_expiring_soon: z
    .boolean()
    .meta({ description: 'Under seven days are left. Access for hours that renews itself never is.' }),
  days_until_expiry: z
    .int()
    .nullable()
    .meta({ description: 'Begun days count. 0 or less: it is over. Null: it has no end.' }),
  expiring_severity: z.enum(['info', 'warning', 'critical']).nullable(),
  notified_at_tier: z.int().nullable().meta({ description: 'Of 30, 7 and 1 days the last that was told.' }),
})
export type ConnectionHealth = z.output<typeof ConnectionHealth>

export const getConnectionHealth = contract({
  method: 'GET',
  path: '/api/connections/health',
  tag: 'Connections',
  summary: 'Tell how each channel fares',
  description: 'One entry for each of the seven channels, connected or not.',
  scope: 'connections:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: { 200: z.strictObject({ project_id: z.uuid(), checked_at: time, platforms: z.array(ConnectionHealth) }) },
  errors: ['not_found'],
})
