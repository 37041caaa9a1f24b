import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import { errorCodesOf } from '@/lib/api/openapi'
import { scopes } from '@/lib/auth/scopes'
import { closeDatabase, database } from '@/lib/db/pool'
import { env as environment } from '@/lib/env'
import { errorStatus } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { mintToken } from '@/lib/tokens/mint'
import { junk, mutated, valuesOf } from '../support/arbitraries'
import { aCaller, type Caller, inLanes, useEnvironment } from '../support/faults'
import {
  databaseKind,
  productEnv,
  type ServedDatabase,
  type Server,
  startDatabase,
  startServer,
} from '../support/product'
import { insertStory } from '../support/rows'

/**
 * Promise P7: no request gets a 5xx or an answer that its contract does not know. Requests are made from the contracts:
 * right ones, right ones with something wrong in them, junk, bytes, and methods that are not there.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const requestsWanted = isFull ? 100_000 : 2_000
const batchSize = 500
const atOnce = 16
const seed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 20_261_121))

let databaseServer: ServedDatabase
let server: Server
let mine: Caller
let theirs: Caller
let credentials: Record<'bound' | 'account' | 'session' | 'none', Record<string, string>>

beforeAll(async () => {
  databaseServer = await startDatabase()
  const env = {
    ...productEnv(databaseServer.url, 'http://127.0.0.1:9'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  useEnvironment(env)
  ;[mine, theirs] = [await aCaller('mine'), await aCaller('theirs')]
  const db = database()
  const account = await mintToken(db, { userId: mine.userId, projectId: null, name: 'account', scopes })
  const cookie = await encode({ token: { sub: mine.userId }, secret: environment().NEXTAUTH_SECRET ?? '' })
  server = await startServer(env)
  credentials = {
    bound: { authorization: `Bearer ${mine.token}` },
    account: { authorization: `Bearer ${account.token}` },
    session: { cookie: `storycast.session=${cookie}`, origin: server.url },
    none: {},
  }
  // A worker that looks again only after the test, so that readiness has no reason to be refused.
  await db
    .insertInto('workers')
    .values({ id: 'fuzz', last_looked_at: new Date(Date.now() + 86_400_000) })
    .execute()
})

afterAll(async () => {
  await server?.stop()
  await closeDatabase()
  await databaseServer?.stop()
})

type Pools = Record<'story' | 'item' | 'connection' | 'consent' | 'project' | 'doomedProject' | 'doomedToken', string[]>

/** Things in every state, mine and another's, and one id that nobody has. */
async function stock(): Promise<Pools> {
  const db = database()
  const states = ['approved', 'pending', 'draft'] as const
  for (const caller of [mine, mine, mine, mine, theirs]) {
    for (const status of states) {
      const { storyId, itemIds } = await insertStory(db, {
        projectId: caller.projectId,
        channels: ['x', 'threads'],
        caption: 'Fresh bread',
        dueIn: 86_400,
        status,
      })
      if (status !== 'approved') continue
      const failed = { status: 'failed', skip_reason: 'stale-scheduled', skip_category: 'other', next_attempt_at: null }
      await db.updateTable('queue_items').set(failed).where('id', 'in', Object.values(itemIds)).execute()
      await db.updateTable('stories').set({ status: 'failed' }).where('id', '=', storyId).execute()
    }
  }
  const doomedProjects = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const id = newId()
      await db.insertInto('projects').values({ id, name, slug: name }).execute()
      await db.insertInto('project_members').values({ project_id: id, user_id: mine.userId, role: 'owner' }).execute()
      return id
    }),
  )
  const consents = await Promise.all([mine, theirs].map(aConsent))
  const { id: doomedToken } = await mintToken(db, { userId: mine.userId, projectId: null, name: 'doomed', scopes })
  const idsOf = async (table: 'stories' | 'queue_items' | 'social_connections'): Promise<string[]> => {
    const newest = (projectId: string, limit: number) =>
      db.selectFrom(table).select('id').where('project_id', '=', projectId).orderBy('id', 'desc').limit(limit).execute()
    const rows = [...(await newest(mine.projectId, 24)), ...(await newest(theirs.projectId, 3))]
    return [...rows.map(({ id }) => id), newId()]
  }
  return {
    story: await idsOf('stories'),
    item: await idsOf('queue_items'),
    connection: await idsOf('social_connections'),
    consent: [...consents, newId()],
    project: [mine.projectId, mine.projectId, theirs.projectId, newId()],
    doomedProject: [...doomedProjects, theirs.projectId, newId()],
    doomedToken: [doomedToken, newId()],
  }
}

