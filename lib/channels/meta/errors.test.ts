import { describe, expect, test } from 'vitest'
import { faults as facebook } from '../facebook/errors'
import type { ChannelFault } from '../fault'
import { faultOfAnswer, type NetworkAnswer } from '../fault-table'
import { faults as instagram, faultOfContainer as instagramContainer } from '../instagram/errors'
import { faults as threads, faultOfContainer as threadsContainer } from '../threads/errors'

/** What every refusal of Meta's networks means. Each line is one of a documented table, or was seen in the wild. */
const tables = { instagram, facebook, threads }
type Network = keyof typeof tables
const now = new Date('2026-06-01T12:00:00Z')

const envelope = (code: number, subcode?: number, message = 'Said', more: object = {}) => ({
  error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A', ...more },
})
const answer = (status: number, json: unknown, headers: Record<string, string> = {}): NetworkAnswer => ({
  status,
  headers,
  json,
  text: JSON.stringify(json),
})
const fault = (network: Network, given: NetworkAnswer, makesPublic = true): ChannelFault =>
  faultOfAnswer(tables[network], given, { makesPublic, now })

/** Category, whether it may pass, and what else is true of it. */
function summary({ outcome, category, isRetryable, isAuthDead, isDuplicate }: ChannelFault): string {
  const facts = [category, isRetryable ? 'may pass' : 'final']
  if (outcome === 'unknown') facts.push('in doubt')
  if (isAuthDead) facts.push('reconnect')
  if (isDuplicate) facts.push('duplicate')
  return facts.join(', ')
}

type Row = [code: number, subcode: number | undefined, expected: string, sentence: RegExp, message?: string]
const _ = undefined
const permission = /lacks a permission.*Connect again/
const later = /goes out later by itself/
const again = /fault of its own/
const confirm = /Sign in there/

/** The codes that all of Meta's hosts answer with. */
const graph: Row[] = [
  [1, _, 'other, may pass, in doubt', again],
  [2, _, 'other, may pass, in doubt', again],
  [3, _, 'connection, final', permission],
  [4, _, 'rate, may pass', later, '(#4) Application request limit reached'],
  [10, _, 'connection, final', permission, '(#10) Application does not have permission for this action'],
  [10, _, 'other, final', /too few people/, '(#10) Not enough viewers for the media to show insights'],
  [10, 2534022, 'content, final', /written to/, '(#10) This message is sent outside of allowed window.'],
  [10, 2018278, 'content, final', /written to/],
  [17, _, 'rate, may pass', later],
  [32, _, 'rate, may pass', later],
  [100, _, 'content, final', / refused the post\. Change it and try again\. \w+ said: Said\.$/],
  [102, _, 'connection, final, reconnect', /Connect the account again/],
  [104, _, 'connection, final, reconnect', /Connect the account again/],
  [190, _, 'connection, final, reconnect', /Connect the account again/],
  [190, 458, 'connection, final, reconnect', /Connect the account again/],
  [190, 459, 'connection, final', /sign in there and confirm/],
  [190, 460, 'connection, final, reconnect', /Connect the account again/],
  [190, 463, 'connection, final, reconnect', /Connect the account again/],
  [190, 464, 'connection, final', /not confirmed/],
  [190, 467, 'connection, final, reconnect', /Connect the account again/],
  [190, 492, 'connection, final', /role/],
  [200, _, 'connection, final', permission],
  [250, _, 'connection, final', permission],
  [299, _, 'connection, final', permission],
  [341, _, 'rate, may pass', later],
  [368, _, 'review, final', /holds posts of this account back/],
  [506, _, 'content, final, duplicate', /out already/],
  [551, _, 'content, final', /written to/],
  [613, _, 'rate, may pass', later],
  [613, 1996, 'rate, may pass', later],
  [80001, _, 'rate, may pass', later],
  [80002, _, 'rate, may pass', later],
  [80006, _, 'rate, may pass', later],
  [1609005, _, 'content, final', /refused the post/],
]

