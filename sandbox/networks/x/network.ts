import { type Call, Refusal, route } from '../../http/call'
import { loginRoutes } from '../../oauth/routes'
import type { Account } from '../../state/accounts'
import type { WindowState } from '../../state/calls'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { makeAuthenticate } from './authenticate'
import { xLogin } from './login'
import { signedLoginRoutes } from './oauth1'
import { createPost, listPosts, lookUpPosts, nameOfLookup, readMe } from './posts'
import { limits, notFound, presets, rateLimited, ratesPerWindow, windowMs } from './rules'
import { Uploads } from './uploads'

/** For OAuth 2.0. OAuth 1.0a tokens have no scopes. */
const scopes = {
  'users.read': ['identity'],
  'tweet.read': ['list', 'read'],
  'tweet.write': ['publish'],
  'media.write': ['upload', 'initialize', 'append', 'finalize', 'status', 'alt_text'],
}

/** X's API v2, as at api.x.com. */
export function makeX(sandbox: Sandbox): Network {
  const uploads = new Uploads(sandbox)
  const windows = new WeakMap<Call, WindowState>()
  const days = new WeakMap<Call, WindowState>()
  const admit = (call: Call, operation: string, account: Account) => {
    const key = `x ${account.account_id} ${operation}`
    const window = sandbox.windows.count(key, ratesPerWindow[operation] ?? 900, windowMs, sandbox.nowMs())
    windows.set(call, window)
    if (operation === 'publish') days.set(call, countDay(sandbox))
    const isExceeded = window.isExceeded || days.get(call)?.isExceeded
    if (isExceeded && sandbox.settings.for('x').enforce_quotas) throw new Refusal(rateLimited())
  }
  return {
    id: 'x',
    scopes,
    routes: [
      ...loginRoutes(sandbox, xLogin),
      ...signedLoginRoutes(sandbox),
      route('POST /2/tweets', 'publish', (visit) => createPost(sandbox, uploads, visit)),
      route('GET /2/tweets', nameOfLookup, (visit) => lookUpPosts(sandbox, visit)),
      route('GET /2/users/me', 'identity', (visit) => readMe(sandbox, visit)),
      route('GET /2/users/:id/tweets', 'list', (visit) => listPosts(sandbox, visit)),
      route('POST /2/media/upload', 'upload', (visit) => uploads.upload(visit)),
      route('GET /2/media/upload', 'status', (visit) => uploads.status(visit)),
      route('POST /2/media/upload/initialize', 'initialize', (visit) => uploads.initialize(visit)),
      route('POST /2/media/upload/:id/append', 'append', (visit) => uploads.append(visit)),
      route('POST /2/media/upload/:id/finalize', 'finalize', (visit) => uploads.finalize(visit)),
      route('POST /2/media/metadata', 'alt_text', (visit) => uploads.describe(visit)),
    ],
    authenticate: makeAuthenticate(sandbox),
    admit,
    headers: (call) => {
      // Calls without a user have the headers too.
      const unused = { limit: 100, remaining: 100, resetMs: sandbox.nowMs() + windowMs, isExceeded: false }
      return { ...rateHeaders(windows.get(call) ?? unused), ...dayHeaders(sandbox, days.get(call)) }
    },
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }) => {
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 900) * 1000
      return rateLimited(withHeaders ? rateHeaders({ limit: 100, remaining: 0, resetMs, isExceeded: true }) : {})
    },
    clear: () => uploads.clear(),
  }
}

/** Counts an app's posts in 24 hours. All callers count as one app. */
function countDay(sandbox: Sandbox): WindowState {
  const limit = sandbox.settings.for('x').posts_per_day ?? limits.postsPerDay
  return sandbox.windows.count('x app day', limit, dayMs, sandbox.nowMs())
}

function dayHeaders(sandbox: Sandbox, day: WindowState | undefined): Record<string, string> {
  if (!day || !sandbox.settings.for('x').daily_headers) return {}
  return windowHeaders('x-app-limit-24hour', day)
}

const rateHeaders = (window: WindowState) => windowHeaders('x-rate-limit', window)

const windowHeaders = (name: string, { limit, remaining, resetMs }: WindowState): Record<string, string> => ({
  [`${name}-limit`]: String(limit),
  [`${name}-remaining`]: String(remaining),
  // Rounded up, so that a client that waits until then is not too early.
  [`${name}-reset`]: String(Math.ceil(resetMs / 1000)),
})
