import { afterEach, expect, test, vi } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { remoteRefusal } from './remote-file'

afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

test('URLs that can never be fetched are known without a call', () => {
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
  vi.stubEnv('APP_URL', 'http://localhost:3000')
  reloadEnv()
  expect(
    [
      'http://localhost:1/none.png',
      'http://10.0.0.7/a.png',
      'http://[::1]/a.png',
      'ftp://cdn.example/a.png',
      'https://cdn.example/a.png',
      'http://localhost:3000/media/anything/a.png',
    ].map(remoteRefusal),
  ).toEqual([
    'localhost is not a public address. Use a public one.',
    '10.0.0.7 is not a public address. Use a public one.',
    '[::1] is not a public address. Use a public one.',
    'The URL must start with https:// or http://, not ftp://.',
    null,
    null,
  ])
})
