import { expect, test } from 'vitest'
import { joinParts, partsOf } from './thread-parts'

/** Joined parts must split into the same parts. */
const cases: [string, string[], string | undefined, string | undefined][] = [
  ['parts without blank lines: a blank line', ['One', 'Two'], undefined, undefined],
  ['a part with a blank line: dashes', ['One\n\nand a half', 'Two'], undefined, '---'],
  ['a part with dashes: more dashes', ['One\n\nand', 'a --- b'], undefined, '----'],
  ['keeps a custom separator', ['One', 'Two'], '***', '***'],
  ['repeats a custom separator that a part contains', ['One *** more', 'Two'], '***', '******'],
  ['a part that ends with a dash', ['One -', 'Two\n\nthree'], undefined, '---'],
]
test.each(cases)('%s', (_, parts, separator, expected) => {
  const joined = joinParts(parts, separator)
  expect(joined.thread_separator).toBe(expected)
  expect(partsOf(joined.caption, joined.thread_separator)).toEqual(parts)
})

test('drops empty parts', () => {
  expect(joinParts(['One', ' ', '', 'Two '], undefined).caption).toBe('One\n\nTwo')
})
