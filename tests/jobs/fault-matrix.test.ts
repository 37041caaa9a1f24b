import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { control } from '../support/api'
import { onOwnSandbox } from '../support/own-sandbox'
import {
  aDueStory,
  letTimePass,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  setEnv,
  strike,
} from '../support/publishing'

onOwnSandbox()

/**
 * Network × fault of the very call that makes a post public, and what becomes of the row. The judge of what was posted
 * is the sandbox's ledger. `waits` is what holds after the first try, `ends` what holds when time has passed.
 */
type Outcome = { first: string; ends: string; posts: number }
type Fault = { fault: string; [member: string]: unknown }

const isLastHourOfDay = new Date().getUTCHours() === 23

const faults: Record<string, { fault: Fault; outcome: Outcome; but?: Partial<Record<ChannelId, Partial<Outcome>>> }> = {
  'a permission is missing': {
    fault: { fault: 'refuse', preset: 'permission' },
    outcome: { first: 'failed', ends: 'failed connection', posts: 0 },
  },
  'the token is dead': {
    fault: { fault: 'expire_token' },
    outcome: { first: 'failed', ends: 'failed connection', posts: 0 },
    // The one of them that gives a token to renew the access with: renewed, and sent once more.
    but: { pinterest: { first: 'waiting', ends: 'posted', posts: 1 } },
  },
  'too many calls, until a named time': {
    fault: { fault: 'rate_limit', retry_after_seconds: 90 },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'too many calls, with no time named': {
    fault: { fault: 'rate_limit', with_headers: false },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
    // It counts by days, and midnight is behind the hour in which a row may go out.
    but: isLastHourOfDay ? {} : { linkedin: { first: 'failed', ends: 'failed rate', posts: 0 } },
  },
  'a server error, then success': {
    fault: { fault: 'refuse', preset: 'server_error' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'silence before it is accepted': {
    fault: { fault: 'timeout_before' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'silence after it was accepted': {
    fault: { fault: 'timeout_after' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'a reset after it was accepted': {
    fault: { fault: 'reset_after' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'an answer that is no JSON': {
    fault: { fault: 'rubbish', content: 'html' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'an answer cut off in the middle': {
    fault: { fault: 'rubbish', content: 'truncated_json' },
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
  },
  'the content is refused': {
    fault: { fault: 'refuse', preset: 'content' },
    outcome: { first: 'failed', ends: 'failed content', posts: 0 },
  },
  'the network’s policy refuses': {
    fault: { fault: 'refuse', preset: 'review' },
    outcome: { first: 'failed', ends: 'failed review', posts: 0 },
    // LinkedIn tells it as a missing permission, Ghost as the limit of its host's plan.
    but: { linkedin: { ends: 'failed connection' }, ghost: { ends: 'failed rate' } },
  },
  'the media are refused': {
    fault: { fault: 'refuse', preset: 'media' },
    // Networks that fetch or process by themselves may only have been too early.
    outcome: { first: 'waiting', ends: 'posted', posts: 1 },
    but: {
      facebook: { first: 'failed', ends: 'failed render', posts: 0 },
      ghost: { first: 'failed', ends: 'failed render', posts: 0 },
    },
  },
  'it is called a duplicate of something else': {
    fault: { fault: 'refuse', preset: 'duplicate' },
    // It is looked for first: the refusal may speak of an earlier send of this very row.
    outcome: { first: 'waiting', ends: 'failed content', posts: 0 },
    // Pinterest knows no duplicates; Ghost's is an edit that came between, and is made again.
    but: { pinterest: { first: 'failed' }, ghost: { first: 'posted', ends: 'posted', posts: 1 } },
  },
}

/** A network that asked for a pause pauses the whole connection. */
const endPause = (projectId: string) =>
  sql`update social_connections set paused_until = null where project_id = ${projectId}`.execute(database())

/** With them a post that is sent twice would be there once, and nobody would see it here. */
beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false }))
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))

describe.each(Object.entries(faults))('%s', (_, { fault, outcome, but }) => {
  test.each(channelIds)('%s', async (channel) => {
    const { account, itemId, project } = await aDueStory([channel])
    await strike(account, { ...fault, call: 'publish', times: 1 })
    const first = await publishOnce(itemId)
    const waits = first === 'waiting' ? await secondsToWait(itemId) : null
    if (first === 'waiting') {
      await endPause(project.projectId)
      await letTimePass(itemId, 120)
      await publishThroughDoubt(itemId)
    }
    const { status, skip_category, skip_reason, provider_code } = await rowOf(itemId)
    const seen = {
      first,
      ends: [status, skip_category].filter(Boolean).join(' '),
      posts: (await postsOf(account)).length,
    }
    expect({ ...seen, provider_code, skip_reason, waits }).toMatchObject({ ...outcome, ...but?.[channel] })
    if (fault.retry_after_seconds && waits !== null) expect(waits).toBeGreaterThan(80)
    // A sentence for people, or the one name that the interface gives to a dead credential.
    if (status === 'failed') expect(skip_reason).toMatch(/^([A-Z][^{}]+[.!]|oauth_revoked:\w+)$/)
  })
})
