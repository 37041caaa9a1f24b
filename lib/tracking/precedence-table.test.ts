import { expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { formatOf, resolveTemplate, type TrackingTemplate, trackingTokens } from '@/lib/projects/tracking-template'
import type { PostType } from '@/lib/story-content'
import { trackingOf } from './precedence'

const postTypes: PostType[] = ['single', 'carousel', 'reel', 'story']
const cases = channelIds.flatMap((channel) => postTypes.map((postType) => [channel, postType] as const))

const names: Partial<Record<ChannelId, string>> = { x: 'twitter' }
const formats = { single: 'post', carousel: 'carousel', reel: 'reel', story: 'story' }
const expectedFormat = (channel: ChannelId, postType: PostType) => (channel === 'ghost' ? 'blog' : formats[postType])

const facts = (channel: ChannelId, postType: PostType) => ({
  channel,
  format: formatOf(channel, postType),
  pillarName: 'Früh am Morgen',
  contentType: 'mornings',
  templateName: 'New beans',
  automationName: 'Blog to all',
  projectSlug: 'northwind',
  projectName: 'Northwind Coffee',
  storyId: '01990000-0000-7000-8000-000000000000',
  at: new Date('2026-12-31T23:30:00Z'),
})

/** The levels of one post, highest first. */
const levels = (channel: ChannelId, postType: PostType) => ({
  story: { utm_campaign: 'story', utm_content: 'story', utm_term: 'story' },
  queueItem: { source: 'row', medium: 'row', campaign: 'row', content: 'row', term: 'row' },
  resolved: resolveTemplate({ term: '{{pillar}}' }, facts(channel, postType)),
})

test.each(cases)('tracking values of %s as %s, with one level after another left out', (channel, postType) => {
  const { story, queueItem, resolved } = levels(channel, postType)
  const post = { channel, projectSlug: 'northwind' }
  const source = names[channel] ?? channel
  const format = expectedFormat(channel, postType)
  const fromTemplate = {
    source,
    medium: format,
    campaign: 'blog-to-all',
    content: 'new-beans-2026-12-31',
    term: 'fruh-am-morgen',
  }
  const fromRow = { source: 'row', medium: 'row', campaign: 'row', content: 'row', term: 'row' }
  const fromStory = { campaign: 'story', content: 'story', term: 'story' }
  expect([
    trackingOf({ ...post, story, queueItem, resolved }),
    trackingOf({ ...post, story, resolved }),
    trackingOf({ ...post, story: {}, queueItem, resolved }),
    trackingOf({ ...post, story: {}, resolved }),
    trackingOf({ ...post, story: {} }),
  ]).toEqual([
    { ...fromRow, ...fromStory },
    { ...fromTemplate, ...fromStory },
    fromRow,
    fromTemplate,
    { source, medium: channel === 'ghost' ? 'blog' : 'social', campaign: 'northwind', content: null, term: null },
  ])
})

test('each token has its value', () => {
  const resolve = (pattern: string): string | null =>
    resolveTemplate({ content: pattern } satisfies TrackingTemplate, facts('x', 'reel')).content
  expect(Object.fromEntries(trackingTokens.map((token) => [token, resolve(`{{${token}}}`)]))).toEqual({
    channel: 'twitter',
    format: 'reel',
    pillar: 'fruh-am-morgen',
    content_type: 'fruh-am-morgen',
    template_name: 'new-beans',
    automation_name: 'blog-to-all',
    date: '2026-12-31',
    year: '2026',
    month: '12',
    yearmonth: '2026-12',
    project_slug: 'northwind',
    project_name: 'Northwind Coffee',
    story_id: '01990000-0000-7000-8000-000000000000',
  })
})
