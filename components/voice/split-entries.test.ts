import { expect, test } from 'vitest'
import { byKind, splitEntries, withEntries } from './split-entries'

test('a pasted list is split at commas, semicolons and lines', () => {
  expect(splitEntries(' cheap, Act  now;\r\nfree\n\n,')).toEqual(['cheap', 'Act now', 'free'])
})

test('entries are added once, ignoring case', () => {
  expect(withEntries(['cheap'], ['Cheap', 'free', 'FREE'])).toEqual(['cheap', 'free'])
})

test('entries with spaces are phrases', () => {
  expect(byKind(['cheap', 'act now'])).toEqual({ words: ['cheap'], phrases: ['act now'] })
})
