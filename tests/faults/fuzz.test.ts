import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { ensureBuilt } from '@/scripts/build/ensure-built'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase, databaseKind } from '@/tests/support/database/test-database'
import { useEnvironment } from '@/tests/support/faults/callers'
import { inParallel } from '@/tests/support/faults/in-parallel'
import { type Answer, checkResponse } from '@/tests/support/fuzz/check-response'
import { credentialOf, type FuzzRequest, requestsFor, show } from '@/tests/support/fuzz/requests'
import { type FuzzData, fillPools, makeFuzzData, type Pools } from '@/tests/support/fuzz/test-data'
import {
  productEnv,
  type ServedSandbox,
  type Server,
  startSandboxProcess,
  startServer,
} from '@/tests/support/servers/product'

/**
 * No request gets a 5xx or a response outside its contract. Requests are generated from the contracts: valid, with
 * one error, junk, bytes, wrong methods. Every endpoint gets the same number and accepts at least one. More than 20
 * s: 2,000 requests, and more until every endpoint has accepted one.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const requestsWanted = isFull ? 100_000 : 2_000
/** Requests per endpoint before the test data is renewed. */
const perBatch = 10
const batches = Math.ceil(requestsWanted / (contracts.length * perBatch))
/** More batches for endpoints that have not accepted a request yet. */
const furtherBatches = 40
const atOnce = 16
/**
 * Endpoints that need a password, a code or a mailed link (tests/api/account), Meta's signature, or a comment that exists
 * at the network (tests/api/inbox). These cannot be generated.
 */
const unguessable: ReadonlySet<string> = new Set([
  'changeEmail',
  'confirmEmail',
  'confirmTwoFactor',
  'deleteAccount',
  'deleteIdentity',
  'disableTwoFactor',
  'renewRecoveryCodes',
  'requestPasswordReset',
  'resetPassword',
  'sendEmailConfirmation',
  'verifyFacebookInbox',
  'verifyInstagramInbox',
  'receiveFacebookInbox',
  'receiveInstagramInbox',
  'deauthorizeFacebook',
  'deauthorizeInstagram',
  'deleteFacebookData',
  'deleteInstagramData',
  'replyToConversation',
  'replyPrivately',
  'hideComment',
  'deleteComment',
])
const seed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 20_261_121))

let databaseServer: Served
let sandbox: ServedSandbox
let server: Server
let world: FuzzData

beforeAll(async () => {
  databaseServer = await createDatabase()
  sandbox = await startSandboxProcess()
  const limits = { RATE_LIMIT_PER_MINUTE: '1000000', AI_CALLS_PER_HOUR: '1000000' }
  const env = { ...productEnv(databaseServer.url, sandbox.url), ...limits, LOG_LEVEL: 'error' }
  useEnvironment(env)
  await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  server = await startServer(env)
  world = await makeFuzzData(server.url, sandbox.url)
}, 600_000)

afterAll(async () => {
  await server?.stop()
  await closeDatabase()
  await sandbox?.stop()
  await databaseServer?.stop()
})

