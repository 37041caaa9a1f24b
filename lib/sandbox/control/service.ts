import { z } from 'zod'
import { type ChannelId, channelIds } from '../../channels/ids'
import type { TokenState } from '../accounts'
import { capacity } from '../calls'
import { type Answer, type Call, emptyAnswer, jsonAnswer, Refusal } from '../exchange'
import { FaultRequest } from '../faults'
import type { Network } from '../network'
import type { Networks } from '../networks'
import { makeRouter, type OpenVisit, type Route } from '../router'
import type { Sandbox } from '../sandbox'
import { SettingsChange } from '../settings'
import { AccountRequest, openAccount, showAccount } from './accounts'
import { NumbersRequest, numbersShown } from './numbers'
import { listPosts } from './posts'
import { changeTokens, showTokens, TokensChange } from './tokens'

type Desk = { sandbox: Sandbox; networks: Networks }

/** How people and tests steer the sandbox. It gives out credentials, so the server lets only this machine in. */
export function makeControl(sandbox: Sandbox, networks: Networks): (call: Call) => Promise<Answer> {
  const desk = { sandbox, networks }
  const route = makeRouter(routesOf(desk))
  return async (call) => {
    try {
      const match = route(call.method, call.path)
      if (!match?.route.isOpen) return errorAnswer(404, `There is no ${call.method} /control${call.path}.`)
      return await match.route.handle({ call, params: match.params, raw: match.raw })
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }
}

function routesOf(desk: Desk): Route[] {
  const { sandbox, networks } = desk
  const on = (method: Route['method'], path: string, handle: (visit: OpenVisit) => Answer): Route => ({
    method,
    path,
    name: 'control',
    isOpen: true,
    handle,
  })
  return [
    on('GET', '/health', () =>
      jsonAnswer(200, { status: 'ok', url: sandbox.origin, posts: sandbox.ledger.all().length }),
    ),
    on('GET', '/accounts', ({ call }) => listAccounts(desk, call)),
    on('POST', '/accounts', ({ call }) =>
      jsonAnswer(200, openAccount(sandbox, networks, bodyOf(call, AccountRequest))),
    ),
    on('GET', '/accounts/:network/:id', (visit) =>
      jsonAnswer(200, showAccount(sandbox, networks, accountOf(desk, visit))),
    ),
    on('POST', '/accounts/:network/:id/expire-token', (visit) => setToken(desk, visit, 'expired')),
    on('POST', '/accounts/:network/:id/revoke-token', (visit) => setToken(desk, visit, 'revoked')),
    on('POST', '/accounts/:network/:id/restore-token', (visit) => setToken(desk, visit, 'live')),
    on('POST', '/accounts/:network/:id/pass-time', (visit) => passTime(desk, visit)),
    on('GET', '/accounts/:network/:id/tokens', (visit) =>
      jsonAnswer(200, { tokens: showTokens(sandbox, accountOf(desk, visit)) }),
    ),
    on('POST', '/accounts/:network/:id/tokens', (visit) => {
      changeTokens(sandbox, accountOf(desk, visit), bodyOf(visit.call, TokensChange))
      return jsonAnswer(200, { tokens: showTokens(sandbox, accountOf(desk, visit)) })
    }),
    on('GET', '/faults', () => jsonAnswer(200, { faults: sandbox.faults.list() })),
    on('POST', '/faults', ({ call }) => setFault(desk, call)),
    on('DELETE', '/faults', () => removeFaults(desk)),
    on('DELETE', '/faults/:id', ({ params }) => removeFault(desk, params.id ?? '')),
    on('GET', '/settings', () => jsonAnswer(200, { settings: sandbox.settings.all() })),
    on('POST', '/settings', ({ call }) => changeSettings(desk, call)),
    on('GET', '/posts', ({ call }) => readPosts(desk, call)),
    on('DELETE', '/posts', () => clearPosts(desk)),
    on('POST', '/posts/:network/:id/numbers', (visit) => setNumbers(desk, visit)),
    on('GET', '/mails', ({ call }) => {
      const { to } = queryOf(call, z.strictObject({ to: z.string().optional() }))
      return jsonAnswer(200, { mails: sandbox.mailbox.list(to) })
    }),
    on('GET', '/calls', ({ call }) => readCalls(desk, call)),
    on('GET', '/operations', () =>
      jsonAnswer(200, { operations: Object.fromEntries(channelIds.map((id) => [id, operationsOf(networks[id])])) }),
    ),
  ]
}

/** What a network says it has, and the calls around consent, which are named by their routes alone. */
const operationsOf = ({ operations, routes }: Network): string[] => [
  ...new Set([...operations, ...routes.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))]),
]

function listAccounts({ sandbox, networks }: Desk, call: Call): Answer {
  const { network } = queryOf(call, z.strictObject({ network: z.enum(channelIds).optional() }))
  const accounts = sandbox.accounts.list(network).map((account) => showAccount(sandbox, networks, account))
  return jsonAnswer(200, { accounts })
}

