import { describe, expect, test } from 'vitest'
import type { ChannelError } from '../channel-error'
import { errorFromResponse, type NetworkResponse } from '../error-table'
import { errorTable as facebook } from '../facebook/errors'
import { errorTable as instagram, containerError as instagramContainer } from '../instagram/errors'
import { errorTable as threads, containerError as threadsContainer } from '../threads/errors'

/** Errors of Meta's networks, documented or seen in practice. */
const tables = { instagram, facebook, threads }
type Network = keyof typeof tables
const now = new Date('2026-06-01T12:00:00Z')

const envelope = (code: number, subcode?: number, message = 'Said', more: object = {}) => ({
  error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A', ...more },
})
const response = (status: number, json: unknown, headers: Record<string, string> = {}): NetworkResponse => ({
  status,
  headers,
  json,
  text: JSON.stringify(json),
})
const errorFor = (network: Network, given: NetworkResponse, makesPublic = true): ChannelError =>
  errorFromResponse(tables[network], given, { makesPublic, now })

/** Category, whether it may pass, and flags. */
function summary({ outcome, category, isRetryable, isAuthDead, isDuplicate }: ChannelError): string {
  const facts = [category, isRetryable ? 'may pass' : 'final']
  if (outcome === 'unknown') facts.push('in doubt')
  if (isAuthDead) facts.push('reconnect')
  if (isDuplicate) facts.push('duplicate')
  return facts.join(', ')
}

type Row = [code: number, subcode: number | undefined, expected: string, sentence: RegExp, message?: string]
const _ = undefined
const permission = /lacks a permission.*Reconnect/
const later = /will be published later automatically/
const again = /has an internal error/
const confirm = /Sign in there/

