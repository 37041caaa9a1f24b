import { expect, test } from 'vitest'
import { ChannelError } from '@/lib/channels/channel-error'
import { oauthErrors } from '@/lib/channels/connecting/oauth-errors'
import { errorFromResponse, type NetworkResponse, unreadableResponseError } from '@/lib/channels/error-table'
import { errorTable as pinterest } from '@/lib/channels/pinterest/errors'
import { errorTable as x } from '@/lib/channels/x/errors'
import { failureOf, failures, failureText } from './consent-text'

const context = { makesPublic: false, now: new Date('2026-06-01T12:00:00Z') }
const answer = (status: number, json: unknown): NetworkResponse => ({ status, headers: {}, json, text: null })
const atX = (status: number, json: unknown) => errorFromResponse(oauthErrors(x), answer(status, json), context)
const atPinterest = (status: number, json: unknown) =>
  errorFromResponse(oauthErrors(pinterest), answer(status, json), context)

test('distinguishes a network error from an unreachable network', () => {
  expect(failureOf(atX(500, undefined), 'X', 'return').code).toBe('network_fault')
  expect(failureOf(unreadableResponseError(x, answer(200, undefined), context), 'X', 'return').code).toBe(
    'network_fault',
  )
  const unreached = new ChannelError({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: true,
    code: 'ECONNREFUSED',
    message: 'X could not be reached (ECONNREFUSED). Nothing was sent; it will be retried automatically.',
  })
  expect(failureOf(unreached, 'X', 'return')).toMatchObject({
    code: 'network_away',
    message: 'X could not be reached (ECONNREFUSED).',
  })
})

test('an error at the start includes the remedy', () => {
  expect(failureText(atX(503, { title: 'Unavailable', detail: 'Over capacity', status: 503 }), 'X', 'start')).toBe(
    'X is overloaded. Nothing changed. Try again in a minute. If it keeps failing, check whether X has an outage.',
  )
})

test('a rejected code is not described as a lost connection', () => {
  const refused = failureOf(atX(401, { title: 'Unauthorized', detail: 'Unauthorized', status: 401 }), 'X', 'return')
  expect(refused.code).toBe('code_refused')
  expect(refused.message).not.toMatch(/no longer|account/)
})

test('the same rejection at the start is about the app', () => {
  const refused = failureOf(atX(401, { title: 'Unauthorized', detail: 'Unauthorized', status: 401 }), 'X', 'start')
  expect(refused).toMatchObject({ code: 'app_refused', message: 'X rejects the configured app.' })
})

test('a rejected app is explained once, without technical terms, and refers to the administrator', () => {
  const { code, message } = failureOf(
    atPinterest(401, { error: 'invalid_client', error_description: 'Invalid client_id' }),
    'Pinterest',
    'return',
  )
  expect(message).toBe('Pinterest rejects the configured app. Pinterest said: Invalid client_id.')
  const { title, remedy } = failures[code]
  expect(`${title} ${message} ${remedy}`).not.toMatch(/[A-Z]+_[A-Z]+|nothing about it/)
  expect(failures[code]).toHaveProperty('isForOthers', true)
})
