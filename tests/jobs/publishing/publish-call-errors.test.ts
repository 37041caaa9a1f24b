import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { control } from '@/tests/support/api/api'
import { about, type ErrorResult, publishWithError, type SandboxError } from '@/tests/support/publishing/error-cases'
import { aDueStory, type DueStory, setEnv } from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

/**
 * Every error of the call that makes a post public, on every network: the result of the row, and from the sandbox's
 * ledger, the number of posts. Errors of earlier calls are in upload-call-errors.test.ts. More than 20 s: 112 posts,
 * each prepared, sent and settled through the real protocol, one at a time per network.
 */
type Outcome = {
  /** Result of the first try. */
  first: string
  /** Seconds until the next try; 0 while the outcome is unknown. */
  waits?: number | ((channel: ChannelId) => number)
  /** The network names the time, so it must match to the second. */
  isExact?: true
  /** Final status and category. */
  ends: string
  /** Outcomes of the attempts. */
  tries: string
  posts: number
}
/** The network's error code, in the attempt or the failed row. */
type Codes = Partial<Record<ChannelId, string>> & { others?: string }
type Case = { error: SandboxError; codes?: Codes; outcome: Outcome; but?: Partial<Record<ChannelId, Partial<Outcome>>> }

const isLastHourOfDay = new Date().getUTCHours() === 23

const failed = (category: string): Outcome => ({
  first: 'failed',
  ends: `failed ${category}`,
  tries: 'failed',
  posts: 0,
})
const passes = (tries: string, more: Partial<Outcome> = {}): Outcome => ({
  first: 'waiting',
  waits: 0,
  ends: 'posted',
  tries,
  posts: 1,
  ...more,
})
const tooMany: Codes = {
  others: '4',
  facebook: '32',
  x: 'http_429',
  linkedin: 'TOO_MANY_REQUESTS',
  pinterest: '429/29',
  ghost: 'TooManyRequestsError',
}
/** Meta's networks return minutes, rounded up. */
const namedWaits: Partial<Record<ChannelId, number>> = { instagram: 120, facebook: 120, threads: 120 }
const unnamedWaits: Partial<Record<ChannelId, number>> = { x: 900, pinterest: 60, ghost: 60 }

