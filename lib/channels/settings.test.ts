import { afterEach, expect, test, vi } from 'vitest'
import { reloadEnv } from '../env'
import { ChannelError } from './channel-error'
import { assertMayCall, channelSettings } from './settings'

afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

function setEnv(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  reloadEnv()
}

const refused = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    return error instanceof ChannelError ? `${error.outcome} ${error.code}` : String(error)
  }
  return 'passed'
}

test('a preview deployment calls real networks only with ALLOW_REAL_NETWORKS', () => {
  setEnv({ VERCEL_ENV: 'preview', X_API_URL: 'http://localhost:4000/x' })
  const call = (channel: 'x' | 'instagram' | 'ghost', url: string) =>
    refused(() => assertMayCall(channel, new URL(url)))
  expect(call('instagram', 'https://graph.instagram.com/v25.0/me')).toBe('not_sent preview_deployment')
  // The same for consent pages and token endpoints.
  expect(call('instagram', 'https://www.instagram.com/oauth/authorize')).toBe('not_sent preview_deployment')
  expect(call('instagram', 'https://api.instagram.com/oauth/access_token')).toBe('not_sent preview_deployment')
  expect(call('x', 'https://x.com/i/oauth2/authorize')).toBe('not_sent preview_deployment')
  expect(call('x', 'http://localhost:4000/x/2/tweets')).toBe('passed')
  expect(call('ghost', 'https://blog.example.com/ghost/api/admin/posts/')).toBe('not_sent preview_deployment')
  expect(call('ghost', 'http://localhost:4000/ghost/site/ghost/api/admin/posts/')).toBe('passed')
  setEnv({ ALLOW_REAL_NETWORKS: '1' })
  expect(call('instagram', 'https://graph.instagram.com/v25.0/me')).toBe('passed')
})

test('production calls real networks', () => {
  setEnv({ VERCEL_ENV: 'production' })
  expect(refused(() => assertMayCall('x', new URL('https://api.x.com/2/tweets')))).toBe('passed')
})

test('settings of a network: URLs, version and visibility lag', () => {
  setEnv({ THREADS_VISIBILITY_LAG_SECONDS: '2.5' })
  expect(channelSettings('threads')).toEqual({
    apiUrl: 'https://graph.threads.net',
    authUrl: 'https://threads.net',
    webUrl: 'https://threads.net',
    version: 'v1.0',
    visibilityLagMs: 2_500,
  })
})
