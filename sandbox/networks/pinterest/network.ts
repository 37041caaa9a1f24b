import { type Call, openRoute, Refusal, route } from '../../http/call'
import { loginRoutes } from '../../oauth/routes'
import type { Account } from '../../state/accounts'
import type { WindowState } from '../../state/calls'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { Boards } from './boards'
import { pinterestLogin } from './login'
import { createPin, listBoardPins, listPins, listSectionPins, readAnalytics, readUser } from './pins'
import { minuteMs, notFound, presets, rateLimited, ratesPerMinute, refusal, trialPerDay } from './request'
import { storePath, Uploads } from './uploads'

const scopes = {
  'user_accounts:read': ['identity'],
  'boards:read': ['boards'],
  'boards:write': ['create_board'],
  'pins:read': ['status', 'list', 'read', 'insights'],
  'pins:write': ['container', 'publish'],
}

/** Pinterest's API v5, as at api.pinterest.com. */
export function makePinterest(sandbox: Sandbox): Network & { boards: Boards } {
  const boards = new Boards(sandbox)
  const uploads = new Uploads(sandbox)
  const windows = new WeakMap<Call, WindowState>()
  sandbox.setUp.pinterest = (account) => boards.setUp(account)
  return {
    id: 'pinterest',
    boards,
    scopes,
    uploadForms: /^\/media-store\/$/,
    routes: [
      ...loginRoutes(sandbox, pinterestLogin),
      route('GET /v5/user_account', 'identity', (visit) => readUser(sandbox, boards, visit)),
      route('GET /v5/boards', 'boards', (visit) => boards.list(visit)),
      route('POST /v5/boards', 'create_board', (visit) => boards.create(visit)),
      route('GET /v5/boards/:id', 'boards', (visit) => boards.read(visit)),
      route('DELETE /v5/boards/:id', 'delete', (visit) => boards.delete(visit)),
      route('GET /v5/boards/:id/pins', 'list', (visit) => listBoardPins(sandbox, boards, visit)),
      route('GET /v5/boards/:id/sections', 'boards', (visit) => boards.listSections(visit)),
      route('POST /v5/boards/:id/sections', 'create_board', (visit) => boards.createSection(visit)),
      route('GET /v5/boards/:id/sections/:section/pins', 'list', (visit) => listSectionPins(sandbox, boards, visit)),
      route('POST /v5/media', 'container', (visit) => uploads.register(visit)),
      openRoute(`POST ${storePath}`, 'upload', (visit) => uploads.store(visit)),
      route('GET /v5/media/:id', 'status', (visit) => uploads.read(visit)),
      route('POST /v5/pins', 'publish', (visit) => createPin(sandbox, { boards, uploads }, visit)),
      route('GET /v5/pins', 'list', (visit) => listPins(sandbox, visit)),
      route('GET /v5/pins/:id/analytics', 'insights', (visit) => readAnalytics(sandbox, visit)),
    ],
    authenticate: (call) => authenticate(sandbox, call),
    admit: (call, _operation, account) => {
      const window = countCall(sandbox, categoryOf(call), account)
      windows.set(call, window)
      if (window.isExceeded && sandbox.settings.for('pinterest').enforce_quotas) throw new Refusal(rateLimited())
    },
    // The media store has no rate limits.
    headers: (call) => (call.path === storePath ? {} : rateHeaders(sandbox, categoryOf(call), windows.get(call))),
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }, call) => {
      if (!withHeaders) return rateLimited()
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 60) * 1000
      const used = { limit: 0, remaining: 0, resetMs, isExceeded: true }
      const retryAfter = retryAfterSeconds !== null && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
      return rateLimited({ ...rateHeaders(sandbox, categoryOf(call), used), ...retryAfter })
    },
    // Boards stay, because they belong to the accounts.
    clear: () => uploads.clear(),
  }
}

function authenticate(sandbox: Sandbox, call: Call): Account {
  const found = sandbox.tokens.lookUp('pinterest', call.bearer ?? '')
  if (!found?.account || found.state !== 'live') throw refusal('authenticationFailed')
  call.scopes = found.token.scopes
  return found.account
}

type Category = keyof typeof ratesPerMinute

const categoryOf = ({ method }: Call): Category => (method === 'GET' ? 'org_read' : 'org_write')

/** The tighter of the minute's window and, with trial access, the day's. A trial day starts with its first call. */
function countCall(sandbox: Sandbox, category: Category, { account_id }: Account): WindowState {
  const key = `pinterest ${account_id} ${category}`
  const nowMs = sandbox.nowMs()
  const minute = sandbox.windows.count(key, ratesPerMinute[category], minuteMs, nowMs)
  if (!sandbox.settings.for('pinterest').trial_access) return minute
  const day = sandbox.windows.count(`${key} trial`, trialPerDay[category], dayMs, nowMs)
  return day.isExceeded || day.remaining < minute.remaining ? day : minute
}

/**
 * Structured headers: the tightest number first, then each bucket with its window in seconds. The older form has one
 * plain number.
 */
function rateHeaders(sandbox: Sandbox, category: Category, window: WindowState | undefined): Record<string, string> {
  const limit = ratesPerMinute[category]
  const remaining = window?.remaining ?? limit
  const nowMs = sandbox.nowMs()
  const seconds = Math.max(0, Math.ceil(((window?.resetMs ?? nowMs + minuteMs) - nowMs) / 1000))
  const isPlain = sandbox.settings.for('pinterest').plain_rate_headers
  const header = (tightest: number, perSecond: number) =>
    isPlain
      ? String(tightest)
      : `${tightest}, ${perSecond};w=1;name="safety_net_app_id_user_id", ${tightest};w=60;name="${category}_app_id_user_id"`
  return {
    'x-ratelimit-limit': header(limit, 100),
    'x-ratelimit-remaining': header(remaining, Math.min(100, Math.max(remaining, 1))),
    'x-ratelimit-reset': header(seconds, 1),
  }
}
