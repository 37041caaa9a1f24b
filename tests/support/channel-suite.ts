import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Account, ResolvedPost } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { Crash, MemoryRun } from './memory-run'
import { type Networks, startNetworks } from './networks'
import { anImage, aPost } from './resolved-post'

export type ChannelWorld = {
  networks: Networks
  account: Account
  /** A post that this account may make, with a text of its own. */
  post(changes?: Partial<ResolvedPost>): ResolvedPost
  images(count: number): ResolvedPost['media']
  /** A sample film of the sandbox. */
  film(name: 'upright' | 'wide' | 'long', altText?: string | null): ResolvedPost['media'][number]
  fault(request: object): Promise<unknown>
  publish(post: ResolvedPost, run: MemoryRun): ReturnType<(typeof channels)[ChannelId]['publish']>
  /** Publishes and expects a fault. */
  refused(post: ResolvedPost, run?: MemoryRun): Promise<ChannelFault>
  posts(): ReturnType<Networks['posts']>
}

export type SuiteOptions = {
  hasText: boolean
  /** The text that the network keeps of a post, where it is not the text itself. */
  shownText?(post: ResolvedPost): string
  /** Does the ledger tell the alt text of every picture? */
  describesAll: boolean
  /** What the network takes besides text and pictures, by its name. */
  forms?: Record<string, () => Partial<ResolvedPost>>
}

let textCount = 0

/** A world of one network, started once for the file. */
export function aNetwork(channel: ChannelId): ChannelWorld {
  const world = {} as ChannelWorld
  beforeAll(async () => {
    const networks = await startNetworks()
    Object.assign(world, { networks })
  })
  afterAll(() => world.networks.stop())
  afterEach(() => world.networks.control('DELETE', 'faults'))
  const fresh = async () => {
    const { account, boardId } = await world.networks.account(channel)
    Object.assign(world, { account, post: (changes = {}) => aPost(channel, { text: newText(), boardId, ...changes }) })
  }
  beforeAll(fresh)
  afterEach(fresh)
  world.images = (count) =>
    Array.from({ length: count }, (_, index) => anImage(world.networks.image(), `Picture ${index + 1}`))
  world.film = (name, altText = null) => ({ url: `${world.networks.url}/samples/${name}.mp4`, kind: 'video', altText })
  world.fault = (request) =>
    world.networks.control('POST', 'faults', { network: channel, account_id: world.account.accountId, ...request })
  world.publish = (post, run) => channels[channel].publish(post, world.account, run)
  world.refused = async (post, run = new MemoryRun(800)) => {
    const fault = await world.publish(post, run).catch((error: unknown) => error)
    if (fault instanceof ChannelFault) return fault
    throw new Error(`Expected a ChannelFault and got ${JSON.stringify(fault)} ${fault}`)
  }
  world.posts = () => world.networks.posts(channel, world.account)
  return world
}

function newText(): string {
  textCount += 1
  return `Fresh (and warm) bread & <rolls>, no. ${textCount}: “naïve” 🥐 https://example.com/menu?a=1&b=2\n\n#bread_time #Morning`
}

