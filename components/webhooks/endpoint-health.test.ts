import { expect, test } from 'vitest'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { displayOf } from './endpoint-health'

const now = new Date('2026-06-30T10:00:00Z')
const healthy: Partial<WebhookEndpoint> = { active: true, health_status: 'healthy', consecutive_failures: 0 }
const labelOf = (last: Parameters<typeof displayOf>[1], created_at = '2026-06-29T10:00:00Z') =>
  displayOf({ ...healthy, created_at } as WebhookEndpoint, last, now).label

test('an endpoint is healthy only after a delivery', () => {
  expect(labelOf(null)).toBe('Not used yet')
  expect(labelOf(null, '2026-05-01T10:00:00Z')).toBe('Not used lately')
  expect(labelOf({ event: 'test.ping', status: 'failed', next_attempt_at: null })).toBe('Last test failed')
  expect(labelOf({ event: 'test.ping', status: 'succeeded', next_attempt_at: null })).toBe('Healthy')
})
