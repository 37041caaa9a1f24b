import { expect, test } from 'vitest'
import { queueBadgeOf } from './queue-status'

const now = new Date('2031-05-01T08:00:00Z')
const scheduled = { status: 'approved', scheduled_at: '2031-05-02T08:00:00Z', skip_reason: null } as const

test('a scheduled post that will or may fail is at risk', () => {
  expect(queueBadgeOf(scheduled, now)).toMatchObject({ label: 'Scheduled', tone: 'info' })
  expect(queueBadgeOf(scheduled, now, [{ severity: 'error' }])).toMatchObject({ label: 'At risk', tone: 'bad' })
  expect(queueBadgeOf(scheduled, now, [{ severity: 'warning' }])).toMatchObject({ label: 'At risk', tone: 'warn' })
})

test('a failed post that is sent again is not a new one', () => {
  expect(queueBadgeOf({ ...scheduled, data_snapshot: { retry_at: scheduled.scheduled_at } }, now).label).toBe(
    'Retrying',
  )
})

test('a post that waits for approval, or is late, says so first', () => {
  const issues = [{ severity: 'error' as const }]
  expect(queueBadgeOf({ ...scheduled, status: 'pending' }, now, issues).label).toBe('Needs approval')
  expect(queueBadgeOf({ ...scheduled, scheduled_at: '2031-05-01T06:00:00Z' }, now, issues).label).toBe('Late')
})