/** Codes of all Meta networks. */
const graph: Row[] = [
  [1, _, 'other, may pass, in doubt', again],
  [2, _, 'other, may pass, in doubt', again],
  [3, _, 'connection, final', permission],
  [4, _, 'rate, may pass', later, '(#4) Application request limit reached'],
  [10, _, 'connection, final', permission, '(#10) Application does not have permission for this action'],
  [10, _, 'other, final', /too few people/, '(#10) Not enough viewers for the media to show insights'],
  [10, 2534022, 'content, final', /allows messages/, '(#10) This message is sent outside of allowed window.'],
  [10, 2018278, 'content, final', /allows messages/],
  [17, _, 'rate, may pass', later],
  [32, _, 'rate, may pass', later],
  [100, _, 'content, final', / refused the post\. Change it and retry\. \w+ said: Said\.$/],
  [102, _, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [104, _, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, _, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, 458, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, 459, 'connection, final', /Sign in there and confirm/],
  [190, 460, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, 463, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, 464, 'connection, final', /not confirmed/],
  [190, 467, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [190, 492, 'connection, final', /role/],
  [200, _, 'connection, final', permission],
  [250, _, 'connection, final', permission],
  [299, _, 'connection, final', permission],
  [341, _, 'rate, may pass', later],
  [368, _, 'review, final', /(holds posts of this account back|blocks posts of this account)/],
  [506, _, 'content, final, duplicate', /already published/],
  [551, _, 'content, final', /allows messages/],
  [613, _, 'rate, may pass', later],
  [613, 1996, 'rate, may pass', later],
  [80001, _, 'rate, may pass', later],
  [80002, _, 'rate, may pass', later],
  [80006, _, 'rate, may pass', later],
  [1609005, _, 'content, final', /refused the post/],
]

const publishing: Row[] = [
  [-2, 2207003, 'render, may pass', /publicly accessible/],
  [-2, 2207020, 'render, may pass', /expire.*prepared again/],
  [-1, 2207001, 'other, may pass, in doubt', again],
  [-1, 2207032, 'render, may pass', /publicly accessible/],
  [-1, 2207053, 'render, may pass', /publicly accessible/],
  [1, 2207057, 'render, final', /another format or size/],
  [4, 2207051, 'review, final', /(holds posts of this account back|blocks posts of this account)/],
  [9, 2207042, 'rate, may pass', /24 hours/],
  [9, _, 'rate, may pass', /24 hours/],
  [24, 2207006, 'connection, final', permission],
  [24, 2207008, 'other, may pass', /prepared again/],
  [25, 2207050, 'connection, final', confirm],
  [100, 2207023, 'content, final', /refused the post/],
  [100, 2207028, 'content, final', /refused the post/],
  [100, 2207035, 'content, final', /refused the post/],
  [100, 2207036, 'content, final', /refused the post/],
  [100, 2207037, 'content, final', /refused the post/],
  [100, 2207040, 'content, final', /refused the post/],
  [352, 2207026, 'render, final', /H\.264/],
  [9004, 2207052, 'render, may pass', /publicly accessible/],
  [9007, 2207027, 'render, may pass', /still processing/],
  [36000, 2207004, 'render, final', /8 MB/, 'The image size is too large.'],
  [36001, 2207005, 'render, final', /JPEG/],
  [36003, 2207009, 'render, final', /Crop it/],
  [36004, 2207010, 'content, final', /Shorten it/],
  [352, _, 'render, final', /H\.264/],
  [9004, _, 'render, may pass', /publicly accessible/],
  [9007, _, 'render, may pass', /still processing/],
  [36000, _, 'render, final', /8 MB/],
  [36001, _, 'render, final', /JPEG/],
  [36003, _, 'render, final', /Crop it/],
  [36004, _, 'content, final', /Shorten it/],
  [100, 2207076, 'render, may pass', /publicly accessible/],
  [100, 2207077, 'render, may pass', /publicly accessible/],
  [100, 2207081, 'content, final', /refused the post/],
  [100, 2207082, 'render, may pass', /publicly accessible/],
]

const pages: Row[] = [
  [100, 1366046, 'render, final', /image/],
  [1366046, _, 'render, final', /image/],
  [100, 1366051, 'content, final, duplicate', /already published/],
  [100, 1390008, 'rate, may pass', later],
  [1346003, _, 'review, final', /blocks posts of this Page/],
  [1404006, _, 'connection, final', confirm],
  [1404078, _, 'connection, final', confirm],
  [368, 1404102, 'review, final', /blocks posts of this Page/],
  [1404112, _, 'review, final', /blocks posts of this Page/],
  [1609008, _, 'content, final', /rejected this link/],
  [100, 2061006, 'content, final', /rejected this link/],
  [324, 2069019, 'render, final', /image/],
  [100, 1349125, 'render, final', /image/],
  [100, 1363047, 'other, may pass, in doubt', /not available/],
  [100, 1609010, 'other, may pass, in doubt', /not available/],
  [1363047, _, 'other, may pass, in doubt', /not available/],
  [1609010, _, 'other, may pass, in doubt', /not available/],
  [4854002, _, 'connection, final', confirm],
  [490, _, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [6000, _, 'render, may pass', /video/],
  [1363019, _, 'render, may pass', /video/],
  [1363046, _, 'render, may pass', /video/],
  [100, 1363019, 'render, may pass', /video/],
  [100, 1363046, 'render, may pass', /video/],
  [200, 2069030, 'connection, final', /role/],
  [200, 2069031, 'connection, final', /role/],
  [200, 2069033, 'connection, final', /role/],
  [190, 2069032, 'connection, final, reconnect', /Reconnect the Page/],
  [1, 2853006, 'connection, final', permission],
  [1705, _, 'connection, final', permission],
]

const threadsRows: Row[] = [
  [190, _, 'connection, final, reconnect', /(Connect the account again|Reconnect the account)/],
  [100, _, 'content, final', /500 characters/, 'Param text must be at most 500 characters long.'],
  [100, _, 'render, may pass', /publicly accessible/, 'The media could not be fetched from this URI'],
  [4, 2207051, 'review, final', /(holds posts of this account back|blocks posts of this account)/],
  [100, 4279013, 'review, final', /(holds posts of this account back|blocks posts of this account)/],
  [100, _, 'content, final', /does not offer this/, 'THREADS_API__FEATURE_NOT_AVAILABLE'],
  [100, _, 'content, final', /does not offer this/, 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES'],
  [24, 4279009, 'other, may pass', /prepared again/],
]

const rows: [Network, ...Row][] = [
  ...(['instagram', 'facebook', 'threads'] as const).flatMap((network) =>
    graph.map((row): [Network, ...Row] => [network, ...row]),
  ),
  ...publishing.map((row): [Network, ...Row] => ['instagram', ...row]),
  ...pages.map((row): [Network, ...Row] => ['facebook', ...row]),
  ...threadsRows.map((row): [Network, ...Row] => ['threads', ...row]),
]

test.each(rows)('%s, code %s/%s: %s', (network, code, subcode, expected, words, message) => {
  // Meta sends different statuses for one code, so the status must not matter.
  for (const status of [400, 401, 403]) {
    const found = errorFor(network, response(status, envelope(code, subcode, message)))
    expect([status, summary(found)]).toEqual([status, expected])
    expect(found.message).toMatch(words)
    expect(found.message).toMatch(/^[^{}]+[.!?]$/)
    expect(found.code).toBe(subcode === undefined ? String(code) : `${code}/${subcode}`)
  }
})

const [fetchFailed, notReady] = [9004, 9007]

test.each([
  [190, 463, 'connection, final, reconnect'],
  [190, undefined, 'connection, final, reconnect'],
  [200, undefined, 'connection, final'],
  [10, undefined, 'connection, final'],
  [4, undefined, 'rate, may pass'],
  [9, 2207042, 'rate, may pass'],
  [368, undefined, 'review, final'],
  [506, undefined, 'content, final, duplicate'],
  [36003, 2207009, 'render, final'],
  [100, undefined, 'content, final'],
  // These may come from work that was interrupted halfway.
  [1, undefined, 'other, may pass, in doubt'],
  [-1, 2207001, 'other, may pass, in doubt'],
  [fetchFailed, 2207052, 'render, may pass, in doubt'],
  [notReady, 2207027, 'render, may pass, in doubt'],
  [24, 2207008, 'other, may pass, in doubt'],
  [6000, undefined, 'render, may pass, in doubt'],
  [987654, undefined, 'other, may pass, in doubt'],
])('code %s/%s with a status of 500 or more: %s', (code, subcode, expected) => {
  for (const status of [500, 503])
    expect(summary(errorFor('instagram', response(status, envelope(code, subcode))))).toBe(expected)
})

test.each([
  ['media with a URL that cannot be fetched', 9004, 2207052, 30, 1],
  ['a video that Instagram could not process', 100, 2207077, 30, 1],
  ['a video that a Page could not process', 1363020, undefined, 30, 1],
  ['a download that took too long', -2, 2207003, 30, 5],
  ['media that are not ready yet', 9007, 2207027, 15, null],
  ['an internal error of Instagram', -1, 2207001, 30, 3],
])('%s: first wait and max retries', (_, code, subcode, waitSeconds, triesMax) => {
  expect(errorFor('facebook', response(400, envelope(code, subcode)))).toMatchObject({
    retryAt: null,
    waitSeconds,
    triesMax,
  })
})

test('is_transient makes any code retryable', () => {
  const found = errorFor('facebook', response(400, envelope(987654, undefined, 'Said', { is_transient: true })))
  expect(summary(found)).toBe('other, may pass, in doubt')
})

describe('retry time', () => {
  const business = (minutes: number) => ({
    'x-business-use-case-usage': `{"1":[{"type":"pages","call_count":100,"estimated_time_to_regain_access":${minutes}}],"2":[{"type":"pages"}]}`,
  })
  const app = (percent: number) => ({ 'x-app-usage': `{"call_count":${percent},"total_time":25,"total_cputime":25}` })
  test.each([
    ['minutes in the business header', business(19), 19 * 60],
    ['the business header wins over the app’s', { ...business(19), ...app(150) }, 19 * 60],
    ['the app’s excess as a share of an hour', app(110), 6 * 60],
    ['at most an hour', app(900), 3_600],
  ])('%s', (_, headers, seconds) => {
    const { retryAt } = errorFor('facebook', response(400, envelope(80001), headers))
    expect((retryAt?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1_000)
    // Every response has the headers, but only rate limits use them.
    expect(errorFor('facebook', response(400, envelope(100), headers)).retryAt).toBeNull()
  })
  test.each([
    ['no time is given', app(100)],
    ['the header says 0', business(0)],
    ['the header is invalid', { 'x-app-usage': 'rubbish' }],
  ])('waits five minutes if %s', (_, headers) => {
    expect(errorFor('facebook', response(400, envelope(80001), headers))).toMatchObject({
      retryAt: null,
      waitSeconds: 300,
    })
  })
})

test.each([
  ['OffsetInvalidError', false, 'render, may pass'],
  ['PartialRequestError', false, 'render, may pass'],
  ['ProcessingFailedError', false, 'render, final'],
  ['ProcessingFailedError', true, 'render, may pass'],
  ['SomethingNewError', false, 'render, final'],
])('upload error %s, retriable: %s', (type, retriable, expected) => {
  const body = { debug_info: { retriable, type, message: '{"success":false}' } }
  expect(summary(errorFor('facebook', response(400, body), false))).toBe(expected)
})

test.each([
  ['Error: Media upload has failed with error code 2207026', 'render, final', '2207026'],
  ['Error: 2207052', 'render, may pass', '2207052'],
  ['Error: Media upload has failed with error code 2207057', 'render, final', '2207057'],
  ['Something else', 'render, final', 'container_failed'],
  ['EXPIRED', 'render, may pass', 'container_failed'],
])('Instagram container error “%s”', (reason, expected, code) => {
  const found = instagramContainer(reason)
  expect(summary(found)).toBe(expected)
  expect(found.code).toBe(code)
})

test.each([
  ['FAILED_DOWNLOADING_VIDEO', 'render, may pass'],
  ['FAILED_PROCESSING_AUDIO', 'render, final'],
  ['FAILED_PROCESSING_VIDEO', 'render, may pass'],
  ['INVALID_ASPEC_RATIO', 'render, final'],
  ['INVALID_BIT_RATE', 'render, final'],
  ['INVALID_DURATION', 'render, final'],
  ['INVALID_FRAME_RATE', 'render, final'],
  ['INVALID_AUDIO_CHANNELS', 'render, final'],
  ['INVALID_AUDIO_CHANNEL_LAYOUT', 'render, final'],
  ['UNKNOWN', 'render, may pass'],
  ['EXPIRED', 'render, may pass'],
])('Threads container error %s', (reason, expected) => {
  const found = threadsContainer(reason)
  expect(summary(found)).toBe(expected)
  expect(found.message).toMatch(/^[^{}]+[.!?]$/)
})
