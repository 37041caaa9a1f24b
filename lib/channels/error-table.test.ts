import { expect, test } from 'vitest'
import type { ChannelError } from './channel-error'
import { type ErrorTable, errorFromResponse, type NetworkResponse } from './error-table'
import { errorTable as facebook } from './facebook/errors'
import { errorTable as ghost } from './ghost/errors'
import { errorTable as instagram } from './instagram/errors'
import { errorTable as linkedin } from './linkedin/errors'
import { errorTable as pinterest } from './pinterest/errors'
import { errorTable as threads } from './threads/errors'
import { errorTable as x } from './x/errors'

const now = new Date('2026-06-01T12:00:00Z')

function response(status: number, json: unknown, headers: Record<string, string> = {}): NetworkResponse {
  return { status, headers, json, text: json === undefined ? '<html>' : JSON.stringify(json) }
}
const errorFor = (table: ErrorTable, given: NetworkResponse, makesPublic = true): ChannelError =>
  errorFromResponse(table, given, { makesPublic, now })

/** `outcome category retry|final`, then flags. */
function summary(of: ChannelError): string {
  const facts = [of.outcome, of.category, of.isRetryable ? 'retry' : 'final']
  if (of.isAuthDead) facts.push('dead')
  if (of.isDuplicate) facts.push('duplicate')
  return facts.join(' ')
}

const tables = { instagram, facebook, threads, x, linkedin, pinterest, ghost }
type Case = [network: keyof typeof tables, status: number, body: unknown, expected: string]

const problem = (status: number, detail: string, type = 'about:blank') => ({ title: 'Said', detail, type, status })
const liError = (status: number, code: string, message = 'Said', serviceErrorCode?: number) => ({
  status,
  code,
  message,
  serviceErrorCode,
})
const ghostError = (type: string, message: string, code: string | null = null, context: string | null = null) => ({
  errors: [{ message, context, type, code }],
})

