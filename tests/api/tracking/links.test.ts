import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getStoryAttribution } from '@/lib/slide-insights/contract'
import { createStory, deleteStory, editStory, getStory, publishStory, scheduleStory } from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import { linkCode } from '@/lib/tracking/code'
import { forgetClicks } from '@/lib/tracking/record-click'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { inHours } from '../stories/stories'

const timed = { scheduled_at: inHours(1), connection_check: 'skip' as const }

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

type Asked = { from?: string; agent?: string; method?: string; headers?: Record<string, string> }

/** Requests a link as a client with its own address, without following the redirect. */
const follow = (url: string, { from = randomUUID(), agent = firefox, method = 'GET', headers = {} }: Asked = {}) =>
  fetch(url, { method, redirect: 'manual', headers: { 'user-agent': agent, 'x-forwarded-for': from, ...headers } })

async function aLinkedStory({ api }: TestProject, members: object = {}) {
  const given = { caption: 'Go: {{link}}', channels: ['x' as const], destination_url: 'https://shop.example/bread' }
  const { story } = await api.post(createStory, { ...given, connection_check: 'skip', ...members })
  const { channels } = await api.get(previewStory, { id: story.id })
  return { story, link: channels.x?.tracked_link?.short_url ?? '' }
}

const countsOf = async (code: string) =>
  database().selectFrom('link_click_days').select(['clicks', 'repeats', 'bots']).where('code', '=', code).execute()
const codeOf = (link: string): string => link.slice(-10)

const letSecondsPass = (link: string, seconds: number) =>
  sql`update link_clicks set clicked_at = clicked_at - make_interval(secs => ${seconds})
    where code = ${codeOf(link)}`.execute(database())

test('redirects to the destination with its tracking values, uncached', async () => {
  const { link } = await aLinkedStory(await aProject(), {
    destination_url: 'https://shop.example/bread?a=1+2#top',
    utm_campaign: 'spring sale',
  })
  expect(link).toMatch(new RegExp(`^${inject('productUrl')}/l/[0-9A-Za-z]{10}$`))
  const answer = await follow(link)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(
    /^https:\/\/shop\.example\/bread\?a=1\+2&utm_source=twitter&utm_medium=post&utm_campaign=spring%20sale&utm_content=[\d-]+#top$/,
  )
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
})

test('counts a client once a minute, and each client separately', async () => {
  const { link } = await aLinkedStory(await aProject())
  const [ann, ben] = [randomUUID(), randomUUID()]
  for (const from of [ann, ann, ben, ann]) expect((await follow(link, { from })).status).toBe(302)
  // The same address with another browser is another client.
  await follow(link, { from: ann, agent: firefox.replaceAll('133', '132') })
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 3, repeats: 2, bots: 0 }])
  await letSecondsPass(link, 40)
  await follow(link, { from: ann })
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 3, repeats: 3, bots: 0 }])
  await letSecondsPass(link, 21)
  await follow(link, { from: ann })
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 4, repeats: 3, bots: 0 }])
})

test('fifty concurrent clicks count once for one client, and fifty times for fifty clients', async () => {
  const { link } = await aLinkedStory(await aProject())
  const from = randomUUID()
  await Promise.all(Array.from({ length: 50 }, () => follow(link, { from })))
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 1, repeats: 49, bots: 0 }])
  await Promise.all(Array.from({ length: 50 }, () => follow(link)))
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 51, repeats: 49, bots: 0 }])
})

test('bots are redirected and counted separately; HEAD and prefetches are not counted', async () => {
  const { link } = await aLinkedStory(await aProject())
  for (const agent of ['facebookexternalhit/1.1', 'LinkedInBot/1.0', 'Twitterbot/1.0', 'curl/8.5.0', '']) {
    expect((await follow(link, { agent })).status).toBe(302)
  }
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 0, repeats: 0, bots: 5 }])
  expect((await follow(link, { method: 'HEAD' })).headers.get('location')).toMatch(/^https:\/\/shop\.example/)
  await follow(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })
  await follow(link, { headers: { purpose: 'prefetch' } })
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 0, repeats: 0, bots: 5 }])
})

test.each(['zzzzzzzzzz', 'short', 'aaaaaaaaaaaaaaaaaaaaa', '%2e%2e%2fetc', 'https:%2f%2fevil.example', '0000000000'])(
  '/l/%s is a 404 page without a redirect',
  async (code) => {
    const answer = await follow(`${inject('productUrl')}/l/${code}?url=https://evil.example`)
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await answer.text()
    // The page has its own styles, so it must support dark mode itself.
    for (const text of ['Link not found', 'Storycast', 'href="/"', 'light-dark(', 'color-scheme:light dark']) {
      expect(page).toContain(text)
    }
  },
)

