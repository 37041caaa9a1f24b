// A receiver of Storycast's webhooks. Needs nothing but Node 20:
//
//   SIGNING_SECRET=whsec_… PORT=4000 node docs/examples/webhook-receiver.mjs
//
// Who uses a framework takes `isGenuine` along, and gives it the bytes as they came: JSON that was parsed and written
// again has another signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SIGNING_SECRET = '', PORT = '4000' } = process.env
if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(SIGNING_SECRET)) {
  console.error('Set SIGNING_SECRET to the signing_secret that the endpoint was made with.')
  process.exit(1)
}

const toleranceSeconds = 300
const bodyBytesMax = 4 * 1024 * 1024
const key = Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64')

/** Did Storycast send these bytes, and just now? (Standard Webhooks 1.0) */
function isGenuine(headers, body) {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  // What was overheard once must not be taken again next week.
  if (!/^\d+$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  )
  // For 24 hours after a rotation there are two signatures: of the new secret and of the previous one.
  return (headers['webhook-signature'] ?? '').split(' ').some((given) => {
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

/** Ids of what was taken already. */
const seen = new Set()

/**
 * In earnest this is a row in your database, with a unique column for the id, written before the answer: what was
 * answered with a 2xx does not come again, and what comes again is known by its id.
 */
function keep(event) {
  const isNew = !seen.has(event.id)
  seen.add(event.id)
  return isNew
}

/** And this is a worker that reads those rows. */
function work(event) {
  console.log(`${event.event} ${event.id} number ${event.sequence}`)
}

async function bodyOf(request) {
  const pieces = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > bodyBytesMax) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const server = createServer(async (request, response) => {
  try {
    const body = request.method === 'POST' ? await bodyOf(request) : null
    if (!body || !isGenuine(request.headers, body)) return response.writeHead(400).end('not a message of Storycast')
    const event = JSON.parse(body.toString('utf8'))
    const isNew = keep(event)
    // The answer goes before the work: whoever takes longer than 10 seconds gets the event again.
    response.writeHead(204).end()
    if (isNew) work(event)
    else console.log(`${event.event} ${event.id} came again`)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`)
})
