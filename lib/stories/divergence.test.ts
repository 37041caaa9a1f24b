import { expect, test } from 'vitest'
import { blankContent } from './content'
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
const aRow = (channel: string, changes: Partial<ComparableRow> = {}): ComparableRow => ({
  id: channel,
  channel,
  status: 'approved',
  scheduled_at: at,
  destination_url: 'https://shop.example',
  utm: channel === 'x' ? { source: 'twitter', medium: 'post', campaign: 'spring' } : { campaign: 'spring' },
  data_snapshot: {},
  ...changes,
})
const told = (story: Comparable, rows: ComparableRow[]) =>
  divergencesOf(story, rows).map(({ channel, problem, queue_status }) => [problem, channel, queue_status])

test('a story and rows that mirror it agree', () => {
  expect(told(aStory(), [aRow('x'), aRow('ghost')])).toEqual([])
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
    'a status of its own',
    aStory({ status: 'draft' }),
    [aRow('x'), aRow('ghost')],
    [['status_mismatch', null, 'scheduled']],
  ],
  ['another time', aStory(), [aRow('x', { scheduled_at: null }), aRow('ghost')], [['time_mismatch', 'x', 'approved']]],
  [
    'another address',
    aStory(),
    [aRow('x'), aRow('ghost', { destination_url: null })],
    [['content_mismatch', 'ghost', 'approved']],
  ],
  ['other tracking values', aStory(), [aRow('x', { utm: {} }), aRow('ghost')], [['content_mismatch', 'x', 'approved']]],
  [
    'a row that would go out all the same',
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
])('%s is told', (_, story, rows, expected) => {
  expect(told(story, rows)).toEqual(expected)
})

test('the draft rows of a draft are as they should be', () => {
  const draft = aStory({ status: 'draft', scheduled_at: null })
  expect(told(draft, [aRow('x', { status: 'draft' }), aRow('ghost', { status: 'draft' })])).toEqual([])
})

test('what was posted, or was moved by itself, is not expected to follow', () => {
  const posted = aRow('x', { status: 'posted', scheduled_at: null, utm: {} })
  const moved = aRow('ghost', {
    scheduled_at: new Date('2030-01-02T12:00:00Z'),
    data_snapshot: { time_override: true },
  })
  expect(told(aStory(), [posted, moved])).toEqual([])
})

test('members of jsonb in another order are the same values', () => {
  const row = aRow('x', { utm: { campaign: 'spring', medium: 'post', source: 'twitter' } })
  expect(told(aStory({ channels: ['x'] }), [row])).toEqual([])
})
