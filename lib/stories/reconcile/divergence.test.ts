import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { blankContent } from '../content/content'
import { type Comparable, type ComparableRow, divergencesOf } from './divergence'

const at = new Date('2030-01-01T12:00:00Z')

const aStory = (changes: Partial<Comparable> = {}): Comparable => ({
  ...blankContent,
  id: 'story',
  project_id: 'project',
  channels: ['x', 'ghost'],
  status: 'scheduled',
  scheduled_at: at,
  destination_url: 'https://shop.example',
  utm_campaign: 'spring',
  utm_resolved: { x: { source: 'twitter', medium: 'post', campaign: null, content: null, term: null } },
  ...changes,
})
const aRow = (channel: ChannelId, changes: Partial<ComparableRow> = {}): ComparableRow => ({
  id: channel,
  channel,
  status: 'approved',
  scheduled_at: at,
  destination_url: 'https://shop.example',
  utm: channel === 'x' ? { source: 'twitter', medium: 'post', campaign: 'spring' } : { campaign: 'spring' },
  data_snapshot: {},
  ...changes,
})
const found = (story: Comparable, rows: ComparableRow[]) =>
  divergencesOf(story, rows).map(({ channel, problem, queue_status }) => [problem, channel, queue_status])

test('no divergence when rows match the story', () => {
  expect(found(aStory(), [aRow('x'), aRow('ghost')])).toEqual([])
})

test.each([
  ['a channel without a row', aStory(), [aRow('x')], [['missing_row', 'ghost', null]]],
  [
    'a row without a channel',
    aStory({ channels: ['x'] }),
    [aRow('x'), aRow('ghost')],
    [['orphan_row', 'ghost', 'approved']],
  ],
  [
    'a different status',
    aStory({ status: 'draft' }),
    [aRow('x'), aRow('ghost')],
    [['status_mismatch', null, 'scheduled']],
  ],
  [
    'a different time',
    aStory(),
    [aRow('x', { scheduled_at: null }), aRow('ghost')],
    [['time_mismatch', 'x', 'approved']],
  ],
  [
    'a different URL',
    aStory(),
    [aRow('x'), aRow('ghost', { destination_url: null })],
    [['content_mismatch', 'ghost', 'approved']],
  ],
  [
    'different tracking values',
    aStory(),
    [aRow('x', { utm: {} }), aRow('ghost')],
    [['content_mismatch', 'x', 'approved']],
  ],
  [
    'a row of a cancelled story that would be published',
    aStory({ status: 'cancelled' }),
    [aRow('x', { status: 'rejected' }), aRow('ghost')],
    [['status_mismatch', 'ghost', 'approved']],
  ],
  [
    'a row that the publisher would skip',
    aStory(),
    [aRow('x', { status: 'draft' }), aRow('ghost')],
    [['status_mismatch', 'x', 'draft']],
  ],
])('detects %s', (_, story, rows, expected) => {
  expect(found(story, rows)).toEqual(expected)
})

test('draft rows match a draft', () => {
  const draft = aStory({ status: 'draft', scheduled_at: null })
  expect(found(draft, [aRow('x', { status: 'draft' }), aRow('ghost', { status: 'draft' })])).toEqual([])
})

test('posted rows and separately moved rows may differ', () => {
  const posted = aRow('x', { status: 'posted', scheduled_at: null, utm: {} })
  const moved = aRow('ghost', {
    scheduled_at: new Date('2030-01-02T12:00:00Z'),
    data_snapshot: { time_override: true },
  })
  expect(found(aStory(), [posted, moved])).toEqual([])
})

test('the order of jsonb members does not matter', () => {
  const row = aRow('x', { utm: { campaign: 'spring', medium: 'post', source: 'twitter' } })
  expect(found(aStory({ channels: ['x'] }), [row])).toEqual([])
})
