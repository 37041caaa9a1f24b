import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import {
  bulkCreateStories,
  createStory,
  editStory,
  getStory,
  listStories,
  publishStory,
  scheduleStory,
} from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { eventsOf } from '@/tests/support/publishing/publishing'
import { images, inHours } from './stories'

describe('a story without a time', () => {
  test('is a draft with draft rows, and needs no connection', async () => {
    const { api, projectId } = await aProject()
    const made = await api.post(createStory, { caption: 'Fresh bread' })
    expect(made.story).toMatchObject({
      project_id: projectId,
      caption: 'Fresh bread',
      channels: ['instagram'],
      status: 'draft',
      scheduled_at: null,
      post_type: 'single',
    })
    expect(made.enqueue).toEqual({ enqueued: [], skipped: [{ channel: 'instagram', reason: 'draft' }] })
    expect(made.links).toEqual({
      dashboard_url: `${api.baseUrl}/${projectId}/stories/${made.story.id}`,
      preview_url: `${api.baseUrl}/api/v1/stories/${made.story.id}/preview`,
    })
    const stored = await api.get(getStory, { id: made.story.id })
    expect(stored.content_queue).toMatchObject([{ channel: 'instagram', status: 'draft', scheduled_at: null }])
    expect(await eventsOf(projectId)).toEqual([])
  })

  const unpostable = {
    caption: `${'a'.repeat(290)} {{link}} {{lnik}}`,
    channels: ['instagram' as const, 'x' as const, 'pinterest' as const],
    channel_overrides: {
      instagram: { caption: 'Short' },
      pinterest: { caption: 'Short', media_urls: ['https://images.example/1.jpg'] },
      x: { post_type: 'story' as const, media_urls: ['https://images.example/1.jpg'] },
    },
  }

  test('is saved with warnings for all that its channels would refuse, and refused with a time', async () => {
    const { api } = await aProject()
    const made = await api.post(createStory, unpostable)
    const blocking = [
      { channel: 'instagram', field: 'media_urls', code: 'media_required' },
      { channel: 'x', field: 'channel_overrides.x.post_type', code: 'unsupported' },
      { channel: 'x', field: 'caption', code: 'channel_limit' },
      { channel: 'x', field: 'caption', code: 'link_missing' },
      { channel: 'pinterest', field: 'channel_overrides.pinterest.board_id', code: 'no_board' },
    ]
    const note = { channel: 'x', field: 'caption', code: 'unknown_variable' }
    const found = [...blocking.slice(0, 4), note, ...blocking.slice(4)]
    const without = ({ channel, field, code }: (typeof made.warnings)[number]) => ({ channel, field, code })
    expect(made.warnings.map(without)).toEqual(found)
    expect(made.warnings.find(({ code }) => code === 'channel_limit')?.message).toMatch(/Remove/)
    expect((await api.get(getStory, { id: made.story.id })).warnings).toEqual(made.warnings)

    const issues = blocking.map(({ field, ...rest }) => ({ path: field, ...rest }))
    const timed = { ...unpostable, scheduled_at: inHours(1), connection_check: 'skip' as const }
    const id = made.story.id
    const refusals = [
      await api.refused(createStory, timed),
      await api.refused(scheduleStory, { id, scheduled_at: inHours(1), connection_check: 'skip' }),
      await api.refused(publishStory, { id, connection_check: 'skip' }),
      await api.refused(editStory, { id, scheduled_at: inHours(1), connection_check: 'skip' }),
    ]
    for (const { status, error } of refusals) {
      expect([status, error.code]).toEqual([400, 'validation_error'])
      expect(error.issues).toMatchObject(issues)
    }
    const { errors } = await api.post(bulkCreateStories, { stories: [timed] })
    expect(errors).toMatchObject([{ index: 0, code: 'validation_error', issues }])
    expect((await api.get(listStories, {})).stories).toMatchObject([{ id, status: 'draft' }])
  })

  test('an edited draft is saved with warnings too', async () => {
    const { api } = await aProject()
    const { story } = await api.post(createStory, { caption: 'Short', channels: ['x'] })
    const { warnings } = await api.patch(editStory, { id: story.id, caption: 'a'.repeat(281) })
    expect(warnings).toMatchObject([{ channel: 'x', field: 'caption', code: 'channel_limit' }])
    expect((await api.get(getStory, { id: story.id })).caption).toHaveLength(281)
  })

  test('is saved with a title that is too long for Ghost', async () => {
    const { api } = await aProject()
    const title = 't'.repeat(256)
    const body = { caption: 'A', channels: ['ghost' as const], channel_overrides: { ghost: { title } } }
    const { warnings } = await api.post(createStory, body)
    expect(warnings).toMatchObject([
      { channel: 'ghost', field: 'channel_overrides.ghost.title', code: 'channel_limit' },
    ])
  })

  test.each([
    ['a Pinterest carousel of one slide', ['pinterest', 'x'], 'carousel', 1, [['pinterest', /Pinterest.*2 to 5.*1\./]]],
    [
      'a carousel that no channel supports',
      ['instagram', 'linkedin'],
      'carousel',
      1,
      [
        ['instagram', /Instagram.*2 to 10.*1\./],
        ['linkedin', /LinkedIn.*2 to 20.*1\./],
      ],
    ],
  ])('is refused with %s', async (_, channels, post_type, count, expected) => {
    const { api } = await aProject()
    const body = { caption: 'A', channels, post_type, slides: images(count) }
    const { error } = await api.refused(createStory, body as never)
    expect(error.issues).toEqual(
      expected.map(([channel, message]) => ({
        path: 'slides',
        code: 'carousel_size',
        channel,
        message: expect.stringMatching(message as RegExp),
      })),
    )
  })
})