test('the link of an unpublished story follows its destination and keeps its code', async () => {
  const project = await aProject()
  const { api } = project
  const { story, link } = await aLinkedStory(project)
  await follow(link)
  await api.patch(editStory, { id: story.id, destination_url: 'https://shop.example/rolls' })
  expect((await follow(link)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/rolls\?utm_source=twitter/)
  await api.post(scheduleStory, { id: story.id, scheduled_at: inHours(24), connection_check: 'skip' })
  const { channels } = await api.get(previewStory, { id: story.id })
  expect(channels.x?.tracked_link?.short_url).toBe(link)
  expect((await follow(link)).headers.get('location')).toBe(channels.x?.tracked_link?.destination_url)
  // Earlier clicks still count.
  expect(await countsOf(codeOf(link))).toMatchObject([{ clicks: 3 }])
  const more = { id: story.id, connection_check: 'skip' as const }
  await api.patch(editStory, { ...more, caption: 'Nowhere to go', destination_url: null })
  expect((await follow(link)).status).toBe(404)
  await api.patch(editStory, { ...more, caption: 'Back: {{link}}', destination_url: 'https://shop.example/back' })
  expect((await follow(link)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/back/)
})

test('deleting a draft or removing a channel deletes its links', async () => {
  const project = await aProject()
  const { story, link } = await aLinkedStory(project, { channels: ['x', 'threads'] })
  await project.api.patch(editStory, { id: story.id, channels: ['threads'] })
  expect((await follow(link)).status).toBe(404)
  const other = link.replace(codeOf(link), linkCode(story.id, 'threads', null))
  expect((await follow(other)).status).toBe(302)
  await project.api.delete(deleteStory, { id: story.id })
  expect((await follow(other)).status).toBe(404)
})

test('each slide with a link gets a tracked one, shown in the story and its preview', async () => {
  const { api } = await aProject()
  const slides = [
    { media_url: 'https://p.example/1.jpg', swipe_through_url: 'https://shop.example/1' },
    { media_url: 'https://p.example/2.jpg' },
  ]
  const { story } = await api.post(createStory, { caption: 'Two', channels: ['instagram', 'facebook'], slides })
  const shown = await api.get(getStory, { id: story.id })
  const { channels } = await api.get(previewStory, { id: story.id })
  expect(shown.slides.map(({ short_url }) => short_url)).toEqual([expect.stringMatching(/\/l\/\w{10}$/), undefined])
  expect(channels.instagram?.media.map(({ short_url }) => short_url)).toEqual([shown.slides[0]?.short_url, null])
  const facebook = channels.facebook?.media[0]?.short_url ?? ''
  expect(facebook).not.toBe(shown.slides[0]?.short_url)
  expect((await follow(facebook)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/1\?utm_source=facebook/)
})

test('refuses {{link}} without a destination where it is written, saying what to do', async () => {
  const { api } = await aProject()
  const story = {
    caption: 'Words',
    channels: ['x' as const, 'threads' as const],
    channel_overrides: { threads: { caption: '{{ Link }}' } },
  }
  const missing = {
    code: 'link_missing',
    channel: 'threads',
    message:
      '{{ Link }} is the tracked link, but this story has no link. Add a link (destination_url), or remove {{ Link }}.',
  }
  const { warnings } = await api.post(createStory, story)
  expect(warnings).toEqual([{ ...missing, field: 'channel_overrides.threads.caption' }])
  const { error } = await api.refused(createStory, { ...story, ...timed })
  expect(error.issues).toEqual([{ ...missing, path: 'channel_overrides.threads.caption' }])
})

test('an unknown variable is plain text with a warning, and never refused', async () => {
  const { api } = await aProject()
  const warning = {
    channel: 'x',
    field: 'caption',
    code: 'unknown_variable',
    message: '{{lnik}} is not a variable, so it is posted as written. The only variable is {{link}}.',
  }
  const body = { caption: 'Go: {{lnik}}', channels: ['x' as const] }
  const { story, warnings } = await api.post(createStory, body)
  expect(warnings).toEqual([warning])
  const scheduled = await api.post(createStory, { ...body, ...timed })
  expect(scheduled.warnings).toEqual([warning])
  const { id } = story
  expect((await api.patch(editStory, { id, title: 'A title' })).warnings).toEqual([warning])
  const { channels } = await api.get(previewStory, { id })
  expect(channels.x).toMatchObject({ text: 'Go: {{lnik}}', warnings: [warning] })
  expect((await api.post(publishStory, { id, connection_check: 'skip' })).warnings).toEqual([warning])
})

test('the length of a text includes its final links', async () => {
  const { api } = await aProject()
  const link = `${inject('productUrl')}/l/${'0'.repeat(10)}`
  const fits = { channels: ['threads' as const], destination_url: 'https://shop.example' }
  const room = 500 - link.length
  await api.post(createStory, { ...fits, caption: `${'a'.repeat(room - 1)} {{link}}` })
  const { error } = await api.refused(createStory, { ...fits, ...timed, caption: `${'a'.repeat(room)} {{link}}` })
  expect(error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
})

test('stores no addresses, and deletes client hashes', async () => {
  const { link } = await aLinkedStory(await aProject())
  const from = '203.0.113.77'
  await follow(link, { from })
  const clientsOf = () => database().selectFrom('link_clicks').selectAll().where('code', '=', codeOf(link)).execute()
  // A client is known for the minute in which further clicks are repeats.
  await letSecondsPass(link, 59)
  await forgetClicks(database())
  const clicks = await clientsOf()
  expect(clicks).toHaveLength(1)
  expect(Buffer.from(clicks[0]?.client ?? '').toString('latin1')).not.toContain(from)
  await letSecondsPass(link, 120)
  await database()
    .insertInto('click_salts')
    .values({ day: '2020-01-01', salt: Buffer.from('old') })
    .execute()
  await forgetClicks(database())
  expect(await clientsOf()).toEqual([])
  const salts = await database().selectFrom('click_salts').select('day').execute()
  expect(salts).toHaveLength(1)
  expect(await countsOf(codeOf(link))).toEqual([{ clicks: 1, repeats: 0, bots: 0 }])
})

test('404 for another project’s clicks', async () => {
  const [mine, other] = [await aProject(), await aProject()]
  const { story, link } = await aLinkedStory(mine)
  await follow(link)
  expect((await mine.api.get(getStoryAttribution, { story_id: story.id })).total_tracked_clicks).toBe(1)
  expect((await other.api.refused(getStoryAttribution, { story_id: story.id })).status).toBe(404)
})