const publishing: Row[] = [
  [-2, 2207003, 'render, may pass', /opens for everybody/],
  [-2, 2207020, 'render, may pass', /expire.*prepared again/],
  [-1, 2207001, 'other, may pass, in doubt', again],
  [-1, 2207032, 'render, may pass', /opens for everybody/],
  [-1, 2207053, 'render, may pass', /opens for everybody/],
  [1, 2207057, 'render, final', /another format or size/],
  [4, 2207051, 'review, final', /holds posts of this account back/],
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
  [9004, 2207052, 'render, may pass', /opens for everybody/],
  [9007, 2207027, 'render, may pass', /not finished/],
  [36000, 2207004, 'render, final', /smaller than 8 MB/, 'The image size is too large.'],
  [36001, 2207005, 'render, final', /JPEG/],
  [36003, 2207009, 'render, final', /Crop it/],
  [36004, 2207010, 'content, final', /Shorten it/],
  [352, _, 'render, final', /H\.264/],
  [9004, _, 'render, may pass', /opens for everybody/],
  [9007, _, 'render, may pass', /not finished/],
  [36000, _, 'render, final', /smaller than 8 MB/],
  [36001, _, 'render, final', /JPEG/],
  [36003, _, 'render, final', /Crop it/],
  [36004, _, 'content, final', /Shorten it/],
  [100, 2207076, 'render, may pass', /opens for everybody/],
  [100, 2207077, 'render, may pass', /opens for everybody/],
  [100, 2207081, 'content, final', /refused the post/],
  [100, 2207082, 'render, may pass', /opens for everybody/],
]

const pages: Row[] = [
  [100, 1366046, 'render, final', /picture/],
  [1366046, _, 'render, final', /picture/],
  [100, 1366051, 'content, final, duplicate', /out already/],
  [100, 1390008, 'rate, may pass', later],
  [1346003, _, 'review, final', /holds posts of this Page back/],
  [1404006, _, 'connection, final', confirm],
  [1404078, _, 'connection, final', confirm],
  [368, 1404102, 'review, final', /holds posts of this Page back/],
  [1404112, _, 'review, final', /holds posts of this Page back/],
  [1609008, _, 'content, final', /does not take this link/],
  [100, 2061006, 'content, final', /does not take this link/],
  [324, 2069019, 'render, final', /picture/],
  [100, 1349125, 'render, final', /picture/],
  [100, 1363047, 'other, may pass, in doubt', /not available/],
  [100, 1609010, 'other, may pass, in doubt', /not available/],
  [1363047, _, 'other, may pass, in doubt', /not available/],
  [1609010, _, 'other, may pass, in doubt', /not available/],
  [4854002, _, 'connection, final', confirm],
  [490, _, 'connection, final, reconnect', /Connect the account again/],
  [6000, _, 'render, may pass', /film/],
  [1363019, _, 'render, may pass', /film/],
  [1363046, _, 'render, may pass', /film/],
  [100, 1363019, 'render, may pass', /film/],
  [100, 1363046, 'render, may pass', /film/],
  [200, 2069030, 'connection, final', /role/],
  [200, 2069031, 'connection, final', /role/],
  [200, 2069033, 'connection, final', /role/],
  [190, 2069032, 'connection, final, reconnect', /Connect the Page again/],
  [1, 2853006, 'connection, final', permission],
  [1705, _, 'connection, final', permission],
]

const threadsRows: Row[] = [
  [190, _, 'connection, final, reconnect', /Connect the account again/],
  [100, _, 'content, final', /500 characters/, 'Param text must be at most 500 characters long.'],
  [100, _, 'render, may pass', /opens for everybody/, 'The media could not be fetched from this URI'],
  [4, 2207051, 'review, final', /holds posts of this account back/],
  [100, 4279013, 'review, final', /holds posts of this account back/],
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
  // Meta sends several statuses for one code, so none of them may decide.
  for (const status of [400, 401, 403]) {
    const found = fault(network, answer(status, envelope(code, subcode, message)))
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
  // These may be said by something that broke off in the middle of the work.
  [1, undefined, 'other, may pass, in doubt'],
  [-1, 2207001, 'other, may pass, in doubt'],
  [fetchFailed, 2207052, 'render, may pass, in doubt'],
  [notReady, 2207027, 'render, may pass, in doubt'],
  [24, 2207008, 'other, may pass, in doubt'],
  [6000, undefined, 'render, may pass, in doubt'],
  [987654, undefined, 'other, may pass, in doubt'],
])('code %s/%s with a status of 500 or more: %s', (code, subcode, expected) => {
  for (const status of [500, 503])
    expect(summary(fault('instagram', answer(status, envelope(code, subcode))))).toBe(expected)
})

