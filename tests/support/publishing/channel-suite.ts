import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import type { Account, ResolvedPost } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { type Networks, startNetworks } from '../sandbox/networks'
import { Crash, MemoryRun } from './memory-run'
import { anImage, aPost } from './resolved-post'

export type ChannelSetup = {
  networks: Networks
  account: Account
  /** A valid post with a unique text. */
  post(changes?: Partial<ResolvedPost>): ResolvedPost
  images(count: number): ResolvedPost['media']
  /** A sample video of the sandbox. */
  video(name: 'upright' | 'wide' | 'long', altText?: string | null): ResolvedPost['media'][number]
  fault(request: object): Promise<unknown>
  publish(post: ResolvedPost, run: MemoryRun): ReturnType<(typeof channels)[ChannelId]['publish']>
  /** Publishes and expects an error. */
  refused(post: ResolvedPost, run?: MemoryRun): Promise<ChannelError>
  posts(): ReturnType<Networks['posts']>
}

export type SuiteOptions = {
  hasText: boolean
  /** The text as the network stores it, where it differs. */
  shownText?(post: ResolvedPost): string
  /** Whether the ledger has the alt text of every image. */
  describesAll: boolean
  /** Other forms of posts that the network accepts, by name. */
  forms?: Record<string, () => Partial<ResolvedPost>>
}

let textCount = 0

/** One network and a new account for each test. */
export function aNetwork(channel: ChannelId): ChannelSetup {
  const setup = {} as ChannelSetup
  beforeAll(async () => {
    const networks = await startNetworks()
    Object.assign(setup, { networks })
  })
  afterAll(() => setup.networks.stop())
  afterEach(() => setup.networks.control('DELETE', 'faults'))
  const fresh = async () => {
    const { account, boardId } = await setup.networks.account(channel)
    Object.assign(setup, { account, post: (changes = {}) => aPost(channel, { text: newText(), boardId, ...changes }) })
  }
  beforeAll(fresh)
  afterEach(fresh)
  setup.images = (count) =>
    Array.from({ length: count }, (_, index) => anImage(setup.networks.image(), `Image ${index + 1}`))
  setup.video = (name, altText = null) => ({ url: `${setup.networks.url}/samples/${name}.mp4`, kind: 'video', altText })
  setup.fault = (request) =>
    setup.networks.control('POST', 'faults', { network: channel, account_id: setup.account.accountId, ...request })
  setup.publish = (post, run) => channels[channel].publish(post, setup.account, run)
  setup.refused = async (post, run = new MemoryRun(800)) => {
    const fault = await setup.publish(post, run).catch((error: unknown) => error)
    if (fault instanceof ChannelError) return fault
    throw new Error(`Expected a ChannelError, got ${JSON.stringify(fault)} ${fault}`)
  }
  setup.posts = () => setup.networks.posts(channel, setup.account)
  return setup
}

function newText(): string {
  textCount += 1
  return `Fresh (and warm) bread & <rolls>, no. ${textCount}: “naïve” 🥐 https://example.com/menu?a=1&b=2\n\n#bread_time #Morning`
}

