import type { Account } from '../accounts'
import { type Call, Refusal } from '../exchange'
import type { Network } from '../network'
import { dayMs, type Sandbox } from '../sandbox'
import type { WindowState } from '../windows'
import { Boards } from './boards'
import { authenticationFailed, notFound, presets, tooMany } from './errors'
import { metricRoutes } from './metrics'
import { pinterestOAuth, scopes } from './oauth'
import { createPin, deletePin } from './publish'
import { listBoardPins, listPins, listSectionPins, readPin, readUser } from './read'
import { minuteMs, ratesPerMinute, trialPerDay } from './rules'
import { isStore, storePath, Uploads } from './uploads'

type Category = keyof typeof ratesPerMinute

/** Pinterest's API v5, as api.pinterest.com answers. */
export function makePinterest(sandbox: Sandbox): Network & { boards: Boards } {
  const boards = new Boards(sandbox)
  const uploads = new Uploads(sandbox)
  const desk = { sandbox, boards, uploads }
  const windows = new WeakMap<Call, WindowState>()
  const admit = (call: Call, _route: unknown, account: Account) => {
    const category = categoryOf(call)
    const key = `pinterest ${account.account_id} ${category}`
    const { enforce_quotas, trial_access } = sandbox.settings.for('pinterest')
    const minute = sandbox.windows.count(key, ratesPerMinute[category], minuteMs, sandbox.nowMs())
    // A trial app's day ends at the network's own hour; here it is a day from its first call.
    const day = trial_access
      ? sandbox.windows.count(`${key} trial`, trialPerDay[category], dayMs, sandbox.nowMs())
      : null
    const window = day && (day.isExceeded || day.remaining < minute.remaining) ? day : minute
    windows.set(call, window)
    if (window.isExceeded && enforce_quotas) throw new Refusal(tooMany())
  }
  return {
    id: 'pinterest',
    operations: [
      'identity',
      'boards',
      'create_board',
      'container',
      'upload',
      'status',
      'publish',
      'list',
      'read',
      'insights',
      'delete',
    ],
    boards,
    scopes,
    filmForms: /^\/media-store\/$/,
    routes: [
      ...pinterestOAuth(sandbox, (account) => boards.furnish(account)),
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
      { method: 'DELETE', path: '/v5/boards/:id', name: 'delete', handle: (visit) => boards.delete(visit) },
      {
        method: 'GET',
        path: '/v5/boards/:id/sections/:section/pins',
        name: 'list',
        handle: (visit) => listSectionPins(sandbox, boards, visit),
      },
      { method: 'POST', path: '/v5/media', name: 'container', handle: (visit) => uploads.register(visit) },
      { method: 'POST', path: storePath, name: 'upload', isOpen: true, handle: (visit) => uploads.store(visit) },
      { method: 'GET', path: '/v5/media/:id', name: 'status', handle: (visit) => uploads.read(visit) },
      { method: 'GET', path: '/v5/boards/:id/sections', name: 'boards', handle: (visit) => boards.listSections(visit) },
      {
        method: 'POST',
        path: '/v5/boards/:id/sections',
        name: 'create_board',
        handle: (visit) => boards.createSection(visit),
      },
      { method: 'POST', path: '/v5/pins', name: 'publish', handle: (visit) => createPin(desk, visit) },
      { method: 'GET', path: '/v5/pins', name: 'list', handle: (visit) => listPins(sandbox, visit) },
      ...metricRoutes(sandbox),
      { method: 'GET', path: '/v5/pins/:id', name: 'read', handle: (visit) => readPin(sandbox, visit) },
      { method: 'DELETE', path: '/v5/pins/:id', name: 'delete', handle: (visit) => deletePin(sandbox, visit) },
    ],
    authenticate: (call) => authenticate(sandbox, call),
    admit,
    headers: (call) => (isStore(call) ? {} : rateHeaders(sandbox, categoryOf(call), windows.get(call))),
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }, call) => {
      if (!withHeaders) return tooMany()
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 60) * 1000
      const used = { limit: 0, remaining: 0, resetMs, isExceeded: true }
      const retryAfter: Record<string, string> =
        retryAfterSeconds === null ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
      return tooMany({ ...rateHeaders(sandbox, categoryOf(call), used), ...retryAfter })
    },
    // Boards stay: they are furniture of the account, and pins name them.
    clear: () => uploads.clear(),
    furnish: (account) => boards.furnish(account),
  }
}

function authenticate(sandbox: Sandbox, call: Call): Account {
  const token = /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  const presented = token === undefined ? undefined : sandbox.tokens.present(call, 'pinterest', token)
  if (!presented?.account || presented.state !== 'live') throw authenticationFailed()
  return presented.account
}

const categoryOf = ({ method }: Call): Category => (method === 'GET' ? 'org_read' : 'org_write')

/**
 * Structured header fields: the tightest number first, then each bucket with its window in seconds. Pinterest once
 * said one plain number each, and may again.
 */
function rateHeaders(sandbox: Sandbox, category: Category, window: WindowState | undefined): Record<string, string> {
  const limit = ratesPerMinute[category]
  const remaining = window?.remaining ?? limit
  const nowMs = sandbox.nowMs()
  const seconds = Math.max(0, Math.ceil(((window?.resetMs ?? nowMs + minuteMs) - nowMs) / 1000))
  const isPlain = sandbox.settings.for('pinterest').plain_rate_headers
  const buckets = (tightest: number, perSecond: number, other: number) =>
    isPlain
      ? String(tightest)
      : `${tightest}, ${perSecond};w=1;name="safety_net_app_id_user_id", ${other};w=60;name="${category}_app_id_user_id"`
  return {
    'x-ratelimit-limit': buckets(limit, 100, limit),
    'x-ratelimit-remaining': buckets(remaining, Math.min(100, Math.max(remaining, 1)), remaining),
    'x-ratelimit-reset': buckets(seconds, 1, seconds),
  }
}
