import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { GhostOptions } from '@/lib/channels/channel'
import { callGhost } from '@/lib/channels/ghost/client'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { Crash, MemoryRun } from '../support/memory-run'

const world = aNetwork('ghost')
publishesOnce('ghost', world, { hasText: true, describesAll: true })

const call = () => ({ signal: AbortSignal.timeout(2_000) })
const Shown = z.object({
  posts: z.array(z.object({ tags: z.array(z.object({ name: z.string() })), feature_image_alt: z.string() })),
})

test('title, tags, feature image and gallery are what the post says', async () => {
  const post = world.post({ title: 'A <title>', hashtags: ['#Bread', '#Morning'], media: world.images(3) })
  const run = new MemoryRun()
  const { url } = await world.publish(post, run)
  const [made] = await world.posts()
  expect(made).toMatchObject({ title: 'A <title>', permalink: url })
  expect(made?.media.map((media) => media.alt_text)).toEqual(['Picture 1', 'Picture 2', 'Picture 3'])
  const shown = await callGhost(world.account, { method: 'GET', path: `posts/${made?.id}/` }, Shown, call())
  expect(shown.posts[0]?.tags.map(({ name }) => name)).toEqual(['Bread', 'Morning'])
  expect(shown.posts[0]?.feature_image_alt).toBe('Picture 1')
})

test('without a title the first line is one', async () => {
  await world.publish(world.post({ text: 'First line\nsecond', caption: 'First line\nsecond' }), new MemoryRun())
  expect(await world.posts()).toMatchObject([{ title: 'First line' }])
})

test('somebody who edits the draft meanwhile does not stop it', async () => {
  const post = world.post()
  const run = new MemoryRun()
  run.crashAfter = 'draft'
  await expect(world.publish(post, run)).rejects.toThrow()
  const draft = run.steps.draft as { id: string; updatedAt: string }
  run.steps.draft = { ...draft, updatedAt: '2026-01-01T00:00:00.000Z' }
  await world.publish(post, run)
  expect(await world.posts()).toHaveLength(1)
})

test('a draft that was deleted is made anew at the next attempt', async () => {
  const post = world.post()
  const run = new MemoryRun()
  run.steps.draft = { id: '5ddc9141c35e7700383b2937', updatedAt: '2026-01-01T00:00:00.000Z' }
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'refused', isRetryable: true })
  await world.publish(post, run)
  expect(await world.posts()).toHaveLength(1)
})