describe('a story with a time', () => {
  test('is scheduled with approved rows, and its event commits with it', async () => {
    const { api, projectId } = await aProject()
    const at = inHours(2)
    const made = await api.post(createStory, {
      caption: 'Soon',
      channels: ['x', 'linkedin'],
      scheduledAt: at,
      destination_url: 'https://shop.example/bread',
      utm_campaign: 'spring',
      connection_check: 'skip',
    })
    expect(made.story).toMatchObject({ status: 'scheduled', scheduled_at: at })
    expect(made.enqueue).toEqual({ enqueued: ['x', 'linkedin'], skipped: [] })
    const { content_queue } = await api.get(getStory, { id: made.story.id })
    expect(content_queue).toMatchObject([
      {
        channel: 'x',
        status: 'approved',
        scheduled_at: at,
        utm: { source: 'twitter', medium: 'post', campaign: 'spring' },
      },
      {
        channel: 'linkedin',
        status: 'approved',
        destination_url: 'https://shop.example/bread',
        utm: { source: 'linkedin' },
      },
    ])
    expect(await eventsOf(projectId)).toEqual(['story.scheduled'])
  })

  test('awaits review where the project requires one, and is not announced yet', async () => {
    const { api, projectId } = await aProject({ requireApproval: true })
    const made = await api.post(createStory, {
      caption: 'Check me',
      channels: ['x'],
      scheduled_at: inHours(1),
      connection_check: 'skip',
    })
    expect(made.story.status).toBe('scheduled')
    expect(made.enqueue).toEqual({ enqueued: [], skipped: [{ channel: 'x', reason: 'awaiting_approval' }] })
    expect(await eventsOf(projectId)).toEqual([])
  })

  test('resolves a local time in its zone, or in the project’s', async () => {
    const { api } = await aProject({ timezone: 'Europe/Berlin' })
    const common = { caption: 'Morning', channels: ['x' as const], connection_check: 'skip' as const }
    const own = await api.post(createStory, {
      ...common,
      scheduled_at_local: '2031-01-15T09:00',
      timezone: 'America/New_York',
    })
    expect(own.story.scheduled_at).toBe('2031-01-15T14:00:00.000Z')
    const fallback = await api.post(createStory, { ...common, scheduled_at_local: '2031-01-15T09:00' })
    expect(fallback.story.scheduled_at).toBe('2031-01-15T08:00:00.000Z')
  })

  test('is published at once up to five minutes late, and refused later', async () => {
    const { api } = await aProject()
    const common = { caption: 'Now', channels: ['x' as const], connection_check: 'skip' as const }
    const at = inHours(-4 / 60)
    expect((await api.post(createStory, { ...common, scheduled_at: at })).story).toMatchObject({
      status: 'scheduled',
      scheduled_at: at,
    })
    const refused = await api.refused(createStory, { ...common, scheduled_at: inHours(-6 / 60) })
    expect(refused.error.issues).toMatchObject([{ path: 'scheduled_at', code: 'in_the_past' }])
  })
})

