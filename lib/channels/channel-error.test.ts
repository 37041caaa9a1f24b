import { expect, test } from 'vitest'
import { ChannelError, finalMessage } from './channel-error'

const end = 'There was no time left to try again.'
const atTheEnd = (message: string): string =>
  finalMessage(new ChannelError({ outcome: 'refused', category: 'other', isRetryable: true, code: 'c', message }), end)

test.each([
  ['X is overloaded. It will be retried automatically.', `X is overloaded. ${end}`],
  ['X no longer has the media. They will be uploaded again automatically.', `X no longer has the media. ${end}`],
  [
    'X could not be reached (ENOTFOUND). Nothing was sent; it will be retried automatically.',
    `X could not be reached (ENOTFOUND). Nothing was sent. ${end}`,
  ],
  [
    'Meta has not finished with the media. The post continues automatically.',
    `Meta has not finished with the media. ${end}`,
  ],
  ['One was sent. This one waits until that is known, and continues automatically.', `One was sent. ${end}`],
  [
    'Parts 1 to 2 of 3 are out; part 3 is not: X is overloaded. It will be retried automatically. Trying again goes on with that part.',
    `Parts 1 to 2 of 3 are out; part 3 is not: X is overloaded. Trying again goes on with that part. ${end}`,
  ],
  [
    'Check that its URL is publicly accessible, then retry.',
    `Check that its URL is publicly accessible, then retry. ${end}`,
  ],
])('%s', (message, expected) => {
  expect(atTheEnd(message)).toBe(expected)
})
