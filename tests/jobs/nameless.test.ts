import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { beginAttempt } from '@/lib/publishing/attempts'
import { claimOne } from '@/lib/publishing/claim'
import { settlePosted } from '@/lib/publishing/settle'
import { loadWork } from '@/lib/publishing/work'
import { createStory } from '@/lib/stories/contract'
import { aProject } from '../support/api'
import { aDueStory, attemptsOf, picture, postsOf, publishUntilSettled, rowOf } from '../support/publishing'

/** Holds that nothing is called posted of which no network has a post. */

test('a post that the network did not name is not taken for posted', async () => {
  const { itemId } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) throw new Error('The row was not due.')
  const work = await loadWork(database(), claim)
  const published = { externalId: '', url: 'https://x.example/status/' }
  expect(await settlePosted(database(), work, published, await beginAttempt(database(), work))).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({
    status: 'failed',
    skip_reason: 'outcome_unknown',
    provider_code: 'no_post_id',
    external_id: null,
  })
  expect(await attemptsOf(itemId)).toMatchObject([{ outcome: 'failed', code: 'no_post_id' }])
})

const empty = { caption_format: 'thread' as const, thread_separator: '---' }

test.each(['x', 'threads'] as const)(
  'a thread on %s of separators alone is refused at create, and at its time',
  async (channel) => {
    const project = await aProject()
    await project.connect(channel)
    const { error } = await project.api.refused(createStory, {
      caption: 'Words of the others',
      channels: [channel],
      channel_overrides: { [channel]: { ...empty, caption: '--- ---' } },
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect(error.issues).toMatchObject([{ path: `channel_overrides.${channel}.caption`, code: 'channel_limit' }])
    const { itemId, storyId, account } = await aDueStory([channel], {
      overrides: { [channel]: { ...empty, caption: '---' } },
    })
    await publishUntilSettled(storyId)
    expect([await postsOf(account), await attemptsOf(itemId)]).toEqual([[], []])
    expect((await rowOf(itemId)).skip_reason).toMatch(
      /cannot take this post: .* has no posts without text or media\. Write something\.$/,
    )
  },
)

test.each(['x', 'threads', 'facebook', 'linkedin'] as const)(
  'an override without words on %s leaves a picture to speak for itself',
  async (channel) => {
    const { storyId, itemId, account } = await aDueStory([channel], {
      slides: [{ media_url: picture() }],
      overrides: { [channel]: { caption: ' ' } },
    })
    await publishUntilSettled(storyId)
    expect((await rowOf(itemId)).skip_reason).toBeNull()
    expect(await postsOf(account)).toMatchObject([{ text: '', media: [{}] }])
  },
)
