import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { GhostOptions } from '@/lib/channels/channel'
import { callGhost } from '@/lib/channels/ghost/client'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { Crash, MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('ghost')
publishesOnce('ghost', setup, { hasText: true, describesAll: true })

const call = () => ({ signal: AbortSignal.timeout(2_000) })
const Shown = z.object({
  posts: z.array(z.object({ tags: z.array(z.object({ name: z.string() })), feature_image_alt: z.string() })),
})

test('sends title, tags, feature image and gallery', async () => {
  const post = setup.post({ title: 'A <title>', hashtags: ['#Bread', '#Morning'], media: setup.images(3) })
  const run = new MemoryRun()
  const { url } = await setup.publish(post, run)
  const [made] = await setup.posts()
  expect(made).toMatchObject({ title: 'A <title>', permalink: url })
  expect(made?.media.map((media) => media.alt_text)).toEqual(['Image 1', 'Image 2', 'Image 3'])
  const shown = await callGhost(setup.account, { method: 'GET', path: `posts/${made?.id}/` }, Shown, call())
  expect(shown.posts[0]?.tags.map(({ name }) => name)).toEqual(['Bread', 'Morning'])
  expect(shown.posts[0]?.feature_image_alt).toBe('Image 1')
})

test('uses the first line as the title', async () => {
  await setup.publish(setup.post({ text: 'First line\nsecond', caption: 'First line\nsecond' }), new MemoryRun())
  expect(await setup.posts()).toMatchObject([{ title: 'First line' }])
})

test('publishes a draft that was edited meanwhile', async () => {
  const post = setup.post()
  const run = new MemoryRun()
  run.crashAfter = 'draft'
  await expect(setup.publish(post, run)).rejects.toThrow()
  const draft = run.steps.draft as { id: string; updatedAt: string }
  run.steps.draft = { ...draft, updatedAt: '2026-01-01T00:00:00.000Z' }
  await setup.publish(post, run)
  expect(await setup.posts()).toHaveLength(1)
})

test('creates a deleted draft again at the next attempt', async () => {
  const post = setup.post()
  const run = new MemoryRun()
  run.steps.draft = { id: '5ddc9141c35e7700383b2937', updatedAt: '2026-01-01T00:00:00.000Z' }
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'refused', isRetryable: true })
  await setup.publish(post, run)
  expect(await setup.posts()).toHaveLength(1)
})

test('does not call a site on a private address', async () => {
  const credentials = { kind: 'ghost' as const, siteUrl: 'http://10.0.0.1', adminApiKey: 'a:b' }
  const fault = channels.ghost.publish(setup.post(), { ...setup.account, credentials }, new MemoryRun())
  await expect(fault).rejects.toMatchObject({ outcome: 'not_sent', category: 'connection', code: 'address_refused' })
})

const Whole = z.object({
  posts: z.array(
    z.looseObject({
      status: z.string(),
      html: z.string(),
      url: z.string(),
      visibility: z.string(),
      canonical_url: z.string().nullable(),
      custom_excerpt: z.string().nullable(),
      feature_image: z.string().nullable(),
    }),
  ),
})

async function atSite(id: string) {
  const request = { method: 'GET', path: `posts/${id}/`, query: { formats: 'html' } } as const
  return (await callGhost(setup.account, request, Whole, call())).posts[0]
}

const options = (changes: Partial<GhostOptions> = {}): GhostOptions => ({
  status: 'published',
  canonicalUrl: null,
  excerpt: null,
  visibility: 'public',
  ...changes,
})

test('leaves canonical URL, excerpt and visibility to the site, and puts the link in the text', async () => {
  const link = 'https://shop.test/?utm_source=ghost'
  const ghost = options({ canonicalUrl: 'https://first.example/a', excerpt: 'In short', visibility: 'members' })
  const { externalId } = await setup.publish(
    setup.post({ ghost, link, text: 'Bread', caption: 'Bread' }),
    new MemoryRun(),
  )
  expect(await atSite(externalId)).toMatchObject({
    status: 'published',
    canonical_url: 'https://first.example/a',
    custom_excerpt: 'In short',
    visibility: 'members',
    html: `<p>Bread</p><p><a href="${link}">https://shop.test/</a></p>`,
  })
})

test('creates unknown tags and reuses existing ones', async () => {
  await setup.publish(setup.post({ hashtags: ['#Bread', '#Morning'] }), new MemoryRun())
  const { externalId } = await setup.publish(setup.post({ hashtags: ['#bread', '#Rye'] }), new MemoryRun())
  const Tags = z.object({ tags: z.array(z.object({ name: z.string() })) })
  const { tags } = await callGhost(setup.account, { method: 'GET', path: 'tags/' }, Tags, call())
  expect(tags.map(({ name }) => name)).toEqual(['Bread', 'Morning', 'Rye'])
  expect((await atSite(externalId))?.tags).toMatchObject([{ name: 'Bread' }, { name: 'Rye' }])
})

