import { expect, test } from 'vitest'
import type { Doubt } from './channel'
import { findInList, type Listed, type ListPage, sameText } from './match'

const sentAt = new Date('2026-06-01T12:00:00Z')
const doubt: Doubt = { step: 'publish', sentAt, steps: {} }
const wanted = { text: 'hello', mediaCount: 1 }
const listed = (id: string, seconds: number, changes: Partial<Listed> = {}): Listed => ({
  id,
  text: 'hello',
  createdAt: new Date(sentAt.getTime() + seconds * 1_000),
  mediaCount: 1,
  result: { id },
  ...changes,
})
const page = (...posts: Listed[]): ListPage => ({ posts, next: null })
const found = (id: string) => ({ state: 'found', result: { id } })

test('finds the earliest match since two minutes before the send', async () => {
  expect(await findInList(page(listed('c', 9), listed('b', 1), listed('a', -121)), wanted, doubt)).toEqual(found('b'))
  expect(await findInList(page(listed('b', 1), listed('a', -119)), wanted, doubt)).toEqual(found('a'))
})

test('ignores posts with other text or media, and posts of other rows', async () => {
  const others = page(listed('a', 1, { text: 'hullo' }), listed('b', 1, { mediaCount: 2 }), listed('c', 1))
  expect(await findInList(others, wanted, { ...doubt, knownIds: ['c'] })).toEqual({ state: 'absent' })
  expect(await findInList(page(listed('d', 1, { mediaCount: null })), wanted, doubt)).toEqual(found('d'))
})

test('a similar post is reported as isResembled, not as found', async () => {
  const wanted = { text: 'Fresh bread & tea at example.com/a', mediaCount: 1 }
  const look = (changes: Partial<Listed>, seconds = 1) => findInList(page(listed('a', seconds, changes)), wanted, doubt)
  const resembling = { state: 'absent', isResembled: true }
  for (const text of [
    'Fresh bread &amp; tea at t.co/xyz',
    'fresh bread, tea at',
    'Fresh bread & tea at example.com/b!',
  ])
    expect(await look({ text })).toEqual(resembling)
  expect(await look({ text: wanted.text, mediaCount: 0 })).toEqual(resembling)
  expect(await look({ text: wanted.text, mediaCount: 2 })).toEqual({ state: 'absent' })
  expect(await look({ text: 'Freshbread tea at' })).toEqual({ state: 'absent' })
  expect(await look({ text: 'Fresh bread 2 & tea at example.com/a' })).toEqual({ state: 'absent' })
  expect(await look({ text: 'fresh bread, tea at' }, -121)).toEqual({ state: 'absent' })
  expect(await look({ text: '' })).toEqual({ state: 'absent' })
})

test('reads pages only as far back as needed', async () => {
  let reads = 0
  const next = async (): Promise<ListPage> => {
    reads += 1
    return { posts: [listed('mine', 1), listed('old', -600)], next }
  }
  expect(await findInList({ posts: [listed('new', 50, { text: 'x' })], next }, wanted, doubt)).toEqual(found('mine'))
  expect(reads).toBe(1)
})

test('an endless list returns cannot_ask', async () => {
  const next = async (): Promise<ListPage> => ({ posts: [listed('x', 1, { text: 'x' })], next })
  expect(await findInList(await next(), wanted, doubt)).toMatchObject({ state: 'cannot_ask' })
})

test('sameText ignores spacing and Unicode form', () => {
  expect(sameText(' Cafe\u0301\r\n\r\n a\u00a0b ')).toBe('Café a b')
})