const otherCases: Case[] = [
  [
    'x',
    400,
    problem(400, 'One or more parameters', 'https://api.x.com/2/problems/invalid-request'),
    'refused content final',
  ],
  ['x', 400, problem(400, 'Your media IDs are invalid.'), 'refused render retry'],
  ['x', 401, problem(401, 'Unauthorized'), 'refused connection final dead'],
  ['x', 403, { errors: [{ code: 89, message: 'Invalid or expired token.' }] }, 'refused connection final dead'],
  [
    'x',
    403,
    problem(403, 'Wrong kind', 'https://api.twitter.com/2/problems/unsupported-authentication'),
    'refused connection final',
  ],
  [
    'x',
    403,
    problem(403, 'You are not allowed to create a Tweet with duplicate content.'),
    'refused content final duplicate',
  ],
  ['x', 403, { errors: [{ code: 187, message: 'Status is a duplicate.' }] }, 'refused content final duplicate'],
  ['x', 403, problem(403, 'You are not permitted to perform this action'), 'refused content final'],
  ['x', 403, problem(403, 'Suspended', 'https://api.x.com/2/problems/user-suspended'), 'refused review final'],
  ['x', 403, { code: 326, message: 'Account temporarily locked' }, 'refused review final'],
  ['x', 403, { errors: [{ code: 185, message: 'User is over daily status update limit.' }] }, 'refused rate retry'],
  ['x', 429, problem(429, 'Usage cap exceeded', 'https://api.x.com/2/problems/usage-capped'), 'refused rate final'],
  ['x', 429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, 'refused rate retry'],
  ['x', 503, problem(503, 'Service Unavailable'), 'unknown other retry'],
  ['linkedin', 401, liError(401, 'EXPIRED_ACCESS_TOKEN', 'Expired', 65602), 'refused connection final dead'],
  ['linkedin', 401, { status: 401, serviceErrorCode: 65601, message: 'Revoked' }, 'refused connection final dead'],
  [
    'linkedin',
    403,
    liError(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE'),
    'refused connection final',
  ],
  ['linkedin', 426, liError(426, 'NONEXISTENT_VERSION'), 'refused other final'],
  ['linkedin', 400, liError(400, 'VERSION_MISSING'), 'refused other final'],
  ['linkedin', 400, liError(400, 'FIELD_LENGTH_TOO_LONG'), 'refused content final'],
  ['linkedin', 400, liError(400, 'MEDIA_ASSET_WAITING_UPLOAD'), 'refused render retry'],
  ['linkedin', 400, liError(400, 'MEDIA_ASSET_PROCESSING_FAILED'), 'refused render retry'],
  ['linkedin', 404, liError(404, 'NOT_FOUND'), 'refused content final'],
  ['linkedin', 409, liError(409, 'CONFLICT'), 'refused other retry'],
  [
    'linkedin',
    422,
    liError(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:123'),
    'refused content final duplicate',
  ],
  ['linkedin', 429, liError(429, 'TOO_MANY_REQUESTS'), 'refused rate retry'],
  ['linkedin', 500, liError(500, 'INTERNAL', 'Unable to obtain activity'), 'unknown other retry'],
  ['pinterest', 401, { code: 2, message: 'Authentication failed.' }, 'refused connection final dead'],
  [
    'pinterest',
    401,
    { code: 3, message: 'Your application does not have access to this restricted feature.' },
    'refused other final',
  ],
  ['pinterest', 403, { code: 7, message: 'Missing scope' }, 'refused connection final'],
  ['pinterest', 400, { code: 1, message: 'Unable to reach the URL.' }, 'refused render retry'],
  ['pinterest', 400, { code: 1, message: 'The format of the image is not supported' }, 'refused render final'],
  ['pinterest', 404, { code: 40, message: 'Board not found.' }, 'refused content final'],
  ['pinterest', 429, { code: 29, message: 'Rate limit exceeded.' }, 'refused rate retry'],
  ['pinterest', 500, { code: 0, message: 'Sorry' }, 'unknown other retry'],
  [
    'ghost',
    401,
    ghostError('UnauthorizedError', 'Unknown Admin API Key', 'UNKNOWN_ADMIN_API_KEY'),
    'refused connection final dead',
  ],
  [
    'ghost',
    401,
    ghostError('UnauthorizedError', 'Invalid token: jwt expired', 'INVALID_JWT'),
    'refused connection final dead',
  ],
  ['ghost', 403, ghostError('NoPermissionError', 'You do not have permission'), 'refused connection final'],
  ['ghost', 403, ghostError('HostLimitError', 'Plan limit'), 'refused rate final'],
  ['ghost', 409, ghostError('UpdateCollisionError', 'Saving failed!', 'UPDATE_COLLISION'), 'refused content final'],
  [
    'ghost',
    422,
    ghostError('ValidationError', 'Validation error', null, 'Value in [posts.title] exceeds'),
    'refused content final',
  ],
  ['ghost', 413, ghostError('RequestEntityTooLargeError', 'Too large'), 'refused render final'],
  ['ghost', 501, ghostError('NotImplementedError', 'Not open'), 'refused other final'],
]

test.each(otherCases)('%s responds with %i %j: %s', (network, status, body, expected) => {
  const found = errorFor(tables[network], response(status, body))
  expect(summary(found)).toBe(expected)
  expect(found.message).toMatch(/^[^{}]+[.!?]$/)
  expect(found.providerStatus).toBe(status)
})

test.each(Object.keys(tables) as (keyof typeof tables)[])('%s: an unreadable response is in doubt', (network) => {
  const table = tables[network]
  for (const status of [200, 302, 400, 408, 500, 502, 503, 504])
    expect([status, summary(errorFor(table, response(status, undefined)))]).toEqual([status, 'unknown other retry'])
  // Steps that publish nothing are repeated.
  expect(summary(errorFor(table, response(502, undefined), false))).toBe('not_sent other retry')
  // A proxy's 401 is a refusal, but does not prove that the token is invalid.
  expect(summary(errorFor(table, response(401, undefined)))).toBe('refused connection final')
  expect(summary(errorFor(table, response(429, undefined)))).toBe('refused rate retry')
})

test.each([
  ['unix seconds', x, { 'x-rate-limit-reset': '1780315800' }, 600],
  ['a reset in the past', x, { 'x-rate-limit-reset': '1780315100' }, 0],
  ['seconds', pinterest, { 'x-ratelimit-reset': '42' }, 42],
  ['structured', pinterest, { 'x-ratelimit-reset': '42, 42;w=60' }, 42],
  ['Retry-After in seconds', ghost, { 'retry-after': '30' }, 30],
  ['Retry-After as a date', ghost, { 'retry-after': 'Mon, 01 Jun 2026 12:01:00 GMT' }, 60],
  ['more than a day', ghost, { 'retry-after': '999999' }, 86_400],
  ['midnight UTC', linkedin, {}, 43_200],
] as const)('retry time: %s', (_, table, headers, seconds) => {
  const { retryAt } = errorFor(table, response(429, { message: 'Slow down', errors: [{ message: 'x' }] }, headers))
  expect((retryAt?.getTime() ?? Number.NaN) - now.getTime()).toBe(seconds * 1_000)
})

test('an unreadable retry time falls back to the default wait', () => {
  const found = errorFor(ghost, response(429, { errors: [{ message: 'Slow down' }] }, { 'retry-after': 'soon' }))
  expect(found).toMatchObject({ retryAt: null, waitSeconds: 60 })
})

test('a permanent error has no retry settings', () => {
  expect(errorFor(x, response(403, problem(403, 'No')))).toMatchObject({
    retryAt: null,
    waitSeconds: null,
    triesMax: null,
  })
})

test('only rate limits use the reset header', () => {
  expect(errorFor(x, response(403, problem(403, 'No'), { 'x-rate-limit-reset': '1780315800' })).retryAt).toBeNull()
})

test('a LinkedIn duplicate has the id of the original', () => {
  const body = liError(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:ugcPost:77')
  expect(errorFor(linkedin, response(422, body)).duplicateOf).toBe('urn:li:ugcPost:77')
})

test.each([
  [
    'facebook',
    '(#100) Invalid parameter',
    'Facebook refused the post. Change it and retry. Facebook said: Invalid parameter.',
  ],
  ['linkedin', '/commentary :: the field is too long', 'The text is too long for LinkedIn. Shorten it.'],
  ['linkedin', 'ERROR :: /content/media/altText :: too long', 'The alt text is too long for LinkedIn. Shorten it.'],
  ['linkedin', 'Too long', 'A text is too long for LinkedIn. Shorten it.'],
] as const)('message from %s %s is appended without numbers and paths', (network, words, sentence) => {
  const said =
    network === 'facebook' ? { error: { message: words, code: 100 } } : liError(400, 'FIELD_LENGTH_TOO_LONG', words)
  expect(errorFor(tables[network], response(400, said)).message).toBe(sentence)
})

test('a field that is the subject of the message of the network is named once', () => {
  const said = liError(400, 'INVALID_VALUE_FOR_FIELD', '/commentary :: field is required but not found')
  expect(errorFor(linkedin, response(400, said)).message).toBe(
    'LinkedIn rejected a part of the post. Change it and retry. LinkedIn said: the text is required but not found.',
  )
})
