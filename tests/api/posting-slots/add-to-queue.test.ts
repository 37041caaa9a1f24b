import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { listFreeSlots, putPostingSlots } from '@/lib/posting-slots/contract'
import { bulkCreateStories, createStory, getStory, scheduleStory } from '@/lib/stories/contract'
import { listDivergent } from '@/lib/stories/reconcile/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { eventsOf } from '@/tests/support/publishing/publishing'
import { aStory } from '../stories/stories'
import { everyDay } from './slots'

const story = (channels: ChannelId[] = ['x']) => ({
  caption: 'Fresh bread',
  channels,
  connection_check: 'skip' as const,
})

async function aProjectWithSlots(channels: Partial<Record<ChannelId, string[]>>, options = {}) {
  const project = await aProject(options)
  const slots = Object.entries(channels).map(([channel, times]) => [channel, everyDay(...times)])
  await project.api.put(putPostingSlots, { channels: Object.fromEntries(slots) })
  return project
}

/** The next free slots of a channel. */
async function freeSlots({ api }: TestProject, channel: ChannelId, count: number): Promise<string[]> {
  const { channels } = await api.get(listFreeSlots, { channels: channel, count: String(count) })
  return channels[channel] ?? []
}

test('each channel takes its own next free slot; the story has the earliest', async () => {
  const project = await aProjectWithSlots({ x: ['09:00'], linkedin: ['10:00', '16:00'] })
  const { api } = project
  const [[x1, x2], [l1, l2]] = [await freeSlots(project, 'x', 2), await freeSlots(project, 'linkedin', 2)]
  const first = await api.post(createStory, { ...story(['x', 'linkedin']), add_to_queue: true })
  const second = await api.post(createStory, { ...story(['linkedin', 'x']), add_to_queue: true })
  expect(first.story).toMatchObject({ status: 'scheduled', scheduled_at: [x1, l1].sort()[0] })
  expect(first.enqueue).toEqual({ enqueued: ['x', 'linkedin'], skipped: [] })
  const rowsOf = async (id: string) =>
    (await api.get(getStory, { id })).content_queue.map(({ channel, scheduled_at, data_snapshot }) => ({
      ...{ channel, scheduled_at, isOwn: data_snapshot.time_override === true },
    }))
  expect(await rowsOf(first.story.id)).toEqual([
    { channel: 'x', scheduled_at: x1, isOwn: x1 !== first.story.scheduled_at },
    { channel: 'linkedin', scheduled_at: l1, isOwn: l1 !== first.story.scheduled_at },
  ])
  expect((await rowsOf(second.story.id)).map(({ scheduled_at }) => scheduled_at)).toEqual([l2, x2])
  expect((await api.get(listDivergent)).divergent).toEqual([])
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled', 'story.scheduled'])
})

test('20 requests at once take 20 different slots, in order and without gaps', async () => {
  const project = await aProjectWithSlots({ x: ['09:00', '17:00'] })
  const { api } = project
  const expected = await freeSlots(project, 'x', 20)
  const drafts = await Promise.all(Array.from({ length: 8 }, () => aStory(project, { channels: ['x'] })))
  const input = { connection_check: 'skip', add_to_queue: true } as const
  const taken = await Promise.all([
    ...drafts.map(async ({ id }) => (await api.post(scheduleStory, { id, ...input })).scheduled_at),
    ...Array.from(
      { length: 6 },
      async () => (await api.post(createStory, { ...story(), ...input })).story.scheduled_at,
    ),
    // These hold the slot until their response is stored.
    ...Array.from({ length: 6 }, async (_, index) => {
      const key = { 'idempotency-key': `${project.projectId}-${index}` }
      return (await api.post(createStory, { ...story(), ...input }, key)).story.scheduled_at
    }),
  ])
  expect(taken.sort()).toEqual(expected)
})

test('bulk create takes one slot per story', async () => {
  const project = await aProjectWithSlots({ x: ['09:00'] })
  const expected = await freeSlots(project, 'x', 3)
  const stories = Array.from({ length: 3 }, () => ({ ...story(), add_to_queue: true }))
  const { created } = await project.api.post(bulkCreateStories, { stories })
  expect(created.map(({ story }) => story.scheduled_at)).toEqual(expected)
})

test('scheduling a story again ignores its own slot', async () => {
  const project = await aProjectWithSlots({ x: ['09:00'] })
  const [first, second] = await freeSlots(project, 'x', 2)
  const { id } = await aStory(project, { channels: ['x'], scheduled_at: second })
  const schedule = () => project.api.post(scheduleStory, { id, add_to_queue: true, connection_check: 'skip' })
  expect((await schedule()).scheduled_at).toBe(first)
  expect((await schedule()).scheduled_at).toBe(first)
})

test('a project that requires approval: the post waits in its slot', async () => {
  const project = await aProjectWithSlots({ x: ['09:00'] }, { requireApproval: true })
  const [first, second] = await freeSlots(project, 'x', 2)
  const { story: made, enqueue } = await project.api.post(createStory, { ...story(), add_to_queue: true })
  expect(made.scheduled_at).toBe(first)
  expect(enqueue.skipped).toEqual([{ channel: 'x', reason: 'awaiting_approval' }])
  expect(await freeSlots(project, 'x', 1)).toEqual([second])
})

test('a channel without slots is named, with all other issues, and nothing is created', async () => {
  const project = await aProjectWithSlots({ x: ['09:00'] })
  const request = { ...story(['x', 'linkedin', 'instagram']), add_to_queue: true }
  const { status, error } = await project.api.refused(createStory, request)
  const noSlots = (channel: string, name: string) => ({
    ...{ path: 'add_to_queue', code: 'no_slots', channel },
    message: `${name} has no posting slots. Add some, or choose a time.`,
  })
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([
    noSlots('linkedin', 'LinkedIn'),
    noSlots('instagram', 'Instagram'),
    { code: 'media_required', channel: 'instagram' },
  ])
  const { id } = await aStory(project)
  const refused = await project.api.refused(scheduleStory, { id, add_to_queue: true, connection_check: 'skip' })
  expect(refused.error.issues).toEqual([noSlots('linkedin', 'LinkedIn')])
  expect((await project.api.get(getStory, { id })).status).toBe('draft')
})

test.each([{ scheduled_at: '2031-01-01T09:00:00Z' }, { scheduled_at_local: '2031-01-01T09:00', timezone: 'UTC' }])(
  'add_to_queue and a time are refused: %o',
  async (time) => {
    const project = await aProjectWithSlots({ x: ['09:00'] })
    const issue = { path: 'add_to_queue', code: 'invalid', message: 'Use add_to_queue or a time, not both.' }
    const created = await project.api.refused(createStory, { ...story(), ...time, add_to_queue: true })
    expect(created.error.issues).toEqual([issue])
    const { id } = await aStory(project, { channels: ['x'] })
    const scheduled = await project.api.refused(scheduleStory, { id, ...time, add_to_queue: true })
    expect(scheduled.error.issues).toEqual([issue])
  },
)
