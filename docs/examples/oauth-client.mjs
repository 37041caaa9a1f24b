// A program that gets access with OAuth and publishes a story. Needs only Node 20:
//
//   STORYCAST_URL=http://localhost:3000 node docs/examples/oauth-client.mjs "Fresh bread" x,threads
//
// It runs on the user's machine, so it is a public client: it has no secret, and the browser brings the code to a port
// of this machine (RFC 8252). With CLIENT_ID it uses an app of the page Developer > OAuth apps that has the redirect
// URI http://127.0.0.1/callback; without, it registers itself.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

const { STORYCAST_URL = 'http://localhost:3000', CLIENT_ID } = process.env
const [caption = 'Published with OAuth', channels = 'x'] = process.argv.slice(2)
const redirectPath = '/callback'

/** Sends a request and returns the JSON of its response. */
async function send(url, init) {
  const response = await fetch(url, init)
  const body = await response.json()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}

const postJson = (url, body, headers = {}) =>
  send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Registers this program (RFC 7591). Do it once and keep the client id. */
async function register(server) {
  const registration = { client_name: 'Example program', redirect_uris: [`http://127.0.0.1${redirectPath}`] }
  const { client_id } = await postJson(server.registration_endpoint, registration)
  return client_id
}

/** Waits until the browser comes back, and returns its query. */
function waitForAnswer(listener) {
  return new Promise((resolve) => {
    listener.on('request', (request, response) => {
      const url = new URL(request.url, 'http://127.0.0.1')
      if (url.pathname !== redirectPath) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' })
      response.end('You can close this page.')
      resolve(url.searchParams)
    })
  })
}

/** Opens the consent page and returns the tokens. */
async function authorize(server, clientId) {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const redirectUri = `http://127.0.0.1:${listener.address().port}${redirectPath}`
  // PKCE (RFC 7636): only the program that asked can use the code.
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'stories:read stories:write stories:publish',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  console.log(`Open ${url}`)
  const answer = await waitForAnswer(listener)
  listener.close()
  // Both tell this answer from one that someone else sent here (RFC 9207 for `iss`).
  if (answer.get('state') !== state || answer.get('iss') !== server.issuer) throw new Error('Not an answer to us.')
  if (answer.has('error')) throw new Error(`${answer.get('error')}: ${answer.get('error_description')}`)
  return send(server.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code'),
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
    }),
  })
}

const server = await send(new URL('/.well-known/oauth-authorization-server', STORYCAST_URL))
const clientId = CLIENT_ID ?? (await register(server))
// Store the refresh token. It replaces the access token after an hour: grant_type=refresh_token, refresh_token, client_id.
const { access_token } = await authorize(server, clientId)
const bearer = { authorization: `Bearer ${access_token}` }
const stories = new URL('/api/v1/stories', STORYCAST_URL)
const { story } = await postJson(stories, { caption, channels: channels.split(',') }, bearer)
await postJson(`${stories}/${story.id}/publish`, {}, bearer)
console.log(`Story ${story.id} is being published.`)
