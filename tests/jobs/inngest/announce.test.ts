import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { aDueStory, type DueStory, rowOf } from '@/tests/support/publishing/publishing'
import { type Server, startServer } from '@/tests/support/servers/product'

/** A fake of Inngest's event API that records events. */
type Sent = { name: string; id: string; ts: number; data: { queue_item_id: string }; statusAtReceipt: string }
const received: Sent[] = []
const eventApi = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const events = JSON.parse(String(Buffer.concat(parts))) as Sent[]
  for (const event of events) {
    const { status } = await rowOf(event.data.queue_item_id)
    received.push({ ...event, statusAtReceipt: status })
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ids: events.map(({ id }) => id), status: 200 }))
})

let server: Server
let story: DueStory
beforeAll(async () => {
  eventApi.listen(0, '127.0.0.1')
  await once(eventApi, 'listening')
  const address = eventApi.address()
  const port = typeof address === 'object' ? address?.port : 0
  server = await startServer({
    ...inject('productEnv'),
    INNGEST_EVENT_KEY: 'test',
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  })
  story = await aDueStory(['x'], { dueIn: 3_600 })
})
afterAll(async () => {
  await server?.stop()
  eventApi.close()
})
beforeEach(() => void received.splice(0))

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

async function call(method: string, path: string, body?: object): Promise<Record<string, never>> {
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: {
      authorization: `Bearer ${story.project.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  expect([response.status, answer]).toEqual([expect.toSatisfy((status: number) => status < 300), answer])
  return answer as Record<string, never>
}

/** Creates a story on the project's X account, due in this many seconds. */
const createDueIn = (seconds: number) =>
  call('POST', '/api/v1/stories', {
    project_id: story.project.projectId,
    caption: `Announced ${randomUUID()}`,
    channels: ['x'],
    scheduled_at: inSeconds(seconds),
  })

test('announces a new story that is due before the next scan, after the commit', async () => {
  await createDueIn(600)
  expect(received).toEqual([])
  await createDueIn(30)
  // Read from the database on receipt: before the commit there would be no row.
  expect(received).toEqual([expect.objectContaining({ name: 'queue/item.due', statusAtReceipt: 'approved' })])
  const [event] = received
  const { next_attempt_at } = await rowOf(event?.data.queue_item_id ?? '')
  expect(event?.ts).toBeGreaterThanOrEqual(next_attempt_at?.getTime() ?? 0)
  expect(event?.ts).toBeLessThan((next_attempt_at?.getTime() ?? 0) + 2)
})

test('announces a story that is moved to a time before the next scan', async () => {
  await call('POST', `/api/v1/stories/${story.storyId}/publish`)
  expect(received.map(({ data }) => data.queue_item_id)).toContain(story.itemId)
})
