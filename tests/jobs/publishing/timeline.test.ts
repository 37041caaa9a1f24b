import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { database } from '@/lib/db/pool'
import { retryStory, storyTimeline } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import {
  aDueStory,
  failCalls,
  letTimePass,
  publishOnce,
  publishUntilSettled,
} from '@/tests/support/publishing/publishing'

test('the timeline shows the reason for each refused channel', async () => {
  const project = await aProject()
  const failing = ['facebook', 'x'] as const
  const { storyId } = await insertStory(database(), {
    projectId: project.projectId,
    channels: [...failing],
    caption: 'No account is connected',
  })
  await publishUntilSettled(storyId)
  const { entries } = await project.api.get(storyTimeline, { id: storyId })
  for (const channel of failing) {
    const reason = `missing_connection:${channel}`
    const name = channels[channel].name
    const ofChannel = entries.filter((entry) => entry.channel === channel)
    expect(ofChannel.map(({ summary }) => summary)).toEqual([
      `Failed on ${name}: no ${name} account was connected.`,
      `Not attempted on ${name}: no ${name} account was connected.`,
    ])
    expect(ofChannel[0]?.detail).toMatchObject({ event: 'story.failed', skip_reason: reason, category: 'connection' })
  }
})

test('attempt numbers continue after a manual retry', async () => {
  const due = await aDueStory(['x'])
  await failCalls(due.account, { fault: 'refuse', preset: 'content', call: 'publish', times: 1 })
  await publishOnce(due.itemId)
  await due.project.api.post(retryStory, { id: due.storyId })
  await letTimePass(due.itemId, 0)
  expect(await publishOnce(due.itemId)).toBe('posted')
  const { entries } = await due.project.api.get(storyTimeline, { id: due.storyId })
  const attempts = entries.filter(({ kind }) => kind === 'attempt')
  expect(attempts.map(({ detail }) => [detail.number, detail.outcome])).toEqual([
    [1, 'failed'],
    [2, 'posted'],
  ])
})

test('an attempt comes before its events, with UTC times ending in Z', async () => {
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
    ['attempt', 'Published to X.'],
    ['event', 'Story published.'],
  ])
  const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(entries[0]?.detail).toMatchObject({ started_at: utc, sent_at: utc, finished_at: utc })
})
