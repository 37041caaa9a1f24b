import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { SocialConnection } from './contract'

const connectionShape = { project_id: z.uuid(), connection: SocialConnection }
const reason = z.string().meta({ description: 'What is wrong and what to do, for users.' })
const daysLeft = z.int().nullable().meta({ description: 'Rounded up. 0 or less after the expiry.' })
const tier = z.union([z.literal(30), z.literal(7), z.literal(1)])
const severity = z.enum(['info', 'warning', 'critical'])

export const ConnectionExpiring = z.strictObject({ ...connectionShape, tier, severity, days_left: daysLeft })

export const ConnectionExpiringSoon = z.strictObject({
  ...connectionShape,
  tier: tier.nullable(),
  severity: severity.nullable(),
  days_left: daysLeft,
  reason,
})

export const ConnectionRefreshed = z.strictObject({
  ...connectionShape,
  expires_at: z.iso.datetime().nullable(),
  previous_expires_at: z.iso.datetime().nullable(),
})

export const ConnectionBroken = ConnectionExpiringSoon.extend({ severity: z.literal('critical') })

export const ConnectionReconnected = z.strictObject(connectionShape)

const connection: SocialConnection = {
  id: exampleId(4),
  ...exampleProject,
  channel: 'instagram',
  connected: true,
  account_id: '17841400000000000',
  account_name: 'Corner Bakery',
  handle: 'cornerbakery',
  picture_url: null,
  status: 'active',
  expires_at: '2026-05-08T08:00:00.000Z',
  renews_itself: true,
  last_refresh_at: null,
  sandbox: false,
  connected_at: '2026-03-09T08:00:00.000Z',
  disconnected_at: null,
  missing_scopes: [],
  metadata: {},
}

export const events = {
  'connection.expiring': {
    when: 'a connection expires in 30, 7 or 1 days; once for each of these until it is renewed',
    payload: ConnectionExpiring,
    example: { ...exampleProject, connection, tier: 7, severity: 'warning', days_left: 7 },
  },
  'connection.expiring_soon': {
    when: 'a connection expires in less than 7 days and cannot be renewed; at most once in 24 hours',
    payload: ConnectionExpiringSoon,
    example: {
      ...exampleProject,
      connection: { ...connection, renews_itself: false },
      tier: 7,
      severity: 'warning',
      days_left: 6,
      reason: 'This connection has no refresh token. Reconnect the account.',
    },
  },
  'connection.refreshed': {
    when: 'a connection is renewed automatically',
    payload: ConnectionRefreshed,
    example: {
      ...exampleProject,
      connection: {
        ...connection,
        expires_at: '2026-06-30T08:00:00.000Z',
        last_refresh_at: '2026-05-01T08:00:00.000Z',
      },
      expires_at: '2026-06-30T08:00:00.000Z',
      previous_expires_at: '2026-05-08T08:00:00.000Z',
    },
  },
  'connection.broken': {
    when: 'a connection has expired or the network rejects it, and a user has to reconnect the account',
    payload: ConnectionBroken,
    example: {
      ...exampleProject,
      connection: { ...connection, connected: false, renews_itself: false },
      tier: 1,
      severity: 'critical',
      days_left: 0,
      reason: 'The connection expired before it was renewed. Reconnect the account.',
    },
  },
  'connection.reconnected': {
    when: 'an account is reconnected, or gets new credentials',
    payload: ConnectionReconnected,
    example: {
      ...exampleProject,
      connection: { ...connection, expires_at: '2026-07-08T08:00:00.000Z', connected_at: '2026-05-09T08:00:00.000Z' },
    },
  },
} satisfies Record<string, EventDefinition>
