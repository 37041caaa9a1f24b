import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getSlideInsights, getStoryAttribution } from '@/lib/slide-insights/contract'
import { createStory } from '@/lib/stories/contract'
import { linkCode } from '@/lib/tracking/code'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { unknownId } from '../stories/stories'

const shortOf = (storyId: string, channel: 'instagram' | 'threads', slide: number | null): string =>
  `${inject('productUrl')}/l/${linkCode(storyId, channel, slide)}`

/** Clicks by this many clients, each with its own address. */
async function click(url: string, people: number): Promise<void> {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
  for (let person = 0; person < people; person++) {
    const headers = { 'user-agent': agent, 'x-forwarded-for': randomUUID() }
    expect((await fetch(url, { redirect: 'manual', headers })).status).toBe(302)
  }
}

/** A carousel of a video and two images, two of them with links, as if published and read. */
async function aStoryWithMetrics({ api, projectId }: TestProject) {
  const slides = [
    { media_url: 'https://p.example/1.mp4', alt_text: 'A loaf', swipe_through_url: 'https://shop.example/1' },
    { media_url: 'https://p.example/2.jpg' },
    { media_url: 'https://p.example/3.jpg', swipe_through_url: 'https://shop.example/3' },
  ]
  const given = { caption: 'Three', channels: ['instagram' as const, 'threads' as const], slides }
  const { story } = await api.post(createStory, { ...given, destination_url: 'https://shop.example' })
  const db = database()
  const at = new Date('2026-01-02T03:04:05.000Z')
  await db
    .updateTable('stories')
    .set({ published_channels: ['instagram'] })
    .where('id', '=', story.id)
    .execute()
  const row = await db
    .updateTable('queue_items')
    .set({ status: 'posted', published_at: at, published_url: 'https://instagram.example/p/1' })
    .where('story_id', '=', story.id)
    .where('channel', '=', 'instagram')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('post_metrics')
    .values({
      queue_item_id: row.id,
      story_id: story.id,
      project_id: projectId,
      channel: 'instagram',
      published_at: at,
      impressions: 900,
      reach: 700,
      saves: 12,
      children: JSON.stringify([{ index: 0, views: 300, reach: 200, saved: 9 }]),
      as_of: at,
    })
    .execute()
  return story.id
}

test('slide insights combine tracked clicks with Instagram’s video metrics', async () => {
  const project = await aProject()
  const id = await aStoryWithMetrics(project)
  await click(shortOf(id, 'instagram', 0), 1)
  await click(shortOf(id, 'threads', 0), 2)
  await click(shortOf(id, 'instagram', 2), 6)
  await click(shortOf(id, 'instagram', null), 1)
  expect(await project.api.get(getSlideInsights, { id })).toEqual({
    story_id: id,
    format: 'carousel',
    channels: ['instagram', 'threads'],
    has_ig_per_child: true,
    total_clicks: 10,
    slides: [
      {
        slide_index: 0,
        media_url: 'https://p.example/1.mp4',
        media_type: 'video',
        alt_text: 'A loaf',
        swipe_through_url: 'https://shop.example/1',
        short_url: shortOf(id, 'instagram', 0),
        ig_views: 300,
        ig_reach: 200,
        ig_saved: 9,
        clicks: 3,
        click_share: 30,
        performance_score: 85,
      },
      {
        slide_index: 1,
        media_url: 'https://p.example/2.jpg',
        media_type: 'image',
        alt_text: null,
        swipe_through_url: null,
        short_url: null,
        ig_views: null,
        ig_reach: null,
        ig_saved: null,
        clicks: null,
        click_share: null,
        performance_score: null,
      },
      {
        slide_index: 2,
        media_url: 'https://p.example/3.jpg',
        media_type: 'image',
        alt_text: null,
        swipe_through_url: 'https://shop.example/3',
        short_url: shortOf(id, 'instagram', 2),
        ig_views: null,
        ig_reach: null,
        ig_saved: null,
        clicks: 6,
        click_share: 60,
        performance_score: 30,
      },
    ],
    best_slide: { slide_index: 0, by: 'saves', rationale: 'Slide 1 was saved 9 times.' },
    notes: [
      'Slides without their own link have no clicks.',
      'Instagram reports metrics for videos in a carousel, but not for images.',
    ],
  })
})

