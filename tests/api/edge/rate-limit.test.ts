import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { updateAccount } from '@/lib/account/contract'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { listProjects } from '@/lib/projects/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { type Server, startServer } from '@/tests/support/servers/product'

const limit = 50
let servers: Server[]

beforeAll(async () => {
  const env = { ...inject('productEnv'), RATE_LIMIT_PER_MINUTE: String(limit) }
  servers = await Promise.all([startServer(env), startServer(env)])
})
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
})

type Seen = { status: number; limit: number; remaining: number; reset: number; retryAfter: string | null; text: string }

async function see(response: Response): Promise<Seen> {
  const number = (name: string): number => Number(response.headers.get(name) ?? Number.NaN)
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }
}

/** Groups responses by minute: a run that crosses a minute has two groups. */
function byMinute(answers: Seen[]): Seen[][] {
  const minutes = new Map<number, Seen[]>()
  for (const answer of answers) minutes.set(answer.reset, [...(minutes.get(answer.reset) ?? []), answer])
  return [...minutes.values()]
}

const downFrom = (count: number): number[] => Array.from({ length: count }, (_, index) => limit - 1 - index)

test('two servers share a limit of 50 of 200 concurrent requests a minute, each with its own count', async () => {
  const { token } = await aProject()
  const contracts = [getHealth, listProjects]
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) =>
      see(await new Api(servers[index % 2]?.url ?? '', token).send(contracts[(index >> 1) % 2] ?? getHealth)),
    ),
  )
  expect(byMinute(answers).length).toBeLessThanOrEqual(2)
  for (const minute of byMinute(answers)) {
    const allowed = minute.filter(({ status }) => status === 200)
    const refused = minute.filter(({ status }) => status === 429)
    expect(allowed.length + refused.length).toBe(minute.length)
    expect(allowed).toHaveLength(Math.min(limit, minute.length))
    expect(allowed.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(downFrom(allowed.length))
    expect(new Set(minute.map((answer) => answer.limit))).toEqual(new Set([limit]))
    for (const { remaining, retryAfter, reset, text } of refused) {
      expect(remaining).toBe(0)
      expect(reset % 60).toBe(0)
      expect(retryAfter).toMatch(/^([1-9]|[1-5]\d|60)$/)
      expect(Math.abs(Number(retryAfter) - (reset - Date.now() / 1000))).toBeLessThan(15)
      expect(JSON.parse(text)).toEqual({
        error: {
          code: 'rate_limited',
          message: `More than ${limit} requests per minute. Try again in ${retryAfter} s.`,
        },
      })
    }
  }
})

test('the remaining count drops by one per request, on every server and with every status', async () => {
  const { withToken } = await aProject()
  const { token } = await withToken({ scopes: ['queue:read'] })
  const answers: Seen[] = []
  const paths = ['/api/v1/health', '/api/v1/stories', '/api/v1/nothing', '/api/v1/health?x=1']
  for (let index = 0; index < 56; index++) {
    const url = new URL(paths[index % 4] ?? '', servers[index % 2]?.url)
    answers.push(await see(await fetch(url, { headers: { authorization: `Bearer ${token}` } })))
  }
  for (const minute of byMinute(answers)) {
    const places = minute.map((_, index) => Math.max(0, limit - 1 - index))
    expect(minute.map(({ remaining }) => remaining)).toEqual(places)
    expect(minute.map(({ status }) => status === 429)).toEqual(minute.map((_, index) => index >= limit))
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 403, 404, 429]))
})

test('counts per token, and per address without one', async () => {
  const { token, withToken } = await aProject()
  const other = await withToken({})
  const first = await see(await new Api(servers[0]?.url ?? '', token).send(getHealth))
  const second = await see(await new Api(servers[1]?.url ?? '', other.token).send(getHealth))
  expect([first.remaining, second.remaining]).toEqual([limit - 1, limit - 1])
  const address = randomUUID()
  const anonymous = (headers: Record<string, string> = {}) =>
    new Api(servers[0]?.url ?? '', null).send(getHealth, {}, { 'x-forwarded-for': address, ...headers })
  const answers: Seen[] = []
  for (let index = 0; index < 60; index++) {
    const guess = { authorization: `Bearer svc_pat_${randomUUID().replaceAll('-', '')}` }
    answers.push(await see(await anonymous(index % 2 ? guess : {})))
  }
  for (const minute of byMinute(answers)) {
    expect(minute.map(({ status }) => status)).toEqual(minute.map((_, index) => (index < limit ? 401 : 429)))
  }
  // A valid token still works from an address with too many wrong ones.
  expect((await anonymous({ authorization: `Bearer ${token}` })).status).toBe(200)
})

test('ignores X-Forwarded headers without a trusted proxy', async () => {
  const direct = await startServer({ ...inject('productEnv'), TRUSTED_PROXIES: '' })
  const isCounted = async (url: string): Promise<boolean> => {
    const address = randomUUID()
    await new Api(url, null).send(getHealth, {}, { 'x-forwarded-for': address })
    const subject = `address:${address}`
    const row = database().selectFrom('rate_limit_counters').select('hits').where('subject', '=', subject)
    return (await row.executeTakeFirst()) !== undefined
  }
  try {
    expect(await isCounted(servers[0]?.url ?? '')).toBe(true)
    expect(await isCounted(direct.url)).toBe(false)
    // It ignores the forwarded host too.
    const { userId } = await aProject()
    const { cookie } = await signedIn(userId)
    const headers = { cookie, origin: 'https://app.example', 'x-forwarded-host': 'app.example' }
    const statusAt = async (url: string): Promise<number> =>
      (await new Api(url, null).send(updateAccount, {}, headers)).status
    expect([await statusAt(servers[0]?.url ?? ''), await statusAt(direct.url)]).toEqual([200, 401])
  } finally {
    await direct.stop()
  }
})
