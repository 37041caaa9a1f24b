import { describe, expect, test } from 'vitest'
import {
  formatOf,
  resolveTemplate,
  type TrackingFacts,
  type TrackingTemplate,
  unknownTokens,
} from '@/lib/projects/tracking-template'
import { trackingTemplate } from '@/lib/projects/tracking-template-schema'
import { slugify } from '@/lib/text/slug'

const facts: TrackingFacts = {
  channel: 'instagram',
  format: 'reel',
  pillarName: 'Tips & Tricks',
  contentType: 'tips',
  templateName: 'Big Launch',
  automationName: 'Weekly digest',
  projectSlug: 'acme',
  projectName: 'Acme Inc.',
  storyId: '0190a000-0000-7000-8000-000000000001',
  // A different date in Tokyo.
  at: new Date('2026-05-01T23:30:00Z'),
}

const campaignOf = (pattern: string, changes: Partial<TrackingFacts> = {}): string | null =>
  resolveTemplate({ campaign: pattern }, { ...facts, ...changes }).campaign

test('the default template', () => {
  expect(resolveTemplate({}, facts)).toEqual({
    source: 'instagram',
    medium: 'reel',
    campaign: 'weekly-digest',
    content: 'big-launch-2026-05-01',
    term: null,
  })
})

test("a project's pattern replaces the default, an empty one omits the value", () => {
  const template: TrackingTemplate = { source: 'newsletter', medium: '', campaign: null, term: '{{year}}' }
  expect(resolveTemplate(template, facts)).toEqual({
    source: 'newsletter',
    medium: null,
    campaign: null,
    content: 'big-launch-2026-05-01',
    term: '2026',
  })
})

describe('tokens', () => {
  test.each([
    ['{{channel}}', 'instagram'],
    ['{{format}}', 'reel'],
    ['{{pillar}}', 'tips-tricks'],
    ['{{content_type}}', 'tips-tricks'],
    ['{{template_name}}', 'big-launch'],
    ['{{automation_name}}', 'weekly-digest'],
    ['{{date}}', '2026-05-01'],
    ['{{year}}', '2026'],
    ['{{month}}', '05'],
    ['{{yearmonth}}', '2026-05'],
    ['{{project_slug}}', 'acme'],
    ['{{project_name}}', 'Acme Inc.'],
    ['{{story_id}}', '0190a000-0000-7000-8000-000000000001'],
    ['{{ year }}/{{month}}', '2026/05'],
  ])('%s', (pattern, expected) => {
    expect(campaignOf(pattern)).toBe(expected)
  })

  test('X is named as in analytics tools, other channels by their own name', () => {
    expect(campaignOf('{{channel}}', { channel: 'x' })).toBe('twitter')
    expect(campaignOf('{{channel}}', { channel: 'pinterest' })).toBe('pinterest')
    expect(campaignOf('{{channel}}', { channel: 'threads' })).toBe('threads')
  })

  test('a pillar without a name falls back to its content type', () => {
    expect(campaignOf('{{pillar}}', { pillarName: null, contentType: 'Behind the scenes' })).toBe('behind-the-scenes')
  })

  test('a token without a value is removed with its hyphen', () => {
    expect(campaignOf('{{template_name}}-{{date}}', { templateName: null })).toBe('2026-05-01')
    expect(campaignOf('a-{{template_name}}-{{year}}', { templateName: null })).toBe('a-2026')
    expect(campaignOf('{{automation_name}}', { automationName: null })).toBe(null)
  })
})

test('a ghost post is a blog post, a single one a post', () => {
  expect([formatOf('ghost', 'single'), formatOf('x', 'single'), formatOf('instagram', 'story')]).toEqual([
    'blog',
    'post',
    'story',
  ])
})

test('an unknown token is rejected with its name', () => {
  expect(unknownTokens('{{chanel}}-{{date}}-{{chanel}}-{{toString}}')).toEqual(['chanel', 'toString'])
  const refused = trackingTemplate.safeParse({ source: '{{chanel}}' })
  expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message.split('.')[0]])).toEqual([
    ['source', 'There is no token {{chanel}}'],
  ])
})

test.each([
  ['Tips & Tricks', 'tips-tricks'],
  ["Ann's Café, No. 7", 'anns-cafe-no-7'],
  ['  --  ', ''],
  ['Рецепты дня', 'рецепты-дня'],
  ['新着 情報', '新着-情報'],
])('the slug of %s', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})
