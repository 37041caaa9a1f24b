import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ResolvedPost } from '@/lib/channels/channel'
import { errorFromResponse } from '@/lib/channels/error-table'
import { channelLimits, mediaRules, shortenedOf, validatePost } from '@/lib/channels/limits'
import { ruleFor } from '@/lib/channels/media/media-rules'
import { errorTable as pinterestErrors } from '@/lib/channels/pinterest/errors'
import { channelSettings } from '@/lib/channels/settings'
import { BadEnvironment, parseEnv, reloadEnv } from '@/lib/env'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'
import { networkFactNames } from './network-facts'

afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

function override(facts: object): void {
  vi.stubEnv('NETWORK_FACTS', JSON.stringify(facts))
  reloadEnv()
}

const messages = (post: ResolvedPost): string[] =>
  validatePost(post).map(({ field, message }) => `${field}: ${message}`)

describe('an override changes only its check', () => {
  test('text limits', () => {
    const long = aPost('x', { text: 'a'.repeat(400) })
    expect(messages(long)).toHaveLength(1)
    override({ x: { text_max: 4_000 } })
    expect(messages(long)).toEqual([])
    expect(channelLimits.x.textMax).toBe(4_000)
    expect(channelLimits.facebook.imagesMax).toBe(10)
  })

  test('file limits', () => {
    const videos = () => ruleFor(mediaRules.pinterest, 'reel', 'video')
    expect(videos()).toMatchObject({ bytes: { max: 1_000_000_000 }, durationSeconds: { min: 4, max: 900 } })
    override({ pinterest: { video_max_seconds: 1_800 } })
    expect(videos()).toMatchObject({ bytes: { max: 1_000_000_000 }, durationSeconds: { min: 4, max: 1_800 } })
  })

  test('threads', () => {
    const chain = aPost('x', { thread: ['one', 'two'] })
    expect(messages(chain)).toEqual([])
    override({ x: { chains: false } })
    expect(messages(chain)).toEqual([expect.stringMatching(/^caption_format: .*Remove caption_format\.$/)])
  })

  test('error patterns and API version', () => {
    const answer = { status: 403, headers: {}, json: { code: 1, message: 'Held for a look' }, text: null }
    const category = () => errorFromResponse(pinterestErrors, answer, { makesPublic: true, now: new Date() }).category
    expect(category()).toBe('connection')
    override({ pinterest: { held_back_text: 'held for' }, ghost: { accept_version: 'v5.0' } })
    expect(category()).toBe('review')
    expect(channelSettings('ghost').version).toBe('v5.0')
  })
})

test('Threads counts each link of a post once', () => {
  const links = [1, 2, 3, 4, 5, 6].map((number) => `https://a.test/${number}`)
  expect(messages(aPost('threads', { text: `${links.slice(1).join(' ')} ${links[1]}.` }))).toEqual([])
  expect(messages(aPost('threads', { text: links.slice(1).join(' '), link: links[0] ?? null }))).toEqual([
    'caption: Threads allows 5 links in a post, but there are 6. Remove 1.',
  ])
  override({ threads: { links_max: null } })
  expect(messages(aPost('threads', { text: links.join(' ') }))).toEqual([])
})

test('Ghost only checks the alt text of the feature image', () => {
  const image = (alt: number) => anImage('https://a.test/a.jpg', 'a'.repeat(alt))
  const post = (first: number, second: number) =>
    aPost('ghost', { title: 'Bread', postType: 'carousel', media: [image(first), image(second)] })
  expect(messages(post(191, 500))).toEqual([])
  expect(messages(post(192, 500))).toEqual([expect.stringMatching(/^slides\.0\.alt_text: Ghost allows 191 .* 192\./)])
})

describe('LinkedIn link card', () => {
  const link = 'https://a.test/bread'

  test('rejects a title that is too long instead of truncating it', () => {
    expect(messages(aPost('linkedin', { link, title: 'a'.repeat(200) }))).toEqual([])
    expect(messages(aPost('linkedin', { link, title: 'a'.repeat(201) }))).toEqual([
      'title: LinkedIn allows 200 characters in the title of a link, but there are 201. Remove 1.',
    ])
    expect(
      messages(aPost('linkedin', { link, title: 'a'.repeat(201), media: [anImage('https://a.test/a.jpg')] })),
    ).toEqual([])
  })

  test('warns when a title from the caption is truncated', () => {
    expect(shortenedOf(aPost('linkedin', { link, text: `${'a'.repeat(200)}\n\n${'b'.repeat(256)}` }))).toBeNull()
    const text = `${'a'.repeat(201)}\n\n${'b'.repeat(257)}`
    expect(shortenedOf(aPost('linkedin', { link, text }))).toMatch(
      /first 200 characters .* and the first 256 characters/,
    )
    expect(shortenedOf(aPost('linkedin', { text }))).toBeNull()
  })
})

describe('an invalid fact', () => {
  const sentence = (facts: string): string => {
    try {
      parseEnv({ NETWORK_FACTS: facts })
    } catch (error) {
      if (error instanceof BadEnvironment) return error.message
    }
    throw new Error('was accepted')
  }

  test.each([
    ['{"myspace":{}}', 'unknown setting myspace; use instagram, facebook, x, linkedin, pinterest, ghost, threads'],
    ['{"x":{"texts_max":1}}', 'unknown setting x.texts_max; use x.text_max, x.chains, x.lost_media_text'],
    ['{"x":{"text_max":"280"}}', 'x.text_max must be a whole number from 1 to 100000'],
    ['{"x":{"lost_media_text":"("}}', 'x.lost_media_text must be a regular expression'],
    ['{"threads":{"links_max":0}}', 'threads.links_max must be a whole number from 1 to 1000, or null for none'],
    ['{"threads":5}', 'threads must be a JSON object'],
    ['[]', 'must be a JSON object'],
    ['video_max=5', 'must be a JSON object'],
  ])('stops the start with an error that names it: %s', (facts, says) => {
    expect(sentence(facts)).toContain(`NETWORK_FACTS is ${JSON.stringify(facts)}: ${says}.`)
  })
})

test('docs/network-facts.md lists every fact with its default', () => {
  const page = readFileSync('docs/network-facts.md', 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+\.\w+)` \| `(.*?)` \|/gm)].map(([, name, value]) => [name, value])
  const defaults = parseEnv({}).NETWORK_FACTS as Record<string, Record<string, unknown>>
  const expected = networkFactNames.map((name) => {
    const [network = '', fact = ''] = name.split('.')
    return [name, JSON.stringify(defaults[network]?.[fact]).replaceAll('|', '\\|')]
  })
  expect(rows).toEqual(expected)
})
