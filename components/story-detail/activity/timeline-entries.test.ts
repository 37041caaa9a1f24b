import { expect, test } from 'vitest'
import { headlineOf } from '@/lib/stories/content/headline'
import { timelineEntries } from './timeline-entries'

const event = (name: string, channel: string | null, code?: string) => ({
  kind: 'event',
  channel,
  detail: { event: name, ...(code ? { code } : {}) },
})

test('failed events are hidden if an attempt or a skipped event has the same failure', () => {
  const attempt = { kind: 'attempt', channel: 'facebook', detail: { outcome: 'failed', code: '100' } }
  const skipped = event('story.skipped', 'threads', 'missing_connection')
  const entries = [
    attempt,
    event('story.failed', 'facebook', '100'),
    event('story.failed', 'threads', 'missing_connection'),
    skipped,
  ]
  expect(timelineEntries(entries)).toEqual([attempt, skipped])
})

test('a failed event without a matching attempt is shown', () => {
  const retry = { kind: 'attempt', channel: 'x', detail: { outcome: 'retry', code: '503' } }
  const failed = event('story.failed', 'x', 'stale')
  expect(timelineEntries([retry, failed])).toEqual([retry, failed])
})

test('events that repeat a user action or a published attempt are hidden; late events are shown', () => {
  const rejected = { kind: 'rejected', channel: 'x', detail: { reason: 'No' } }
  const posted = { kind: 'attempt', channel: 'x', detail: { outcome: 'posted' } }
  const late = event('story.published_late', null)
  const entries = [
    event('story.scheduled', null),
    rejected,
    event('story.failed', null),
    event('story.skipped', null),
    posted,
    event('story.published', null),
    late,
  ]
  expect(timelineEntries(entries)).toEqual([rejected, posted, late])
})

test('a headline has no link placeholder and skips lines with nothing else', () => {
  expect(headlineOf({ title: null, caption: 'Read {{link}} now' })).toBe('Read now')
  expect(headlineOf({ title: null, caption: '{{link}}\nBread, see {{link}}.' })).toBe('Bread, see.')
  expect(headlineOf({ title: null, caption: '{{link}}' })).toBe('Untitled story')
})
