import { expect, test } from 'vitest'
import { channelLimits } from '@/lib/channels/limits'
import { database } from '@/lib/db/pool'
import { createStory, editStory, getStory, retryFirstComments } from '@/lib/stories/contract'
import { previewUnsaved } from '@/lib/stories/preview-contract'
import { putVoiceRules } from '@/lib/voice/contract'
import { aProject } from '@/tests/support/api/api'
import { commentChannels } from '@/tests/support/publishing/first-comments'
import { aScheduledStory, inHours } from './stories'

const slides = [{ media_url: 'https://images.example/1.jpg' }]
const skip = { connection_check: 'skip' } as const
const timed = () => ({ caption: 'Fresh bread', slides, scheduled_at: inHours(24), ...skip })

test.each(commentChannels)('%s: stored, previewed, and null on the queue item until published', async (channel) => {
  const { api } = await aProject()
  const channel_overrides = { [channel]: { first_comment: 'Recipe: {{link}}' } }
  const content = { caption: 'Fresh bread', slides, channels: [channel], channel_overrides, ...skip }
  const destination_url = 'https://bread.example/recipe'
  const { story } = await api.post(createStory, { ...content, destination_url, scheduled_at: inHours(24) })
  const stored = await api.get(getStory, { id: story.id })
  expect(stored.channel_overrides).toEqual(channel_overrides)
  expect(stored.content_queue).toMatchObject([{ channel, first_comment: null }])
  const { channels } = await api.post(previewUnsaved, { ...content, destination_url })
  const { first_comment, limits } = channels[channel] ?? {}
  expect(first_comment?.text).toMatch(/^Recipe: https?:\/\/\S+\/l\/\w+$/)
  expect(first_comment?.text_count).toBeGreaterThan('Recipe: '.length)
  expect(limits?.comment_max).toBe(channelLimits[channel].commentMax)
  expect((await api.refused(retryFirstComments, { id: story.id })).status).toBe(409)
})

test.each(commentChannels)('%s: the longest comment is accepted, one character more is refused', async (channel) => {
  const { api } = await aProject()
  const max = channelLimits[channel].commentMax ?? 0
  const withComment = (length: number) => ({
    ...timed(),
    channels: [channel],
    channel_overrides: { [channel]: { first_comment: 'a'.repeat(length) } },
  })
  await api.post(createStory, withComment(max))
  const { error } = await api.refused(createStory, withComment(max + 1))
  expect(error.issues).toEqual([
    {
      path: `channel_overrides.${channel}.first_comment`,
      code: 'channel_limit',
      channel,
      message: expect.stringContaining(`The limit is ${max}. Remove 1.`),
    },
  ])
})

test.each(['pinterest', 'ghost'] as const)('%s: refused with the member', async (channel) => {
  const { api } = await aProject()
  const channel_overrides = { [channel]: { first_comment: 'First!' } }
  const { error } = await api.refused(createStory, { ...timed(), channels: [channel], channel_overrides })
  expect(error.issues).toContainEqual({
    path: `channel_overrides.${channel}.first_comment`,
    code: 'unsupported',
    channel,
    message: `${channel === 'ghost' ? 'Ghost' : 'Pinterest'} cannot have a first comment. Remove it.`,
  })
})

test.each<[string, object, string]>([
  ['a 24-hour story has no comments', { channels: ['instagram'], post_type: 'story' }, 'unsupported'],
  ['{{link}} without a link', { comment: 'See {{link}}' }, 'link_missing'],
  ['the text of the post, which X refuses as a duplicate', { comment: 'Fresh bread' }, 'channel_limit'],
  ['too many hashtags for Instagram', { channels: ['instagram'], comment: '#a '.repeat(31) }, 'channel_limit'],
])('refused: %s', async (_, changes, code) => {
  const { api } = await aProject()
  const { comment = 'First!', channels = ['x'], ...rest } = changes as { comment?: string; channels?: ['x'] }
  const channel_overrides = { [channels[0]]: { first_comment: comment } }
  const { error } = await api.refused(createStory, { ...timed(), channels, channel_overrides, ...rest })
  expect(error.issues).toMatchObject([{ path: `channel_overrides.${channels[0]}.first_comment`, code }])
})

test('brand voice applies to it', async () => {
  const { api, projectId } = await aProject()
  await api.put(putVoiceRules, { id: projectId, forbidden_words: ['cheap'] })
  const channel_overrides = { x: { first_comment: 'So cheap' } }
  const { error } = await api.refused(createStory, { caption: 'Bread', channels: ['x'], channel_overrides })
  expect(error).toMatchObject({
    code: 'voice_violation',
    message: expect.stringMatching(/^The first comment for x breaks/),
    lint: { violations: [{ type: 'word', value: 'cheap', position: 3, channel: 'x.first_comment' }] },
  })
})

test('an account without the permission to comment causes a warning', async () => {
  const project = await aProject()
  await project.connect('instagram')
  const scopes = ['instagram_business_basic', 'instagram_business_content_publish']
  await database()
    .updateTable('social_connections')
    .set({ scopes })
    .where('project_id', '=', project.projectId)
    .execute()
  const story = await aScheduledStory(project, { channels: ['instagram'], slides })
  const channel_overrides = { instagram: { first_comment: 'First!' } }
  const { warnings } = await project.api.patch(editStory, { id: story.id, channel_overrides })
  expect(warnings).toContainEqual({
    channel: 'instagram',
    field: 'channel_overrides.instagram.first_comment',
    code: 'comment_permission',
    message:
      'Instagram did not grant the permission to write comments (instagram_business_manage_comments). Reconnect the account and grant it.',
  })
})
