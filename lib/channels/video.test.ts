import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRun } from '@/tests/support/memory-run'
import { aPost } from '@/tests/support/resolved-post'
import { reloadEnv } from '../env'
import type { Account } from './channel'
import type { ChannelId } from './ids'
import { channels } from './registry'

/**
 * The sandbox takes no films, so these hold the requests themselves against what each network documents: a script of
 * answers by method and path, and a record of what was sent.
 */
type Scripted = { status?: number; json?: unknown; headers?: Record<string, string> }

let server: Server
let url: string
let script: Record<string, Scripted[]>
let sent: { call: string; body: string; authorization: string | undefined }[]
/** Enough of an MP4 to be known as one. */
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), Buffer.alloc(1_500_000)])

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`
      if (call === 'GET /samples/film.mp4') return void response.writeHead(200).end(film)
      const body = Buffer.concat(chunks).toString('latin1').slice(0, 2_000)
      sent.push({ call, body, authorization: request.headers.authorization })
      const waiting = script[call] ?? []
      const answer = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? { status: 404, json: { message: call } }
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.json === undefined ? '' : JSON.stringify(answer.json).replaceAll('{url}', url))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['INSTAGRAM', 'FACEBOOK', 'THREADS', 'X', 'LINKEDIN', 'PINTEREST'])
    vi.stubEnv(`${name}_API_URL`, url)
  vi.stubEnv('PUBLISH_POLL_SECONDS', '0.05')
  reloadEnv()
})
beforeEach(() => {
  sent = []
})
afterAll(() => {
  vi.unstubAllEnvs()
  reloadEnv()
  server.close()
})

const account = (accountId = '1'): Account => ({
  accountId,
  accountName: null,
  handle: 'bakery',
  credentials: { kind: 'bearer', accessToken: 'token-of-the-account', refreshToken: null },
})

function publish(channel: ChannelId, given: Record<string, Scripted[]>, run = new MemoryRun(), accountId = '1') {
  script = given
  const media = [{ url: `${url}/samples/film.mp4`, kind: 'video' as const, altText: 'Bread rising' }]
  const cover = { boardId: '9', coverImageUrl: 'https://a.test/cover.jpg' }
  return channels[channel].publish(aPost(channel, { postType: 'reel', media, ...cover }), account(accountId), run)
}
const calls = () => sent.map(({ call }) => call)
const formOf = (call: string) =>
  Object.fromEntries(new URLSearchParams(sent.find((request) => request.call === call)?.body))

test('Instagram: a reel is waited for', async () => {
  const status = (code: string) => ({ json: { id: '5', status_code: code, status: code } })
  const published = await publish('instagram', {
    'POST /v25.0/1/media': [{ json: { id: '5' } }],
    'GET /v25.0/5': [status('IN_PROGRESS'), status('IN_PROGRESS'), status('FINISHED')],
    'POST /v25.0/1/media_publish': [{ json: { id: '6' } }],
    'GET /v25.0/6': [{ json: { id: '6', permalink: 'https://www.instagram.com/reel/abc/' } }],
  })
  expect(published).toEqual({ externalId: '6', url: 'https://www.instagram.com/reel/abc/' })
  expect(formOf('POST /v25.0/1/media')).toMatchObject({
    media_type: 'REELS',
    video_url: `${url}/samples/film.mp4`,
    share_to_feed: 'true',
    cover_url: 'https://a.test/cover.jpg',
  })
  expect(formOf('POST /v25.0/1/media_publish')).toEqual({ creation_id: '5' })
})

test('Threads: a film with its alt text', async () => {
  const { url: permalink } = await publish('threads', {
    'POST /v1.0/1/threads': [{ json: { id: '5' } }],
    'GET /v1.0/5': [{ json: { id: '5', status: 'FINISHED' } }],
    'POST /v1.0/1/threads_publish': [{ json: { id: '6' } }],
  })
  expect(formOf('POST /v1.0/1/threads')).toMatchObject({ media_type: 'VIDEO', alt_text: 'Bread rising' })
  expect(permalink).toBe('https://threads.net/@bakery')
})

const reelScript = (last: object) => ({
  'POST /v25.0/1/video_reels': [{ json: { video_id: '7', upload_url: '{url}/up/7' } }, { json: { success: true } }],
  'POST /up/7': [{ json: { success: true } }],
  'GET /v25.0/7': [{ json: { id: '7', status: { publishing_phase: { status: 'in_progress' } } } }, { json: last }],
})

test('Facebook: a reel is started, handed over, finished and waited for', async () => {
  const done = { status: { publishing_phase: { status: 'complete', publish_status: 'published' } } }
  const published = await publish('facebook', reelScript(done))
  expect(published).toEqual({ externalId: '7', url: 'https://www.facebook.com/reel/7' })
  expect(calls()).toEqual([
    'POST /v25.0/1/video_reels',
    'POST /up/7',
    'POST /v25.0/1/video_reels',
    'GET /v25.0/7',
    'GET /v25.0/7',
  ])
  expect(sent[1]?.authorization).toBe('OAuth token-of-the-account')
  expect(JSON.parse(sent[2]?.body ?? '')).toMatchObject({
    upload_phase: 'finish',
    video_id: '7',
    video_state: 'PUBLISHED',
  })
})

test('Facebook: a reel that breaks in processing has failed', async () => {
  const broken = { status: { processing_phase: { status: 'error', error: { message: 'Bad codec' } } } }
  await expect(publish('facebook', reelScript(broken))).rejects.toMatchObject({
    category: 'render',
    isRetryable: false,
  })
})
