import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '@/sandbox/state/fault-injection'
import {
  type Answer,
  type Call,
  emptyAnswer,
  htmlAnswer,
  jsonAnswer,
  type Match,
  makeRouter,
  nameOf,
  Refusal,
} from './http/call'
import type { Network } from './networks/network'
import type { Account } from './state/accounts'
import type { CallRecord } from './state/calls'
import type { Sandbox } from './state/sandbox'
import { latencyOf } from './state/settings'

/** A response, or a connection that stays silent or is reset. */
export type Outcome = Answer | 'silence' | 'reset'

type Handling = { call: Call; match: Match; account: Account | null; operation: string }

/** The operation that publishes a post, in every network. The commit delay comes before it. */
const publishOperation = 'publish'

/** Handles one network's calls: route, credential, rate limit, scope, fault, then the handler. */
export function makeService(sandbox: Sandbox, network: Network): (call: Call) => Promise<Outcome> {
  const findRoute = makeRouter(network.routes)
  return async (call) => {
    const record = newRecord(sandbox, network, call)
    sandbox.calls.add(record)
    const startedMs = performance.now()
    await pause(latencyOf(sandbox.settings.for(network.id)))
    const outcome = await answer(sandbox, network, call, findRoute(call.method, call.path), record)
    record.status = typeof outcome === 'string' ? null : outcome.status
    record.duration_ms = Math.round(performance.now() - startedMs)
    return outcome
  }
}

async function answer(
  sandbox: Sandbox,
  network: Network,
  call: Call,
  match: Match | undefined,
  record: CallRecord,
): Promise<Outcome> {
  let account: Account | null = null
  const finish = (answer: Answer): Answer => ({
    ...answer,
    headers: { ...network.headers?.(call, account), ...answer.headers },
  })
  try {
    // Before the token, so that a wrong path is not reported as a wrong token.
    if (!match) return finish(network.notFound(call))
    const operation = nameOf(match.route, call)
    record.call = operation
    if (!match.route.isOpen) {
      account = network.authenticate(call)
      record.account_id = account.account_id
      network.admit?.(call, operation, account)
      const needed = Object.entries(network.scopes ?? {}).flatMap(([scope, allowed]) =>
        allowed.includes(operation) ? [scope] : [],
      )
      if (needed.length > 0 && !call.isGranted(needed)) return finish(network.presets.permission(call))
    }
    // After credential and rate limit: faults apply only to calls that the network would accept.
    const handling = { call, match, account, operation }
    const fault = sandbox.faults.take(network.id, account?.account_id ?? null, operation)
    if (!fault) return finish(await handle(sandbox, network, handling))
    record.fault = fault.fault
    const outcome = await applyFault(sandbox, network, handling, fault)
    const isBare = fault.fault === 'rate_limit' && !fault.with_headers
    return typeof outcome === 'string' || isBare ? outcome : finish(outcome)
  } catch (error) {
    if (error instanceof Refusal) return finish(error.answer)
    // A bug of the sandbox must not look like an error of the network, so it is printed as well.
    const cause = error instanceof Error ? error.stack : error
    process.stderr.write(`The sandbox failed at ${call.method} ${call.path}: ${cause}\n`)
    return finish(network.presets.server_error(call))
  }
}

/** Runs the handler. Refusals become responses, so that a fault can replace them. */
async function handle(sandbox: Sandbox, network: Network, handling: Handling): Promise<Answer> {
  const { call, match, account, operation } = handling
  // Before the checks of the handler, so that they see the state at the end of the wait, as at a slow network.
  if (operation === publishOperation) await pause(sandbox.settings.for(network.id).commit_delay_ms)
  try {
    const visit = { call, params: match.params, raw: match.raw }
    if (match.route.isOpen) return await match.route.handle(visit)
    if (!account) throw new Error('The route needs an account.')
    return await match.route.handle({ ...visit, account })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

async function applyFault(sandbox: Sandbox, network: Network, handling: Handling, fault: Fault): Promise<Outcome> {
  const { call, account } = handling
  switch (fault.fault) {
    case 'refuse':
      return refuse(network, call, fault)
    case 'rate_limit': {
      const limit = { retryAfterSeconds: fault.retry_after_seconds ?? null, withHeaders: fault.with_headers }
      return network.rateLimited(limit, call, account)
    }
    case 'timeout_before':
      return 'silence'
    case 'reset_before':
      return 'reset'
    case 'timeout_after':
      await handle(sandbox, network, handling)
      return 'silence'
    case 'reset_after':
      await handle(sandbox, network, handling)
      return 'reset'
    case 'slow': {
      if (fault.when === 'before') await pause(fault.delay_ms)
      const answer = await handle(sandbox, network, handling)
      if (fault.when === 'after') await pause(fault.delay_ms)
      return answer
    }
    case 'rubbish':
      if (fault.when === 'after') await handle(sandbox, network, handling)
      return rubbish[fault.content]
    case 'error_after':
      await handle(sandbox, network, handling)
      return { ...network.presets.server_error(call), status: fault.status ?? 500 }
    case 'expire_token':
      if (account) sandbox.setToken(account, 'expired')
      network.authenticate(call)
      return handle(sandbox, network, handling)
    case 'container_error':
    case 'container_expired':
      call.containerFault = fault
      return handle(sandbox, network, handling)
  }
}

function refuse(network: Network, call: Call, fault: Extract<Fault, { fault: 'refuse' }>): Answer {
  const isCustom = fault.preset === undefined && fault.body !== undefined
  const answer = isCustom ? jsonAnswer(400, fault.body) : network.presets[fault.preset ?? 'server_error'](call)
  return {
    status: fault.status ?? answer.status,
    headers: { ...answer.headers, ...fault.headers },
    body: fault.body === undefined ? answer.body : JSON.stringify(fault.body),
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const rubbish: Record<Extract<Fault, { fault: 'rubbish' }>['content'], Answer> = {
  html: htmlAnswer(
    200,
    '<!doctype html><html><head><title>Just a moment</title></head><body>Please wait.</body></html>',
  ),
  truncated_json: { status: 200, headers: json, body: '{"id":"17' },
  empty: emptyAnswer(200, json),
}

const newRecord = ({ clock }: Sandbox, { id: network }: Network, { id, method, path }: Call): CallRecord => {
  const pending = { account_id: null, call: null, status: null, fault: null, duration_ms: null }
  return { id, at: clock().toISOString(), network, method, path, ...pending }
}

async function pause(durationMs: number): Promise<void> {
  if (durationMs > 0) await sleep(durationMs, undefined, { ref: false })
}
