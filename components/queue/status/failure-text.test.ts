import { expect, test } from 'vitest'
import { failureText } from './failure-text'

test('codes and the words of the network are details, not part of the reason', () => {
  expect(
    failureText({
      channel: 'x',
      provider_code: 'http_403',
      skip_reason: 'X does not allow this account to post this. Check the post and the account there, then retry.',
    }),
  ).toEqual({
    text: 'X does not allow this account to post this. Check the post and the account there, then retry.',
    hasStep: true,
    details: 'Code: http_403',
  })
  expect(
    failureText({
      channel: 'pinterest',
      provider_code: null,
      skip_reason: 'The pin exceeds a limit. Pinterest said: title is too long, constraint: maxLength.',
    }),
  ).toEqual({
    text: 'The pin exceeds a limit.',
    hasStep: false,
    details: 'Pinterest said: title is too long, constraint: maxLength.',
  })
})
