import { expect, test } from 'vitest'
import { faultOfAnswer } from '../fault-table'
import { faults, uploadFaults } from './errors'

const now = new Date('2026-06-01T12:00:00Z')

const problem = (status: number, detail: string, name?: string) => ({
  title: 'Said',
  detail,
  type: name ? `https://api.x.com/2/problems/${name}` : 'about:blank',
  status,
})
const legacy = (code: number, message: string) => ({ errors: [{ code, message }] })

function faultOf(status: number, json: unknown, headers: Record<string, string> = {}) {
  return faultOfAnswer(faults, { status, json, headers, text: JSON.stringify(json) }, { makesPublic: true, now })
}

/** Every refusal of X that is known: status, answer, what it means, and how the sentence for people begins. */
const table: [status: number, body: unknown, means: string, code: string, sentence: RegExp][] = [
  [
    400,
    problem(400, 'One or more parameters to your request was invalid.', 'invalid-request'),
    'refused content final',
    'invalid-request',
    /^X refused the post\. Change it and try again\. X said: One or more/,
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
  [401, problem(401, 'Unauthorized'), 'refused connection final dead', 'http_401', /Connect the account again/],
  [401, legacy(32, 'Could not authenticate you.'), 'refused connection final dead', '32', /Connect the account again/],
  [403, legacy(89, 'Invalid or expired token.'), 'refused connection final dead', '89', /Connect the account again/],
  [402, problem(402, 'Your account has no credits.', 'credits'), 'refused rate final', 'credits', /no credits left/],
  [
    403,
    problem(403, 'Authenticating with OAuth 2.0 Application-Only is forbidden.', 'unsupported-authentication'),
    'refused connection final',
    'unsupported-authentication',
    /^The connected X app may not do this/,
  ],
  [
    403,
    problem(403, 'Not attached to a Project', 'client-forbidden'),
    'refused connection final',
    'client-forbidden',
    /^The connected X app may not do this/,
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
    /does not let this account post this/,
  ],
  [
    403,
    problem(403, 'A post may contain a maximum of one cashtag.'),
    'refused content final',
    'http_403',
    /one cashtag/,
  ],
  [403, problem(403, 'media_ids: maximum of 4 items'), 'refused content final', 'http_403', /four pictures/],
  [403, problem(403, 'The Tweet contains an invalid URL.'), 'refused content final', 'http_403', /a link of this post/],
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
    /is gone from X/,
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
  [403, legacy(185, 'User is over daily status update limit.'), 'refused rate retry', '185', /no more posts today/],
  [
    404,
    problem(404, 'Could not find tweet with id: [456].', 'resource-not-found'),
    'refused content final',
    'resource-not-found',
    /does not find what the post refers to/,
  ],
  [413, problem(413, 'The media chunk is too large.'), 'refused render final', 'http_413', /Make it smaller/],
  [429, legacy(88, 'Rate limit exceeded'), 'refused rate retry', '88', /goes out later by itself/],
  [429, problem(429, 'Too Many Requests'), 'refused rate retry', 'http_429', /goes out later by itself/],
  [500, problem(500, 'Internal Server Error'), 'unknown other retry', 'http_500', /the network is asked before/],
  [503, problem(503, 'Service Unavailable'), 'unknown other retry', 'http_503', /the network is asked before/],
]

test.each(table)('%i %j: %s', (status, body, means, code, sentence) => {
  const fault = faultOf(status, body)
  const marks = [fault.isAuthDead ? 'dead' : '', fault.isDuplicate ? 'duplicate' : ''].filter(Boolean)
  expect([fault.outcome, fault.category, fault.isRetryable ? 'retry' : 'final', ...marks].join(' ')).toBe(means)
  expect(fault.code).toBe(code)
  expect(fault.message).toMatch(sentence)
  expect(fault.message).toMatch(/^[^{}]+[.!?]$/)
})

const soon = String(now.getTime() / 1_000 + 300)
const late = String(now.getTime() / 1_000 + 40_000)

test.each([
  ['the end of the window', { 'x-rate-limit-reset': soon }, 300],
  [
    'the end of the day, when the day is used up',
    {
      'x-rate-limit-reset': soon,
      'x-rate-limit-remaining': '7',
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': late,
    },
    40_000,
  ],
  [
    'the app’s day as well',
    { 'x-rate-limit-reset': soon, 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': late },
    40_000,
  ],
  [
    'not the end of a day that is not used up',
    {
      'x-rate-limit-reset': soon,
      'x-rate-limit-remaining': '0',
      'x-app-limit-24hour-remaining': '9',
      'x-app-limit-24hour-reset': late,
    },
    300,
  ],
])('a limit is waited for until %s', (_, headers, seconds) => {
  const { retryAt } = faultOf(429, problem(429, 'Too Many Requests'), headers)
  expect((retryAt?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1_000)
})

test('of a limit that names no time a quarter of an hour is waited first', () => {
  expect(faultOf(429, problem(429, 'Too Many Requests'))).toMatchObject({ retryAt: null, waitSeconds: 900 })
})

test.each([
  [400, problem(400, 'The media type is not supported.'), 'render', false],
  [400, problem(400, 'Your media IDs are invalid.'), 'render', true],
  [415, problem(415, 'Unsupported Media Type'), 'render', false],
  [413, problem(413, 'The media chunk is too large.'), 'render', false],
  [401, problem(401, 'Unauthorized'), 'connection', false],
  [429, problem(429, 'Too Many Requests'), 'rate', true],
  [503, problem(503, 'Service Unavailable'), 'other', true],
])('an upload that is answered %i %j is a fault of category %s', (status, json, category, isRetryable) => {
  const answer = { status, json, headers: {}, text: JSON.stringify(json) }
  expect(faultOfAnswer(uploadFaults, answer, { makesPublic: false, now })).toMatchObject({ category, isRetryable })
})
