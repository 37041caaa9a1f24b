import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import { clicksOf } from '@/lib/tracking/clicks'
import { linkCode, shortUrl } from '@/lib/tracking/code'
import { aProject } from '@/tests/support/api/api'
import {
  aDueStory,
  newText,
  postsOf,
  publishOnce,
  publishUntilSettled,
  sampleImage,
} from '@/tests/support/publishing/publishing'

const linksOf = (storyId: string) =>
  database().selectFrom('tracked_links').selectAll().where('story_id', '=', storyId).orderBy('channel').execute()

test('every network gets the link of its preview, with its own tracking values', async () => {
  const project = await aProject()
  const accounts = await project.connect(...channelIds)
  const board = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]
  const { story } = await project.api.post(createStory, {
    title: 'Bread',
    caption: `Buy it at {{link}} today. ${newText()}`,
    channels: [...channelIds],
    media_url: sampleImage(),
    destination_url: 'https://shop.example/bread?a=1&b=2',
    utm_campaign: 'spring',
    channel_overrides: { pinterest: { board_id: board?.id ?? '' } },
    scheduled_at: new Date().toISOString(),
  } as never)
  const { channels } = await project.api.get(previewStory, { id: story.id })
  const before = await linksOf(story.id)
  await publishUntilSettled(story.id)
  for (const account of accounts) {
    const { network } = account
    const link = shortUrl(linkCode(story.id, network, null))
    const shown = channels[network]
    expect(shown?.tracked_link).toMatchObject({ short_url: link, is_placeholder: false })
    expect(shown?.text).toContain(`Buy it at ${link} today.`)
    const [post] = await postsOf(account)
    expect({ network, text: post?.text }).toEqual({ network, text: shown?.text })
    if (network === 'pinterest') expect(post?.link).toBe(link)
  }
  const stored = await linksOf(story.id)
  // Publishing does not change them.
  expect(stored).toEqual(before)
  const sources = stored.map(({ channel, destination }) => [
    channel,
    new URL(destination).searchParams.get('utm_source'),
  ])
  expect(sources).toEqual([...channelIds].sort().map((channel) => [channel, channel === 'x' ? 'twitter' : channel]))
  expect(stored.map(({ channel, destination }) => [channel, destination])).toEqual(
    [...channelIds].sort().map((channel) => [channel, channels[channel]?.tracked_link?.destination_url]),
  )
})

test('a text post on Facebook, LinkedIn and Threads has a link card', async () => {
  const project = await aProject()
  const accounts = await project.connect('facebook', 'linkedin', 'threads')
  const { story } = await project.api.post(createStory, {
    caption: newText(),
    channels: accounts.map(({ network }) => network),
    destination_url: 'https://shop.example/bread',
    scheduled_at: new Date().toISOString(),
  } as never)
  await publishUntilSettled(story.id)
  for (const account of accounts) {
    const [post] = await postsOf(account)
    expect([account.network, post?.link]).toEqual([
      account.network,
      shortUrl(linkCode(story.id, account.network, null)),
    ])
  }
})

test('a row without links gets them before its post is public', async () => {
  const { storyId, itemId, account, project } = await aDueStory(['threads'])
  await database()
    .updateTable('stories')
    .set({ destination_url: 'https://shop.example/late' })
    .where('id', '=', storyId)
    .execute()
  expect(await publishOnce(itemId)).toBe('posted')
  const [link] = await linksOf(storyId)
  expect(link).toMatchObject({ code: linkCode(storyId, 'threads', null), project_id: project.projectId })
  expect(link?.destination).toMatch(/^https:\/\/shop\.example\/late\?utm_source=threads/)
  expect((await postsOf(account))[0]?.link).toBe(shortUrl(link?.code ?? ''))
})

test('unfilled double braces are not published', async () => {
  const { itemId, account } = await aDueStory(['threads'], { caption: `Go: {{link}} ${newText()}` })
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await postsOf(account)).toEqual([])
})

test('clicks are summed per queue item, including slides; a post without links has none', async () => {
  const { storyId, itemIds, project } = await aDueStory(['x', 'threads'])
  const db = database()
  const rows = [
    { code: linkCode(storyId, 'x', null), channel: 'x', slide_index: null },
    { code: linkCode(storyId, 'x', 0), channel: 'x', slide_index: 0 },
  ] as const
  const common = { project_id: project.projectId, story_id: storyId, destination: 'https://shop.example' }
  await db
    .insertInto('tracked_links')
    .values(rows.map((row) => ({ ...row, ...common })))
    .execute()
  const ids = Object.values(itemIds)
  expect(await clicksOf(db, project.projectId, ids)).toEqual(new Map([[itemIds.x, 0]]))
  const days = rows.flatMap(({ code }) =>
    ['2026-01-01', '2026-01-02'].map((day) => ({ code, day, clicks: 3, repeats: 5, bots: 7 })),
  )
  await db.insertInto('link_click_days').values(days).execute()
  expect(await clicksOf(db, project.projectId, ids)).toEqual(new Map([[itemIds.x, 12]]))
  const other = await aProject()
  expect(await clicksOf(db, other.projectId, ids)).toEqual(new Map())
})
