import { expect, test } from 'vitest'
import { ChannelFault } from '@/lib/channels/fault'
import { faultOfAnswer, faultOfUnreadable, type NetworkAnswer } from '@/lib/channels/fault-table'
import { oauthFaults } from '@/lib/channels/oauth-faults'
import { faults as pinterest } from '@/lib/channels/pinterest/errors'
import { faults as x } from '@/lib/channels/x/errors'
import { failureOf, failures, failureWords } from './consent-words'

const context = { makesPublic: false, now: new Date('2026-06-01T12:00:00Z') }
const answer = (status: number, json: unknown): NetworkAnswer => ({ status, headers: {}, json, text: null })
const atX = (status: number, json: unknown) => faultOfAnswer(oauthFaults(x), answer(status, json), context)
const atPinterest = (status: number, json: unknown) =>
  faultOfAnswer(oauthFaults(pinterest), answer(status, json), context)

test('a network with a fault was reached; one that did not answer was not', () => {
  expect(failureOf(atX(500, undefined), 'X', 'return').code).toBe('network_fault')
  expect(failureOf(faultOfUnreadable(x, answer(200, undefined), context), 'X', 'return').code).toBe('network_fault')
  const unreached = new ChannelFault({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: true,
    code: 'ECONNREFUSED',
    message: 'X could not be reached (ECONNREFUSED). Nothing was sent; it is tried again by itself.',
  })
  expect(failureOf(unreached, 'X', 'return')).toMatchObject({
    code: 'network_away',
    message: 'X could not be reached (ECONNREFUSED).',
  })
})

test('what stops at the beginning comes with its remedy', () => {
  expect(failureWords(atX(503, { title: 'Unavailable', detail: 'Over capacity', status: 503 }), 'X', 'begin')).toBe(
    'X is overloaded for the moment. Nothing was changed. Try again in a minute; if it stays so, see whether X has an outage.',
  )
})

test('an answer that is refused speaks of no access that there never was', () => {
  const refused = failureOf(atX(401, { title: 'Unauthorized', detail: 'Unauthorized', status: 401 }), 'X', 'return')
  expect(refused.code).toBe('code_refused')
  expect(refused.message).not.toMatch(/no longer|account/)
})

test('the same refusal before anybody was sent there is about the app', () => {
  const refused = failureOf(atX(401, { title: 'Unauthorized', detail: 'Unauthorized', status: 401 }), 'X', 'begin')
  expect(refused).toMatchObject({ code: 'app_refused', message: 'X does not accept the app of this Storycast.' })
})

test('a refused app is said once, in words for a marketer, and leads to who can mend it', () => {
  const { code, message } = failureOf(
    atPinterest(401, { error: 'invalid_client', error_description: 'Invalid client_id' }),
    'Pinterest',
    'return',
  )
  expect(message).toBe('Pinterest refuses the app that Storycast is set up with. Pinterest said: Invalid client_id.')
  const { title, remedy } = failures[code]
  expect(`${title} ${message} ${remedy}`).not.toMatch(/[A-Z]+_[A-Z]+|nothing about it/)
  expect(failures[code]).toHaveProperty('isForOthers', true)
})
