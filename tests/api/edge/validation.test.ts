import { describe, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { bulkReschedule, listQueue } from '@/lib/queue/contract'
import { bulkCreateStories, createStory, editStory, getStory, listStories, scheduleStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { aStory, images, inHours, unknownId } from '../stories/stories'

/** One response lists all malformed members. If there are none, one response lists all broken rules. */

const past = '2020-01-01T00:00:00.000Z'
const inThePast = {
  path: 'scheduled_at',
  code: 'in_the_past',
  message: `is in the past (${past}). The last 5 minutes are accepted and publish at once.`,
}
const notText = (path: string) => ({
  path,
  code: 'invalid_type',
  message: 'must be text',
})
const overrideIssue = {
  path: 'channel_overrides.ghost',
  code: 'invalid',
  message: 'ghost is not a channel of this story.',
  channel: 'ghost',
}
const tooLong = {
  path: 'caption',
  code: 'channel_limit',
  message: "The text has 290 characters (X's count). The limit is 280. Remove 10.",
  channel: 'x',
}
const carousel = {
  path: 'slides',
  code: 'carousel_size',
  message: 'A carousel on X has 1 to 4 items, but this one has 5. Remove 1.',
  channel: 'x',
}

/** A past time, an override for another channel, a long caption and too many slides. */
const invalidStory = {
  caption: 'a'.repeat(290),
  channels: ['x'],
  slides: images(5),
  channel_overrides: { ghost: {} },
  scheduled_at: past,
}

describe('all issues in one response', () => {
  test('of a create', async () => {
    const { api } = await aProject()
    const { status, error } = await api.refused(createStory, invalidStory)
    expect([status, error]).toEqual([
      400,
      {
        code: 'validation_error',
        message: `${overrideIssue.path}: ${overrideIssue.message} (and 3 more)`,
        issues: [overrideIssue, inThePast, tooLong, carousel],
      },
    ])
    const malformed = await api.refused(createStory, { ...invalidStory, title: 7, utm_term: 7 })
    expect(malformed.error.issues).toEqual([notText('title'), notText('utm_term')])
    expect((await api.get(listStories, {})).stories).toEqual([])
  })

  test('of a create with a missing project or another tenant’s', async () => {
    const mine = await aProject()
    const theirs = await aProject()
    const api = await mine.withToken({ isAccount: true })
    const unnamed = {
      path: 'project_id',
      code: 'required',
      message: 'Add project_id: this token is not limited to one project.',
    }
    const wrong = { caption: 'a', channels: ['x'], scheduled_at: past }
    expect((await api.refused(createStory, wrong)).error.issues).toEqual([unnamed, inThePast])
    // The time zone is not required, because the unknown project may have one.
    const local = { caption: 'a', channels: ['x'], scheduled_at_local: '2031-01-01T09:00' }
    expect((await api.refused(createStory, local)).error.issues).toEqual([unnamed])
    const other = { ...wrong, project_id: theirs.projectId }
    expect((await api.refused(createStory, other)).error.code).toBe('not_found')
  })

  test('of an edit, checked against the stored story', async () => {
    const project = await aProject()
    const { id } = await aStory(project, { channels: ['x'] })
    const { channels: _, ...edit } = invalidStory
    const { error } = await project.api.refused(editStory, { id, ...edit })
    expect(error.issues).toEqual([overrideIssue, inThePast, tooLong, carousel])
    const another = await aProject()
    expect((await another.api.refused(editStory, { id, ...edit })).error.code).toBe('not_found')
    expect(await project.api.get(getStory, { id })).toMatchObject({ caption: 'Fresh bread', title: null })
  })

  test('of a schedule', async () => {
    const project = await aProject()
    const { id } = await aStory(project, { channels: ['x'] })
    const wrong = { id, scheduled_at: past, timezone: 'Mars/Olympus' }
    const unknown = {
      path: 'schedule_at',
      code: 'unknown_member',
      message: 'Unknown member. Check the spelling.',
    }
    const zone = {
      path: 'timezone',
      code: 'unknown_timezone',
      message: 'There is no time zone called Mars/Olympus. Use an IANA name, e.g. Europe/Berlin.',
    }
    expect((await project.api.refused(scheduleStory, wrong)).error.issues).toEqual([zone, inThePast])
    const misspelt = { ...wrong, schedule_at: past }
    expect((await project.api.refused(scheduleStory, misspelt)).error.issues).toEqual([unknown])
    const malformed = { id, scheduled_at: 'soon', lint_check: 'no' }
    expect((await project.api.refused(scheduleStory, malformed)).error.issues).toMatchObject([
      { path: 'scheduled_at', code: 'invalid_format' },
      { path: 'lint_check', code: 'invalid_value' },
    ])
  })

  test('of each item of a bulk create', async () => {
    const { api } = await aProject()
    const stories = [invalidStory, { caption: 'Right', channels: ['x'] }, { channels: ['x'], slides: images(5) }]
    const { errors, created } = await api.post(bulkCreateStories, { stories })
    expect(errors).toEqual([
      {
        index: 0,
        code: 'validation_error',
        message: `${overrideIssue.path}: ${overrideIssue.message} (and 3 more)`,
        issues: [overrideIssue, inThePast, tooLong, carousel],
      },
      expect.objectContaining({
        index: 2,
        issues: [expect.objectContaining({ path: 'caption', code: 'required', message: 'is required' })],
      }),
    ])
    expect(created.map(({ index }) => index)).toEqual([1])
  })

  test('of a bulk reschedule', async () => {
    const { api } = await aProject()
    const { error } = await api.refused(bulkReschedule, {
      shift_days: 1.5,
      scheduled_at: past,
      timezone: 'Mars/Olympus',
      story_ids: ['x'],
    })
    expect(error.issues).toMatchObject([
      { path: 'story_ids.0', code: 'invalid_format' },
      { path: 'shift_days', code: 'invalid_type' },
    ])
    expect(error.issues).toHaveLength(2)
    const stray = await api.refused(bulkReschedule, { scheduled_at: past, timezone: 'Mars/Olympus' })
    expect(stray.error.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'story_ids required',
      'timezone invalid',
      'timezone unknown_timezone',
      'scheduled_at in_the_past',
    ])
  })

  test('an id in the body does not affect the id in the path', async () => {
    const { api } = await aProject()
    const { story } = await api.post(createStory, { caption: 'Words', channels: ['x'] })
    const response = await fetch(`${api.baseUrl}/api/v1/stories/${story.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'another', scheduled_at: past }),
    })
    const { error } = (await response.json()) as { error: { issues: { path: string; code: string }[] } }
    expect(error.issues.map(({ path, code }) => `${path} ${code}`)).toEqual(['id unknown_member'])
  })

  test('of a connect', async () => {
    const { withToken } = await aProject()
    const api = await withToken({ isAccount: true })
    const named = async (body: object): Promise<string[] | undefined> => {
      const { error } = await api.refused(createConnection, { channel: 'ghost', expires_at: past, ...body } as never)
      return error.issues?.map(({ path, code }) => `${path} ${code}`)
    }
    const site_url = 'http://169.254.169.254'
    expect(await named({ credentials: { site_url, admin_api_key: 'no key' } })).toEqual([
      'credentials.admin_api_key invalid_format',
    ])
    const admin_api_key = `${'a'.repeat(24)}:${'b'.repeat(64)}`
    expect(await named({ credentials: { site_url, admin_api_key } })).toEqual([
      'project_id required',
      'expires_at in_the_past',
    ])
    const nowhere = await api.refused(createConnection, { channel: 'myspace', handle: 5, expires_at: past })
    expect(nowhere.error.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['channel invalid_union'])
  })

  test('of a list', async () => {
    const { api } = await aProject()
    const { error } = await api.refused(listQueue, { limit: '0', cursor: 'x', from: 'now', status: 'gone' })
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(['cursor', 'from', 'limit', 'status.0'])
  })

  test('only with permission', async () => {
    const { withToken } = await aProject()
    const api = await withToken({ scopes: ['stories:read'] })
    expect((await api.refused(createStory, invalidStory)).error.code).toBe('insufficient_scope')
  })
})

describe('a malformed member is reported without follow-up issues', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown channel is not the default', { channels: ['myspace'], slides: images(1) }, ['channels.0']],
    ['an override caption', { channel_overrides: { x: { caption: 5 } } }, ['channel_overrides.x.caption']],
    ['a zone that is not text', { scheduled_at_local: '2031-01-01T09:00', timezone: 5 }, ['timezone']],
    [
      'two sets of media for one channel',
      { channel_overrides: { x: { slides: images(2), media_urls: ['https://example.com/other.jpg'] } } },
      ['channel_overrides.x.media_urls'],
    ],
    ['a leap second', { scheduled_at: '2031-06-30T23:59:60Z' }, ['scheduled_at']],
    ['a local leap second', { scheduled_at_local: '2031-06-30T23:59:60', timezone: 'UTC' }, ['scheduled_at_local']],
    ['an invalid local time', { scheduled_at_local: 'nine', timezone: 'Europe/Berlin' }, ['scheduled_at_local']],
    ['an invalid pin', { pin_to_grid: 'yes', pin_until_at: '2031-01-01T00:00:00Z' }, ['pin_to_grid']],
    ['two conflicting spellings', { title: 7, scheduledAt: past, scheduled_at: inHours(1) }, ['title', 'scheduledAt']],
  ])('%s', async (_, members, paths) => {
    const { api } = await aProject()
    const { error } = await api.refused(createStory, { caption: 'Fresh bread', channels: ['x'], ...members })
    expect(error.issues?.map(({ path }) => path)).toEqual(paths)
  })
})

test('lists the first hundred of 100,000 issues and counts the others', async () => {
  const { api } = await aProject()
  const strange = Object.fromEntries(Array.from({ length: 1_234 }, (_, index) => [`m${index}`, 1]))
  const { error } = await api.refused(createStory, { caption: 'a', ...strange })
  expect(error.message).toBe('m0: Unknown member. Check the spelling. (and 1,233 more; the first 100 are listed)')
  expect(error.issues).toHaveLength(100)
  expect(error.issues?.at(-1)?.path).toBe('m99')
})

test.each([
  ['2031-12-01T10:00Z', '2031-12-01T10:00:00.000Z'],
  ['2031-12-01T10:00+02:00', '2031-12-01T08:00:00.000Z'],
  ['2031-12-01T10:00:30-05', '2031-12-01T15:00:30.000Z'],
  ['2031-12-01t10:00:00.5z', '2031-12-01T10:00:00.500Z'],
])('accepts the time %s as %s', async (given, stored) => {
  const project = await aProject()
  const { id, scheduled_at } = await aStory(project, { channels: ['x'], scheduled_at: given })
  expect(scheduled_at).toBe(stored)
  expect((await project.api.get(getStory, { id })).scheduled_at).toBe(stored)
})

test.each(['2031-12-01T10:00', '2031-12-01T10:00:00+0200', '2031-12-01 10:00Z', '2031-12-01T10Z', '20311201T100000Z'])(
  'refuses the time %s',
  async (scheduled_at) => {
    const { api } = await aProject()
    const { error } = await api.refused(createStory, { caption: 'a', channels: ['x'], scheduled_at })
    const message = 'must be an ISO 8601 time with an offset, e.g. 2026-05-01T09:00:00Z'
    expect(error).toEqual({
      code: 'validation_error',
      message: `scheduled_at ${message}`,
      issues: [{ path: 'scheduled_at', code: 'invalid_format', message }],
    })
  },
)

test.each(['0x10', '1e1', ' 5', '5 ', '5.0', '+5', '٥', '1_0'])(
  'refuses the limit %j, which is not only digits',
  async (limit) => {
    const { api } = await aProject()
    const message = 'must be a whole number, digits only'
    const { error } = await api.refused(listStories, { limit })
    expect(error).toEqual({
      code: 'validation_error',
      message: `limit ${message}`,
      issues: [{ path: 'limit', code: 'invalid_type', message }],
    })
  },
)

describe('a pin has the same rules in the story and in the Instagram override', () => {
  const later = '2031-01-01T00:00:00.000Z'
  const places: [string, string, (pin: Record<string, unknown>) => Record<string, unknown>][] = [
    ['the story', '', (pin) => pin],
    ['the override', 'channel_overrides.instagram.', (pin) => ({ channel_overrides: { instagram: pin } })],
  ]
  describe.each(places)('%s', (_, prefix, place) => {
    const unpinned = { code: 'invalid', message: 'needs pin_to_grid: true.' }
    const ended = { code: 'in_the_past', message: 'is in the past. Use a later time.' }
    test.each<[string, Record<string, unknown>, { path: string; code: string; message: string }[]]>([
      ['an end without a pin', { pin_until_at: later }, [{ path: 'pin_until_at', ...unpinned }]],
      ['an end with pin false', { pin_to_grid: false, pin_until_at: later }, [{ path: 'pin_until_at', ...unpinned }]],
      [
        'an end with pin false in one object',
        { pin_to_grid: { pin: false, until: later } },
        [{ path: 'pin_to_grid.until', ...unpinned }],
      ],
      ['a past end', { pin_to_grid: true, pin_until_at: past }, [{ path: 'pin_until_at', ...ended }]],
      [
        'a past end in one object',
        { pin_to_grid: { pin: true, until: past } },
        [{ path: 'pin_to_grid.until', ...ended }],
      ],
      [
        'two conflicting ends',
        { pin_to_grid: { pin: true, until: later }, pin_until_at: '2032-01-01T00:00:00Z' },
        [{ path: 'pin_until_at', code: 'invalid', message: 'differs from pin_to_grid.until.' }],
      ],
    ])('refuses %s', async (_, pin, issues) => {
      const { api } = await aProject()
      const { error } = await api.refused(createStory, { caption: 'a', ...place(pin) })
      const channel = prefix === '' ? {} : { channel: 'instagram' }
      expect(error.issues).toEqual(issues.map((issue) => ({ ...issue, ...channel, path: `${prefix}${issue.path}` })))
    })

    test.each([{ pin_to_grid: { pin: true, until: later } }, { pin_to_grid: true, pin_until_at: '2031-01-01T00:00Z' }])(
      'accepts %j',
      async (pin) => {
        const { api } = await aProject()
        await api.post(createStory, { caption: 'a', ...place(pin) } as never)
      },
    )
  })

  test('the override’s end applies to the story’s pin', async () => {
    const { api } = await aProject()
    const channel_overrides = { instagram: { pin_until_at: later } }
    const { story } = await api.post(createStory, { caption: 'a', pin_to_grid: true, channel_overrides })
    expect(story.channel_overrides).toEqual(channel_overrides)
  })
})

test.each([
  ['title', 't'.repeat(101), 'Pinterest allows 100 characters in the title, but there are 101. Remove 1.'],
  ['description', 'd'.repeat(802), 'Pinterest allows 800 characters in the description, but there are 802. Remove 2.'],
  [
    'link',
    `https://a.example/${'l'.repeat(2_031)}`,
    'Pinterest allows 2048 characters in the link, but there are 2049. Remove 1.',
  ],
  ['alt_text', '🥐'.repeat(501), 'Pinterest allows 500 characters in the alt text, but there are 501. Remove 1.'],
])('checks the %s of a pin against the network’s limit', async (member, value, message) => {
  const { api } = await aProject()
  const path = `channel_overrides.pinterest.${member}`
  const { status, error } = await api.refused(createStory, {
    caption: 'a',
    channels: ['pinterest'],
    channel_overrides: { pinterest: { [member]: value } },
  })
  expect([status, error]).toEqual([
    400,
    {
      code: 'validation_error',
      message: `${path}: ${message}`,
      issues: [{ path, code: 'channel_limit', message, channel: 'pinterest' }],
    },
  ])
})

test('names an unknown template beside the other issues', async () => {
  const { api } = await aProject()
  const { error } = await api.refused(createStory, { caption: 'a', scheduled_at: past, template_id: unknownId })
  expect(error.issues).toMatchObject([
    inThePast,
    { path: 'template_id', code: 'not_found', message: 'This project has no such template.' },
    { path: 'media_urls', code: 'media_required', channel: 'instagram' },
  ])
})
