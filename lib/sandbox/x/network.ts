import type { Account } from '../accounts'
import type { Call } from '../exchange'
import { Refusal } from '../exchange'
import type { Network } from '../network'
import type { Route } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { WindowState } from '../windows'
import { makeAuthenticate } from './authenticate'
import { ChunkedUploads } from './chunks'
import { notFound, presets, tooMany } from './errors'
import { keepNumbers, nameOfLookup } from './metrics'
import { scopes, xOAuth } from './oauth'
import { createPost, deletePost } from './publish'
import { listPosts, lookUpPosts, readMe, readPost } from './read'
import { limits, ratesPerWindow, windowMs } from './rules'
import { Uploads } from './upload'

/** X's API v2 with OAuth 1.0a user context, as api.x.com answers. */
export function makeX(sandbox: Sandbox): Network {
  keepNumbers(sandbox)
  const uploads = new Uploads(sandbox)
  const chunks = new ChunkedUploads(uploads)
  const windows = new WeakMap<Call, WindowState>()
  const days = new WeakMap<Call, WindowState>()
  const admit = (call: Call, route: Route, account: Account) => {
    const name = typeof route.name === 'string' ? route.name : route.name(call)
    const limit = ratesPerWindow[name] ?? 900
    const window = sandbox.windows.count(`x ${account.account_id} ${name}`, limit, windowMs, sandbox.nowMs())
    windows.set(call, window)
    if (name === 'publish') days.set(call, countDay(sandbox))
    const isExceeded = window.isExceeded || days.get(call)?.isExceeded
    if (isExceeded && sandbox.settings.for('x').enforce_quotas) throw new Refusal(tooMany())
  }
  return {
    id: 'x',
    operations: [
      'identity',
      'upload',
      'initialize',
      'append',
      'finalize',
      'status',
      'alt_text',
      'publish',
      'list',
      'read',
      'insights',
      'delete',
    ],
    scopes,
    routes: [
      ...xOAuth(sandbox),
      { method: 'POST', path: '/2/tweets', name: 'publish', handle: (visit) => createPost(sandbox, uploads, visit) },
      { method: 'GET', path: '/2/tweets', name: nameOfLookup, handle: (visit) => lookUpPosts(sandbox, visit) },
      { method: 'GET', path: '/2/tweets/:id', name: 'read', handle: (visit) => readPost(sandbox, visit) },
      { method: 'DELETE', path: '/2/tweets/:id', name: 'delete', handle: (visit) => deletePost(sandbox, visit) },
      { method: 'GET', path: '/2/users/me', name: 'identity', handle: (visit) => readMe(sandbox, visit) },
      { method: 'GET', path: '/2/users/:id/tweets', name: 'list', handle: (visit) => listPosts(sandbox, visit) },
      { method: 'POST', path: '/2/media/upload', name: 'upload', handle: (visit) => uploads.upload(visit) },
      { method: 'GET', path: '/2/media/upload', name: 'status', handle: (visit) => chunks.status(visit) },
      {
        method: 'POST',
        path: '/2/media/upload/initialize',
        name: 'initialize',
        handle: (visit) => chunks.initialize(visit),
      },
      {
        method: 'POST',
        path: '/2/media/upload/:id/append',
        name: 'append',
        handle: (visit) => chunks.append(visit),
      },
      {
        method: 'POST',
        path: '/2/media/upload/:id/finalize',
        name: 'finalize',
        handle: (visit) => chunks.finalize(visit),
      },
      { method: 'POST', path: '/2/media/metadata', name: 'alt_text', handle: (visit) => uploads.describe(visit) },
    ],
    authenticate: makeAuthenticate(sandbox),
    admit,
    headers: (call) => ({
      ...rateHeaders(windows.get(call) ?? stranger(sandbox)),
      ...dayHeaders(sandbox, days.get(call)),
    }),
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }) => {
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 900) * 1000
      return tooMany(withHeaders ? rateHeaders({ limit: 100, remaining: 0, resetMs, isExceeded: true }) : {})
    },
    clear: () => uploads.clear(),
  }
}

/** All posts of an app in 24 hours; the sandbox takes every caller for one app. */
function countDay(sandbox: Sandbox): WindowState {
  const limit = sandbox.settings.for('x').posts_per_day ?? limits.postsPerDay
  return sandbox.windows.count('x app day', limit, dayMs, sandbox.nowMs())
}

function dayHeaders(sandbox: Sandbox, day: WindowState | undefined): Record<string, string> {
  if (!day || !sandbox.settings.for('x').daily_headers) return {}
  return {
    'x-app-limit-24hour-limit': String(day.limit),
    'x-app-limit-24hour-remaining': String(day.remaining),
    'x-app-limit-24hour-reset': String(Math.ceil(day.resetMs / 1000)),
  }
}

/** A call without a user counts against nobody, yet carries the three headers like any other. */
function stranger(sandbox: Sandbox): WindowState {
  return { limit: 100, remaining: 100, resetMs: sandbox.nowMs() + windowMs, isExceeded: false }
}

function rateHeaders({ limit, remaining, resetMs }: WindowState): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    // Whole seconds, rounded up: a client that waits until then must not come too early.
    'x-rate-limit-reset': String(Math.ceil(resetMs / 1000)),
  }
}
