import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Contract, contract } from '@/lib/api/contract'
import type { Wired } from '@/lib/api/endpoint'
import { contracts } from './contracts'

/** Replaces the endpoint wrapper, so that a route file exports its contracts. */
vi.mock('../api/endpoint', () => ({
  wire: (wired: Contract, service: unknown) => ({ contract: wired, service }),
  endpoints: (...wired: Wired[]) => ({
    GET: wired,
    POST: wired,
    PUT: wired,
    PATCH: wired,
    DELETE: wired,
    OPTIONS: wired,
  }),
  unknownPath: () => {},
}))

const root = join(import.meta.dirname, '../../app/api')

/** Routes without contracts: next-auth, Inngest, the tus protocol and the catch-all 404. */
const foreign = [/^auth\//, /^inngest\//, /^v1\/media\/tus\//, /^\[\[\.\.\.path\]\]\//]

const routeFiles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.ts') && !foreign.some((pattern) => pattern.test(file)))
  .sort()

/** `v1/stories/[id]/route.ts` → `/api/v1/stories/:id` */
const pathOf = (file: string): string => `/api/${file.replace(/\/route\.ts$/, '').replace(/\[(\w+)\]/g, ':$1')}`

async function contractsOf(file: string): Promise<Contract[]> {
  const route: { GET?: unknown } = await import(join(root, file))
  if (!Array.isArray(route.GET)) throw new Error(`${file} is not created with endpoints(wire(…)).`)
  return (route.GET as Wired[]).map((wired) => wired.contract)
}

const routes = new Map(await Promise.all(routeFiles.map(async (file) => [file, await contractsOf(file)] as const)))

test.each(routeFiles)('app/api/%s serves registered contracts at their own path', (file) => {
  const served = routes.get(file) ?? []
  expect(served.length).toBeGreaterThan(0)
  for (const one of served) {
    expect(contracts.map(({ contract }) => contract)).toContain(one)
    expect(one.path).toBe(pathOf(file))
  }
})

test.each(contracts.map(({ name, contract }) => [name, contract] as const))('%s has a route', (_, registered) => {
  const file = routeFiles.find((candidate) => pathOf(candidate) === registered.path)
  expect(file, `a route file for ${registered.path}`).toBeDefined()
  expect(routes.get(file ?? '')).toContain(registered)
})

test('no two contracts share a method and path, or a name', () => {
  const places = contracts.map(({ contract: { method, path } }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(places).toEqual([...new Set(places)])
  const names = contracts.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test.each(contracts.map(({ name, contract }) => [name, contract] as const))('%s is consistent', (_, registered) => {
  const { method, path, params, body, answers, idempotent, query } = contract(registered)
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
  expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
  expect(Object.keys(answers).every((status) => /^20[0-9]$/.test(status))).toBe(true)
  // Idempotent by definition (RFC 9110, section 9.2.2).
  if (method === 'GET' || method === 'DELETE') expect(idempotent).toBeUndefined()
  if (method === 'GET') expect(body).toBeUndefined()
  // A member in both would be ambiguous.
  if (body && query) expect(method).not.toBe('GET')
})

/** POSTs without effects, or without an authenticated caller. */
const postsWithoutKey = [
  // Suggest texts and store nothing.
  'POST /api/ai/caption-rewrite',
  'POST /api/ai/caption-versions',
  'POST /api/ai/hashtags',
  'POST /api/ai/alt-text',
  'POST /api/v1/stories/preview', // only reads
  'POST /api/projects/:id/utm-resolve', // only reads
  'POST /api/projects/:id/voice-rules/lint', // only reads
  'POST /api/insights/run', // only reads
  'POST /api/projects/:id/recurring-templates/preview', // only reads
  'POST /api/v1/automations/preview', // only reads
  'POST /api/v1/projects/:id/ai/check', // changes nothing but the usage
  'POST /api/v1/oauth-authorizations', // each consent has its own code
  'POST /api/v1/sign-up', // public: keys belong to a token or user, and there is none yet
  'POST /api/v1/password-reset', // public; a second mail within a minute is not sent
  'POST /api/v1/password-reset/confirm', // public; the link works once
  'POST /api/v1/reviews/open', // public; only reads
  'POST /api/v1/reviews/decide', // public; the last decision counts
  'POST /api/v1/reviews/comment', // public: keys belong to a token or user, and a client has neither
  'POST /api/v1/stories/:id/editing', // repeated every few seconds
  // Contain a password or a code. With a key, a guessable hash of the body would be stored.
  'POST /api/v1/account/email',
  'POST /api/v1/account/password',
  'POST /api/v1/account/two-factor',
  'POST /api/v1/account/two-factor/confirm',
  'POST /api/v1/account/two-factor/recovery-codes',
  'POST /api/v1/account/email/confirm', // the link works once
  // Public; called by the networks. The same delivery is stored once.
  'POST /api/webhooks/instagram-inbox',
  'POST /api/webhooks/facebook-inbox',
  'POST /api/webhooks/instagram-deauthorize',
  'POST /api/webhooks/facebook-deauthorize',
  'POST /api/webhooks/instagram-data-deletion',
  'POST /api/webhooks/facebook-data-deletion',
]

test('every POST with effects accepts an Idempotency-Key', () => {
  const posts = contracts.filter(({ contract: { method } }) => method === 'POST')
  const without = posts.filter(({ contract }) => !contract.idempotent)
  const placeOf = ({ contract: { method, path } }: (typeof posts)[number]): string => `${method} ${path}`
  expect(without.map(placeOf).sort()).toEqual([...postsWithoutKey].sort())
})

const secretNames = /(^|_)(token|tokens|secret|secrets|password|recovery_codes|upload_url)$/

function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(memberNames)]
}

test('stored responses with secret members are marked for encryption', () => {
  const idempotent = contracts.filter(({ contract: { idempotent } }) => idempotent)
  for (const { name, contract } of idempotent) {
    const names = Object.values(contract.answers).flatMap((answer) =>
      memberNames(z.toJSONSchema(answer, { unrepresentable: 'any' })),
    )
    const secrets = names.filter((member) => secretNames.test(member))
    if (secrets.length > 0) expect([name, secrets, contract.hasSecretAnswer]).toEqual([name, secrets, true])
  }
})
