import { expect, test } from 'vitest'
import { editStory, getStory, retryStory, storyTimeline } from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import {
  aDueStory,
  type DueStory,
  failCalls,
  letTimePass,
  newText,
  postsOf,
  publishOnce,
  storyOf,
} from '@/tests/support/publishing/publishing'

/** Failed channels are edited and sent with the new text. Published channels do not change. */

const refuse = { fault: 'refuse', preset: 'content', call: 'publish', times: 1 } as const

async function publishAll({ itemIds }: DueStory): Promise<void> {
  for (const id of Object.values(itemIds)) await publishOnce(id)
}

test('the failed channel of a partial story is published with its new text, and the other is unchanged', async () => {
  const due = await aDueStory(['x', 'threads'])
  const { project, storyId: id, itemIds } = due
  const { api } = project
  const [x, threads] = due.accounts
  if (!x || !threads) throw new Error('No accounts.')
  await failCalls(x, refuse)
  await publishAll(due)
  expect((await storyOf(id)).status).toBe('partial')
  const published = await seen()
  const caption = `Edited ${newText()}`
  await api.patch(editStory, { id, channel_overrides: { x: { caption, hashtags: 'bread' } } })
  const { channels } = await api.get(previewStory, { id })
  expect(channels.x?.text).toBe(`${caption}\n\n#bread`)
  await api.post(retryStory, { id })
  await letTimePass(itemIds.x ?? '', 0)
  expect(await publishOnce(itemIds.x ?? '')).toBe('posted')
  expect((await postsOf(x)).map(({ text }) => text)).toEqual([channels.x?.text])
  expect((await postsOf(threads)).map(({ text }) => text)).toEqual([due.caption])
  expect(await seen()).toEqual(published)
  expect((await storyOf(id)).status).toBe('published')

  /** How responses show the published channel. */
  async function seen() {
    const { content_queue, variants, published_urls } = await api.get(getStory, { id })
    const { updated_at, ...row } = content_queue.find(({ channel }) => channel === 'threads') ?? {}
    const { channels } = await api.get(previewStory, { id })
    const { entries } = await api.get(storyTimeline, { id })
    const attempts = entries.filter(({ channel }) => channel === 'threads')
    return { row, variant: variants.threads, url: published_urls.threads, preview: channels.threads, attempts }
  }
})

test('a story that failed everywhere is published with its new caption, as in the preview', async () => {
  const due = await aDueStory(['ghost', 'threads'])
  const { project, storyId: id } = due
  for (const account of due.accounts) await failCalls(account, refuse)
  await publishAll(due)
  expect((await storyOf(id)).status).toBe('failed')
  const caption = `Edited ${newText()}`
  await project.api.patch(editStory, { id, caption })
  const { channels } = await project.api.get(previewStory, { id })
  await project.api.post(retryStory, { id })
  for (const itemId of Object.values(due.itemIds)) await letTimePass(itemId, 0)
  await publishAll(due)
  expect((await storyOf(id)).status).toBe('published')
  for (const account of due.accounts) {
    const posts = await postsOf(account)
    expect(posts.map(({ text }) => text.trim())).toEqual([channels[account.network]?.text])
  }
})