test.each([
  ['what can be fetched only if somebody mends its address', 9004, 2207052, 30, 1],
  ['a film that Instagram could not work on', 100, 2207077, 30, 1],
  ['a film that a Page could not take', 1363020, undefined, 30, 1],
  ['a download that took too long', -2, 2207003, 30, 5],
  ['media that are not ready yet', 9007, 2207027, 15, null],
  ['a fault of Instagram’s own', -1, 2207001, 30, 3],
])('%s: a first wait, and so many further tries', (_, code, subcode, waitSeconds, triesMax) => {
  expect(fault('facebook', answer(400, envelope(code, subcode)))).toMatchObject({
    retryAt: null,
    waitSeconds,
    triesMax,
  })
})

test('what Meta calls transient may pass, whatever its code', () => {
  const found = fault('facebook', answer(400, envelope(987654, undefined, 'Said', { is_transient: true })))
  expect(summary(found)).toBe('other, may pass, in doubt')
})

describe('when to come back', () => {
  const business = (minutes: number) => ({
    'x-business-use-case-usage': `{"1":[{"type":"pages","call_count":100,"estimated_time_to_regain_access":${minutes}}],"2":[{"type":"pages"}]}`,
  })
  const app = (percent: number) => ({ 'x-app-usage': `{"call_count":${percent},"total_time":25,"total_cputime":25}` })
  test.each([
    ['minutes of the business header', business(19), 19 * 60],
    ['those before the app’s', { ...business(19), ...app(150) }, 19 * 60],
    ['as much of an hour as the app is over', app(110), 6 * 60],
    ['an hour at most', app(900), 3_600],
  ])('%s', (_, headers, seconds) => {
    const { retryAt } = fault('facebook', answer(400, envelope(80001), headers))
    expect((retryAt?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1_000)
    // The headers are on every answer, and only a throttle is told by them when to come back.
    expect(fault('facebook', answer(400, envelope(100), headers)).retryAt).toBeNull()
  })
  test.each([
    ['nothing is named', app(100)],
    ['the header says 0', business(0)],
    ['nobody can read it', { 'x-app-usage': 'rubbish' }],
  ])('five minutes at first when %s', (_, headers) => {
    expect(fault('facebook', answer(400, envelope(80001), headers))).toMatchObject({ retryAt: null, waitSeconds: 300 })
  })
})

test.each([
  ['OffsetInvalidError', false, 'render, may pass'],
  ['PartialRequestError', false, 'render, may pass'],
  ['ProcessingFailedError', false, 'render, final'],
  ['ProcessingFailedError', true, 'render, may pass'],
  ['SomethingNewError', false, 'render, final'],
])('an upload that ends with %s, retriable: %s', (type, retriable, expected) => {
  const body = { debug_info: { retriable, type, message: '{"success":false}' } }
  expect(summary(fault('facebook', answer(400, body), false))).toBe(expected)
})

test.each([
  ['Error: Media upload has failed with error code 2207026', 'render, final', '2207026'],
  ['Error: 2207052', 'render, may pass', '2207052'],
  ['Error: Media upload has failed with error code 2207057', 'render, final', '2207057'],
  ['Something else', 'render, final', 'container_failed'],
  ['EXPIRED', 'render, may pass', 'container_failed'],
])('a container of Instagram that says “%s”', (reason, expected, code) => {
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
])('a container of Threads that says %s', (reason, expected) => {
  const found = threadsContainer(reason)
  expect(summary(found)).toBe(expected)
  expect(found.message).toMatch(/^[^{}]+[.!?]$/)
})
