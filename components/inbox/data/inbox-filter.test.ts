import { expect, test } from 'vitest'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { type InboxFilter, isListed, noFilter, readInboxFilter, writeInboxFilter } from './inbox-filter'

const conversation = {
  status: 'open',
  archived: false,
  assignee_id: null,
  tags: ['vip'],
} as unknown as InboxConversation

test('a filter is read as it was written', () => {
  const filter: InboxFilter = {
    folder: 'snoozed',
    platform: 'facebook',
    kind: 'dm',
    assignee: 'me',
    isUnread: true,
    tag: 'a&b',
    words: 'on Sunday',
  }
  expect(readInboxFilter(new URLSearchParams(writeInboxFilter(filter)))).toEqual(filter)
  expect(writeInboxFilter(noFilter)).toBe('')
  const unknown = new URLSearchParams({ status: 'nothing', platform: 'x', kind: 'mail', assignee: '1' })
  expect(readInboxFilter(unknown)).toEqual(noFilter)
})

test.each([
  ['open', {}, true],
  ['resolved', {}, false],
  ['all', {}, true],
  ['archived', {}, false],
  ['open', { assignee: 'none' }, true],
  ['open', { assignee: 'me' }, false],
  ['open', { tag: 'vip' }, true],
  ['open', { tag: 'other' }, false],
] as const)('an open conversation in %s with %o: %s', (folder, change, expected) => {
  expect(isListed(conversation, { ...noFilter, folder, ...change })).toBe(expected)
})
