import fc from 'fast-check'
import twitterText from 'twitter-text'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces'
import { countText } from './rules'

test('a long text weighs the same in pieces as at once', () => {
  const word = fc.constantFrom(
    'bread',
    'https://bakery.example/oven?day=1',
    'b.co',
    '漢字',
    '👨‍👩‍👧‍👦',
    '\n',
    '#rye',
    'e\u0301',
    '…',
    `https://a.example/${'x'.repeat(3_000)}`,
  )
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 200, maxLength: 900 }),
      fc.constantFrom(' ', '\n\n', '\u3000'),
      (all, gap) => {
        const text = all.join(gap)
        expect(piecesOf(text).join('')).toBe(text)
        expect(countText(text)).toBe(twitterText.parseTweet(text).weightedLength)
      },
    ),
    { numRuns: 30 },
  )
})

test('no piece is long, whatever the text: the time that one takes grows with its square', () => {
  for (const bit of ['.a', 'www.', ' ', 'é.', '👩']) {
    const pieces = piecesOf(bit.repeat(50_000))
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(2 * 4_096)
  }
})
