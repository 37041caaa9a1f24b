import { expect, test } from 'vitest'
import { joinParts, partsOf } from './thread'

/** What is put together comes apart into the same parts, whatever the parts say: else a chain would break elsewhere. */
const cases: [string, string[], string | undefined, string | undefined][] = [
  ['plain parts keep the blank line', ['One', 'Two'], undefined, undefined],
  ['a part with a blank line needs another sign', ['One\n\nand a half', 'Two'], undefined, '---'],
  ['the sign is none that a part has', ['One\n\nand', 'a --- b'], undefined, '----'],
  ['a sign of one’s own stays', ['One', 'Two'], '***', '***'],
  ['and grows where a part has it', ['One *** more', 'Two'], '***', '******'],
  ['dashes next to the sign', ['One -', 'Two\n\nthree'], undefined, '---'],
]
test.each(cases)('%s', (_, parts, separator, expected) => {
  const joined = joinParts(parts, separator)
  expect(joined.thread_separator).toBe(expected)
  expect(partsOf(joined.caption, joined.thread_separator)).toEqual(parts)
})

test('a part without words is no part', () => {
  expect(joinParts(['One', ' ', '', 'Two '], undefined).caption).toBe('One\n\nTwo')
})
