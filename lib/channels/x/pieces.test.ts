import fc from 'fast-check'
import twitterText from 'twitter-text'
import { expect, test, vi } from 'vitest'
import { hostileText, hostileUnits } from '@/tests/support/fuzz/hostile-texts'
import { piecesOf } from './pieces'
import { countText, weightOf } from './rules'

test('a long text has the same weight in pieces as whole', () => {
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
        expect([...piecesOf(text)].map((piece) => piece.text).join('')).toBe(text)
        const weight = [...piecesOf(text)].reduce((sum, piece) => sum + weightOf(piece), 0)
        expect(weight).toBe(twitterText.parseTweet(text).weightedLength)
      },
    ),
    { numRuns: 30 },
  )
})

test('twitter-text gets only short pieces, and none far beyond the limit', () => {
  const parse = vi.spyOn(twitterText, 'parseTweet')
  for (const unit of Object.values(hostileUnits)) {
    parse.mockClear()
    const text = hostileText(unit, 100_000)
    const count = countText(text)
    const given = parse.mock.calls.map(([piece]) => piece.length)
    expect(Math.max(...given), unit).toBeLessThanOrEqual(1_000 + 2 * 4_096)
    expect(longestSearched(parse.mock.calls.map(([piece]) => piece)), unit).toBeLessThanOrEqual(253)
    if (count > 4_000)
      expect(
        given.reduce((sum, length) => sum + length, 0),
        unit,
      ).toBeLessThan(20_000)
  }
  parse.mockRestore()
})

/** `twitter-text` searches each part with a dot for a host, in quadratic time. */
const longestSearched = (pieces: string[]): number =>
  Math.max(
    0,
    ...pieces.flatMap((piece) =>
      piece.split(/[\s/?#:@]/).flatMap((stretch) => (stretch.includes('.') ? [stretch.length] : [])),
    ),
  )

test.each([
  ['a long path', `https://a.example/${'x.y-'.repeat(300)}z`],
  ['a long query', `See (https://a.example?q=${'x.y-'.repeat(300)}z`],
])('a link with %s weighs 23', (_, link) => {
  expect(countText(link)).toBe(twitterText.parseTweet(link).weightedLength)
})
