import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './accounts'
import type { CallRecord } from './calls'
import { type Answer, type Call, emptyAnswer, htmlAnswer, jsonAnswer, Refusal } from './exchange'
import type { Fault } from './faults'
import type { Network } from './network'
import { type Match, makeRouter } from './router'
import type { Sandbox } from './sandbox'
import { latencyOf } from './settings'

/** What becomes of a request: an answer, a connection that never speaks again, or one that breaks. */
export type Outcome = Answer | 'silence' | 'reset'

type Serving = { call: Call; match: Match; account: Account | null; operation: string; record: CallRecord }

/** The commit delay stands in front of this operation: in every network it is the one that makes a post public. */
const publishOperation = 'publish'

/** Serves one network's calls: route, credential, rate limit, fault, then the network's own work. */
export function makeService(sandbox: Sandbox, network: Network): (call: Call) => Promise<Outcome> {
  const route = makeRouter(network.routes)
  return async (call) => {
    const record = newRecord(sandbox, network, call)
    const startedMs = performance.now()
    await pause(latencyOf(sandbox.settings.for(network.id)))
    const outcome = await attempt(sandbox, network, call, route(call.method, call.path), record)
    record.status = typeof outcome === 'string' ? null : outcome.status
    record.duration_ms = Math.round(performance.now() - startedMs)
    return outcome
  }
}

async function attempt(
  sandbox: Sandbox,
  network: Network,
  call: Call,
  match: Match | undefined,
  record: CallRecord,
): Promise<Outcome> {
  let account: Account | null = null
  const finish = (answer: Answer): Answer => {
    const headers = network.headers?.(call, account)
    return headers ? { ...answer, headers: { ...headers, ...answer.headers } } : answer
  }
  try {
    // Unknown addresses are told apart before the token is looked at, so a misspelt path never reads as a dead token.
    if (!match) return finish(network.notFound(call))
    const operation = typeof match.route.name === 'string' ? match.route.name : match.route.name(call)
    record.call = operation
    if (!match.route.isOpen) {
      account = network.authenticate(call)
      record.account_id = account.account_id
      network.admit?.(call, match.route, account)
      const needed = network.scopes?.[operation]
      if (needed && call.scopes && !needed.some((scope) => call.scopes?.includes(scope))) {
        return finish(network.presets.permission(call))
      }
    }
    // Faults come after the credential and the rate limit: a call that the network would not have let in is not struck.
    const serving = { call, match, account, operation, record }
    const fault = sandbox.faults.take(network.id, account?.account_id ?? null, operation)
    if (!fault) return finish(await perform(sandbox, network, serving))
    record.fault = fault.fault
    const outcome = await strike(sandbox, network, serving, fault)
    const isBare = fault.fault === 'rate_limit' && !fault.with_headers
    return typeof outcome === 'string' || isBare ? outcome : finish(outcome)
  } catch (error) {
    if (error instanceof Refusal) return finish(error.answer)
    // A mistake of the sandbox itself must not pass for a network's fault, so it also goes to the terminal.
    process.stderr.write(
      `The sandbox failed at ${call.method} ${call.path}: ${error instanceof Error ? error.stack : error}\n`,
    )
    return finish(network.presets.server_error(call))
  }
}

/** The network's own work. A refusal is an answer here, so that an after-fault can swallow it as well. */
async function perform(sandbox: Sandbox, network: Network, serving: Serving): Promise<Answer> {
  const { call, match, account, operation } = serving
  // The wait stands before all checks, so what is true when the post is made decides, as in a slow real network.
  if (operation === publishOperation) await pause(sandbox.settings.for(network.id).commit_delay_ms)
  try {
    const visit = { call, params: match.params, raw: match.raw }
    if (match.route.isOpen) return await match.route.handle(visit)
    if (!account) throw new Error('A route that is not open was reached without an account.')
    return await match.route.handle({ ...visit, account })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

async function strike(sandbox: Sandbox, network: Network, serving: Serving, fault: Fault): Promise<Outcome> {
  const { call, account } = serving
  switch (fault.fault) {
    case 'refuse':
      return refuse(network, call, fault)
    case 'rate_limit': {
      const retryAfterSeconds = fault.retry_after_seconds ?? null
      return network.rateLimited({ retryAfterSeconds, withHeaders: fault.with_headers }, call, account)
    }
    case 'timeout_before':
      return 'silence'
    case 'reset_before':
      return 'reset'
    case 'timeout_after':
      await perform(sandbox, network, serving)
      return 'silence'
    case 'reset_after':
      await perform(sandbox, network, serving)
      return 'reset'
    case 'slow': {
      if (fault.when === 'before') await pause(fault.delay_ms)
      const answer = await perform(sandbox, network, serving)
      if (fault.when === 'after') await pause(fault.delay_ms)
      return answer
    }
    case 'rubbish':
      if (fault.when === 'after') await perform(sandbox, network, serving)
      return rubbish(fault.content)
    case 'error_after': {
      await perform(sandbox, network, serving)
      const answer = network.presets.server_error(call)
      return { ...answer, status: fault.status ?? 500 }
    }
    case 'expire_token':
      if (account) sandbox.setToken(account, 'expired')
      network.authenticate(call)
      return perform(sandbox, network, serving)
    case 'container_error':
    case 'container_expired':
      serving.call.containerFault = fault
      return perform(sandbox, network, serving)
  }
}

function refuse(network: Network, call: Call, fault: Extract<Fault, { fault: 'refuse' }>): Answer {
  const isOwn = fault.preset === undefined && fault.body !== undefined
  const answer = isOwn ? jsonAnswer(400, fault.body) : network.presets[fault.preset ?? 'server_error'](call)
  return {
    status: fault.status ?? answer.status,
    headers: { ...answer.headers, ...fault.headers },
    body: fault.body === undefined ? answer.body : JSON.stringify(fault.body),
  }
}

function rubbish(content: Extract<Fault, { fault: 'rubbish' }>['content']): Answer {
  switch (content) {
    case 'html':
      return htmlAnswer(
        200,
        '<!doctype html><html><head><title>Just a moment</title></head><body>Please wait.</body></html>',
      )
    case 'truncated_json':
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{"id":"17' }
    case 'empty':
      return emptyAnswer(200, { 'content-type': 'application/json; charset=utf-8' })
  }
}

function newRecord(sandbox: Sandbox, network: Network, call: Call): CallRecord {
  const record: CallRecord = {
    id: call.id,
    at: sandbox.clock().toISOString(),
    network: network.id,
    account_id: null,
    call: null,
    method: call.method,
    path: call.path,
    status: null,
    fault: null,
    duration_ms: null,
  }
  sandbox.calls.add(record)
  return record
}

async function pause(durationMs: number): Promise<void> {
  if (durationMs > 0) await sleep(durationMs, undefined, { ref: false })
}
