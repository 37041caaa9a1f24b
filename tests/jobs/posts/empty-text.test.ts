import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { startAttempt } from '@/lib/publishing/attempt/attempt-log'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { loadContext } from '@/lib/publishing/claim/publish-context'
import { settlePosted } from '@/lib/publishing/settle/posted'
import { createStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import {
  aDueStory,
  attemptsOf,
  postsOf,
  publishUntilSettled,
  rowOf,
  sampleImage,
} from '@/tests/support/publishing/publishing'

test('a post without an id from the network is not marked as posted', async () => {
  const { itemId } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) throw new Error('The row was not due.')
  const context = await loadContext(database(), claim)
  const published = { externalId: '', url: 'https://x.example/status/' }
  expect(await settlePosted(database(), context, published, await startAttempt(database(), context))).toBe('failed')
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
  'a thread on %s of separators only is refused on create and when due',
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
      /does not accept this post: .* needs text or media\. Write a caption\.$/,
    )
  },
)

test.each(['x', 'threads', 'facebook', 'linkedin'] as const)(
  'an override without text on %s posts only the image',
  async (channel) => {
    const { storyId, itemId, account } = await aDueStory([channel], {
      slides: [{ media_url: sampleImage() }],
      overrides: { [channel]: { caption: ' ' } },
    })
    await publishUntilSettled(storyId)
    expect((await rowOf(itemId)).skip_reason).toBeNull()
    expect(await postsOf(account)).toMatchObject([{ text: '', media: [{}] }])
  },
)
