import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { closeDatabase, database } from '@/lib/db/pool'
import { env, reloadEnv } from '@/lib/env'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { inputOf, unknownId } from '@/tests/support/api/endpoint-inputs'
import { thingsIn } from '@/tests/support/api/path-resources'
import { startDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller } from '@/tests/support/faults/callers'
import { hostileRequests, hostileUnits, takesText } from '@/tests/support/fuzz/hostile-texts'
import { type Child, script, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv } from '@/tests/support/servers/product'
import { ms, report } from './report'

type Measured = { delayMs: number; turnMs: number }
type Slowest = Measured & { where: string }

const longer = (one: Measured, other: Measured): boolean => one.turnMs > other.turnMs

/**
 * S12: the longest turn of the server's event loop, in CPU time, for hostile texts at each endpoint that accepts
 * text.
 */
export async function benchHostile(): Promise<void> {
  const databaseServer = await startDatabase()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const given = {
    ...productEnv(databaseServer.url, 'http://127.0.0.1:9'),
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
  Object.assign(process.env, given)
  reloadEnv()
  const server = startProcess('bench-hostile', script('tests/bench/delay-server.ts'), given)
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'The server')
  const caller = await aCaller('hostile')
  await addVoiceRules(caller)
  const delayOf = delayMeter(server)
  const bare: Slowest = { delayMs: 0, turnMs: 0, where: '' }
  const ours: (Slowest & { name: string })[] = []
  for (const one of contracts.filter(takesText)) {
    const slowest: Slowest = { delayMs: 0, turnMs: 0, where: '' }
    for (const [what, unit] of Object.entries(hostileUnits)) {
      for (const request of hostileRequests(one, unit, inputFor(one, caller))) {
        const body = JSON.stringify(request)
        const sent = await delayOf(() => send(one, request as Record<string, unknown>, url, caller))
        if (longer(sent, slowest)) Object.assign(slowest, sent, { where: what })
        if (body.length < 50_000) continue
        const plain = await delayOf(() =>
          fetch(`${url}/bare`, { method: 'POST', body }).then((answer) => answer.text()),
        )
        if (longer(plain, bare)) Object.assign(bare, plain)
      }
    }
    ours.push({ name: one.name, ...slowest })
  }
  ours.sort((a, b) => b.turnMs - a.turnMs)
  for (const { name, delayMs, turnMs, where } of ours.slice(0, 8)) {
    const baseline = `bare JSON.parse ${ms(bare.turnMs)}`
    report(`hostile text, longest turn: ${name}`, ms(turnMs), baseline, `target 100 ms; ${where}; delay ${ms(delayMs)}`)
  }
  await server.kill()
  await closeDatabase()
  await databaseServer.stop()
}

async function addVoiceRules({ projectId }: Caller): Promise<void> {
  const rules = {
    project_id: projectId,
    forbidden_words: ['a', 'b', 'amp'],
    forbidden_phrases: ['a.a', 'a a', '(('],
    block_emojis: true,
    max_exclamation_count: 0,
    block_all_caps_words: true,
  }
  await database().insertInto('voice_rules').values(rules).execute()
}

function inputFor(one: NamedContract, { projectId }: Caller): Record<string, unknown> {
  const ids = thingsIn(one.contract).map(([name, thing]) => [name, thing === 'project' ? projectId : unknownId])
  const input = inputOf(one, Object.fromEntries(ids))
  return input.project_id === unknownId ? { ...input, project_id: projectId } : input
}

/** Measures the longest delay in the server during the work. */
function delayMeter({ process: child }: Child): (work: () => Promise<unknown>) => Promise<Measured> {
  const ask = async (): Promise<Measured> => {
    child.send('delay')
    const [measured] = (await once(child, 'message')) as [Measured]
    return measured
  }
  return async (work) => {
    await ask()
    await work()
    // A timer records the delay after the turn that it waited for.
    await sleep(5)
    return ask()
  }
}

async function send(
  { contract }: NamedContract,
  { ...rest }: Record<string, unknown>,
  base: string,
  { token, userId }: Caller,
): Promise<void> {
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const address = new URL(path, base)
  const isQuery = contract.method === 'GET' || contract.method === 'DELETE'
  if (isQuery) for (const [name, value] of Object.entries(rest)) address.searchParams.set(name, String(value))
  const session = await encode({ token: { sub: userId }, secret: env().NEXTAUTH_SECRET ?? '' })
  const answer = await fetch(address, {
    method: contract.method,
    headers: {
      ...(contract.scope === 'session'
        ? { cookie: `storycast.session=${session}`, origin: base }
        : { authorization: `Bearer ${token}` }),
      ...(isQuery ? {} : { 'content-type': 'application/json' }),
    },
    ...(isQuery ? {} : { body: JSON.stringify(rest) }),
  })
  await answer.text()
}