function setToken(desk: Desk, visit: OpenVisit, state: TokenState): Answer {
  const account = accountOf(desk, visit)
  desk.sandbox.setToken(account, state)
  return jsonAnswer(200, { network: account.network, account_id: account.account_id, token: state })
}

const TimePassed = z.strictObject({ seconds: z.number().min(0).max(86_400) })

/** What waits to be listed has waited for so long already. Nothing else is older for it. */
function passTime(desk: Desk, visit: OpenVisit): Answer {
  const { network, account_id } = accountOf(desk, visit)
  const { seconds } = bodyOf(visit.call, TimePassed)
  desk.sandbox.ledger.age(network, account_id, seconds * 1_000)
  return emptyAnswer(204)
}

/** Calls after which a container or a film can fail by itself; of a network that has several, the first. */
const filmCalls = ['container', 'finalize', 'initialize']

function setFault({ sandbox, networks }: Desk, call: Call): Answer {
  const request = bodyOf(call, FaultRequest)
  const operations = operationsOf(networks[request.network])
  if (request.call !== '*' && !operations.includes(request.call)) {
    throw refuse(
      400,
      `${request.network} has no call named ${request.call}. It has: ${operations.join(', ')}, or * for any.`,
    )
  }
  const isAboutContainer = request.fault === 'container_error' || request.fault === 'container_expired'
  if (isAboutContainer && !operations.some((name) => filmCalls.includes(name))) {
    throw refuse(400, `${request.network} has no containers and no films, so ${request.fault} cannot happen there.`)
  }
  if (isAboutContainer && request.call === '*') {
    request.call = filmCalls.find((name) => operations.includes(name)) ?? 'container'
  }
  if (request.account_id !== undefined && !sandbox.accounts.get(request.network, request.account_id)) {
    throw refuse(404, `${request.network} has no account ${request.account_id}.`)
  }
  return jsonAnswer(201, sandbox.faults.set(request))
}

function removeFaults({ sandbox }: Desk): Answer {
  for (const { id } of sandbox.faults.list()) sandbox.faults.remove(id)
  return emptyAnswer(204)
}

function removeFault({ sandbox }: Desk, id: string): Answer {
  if (!sandbox.faults.has(id)) throw refuse(404, `There is no fault ${id}.`)
  sandbox.faults.remove(id)
  return emptyAnswer(204)
}

function changeSettings({ sandbox }: Desk, call: Call): Answer {
  sandbox.settings.change(bodyOf(call, SettingsChange))
  return jsonAnswer(200, { settings: sandbox.settings.all() })
}

function readPosts({ sandbox }: Desk, call: Call): Answer {
  const query = z.strictObject({ network: z.enum(channelIds).optional(), account_id: z.string().optional() })
  const { network, account_id } = queryOf(call, query)
  return jsonAnswer(200, { posts: listPosts(sandbox, network, account_id) })
}

/** Empties the networks. Accounts, boards, faults and settings stay. */
function clearPosts({ sandbox, networks }: Desk): Answer {
  sandbox.journal.together(() => {
    sandbox.ledger.clear()
    for (const id of channelIds) networks[id].clear()
  })
  return emptyAnswer(204)
}

function setNumbers({ sandbox }: Desk, { call, params }: OpenVisit): Answer {
  const request = bodyOf(call, NumbersRequest)
  const shown = numbersShown(sandbox, params.network ?? '', params.id ?? '', request)
  if (!shown) throw refuse(404, `There is no post ${params.id} of ${params.network}.`)
  return jsonAnswer(200, shown)
}

function readCalls({ sandbox }: Desk, call: Call): Answer {
  const query = z.strictObject({
    network: z.enum(channelIds).optional(),
    limit: z.coerce.number().int().min(1).max(capacity).default(100),
  })
  const { network, limit } = queryOf(call, query)
  return jsonAnswer(200, { calls: sandbox.calls.latest(limit, network) })
}

function accountOf({ sandbox }: Desk, { params }: OpenVisit) {
  const network = channelIds.find((id) => id === params.network)
  const account = network && sandbox.accounts.get(network as ChannelId, params.id ?? '')
  if (!account) throw refuse(404, `There is no account ${params.id} of ${params.network}.`)
  return account
}

/** Only JSON by name: a page in a browser could send a form or plain text here without asking, but not this. */
function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw refuse(415, 'The body must be sent as application/json.')
  const body = call.json()
  if (body === undefined) throw refuse(400, 'The body is not JSON.')
  return parse(schema, body)
}

const queryOf = <T>(call: Call, schema: z.ZodType<T>): T => parse(schema, Object.fromEntries(call.query))

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const text = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new Refusal(errorAnswer(400, text, issues))
}

const refuse = (status: number, message: string): Refusal => new Refusal(errorAnswer(status, message))

export function errorAnswer(status: number, message: string, issues?: { path: string; message: string }[]): Answer {
  return jsonAnswer(status, { error: { message, ...(issues && { issues }) } })
}
