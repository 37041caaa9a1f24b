import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import {
  eventsOf,
  postsOf,
  publishUntilSettled,
  rowOf,
  sampleImage,
  storyOf,
} from '@/tests/support/publishing/publishing'

test('a story on all seven networks is posted once on each and is published', async () => {
  const project = await aProject()
  const accounts = await project.connect(...channelIds)
  const board = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]
  const { storyId, itemIds } = await insertStory(database(), {
    projectId: project.projectId,
    channels: [...channelIds],
    caption: `Hello seven networks ${project.projectId}`,
    slides: [{ media_url: sampleImage(), alt_text: 'An image' }],
    overrides: { pinterest: { board_id: board?.id } },
  })
  await publishUntilSettled(storyId)
  for (const account of accounts) {
    const { network } = account
    const posts = await postsOf(account)
    const row = await rowOf(itemIds[network]!)
    expect({ network, status: row.status, reason: row.skip_reason }).toEqual({
      network,
      status: 'posted',
      reason: null,
    })
    expect(posts).toHaveLength(1)
    expect(posts[0]!.text).toContain('Hello seven networks')
  }
  const story = await storyOf(storyId)
  expect(story.status).toBe('published')
  expect([...story.published_channels].sort()).toEqual([...channelIds].sort())
  expect(story.published_url).toBe((story.published_urls as Record<string, string>).instagram)
  expect(await eventsOf(project.projectId)).toEqual(['story.published'])
})
