import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { cancelStory, editStory, getStory, scheduleStory, storyTimeline } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { aScheduledStory, aStory, inHours } from './stories'

const skip = { connection_check: 'skip' } as const

test('lists all changes in order with their authors', async () => {
  const project = await aProject()
  const story = await aStory(project, { channels: ['x'] })
  await project.api.patch(editStory, { id: story.id, title: 'Bread', destination_url: 'https://shop.example' })
  await project.api.post(scheduleStory, { id: story.id, scheduled_at: '2031-01-01T09:00:00Z', ...skip })
  await project.api.post(cancelStory, { id: story.id })
  const { entries } = await project.api.get(storyTimeline, { id: story.id })
  expect(entries.map(({ kind, summary }) => [kind, summary])).toEqual([
    ['created', 'Created as a draft.'],
    ['edited', 'Edited: title, link.'],
    ['scheduled', 'Scheduled for 2031-01-01T09:00:00.000Z.'],
    ['event', 'Scheduled.'],
    ['cancelled', 'Cancelled on X.'],
  ])
  expect(entries[0]?.actor).toMatch(/^token:[0-9a-f-]{36}$/)
  expect(entries[3]?.actor).toBeNull()
})

test('a person’s consecutive edits are one entry; a token’s edits are one each', async () => {
  const project = await aProject()
  const { id } = await aStory(project, { channels: ['x'] })
  const session = await signedIn(project.userId)
  const edited = async () =>
    (await project.api.get(storyTimeline, { id })).entries.flatMap(({ kind, detail }) =>
      kind === 'edited' ? [detail.changed] : [],
    )
  for (const edit of [{ caption: 'Bre' }, { caption: 'Bread' }, { title: 'Bread' }]) {
    await session.patch(editStory, { id, ...edit })
  }
  expect(await edited()).toEqual([['caption', 'title']])
  await project.api.patch(editStory, { id, hashtags: 'bread' })
  await project.api.patch(editStory, { id, hashtags: 'rye' })
  await session.patch(editStory, { id, caption: 'Rye' })
  expect(await edited()).toEqual([['caption', 'title'], ['hashtags'], ['hashtags'], ['caption']])
  // Edits on another day are another entry.
  await database()
    .updateTable('timeline_entries')
    .set({ created_at: inHours(-1) })
    .where('story_id', '=', id)
    .execute()
  await session.patch(editStory, { id, caption: 'Rye bread' })
  expect(await edited()).toHaveLength(5)
})

test('shows attempts with the network’s response, without secrets', async () => {
  const project = await aProject()
  const story = await aStory(project, { channels: ['x'], scheduled_at: inHours(1) })
  const { content_queue } = await project.api.get(getStory, { id: story.id })
  const queue_item_id = content_queue[0]?.id ?? ''
  const common = { queue_item_id, story_id: story.id, channel: 'x', fence: 1, worker: 'w' } as const
  const ended = { started_at: inHours(1), finished_at: inHours(1) }
  const answer = '{"error":"slow down","access_token":"sk-very-secret-1234"}'
  await database()
    .insertInto('publish_attempts')
    .values([
      {
        ...common,
        ...ended,
        id: newId(),
        number: 1,
        outcome: 'retry' as const,
        code: 'http_429',
        message: 'X asked to wait.',
        provider_status: 429,
        provider_answer: answer,
      },
      { ...common, started_at: inHours(2), id: newId(), number: 2 },
    ])
    .execute()
  const { entries } = await project.api.get(storyTimeline, { id: story.id })
  const attempts = entries.filter(({ kind }) => kind === 'attempt')
  expect(attempts).toMatchObject([
    {
      channel: 'x',
      summary: 'Attempt 1 on X failed and will be retried. X asked to wait.',
      detail: { number: 1, outcome: 'retry', code: 'http_429', provider_status: 429 },
    },
    { channel: 'x', summary: 'Attempt 2 on X is under way.' },
  ])
  expect(entries.at(-1)).toBe(attempts[1])
  expect(JSON.stringify(entries)).not.toContain('very-secret')
})

test('pages in either order, also when entries and attempts share a timestamp', async () => {
  const project = await aProject()
  const { id } = await aScheduledStory(project, { channels: ['x'] })
  const { content_queue } = await project.api.get(getStory, { id })
  const item = { queue_item_id: content_queue[0]?.id ?? '', story_id: id, channel: 'x', fence: 1, worker: 'w' } as const
  // The order depends on microseconds, which a JavaScript date cannot hold.
  const at = (step: number) =>
    sql<Date>`'2031-01-01T00:00:00.000001Z'::timestamptz + ${Math.floor(step / 6)} * interval '1 microsecond'`
  const numbers = Array.from({ length: 12 }, (_, index) => index)
  const entry = { story_id: id, project_id: project.projectId, kind: 'edited' }
  await database()
    .insertInto('timeline_entries')
    .values(numbers.map((step) => ({ ...entry, id: newId(), created_at: at(step) })))
    .execute()
  await database()
    .insertInto('publish_attempts')
    .values(
      numbers.map((step) => ({ ...item, id: newId(), number: step + 1, started_at: at(step), finished_at: at(step) })),
    )
    .execute()
  const allEntries = (await project.api.get(storyTimeline, { id, limit: 200 })).entries
  expect(allEntries).toHaveLength(26)
  const kinds = allEntries.slice(2).map(({ kind }) => kind)
  const instant = [...Array(6).fill('attempt'), ...Array(6).fill('edited')]
  expect(kinds).toEqual([...instant, ...instant])
  for (const order of ['oldest', 'newest'] as const) {
    const read: typeof allEntries = []
    let cursor: string | undefined
    do {
      const page = await project.api.get(storyTimeline, { id, limit: 4, order, ...(cursor ? { cursor } : {}) })
      read.push(...page.entries)
      cursor = page.next_cursor ?? undefined
    } while (cursor && read.length < 100)
    expect(read).toEqual(order === 'oldest' ? allEntries : allEntries.toReversed())
  }
})
