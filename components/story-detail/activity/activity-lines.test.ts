import { expect, test } from 'vitest'
import { activityLines } from './activity-lines'

let count = 0
const entry = (kind: string, detail: Record<string, unknown> = {}, more: object = {}) => {
  count += 1
  const at = new Date(Date.UTC(2031, 4, 1, 9, 60 - count)).toISOString()
  return { id: `${count}`, at, kind, channel: null, actor: null, summary: `Summary of ${kind}.`, detail, ...more }
}
const texts = (entries: ReturnType<typeof entry>[]): string[] => activityLines(entries).map(({ text }) => text)

test('posts and comments that follow each other are one line, and numbers are left out', () => {
  const posted = (channel: string) => entry('attempt', { outcome: 'posted' }, { channel })
  const ana = { actor: 'user:ana' }
  expect(
    texts([
      entry('metrics_synced', { likes: 0 }, { channel: 'x' }),
      posted('threads'),
      entry('metrics_synced', { likes: 0 }, { channel: 'x' }),
      posted('x'),
      entry('publish_requested', {}, ana),
      entry('commented', {}, ana),
      entry('commented', {}, ana),
      entry('created', {}, ana),
    ]),
  ).toEqual(['Published to X and Threads.', 'chose “Post now”.', 'added 2 comments.', 'created this draft.'])
})

test('a failure has the reason without the words of the network', () => {
  const message = 'The pin exceeds a limit. Pinterest said: constraint: maxLength.'
  const failed = entry('attempt', { outcome: 'failed', number: 1, message }, { channel: 'pinterest' })
  expect(activityLines([failed])).toMatchObject([
    { text: 'Not published to Pinterest. The pin exceeds a limit.', tone: 'bad', actor: null },
  ])
})

test('one reason for several channels is one line', () => {
  const skipped = (channel: string, name: string) =>
    entry('event', { event: 'story.skipped' }, { channel, summary: `Not attempted on ${name}: it was cancelled.` })
  expect(texts([skipped('x', 'X'), skipped('instagram', 'Instagram')])).toEqual([
    'Not published to Instagram and X: it was cancelled.',
  ])
})

test('stories of automations and recurring posts name them, not their owner', () => {
  const summary = 'Created by the automation “Our blog”, as a draft.'
  const created = entry('created', { automation: 'Our blog' }, { actor: 'user:ana', summary })
  expect(activityLines([created])).toMatchObject([{ text: summary, actor: null }])
})

test('edits name what was changed, and a client is named', () => {
  const edited = entry('edited', {}, { actor: 'user:ana', summary: 'Edited: text, media. Changed to a draft.' })
  const moved = entry('edited', {}, { actor: 'user:ana', summary: 'Scheduled for 2031-05-02T09:00:00.000Z.' })
  const client = entry('client_approved', { reviewer: 'Max' }, { actor: 'client' })
  expect(activityLines([edited, moved, client])).toMatchObject([
    { text: 'edited the text, media. Changed to a draft.' },
    { text: 'scheduled for 2031-05-02T09:00:00.000Z.' },
    { text: 'approved this story.', client: 'Max' },
  ])
})
