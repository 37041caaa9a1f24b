import { expect, test } from 'vitest'
import { isRejectedInReview } from '@/lib/stories/status'
import { riskOf, storyBadgeOf } from './story-status'

const now = new Date('2031-03-10T08:00:00Z')
const story = { scheduledAt: '2031-03-10T09:00:00Z', now, isWaiting: false }

test('a scheduled story that will or may fail is at risk, unless it waits for approval', () => {
  expect(storyBadgeOf({ ...story, status: 'scheduled', risk: riskOf([]) }).label).toBe('Scheduled')
  const risk = riskOf([{ severity: 'warning' }, { severity: 'error' }])
  expect(storyBadgeOf({ ...story, status: 'scheduled', risk })).toMatchObject({ label: 'At risk', tone: 'bad' })
  expect(storyBadgeOf({ ...story, status: 'scheduled', risk, isWaiting: true }).label).toBe('Needs approval')
})

test('a story is rejected if every post was; a cancelled one is not', () => {
  const rejected = { status: 'rejected', skip_category: 'review' }
  const cancelled = { status: 'rejected', skip_category: 'other' }
  expect(isRejectedInReview('cancelled', [rejected, rejected])).toBe(true)
  expect(isRejectedInReview('cancelled', [rejected, cancelled])).toBe(false)
  expect(isRejectedInReview('scheduled', [rejected])).toBe(false)
  const badge = (isRejected: boolean) => storyBadgeOf({ ...story, status: 'cancelled', isRejected }).label
  expect([badge(true), badge(false)]).toEqual(['Rejected', 'Cancelled'])
})