test('a site on a private address is not called', async () => {
  const credentials = { kind: 'ghost' as const, siteUrl: 'http://10.0.0.1', adminApiKey: 'a:b' }
  const fault = channels.ghost.publish(world.post(), { ...world.account, credentials }, new MemoryRun())
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
  return (await callGhost(world.account, request, Whole, call())).posts[0]
}

const options = (changes: Partial<GhostOptions> = {}): GhostOptions => ({
  status: 'published',
  canonicalUrl: null,
  excerpt: null,
  visibility: 'public',
  ...changes,
})

test('canonical address, excerpt and visibility are the site’s, and the link stands in the text', async () => {
  const link = 'https://shop.test/?utm_source=ghost'
  const ghost = options({ canonicalUrl: 'https://first.example/a', excerpt: 'In short', visibility: 'members' })
  const { externalId } = await world.publish(
    world.post({ ghost, link, text: 'Bread', caption: 'Bread' }),
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

test('tags are made where the site does not know them, and are its own where it does', async () => {
  await world.publish(world.post({ hashtags: ['#Bread', '#Morning'] }), new MemoryRun())
  const { externalId } = await world.publish(world.post({ hashtags: ['#bread', '#Rye'] }), new MemoryRun())
  const Tags = z.object({ tags: z.array(z.object({ name: z.string() })) })
  const { tags } = await callGhost(world.account, { method: 'GET', path: 'tags/' }, Tags, call())
  expect(tags.map(({ name }) => name)).toEqual(['Bread', 'Morning', 'Rye'])
  expect((await atSite(externalId))?.tags).toMatchObject([{ name: 'Bread' }, { name: 'Rye' }])
})

describe('a film', () => {
  const aFilm = () =>
    world.post({
      postType: 'reel',
      media: [{ url: `${world.networks.url}/samples/wide.mp4`, kind: 'video', altText: null }],
      coverImageUrl: world.networks.image(),
    })

  test('is uploaded with its cover and stands in the text as a card', async () => {
    const run = new MemoryRun()
    const { externalId } = await world.publish(aFilm(), run)
    const post = await atSite(externalId)
    const read = (pattern: RegExp) => post?.html.match(pattern)?.slice(1)
    expect(read(/data-kg-thumbnail="([^"]*)" data-kg-custom-thumbnail="([^"]*)"/)).toEqual([
      post?.feature_image,
      post?.feature_image,
    ])
    expect(read(/<video src="[^"]+\.mp4"[^>]* width="(\d+)" height="(\d+)"/)).toEqual(['1280', '720'])
    expect(read(/kg-video-duration">([^<]*)</)).toEqual(['0:08'])
    expect(post?.feature_image).toMatch(/\.jpeg$/)
    expect((await world.posts())[0]?.media.map(({ url }) => url.split('.').at(-1))).toEqual(['jpeg', 'mp4'])
    expect(run.made).toEqual({ cover: 1, 'film-1': 1, 'draft-begun': 1, draft: 1, publish: 1 })
  })

  test('goes on after a death behind any step, and repeats none', async () => {
    for (const step of ['cover', 'film-1', 'draft', 'publish']) {
      const post = aFilm()
      const run = new MemoryRun()
      run.crashAfter = step
      await expect(world.publish(post, run)).rejects.toThrow(Crash)
      const { externalId } = await world.publish(post, run)
      const landed = (await world.posts()).filter(({ text }) => text === post.text)
      expect([step, landed.map(({ id }) => id)]).toEqual([step, [externalId]])
      expect(Object.values(run.made).every((times) => times === 1)).toBe(true)
    }
  })

  test('that the site finds too large is the media’s fault', async () => {
    const body = {
      errors: [{ type: 'RequestEntityTooLargeError', message: 'Request is larger than the maximum file size.' }],
    }
    await world.fault({ fault: 'refuse', call: 'upload', status: 413, body, times: 1 })
    expect(await world.refused(aFilm())).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false })
  })
})

describe('the draft of a post', () => {
  const All = z.object({ posts: z.array(z.object({ id: z.string(), status: z.string() })) })
  const allPosts = async () =>
    (await callGhost(world.account, { method: 'GET', path: 'posts/', query: { limit: '100' } }, All, call())).posts

  test.each(['timeout_after', 'reset_after', 'error_after'])(
    'whose request was cut off (%s) is found and published, and no second one is made',
    async (fault) => {
      await world.fault({ fault, call: 'draft', times: 1 })
      const post = world.post({ media: world.images(1) })
      const run = new MemoryRun(800)
      const before = await allPosts()
      expect(await world.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
      const { externalId } = await world.publish(post, run)
      const made = (await allPosts()).filter(({ id }) => !before.some((known) => known.id === id))
      expect(made).toEqual([{ id: externalId, status: 'published' }])
    },
  )

  test('is made anew when the request never arrived, or when only another row’s draft is there', async () => {
    const post = world.post()
    const other = new MemoryRun()
    other.crashAfter = 'draft'
    await expect(world.publish(post, other)).rejects.toThrow(Crash)
    const { id: othersId } = other.steps.draft as { id: string }
    const run = new MemoryRun(800)
    run.knownIds = [othersId]
    await world.fault({ fault: 'reset_before', call: 'draft', times: 1 })
    await world.refused(post, run)
    const { externalId } = await world.publish(post, run)
    expect(externalId).not.toBe(othersId)
    expect((await allPosts()).find(({ id }) => id === othersId)?.status).toBe('draft')
  })
})

describe('a post that is to stay a draft', () => {
  const aDraft = () => world.post({ ghost: options({ status: 'draft' }), media: world.images(1) })

  test('is left at the site with an address to look at it, and nobody sees it', async () => {
    const { externalId, url } = await world.publish(aDraft(), new MemoryRun())
    expect(await atSite(externalId)).toMatchObject({ status: 'draft', url })
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Fresh (and warm) bread &amp; &lt;rolls&gt;'),
    ])
    expect(await world.posts()).toEqual([])
  })

  test.each(['timeout_after', 'reset_after'])('%s: is found by its title and text, and made once', async (fault) => {
    const post = aDraft()
    const run = new MemoryRun(800)
    await world.fault({ fault, call: 'draft', times: 1 })
    expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown', isRetryable: true })
    const found = await channels.ghost.find(post, world.account, run.doubt(), call())
    if (found.state !== 'found') throw new Error(`It was not found: ${JSON.stringify(found)}`)
    run.adopt(found.result)
    const { externalId } = await world.publish(post, run)
    const All = z.object({ posts: z.array(z.object({ id: z.string() })) })
    const { posts } = await callGhost(world.account, { method: 'GET', path: 'posts/' }, All, call())
    expect(posts).toEqual([expect.objectContaining({ id: externalId })])
  })

  test('is absent when it was not made, or when only another row’s is there', async () => {
    const post = aDraft()
    const first = await world.publish(post, new MemoryRun())
    const run = new MemoryRun(800)
    await world.fault({ fault: 'reset_before', call: 'draft', times: 1 })
    await world.refused(post, run)
    const find = (knownIds: string[]) => channels.ghost.find(post, world.account, run.doubt(knownIds), call())
    expect(await find([first.externalId])).toEqual({ state: 'absent' })
    expect(await find([])).toMatchObject({ state: 'found', result: { id: first.externalId } })
  })
})

test('a site that leads elsewhere is to be connected with its final address', async () => {
  await world.fault({
    fault: 'refuse',
    call: 'draft',
    status: 301,
    headers: { location: 'https://b.test/' },
    body: {},
    times: 1,
  })
  expect(await world.refused(world.post())).toMatchObject({ outcome: 'refused', category: 'connection', code: 'moved' })
})

test('a plan that is used up is a limit that waiting does not lift', async () => {
  await world.fault({ fault: 'refuse', preset: 'review', call: 'publish', times: 1 })
  expect(await world.refused(world.post())).toMatchObject({
    category: 'rate',
    isRetryable: false,
    code: 'HostLimitError',
  })
})
