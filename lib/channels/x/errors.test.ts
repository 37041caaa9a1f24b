import { expect, test } from 'vitest'
import { errorFromResponse } from '../error-table'
import { errorTable, uploadErrorTable } from './errors'

const now = new Date('2026-06-01T12:00:00Z')

const problem = (status: number, detail: string, name?: string) => ({
  title: 'Said',
  detail,
  type: name ? `https://api.x.com/2/problems/${name}` : 'about:blank',
  status,
})
const legacy = (code: number, message: string) => ({ errors: [{ code, message }] })

function errorOf(status: number, json: unknown, headers: Record<string, string> = {}) {
  return errorFromResponse(
    errorTable,
    { status, json, headers, text: JSON.stringify(json) },
    { makesPublic: true, now },
  )
}

/** X's known errors: status, body, our error, its code and a pattern of its message. */
const table: [status: number, body: unknown, means: string, code: string, sentence: RegExp][] = [
  [
    400,
    problem(400, 'One or more parameters to your request was invalid.', 'invalid-request'),
    'refused content final',
    'invalid-request',
    /^X refused the post\. Change it and retry\. X said: One or more/,
  ],
  [
    400,
    {
      ...problem(400, 'One or more parameters to your request was invalid.', 'invalid-request'),
      errors: [{ message: 'Your media IDs are invalid.' }],
    },
    'refused render retry',
    'invalid-request',
    /^X no longer has the uploaded media/,
  ],
  [
    401,
    problem(401, 'Unauthorized'),
    'refused connection final dead',
    'http_401',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    401,
    legacy(32, 'Could not authenticate you.'),
    'refused connection final dead',
    '32',
    /(Connect the account again|Reconnect the account)/,
  ],
  [
    403,
    legacy(89, 'Invalid or expired token.'),
    'refused connection final dead',
    '89',
    /(Connect the account again|Reconnect the account)/,
  ],
  [402, problem(402, 'Your account has no credits.', 'credits'), 'refused rate final', 'credits', /no credits left/],
  [
    403,
    problem(403, 'Authenticating with OAuth 2.0 Application-Only is forbidden.', 'unsupported-authentication'),
    'refused connection final',
    'unsupported-authentication',
    /^The connected X app lacks permission for this/,
  ],
  [
    403,
    problem(403, 'Not attached to a Project', 'client-forbidden'),
    'refused connection final',
    'client-forbidden',
    /^The connected X app lacks permission for this/,
  ],
  [
    403,
    problem(403, 'You are not allowed to create a Tweet with duplicate content.'),
    'refused content final duplicate',
    'http_403',
    /has just posted this text/,
  ],
  [403, legacy(187, 'Status is a duplicate.'), 'refused content final duplicate', '187', /has just posted this text/],
  [
    403,
    problem(403, 'You are not permitted to perform this action'),
    'refused content final',
    'http_403',
    /does not allow this account to post this/,
  ],
  [
    403,
    problem(403, 'A post may contain a maximum of one cashtag.'),
    'refused content final',
    'http_403',
    /one cashtag/,
  ],
  [403, problem(403, 'media_ids: maximum of 4 items'), 'refused content final', 'http_403', /four images/],
  [403, problem(403, 'The Tweet contains an invalid URL.'), 'refused content final', 'http_403', /a link in this post/],
  [
    403,
    problem(403, 'You are not allowed to post a video longer than 2 minutes'),
    'refused content final',
    'http_403',
    /140 seconds/,
  ],
  [403, legacy(186, 'Tweet needs to be a bit shorter.'), 'refused content final', '186', /too long/],
  [403, problem(403, 'Tweet needs to be a bit shorter.'), 'refused content final', 'http_403', /too long/],
  [
    403,
    problem(403, 'User has been suspended', 'user-suspended'),
    'refused review final',
    'user-suspended',
    /restricted this account/,
  ],
  [
    403,
    legacy(64, 'Your account is suspended and is not permitted to access this feature.'),
    'refused review final',
    '64',
    /restricted this account/,
  ],
  [
    403,
    { code: 326, message: 'To protect our users from spam …' },
    'refused review final',
    '326',
    /restricted this account/,
  ],
  [
    403,
    legacy(226, 'This request looks like it might be automated.'),
    'refused review final',
    '226',
    /restricted this account/,
  ],
  [
    403,
    problem(403, 'Your account is not permitted to access this feature'),
    'refused review final',
    'http_403',
    /restricted this account/,
  ],
  [
    403,
    legacy(433, 'The original Tweet author restricted who can reply to this Tweet.'),
    'refused content final',
    '433',
    /does not allow a reply here/,
  ],
  [
    403,
    problem(403, 'Reply to this conversation is not allowed because …'),
    'refused content final',
    'http_403',
    /does not allow a reply here/,
  ],
  [
    403,
    problem(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
    'refused content final',
    'http_403',
    /was deleted at X/,
  ],
  [
    403,
    problem(403, 'Usage cap exceeded: Monthly product cap', 'usage-capped'),
    'refused rate final',
    'usage-capped',
    /wait for the next month/,
  ],
  [
    429,
    problem(429, 'Usage cap exceeded: Monthly product cap', 'usage-capped'),
    'refused rate final',
    'usage-capped',
    /wait for the next month/,
  ],
  [
    403,
    legacy(185, 'User is over daily status update limit.'),
    'refused rate retry',
    '185',
    /limit of posts for today/,
  ],
  [
    404,
    problem(404, 'Could not find tweet with id: [456].', 'resource-not-found'),
    'refused content final',
    'resource-not-found',
    /cannot find something the post refers to/,
  ],
  [413, problem(413, 'The media chunk is too large.'), 'refused render final', 'http_413', /Use a smaller one/],
  [429, legacy(88, 'Rate limit exceeded'), 'refused rate retry', '88', /will be published later automatically/],
  [429, problem(429, 'Too Many Requests'), 'refused rate retry', 'http_429', /will be published later automatically/],
  [500, problem(500, 'Internal Server Error'), 'unknown other retry', 'http_500', /checks with the network before/],
  [503, problem(503, 'Service Unavailable'), 'unknown other retry', 'http_503', /checks with the network before/],
]

test.each(table)('%i %j: %s', (status, body, means, code, sentence) => {
  const failure = errorOf(status, body)
  const marks = [failure.isAuthDead ? 'dead' : '', failure.isDuplicate ? 'duplicate' : ''].filter(Boolean)
  expect([failure.outcome, failure.category, failure.isRetryable ? 'retry' : 'final', ...marks].join(' ')).toBe(means)
  expect(failure.code).toBe(code)
  expect(failure.message).toMatch(sentence)
  expect(failure.message).toMatch(/^[^{}]+[.!?]$/)
})

const soon = String(now.getTime() / 1_000 + 300)
const late = String(now.getTime() / 1_000 + 40_000)

test.each([
  ['the end of the window', { 'x-rate-limit-reset': soon }, 300],
  [
    'the end of the day if the daily limit is reached',
    {
      'x-rate-limit-reset': soon,
      'x-rate-limit-remaining': '7',
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': late,
    },
    40_000,
  ],
  [
    'the end of the app’s day',
    { 'x-rate-limit-reset': soon, 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': late },
    40_000,
  ],
  [
    'the end of the window if the daily limit is not reached',
    {
      'x-rate-limit-reset': soon,
      'x-rate-limit-remaining': '0',
      'x-app-limit-24hour-remaining': '9',
      'x-app-limit-24hour-reset': late,
    },
    300,
  ],
])('waits until %s', (_, headers, seconds) => {
  const { retryAt } = errorOf(429, problem(429, 'Too Many Requests'), headers)
  expect((retryAt?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1_000)
})

test('a rate limit without a reset time waits 15 minutes', () => {
  expect(errorOf(429, problem(429, 'Too Many Requests'))).toMatchObject({ retryAt: null, waitSeconds: 900 })
})

test.each([
  [400, problem(400, 'The media type is not supported.'), 'render', false],
  [400, problem(400, 'Your media IDs are invalid.'), 'render', true],
  [415, problem(415, 'Unsupported Media Type'), 'render', false],
  [413, problem(413, 'The media chunk is too large.'), 'render', false],
  [401, problem(401, 'Unauthorized'), 'connection', false],
  [429, problem(429, 'Too Many Requests'), 'rate', true],
  [503, problem(503, 'Service Unavailable'), 'other', true],
])('upload response %i %j has category %s', (status, json, category, isRetryable) => {
  const response = { status, json, headers: {}, text: JSON.stringify(json) }
  expect(errorFromResponse(uploadErrorTable, response, { makesPublic: false, now })).toMatchObject({
    category,
    isRetryable,
  })
})
