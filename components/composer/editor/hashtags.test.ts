import { expect, test } from 'vitest'
import { handlesIn, handlesOf } from './handles'
import { tagsIn, withTags } from './hashtags'

test('a set adds the hashtags that the list does not have', () => {
  expect(tagsIn('#Bread, bakery\n#two-words')).toEqual(['#Bread', '#bakery'])
  expect(withTags('', ['#bread', '#rye'])).toBe('#bread #rye')
  expect(withTags(' #BREAD bakery ', ['#bread', '#bakery', '#rye'])).toBe('#BREAD bakery #rye')
})

test('mentions are the connected accounts, then the names used most', () => {
  expect(handlesIn('Thanks @mara.b! Mail me@example.com, see @_x_.')).toEqual(['@mara.b', '@_x_'])
  const connections = [
    { channel: 'x' as const, handle: 'acme', account_name: 'Acme' },
    { channel: 'threads' as const, handle: '@Acme', account_name: 'Acme' },
  ]
  const stories = [
    { caption: 'With @rare and @Often', channel_overrides: {} },
    { caption: '@ACME says', channel_overrides: { threads: { caption: 'By @often' } } },
  ]
  expect(handlesOf(connections, stories)).toEqual([
    { handle: '@acme', name: 'Acme', channels: ['x', 'threads'] },
    { handle: '@Often', name: null, channels: [] },
    { handle: '@rare', name: null, channels: [] },
  ])
})