async function aConsent({ projectId, userId }: Caller): Promise<string> {
  const id = newId()
  const consent = { channel: 'threads', redirect_uri: 'http://localhost/connect/threads/callback', return_to: '/' }
  await database()
    .insertInto('consents')
    .values({
      ...consent,
      id,
      project_id: projectId,
      user_id: userId,
      state_hash: Buffer.from(id),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return id
}

/** Nothing here can accept these: no network answers, nobody comes back from one, no post is out whose pin is to do. */
const outOfReach: ReadonlySet<string> = new Set([
  'chooseAccount',
  'listPinterestBoards',
  'createPinterestBoard',
  'setDefaultPinterestBoard',
  'listPinterestSections',
  'markPin',
])

function idsInPath({ name, contract }: NamedContract, pools: Pools): string[] {
  if (name === 'deleteProject') return pools.doomedProject
  if (contract.path.includes('/stories/')) return pools.story
  if (contract.path.includes('/queue/')) return pools.item
  if (contract.path.includes('/consents/')) return pools.consent
  if (contract.path.includes('/social-connections/')) return pools.connection
  return contract.path.includes('/tokens/') ? pools.doomedToken : pools.project
}

type Attempt = {
  one: NamedContract
  as: keyof typeof credentials
  method: string
  path: string
  query: [string, string][]
  body: unknown
  bytes: Uint8Array | null
  headers: Record<string, string>
}

function attemptsOn(one: NamedContract, pools: Pools): fc.Arbitrary<Attempt> {
  const { contract } = one
  const known = (member: string): string[] => {
    if (member === 'project_id' || member === 'projectId') return pools.project
    if (member === 'story_ids' || member === 'story_id') return pools.story
    return member === 'queue_item_ids' ? pools.item : []
  }
  const right = (schema: z.ZodType | undefined) => (schema ? valuesOf(schema, known) : fc.constant({}))
  /** Mostly as it should be, often nearly, sometimes not at all. */
  const bent = (values: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { arbitrary: values, weight: 8 },
      { arbitrary: values.chain(mutated), weight: 4 },
      { arbitrary: junk, weight: 1 },
    )
  const doomed = pools.doomedProject[0] ?? ''
  const id = contract.params
    ? fc.oneof(
        { arbitrary: fc.constantFrom(...idsInPath(one, pools)), weight: 12 },
        { arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isSendableInPath), weight: 1 },
      )
    : fc.constant('')
  const methods = fc.oneof(
    { arbitrary: fc.constant(contract.method as string), weight: 20 },
    { arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'), weight: 1 },
  )
  const mayAsk =
    contract.scope === 'session'
      ? fc.constantFrom('session', 'session', 'session', 'session', 'session', 'bound', 'none')
      : fc.constantFrom('bound', 'bound', 'bound', 'account', 'account', 'session', 'session', 'none')
  return fc
    .record({
      as: mayAsk as fc.Arbitrary<Attempt['as']>,
      method: methods,
      id,
      query: bent(right(contract.query)),
      body: bent(right(contract.body)),
      bytes: fc.oneof(
        { arbitrary: fc.constant(null), weight: 20 },
        { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
      ),
      key: fc.oneof(
        { arbitrary: fc.constant(null), weight: 8 },
        { arbitrary: fc.uuid(), weight: 6 },
        { arbitrary: fc.constantFrom('again', 'x'.repeat(256)), weight: 1 },
      ),
    })
    .map(({ id: given, query, key, ...rest }) => ({
      ...rest,
      one,
      path: contract.path.replace(':id', encodeURIComponent(isFatal(one, rest.method) ? doomed : given)),
      query: contract.method === 'GET' ? asQuery(query) : [],
      headers: {
        'content-type': 'application/json',
        // Accounts are counted by address.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(key ? { 'idempotency-key': key } : {}),
      },
    }))
}

/** A request for another method that would delete the project which all the others are about. */
const isFatal = ({ name, contract }: NamedContract, method: string): boolean =>
  method === 'DELETE' && name !== 'deleteProject' && contract.path === '/api/v1/projects/:id'

/** `.` and `..` are taken out of a path by the client already; half a surrogate pair cannot be encoded. */
const isSendableInPath = (text: string): boolean => !/^\.+$/.test(text) && !/\p{Surrogate}/u.test(text)

function asQuery(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  const shown = (member: unknown): string => {
    if (Array.isArray(member)) return member.map(shown).join(',')
    return typeof member === 'object' ? JSON.stringify(member) : String(member)
  }
  return (
    Object.entries(value)
      // Next drops this one before anybody of ours sees it.
      .filter(([name]) => name !== '__proto__')
      .map(([name, member]): [string, string] => [name, shown(member)])
  )
}

const Envelope = z.strictObject({
  error: z.looseObject({
    code: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]),
    message: z.string().min(1).max(20_000),
    issues: z
      .array(z.strictObject({ path: z.string(), code: z.string(), message: z.string().min(1) }))
      .min(1)
      .optional(),
  }),
})

/** Null when all is as promised, else what is not. */
function judge(attempt: Attempt, status: number, headers: Headers, text: string): string | null {
  const { contract } = attempt.one
  if (!headers.get('x-request-id')) return 'has no request id'
  if (headers.get('content-type') !== 'application/json') return `is ${headers.get('content-type')}`
  const isOurs = status >= 500 && !(status === 502 && errorCodesOf(contract).includes('provider_error'))
  if (attempt.method === 'HEAD') return !isOurs && text === '' ? null : 'is no answer to HEAD'
  const value: unknown = JSON.parse(text)
  if (status < 400) {
    const schema = attempt.method === contract.method ? contract.answers[status] : undefined
    // Another method may be another endpoint's; that one is tried under its own name.
    if (!schema) return attempt.method === contract.method ? 'is a status that the contract does not know' : null
    const parsed = schema.safeParse(value)
    if (!parsed.success) return `breaks its contract: ${parsed.error.message}`
    return isRightlyAccepted(attempt) ? null : 'accepts what the contract refuses'
  }
  const parsed = Envelope.safeParse(value)
  if (!parsed.success) return `is no error: ${parsed.error.message}`
  const { code, issues } = parsed.data.error
  if (errorStatus[code] !== status) return `has ${code} with ${status}`
  // A network that refuses credentials which nobody gave out is none.
  if (status >= 500 && code !== 'provider_error') return 'is a fault of ours'
  if ((code === 'validation_error') !== (issues !== undefined)) return 'has no issues, or has issues that it should not'
  if (attempt.method !== contract.method) return null
  return errorCodesOf(contract).includes(code) ? null : `has the code ${code}, which the contract does not know`
}

function isRightlyAccepted({ one: { contract }, query, body, bytes }: Attempt): boolean {
  const given = Object.fromEntries(query)
  if (contract.query && !contract.query.safeParse(given).success) return false
  if (contract.method === 'GET' || contract.method === 'DELETE') return true
  if (bytes) return bytes.length === 0 && contract.isBodyOptional === true
  const schema = contract.body ?? z.strictObject({})
  return (body === undefined && contract.isBodyOptional) || schema.safeParse(JSON.parse(JSON.stringify(body))).success
}

async function send(attempt: Attempt): Promise<{ status: number; fault: string | null; text: string }> {
  const url = new URL(attempt.path, server.url)
  for (const [name, value] of attempt.query) url.searchParams.append(name, value)
  const hasBody = attempt.method !== 'GET' && attempt.method !== 'HEAD' && attempt.method !== 'DELETE'
  const body = attempt.bytes ?? JSON.stringify(attempt.body)
  const response = await fetch(url, {
    method: attempt.method,
    redirect: 'manual',
    headers: { ...credentials[attempt.as], ...attempt.headers },
    ...(hasBody ? { body: body as BodyInit } : {}),
  })
  const text = await response.text()
  return { status: response.status, fault: judge(attempt, response.status, response.headers, text), text }
}

const show = ({ one, as, method, path, query, body, bytes }: Attempt): string =>
  JSON.stringify({ name: one.name, as, method, path, query, body: bytes ? `${bytes.length} bytes` : body }).slice(
    0,
    1_500,
  )

// What a request says is judged before any database is asked which kind it is: the second run has better use of its time.
test.runIf(databaseKind() === 'pglite' || isFull)(
  `${requestsWanted} generated requests get no fault of ours and no answer that is not in the contract`,
  async () => {
    const faults: string[] = []
    const statuses = new Map<number, number>()
    const accepted = new Map<string, number>(contracts.map(({ name }) => [name, 0]))
    for (let batch = 0; batch * batchSize < requestsWanted; batch++) {
      const pools = await stock()
      const attempts = fc.sample(fc.oneof(...contracts.map((one) => attemptsOn(one, pools))), {
        numRuns: batchSize,
        seed: seed + batch,
      })
      await inLanes(attempts, atOnce, async (attempt) => {
        const { status, fault, text } = await send(attempt)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status < 400) accepted.set(attempt.one.name, (accepted.get(attempt.one.name) ?? 0) + 1)
        if (fault) faults.push(`${status} ${fault}\n  ${show(attempt)}\n  ${text.slice(0, 500)}`)
      })
    }
    const neverAccepted = [...accepted]
      .filter(([name, count]) => count === 0 && !outOfReach.has(name))
      .map(([name]) => name)
    const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
    console.log(
      `seed ${seed}, ${requestsWanted} requests; ${counts.join(', ')}; never accepted: ${neverAccepted.join(', ') || 'none'}`,
    )
    expect(faults.slice(0, 20).join('\n\n')).toBe('')
    // If an endpoint takes nothing that is made for it, nothing was tried there. Few requests may miss the rarest.
    expect(neverAccepted.length).toBeLessThanOrEqual(isFull ? 0 : 3)
  },
)