/** What holds of every network: a post lands once and whole, whatever happens on the way. */
export function publishesOnce(channel: ChannelId, world: ChannelWorld, options: SuiteOptions): void {
  const { find } = channels[channel]
  const pictures = (count: number) => (): Partial<ResolvedPost> => ({
    media: world.images(count),
    postType: count > 1 ? 'carousel' : 'single',
  })
  const forms: Record<string, () => Partial<ResolvedPost>> = {
    ...(options.hasText ? { text: pictures(0) } : {}),
    'one picture': pictures(1),
    'three pictures': pictures(3),
    ...options.forms,
  }
  const make = (count: number) => world.post(pictures(count)())
  const shown = options.shownText ?? ((post: ResolvedPost) => post.text)
  const signal = () => ({ signal: AbortSignal.timeout(3_000) })

  describe.each(Object.entries(forms))('%s', (_, form) => {
    const make = () => world.post(form())
    test('lands once, with its text and its media, and opens at its address', async () => {
      const post = make()
      const published = await world.publish(post, new MemoryRun())
      const posts = await world.posts()
      expect(posts).toHaveLength(1)
      expect(posts[0]).toMatchObject({ id: published.externalId, text: shown(post) })
      expect(posts[0]?.media).toHaveLength(post.media.length)
      const described = posts[0]?.media.map((media) => media.alt_text) ?? []
      if (options.describesAll) expect(described).toEqual(post.media.map(({ altText }) => altText))
      expect(published.url).toContain('http')
    })

    test('goes on after a death behind any step, and repeats none', async () => {
      const post = make()
      const whole = new MemoryRun()
      await world.publish(post, whole)
      for (const step of Object.keys(whole.steps)) {
        const again = make()
        const before = new Set((await world.posts()).map(({ id }) => id))
        const run = new MemoryRun()
        run.crashAfter = step
        await expect(world.publish(again, run)).rejects.toThrow(Crash)
        const published = await world.publish(again, run)
        const landed = (await world.posts()).filter(({ id }) => !before.has(id))
        expect([step, landed.map(({ id }) => id)]).toEqual([step, [published.externalId]])
        expect(Object.values(run.made).every((times) => times === 1)).toBe(true)
      }
    })

    test('a send whose answer was lost is found, adopted and finished', async () => {
      const post = make()
      const run = new MemoryRun()
      run.crashInside = 'publish'
      await expect(world.publish(post, run)).rejects.toThrow(Crash)
      const found = await find(post, world.account, run.doubt(), signal())
      if (found.state !== 'found') throw new Error(`It was not found: ${JSON.stringify(found)}`)
      run.adopt(found.result)
      const { externalId } = await world.publish(post, run)
      expect((await world.posts()).map(({ id }) => id)).toEqual([externalId])
    })

    test.each(['timeout_before', 'reset_before'])('%s: in doubt, not there, sent once more', async (fault) => {
      const post = make()
      const run = new MemoryRun(800)
      await world.fault({ fault, call: 'publish', times: 1 })
      expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
      expect(await find(post, world.account, run.doubt(), signal())).toEqual({ state: 'absent' })
      run.sending = null
      await world.publish(post, run)
      expect(await world.posts()).toHaveLength(1)
    })

    test.each([
      { fault: 'timeout_after' },
      { fault: 'reset_after' },
      { fault: 'error_after', status: 503 },
      { fault: 'rubbish', content: 'html' },
      { fault: 'rubbish', content: 'truncated_json' },
    ])('$fault $content: in doubt, there, adopted', async (fault) => {
      const post = make()
      const run = new MemoryRun(800)
      await world.fault({ ...fault, call: 'publish', times: 1 })
      expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
      const found = await find(post, world.account, run.doubt(), signal())
      if (found.state !== 'found') throw new Error(`It was not found: ${JSON.stringify(found)}`)
      run.adopt(found.result)
      const { externalId } = await world.publish(post, run)
      expect((await world.posts()).map(({ id }) => id)).toEqual([externalId])
    })
  })

  test('a text that another row has posted already is not taken for this one', async () => {
    const post = make(1)
    const first = await world.publish(post, new MemoryRun())
    const run = new MemoryRun(800)
    await world.networks.control('POST', 'settings', { network: channel, detect_duplicates: false })
    await world.fault({ fault: 'reset_before', call: 'publish', times: 1 })
    await world.refused(post, run)
    const found = await find(post, world.account, run.doubt([first.externalId]), signal())
    expect(found).toEqual({ state: 'absent' })
    await world.networks.control('POST', 'settings', { network: channel, detect_duplicates: null })
  })

  test('refusals are told apart', async () => {
    const kinds = [
      { fault: 'rate_limit', retry_after_seconds: 120 },
      { fault: 'refuse', preset: 'permission' },
      { fault: 'refuse', preset: 'content' },
      { fault: 'refuse', preset: 'server_error' },
      { fault: 'expire_token' },
    ]
    const seen: string[] = []
    for (const kind of kinds) {
      const { fault, ...more } = kind
      await world.fault({ fault, ...more, call: 'publish', times: 1 })
      const { outcome, category, isRetryable, isAuthDead, message, answer } = await world.refused(make(1))
      seen.push(`${'preset' in kind ? kind.preset : fault}: ${outcome} ${category} ${isRetryable} ${isAuthDead}`)
      expect(message).toMatch(/^[^{}]+[.!?]$/)
      for (const secret of Object.values(world.account.credentials)) {
        if (typeof secret !== 'string' || secret.length < 10 || secret.startsWith('http')) continue
        expect(`${message} ${answer}`).not.toContain(secret)
      }
    }
    expect(seen).toEqual([
      'rate_limit: refused rate true false',
      'permission: refused connection false false',
      'content: refused content false false',
      'server_error: unknown other true false',
      'expire_token: refused connection false true',
    ])
  })
}
