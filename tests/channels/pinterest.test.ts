import { afterEach, describe, expect, test } from 'vitest'
import type { ResolvedPost } from '@/lib/channels/channel'
import { listBoards } from '@/lib/channels/pinterest/boards'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { Crash, MemoryRun } from '@/tests/support/publishing/memory-run'
import { anImage } from '@/tests/support/publishing/resolved-post'

const setup = aNetwork('pinterest')
publishesOnce('pinterest', setup, { hasText: false, describesAll: false })

test('sends title, link, board and description', async () => {
  const post = setup.post({ title: 'A title', link: 'https://example.com/a', media: setup.images(1) })
  const { externalId, url } = await setup.publish(post, new MemoryRun())
  expect(await setup.posts()).toMatchObject([
    { title: 'A title', link: 'https://example.com/a', text: post.text, detail: { board_id: post.boardId } },
  ])
  expect(url).toBe(`https://www.pinterest.com/pin/${externalId}/`)
})

test('sends nothing without a board', async () => {
  const run = new MemoryRun()
  const fault = await setup.refused(setup.post({ boardId: null, media: setup.images(1) }), run)
  expect(fault).toMatchObject({ outcome: 'not_sent', category: 'content', code: 'no_board', isRetryable: false })
  expect(run.sending).toBeNull()
})

