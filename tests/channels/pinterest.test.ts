import { afterEach, describe, expect, test } from 'vitest'
import type { ResolvedPost } from '@/lib/channels/channel'
import { listBoards } from '@/lib/channels/pinterest/boards'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { Crash, MemoryRun } from '../support/memory-run'
import { anImage } from '../support/resolved-post'

const world = aNetwork('pinterest')
publishesOnce('pinterest', world, { hasText: false, describesAll: false })

test('a pin has title, link, board and description', async () => {
  const post = world.post({ title: 'A title', link: 'https://example.com/a', media: world.images(1) })
  const { externalId, url } = await world.publish(post, new MemoryRun())
  expect(await world.posts()).toMatchObject([
    { title: 'A title', link: 'https://example.com/a', text: post.text, detail: { board_id: post.boardId } },
  ])
  expect(url).toBe(`https://www.pinterest.com/pin/${externalId}/`)
})

test('without a board nothing is sent', async () => {
  const run = new MemoryRun()
  const fault = await world.refused(world.post({ boardId: null, media: world.images(1) }), run)
  expect(fault).toMatchObject({ outcome: 'not_sent', category: 'content', code: 'no_board', isRetryable: false })
  expect(run.sending).toBeNull()
})

/** Pinterest itself, as somebody in its app would use it. */
async function atPinterest(method: string, path: string, body?: object) {
  const { credentials } = world.account
  const token = credentials.kind === 'bearer' ? credentials.accessToken : ''
  const answer = await fetch(`${world.networks.url}/pinterest/v5/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.status === 204 ? null : await answer.json()
}

test.each([
  ['From the oven', 'The board “From the oven”'],
  [null, /^The board \d+ no longer exists/],
])('a board that is gone is content to change, and is named: %s', async (boardName, named) => {
  const post = world.post({ media: world.images(1), boardName })
  await atPinterest('DELETE', `boards/${post.boardId}`)
  const fault = await world.refused(post)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'content', isRetryable: false, code: '404/40' })
  expect(fault.message).toMatch(named)
  const { id } = (await atPinterest('GET', 'boards')).items[0]
  const inSection = { boardId: id, boardSectionId: '123', media: world.images(1), boardName }
  expect((await world.refused(world.post(inSection))).message).toMatch(/no longer has the section/)
})

test('a pin goes to a section, and is found there', async () => {
  const { boardId } = world.post()
  const section = await atPinterest('POST', `boards/${boardId}/sections`, { name: 'Rye' })
  const post = world.post({ media: world.images(1), boardSectionId: section.id })
  const run = new MemoryRun(800)
  await world.fault({ fault: 'reset_after', call: 'publish', times: 1 })
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown' })
  const found = await channels.pinterest.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
  expect(await world.posts()).toMatchObject([{ detail: { board_section_id: section.id } }])
})

test('a carousel of unequal pictures, and a picture in a format that it does not take, are the media’s fault', async () => {
  const uneven = [world.networks.image('dawn'), world.networks.image('glacier')].map((url) => anImage(url))
  // Pictures of a megapixel are looked at, which a busy machine takes its time for.
  const patient = () => new MemoryRun(10_000)
  expect(await world.refused(world.post({ postType: 'carousel', media: uneven }), patient())).toMatchObject({
    category: 'render',
    message: expect.stringContaining('one shape'),
  })
  const webp = anImage(`${world.networks.url}/samples/picture.webp`)
  expect(await world.refused(world.post({ media: [webp] }), patient())).toMatchObject({
    category: 'render',
    isRetryable: false,
  })
  const gone = anImage(`${world.networks.url}/samples/nothing.jpg`)
  expect(await world.refused(world.post({ media: [gone] }), patient())).toMatchObject({
    category: 'render',
    isRetryable: true,
  })
})

test('every page of the boards is read', async () => {
  await world.networks.control('POST', 'settings', { network: 'pinterest', enforce_quotas: false })
  for (let number = 1; number <= 255; number += 1) await atPinterest('POST', 'boards', { name: `Board ${number}` })
  const boards = await listBoards(world.account, { signal: AbortSignal.timeout(5_000) })
  expect([boards.length, new Set(boards.map(({ id }) => id)).size]).toEqual([257, 257])
  await world.networks.control('POST', 'settings', { network: 'pinterest', enforce_quotas: null })
})

describe('a film', () => {
  const aFilm = (changes: Partial<ResolvedPost> = {}): ResolvedPost =>
    world.post({
      postType: 'reel',
      media: [{ url: `${world.networks.url}/samples/upright.mp4`, kind: 'video', altText: 'Bread rising' }],
      coverImageUrl: world.networks.image(),
      ...changes,
    })
  const settings = (change: object) => world.networks.control('POST', 'settings', { network: 'pinterest', ...change })
  afterEach(() => settings({ polls_until_finished: null }))

  test('is registered, stored, waited for and pinned with its cover', async () => {
    await settings({ polls_until_finished: 3 })
    const run = new MemoryRun()
    const { externalId } = await world.publish(aFilm({ title: 'Rising' }), run)
    const [pin] = await world.posts()
    expect(pin).toMatchObject({ id: externalId, title: 'Rising', detail: { cover_file: expect.any(String) } })
    expect(pin?.media).toMatchObject([{ url: expect.stringMatching(/\.mp4$/), alt_text: 'Bread rising' }])
    expect(run.made).toEqual({ media: 1, publish: 1 })
  })

  test('goes on after a death behind any step, and is uploaded once', async () => {
    for (const step of ['media', 'publish']) {
      const post = aFilm()
      const run = new MemoryRun()
      run.crashAfter = step
      await expect(world.publish(post, run)).rejects.toThrow(Crash)
      const { externalId } = await world.publish(post, run)
      const landed = (await world.posts()).filter(({ text }) => text === post.text)
      expect([landed.map(({ id }) => id), run.made]).toEqual([[externalId], { media: 1, publish: 1 }])
    }
  })

  test('whose answer was lost is found by its text and not sent again', async () => {
    const post = aFilm()
    const run = new MemoryRun(2_000)
    await world.fault({ fault: 'reset_after', call: 'publish', times: 1 })
    expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown' })
    const found = await channels.pinterest.find(post, world.account, run.doubt(), {
      signal: AbortSignal.timeout(2_000),
    })
    expect(found).toMatchObject({ state: 'found', result: { id: (await world.posts())[0]?.id } })
  })

  test('that is not done in its time is uploaded anew at the next attempt', async () => {
    await settings({ polls_until_finished: 100_000 })
    const run = new MemoryRun()
    const post = aFilm()
    run.crashAfter = 'media'
    await expect(world.publish(post, run)).rejects.toThrow(Crash)
    // Ninety seconds have gone by since the network has it, most of them at a worker that died.
    run.steps.media = { ...(run.steps.media as object), at: new Date(Date.now() - 89_950).toISOString() }
    const slow = await world.refused(post, run)
    expect(slow).toMatchObject({ code: 'still_processing', outcome: 'not_sent', isRetryable: true })
    expect(run.steps).toEqual({})
    await settings({ polls_until_finished: 0 })
    await world.publish(post, run)
    expect([await world.posts(), run.made.media]).toMatchObject([{ length: 1 }, 2])
  })

  test('that fails in processing fails with what the network says', async () => {
    const run = new MemoryRun()
    await world.fault({ fault: 'container_error', reason: 'Unsupported codec', times: 1 })
    const fault = await world.refused(aFilm(), run)
    expect(fault).toMatchObject({ category: 'render', isRetryable: false, code: 'processing_failed' })
    expect(fault.message).toContain('could not process the film (Unsupported codec).')
    expect(fault.answer).toContain('"status":"failed"')
    expect([run.steps, await world.posts()]).toEqual([{}, []])
  })

  test('that the store refuses, or that Pinterest lost meanwhile, is begun anew', async () => {
    const run = new MemoryRun()
    const post = aFilm()
    run.crashAfter = 'media'
    await expect(world.publish(post, run)).rejects.toThrow(Crash)
    run.steps.media = { id: '404', at: new Date().toISOString() }
    expect(await world.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
    expect(run.steps).toEqual({})
    await world.publish(post, run)
    expect(await world.posts()).toHaveLength(1)
  })

  test('without a cover is refused by the rules before any call', () => {
    expect(channels.pinterest.validate(aFilm({ coverImageUrl: null }))).toMatchObject([
      { field: 'cover_image_url', code: 'media_required' },
    ])
  })
})
