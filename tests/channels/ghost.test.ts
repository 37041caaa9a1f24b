import { expect, test } from 'vitest'
import { z } from 'zod'
import { callGhost } from '@/lib/channels/ghost/client'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

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
