import { expect, test } from 'vitest'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

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

test('a board that is gone is content to change', async () => {
  const fault = await world.refused(world.post({ boardId: '549755885999', media: world.images(1) }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'content', isRetryable: false })
})
