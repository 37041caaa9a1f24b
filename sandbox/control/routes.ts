import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import { FaultRequest } from '@/sandbox/state/fault-injection'
import {
  type Answer,
  type Call,
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  makeRouter,
  type OpenVisit,
  openRoute,
  Refusal,
  type Route,
} from '../http/call'
import type { InboxDeliveries } from '../inbox/deliveries'
import type { Network } from '../networks/network'
import type { Networks } from '../networks/networks'
import { type Account, AccountRequest, type TokenState } from '../state/accounts'
import { ArticleRequest } from '../state/articles'
import { capacity } from '../state/calls'
import type { Sandbox } from '../state/sandbox'
import { SettingsChange } from '../state/settings'
import { changeTokens, openAccount, showAccount, showTokens, TokensChange } from './accounts'
import { inboxControlRoutes } from './inbox'
import { bodyOf, queryOf, refuse } from './input'
import { modelRoutes } from './model'
import { addPastPosts, PastPostsRequest } from './past-posts'
import { listPosts, StatsRequest, setStats } from './posts'

/** The control API. It returns credentials, so the server allows local requests only. */
export function makeControl(
  sandbox: Sandbox,
  networks: Networks,
  deliveries: InboxDeliveries,
): (call: Call) => Promise<Answer> {
  const findRoute = makeRouter(controlRoutes(sandbox, networks, deliveries))
  return async (call) => {
    try {
      const match = findRoute(call.method, call.path)
      if (!match?.route.isOpen) return errorAnswer(404, `Unknown endpoint ${call.method} /control${call.path}.`)
      return await match.route.handle({ call, params: match.params, raw: match.raw })
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }
}

function controlRoutes(sandbox: Sandbox, networks: Networks, deliveries: InboxDeliveries): Route[] {
  /** A route that responds with the returned body and status 200, or with the returned response. */
  const on = (pattern: string, handle: (visit: OpenVisit) => unknown): Route =>
    openRoute(pattern, 'control', (visit) => {
      const result = handle(visit)
      return result instanceof Done ? result.answer : jsonAnswer(200, result)
    })
  const onAccount = (pattern: string, handle: (account: Account, call: Call) => unknown): Route =>
    on(pattern, (visit) => handle(accountOf(sandbox, visit), visit.call))
  const setToken = (action: string, state: TokenState): Route =>
    onAccount(`POST /accounts/:network/:id/${action}-token`, (account) => {
      sandbox.setToken(account, state)
      return { network: account.network, account_id: account.account_id, token: state }
    })
  const tokens = (account: Account) => ({ tokens: showTokens(sandbox, account) })
  const settings = () => ({ settings: sandbox.settings.all() })
  return [
    on('GET /health', () => ({ status: 'ok', url: sandbox.origin, posts: sandbox.posts.all().length })),
    on('GET /accounts', ({ call }) => {
      const { network } = queryOf(call, { network: optionalNetwork })
      return { accounts: sandbox.accounts.list(network).map((account) => showAccount(sandbox, networks, account)) }
    }),
    on('POST /accounts', ({ call }) => openAccount(sandbox, networks, bodyOf(call, AccountRequest))),
    onAccount('GET /accounts/:network/:id', (account) => showAccount(sandbox, networks, account)),
    setToken('expire', 'expired'),
    setToken('revoke', 'revoked'),
    setToken('restore', 'live'),
    onAccount('POST /accounts/:network/:id/pass-time', ({ network, account_id }, call) => {
      const { seconds } = bodyOf(call, z.strictObject({ seconds: z.number().min(0).max(86_400) }))
      sandbox.posts.age({ network, account_id, ms: seconds * 1_000 })
      return noContent
    }),
    onAccount('POST /accounts/:network/:id/past-posts', (account, call) =>
      addPastPosts(sandbox, account, bodyOf(call, PastPostsRequest)),
    ),
    onAccount('GET /accounts/:network/:id/tokens', tokens),
    onAccount('POST /accounts/:network/:id/tokens', (account, call) => {
      changeTokens(sandbox, account, bodyOf(call, TokensChange))
      return tokens(account)
    }),
    on('GET /faults', () => ({ faults: sandbox.faults.list() })),
    on('POST /faults', ({ call }) => new Done(jsonAnswer(201, setFault(sandbox, networks, call)))),
    on('DELETE /faults', () => {
      for (const { id } of sandbox.faults.list()) sandbox.faults.remove(id)
      return noContent
    }),
    on('DELETE /faults/:id', ({ params: { id = '' } }) => {
      if (!sandbox.faults.has(id)) throw refuse(404, `Unknown fault ${id}.`)
      sandbox.faults.remove(id)
      return noContent
    }),
    on('GET /settings', settings),
    on('POST /settings', ({ call }) => {
      sandbox.settings.change(bodyOf(call, SettingsChange))
      return settings()
    }),
    on('GET /posts', ({ call }) => {
      const { network, account_id } = queryOf(call, { network: optionalNetwork, account_id: z.string().optional() })
      return { posts: listPosts(sandbox, network, account_id) }
    }),
    // Accounts, boards, faults and settings stay.
    on('DELETE /posts', () => {
      sandbox.log.batch(() => {
        sandbox.posts.clear()
        for (const id of channelIds) networks[id].clear()
      })
      return noContent
    }),
    on('POST /posts/:network/:id/numbers', ({ call, params: { network = '', id = '' } }) => {
      const stats = setStats(sandbox, network, id, bodyOf(call, StatsRequest))
      if (!stats) throw refuse(404, `Unknown post ${id} of ${network}.`)
      return stats
    }),
    on('GET /mails', ({ call }) => ({ mails: sandbox.mailbox.list(queryOf(call, { to: z.string().optional() }).to) })),
    on('GET /calls', ({ call }) => {
      const limit = z.coerce.number().int().min(1).max(capacity).default(100)
      const query = queryOf(call, { network: optionalNetwork, limit })
      return { calls: sandbox.calls.latest(query.limit, query.network) }
    }),
    on('GET /articles/:blog', ({ params: { blog = '' } }) => ({ articles: sandbox.articles.of(blog) })),
    on('POST /articles/:blog', ({ call, params: { blog = '' } }) =>
      sandbox.articles.publish(blog, bodyOf(call, ArticleRequest), sandbox.nowMs()),
    ),
    ...inboxControlRoutes(sandbox, deliveries),
    ...modelRoutes(sandbox.model),
    on('GET /operations', () => ({
      operations: Object.fromEntries(channelIds.map((id) => [id, operationsOf(networks[id])])),
    })),
  ]
}

class Done {
  constructor(readonly answer: Answer) {}
}
const noContent = new Done(emptyAnswer(204))

const optionalNetwork = z.enum(channelIds).optional()

const operationsOf = ({ routes }: Network): string[] => [
  ...new Set(routes.flatMap(({ name }) => (typeof name === 'string' ? [name] : name.names))),
]

/** Calls whose container or video can fail later. The default is the first one that a network has. */
const containerCalls = ['container', 'finalize', 'initialize']

function setFault(sandbox: Sandbox, networks: Networks, call: Call) {
  const request = bodyOf(call, FaultRequest)
  const { network, account_id } = request
  const operations = operationsOf(networks[network])
  if (request.call !== '*' && !operations.includes(request.call))
    throw refuse(400, `${network} has no call named ${request.call}. Calls: ${operations.join(', ')}, or * for any.`)
  if (request.fault === 'container_error' || request.fault === 'container_expired') {
    const containerCall = containerCalls.find((name) => operations.includes(name))
    if (!containerCall) throw refuse(400, `${network} has no containers or videos, so ${request.fault} cannot happen.`)
    if (request.call === '*') request.call = containerCall
  }
  if (account_id !== undefined && !sandbox.accounts.get(network, account_id))
    throw refuse(404, `${network} has no account ${account_id}.`)
  return sandbox.faults.set(request)
}

function accountOf(sandbox: Sandbox, { params }: OpenVisit): Account {
  const network = channelIds.find((id) => id === params.network)
  const account = network && sandbox.accounts.get(network, params.id ?? '')
  if (!account) throw refuse(404, `Unknown account ${params.id} of ${params.network}.`)
  return account
}
