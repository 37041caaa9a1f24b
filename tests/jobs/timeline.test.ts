import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { storyTimeline } from '@/lib/stories/contract'
import { aProject } from '../support/api'
import { publishUntilSettled } from '../support/publishing'
import { insertStory } from '../support/rows'

test('the timeline says of each refused channel why it was refused', async () => {
  const project = await aProject()
  const channels = ['facebook', 'x'] as const
  const { storyId } = await insertStory(database(), {
    projectId: project.projectId,
    channels: [...channels],
    caption: 'Nobody is connected',
  })
  await publishUntilSettled(storyId)
  const { entries } = await project.api.get(storyTimeline, { id: storyId })
  for (const channel of channels) {
    const reason = `missing_connection:${channel}`
    const told = entries.filter((entry) => entry.channel === channel)
    expect(told.map(({ summary }) => summary)).toEqual([
      `Failed on ${channel}: ${reason} (missing_connection). Event story.failed.`,
      `Not attempted on ${channel}: ${reason} (missing_connection). Event story.skipped.`,
    ])
    expect(told[0]?.detail).toMatchObject({ event: 'story.failed', skip_reason: reason, category: 'connection' })
  }
})

test('an attempt stands before the events that it caused, and its times are UTC with Z', async () => {
  const project = await aProject()
  await project.connect('x')
  const { storyId } = await insertStory(database(), {
    projectId: project.projectId,
    channels: ['x'],
    caption: `In order ${project.projectId}`,
  })
  await publishUntilSettled(storyId)
  const { entries } = await project.api.get(storyTimeline, { id: storyId })
  expect(entries.map(({ kind, summary }) => [kind, summary])).toEqual([
    ['attempt', 'Attempt 1 on x was posted.'],
    ['event', 'Event story.published.'],
  ])
  const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(entries[0]?.detail).toMatchObject({ started_at: utc, sent_at: utc, finished_at: utc })
})
