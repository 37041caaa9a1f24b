import { expect, test } from 'vitest'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { isInOrder, keepOrder, withNewest } from './live-list'

/** `a5`: conversation `a` with the last message at 5. */
const list = (text: string): InboxConversation[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ id: one[0], last_message_at: one.slice(1) }) as InboxConversation)
const textOf = (conversations: readonly InboxConversation[]): string =>
  conversations.map(({ id, last_message_at }) => `${id}${last_message_at}`).join(' ')

test.each([
  ['a new one, and one that moved up', 'd4 c3 b2 a1', 'e6 b5', true, 'e6 b5 d4 c3 a1'],
  ['one that left', 'd4 c3 b2 a1', 'd4 b2', true, 'd4 b2 a1'],
  ['the newest page is all there is', 'd4 c3 b2', 'c3', false, 'c3'],
  ['nothing is left', 'd4', '', false, ''],
])('newest page: %s', (_, loaded, newest, hasMore, expected) => {
  expect(textOf(withNewest(list(loaded), list(newest), hasMore))).toBe(expected)
})

test.each([
  ['new messages change in place, new conversations are counted', 'd4 c3 b2', 'e7 b6 d4 c3', false, 'd4 c3 b6', 1],
  ['pushed out of the loaded pages', 'd4 c3 b2', 'h9 g8 f7', true, 'd4 c3 b2', 3],
  ['one that left', 'd4 c3 b2', 'd4 b2', true, 'd4 b2', 0],
  ['all were loaded, so the others left', 'd4 c3 b2', 'd4', false, 'd4', 0],
  ['older ones are appended', 'd4 c3', 'e7 d4 c3 b2 a1', false, 'd4 c3 b2 a1', 1],
  ['the last one moved up', 'd4 c3', 'c6 d4 b3', false, 'd4 c6 b3', 0],
  ['an empty list', '', 'b2 a1', false, 'b2 a1', 0],
])('order on the screen: %s', (_, shown, current, hasMore, expected, arrived) => {
  const kept = keepOrder(list(shown), list(current), { hasMore })
  expect([textOf(kept.list), kept.arrived]).toEqual([expected, arrived])
})

test('one that was changed here leaves, and comes back to its place', () => {
  const dropped = new Set(['c'])
  const left = keepOrder(list('d4 c3 b2'), list('f9 e8'), { hasMore: true, dropped })
  expect(textOf(left.list)).toBe('d4 b2')
  const back = keepOrder(left.order, list('f9 e8 d4 c3'), { hasMore: true, dropped })
  expect([textOf(back.list), back.arrived]).toEqual(['d4 c3 b2', 2])
})

test('order', () => {
  expect([isInOrder(list('b2 b2 a1')), isInOrder(list('a1 b2')), isInOrder([])]).toEqual([true, false, true])
})
