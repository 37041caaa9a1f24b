import { expect, test } from 'vitest'
import { summaryOf } from './timeline-text'

const textOf = (kind: string, channel: string | null, detail: Record<string, unknown>) =>
  summaryOf({ kind, channel, detail })

test('texts contain no codes, channel ids or event names', () => {
  const reasons = ['missing_connection:threads', 'oauth_revoked:threads', 'stale', 'superseded', 'outcome_unknown']
  const lines = [
    ...reasons.flatMap((skip_reason) =>
      ['story.failed', 'story.skipped'].map((event) =>
        textOf('event', 'threads', { event, skip_reason, code: skip_reason.split(':')[0] }),
      ),
    ),
    ...['story.scheduled', 'story.published', 'story.published_late', 'story.failed', 'story.skipped'].map((event) =>
      textOf('event', null, { event }),
    ),
    textOf('attempt', 'linkedin', { number: 1, outcome: 'failed', code: 'http_400', message: 'LinkedIn refused it.' }),
    textOf('metrics_synced', 'x', { sync: 'initial', impressions: 12 }),
    textOf('metrics_synced', 'threads', { sync: '24h' }),
    textOf('cancelled', null, { channels: ['x', 'linkedin'] }),
  ]
  for (const line of lines) expect(line).toMatch(/^[A-Z][^_]*\.$/)
  expect(lines.join(' ')).not.toMatch(/story\.|initial|24h|\b(threads|linkedin|x)\b|\(|undefined/)
})

test.each([
  ['story.failed', 'missing_connection:facebook', 'Failed on Facebook: no Facebook account was connected.'],
  ['story.skipped', 'Write a caption first.', 'Not attempted on Facebook: Write a caption first.'],
])('%s because of %s', (event, skip_reason, sentence) => {
  expect(textOf('event', 'facebook', { event, skip_reason })).toBe(sentence)
})

test('metrics are singular or plural', () => {
  expect(textOf('metrics_synced', 'linkedin', { sync: '24h', impressions: 1_209, clicks: 1, comments: 0 })).toBe(
    'Metrics from LinkedIn, after a day: 1,209 impressions, 1 click, 0 comments.',
  )
})

test('a reschedule names the channels that moved without the others', () => {
  const [monday, tuesday] = ['2026-11-30T08:00:00.000Z', '2026-12-01T08:00:00.000Z']
  const textWith = (moved?: { channel: string; at: string }[]) =>
    textOf('rescheduled', null, { scheduled_at: '2026-11-27T22:39:00.000Z', via: 'reorder', ...(moved && { moved }) })
  expect(textWith()).toBe('Rescheduled: 2026-11-27T22:39:00.000Z.')
  expect(textWith([{ channel: 'x', at: monday }])).toBe(`X moved to ${monday}.`)
  const three = [
    { channel: 'x', at: monday },
    { channel: 'linkedin', at: monday },
    { channel: 'threads', at: tuesday },
  ]
  expect(textWith(three)).toBe(`X and LinkedIn moved to ${monday}. Threads moved to ${tuesday}.`)
})

test('an edit names what changed as the composer does', () => {
  const changed = ['caption', 'channel_overrides.x', 'channels', 'channel_overrides.linkedin', 'slides', 'utm_term']
  expect(textOf('edited', null, { changed })).toBe(
    'Edited: text, channels, media, tracking, version for X and LinkedIn.',
  )
})
