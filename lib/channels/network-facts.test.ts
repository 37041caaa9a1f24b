import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anImage, aPost } from '@/tests/support/resolved-post'
import { BadEnvironment, parseEnv, reloadEnv } from '../env'
import type { ResolvedPost } from './channel'
import { faultOfAnswer } from './fault-table'
import { channelLimits, mediaRules, shortenedOf, validatePost } from './limits'
import { ruleFor } from './media-rules'
import { networkFactNames } from './network-facts'
import { faults as pinterestFaults } from './pinterest/errors'
import { channelSettings } from './settings'

afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

function given(facts: object): void {
  vi.stubEnv('NETWORK_FACTS', JSON.stringify(facts))
  reloadEnv()
}

const messages = (post: ResolvedPost): string[] =>
  validatePost(post).map(({ field, message }) => `${field}: ${message}`)

describe('a fact that somebody puts right changes what is checked, and only that', () => {
  test('limits of texts', () => {
    const long = aPost('x', { text: 'a'.repeat(400) })
    expect(messages(long)).toHaveLength(1)
    given({ x: { text_max: 4_000 } })
    expect(messages(long)).toEqual([])
    expect(channelLimits.x.textMax).toBe(4_000)
    expect(channelLimits.facebook.imagesMax).toBe(10)
  })

  test('limits of files', () => {
    const films = () => ruleFor(mediaRules.pinterest, 'reel', 'video')
    expect(films()).toMatchObject({ bytes: { max: 1_000_000_000 }, durationSeconds: { min: 4, max: 900 } })
    given({ pinterest: { video_max_seconds: 1_800 } })
    expect(films()).toMatchObject({ bytes: { max: 1_000_000_000 }, durationSeconds: { min: 4, max: 1_800 } })
  })

  test('whether an app may answer itself', () => {
    const chain = aPost('x', { thread: ['one', 'two'] })
    expect(messages(chain)).toEqual([])
    given({ x: { chains: false } })
    expect(messages(chain)).toEqual([expect.stringMatching(/^caption_format: .*Leave caption_format out\.$/)])
  })

  test('the words by which a refusal is known, and the version that is asked for', () => {
    const answer = { status: 403, headers: {}, json: { code: 1, message: 'Held for a look' }, text: null }
    const category = () => faultOfAnswer(pinterestFaults, answer, { makesPublic: true, now: new Date() }).category
    expect(category()).toBe('connection')
    given({ pinterest: { held_back_text: 'held for' }, ghost: { accept_version: 'v5.0' } })
    expect(category()).toBe('review')
    expect(channelSettings('ghost').version).toBe('v5.0')
  })
})

test('Threads counts the addresses of a post, each once', () => {
  const links = [1, 2, 3, 4, 5, 6].map((number) => `https://a.test/${number}`)
  expect(messages(aPost('threads', { text: `${links.slice(1).join(' ')} ${links[1]}.` }))).toEqual([])
  expect(messages(aPost('threads', { text: links.slice(1).join(' '), link: links[0] ?? null }))).toEqual([
    'caption: Threads allows 5 links in a post, and there are 6. Take out 1.',
  ])
  given({ threads: { links_max: null } })
  expect(messages(aPost('threads', { text: links.join(' ') }))).toEqual([])
})

test('Ghost minds the alt text of the picture above the post alone', () => {
  const picture = (alt: number) => anImage('https://a.test/a.jpg', 'a'.repeat(alt))
  const post = (first: number, second: number) =>
    aPost('ghost', { title: 'Bread', postType: 'carousel', media: [picture(first), picture(second)] })
  expect(messages(post(191, 500))).toEqual([])
  expect(messages(post(192, 500))).toEqual([expect.stringMatching(/^slides\.0\.alt_text: Ghost allows 191 .* 192\./)])
})

describe('the card of a link at LinkedIn', () => {
  const link = 'https://a.test/bread'

  test('a title that somebody wrote is refused when it is too long, and never cut', () => {
    expect(messages(aPost('linkedin', { link, title: 'a'.repeat(200) }))).toEqual([])
    expect(messages(aPost('linkedin', { link, title: 'a'.repeat(201) }))).toEqual([
      'title: LinkedIn allows 200 characters in the title of a link, and there are 201. Take out 1.',
    ])
    expect(
      messages(aPost('linkedin', { link, title: 'a'.repeat(201), media: [anImage('https://a.test/a.jpg')] })),
    ).toEqual([])
  })

  test('what is taken from the caption is told when it is shortened', () => {
    expect(shortenedOf(aPost('linkedin', { link, text: `${'a'.repeat(200)}\n\n${'b'.repeat(256)}` }))).toBeNull()
    const text = `${'a'.repeat(201)}\n\n${'b'.repeat(257)}`
    expect(shortenedOf(aPost('linkedin', { link, text }))).toMatch(
      /first 200 characters .* and the first 256 characters/,
    )
    expect(shortenedOf(aPost('linkedin', { text }))).toBeNull()
  })
})

describe('a fact that cannot be', () => {
  const sentence = (facts: string): string => {
    try {
      parseEnv({ NETWORK_FACTS: facts })
    } catch (error) {
      if (error instanceof BadEnvironment) return error.message
    }
    throw new Error('was accepted')
  }

  test.each([
    ['{"myspace":{}}', 'there is no myspace, only facebook, x, linkedin, pinterest, ghost, threads'],
    ['{"x":{"texts_max":1}}', 'there is no x.texts_max, only x.text_max, x.chains, x.lost_media_text'],
    ['{"x":{"text_max":"280"}}', 'x.text_max must be a whole number from 1 to 100000'],
    ['{"x":{"lost_media_text":"("}}', 'x.lost_media_text must be a regular expression'],
    ['{"threads":{"links_max":0}}', 'threads.links_max must be a whole number from 1 to 1000, or null for none'],
    ['{"threads":5}', 'threads must be an object, {…}'],
    ['[]', 'must be an object, {…}'],
    ['video_max=5', 'must be an object, {…}'],
  ])('stops the start with a sentence that names it: %s', (facts, says) => {
    expect(sentence(facts)).toContain(`NETWORK_FACTS is ${JSON.stringify(facts)}: ${says}.`)
  })
})

test('docs/network-facts.md names every fact with its default, and no other', () => {
  const page = readFileSync('docs/network-facts.md', 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+\.\w+)` \| `(.*?)` \|/gm)].map(([, name, value]) => [name, value])
  const defaults = parseEnv({}).NETWORK_FACTS as Record<string, Record<string, unknown>>
  const expected = networkFactNames.map((name) => {
    const [network = '', fact = ''] = name.split('.')
    return [name, JSON.stringify(defaults[network]?.[fact]).replaceAll('|', '\\|')]
  })
  expect(rows).toEqual(expected)
})