/** Guarantees of every network: a post is published once and complete, whatever fails. */
export function publishesOnce(channel: ChannelId, setup: ChannelSetup, options: SuiteOptions): void {
  const { find } = channels[channel]
  const images = (count: number) => (): Partial<ResolvedPost> => ({
    media: setup.images(count),
    postType: count > 1 ? 'carousel' : 'single',
  })
  const forms: Record<string, () => Partial<ResolvedPost>> = {
    ...(options.hasText ? { text: images(0) } : {}),
    'one image': images(1),
    'three images': images(3),
    ...options.forms,
  }
  const make = (count: number) => setup.post(images(count)())
  const shown = options.shownText ?? ((post: ResolvedPost) => post.text)
  const signal = () => ({ signal: AbortSignal.timeout(3_000) })

  describe.each(Object.entries(forms))('%s', (_, form) => {
    const make = () => setup.post(form())
    test('published once, with text, media and URL', async () => {
      const post = make()
      const published = await setup.publish(post, new MemoryRun())
      const posts = await setup.posts()
      expect(posts).toHaveLength(1)
      expect(posts[0]).toMatchObject({ id: published.externalId, text: shown(post) })
      expect(posts[0]?.media).toHaveLength(post.media.length)
      const described = posts[0]?.media.map((media) => media.alt_text) ?? []
      if (options.describesAll) expect(described).toEqual(post.media.map(({ altText }) => altText))
      expect(published.url).toContain('http')
    })

    test('continues after a crash after any step and repeats none', async () => {
      const post = make()
      const whole = new MemoryRun()
      await setup.publish(post, whole)
      for (const step of Object.keys(whole.steps)) {
        const again = make()
        const before = new Set((await setup.posts()).map(({ id }) => id))
        const run = new MemoryRun()
        run.crashAfter = step
        await expect(setup.publish(again, run)).rejects.toThrow(Crash)
        const published = await setup.publish(again, run)
        const landed = (await setup.posts()).filter(({ id }) => !before.has(id))
        expect([step, landed.map(({ id }) => id)]).toEqual([step, [published.externalId]])
        expect(Object.values(run.made).every((times) => times === 1)).toBe(true)
      }
    })

    test('a post whose response was lost is found, adopted and finished', async () => {
      const post = make()
      const run = new MemoryRun()
      run.crashInside = 'publish'
      await expect(setup.publish(post, run)).rejects.toThrow(Crash)
      const found = await find(post, setup.account, run.doubt(), signal())
      if (found.state !== 'found') throw new Error(`The post was not found: ${JSON.stringify(found)}`)
      run.adopt(found.result)
      const { externalId } = await setup.publish(post, run)
      expect((await setup.posts()).map(({ id }) => id)).toEqual([externalId])
    })

    test.each(['timeout_before', 'reset_before'])('%s: unknown outcome, not found, sent again', async (fault) => {
      const post = make()
      const run = new MemoryRun(800)
      await setup.fault({ fault, call: 'publish', times: 1 })
      expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
      expect(await find(post, setup.account, run.doubt(), signal())).toEqual({ state: 'absent' })
      run.sending = null
      await setup.publish(post, run)
      expect(await setup.posts()).toHaveLength(1)
    })

    test.each([
      { fault: 'timeout_after' },
      { fault: 'reset_after' },
      { fault: 'error_after', status: 503 },
      { fault: 'rubbish', content: 'html' },
      { fault: 'rubbish', content: 'truncated_json' },
    ])('$fault $content: unknown outcome, found, adopted', async (fault) => {
      const post = make()
      const run = new MemoryRun(800)
      await setup.fault({ ...fault, call: 'publish', times: 1 })
      expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
      const found = await find(post, setup.account, run.doubt(), signal())
      if (found.state !== 'found') throw new Error(`The post was not found: ${JSON.stringify(found)}`)
      run.adopt(found.result)
      const { externalId } = await setup.publish(post, run)
      expect((await setup.posts()).map(({ id }) => id)).toEqual([externalId])
    })
  })

  test('a post of another row with the same text is not adopted', async () => {
    const post = make(1)
    const first = await setup.publish(post, new MemoryRun())
    const run = new MemoryRun(800)
    await setup.networks.control('POST', 'settings', { network: channel, detect_duplicates: false })
    await setup.fault({ fault: 'reset_before', call: 'publish', times: 1 })
    await setup.refused(post, run)
    const found = await find(post, setup.account, run.doubt([first.externalId]), signal())
    expect(found).toEqual({ state: 'absent' })
    await setup.networks.control('POST', 'settings', { network: channel, detect_duplicates: null })
  })

  test('errors have an outcome and a category', async () => {
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
      await setup.fault({ fault, ...more, call: 'publish', times: 1 })
      const { outcome, category, isRetryable, isAuthDead, message, answer } = await setup.refused(make(1))
      seen.push(`${'preset' in kind ? kind.preset : fault}: ${outcome} ${category} ${isRetryable} ${isAuthDead}`)
      expect(message).toMatch(/^[^{}]+[.!?]$/)
      for (const secret of Object.values(setup.account.credentials)) {
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