describe('refuses', () => {
  test.each([
    ['a misspelled member', { schedule_at: '2031-01-01T00:00:00Z' }, 'schedule_at', 'unknown_member'],
    ['a time without offset', { scheduled_at: '2031-01-01T00:00:00' }, 'scheduled_at', 'invalid_format'],
    [
      'a local time without a zone',
      { channels: ['x'], scheduled_at_local: '2031-01-01T00:00' },
      'timezone',
      'required',
    ],
    [
      'an unknown zone',
      { channels: ['x'], scheduled_at_local: '2031-01-01T00:00', timezone: '+02:00' },
      'timezone',
      'unknown_timezone',
    ],
    ['a repeated channel', { channels: ['x', 'x'] }, 'channels.1', 'repeated'],
    [
      'an override for another channel',
      { channels: ['x'], channel_overrides: { ghost: {} } },
      'channel_overrides.ghost',
      'invalid',
    ],
    ['an expired pin', { pin_to_grid: true, pin_until_at: '2020-01-01T00:00:00Z' }, 'pin_until_at', 'in_the_past'],
    [
      'a permanent pin with an end',
      { pin_to_grid: { pin: true, until: '9998-12-31T23:59:59Z' } },
      'pin_to_grid.until',
      'too_far',
    ],
    ['an end without a pin', { pin_until_at: '2031-01-01T00:00:00Z' }, 'pin_until_at', 'invalid'],
    ['conflicting media', { media_url: 'https://a.example/1.jpg', slides: images(1) }, 'media_url', 'invalid'],
    ['a single post with two images', { post_type: 'single', slides: images(2) }, 'post_type', 'invalid'],
    ['a URL that is not http', { media_url: 'ftp://a.example/1.jpg' }, 'media_url', 'invalid_format'],
    ['a blank caption', { caption: '  ' }, 'caption', 'invalid'],
    ['an unknown template', { template_id: '018f0000-0000-7000-8000-000000000000' }, 'template_id', 'not_found'],
  ])('%s', async (_, members, path, code) => {
    const { api } = await aProject()
    const refused = await api.refused(createStory, { caption: 'A caption', ...members })
    expect(refused.status).toBe(400)
    expect(refused.error.issues).toMatchObject([{ path, code }])
    expect((await api.get(listStories, {})).stories).toEqual([])
  })

  test('with all issues, not only the first', async () => {
    const { api } = await aProject()
    const { error } = await api.refused(createStory, { channels: ['myspace'], title: 7, oops: 1 })
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(['caption', 'channels.0', 'oops', 'title'])
  })

  test('a text that is too long for a network, at the member that has it', async () => {
    const { api } = await aProject()
    const long = 'a'.repeat(281)
    const timed = { scheduled_at: inHours(1), connection_check: 'skip' as const }
    const { error } = await api.refused(createStory, {
      ...timed,
      caption: long,
      channels: ['x', 'threads'],
      channel_overrides: { threads: { caption: 'b'.repeat(501) } },
    })
    expect(error).toMatchObject({
      code: 'validation_error',
      issues: [
        { path: 'caption', code: 'channel_limit', channel: 'x' },
        { path: 'channel_overrides.threads.caption', code: 'channel_limit', channel: 'threads' },
      ],
    })
    const override = { channel_overrides: { x: { caption: 'short' } } }
    await api.post(createStory, { ...timed, caption: long, channels: ['x'], ...override })
  })

  test('a carousel that is too long, unless the channel’s override fits', async () => {
    const { api } = await aProject()
    const timed = { scheduled_at: inHours(1), connection_check: 'skip' as const }
    const story = { ...timed, caption: 'Many', channels: ['instagram' as const, 'x' as const], slides: images(5) }
    const { error } = await api.refused(createStory, story)
    expect(error.issues).toMatchObject([{ path: 'slides', code: 'carousel_size', channel: 'x' }])
    expect(error.issues?.[0]?.message).toMatch(/X.*4.*5/)
    const urls = images(2).map(({ media_url }) => media_url)
    await api.post(createStory, { ...story, channel_overrides: { x: { media_urls: urls } } })
    // Sending the same value twice is allowed.
    await api.post(createStory, { ...story, channel_overrides: { x: { media_urls: urls, slides: images(2) } } })
  })

  test('a channel without a connection; warn adds a warning with the preflight, skip does not', async () => {
    const { api } = await aProject()
    const story = { caption: 'Go', channels: ['x' as const, 'linkedin' as const], scheduled_at: inHours(1) }
    const { status, error } = await api.refused(createStory, story)
    const preflight = {
      ok: false,
      available: [],
      missing: ['x', 'linkedin'],
      expired: [],
      reasons: { x: 'missing_connection', linkedin: 'missing_connection' },
    }
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'missing_connection', preflight })
    const warned = await api.post(createStory, { ...story, connection_check: 'warn' })
    expect(warned.warnings).toMatchObject([{ channel: null, field: 'channels', code: 'missing_connection', preflight }])
    expect((await api.post(createStory, { ...story, connection_check: 'skip' })).warnings).toEqual([])
  })
})

