import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem } from '@/lib/publishing/publish-item'
import { control } from '../support/api'
import { onOwnSandbox, sandboxUrl } from '../support/own-sandbox'
import { until } from '../support/product'
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

/** How long a worker asks before it gives the row back, which otherwise is minutes. */
const patienceMs = 700

/** @param isHandedOver the first look hands the film over, however long that takes, before its patience begins */
const lookOnce = async (itemId: string, isHandedOver: () => Promise<boolean>) => {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) return null
  const enough = new AbortController()
  const patience = (async () => {
    await until(isHandedOver, 'The film', 25)
    await sleep(patienceMs)
    enough.abort()
  })()
  const outcome = await publishItem(database(), claim, enough.signal)
  await patience
  return outcome
}

test.each(Object.entries(handedOver) as [ChannelId, HandedOver][])(
  'a film that %s never finishes: asked for less and less often, handed over once, and failed when the hour is over',
  async (channel, { call, isTaken }) => {
    const { account, storyId, itemId } = await aDueStory([channel], {
      slides: [{ media_url: `${sandboxUrl()}/samples/upright.mp4` }],
      ...(channel === 'facebook' ? { postType: 'reel' } : {}),
    })
    const waits: number[] = []
    const isHandedOver = async () => (await callsOf(account, call)) > 0
    while ((await lookOnce(itemId, isHandedOver)) === 'waiting') {
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
