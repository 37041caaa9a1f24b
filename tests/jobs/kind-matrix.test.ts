import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { sandboxUrl } from '../support/own-sandbox'
import { aDueStory, attemptsOf, postsOf, publishUntilSettled, rowOf, setEnv } from '../support/publishing'

/**
 * Network × kind of post: each lands once with all its media, or is refused with a reason before any call. `no` names
 * the networks that do not have the kind.
 */
type Kind = { files: string[]; postType?: string; no: ChannelId[]; cover?: true; caption?: string; format?: 'thread' }

const kinds: Record<string, Kind> = {
  text: { files: [], no: ['instagram', 'pinterest'] },
  'one picture': { files: ['meadow.jpg'], no: [] },
  'several pictures': { files: ['meadow.jpg', 'harbour.jpg', 'orchard.jpg'], no: [] },
  'a picture of another format': { files: ['harbour.png'], no: [] },
  'an animated GIF': { files: ['tide.gif'], no: ['instagram', 'threads', 'pinterest'] },
  'a film': { files: ['wide.mp4'], cover: true, no: [] },
  'a reel': { files: ['upright.mp4'], postType: 'reel', cover: true, no: [] },
  'a story of one picture': {
    files: ['meadow.jpg'],
    postType: 'story',
    no: ['x', 'linkedin', 'pinterest', 'ghost', 'threads'],
  },
  'a story of one film': {
    files: ['upright.mp4'],
    postType: 'story',
    no: ['x', 'linkedin', 'pinterest', 'ghost', 'threads'],
  },
  'a picture and a film': {
    files: ['meadow.jpg', 'upright.mp4'],
    no: ['facebook', 'x', 'linkedin', 'pinterest'],
  },
  'a chain of three': {
    files: [],
    caption: 'First words\n\nSecond words\n\nThird words',
    format: 'thread',
    no: ['instagram', 'facebook', 'linkedin', 'pinterest', 'ghost'],
  },
}

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '10', PUBLISH_POLL_SECONDS: '0.05' }))

const sample = (file: string): string => `${sandboxUrl()}/samples/${file}`

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test.each(channelIds.filter((channel) => !kind.format || !kind.no.includes(channel)))('%s', async (channel) => {
    const { project, accounts } = await aDueStory([channel], { status: 'draft' })
    const override = {
      ...(channel === 'pinterest' ? { board_id: accounts[0]?.boards?.[0]?.id, title: 'Bread' } : {}),
      ...(channel === 'pinterest' && kind.cover ? { cover_image_url: sample('meadow.jpg') } : {}),
      ...(kind.format ? { caption_format: kind.format } : {}),
    }
    const { account, itemId, storyId } = await aDueStory([channel], {
      project,
      accounts,
      slides: kind.files.map((file, index) => ({ media_url: sample(file), alt_text: `No. ${index + 1}` })),
      overrides: { [channel]: override },
      ...(kind.postType ? { postType: kind.postType } : {}),
      ...(kind.caption ? { caption: kind.caption } : {}),
    })
    await publishUntilSettled(storyId)
    const { status, skip_reason } = await rowOf(itemId)
    const posts = await postsOf(account)
    if (kind.no.includes(channel)) {
      expect([status, posts.length, await attemptsOf(itemId)]).toEqual(['failed', 0, []])
      expect(skip_reason).toMatch(/cannot take this post: .+\.$/)
      return
    }
    expect({ status, skip_reason }).toEqual({ status: 'posted', skip_reason: null })
    if (kind.format) return expect(posts.map(({ text }) => text).sort()).toEqual(kind.caption?.split('\n\n').sort())
    expect(posts.map(({ media }) => media.length)).toEqual([kind.files.length])
  })
})
