import { expect, test } from 'vitest'
import { type ErrorTable, errorFromResponse } from '../error-table'
import { errorTable, uploadErrorTable } from './errors'

const now = new Date('2026-06-01T12:00:00Z')

const said = (status: number, code?: string, message = 'Said', serviceErrorCode?: number) => ({
  status,
  ...(code && { code }),
  ...(serviceErrorCode && { serviceErrorCode }),
  message,
})

function errorOf(status: number, json: unknown, table: ErrorTable = errorTable, headers: Record<string, string> = {}) {
  const text = JSON.stringify(json) ?? '<html>'
  return errorFromResponse(table, { status, json, headers, text }, { makesPublic: table === errorTable, now })
}

/** LinkedIn's known errors: status, body, our error, its code and a pattern of its message. */
const table: [status: number, body: unknown, means: string, code: string, sentence: RegExp][] = [
  [
    401,
    said(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600),
    'refused connection final dead',
    'INVALID_ACCESS_TOKEN',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    401,
    said(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token'),
    'refused connection final dead',
    'EMPTY_ACCESS_TOKEN',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    401,
    said(401, 'REVOKED_ACCESS_TOKEN', 'Revoked', 65601),
    'refused connection final dead',
    'REVOKED_ACCESS_TOKEN',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    401,
    said(401, undefined, 'Revoked', 65601),
    'refused connection final dead',
    '65601',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    401,
    said(401, 'EXPIRED_ACCESS_TOKEN', 'Expired', 65602),
    'refused connection final dead',
    'EXPIRED_ACCESS_TOKEN',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    403,
    said(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.NO_VERSION'),
    'refused connection final',
    'ACCESS_DENIED',
    /lacks a permission at LinkedIn/,
  ],
  [400, said(400, 'VERSION_MISSING'), 'refused other final', 'VERSION_MISSING', /LINKEDIN_VERSION/],
  [426, said(426, 'NONEXISTENT_VERSION'), 'refused other final', 'NONEXISTENT_VERSION', /LINKEDIN_VERSION/],
  [400, said(400, 'FIELD_LENGTH_TOO_LONG'), 'refused content final', 'FIELD_LENGTH_TOO_LONG', /Shorten it/],
  [
    400,
    said(400, 'INVALID_VALUE_FOR_FIELD', '/commentary :: bad'),
    'refused content final',
    'INVALID_VALUE_FOR_FIELD',
    /a part of the post\. Change it and retry\. LinkedIn said: the text: bad\.$/,
  ],
  [
    400,
    said(400, 'INVALID_VALUE_BLANK_FIELD'),
    'refused content final',
    'INVALID_VALUE_BLANK_FIELD',
    /Write a caption/,
  ],
  [400, said(400, 'INVALID_URN_ID'), 'refused content final', 'INVALID_URN_ID', /cannot find an account or media/],
  [400, said(400, 'INVALID_URN_TYPE'), 'refused content final', 'INVALID_URN_TYPE', /cannot find an account or media/],
  [
    400,
    said(400, 'SOMETHING_NEW', 'Odd'),
    'refused content final',
    'SOMETHING_NEW',
    /^LinkedIn refused the post\. Change it and retry\. LinkedIn said: Odd\.$/,
  ],
  [
    400,
    said(400, 'MEDIA_ASSET_WAITING_UPLOAD'),
    'refused render retry',
    'MEDIA_ASSET_WAITING_UPLOAD',
    /still processing the media/,
  ],
  [
    400,
    said(400, 'MEDIA_ASSET_PROCESSING_FAILED'),
    'refused render retry',
    'MEDIA_ASSET_PROCESSING_FAILED',
    /uploaded again automatically/,
  ],
  [400, said(400, 'EXPIRED_UPLOAD_URL'), 'refused render retry', 'EXPIRED_UPLOAD_URL', /uploaded again automatically/],
  [400, said(400, 'INVALID_VIDEO_ID'), 'refused render retry', 'INVALID_VIDEO_ID', /uploaded again automatically/],
  [
    400,
    said(400, 'UPDATING_ASSET_FAILED'),
    'refused render retry',
    'UPDATING_ASSET_FAILED',
    /uploaded again automatically/,
  ],
  [404, said(404, 'NOT_FOUND'), 'refused content final', 'NOT_FOUND', /cannot find something the post refers to/],
  [409, said(409, 'CONFLICT'), 'refused other retry', 'CONFLICT', /retried automatically/],
  [
    409,
    said(409, undefined, 'Content is a duplicate of urn:li:share:123'),
    'refused content final duplicate',
    'http_409',
    /within the last ten minutes/,
  ],
  [413, said(413, undefined, 'Too large'), 'refused render final', 'http_413', /rejected this file/],
  [415, said(415, undefined, 'Not an image'), 'refused render final', 'http_415', /rejected this file/],
  [
    422,
    said(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:123'),
    'refused content final duplicate',
    'DUPLICATE_POST',
    /within the last ten minutes/,
  ],
  [
    429,
    said(429, 'TOO_MANY_REQUESTS', 'Resource level throttle limit for calls to this resource is reached.', 101),
    'refused rate retry',
    'TOO_MANY_REQUESTS',
    /after midnight UTC/,
  ],
  [
    500,
    said(500, undefined, 'Unable to obtain activity'),
    'unknown other retry',
    'http_500',
    /checks with the network before/,
  ],
  [503, said(503), 'unknown other retry', 'http_503', /checks with the network before/],
  [504, said(504), 'unknown other retry', 'http_504', /checks with the network before/],
]

const summary = (failure: ReturnType<typeof errorOf>): string =>
  [
    failure.outcome,
    failure.category,
    failure.isRetryable ? 'retry' : 'final',
    ...[failure.isAuthDead ? 'dead' : '', failure.isDuplicate ? 'duplicate' : ''].filter(Boolean),
  ].join(' ')

test.each(table)('%i %j: %s', (status, body, means, code, sentence) => {
  const failure = errorOf(status, body)
  expect(summary(failure)).toBe(means)
  expect(failure.code).toBe(code)
  expect(failure.message).toMatch(sentence)
  expect(failure.message).toMatch(/^[^{}]+[.!?]$/)
})

test.each([
  [413, undefined, 'refused render final'],
  [415, said(415), 'refused render final'],
  [422, undefined, 'refused render final'],
  [400, said(400, 'EXPIRED_UPLOAD_URL'), 'refused render retry'],
  [503, undefined, 'not_sent other retry'],
  // Another server responds, so its 401 does not prove that the token is invalid.
  [401, undefined, 'refused connection final'],
])('upload response %i %j: %s', (status, body, means) => {
  expect(summary(errorOf(status, body, uploadErrorTable))).toBe(means)
})

test.each([
  ['midnight UTC', 429, said(429), {}, 43_200],
  ['the time in Retry-After', 429, said(429), { 'retry-after': '90' }, 90],
])('waits until %s', (_, status, body, headers, seconds) => {
  const { retryAt } = errorOf(status, body, errorTable, headers)
  expect((retryAt?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1_000)
})

const throttled = said(429, undefined, 'Comment create throttled: creation rate limit exceeded for member')

test.each([
  ['a conflict', 409, said(409, 'CONFLICT'), 1, 1],
  ['media in processing', 400, said(400, 'MEDIA_ASSET_WAITING_UPLOAD'), 10, null],
  ['failed media', 400, said(400, 'MEDIA_ASSET_PROCESSING_FAILED'), 10, 5],
  ['too many comments', 429, throttled, 60, null],
])('default wait and retries after %s', (_, status, body, ...pace) => {
  const { retryAt, waitSeconds, triesMax } = errorOf(status, body)
  expect([retryAt, waitSeconds, triesMax]).toEqual([null, ...pace])
})

test('the comment limit has its own message', () => {
  expect(errorOf(429, throttled).message).toMatch(/minute/)
  expect(errorOf(429, said(429)).message).toMatch(/midnight/)
})

test('a duplicate has the id of the original, for all three kinds of URN', () => {
  for (const urn of ['urn:li:share:1', 'urn:li:ugcPost:2', 'urn:li:activity:3'])
    expect(errorOf(422, said(422, 'DUPLICATE_POST', `Content is a duplicate of ${urn}.`)).duplicateOf).toBe(urn)
})
