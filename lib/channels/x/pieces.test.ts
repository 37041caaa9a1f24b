import fc from 'fast-check'
import twitterText from 'twitter-text'
import { expect, test, vi } from 'vitest'
import { hostileText, hostileUnits } from '@/tests/support/hostile-texts'
import { piecesOf } from './pieces'
import { countText, weightOf } from './rules'

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
        expect([...piecesOf(text)].map((piece) => piece.text).join('')).toBe(text)
        const weight = [...piecesOf(text)].reduce((sum, piece) => sum + weightOf(piece), 0)
        expect(weight).toBe(twitterText.parseTweet(text).weightedLength)
      },
    ),
    { numRuns: 30 },
  )
})

test('whatever the text, twitter-text is given little of it at a time, and none of it once the limit is well passed', () => {
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

/** `twitter-text` looks for a host in each stretch with a dot, by the square of its length. */
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
])('a link with %s still weighs 23', (_, link) => {
  expect(countText(link)).toBe(twitterText.parseTweet(link).weightedLength)
})