const errors: Record<string, Case> = {
  'a permission is missing': {
    error: { fault: 'refuse', preset: 'permission' },
    codes: {
      others: '10',
      facebook: '200',
      x: 'client-forbidden',
      linkedin: 'ACCESS_DENIED',
      pinterest: '403/29',
      ghost: 'NoPermissionError',
    },
    outcome: failed('connection'),
  },
  'the token is dead': {
    error: { fault: 'expire_token' },
    codes: {
      others: '190/463',
      x: 'http_401',
      linkedin: 'EXPIRED_ACCESS_TOKEN',
      pinterest: '401/2',
      ghost: 'INVALID_JWT',
    },
    outcome: failed('connection'),
    // The only network whose accounts have a refresh token here: refreshed, and sent again.
    but: { pinterest: passes('retry, posted', { waits: 1, isExact: true }) },
  },
  'rate limit with Retry-After': {
    error: { fault: 'rate_limit', retry_after_seconds: 90 },
    codes: tooMany,
    outcome: passes('retry, posted', { waits: (channel) => namedWaits[channel] ?? 90, isExact: true }),
  },
  'rate limit without Retry-After': {
    error: { fault: 'rate_limit', with_headers: false },
    codes: tooMany,
    outcome: passes('retry, posted', { waits: (channel) => unnamedWaits[channel] ?? 300 }),
    // LinkedIn's limit is per day. A row expires after an hour, so usually before midnight.
    but: { linkedin: isLastHourOfDay ? passes('retry, posted', { waits: untilMidnight() }) : failed('rate') },
  },
  'a server error, then success': {
    error: { fault: 'refuse', preset: 'server_error' },
    codes: {
      others: '2',
      x: 'http_503',
      linkedin: 'INTERNAL_SERVER_ERROR',
      pinterest: '500/0',
      ghost: 'InternalServerError',
    },
    outcome: passes('in_doubt, posted'),
  },
  'no answer, and not accepted': {
    error: { fault: 'timeout_before' },
    codes: { others: 'timeout' },
    outcome: passes('in_doubt, posted'),
  },
  'no answer, but accepted': {
    error: { fault: 'timeout_after' },
    codes: { others: 'timeout' },
    outcome: passes('in_doubt, adopted'),
  },
  'a connection reset after it was accepted': {
    error: { fault: 'reset_after' },
    codes: { others: 'ECONNRESET' },
    outcome: passes('in_doubt, adopted'),
  },
  'a connection reset before it was accepted': {
    error: { fault: 'reset_before' },
    codes: { others: 'ECONNRESET' },
    outcome: passes('in_doubt, posted'),
  },
  'a bad gateway after it was accepted': {
    error: { fault: 'error_after', status: 502 },
    codes: {
      others: '2',
      x: 'http_502',
      linkedin: 'INTERNAL_SERVER_ERROR',
      pinterest: '502/0',
      ghost: 'InternalServerError',
    },
    outcome: passes('in_doubt, adopted'),
  },
  'an answer that is not JSON': {
    error: { fault: 'rubbish', content: 'html' },
    codes: { others: 'unreadable_answer' },
    outcome: passes('in_doubt, adopted'),
  },
  'a truncated answer': {
    error: { fault: 'rubbish', content: 'truncated_json' },
    codes: { others: 'unreadable_answer' },
    outcome: passes('in_doubt, adopted'),
  },
  'the content is refused': {
    error: { fault: 'refuse', preset: 'content' },
    codes: {
      others: '100',
      instagram: '36004/2207010',
      x: 'http_403',
      linkedin: 'FIELD_LENGTH_TOO_LONG',
      pinterest: '400/1',
      ghost: 'ValidationError',
    },
    outcome: failed('content'),
  },
  'the post violates a policy': {
    error: { fault: 'refuse', preset: 'review' },
    codes: {
      instagram: '4/2207051',
      facebook: '368/1404102',
      threads: '4/4279013',
      x: 'user-suspended',
      linkedin: 'ACCESS_DENIED',
      pinterest: '403/403',
      ghost: 'HostLimitError',
    },
    outcome: failed('review'),
    // LinkedIn reports a missing permission, Ghost the limit of its host's plan.
    but: { linkedin: failed('connection'), ghost: failed('rate') },
  },
  'the media are refused': {
    error: { fault: 'refuse', preset: 'media' },
    codes: {
      others: '9004/2207052',
      facebook: '100/1366046',
      x: 'invalid-request',
      linkedin: 'MEDIA_ASSET_PROCESSING_FAILED',
      pinterest: '400/235',
      ghost: 'UnsupportedMediaTypeError',
    },
    // Networks that fetch or process media may only not be ready yet.
    outcome: passes('retry, posted', { waits: (channel) => ({ x: 5, linkedin: 10 })[channel as string] ?? 30 }),
    but: { facebook: failed('render'), ghost: failed('render') },
  },
  'reported as a duplicate of another post': {
    error: { fault: 'refuse', preset: 'duplicate' },
    codes: { others: 'duplicate', pinterest: '409/409' },
    // The network is queried first: the duplicate can be an earlier try of this row.
    outcome: { first: 'waiting', waits: 0, ends: 'failed content', tries: 'failed', posts: 0 },
    // Pinterest has no duplicate error. Ghost's means that someone edited the post meanwhile, so the call is
    // repeated.
    but: {
      pinterest: failed('content'),
      ghost: { first: 'posted', ends: 'posted', tries: 'posted', posts: 1 },
    },
  },
}

function untilMidnight(): number {
  return (86_400_000 - (Date.now() % 86_400_000)) / 1_000
}

function expected({ codes, outcome, but }: Case, channel: ChannelId): Partial<ErrorResult> {
  const { first, waits, isExact, ends, tries, posts } = { ...outcome, ...but?.[channel] }
  const code = codes?.[channel] ?? codes?.others ?? ''
  const seconds = typeof waits === 'function' ? waits(channel) : waits
  return {
    first,
    waits: first === 'waiting' ? (about(seconds ?? 0, isExact) as never) : null,
    attempts: tries.replace(/retry|in_doubt|failed/, (outcome) => `${outcome} ${code}`),
    ends,
    code: ends === 'posted' ? null : code,
    posts,
  }
}

// The networks' own duplicate detection would hide a post that was sent twice.
beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false }))

describe.each(Object.entries(errors))('%s', (_, one) => {
  const stories: Partial<Record<ChannelId, DueStory>> = {}
  beforeAll(async () => {
    setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '5', PUBLISH_POLL_SECONDS: '0.05' })
    for (const channel of channelIds) stories[channel] = await aDueStory([channel])
    // A short timeout only for calls without a response: on a busy machine it would end others.
    if (one.error.fault.startsWith('timeout')) setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' })
  })

  test.concurrent.each(channelIds)('%s', async (channel) => {
    const result = await publishWithError(stories[channel] as DueStory, 'publish', one.error)
    expect(result).toEqual(expected(one, channel))
  })
})