/** Calls Pinterest directly, like its own app. */
async function atPinterest(method: string, path: string, body?: object) {
  const { credentials } = setup.account
  const token = credentials.kind === 'bearer' ? credentials.accessToken : ''
  const answer = await fetch(`${setup.networks.url}/pinterest/v5/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.status === 204 ? null : await answer.json()
}

test.each([
  ['From the oven', 'The board “From the oven”'],
  [null, /^The board \d+ no longer exists/],
])('reports a deleted board by name: %s', async (boardName, named) => {
  const post = setup.post({ media: setup.images(1), boardName })
  await atPinterest('DELETE', `boards/${post.boardId}`)
  const fault = await setup.refused(post)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'content', isRetryable: false, code: '404/40' })
  expect(fault.message).toMatch(named)
  const { id } = (await atPinterest('GET', 'boards')).items[0]
  const inSection = { boardId: id, boardSectionId: '123', media: setup.images(1), boardName }
  expect((await setup.refused(setup.post(inSection))).message).toMatch(/no longer has the section/)
})

test('pins to a section and finds the pin there', async () => {
  const { boardId } = setup.post()
  const section = await atPinterest('POST', `boards/${boardId}/sections`, { name: 'Rye' })
  const post = setup.post({ media: setup.images(1), boardSectionId: section.id })
  const run = new MemoryRun(800)
  await setup.fault({ fault: 'reset_after', call: 'publish', times: 1 })
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown' })
  const found = await channels.pinterest.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
  expect(await setup.posts()).toMatchObject([{ detail: { board_section_id: section.id } }])
})

test('different image ratios and unsupported formats are media errors', async () => {
  const uneven = [setup.networks.image('dawn'), setup.networks.image('glacier')].map((url) => anImage(url))
  // Decoding large images is slow on a busy machine.
  const patient = () => new MemoryRun(10_000)
  expect(await setup.refused(setup.post({ postType: 'carousel', media: uneven }), patient())).toMatchObject({
    category: 'render',
    message: expect.stringContaining('same aspect ratio'),
  })
  const webp = anImage(`${setup.networks.url}/samples/image.webp`)
  expect(await setup.refused(setup.post({ media: [webp] }), patient())).toMatchObject({
    category: 'render',
    isRetryable: false,
  })
  const gone = anImage(`${setup.networks.url}/samples/nothing.jpg`)
  expect(await setup.refused(setup.post({ media: [gone] }), patient())).toMatchObject({
    category: 'render',
    isRetryable: true,
  })
})

test('reads all pages of boards', async () => {
  await setup.networks.control('POST', 'settings', { network: 'pinterest', enforce_quotas: false })
  for (let number = 1; number <= 255; number += 1) await atPinterest('POST', 'boards', { name: `Board ${number}` })
  const boards = await listBoards(setup.account, { signal: AbortSignal.timeout(5_000) })
  expect([boards.length, new Set(boards.map(({ id }) => id)).size]).toEqual([257, 257])
  await setup.networks.control('POST', 'settings', { network: 'pinterest', enforce_quotas: null })
})

describe('a video', () => {
  const aVideo = (changes: Partial<ResolvedPost> = {}): ResolvedPost =>
    setup.post({
      postType: 'reel',
      media: [{ url: `${setup.networks.url}/samples/upright.mp4`, kind: 'video', altText: 'Bread rising' }],
      coverImageUrl: setup.networks.image(),
      ...changes,
    })
  const settings = (change: object) => setup.networks.control('POST', 'settings', { network: 'pinterest', ...change })
  afterEach(() => settings({ polls_until_finished: null }))

  test('is registered, uploaded, processed and pinned with its cover', async () => {
    await settings({ polls_until_finished: 3 })
    const run = new MemoryRun()
    const { externalId } = await setup.publish(aVideo({ title: 'Rising' }), run)
    const [pin] = await setup.posts()
    expect(pin).toMatchObject({ id: externalId, title: 'Rising', detail: { cover_file: expect.any(String) } })
    expect(pin?.media).toMatchObject([{ url: expect.stringMatching(/\.mp4$/), alt_text: 'Bread rising' }])
    expect(run.made).toEqual({ media: 1, publish: 1 })
  })

  test('continues after a crash at any step and is uploaded once', async () => {
    for (const step of ['media', 'publish']) {
      const post = aVideo()
      const run = new MemoryRun()
      run.crashAfter = step
      await expect(setup.publish(post, run)).rejects.toThrow(Crash)
      const { externalId } = await setup.publish(post, run)
      const landed = (await setup.posts()).filter(({ text }) => text === post.text)
      expect([landed.map(({ id }) => id), run.made]).toEqual([[externalId], { media: 1, publish: 1 }])
    }
  })

  test('is found by its text after a lost response, and not sent again', async () => {
    const post = aVideo()
    const run = new MemoryRun(2_000)
    await setup.fault({ fault: 'reset_after', call: 'publish', times: 1 })
    expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown' })
    const found = await channels.pinterest.find(post, setup.account, run.doubt(), {
      signal: AbortSignal.timeout(2_000),
    })
    expect(found).toMatchObject({ state: 'found', result: { id: (await setup.posts())[0]?.id } })
  })

  test('is uploaded again at the next attempt after a timeout', async () => {
    await settings({ polls_until_finished: 100_000 })
    const run = new MemoryRun()
    const post = aVideo()
    run.crashAfter = 'media'
    await expect(setup.publish(post, run)).rejects.toThrow(Crash)
    // 90 seconds after the upload, most of them in a crashed worker.
    run.steps.media = { ...(run.steps.media as object), at: new Date(Date.now() - 89_950).toISOString() }
    const slow = await setup.refused(post, run)
    expect(slow).toMatchObject({ code: 'still_processing', outcome: 'not_sent', isRetryable: true })
    expect(run.steps).toEqual({})
    await settings({ polls_until_finished: 0 })
    await setup.publish(post, run)
    expect([await setup.posts(), run.made.media]).toMatchObject([{ length: 1 }, 2])
  })

  test('fails with the network’s message', async () => {
    const run = new MemoryRun()
    await setup.fault({ fault: 'container_error', reason: 'Unsupported codec', times: 1 })
    const fault = await setup.refused(aVideo(), run)
    expect(fault).toMatchObject({ category: 'render', isRetryable: false, code: 'processing_failed' })
    expect(fault.message).toContain('could not process the video (Unsupported codec).')
    expect(fault.answer).toContain('"status":"failed"')
    expect([run.steps, await setup.posts()]).toEqual([{}, []])
  })

  test('is started again if the store refuses it or Pinterest lost it', async () => {
    const run = new MemoryRun()
    const post = aVideo()
    run.crashAfter = 'media'
    await expect(setup.publish(post, run)).rejects.toThrow(Crash)
    run.steps.media = { id: '404', at: new Date().toISOString() }
    expect(await setup.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
    expect(run.steps).toEqual({})
    await setup.publish(post, run)
    expect(await setup.posts()).toHaveLength(1)
  })

  test('is refused without a cover before any call', () => {
    expect(channels.pinterest.validate(aVideo({ coverImageUrl: null }))).toMatchObject([
      { field: 'cover_image_url', code: 'media_required' },
    ])
  })
})