test('a pin without a board is refused when Pinterest is connected; otherwise the missing account is reported', async () => {
  const project = await aProject()
  const { api } = project
  const pin = { caption: 'A', channels: ['pinterest' as const], media_url: 'https://images.example/1.jpg' }
  const timed = { ...pin, scheduled_at: inHours(1) }
  expect((await api.refused(createStory, timed)).error.code).toBe('missing_connection')
  await project.connect('pinterest')
  const { error } = await api.refused(createStory, timed)
  expect(error.issues).toMatchObject([
    { path: 'channel_overrides.pinterest.board_id', code: 'no_board', channel: 'pinterest' },
  ])
  await database()
    .updateTable('social_connections')
    .set({ metadata: JSON.stringify({ default_board_id: '1' }) })
    .where('project_id', '=', project.projectId)
    .execute()
  expect((await api.post(createStory, timed)).story.status).toBe('scheduled')
})

test('cuts slides over Pinterest’s five with a warning', async () => {
  const { api } = await aProject()
  const made = await api.post(createStory, { caption: 'Seven', channels: ['pinterest'], slides: images(7) })
  expect(made.warnings).toMatchObject([
    { channel: 'pinterest', field: 'slides', code: 'slides_cut' },
    { channel: 'pinterest', code: 'no_board' },
  ])
})

test('an Idempotency-Key creates one story from two equal requests', async () => {
  const { api } = await aProject()
  const headers = { 'idempotency-key': 'once' }
  const first = await api.post(createStory, { caption: 'Once' }, headers)
  const second = await api.post(createStory, { caption: 'Once' }, headers)
  expect(second).toEqual(first)
  expect((await api.get(listStories, {})).stories).toHaveLength(1)
})

test('an account token must name a project', async () => {
  const { withToken, projectId } = await aProject()
  const api = await withToken({ isAccount: true })
  const { error } = await api.refused(createStory, { caption: 'Where?' })
  expect(error.issues).toMatchObject([{ path: 'project_id', code: 'required' }])
  expect((await api.post(createStory, { caption: 'Here', projectId })).story.project_id).toBe(projectId)
})

test('another tenant’s project gets the same response as a missing one', async () => {
  const mine = await aProject()
  const theirs = await aProject()
  const missing = '018f0000-0000-7000-8000-000000000000'
  const [other, unknown] = await Promise.all(
    [theirs.projectId, missing].map((project_id) => mine.api.refused(createStory, { caption: 'Mine?', project_id })),
  )
  expect(other).toMatchObject({ status: 404, error: { code: 'not_found' } })
  expect(other?.error).toEqual(unknown?.error)
})
