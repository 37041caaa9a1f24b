import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Credentials } from '@/lib/channels/channel'
import { BadEnvironment, reloadEnv } from '@/lib/env'
import { parseSealingKeys } from './keys'
import { openCredentials, sealCredentials, UnreadableCredentials } from './seal'

const one = Buffer.alloc(32, 1)
const two = Buffer.alloc(32, 2)

function useKeys(value: string): void {
  vi.stubEnv('ENCRYPTION_KEY', value)
  reloadEnv()
}
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const all: Credentials[] = [
  { kind: 'bearer', accessToken: 'token-ä', refreshToken: null },
  { kind: 'oauth1', apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessTokenSecret: 'd' },
  { kind: 'ghost', siteUrl: 'https://blog.example', adminApiKey: 'e:f' },
]

const row = (id: string, sealed: { credentials: Buffer; key_id: string }) => ({ id, channel: 'x', ...sealed })

describe('sealing', () => {
  test.each(all)('what was sealed opens again: $kind', (credentials) => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('row-1', credentials)
    expect(sealed.key_id).toBe('k1')
    expect(openCredentials(row('row-1', sealed))).toEqual(credentials)
  })

  test('the same credentials never look the same', () => {
    useKeys(one.toString('hex'))
    const [first] = all as [Credentials]
    expect(sealCredentials('r', first).credentials).not.toEqual(sealCredentials('r', first).credentials)
  })

  test('what a key behind the first one sealed still opens', () => {
    useKeys(`old:${one.toString('hex')}`)
    const [first] = all as [Credentials]
    const sealed = sealCredentials('r', first)
    useKeys(`new:${two.toString('hex')},old:${one.toString('hex')}`)
    expect(openCredentials(row('r', sealed))).toEqual(first)
    expect(sealCredentials('r', first).key_id).toBe('new')
  })

  test('credentials that were moved to another row do not open', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('row-1', all[0] as Credentials)
    expect(() => openCredentials(row('row-2', sealed))).toThrow(UnreadableCredentials)
  })

  test('a changed byte anywhere, or a shortened tag, does not open', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const { credentials, key_id } = sealCredentials('r', all[0] as Credentials)
    for (let at = 0; at < credentials.length; at++) {
      const changed = Buffer.from(credentials)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openCredentials(row('r', { credentials: changed, key_id }))).toThrow(UnreadableCredentials)
    }
    expect(() => openCredentials(row('r', { credentials: credentials.subarray(0, 20), key_id }))).toThrow(
      UnreadableCredentials,
    )
  })

  test('a row whose key is gone says so, and nothing of the credentials', () => {
    useKeys(`k1:${one.toString('base64')}`)
    const sealed = sealCredentials('r', all[0] as Credentials)
    useKeys(`k2:${two.toString('base64')}`)
    expect(() => openCredentials(row('r', sealed))).toThrow(
      'The credentials of connection r are sealed with key “k1”, which ENCRYPTION_KEY does not hold.',
    )
  })
})

describe('ENCRYPTION_KEY', () => {
  test('takes hex and base64, with a name or without', () => {
    const keys = parseSealingKeys(`k1:${one.toString('base64')}, ${two.toString('hex')}`)
    expect(keys.map(({ bytes }) => bytes)).toEqual([one, two])
    expect(keys[0]?.id).toBe('k1')
    expect(keys[1]?.id).toMatch(/^[0-9a-f]{12}$/)
  })

  test('a bare key keeps its name wherever it stands', () => {
    const [alone] = parseSealingKeys(one.toString('base64'))
    const [, behind] = parseSealingKeys(`${two.toString('hex')},${one.toString('hex')}`)
    expect(behind?.id).toBe(alone?.id)
  })

  test.each([
    [Buffer.alloc(16).toString('base64'), 'ENCRYPTION_KEY: key number 1 is 16 bytes, but must be 32 bytes.'],
    [`${one.toString('hex')},k2:abcd`, 'ENCRYPTION_KEY: key “k2” is 2 bytes, but must be 32 bytes.'],
    ['k1:not a key!', 'ENCRYPTION_KEY: key “k1” is neither hex nor base64, but must be 32 bytes.'],
    ['', 'ENCRYPTION_KEY: key number 1 is neither hex nor base64, but must be 32 bytes.'],
    [`a:${one.toString('hex')},a:${two.toString('hex')}`, 'ENCRYPTION_KEY names two keys alike.'],
  ])('refuses %s', (value, message) => {
    expect(() => parseSealingKeys(value)).toThrow(BadEnvironment)
    expect(() => parseSealingKeys(value)).toThrow(message)
  })
})
