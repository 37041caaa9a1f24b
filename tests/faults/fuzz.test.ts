import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import { closeDatabase } from '@/lib/db/pool'
import { ensureBuilt } from '@/scripts/support/build'
import { inLanes, useEnvironment } from '../support/faults'
import { type Attempt, attemptsOn, credentialOf, show } from '../support/fuzz-attempts'
import { type Answer, judge } from '../support/fuzz-judge'
import { type FuzzWorld, makeFuzzWorld, type Pools, stock } from '../support/fuzz-world'
import {
  databaseKind,
  productEnv,
  type ServedDatabase,
  type ServedSandbox,
  type Server,
  startDatabase,
  startSandboxProcess,
  startServer,
} from '../support/product'

/**
 * Promise P7: no request gets a 5xx or an answer that its contract does not know. Requests are made from the contracts:
 * right ones, right ones with something wrong in them, junk, bytes, and methods that are not there. Every endpoint gets
 * as many, and takes at least one of them.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const requestsWanted = isFull ? 100_000 : 2_000
/** Of each endpoint, before things are stocked up anew. */
const perBatch = 10
const batches = Math.ceil(requestsWanted / (contracts.length * perBatch))
/** What few of the generated requests get right is tried for so much longer. */
const furtherBatches = 40
const atOnce = 16
/**
 * Endpoints that accept only what cannot be generated: a password, a code of an app, or a mailed link. They get junk as
 * all others do; what they accept is tested in tests/api/account.
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
])
const seed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 20_261_121))

let databaseServer: ServedDatabase
let sandbox: ServedSandbox
let server: Server
let world: FuzzWorld

beforeAll(async () => {
  databaseServer = await startDatabase()
  sandbox = await startSandboxProcess()
  const env = { ...productEnv(databaseServer.url, sandbox.url), RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' }
  useEnvironment(env)
  await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  server = await startServer(env)
  world = await makeFuzzWorld(server.url, sandbox.url)
}, 600_000)

afterAll(async () => {
  await server?.stop()
  await closeDatabase()
  await sandbox?.stop()
  await databaseServer?.stop()
})

async function send(attempt: Attempt, pools: Pools): Promise<Answer> {
  const url = new URL(attempt.path, server.url)
  for (const [name, value] of attempt.query) url.searchParams.append(name, value)
  const response = await fetch(url, {
    method: attempt.method,
    redirect: 'manual',
    headers: { ...credentialOf(attempt, world, pools), ...attempt.headers },
    body: attempt.body as BodyInit | null,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Every body that is sent ends, so there is none for which the server may hang up without a word. */
function whyUnanswered(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const { exitCode, signalCode } = server.child.process
  const ended = exitCode === null && signalCode === null ? '' : `, and the server has ended (${exitCode ?? signalCode})`
  return `was not answered: ${cause?.code ?? ''} ${cause?.message ?? error}${ended}`
}

class Tally {
  /** The first fault of each kind at each endpoint, and how many there were. */
  readonly #faults = new Map<string, { count: number; first: string }>()
  readonly #answers = new Map<string, number>()
  readonly #byEndpoint = new Map(contracts.map(({ name }) => [name, { sent: 0, accepted: 0 }]))

  add(attempt: Attempt, { status, text }: Answer, fault: string | null): void {
    const code = status < 400 || attempt.method === 'HEAD' ? '' : /"code":"(\w+)"/.exec(text)?.[1]
    const kind = [status, code].filter(Boolean).join(' ')
    this.#answers.set(kind, (this.#answers.get(kind) ?? 0) + 1)
    const count = this.#byEndpoint.get(attempt.one.name)
    if (count) {
      count.sent += 1
      if (status < 400 && attempt.method === attempt.one.contract.method) count.accepted += 1
    }
    if (!fault) return
    const place = `${attempt.one.name} ${status} ${fault.slice(0, 40)}`
    const first = `${status} ${fault}\n  ${show(attempt)}\n  ${text.slice(0, 500)}`
    const known = this.#faults.get(place) ?? { count: 0, first }
    this.#faults.set(place, { ...known, count: known.count + 1 })
  }

  faults(): string {
    return [...this.#faults.values()].map(({ count, first }) => `${count} times: ${first}`).join('\n\n')
  }

  neverAccepted(): NamedContract[] {
    return contracts.filter(({ name }) => this.#byEndpoint.get(name)?.accepted === 0 && !unguessable.has(name))
  }

  /** What a person who reads the log wants to know of the run. */
  toString(): string {
    const counts = [...this.#byEndpoint].sort(([, one], [, other]) => one.accepted - other.accepted)
    const sent = counts.map(([, count]) => count.sent)
    const rarest = counts.slice(0, 5).map(([name, { accepted }]) => `${name} ${accepted}`)
    const answers = [...this.#answers].sort().map(([kind, count]) => `${kind}: ${count}`)
    return [
      `${sent.reduce((sum, count) => sum + count, 0)} requests at ${counts.length} endpoints, ${Math.min(...sent)} to ${Math.max(...sent)} at each`,
      `answers: ${answers.join(', ')}`,
      `taken most rarely: ${rarest.join(', ')}`,
    ].join('\n')
  }
}

async function runBatch(batch: number, endpoints: readonly NamedContract[], tally: Tally): Promise<void> {
  const pools = await stock(world)
  const made = endpoints.map((one, index) =>
    fc.sample(attemptsOn(one, pools), { numRuns: perBatch, seed: seed + batch * contracts.length + index }),
  )
  const attempts = Array.from({ length: perBatch }, (_, turn) => made.flatMap((of) => of[turn] ?? [])).flat()
  await inLanes(attempts, atOnce, async (attempt) => {
    try {
      const answer = await send(attempt, pools)
      tally.add(attempt, answer, judge(attempt, answer, sandbox.url))
    } catch (error) {
      tally.add(attempt, { status: 0, headers: new Headers(), text: '' }, whyUnanswered(error))
    }
  })
}

// What a request says is judged before any database is asked which kind it is: the second run has better use of its time.
test.runIf(databaseKind() === 'pglite' || isFull)(
  `${requestsWanted} generated requests get no fault of ours and no answer that is not in the contract`,
  async () => {
    const tally = new Tally()
    for (let batch = 0; batch < batches; batch++) await runBatch(batch, contracts, tally)
    for (let batch = batches; batch < batches + furtherBatches; batch++) {
      if (tally.neverAccepted().length > 0) await runBatch(batch, tally.neverAccepted(), tally)
    }
    console.log(`seed ${seed}; ${tally}`)
    expect(tally.faults()).toBe('')
    // If an endpoint takes nothing that is made for it, nothing was tried there.
    expect(tally.neverAccepted().map(({ name }) => name)).toEqual([])
  },
  isFull ? 3_600_000 : 600_000,
)
