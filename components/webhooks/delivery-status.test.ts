import { expect, test } from 'vitest'
import type { WebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import { deliveryStateOf, describeDelivery } from './delivery-status'

const soon = '2026-06-01T10:00:00.000Z'

type Case = [event: string, status: WebhookDelivery['status'], next: string | null, state: string, sentence: string]

test.each<Case>([
  ['story.failed', 'failed', soon, 'failed', 'Failed 2 minutes ago, will be retried'],
  ['story.failed', 'failed', null, 'on_hold', 'On hold'],
  ['story.failed', 'pending', soon, 'pending', 'Waiting, created 2 minutes ago'],
  ['story.failed', 'pending', null, 'on_hold', 'On hold'],
  ['story.failed', 'in_flight', null, 'in_flight', 'Sending'],
  ['test.ping', 'failed', null, 'failed_ping', 'Test ping failed 2 minutes ago'],
])('%s that is %s with next attempt %s is shown as %s', (event, status, next_attempt_at, state, sentence) => {
  const delivery = { event, status, next_attempt_at }
  expect([deliveryStateOf(delivery), describeDelivery(delivery, '2 minutes ago')]).toEqual([state, sentence])
})
