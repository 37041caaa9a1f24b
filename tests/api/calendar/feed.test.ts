import { expect, inject, test } from 'vitest'
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@/lib/calendar-feeds/contract'
import { database } from '@/lib/db/pool'
import { bulkReschedule } from '@/lib/queue/contract'
import { cancelStory, getStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { aStory, inHours } from '../stories/stories'

/** The address has the public host. Tests read the same path from the server under test. */
const read = (url: string): Promise<Response> => fetch(new URL(new URL(url).pathname, inject('productUrl')))

/** Lines longer than 75 octets are folded (RFC 5545, 3.1). */
const unfold = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

test('lists the stories with a time, with any text', async () => {
  const project = await aProject({ requireApproval: true })
  const { api, projectId } = project
  const at = inHours(30)
  const caption = 'Bread; warm, fresh\nBEGIN:VEVENT\r\nSUMMARY:injected\\n 🍞'.repeat(3)
  const story = await aStory(project, { title: 'Bread, and; more', caption, scheduled_at: at })
  const cancelled = await aStory(project, { caption: 'Not this', scheduled_at: inHours(31) })
  await api.post(cancelStory, { id: cancelled.id })
  await aStory(project, { caption: 'Nor this, without a time' })
  const { url } = await api.post(createCalendarFeed, { project_id: projectId })
  const response = await read(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const body = await response.text()
  expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  const lines = unfold(body)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  const start = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      `DTSTART:${start}`,
      'SUMMARY:Needs approval: Bread\\, and\\; more',
      'STATUS:TENTATIVE',
      expect.stringMatching(new RegExp(`^URL(;VALUE=URI)?:.*/${projectId}/stories/${story.id}$`)),
    ]),
  )
  const { calendar_feed } = await api.get(getCalendarFeed, { project_id: projectId })
  expect(calendar_feed?.last_read_at).not.toBeNull()
})

test('a channel with its own time has its own event', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const times = [inHours(30), inHours(54)]
  const story = await aStory(project, { title: 'Twice', channels: ['x', 'linkedin'], scheduled_at: times[0] })
  const { content_queue } = await api.get(getStory, { id: story.id })
  const item = content_queue.find(({ channel }) => channel === 'x')?.id ?? ''
  await api.post(bulkReschedule, { queue_item_ids: [item], scheduled_at: times[1] })
  const { url } = await api.post(createCalendarFeed, { project_id: projectId })
  const lines = unfold(await (await read(url)).text())
  const valuesOf = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.split(':')[1])
  expect(valuesOf('DTSTART')).toEqual(times.map((at) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')))
  expect(valuesOf('DESCRIPTION').map((text) => text?.split('\\n')[0])).toEqual(['LinkedIn', 'X'])
  expect(new Set(valuesOf('UID')).size).toBe(2)
})

test('a replaced, deleted or wrong address gives 404, and so does one of a former member', async () => {
  const { api, projectId, userId } = await aProject()
  const first = await api.post(createCalendarFeed, { project_id: projectId })
  const second = await api.post(createCalendarFeed, { project_id: projectId })
  expect((await read(first.url)).status).toBe(404)
  expect((await read(second.url)).status).toBe(200)
  await api.delete(deleteCalendarFeed, { project_id: projectId })
  expect((await read(second.url)).status).toBe(404)
  expect(await api.get(getCalendarFeed, { project_id: projectId })).toEqual({ calendar_feed: null })

  const third = await api.post(createCalendarFeed, { project_id: projectId })
  await database().deleteFrom('project_members').where('user_id', '=', userId).execute()
  for (const url of [third.url, third.url.replace('.ics', ''), third.url.replace(/.{44}$/, `${'x'.repeat(40)}.ics`)])
    expect((await read(url)).status).toBe(404)
})
