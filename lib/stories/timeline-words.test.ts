import { expect, test } from 'vitest'
import { summaryOf } from './timeline-words'

const told = (kind: string, channel: string | null, detail: Record<string, unknown>) =>
  summaryOf({ kind, channel, detail })

test('nothing that is told is a code, a channel by its id, or an event by its name', () => {
  const reasons = ['missing_connection:threads', 'oauth_revoked:threads', 'stale', 'superseded', 'outcome_unknown']
  const lines = [
    ...reasons.flatMap((skip_reason) =>
      ['story.failed', 'story.skipped'].map((event) =>
        told('event', 'threads', { event, skip_reason, code: skip_reason.split(':')[0] }),
      ),
    ),
    ...['story.scheduled', 'story.published', 'story.published_late', 'story.failed', 'story.skipped'].map((event) =>
      told('event', null, { event }),
    ),
    told('attempt', 'linkedin', { number: 1, outcome: 'failed', code: 'http_400', message: 'LinkedIn refused it.' }),
    told('metrics_synced', 'x', { sync: 'initial', impressions: 12 }),
    told('metrics_synced', 'threads', { sync: '24h' }),
    told('cancelled', null, { channels: ['x', 'linkedin'] }),
  ]
  for (const line of lines) expect(line).toMatch(/^[A-Z][^_]*\.$/)
  expect(lines.join(' ')).not.toMatch(/story\.|initial|24h|\b(threads|linkedin|x)\b|\(|undefined/)
})

test.each([
  ['story.failed', 'missing_connection:facebook', 'Failed on Facebook: no Facebook account was connected.'],
  ['story.skipped', 'Write a caption first.', 'Not attempted on Facebook: Write a caption first.'],
])('%s because of %s', (event, skip_reason, sentence) => {
  expect(told('event', 'facebook', { event, skip_reason })).toBe(sentence)
})

test('numbers are told in the singular and the plural', () => {
  expect(told('metrics_synced', 'linkedin', { sync: '24h', impressions: 1_209, clicks: 1, comments: 0 })).toBe(
    'Numbers from LinkedIn, after a day: 1,209 impressions, 1 click, 0 comments.',
  )
})
