import { expect, test } from 'vitest'
import { headlineOf } from './story-text'
import { toldOnce } from './told-once'

const event = (name: string, channel: string | null, code?: string) => ({
  kind: 'event',
  channel,
  detail: { event: name, ...(code ? { code } : {}) },
})

test('a failed attempt is told once, and so is a channel that nobody tried', () => {
  const attempt = { kind: 'attempt', channel: 'facebook', detail: { outcome: 'failed', code: '100' } }
  const skipped = event('story.skipped', 'threads', 'missing_connection')
  const entries = [
    attempt,
    event('story.failed', 'facebook', '100'),
    event('story.failed', 'threads', 'missing_connection'),
    skipped,
  ]
  expect(toldOnce(entries)).toEqual([attempt, skipped])
})

test('a failure for which no attempt speaks is told: its time passed while it was tried', () => {
  const retry = { kind: 'attempt', channel: 'x', detail: { outcome: 'retry', code: '503' } }
  const failed = event('story.failed', 'x', 'stale')
  expect(toldOnce([retry, failed])).toEqual([retry, failed])
})

test('what was done by hand and what went out is told by that alone; being late is news', () => {
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
  expect(toldOnce(entries)).toEqual([rejected, posted, late])
})

test('a headline shows no placeholder, and passes over a line that is nothing else', () => {
  expect(headlineOf({ title: null, caption: 'Read {{link}} now' })).toBe('Read now')
  expect(headlineOf({ title: null, caption: '{{link}}\nBread, see {{link}}.' })).toBe('Bread, see.')
  expect(headlineOf({ title: null, caption: '{{link}}' })).toBe('Story without words')
})
