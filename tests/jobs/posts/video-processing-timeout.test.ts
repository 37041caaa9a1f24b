import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import { control } from '@/tests/support/api/api'
import { until } from '@/tests/support/processes/child-process'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  letTimePass,
  makeOlder,
  postsOf,
  rowOf,
  secondsToWait,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox, sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '10', PUBLISH_POLL_SECONDS: '0.05' }))
beforeAll(() => control('POST', '/control/settings', { polls_until_finished: 1_000_000 }))

/**
 * The call that transfers the video to each network. `isTaken`: the network processes it after publishing. It may
 * appear long after the row has expired, so the outcome stays unknown.
 */
type HandedOver = { call: string; isTaken?: true }
const handedOver: Partial<Record<ChannelId, HandedOver>> = {
  instagram: { call: 'container' },
  threads: { call: 'container' },
  facebook: { call: 'upload', isTaken: true },
  x: { call: 'finalize' },
  linkedin: { call: 'finalize' },
}

const expiredReason = /is still processing the media\. There was no time left to try again\.$/

/** How long a worker polls before it releases the row; minutes in production. */
const pollMs = 700

/** @param isHandedOver the time starts after the upload, however long that takes */
const publishFor = async (itemId: string, isHandedOver: () => Promise<boolean>) => {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) return null
  const timeUp = new AbortController()
  const timer = (async () => {
    await until(isHandedOver, 'The video', 25)
    await sleep(pollMs)
    timeUp.abort()
  })()
  const outcome = await publishItem(database(), claim, timeUp.signal)
  await timer
  return outcome
}

test.concurrent.each(Object.entries(handedOver) as [ChannelId, HandedOver][])(
  'a video that %s never finishes: polled at growing intervals, uploaded once, failed after an hour',
  async (channel, { call, isTaken }) => {
    const { account, storyId, itemId } = await aDueStory([channel], {
      slides: [{ media_url: `${sandboxUrl()}/samples/upright.mp4` }],
      ...(channel === 'facebook' ? { postType: 'reel' } : {}),
    })
    const waits: number[] = []
    const isHandedOver = async () => (await callsOf(account, call)) > 0
    while ((await publishFor(itemId, isHandedOver)) === 'waiting') {
      const seconds = await secondsToWait(itemId)
      waits.push(seconds)
      await makeOlder(storyId, seconds)
      await letTimePass(itemId, 0)
    }
    const { status, skip_reason } = await rowOf(itemId)
    expect([status, skip_reason]).toEqual([
      'failed',
      expect.stringMatching(isTaken ? /^outcome_unknown$/ : expiredReason),
    ])
    // From then on about a quarter of an hour each.
    const growing = waits.slice(0, 7)
    expect(growing).toEqual([...growing].sort((a, b) => a - b))
    expect(growing).toHaveLength(7)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual([...waits.map(() => 'retry'), 'failed'])
    expect(await callsOf(account, call)).toBe(1)
    expect(await postsOf(account)).toHaveLength(isTaken ? 1 : 0)
  },
)