async function send(request: FuzzRequest, pools: Pools): Promise<Answer> {
  const url = new URL(request.path, server.url)
  for (const [name, value] of request.query) url.searchParams.append(name, value)
  const response = await fetch(url, {
    method: request.method,
    redirect: 'manual',
    headers: { ...credentialOf(request, world, pools), ...request.headers },
    body: request.body as BodyInit | null,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** All bodies are complete, so the server must always respond. */
function whyNoResponse(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const { exitCode, signalCode } = server.child.process
  const ended = exitCode === null && signalCode === null ? '' : `, and the server has ended (${exitCode ?? signalCode})`
  return `was not answered: ${cause?.code ?? ''} ${cause?.message ?? error}${ended}`
}

class Tally {
  /** The first error of each kind and endpoint, with a count. */
  readonly #errors = new Map<string, { count: number; first: string }>()
  readonly #answers = new Map<string, number>()
  readonly #byEndpoint = new Map(contracts.map(({ name }) => [name, { sent: 0, accepted: 0 }]))

  add(request: FuzzRequest, { status, text }: Answer, fault: string | null): void {
    const code = status < 400 || request.method === 'HEAD' ? '' : /"code":"(\w+)"/.exec(text)?.[1]
    const kind = [status, code].filter(Boolean).join(' ')
    this.#answers.set(kind, (this.#answers.get(kind) ?? 0) + 1)
    const count = this.#byEndpoint.get(request.one.name)
    if (count) {
      count.sent += 1
      if (status < 400 && request.method === request.one.contract.method) count.accepted += 1
    }
    if (!fault) return
    const place = `${request.one.name} ${status} ${fault.slice(0, 40)}`
    const first = `${status} ${fault}\n  ${show(request)}\n  ${text.slice(0, 500)}`
    const known = this.#errors.get(place) ?? { count: 0, first }
    this.#errors.set(place, { ...known, count: known.count + 1 })
  }

  errors(): string {
    return [...this.#errors.values()].map(({ count, first }) => `${count} times: ${first}`).join('\n\n')
  }

  neverAccepted(): NamedContract[] {
    return contracts.filter(({ name }) => this.#byEndpoint.get(name)?.accepted === 0 && !unguessable.has(name))
  }

  /** Summary for the log. */
  toString(): string {
    const counts = [...this.#byEndpoint].sort(([, one], [, other]) => one.accepted - other.accepted)
    const sent = counts.map(([, count]) => count.sent)
    const rarest = counts.slice(0, 5).map(([name, { accepted }]) => `${name} ${accepted}`)
    const answers = [...this.#answers].sort().map(([kind, count]) => `${kind}: ${count}`)
    return [
      `${sent.reduce((sum, count) => sum + count, 0)} requests at ${counts.length} endpoints, ${Math.min(...sent)} to ${Math.max(...sent)} at each`,
      `answers: ${answers.join(', ')}`,
      `accepted least often: ${rarest.join(', ')}`,
    ].join('\n')
  }
}

/** Some endpoints work only in a paused project. */
const pausing = contracts.filter(({ name }) => name === 'pauseProject')

async function runBatch(batch: number, endpoints: readonly NamedContract[], tally: Tally): Promise<void> {
  const pools = await fillPools(world)
  const made = endpoints.map((one, index) =>
    fc.sample(requestsFor(one, pools), { numRuns: perBatch, seed: seed + batch * contracts.length + index }),
  )
  const requests = Array.from({ length: perBatch }, (_, turn) => made.flatMap((of) => of[turn] ?? [])).flat()
  await inParallel(requests, atOnce, async (request) => {
    try {
      const answer = await send(request, pools)
      tally.add(request, answer, checkResponse(request, answer, sandbox.url))
    } catch (error) {
      tally.add(request, { status: 0, headers: new Headers(), text: '' }, whyNoResponse(error))
    }
  })
}

// Validation does not depend on the database, so one of the two runs is enough.
test.runIf(databaseKind() === 'postgres' || !process.env.TEST_POSTGRES_URL || isFull)(
  `${requestsWanted} generated requests get no 5xx and no answer outside the contract`,
  async () => {
    const tally = new Tally()
    for (let batch = 0; batch < batches; batch++) await runBatch(batch, contracts, tally)
    for (let batch = batches; batch < batches + furtherBatches; batch++) {
      const left = tally.neverAccepted()
      if (left.length > 0) await runBatch(batch, [...pausing, ...left], tally)
    }
    console.log(`seed ${seed}; ${tally}`)
    expect(tally.errors()).toBe('')
    // An endpoint that accepts nothing was not really tested.
    expect(tally.neverAccepted().map(({ name }) => name)).toEqual([])
  },
  isFull ? 3_600_000 : 600_000,
)
