import type { Account } from '../accounts'
import { type Call, Refusal } from '../exchange'
import type { Network } from '../network'
import type { Sandbox } from '../sandbox'
import type { WindowState } from '../windows'
import { Boards } from './boards'
import { authenticationFailed, notFound, presets, tooMany } from './errors'
import { createPin, deletePin } from './publish'
import { listBoardPins, listPins, readPin, readUser } from './read'
import { minuteMs, ratesPerMinute } from './rules'

type Category = keyof typeof ratesPerMinute

/** Pinterest's API v5, as api.pinterest.com answers. */
export function makePinterest(sandbox: Sandbox): Network & { boards: Boards } {
  const boards = new Boards(sandbox)
  const windows = new WeakMap<Call, WindowState>()
  const admit = (call: Call, _route: unknown, account: Account) => {
    const category = categoryOf(call)
    const key = `pinterest ${account.account_id} ${category}`
    const window = sandbox.windows.count(key, ratesPerMinute[category], minuteMs, sandbox.nowMs())
    windows.set(call, window)
    if (window.isExceeded && sandbox.settings.for('pinterest').enforce_quotas) throw new Refusal(tooMany())
  }
  return {
    id: 'pinterest',
    operations: ['identity', 'boards', 'create_board', 'publish', 'list', 'read', 'delete'],
    boards,
    routes: [
      {
        method: 'GET',
        path: '/v5/user_account',
        name: 'identity',
        handle: (visit) => readUser(sandbox, boards, visit),
      },
      { method: 'GET', path: '/v5/boards', name: 'boards', handle: (visit) => boards.list(visit) },
      { method: 'POST', path: '/v5/boards', name: 'create_board', handle: (visit) => boards.create(visit) },
      { method: 'GET', path: '/v5/boards/:id', name: 'boards', handle: (visit) => boards.read(visit) },
      {
        method: 'GET',
        path: '/v5/boards/:id/pins',
        name: 'list',
        handle: (visit) => listBoardPins(sandbox, boards, visit),
      },
      { method: 'GET', path: '/v5/boards/:id/sections', name: 'boards', handle: (visit) => boards.listSections(visit) },
      {
        method: 'POST',
        path: '/v5/boards/:id/sections',
        name: 'create_board',
        handle: (visit) => boards.createSection(visit),
      },
      { method: 'POST', path: '/v5/pins', name: 'publish', handle: (visit) => createPin(sandbox, boards, visit) },
      { method: 'GET', path: '/v5/pins', name: 'list', handle: (visit) => listPins(sandbox, visit) },
      { method: 'GET', path: '/v5/pins/:id', name: 'read', handle: (visit) => readPin(sandbox, visit) },
      { method: 'DELETE', path: '/v5/pins/:id', name: 'delete', handle: (visit) => deletePin(sandbox, visit) },
    ],
    authenticate: (call) => authenticate(sandbox, call),
    admit,
    headers: (call) => rateHeaders(categoryOf(call), windows.get(call), sandbox.nowMs()),
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }, call) => {
      if (!withHeaders) return tooMany()
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 60) * 1000
      const used = { limit: 0, remaining: 0, resetMs, isExceeded: true }
      const retryAfter: Record<string, string> =
        retryAfterSeconds === null ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
      return tooMany({ ...rateHeaders(categoryOf(call), used, sandbox.nowMs()), ...retryAfter })
    },
    // Boards stay: they are furniture of the account, and pins name them.
    clear: () => {},
    furnish: (account) => boards.furnish(account),
  }
}

function authenticate(sandbox: Sandbox, call: Call): Account {
  const token = /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  const account = token === undefined ? undefined : sandbox.accounts.byProof('pinterest', token)
  if (account?.token !== 'live') throw authenticationFailed()
  return account
}

const categoryOf = ({ method }: Call): Category => (method === 'GET' ? 'org_read' : 'org_write')

/** Structured header fields: the tightest number first, then each bucket with its window in seconds. */
function rateHeaders(category: Category, window: WindowState | undefined, nowMs: number): Record<string, string> {
  const limit = ratesPerMinute[category]
  const remaining = window?.remaining ?? limit
  const seconds = Math.max(0, Math.ceil(((window?.resetMs ?? nowMs + minuteMs) - nowMs) / 1000))
  const buckets = (perSecond: number, perMinute: number) =>
    `${perMinute}, ${perSecond};w=1;name="safety_net_app_id_user_id", ${perMinute};w=60;name="${category}_app_id_user_id"`
  return {
    'x-ratelimit-limit': buckets(100, limit),
    'x-ratelimit-remaining': buckets(Math.min(100, remaining), remaining),
    'x-ratelimit-reset': String(seconds),
  }
}
