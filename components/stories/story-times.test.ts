import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTimes, restoreTimes } from './story-times'

const sent: [method: string, path: string, body: unknown][] = []
let story: object

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    sent.push([method, path, body ? JSON.parse(String(body)) : null])
    return Response.json(method === 'GET' ? story : {})
  })
})
afterEach(() => void vi.unstubAllGlobals())

const [at, own] = ['2031-05-01T09:00:00.000Z', '2031-05-03T12:00:00.000Z']
const item = (id: string, scheduled_at: string, status = 'approved') => ({ id, status, scheduled_at })

test('a scheduled story gets its time back, and each waiting channel its own', async () => {
  const content_queue = [item('a', at), item('b', own, 'pending'), item('c', own, 'posted')]
  story = { status: 'scheduled', scheduled_at: at, content_queue }
  const times = await readTimes('s')
  expect(times).toEqual({ at, own: [{ itemId: 'b', at: own }] })
  sent.length = 0
  if (times) await restoreTimes('p', 's', times)
  expect(sent).toEqual([
    ['PATCH', '/api/v1/stories/s', { scheduled_at: at, connection_check: 'skip' }],
    ['POST', '/api/v1/queue/bulk-reschedule', { project_id: 'p', queue_item_ids: ['b'], scheduled_at: own }],
  ])
})

test('a draft has no times', async () => {
  story = { status: 'draft', scheduled_at: null, content_queue: [] }
  expect(await readTimes('s')).toBeNull()
})
