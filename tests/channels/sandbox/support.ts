import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { percentEncode, signatureOf } from '@/sandbox/networks/x/authenticate'
import { type RunningSandbox, type SandboxAccount, type SandboxPost, startSandbox } from '@/sandbox/server'

/** A clock that tests can set. */
export type TestClock = { ms: number }

export async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-sandbox-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export async function aSandbox(options: { directory?: string; clock?: TestClock } = {}): Promise<RunningSandbox> {
  const { clock } = options
  const directory = options.directory ?? (await aDirectory())
  const sandbox = await startSandbox({ port: 0, directory, ...(clock && { clock: () => new Date(clock.ms) }) })
  onTestFinished(() => sandbox.stop())
  // Media are ready at once, unless a test is about polling.
  await control(sandbox, 'POST', '/settings', { polls_until_finished: 0 })
  return sandbox
}

// biome-ignore lint/suspicious/noExplicitAny: the responses of seven networks have no common type
export type Reply = { status: number; headers: Headers; text: string; body: any }

/** Sends a request and reads the whole response. */
export async function request(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const json = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export async function control(sandbox: { url: string }, method: string, path: string, body?: unknown): Promise<Reply> {
  return request(`${sandbox.url}/control${path}`, body === undefined ? { method } : json(body, {}, method))
}

export async function aFault(sandbox: { url: string }, fault: Record<string, unknown>): Promise<string> {
  const { status, body } = await control(sandbox, 'POST', '/faults', fault)
  if (status !== 201) throw new Error(`The fault was refused: ${JSON.stringify(body)}`)
  return body.id
}

/** Publishes a text with one call of the operation `publish`. */
export type Poster = (text: string) => Promise<Reply>

/** Instagram and Threads need a container first. */
export function textPoster(sandbox: RunningSandbox, account: SandboxAccount): Poster {
  const { account_id: id, credentials } = account
  const bearer = { authorization: `Bearer ${credentials.access_token}` }
  switch (account.network) {
    case 'facebook':
      return (message) => request(`${sandbox.url}/facebook/v25.0/${id}/feed`, json({ message }, bearer))
    case 'x':
      return (text) => x(sandbox, account, 'POST', '/2/tweets', { text })
    case 'linkedin':
      return (text) =>
        request(`${sandbox.url}/linkedin/rest/posts`, json(linkedInPost(id, text), linkedInHeaders(account)))
    case 'ghost':
      return (title) =>
        ghost(account, 'POST', '/posts/?source=html', { posts: [{ title, html: '<p>x</p>', status: 'published' }] })
    case 'pinterest':
      return (description) =>
        request(`${sandbox.url}/pinterest/v5/pins`, json(pin(sandbox, account, { description }), bearer))
    case 'threads':
      return async (text) => {
        const base = `${sandbox.url}/threads/v1.0/${id}`
        const form = new URLSearchParams({ media_type: 'TEXT', text })
        const made = await request(`${base}/threads`, { method: 'POST', headers: bearer, body: form })
        return request(`${base}/threads_publish?creation_id=${made.body.id}`, { method: 'POST', headers: bearer })
      }
    case 'instagram':
      return async (caption) => {
        const base = `${sandbox.url}/instagram/v25.0/${id}`
        const image_url = `${sandbox.url}/samples/dawn.jpg`
        const made = await request(`${base}/media`, json({ image_url, caption }, bearer))
        return request(`${base}/media_publish`, json({ creation_id: made.body.id }, bearer))
      }
  }
}

export function pin(sandbox: { url: string }, account: SandboxAccount, more: Record<string, unknown> = {}) {
  const media_source = { source_type: 'image_url', url: `${sandbox.url}/samples/dawn.jpg` }
  return { board_id: account.boards?.[0]?.id, media_source, ...more }
}

export const linkedInHeaders = ({ credentials }: SandboxAccount): Record<string, string> => ({
  authorization: `Bearer ${credentials.access_token}`,
  'linkedin-version': '202608',
  'x-restli-protocol-version': '2.0.0',
})

export const linkedInPost = (author: string, commentary: string, more: Record<string, unknown> = {}) => ({
  author,
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
})

type Signing = {
  nonce?: string
  timestamp?: number
  change?: Record<string, string>
  form?: Record<string, string>
}

/** The Authorization header of OAuth 1.0a. */
export function signX(account: SandboxAccount, method: string, url: string, signing: Signing = {}): string {
  const { api_key, api_secret, access_token, access_token_secret } = account.credentials
  const target = new URL(url)
  const values: Record<string, string> = {
    oauth_consumer_key: api_key!,
    oauth_nonce: signing.nonce ?? randomUUID(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(signing.timestamp ?? Math.floor(Date.now() / 1000)),
    oauth_token: access_token!,
    oauth_version: '1.0',
  }
  values.oauth_signature = signatureOf({
    method,
    address: target.origin + target.pathname,
    parameters: [...target.searchParams, ...Object.entries(signing.form ?? {}), ...Object.entries(values)],
    consumerSecret: api_secret!,
    tokenSecret: access_token_secret!,
  })
  Object.assign(values, signing.change)
  return `OAuth ${Object.entries(values)
    .map(([name, value]) => `${name}="${percentEncode(value)}"`)
    .join(', ')}`
}

export async function x(
  sandbox: { url: string },
  account: SandboxAccount,
  method: string,
  path: string,
  body?: unknown,
  signing?: Signing,
): Promise<Reply> {
  const url = `${sandbox.url}/x${path}`
  const authorization = signX(account, method, url, signing)
  if (body instanceof FormData) return request(url, { method, headers: { authorization }, body })
  return request(
    url,
    body === undefined ? { method, headers: { authorization } } : json(body, { authorization }, method),
  )
}

type TokenChange = { header?: Record<string, unknown>; payload?: Record<string, unknown>; key?: string; nowMs?: number }

export function signGhost(account: SandboxAccount, change: TokenChange = {}): string {
  const [id, secret] = (change.key ?? account.credentials.admin_api_key)!.split(':')
  const now = Math.floor((change.nowMs ?? Date.now()) / 1000)
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = encode({ alg: 'HS256', typ: 'JWT', kid: id, ...change.header })
  const payload = encode({ iat: now, exp: now + 300, aud: '/admin/', ...change.payload })
  const signature = createHmac('sha256', Buffer.from(secret!, 'hex')).update(`${header}.${payload}`).digest('base64url')
  return `Ghost ${header}.${payload}.${signature}`
}

export async function ghost(
  account: SandboxAccount,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const url = `${account.credentials.site_url}/ghost/api/admin${path}`
  const signed = { authorization: signGhost(account), 'accept-version': 'v6.0', ...headers }
  if (body instanceof FormData) return request(url, { method, headers: signed, body })
  return request(url, body === undefined ? { method, headers: signed } : json(body, signed, method))
}

/** Serves files for networks that fetch media. */
export async function aMediaHost(files: Record<string, { type: string; bytes: Buffer }>): Promise<string> {
  const server: Server = createServer((incoming, response) => {
    const file = files[(incoming.url ?? '').slice(1)]
    if (!file) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const anImage = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } })
    .toFormat(format)
    .toBuffer()

export const texts = (posts: SandboxPost[]): string[] => posts.map(({ text, title }) => title ?? text)

export const everyNetwork: ChannelId[] = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'ghost', 'threads']
