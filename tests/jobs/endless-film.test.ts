import { beforeAll, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem } from '@/lib/publishing/publish-item'
import { control } from '../support/api'
import { onOwnSandbox, sandboxUrl } from '../support/own-sandbox'
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
} from '../support/publishing'

onOwnSandbox()

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))
beforeAll(() => control('POST', '/control/settings', { polls_until_finished: 1_000_000 }))

/**
 * The call by which each network is given the film. `isTaken`: it is processed after it was published, so that it may
 * come out when the row's hour is long over, and nobody may be told that it is not out.
 */
type HandedOver = { call: string; isTaken?: true }
const handedOver: Partial<Record<ChannelId, HandedOver>> = {
  instagram: { call: 'container' },
  threads: { call: 'container' },
  facebook: { call: 'upload', isTaken: true },
  x: { call: 'finalize' },
  linkedin: { call: 'finalize' },
}

const inTheEnd = /is still processing the media\. There was no time left to try again\.$/

/** How long a worker asks before it gives the row back, which otherwise is minutes; the first hands the film over too. */
const patienceMs = { first: 3_000, later: 700 }

const lookOnce = async (itemId: string, patienceMs: number) => {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  return claim && publishItem(database(), claim, AbortSignal.timeout(patienceMs))
}

test.each(Object.entries(handedOver) as [ChannelId, HandedOver][])(
  'a film that %s never finishes: asked for less and less often, handed over once, and failed when the hour is over',
  async (channel, { call, isTaken }) => {
    const { account, storyId, itemId } = await aDueStory([channel], {
      slides: [{ media_url: `${sandboxUrl()}/samples/upright.mp4` }],
      ...(channel === 'facebook' ? { postType: 'reel' } : {}),
    })
    const waits: number[] = []
    while ((await lookOnce(itemId, waits.length === 0 ? patienceMs.first : patienceMs.later)) === 'waiting') {
      const seconds = await secondsToWait(itemId)
      waits.push(seconds)
      await makeOlder(storyId, seconds)
      await letTimePass(itemId, 0)
    }
    const { status, skip_reason } = await rowOf(itemId)
    expect([status, skip_reason]).toEqual(['failed', expect.stringMatching(isTaken ? /^outcome_unknown$/ : inTheEnd)])
    // From then on each is a quarter of an hour, a little more or less.
    const growing = waits.slice(0, 7)
    expect(growing).toEqual([...growing].sort((a, b) => a - b))
    expect(growing).toHaveLength(7)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual([...waits.map(() => 'retry'), 'failed'])
    expect(await callsOf(account, call)).toBe(1)
    expect(await postsOf(account)).toHaveLength(isTaken ? 1 : 0)
  },
)
