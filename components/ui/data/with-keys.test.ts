import { expect, test } from 'vitest'
import { withKeys } from './with-keys'

const keysOf = (names: string[]): string[] => withKeys(names, (name) => name).map(([key]) => key)

test('equal names get different keys, also next to names that end in a number', () => {
  expect(new Set(keysOf(['a', 'a', '1 a', 'a 2', 'a'])).size).toBe(5)
})

test('keys stay when another item is removed', () => {
  expect(keysOf(['b', 'a', 'a'])).toEqual(['1 b', ...keysOf(['a', 'a'])])
})
