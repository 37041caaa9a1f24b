import { expect, test } from 'vitest'
import type { SocialConnection } from '@/lib/connections/contract'
import { accountsOf, detailText, doneText } from './set-up'

const account = (channel: string, sandbox: boolean, connected = true) =>
  ({ channel, sandbox, connected }) as Partial<SocialConnection> as SocialConnection

test('sandbox accounts do not count as real ones', () => {
  const connections = [
    account('x', true),
    account('threads', true),
    account('ghost', false),
    account('x', false, false),
  ]
  const setUp = { connections, hasSampleData: false }
  expect(accountsOf('real', setUp).map(({ channel }) => channel)).toEqual(['ghost'])
  expect(doneText('real', setUp)).toBe('1 account connected')
  expect(doneText('sandbox', setUp)).toBe('2 sandbox accounts connected')
  expect(detailText('sandbox', setUp)).toBe('X, Threads')
  expect(doneText('sample', setUp)).toBeNull()
  expect(doneText('real', { connections: [account('x', true)], hasSampleData: true })).toBeNull()
})
