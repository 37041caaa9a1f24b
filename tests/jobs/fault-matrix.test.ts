import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { control } from '../support/api'
import { about, type Cell, cellOf, type Fault } from '../support/fault-cells'
import { onOwnSandbox } from '../support/own-sandbox'
import { aDueStory, setEnv } from '../support/publishing'

onOwnSandbox()

/**
 * Network × fault of the very call that makes a post public, and what becomes of the row. The judge of what was posted
 * is the sandbox's ledger. Steps before that call have a matrix of their own.
 */
type Outcome = {
  /** What holds after the first try, and the seconds until the next look: of a doubt none, which then waits. */
  first: string
  waits?: number | ((channel: ChannelId) => number)
  /** By the network and not by our table: to the second. */
  isExact?: true
  /** What holds when time has passed: status and category, and how the attempts ended. */
  ends: string
  tries: string
  posts: number
}
/** The code that the network's refusal leaves behind, in the attempt or with the failed row. */
type Codes = Partial<Record<ChannelId, string>> & { others?: string }
type Case = { fault: Fault; codes?: Codes; outcome: Outcome; but?: Partial<Record<ChannelId, Partial<Outcome>>> }

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
/** What Meta's networks say in minutes is rounded up. */
const namedWaits: Partial<Record<ChannelId, number>> = { instagram: 120, facebook: 120, threads: 120 }
const unnamedWaits: Partial<Record<ChannelId, number>> = { x: 900, pinterest: 60, ghost: 60 }

const faults: Record<string, Case> = {
  'a permission is missing': {
    fault: { fault: 'refuse', preset: 'permission' },
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
    fault: { fault: 'expire_token' },
    codes: {
      others: '190/463',
      x: 'http_401',
      linkedin: 'EXPIRED_ACCESS_TOKEN',
      pinterest: '401/2',
      ghost: 'INVALID_JWT',
    },
    outcome: failed('connection'),
    // The one of them that gives a token to renew the access with: renewed, and sent once more.
    but: { pinterest: passes('retry, posted', { waits: 1, isExact: true }) },
  },
  'too many calls, until a named time': {
    fault: { fault: 'rate_limit', retry_after_seconds: 90 },
    codes: tooMany,
    outcome: passes('retry, posted', { waits: (channel) => namedWaits[channel] ?? 90, isExact: true }),
  },
  'too many calls, with no time named': {
    fault: { fault: 'rate_limit', with_headers: false },
    codes: tooMany,
    outcome: passes('retry, posted', { waits: (channel) => unnamedWaits[channel] ?? 300 }),
    // It counts by days, and midnight is behind the hour in which a row may go out.
    but: { linkedin: isLastHourOfDay ? passes('retry, posted', { waits: untilMidnight() }) : failed('rate') },
  },
  'a server error, then success': {
    fault: { fault: 'refuse', preset: 'server_error' },
    codes: {
      others: '2',
      x: 'http_503',
      linkedin: 'INTERNAL_SERVER_ERROR',
      pinterest: '500/0',
      ghost: 'InternalServerError',
    },
    outcome: passes('in_doubt, posted'),
  },
  'silence before it is accepted': {
    fault: { fault: 'timeout_before' },
    codes: { others: 'timeout' },
    outcome: passes('in_doubt, posted'),
  },
  'silence after it was accepted': {
    fault: { fault: 'timeout_after' },
    codes: { others: 'timeout' },
    outcome: passes('in_doubt, adopted'),
  },
  'a reset after it was accepted': {
    fault: { fault: 'reset_after' },
    codes: { others: 'ECONNRESET' },
    outcome: passes('in_doubt, adopted'),
  },
  'an answer that is no JSON': {
    fault: { fault: 'rubbish', content: 'html' },
    codes: { others: 'unreadable_answer' },
    outcome: passes('in_doubt, adopted'),
  },
  'an answer cut off in the middle': {
    fault: { fault: 'rubbish', content: 'truncated_json' },
    codes: { others: 'unreadable_answer' },
    outcome: passes('in_doubt, adopted'),
  },
  'the content is refused': {
    fault: { fault: 'refuse', preset: 'content' },
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
  'the network’s policy refuses': {
    fault: { fault: 'refuse', preset: 'review' },
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
    // LinkedIn tells it as a missing permission, Ghost as the limit of its host's plan.
    but: { linkedin: failed('connection'), ghost: failed('rate') },
  },
  'the media are refused': {
    fault: { fault: 'refuse', preset: 'media' },
    codes: {
      others: '9004/2207052',
      facebook: '100/1366046',
      x: 'invalid-request',
      linkedin: 'MEDIA_ASSET_PROCESSING_FAILED',
      pinterest: '400/235',
      ghost: 'UnsupportedMediaTypeError',
    },
    // Networks that fetch or process by themselves may only have been too early.
    outcome: passes('retry, posted', { waits: (channel) => ({ x: 5, linkedin: 10 })[channel as string] ?? 30 }),
    but: { facebook: failed('render'), ghost: failed('render') },
  },
  'it is called a duplicate of something else': {
    fault: { fault: 'refuse', preset: 'duplicate' },
    codes: { others: 'duplicate', pinterest: '409/409' },
    // It is looked for first: the refusal may speak of an earlier send of this very row.
    outcome: { first: 'waiting', waits: 0, ends: 'failed content', tries: 'failed', posts: 0 },
    // Pinterest knows no duplicates; Ghost's is an edit that came between, and is made again.
    but: {
      pinterest: failed('content'),
      ghost: { first: 'posted', ends: 'posted', tries: 'posted', posts: 1 },
    },
  },
}

function untilMidnight(): number {
  return (86_400_000 - (Date.now() % 86_400_000)) / 1_000
}

function expected({ codes, outcome, but }: Case, channel: ChannelId): Partial<Cell> {
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

/** With them a post that is sent twice would be there once, and nobody would see it here. */
beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false }))
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))

describe.each(Object.entries(faults))('%s', (_, one) => {
  test.each(channelIds)('%s', async (channel) => {
    expect(await cellOf(await aDueStory([channel]), 'publish', one.fault)).toEqual(expected(one, channel))
  })
})