test('attribution gives saves and clicks per channel and slide, and null when there are none', async () => {
  const project = await aProject()
  const id = await aStoryWithMetrics(project)
  await click(shortOf(id, 'threads', 0), 1)
  await click(shortOf(id, 'threads', null), 3)
  const destination = (source: string) =>
    expect.stringMatching(`^https://shop\\.example\\?utm_source=${source}&utm_medium=carousel`)
  expect(await project.api.get(getStoryAttribution, { story_id: id })).toEqual({
    story_id: id,
    total_saves: 12,
    total_clicks: 4,
    total_tracked_clicks: 4,
    channels: [
      {
        channel: 'instagram',
        status: 'posted',
        published_at: '2026-01-02T03:04:05.000Z',
        published_url: 'https://instagram.example/p/1',
        short_url: shortOf(id, 'instagram', null),
        destination_url: destination('instagram'),
        impressions: 900,
        reach: 700,
        saves: 12,
        clicks: 0,
        network_clicks: null,
        tracked_clicks: 0,
        metrics_as_of: '2026-01-02T03:04:05.000Z',
      },
      {
        channel: 'threads',
        status: 'draft',
        published_at: null,
        published_url: null,
        short_url: shortOf(id, 'threads', null),
        destination_url: destination('threads'),
        impressions: null,
        reach: null,
        saves: null,
        clicks: 4,
        network_clicks: null,
        tracked_clicks: 4,
        metrics_as_of: null,
      },
    ],
    slide_attribution: [
      {
        slide_index: 0,
        media_url: 'https://p.example/1.mp4',
        swipe_through_url: 'https://shop.example/1',
        clicks: 1,
        click_share: 25,
        by_channel: [
          { channel: 'instagram', short_url: shortOf(id, 'instagram', 0), clicks: 0 },
          { channel: 'threads', short_url: shortOf(id, 'threads', 0), clicks: 1 },
        ],
      },
      {
        slide_index: 1,
        media_url: 'https://p.example/2.jpg',
        swipe_through_url: null,
        clicks: null,
        click_share: null,
        by_channel: [],
      },
      {
        slide_index: 2,
        media_url: 'https://p.example/3.jpg',
        swipe_through_url: 'https://shop.example/3',
        clicks: 0,
        click_share: 0,
        by_channel: [
          { channel: 'instagram', short_url: shortOf(id, 'instagram', 2), clicks: 0 },
          { channel: 'threads', short_url: shortOf(id, 'threads', 2), clicks: 0 },
        ],
      },
    ],
  })
})

test('clicks that the network reports too are not counted twice', async () => {
  const project = await aProject()
  const id = await aStoryWithMetrics(project)
  await database().updateTable('post_metrics').set({ network_clicks: 7 }).where('story_id', '=', id).execute()
  await click(shortOf(id, 'instagram', null), 2)
  const { channels, total_clicks } = await project.api.get(getStoryAttribution, { story_id: id })
  expect(channels[0]).toMatchObject({ clicks: 7, network_clicks: 7, tracked_clicks: 2 })
  expect(total_clicks).toBe(7)
})

test('says so when a story has no slides or links', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, { caption: 'Words', channels: ['x'] })
  expect(await api.get(getSlideInsights, { id: story.id })).toEqual({
    story_id: story.id,
    format: 'single',
    channels: ['x'],
    has_ig_per_child: false,
    total_clicks: null,
    slides: [],
    best_slide: { slide_index: null, by: null, rationale: 'No slide has been saved, seen or clicked yet.' },
    notes: ['This story has no slides.', 'This story is not published yet.'],
  })
  const attribution = await api.get(getStoryAttribution, { story_id: story.id })
  expect(attribution).toMatchObject({ total_saves: null, total_clicks: null, slide_attribution: [] })
})

test('require the analytics scope and the caller’s own project', async () => {
  const [mine, other] = [await aProject(), await aProject()]
  const id = await aStoryWithMetrics(mine)
  const reader = await mine.withToken({ scopes: ['analytics:read'] })
  await reader.get(getSlideInsights, { id })
  const poster = await mine.withToken({ scopes: ['stories:read'] })
  expect((await poster.refused(getSlideInsights, { id })).error.code).toBe('insufficient_scope')
  for (const missing of [unknownId, id]) {
    expect(await other.api.refused(getSlideInsights, { id: missing })).toMatchObject({ error: { code: 'not_found' } })
    expect(await other.api.refused(getStoryAttribution, { story_id: missing })).toMatchObject({ status: 404 })
  }
  expect((await reader.refused(getStoryAttribution, {})).error.issues).toMatchObject([{ path: 'story_id' }])
})
