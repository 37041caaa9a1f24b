// A webhook receiver for Storycast. Needs only Node 20:
//
//   SIGNING_SECRET=whsec_… PORT=4000 node docs/examples/webhook-receiver.mjs
//
// To use it with a framework, copy `isValid` and pass it the raw body: JSON that was parsed and serialized again has a
// different signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SIGNING_SECRET = '', PORT = '4000' } = process.env
if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(SIGNING_SECRET)) {
  console.error('Set SIGNING_SECRET to the signing_secret of the endpoint.')
  process.exit(1)
}

const toleranceSeconds = 300
const bodyBytesMax = 4 * 1024 * 1024
const key = Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64')

/** Whether Storycast sent this body within the last five minutes (Standard Webhooks 1.0). */
function isValid(headers, body) {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  // Reject old timestamps, so that a captured request cannot be replayed later.
  if (!/^\d+$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  )
  // For 24 hours after a rotation there are two signatures: of the new and of the previous secret.
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const bytes = Buffer.from(signature)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

/** Ids of received events. */
const seen = new Set()

/**
 * Stores an event and returns false for a repeat. In production, insert a row with a unique id into your database before
 * you respond: events are not sent again after a 2xx, and repeats have the same id.
 */
function store(event) {
  const isNew = !seen.has(event.id)
  seen.add(event.id)
  return isNew
}

/** In production, a worker reads the stored rows and does this. */
function processEvent(event) {
  console.log(`${event.event} ${event.id} number ${event.sequence}`)
}

async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  try {
    const body = request.method === 'POST' ? await readBody(request) : null
    if (!body || !isValid(request.headers, body)) return response.writeHead(400).end('Invalid signature')
    const event = JSON.parse(body.toString('utf8'))
    const isNew = store(event)
    // Respond before processing: after 10 seconds without a response the event is sent again.
    response.writeHead(204).end()
    if (isNew) processEvent(event)
    else console.log(`${event.event} ${event.id} is a repeat`)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`)
})
