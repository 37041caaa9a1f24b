import { expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { channelHistory } from '@/lib/channels/history-registry'
import { openCredentials } from '@/lib/connections/seal'
import { database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { control } from '@/tests/support/api/api'
import {
  aDueStory,
  onOwnDatabase,
  publishUntilSettled,
  rowOf,
  sampleImage,
} from '@/tests/support/publishing/publishing'

onOwnDatabase()

const dayMs = 86_400_000
/** Networks whose sandbox accounts can have posts from before. */
const withPages: readonly ChannelId[] = ['instagram', 'facebook', 'x', 'threads']
/** Stored without media: LinkedIn names images by ids. */
const withoutMedia: readonly ChannelId[] = ['linkedin']

async function accountOf(itemId: string) {
  const { connection_id } = await rowOf(itemId)
  const row = await database()
    .selectFrom('social_connections')
    .selectAll()
    .where('id', '=', connection_id ?? '')
    .executeTakeFirstOrThrow()
  const { id, account_id, account_name, handle, credentials, key_id } = row
  const channel = row.channel as ChannelId
  return {
    accountId: account_id,
    accountName: account_name,
    handle,
    credentials: openCredentials({ id, channel, credentials, key_id }),
  }
}

test.each(channelIds)('%s: own posts under ids that Storycast knows, page by page', async (channel) => {
  const title = channel === 'ghost' || channel === 'pinterest' ? 'Winter bread' : undefined
  const { storyId, itemId, caption } = await aDueStory([channel], {
    slides: [{ media_url: sampleImage(), alt_text: 'A loaf' }],
    ...(title ? { title } : {}),
  })
  await publishUntilSettled(storyId)
  const { external_id, published_url, status } = await rowOf(itemId)
  expect(status).toBe('posted')
  const account = await accountOf(itemId)
  const since = new Date(Date.now() - dayMs)
  const page = await channelHistory[channel].readPage(account, { cursor: null, since }, { signal: deadlineIn(10_000) })
  expect(page.next).toBeNull()
  expect(page.posts).toHaveLength(1)
  const [post] = page.posts
  expect([post?.externalId, ...(post?.otherIds ?? [])]).toContain(external_id)
  expect(post?.text).toContain(caption)
  expect(post).toMatchObject({ url: published_url, postType: 'single', title: title ?? null })
  expect(post?.media).toHaveLength(withoutMedia.includes(channel) ? 0 : 1)
  expect(Math.abs(Date.now() - (post?.publishedAt.getTime() ?? 0))).toBeLessThan(120_000)

  if (!withPages.includes(channel)) return
  const path = `/control/accounts/${channel}/${account.accountId}/past-posts`
  const { ids } = await control<{ ids: string[] }>('POST', path, { count: 130, days: 1 })
  const found: string[] = []
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages++) {
    const from = { cursor, since: new Date(Date.now() - 2 * dayMs) }
    const { posts, next } = await channelHistory[channel].readPage(account, from, { signal: deadlineIn(10_000) })
    found.push(...posts.map(({ externalId }) => externalId))
    cursor = next
    expect(pages).toBeLessThan(5)
  }
  // The sandbox lists posts in the order in which they were added.
  expect(found.toSorted()).toEqual([...ids, post?.externalId ?? ''].toSorted())
})
