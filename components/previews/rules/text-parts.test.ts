import { expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { cardLinks } from './card-links'
import { textParts } from './text-parts'

const coloredIn = (channel: ChannelId, text: string) =>
  textParts(channel, text)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text: piece }) => `${kind} ${piece}`)

const text = 'See @bakery.at (https://bread.example/a?b=1). #Brot_1 #2026 a@b.at x#y @end.'

test('the pieces are the text', () => {
  for (const channel of channelIds)
    expect(
      textParts(channel, text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})

test.each<[ChannelId, string[]]>([
  ['x', ['mention @bakery.at', 'link https://bread.example/a?b=1', 'hashtag #Brot_1', 'mention @end']],
  ['instagram', ['mention @bakery.at', 'hashtag #Brot_1', 'mention @end']],
  ['linkedin', ['link https://bread.example/a?b=1', 'hashtag #Brot_1']],
  ['ghost', ['link https://bread.example/a?b=1']],
])('%s colors %j', (channel, expected) => {
  expect(coloredIn(channel, text)).toEqual(expected)
})

const url = 'https://bread.example'
const post = (changes: object) => ({ text: `Read ${url}.`, media: [], link: null, ...changes })
const image = { url: 'https://a.test/a.jpg' }

test.each<[string, ChannelId, object, (string | null)[]]>([
  ['a URL in the text', 'x', {}, [url]],
  ['no card with media', 'x', { media: [image] }, [null]],
  ['the link field', 'facebook', { text: 'Read', link: url }, [url]],
  ['LinkedIn reads no text', 'linkedin', {}, [null]],
  ['LinkedIn has a link field', 'linkedin', { text: 'Read', link: url }, [url]],
  ['Instagram has no cards', 'instagram', {}, [null]],
  ['media are in the first part', 'threads', { media: [image], thread: [`One ${url}`, `Two ${url}`] }, [null, url]],
])('cards: %s', (_, channel, changes, expected) => {
  expect(cardLinks(channel, post(changes) as never)).toEqual(expected)
})