describe('a video', () => {
  const aVideo = () =>
    setup.post({
      postType: 'reel',
      media: [{ url: `${setup.networks.url}/samples/wide.mp4`, kind: 'video', altText: null }],
      coverImageUrl: setup.networks.image(),
    })

  test('is uploaded with its cover and inserted as a card', async () => {
    const run = new MemoryRun()
    const { externalId } = await setup.publish(aVideo(), run)
    const post = await atSite(externalId)
    const read = (pattern: RegExp) => post?.html.match(pattern)?.slice(1)
    expect(read(/data-kg-thumbnail="([^"]*)" data-kg-custom-thumbnail="([^"]*)"/)).toEqual([
      post?.feature_image,
      post?.feature_image,
    ])
    expect(read(/<video src="[^"]+\.mp4"[^>]* width="(\d+)" height="(\d+)"/)).toEqual(['1280', '720'])
    expect(read(/kg-video-duration">([^<]*)</)).toEqual(['0:08'])
    expect(post?.feature_image).toMatch(/\.jpeg$/)
    expect((await setup.posts())[0]?.media.map(({ url }) => url.split('.').at(-1))).toEqual(['jpeg', 'mp4'])
    expect(run.made).toEqual({ cover: 1, 'video-1': 1, 'draft-begun': 1, draft: 1, publish: 1 })
  })

  test('continues after a crash at any step without repeating one', async () => {
    for (const step of ['cover', 'video-1', 'draft', 'publish']) {
      const post = aVideo()
      const run = new MemoryRun()
      run.crashAfter = step
      await expect(setup.publish(post, run)).rejects.toThrow(Crash)
      const { externalId } = await setup.publish(post, run)
      const landed = (await setup.posts()).filter(({ text }) => text === post.text)
      expect([step, landed.map(({ id }) => id)]).toEqual([step, [externalId]])
      expect(Object.values(run.made).every((times) => times === 1)).toBe(true)
    }
  })

  test('is a media error when it is too large for the site', async () => {
    const body = {
      errors: [{ type: 'RequestEntityTooLargeError', message: 'Request is larger than the maximum file size.' }],
    }
    await setup.fault({ fault: 'refuse', call: 'upload', status: 413, body, times: 1 })
    expect(await setup.refused(aVideo())).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false })
  })
})

describe('the draft of a post', () => {
  const All = z.object({ posts: z.array(z.object({ id: z.string(), status: z.string() })) })
  const allPosts = async () =>
    (await callGhost(setup.account, { method: 'GET', path: 'posts/', query: { limit: '100' } }, All, call())).posts

  test.each(['timeout_after', 'reset_after', 'error_after'])(
    'whose request was cut off (%s) is found and published, and no second one is made',
    async (fault) => {
      await setup.fault({ fault, call: 'draft', times: 1 })
      const post = setup.post({ media: setup.images(1) })
      const run = new MemoryRun(800)
      const before = await allPosts()
      expect(await setup.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
      const { externalId } = await setup.publish(post, run)
      const made = (await allPosts()).filter(({ id }) => !before.some((known) => known.id === id))
      expect(made).toEqual([{ id: externalId, status: 'published' }])
    },
  )

  test('is created again if the request was lost, or only another row’s draft exists', async () => {
    const post = setup.post()
    const other = new MemoryRun()
    other.crashAfter = 'draft'
    await expect(setup.publish(post, other)).rejects.toThrow(Crash)
    const { id: othersId } = other.steps.draft as { id: string }
    const run = new MemoryRun(800)
    run.knownIds = [othersId]
    await setup.fault({ fault: 'reset_before', call: 'draft', times: 1 })
    await setup.refused(post, run)
    const { externalId } = await setup.publish(post, run)
    expect(externalId).not.toBe(othersId)
    expect((await allPosts()).find(({ id }) => id === othersId)?.status).toBe('draft')
  })
})

describe('a post that stays a draft', () => {
  const aDraft = () => setup.post({ ghost: options({ status: 'draft' }), media: setup.images(1) })

  test('is left unpublished with a preview URL', async () => {
    const { externalId, url } = await setup.publish(aDraft(), new MemoryRun())
    expect(await atSite(externalId)).toMatchObject({ status: 'draft', url })
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Fresh (and warm) bread &amp; &lt;rolls&gt;'),
    ])
    expect(await setup.posts()).toEqual([])
  })

  test.each(['timeout_after', 'reset_after'])('%s: is found by its title and text, and made once', async (fault) => {
    const post = aDraft()
    const run = new MemoryRun(800)
    await setup.fault({ fault, call: 'draft', times: 1 })
    expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
    const found = await channels.ghost.find(post, setup.account, run.doubt(), call())
    if (found.state !== 'found') throw new Error(`The post was not found: ${JSON.stringify(found)}`)
    run.adopt(found.result)
    const { externalId } = await setup.publish(post, run)
    const All = z.object({ posts: z.array(z.object({ id: z.string() })) })
    const { posts } = await callGhost(setup.account, { method: 'GET', path: 'posts/' }, All, call())
    expect(posts).toEqual([expect.objectContaining({ id: externalId })])
  })

  test('is absent if it was not created, or only another row’s exists', async () => {
    const post = aDraft()
    const first = await setup.publish(post, new MemoryRun())
    const run = new MemoryRun(800)
    await setup.fault({ fault: 'reset_before', call: 'draft', times: 1 })
    await setup.refused(post, run)
    const find = (knownIds: string[]) => channels.ghost.find(post, setup.account, run.doubt(knownIds), call())
    expect(await find([first.externalId])).toEqual({ state: 'absent' })
    expect(await find([])).toMatchObject({ state: 'found', result: { id: first.externalId } })
  })
})

test('asks for the final URL of a site that redirects', async () => {
  await setup.fault({
    fault: 'refuse',
    call: 'draft',
    status: 301,
    headers: { location: 'https://b.test/' },
    body: {},
    times: 1,
  })
  expect(await setup.refused(setup.post())).toMatchObject({ outcome: 'refused', category: 'connection', code: 'moved' })
})

test('reports a used-up plan as a limit that waiting does not lift', async () => {
  await setup.fault({ fault: 'refuse', preset: 'review', call: 'publish', times: 1 })
  expect(await setup.refused(setup.post())).toMatchObject({
    category: 'rate',
    isRetryable: false,
    code: 'HostLimitError',
  })
})
