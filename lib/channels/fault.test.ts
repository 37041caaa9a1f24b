import { expect, test } from 'vitest'
import { ChannelFault, wordsAtTheEnd } from './fault'

const end = 'There was no time left to try again.'
const atTheEnd = (message: string): string =>
  wordsAtTheEnd(new ChannelFault({ outcome: 'refused', category: 'other', isRetryable: true, code: 'c', message }), end)

test.each([
  ['X is overloaded for the moment. It is tried again by itself.', `X is overloaded for the moment. ${end}`],
  ['X no longer has the media. They are uploaded again by themselves.', `X no longer has the media. ${end}`],
  [
    'X could not be reached (ENOTFOUND). Nothing was sent; it is tried again by itself.',
    `X could not be reached (ENOTFOUND). Nothing was sent. ${end}`,
  ],
  [
    'Meta has not finished with the media. The post goes on from here by itself.',
    `Meta has not finished with the media. ${end}`,
  ],
  ['One was sent. This one waits until that is known, and goes on by itself.', `One was sent. ${end}`],
  [
    'Parts 1 to 2 of 3 are out; part 3 is not: X is overloaded. It is tried again by itself. Trying again goes on with that part.',
    `Parts 1 to 2 of 3 are out; part 3 is not: X is overloaded. Trying again goes on with that part. ${end}`,
  ],
  [
    'Check that its address opens for everybody, then try again.',
    `Check that its address opens for everybody, then try again. ${end}`,
  ],
])('%s', (message, expected) => {
  expect(atTheEnd(message)).toBe(expected)
})
