import { expect, test } from 'vitest'
import { linkOf } from '@/lib/posts/links'
import { destinationOf, trackingOf } from './precedence'
import { withUtm } from './with-utm'

const story = { utm_campaign: 'one', utm_content: null, utm_term: null }
const queueItem = { campaign: 'two', content: 'two' }
const resolved = { source: 'three', campaign: 'three', content: 'three', term: 'three' }

test('each value comes from the first source with a value', () => {
  expect(trackingOf({ story, queueItem, resolved, channel: 'x', projectSlug: 'acme' })).toEqual({
    source: 'three',
    medium: 'social',
    campaign: 'one',
    content: 'two',
    term: 'three',
  })
})

test('the fallback names channel, medium and project', () => {
  const nothing = { story: {}, queueItem: { campaign: ' ' }, resolved: null, projectSlug: 'acme' }
  expect(trackingOf({ ...nothing, channel: 'x' })).toEqual({
    source: 'twitter',
    medium: 'social',
    campaign: 'acme',
    content: null,
    term: null,
  })
  expect(trackingOf({ ...nothing, channel: 'ghost' })).toMatchObject({ source: 'ghost', medium: 'blog' })
})

test("a story's own destination wins over its queue row's", () => {
  expect([destinationOf('a', 'b'), destinationOf(null, 'b'), destinationOf(undefined, null)]).toEqual(['a', 'b', null])
})

test.each([
  ['https://a.example', 'https://a.example?utm_source=s&utm_campaign=c%20d'],
  ['https://a.example/?q=1+2&e', 'https://a.example/?q=1+2&e&utm_source=s&utm_campaign=c%20d'],
  ['https://a.example/?', 'https://a.example/?utm_source=s&utm_campaign=c%20d'],
  ['https://a.example/#top?x=1', 'https://a.example/?utm_source=s&utm_campaign=c%20d#top?x=1'],
  ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own&utm_campaign=c%20d'],
  ['https://a.example/?utm_source=&utm_campaign=x', 'https://a.example/?utm_source=&utm_campaign=x'],
  ['mailto:ann@a.example', 'mailto:ann@a.example'],
  ['not a URL', 'not a URL'],
])('tracking values on %s', (address, expected) => {
  expect(withUtm(address, { source: 's', medium: null, campaign: 'c d' })).toBe(expected)
})

test('a post has a link only if the story has a destination', () => {
  const sources = {
    story: {
      ...story,
      destination_url: 'https://a.example/p',
      utm_resolved: { instagram: { source: 'ig', medium: 'reel' } },
    },
    item: { destination_url: null, utm: {} },
    channel: 'instagram',
    projectSlug: 'acme',
  } as const
  expect(linkOf(sources)).toBe('https://a.example/p?utm_source=ig&utm_medium=reel&utm_campaign=one')
  expect(linkOf({ ...sources, story: { ...sources.story, destination_url: null } })).toBe(null)
})

test('the channel’s own link gets tracking values only if the story has a campaign', () => {
  const own = { utm_content: null, utm_term: null, destination_url: 'https://a.example', utm_resolved: null }
  const channel_overrides = { pinterest: { link: 'https://own.example/pin' } }
  const link = (utm_campaign: string | null) =>
    linkOf({
      story: { ...own, utm_campaign, channel_overrides },
      item: null,
      channel: 'pinterest',
      projectSlug: 'acme',
    })
  expect(link('camp')).toBe('https://own.example/pin?utm_source=pinterest&utm_medium=social&utm_campaign=camp')
  expect(link(null)).toBe('https://own.example/pin')
})
