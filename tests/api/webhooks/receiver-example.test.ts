import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { createWebhook, testWebhook, updateWebhook } from '@/lib/webhooks/endpoints/contract'
import { newSecret } from '@/lib/webhooks/signing/secret'
import { signatureHeaders } from '@/lib/webhooks/signing/sign'
import { aProject } from '@/tests/support/api/api'
import { recordSecret } from '@/tests/support/processes/leak-log'

/** The example receiver of `docs/webhooks.md` works. */
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill()
})

/** @returns its URL and its output lines */
async function startExample(secret: string) {
  recordSecret(secret)
  const env = { ...process.env, SIGNING_SECRET: secret, PORT: '0' }
  const child = spawn(process.execPath, ['docs/examples/webhook-receiver.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  await once(reader, 'line')
  return { url: lines[0]?.replace('Listening on ', '') ?? '', lines }
}

const eventually = (read: () => unknown, what: unknown) => expect.poll(read, { timeout: 10_000 }).toEqual(what)

test('accepts requests before and after a secret rotation', async () => {
  const { api } = await aProject()
  const made = await api.post(createWebhook, { url: 'https://127.0.0.1:9/', events: ['*'] })
  const { url, lines } = await startExample(made.signing_secret)
  await api.patch(updateWebhook, { id: made.id, url })
  const first = await api.post(testWebhook, { id: made.id })
  expect(first).toMatchObject({ ok: true, delivery: { last_status_code: 204 } })
  const { signing_secret } = await api.patch(updateWebhook, { id: made.id, rotate_secret: true })
  recordSecret(signing_secret ?? '')
  const second = await api.post(testWebhook, { id: made.id })
  expect(second.ok).toBe(true)
  await eventually(
    () => lines.slice(1),
    [first, second].map(({ event_id }) => `test.ping ${event_id} number null`),
  )
})

test('detects duplicates, and rejects changed, old and wrongly signed requests', async () => {
  const secret = newSecret()
  const { url, lines } = await startExample(secret)
  const event = { eventId: '01900000-0000-7000-8000-000000000009', event: 'story.failed' }
  const body = Buffer.from(JSON.stringify({ id: event.eventId, event: event.event, sequence: 7, data: {} }))
  const now = Math.floor(Date.now() / 1_000)
  const send = async (changes: { body?: Buffer; timestampSeconds?: number; secret?: string } = {}) => {
    const { timestampSeconds = now } = changes
    const { eventId } = event
    const timestamp = String(timestampSeconds)
    const headers = {
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      ...signatureHeaders({ eventId, body, timestamp, secrets: [changes.secret ?? secret] }),
    }
    return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(changes.body ?? body) })).status
  }
  expect([await send(), await send()]).toEqual([204, 204])
  expect(await send({ body: Buffer.from(body.toString().replace('7', '8')) })).toBe(400)
  expect(await send({ timestampSeconds: now - 400 })).toBe(400)
  expect(await send({ timestampSeconds: now + 400 })).toBe(400)
  expect(await send({ secret: newSecret() })).toBe(400)
  expect((await fetch(url)).status).toBe(400)
  await eventually(
    () => lines.slice(1),
    [`story.failed ${event.eventId} number 7`, `story.failed ${event.eventId} is a repeat`],
  )
})
