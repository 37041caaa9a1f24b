import { expect, test } from 'vitest'
import { listConnections } from '@/lib/connections/contract'
import { listLastPosts } from '@/lib/connections/last-posts/contract'
import { database } from '@/lib/db/pool'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'

async function aPost({ projectId }: TestProject, connectionId: string, minutesAgo: number): Promise<string> {
  const { storyId, itemIds } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: `Out ${minutesAgo} minutes ago`,
    status: 'posted',
    storyStatus: 'published',
  })
  const published_at = new Date(Date.now() - minutesAgo * 60_000)
  await database()
    .updateTable('queue_items')
    .set({ connection_id: connectionId, published_at, published_url: `https://x.example/${minutesAgo}` })
    .where('id', '=', itemIds.x ?? '')
    .execute()
  return storyId
}

test('lists the last three posts of each account, newest first', async () => {
  const project = await aProject()
  await project.connect('x', 'threads')
  expect(await project.api.get(listLastPosts)).toEqual({ posts: [] })
  const { connections } = await project.api.get(listConnections)
  const id = connections.find(({ channel }) => channel === 'x')?.id ?? ''
  for (const minutes of [30, 10, 40, 20]) await aPost(project, id, minutes)
  const { posts } = await project.api.get(listLastPosts)
  expect(posts.map(({ connection_id, published_url }) => [connection_id, published_url])).toEqual(
    [10, 20, 30].map((minutes) => [id, `https://x.example/${minutes}`]),
  )
  const other = await aProject()
  await other.connect('x')
  expect((await other.api.get(listLastPosts)).posts).toEqual([])
})
